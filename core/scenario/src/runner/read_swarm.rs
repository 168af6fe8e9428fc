//! A swarm of one read mode: every read in that mode, a few hot keys, clocks that drift, and faults
//! as in any swarm. A mode that promises nothing is judged as though it promised linearizability:
//! such a swarm shall catch it.

use cluster::config::{
    Action, ClusterConfig, NodeKind, OpKind, ReadMode, SafeTime, Settings, Timestamps,
};

use sim::{MILLIS, Micros, NodeId, SECONDS, Stream};

use super::faults::FaultKind;
use super::features::Feature;
use super::swarm::{FAULTS_US, LOAD_US, SwarmFailure, SwarmRun, disturbed_with, run_disturbed};
use crate::format::Resolved;

/// Mean pause between two requests for the hot keys.
const GAP_US: Micros = 10 * MILLIS;
/// So many keys are hot.
const HOT_KEYS: u64 = 3;
/// How far clocks drift while leases hold: two of them together use up less than the tick by which
/// a lease is shorter than an election timeout.
const DRIFT_PPM: u64 = 30_000;
/// How far they drift when leases shall break.
const DRIFT_BEYOND_PPM: u64 = 400_000;

/// What a swarm of reads does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadPlan {
    /// How everything is read.
    pub mode: ReadMode,
    /// Clocks drift further than leases allow.
    pub drift_beyond: bool,
}

/// Runs the scenario with its seed, all reads in one mode.
pub fn read_swarm_run(
    resolved: &Resolved,
    plan: ReadPlan,
    kinds: &[FaultKind],
    features: &[Feature],
) -> Result<SwarmRun, SwarmFailure> {
    let mut resolved = resolved.clone();
    let config = &mut resolved.config;
    set_mode(&mut config.settings, plan.mode, config.seed);
    config.gateway_modes.clear();
    for workload in &mut config.workloads {
        workload.read_mode = Some(plan.mode);
    }
    let mut resolved = disturbed_with(&resolved, kinds, features);
    let config = &resolved.config;
    let mut actions = std::mem::take(&mut resolved.actions);
    for (_, action) in &mut actions {
        match action {
            Action::Set(settings) => set_mode(settings, plan.mode, config.seed),
            Action::Request { mode, op, .. } if !op.is_write() => *mode = Some(plan.mode),
            _ => {}
        }
    }
    actions.extend(draw_clocks(config, plan.drift_beyond));
    actions.extend(draw_hot(config, plan.mode));
    // Stable: what was drawn first happens first.
    actions.sort_by_key(|(at, _)| *at);
    resolved.actions = actions;
    let judge_all = claims_nothing(plan.mode);
    run_disturbed(&resolved, features, judge_all)
}

/// Whether a mode promises neither linearizable reads nor a snapshot.
fn claims_nothing(mode: ReadMode) -> bool {
    matches!(
        mode,
        ReadMode::Local | ReadMode::LeaderUnchecked | ReadMode::LeaseUnsafe
    )
}

/// The mode, and what it needs.
fn set_mode(settings: &mut Settings, mode: ReadMode, seed: u64) {
    let mut stream = Stream::fork(seed, "swarm reads", 0);
    settings.read_mode = mode;
    let reads = &mut settings.reads;
    match mode {
        ReadMode::Stale => {
            let safe_times = [SafeTime::Hybrid, SafeTime::Resolved, SafeTime::Closed];
            reads.safe_time = safe_times[stream.below(3) as usize];
            reads.staleness_us = stream.between(SECONDS, 5 * SECONDS);
        }
        ReadMode::Version => reads.timestamps = Timestamps::TsoIndex,
        _ => {}
    }
}

/// Clocks that change their rate now and then.
fn draw_clocks(config: &ClusterConfig, beyond: bool) -> Vec<(Micros, Action)> {
    let mut stream = Stream::fork(config.seed, "swarm clocks", 0);
    let most_ppm = if beyond { DRIFT_BEYOND_PPM } else { DRIFT_PPM };
    let is_store = |node: &usize| matches!(config.nodes[*node].kind, NodeKind::Store(_));
    let stores = (0..config.nodes.len()).filter(is_store).count() as u64;
    let mut actions = Vec::new();
    let mut at = 2;
    while at < FAULTS_US {
        let store = NodeId(stream.below(stores) as u16);
        let drift_ppm = stream.below(2 * most_ppm + 1) as i32 - most_ppm as i32;
        actions.push((at, Action::SetClock { store, drift_ppm }));
        at += stream.between(200 * MILLIS, 3 * SECONDS);
    }
    actions
}

/// Puts and gets of the hot keys from every gateway.
fn draw_hot(config: &ClusterConfig, mode: ReadMode) -> Vec<(Micros, Action)> {
    let is_gateway = |node: &usize| matches!(config.nodes[*node].kind, NodeKind::Gateway);
    let gateways: Vec<usize> = (0..config.nodes.len()).filter(is_gateway).collect();
    let mut stream = Stream::fork(config.seed, "swarm hot keys", 0);
    let mut actions = Vec::new();
    if gateways.is_empty() {
        return actions;
    }
    let mut at = 3 + stream.exponential(GAP_US);
    while at < FAULTS_US + LOAD_US {
        let gateway = gateways[stream.below(gateways.len() as u64) as usize];
        let op = match stream.below(3) {
            0 => OpKind::Put,
            _ => OpKind::Get,
        };
        let action = Action::Request {
            gateway: NodeId(gateway as u16),
            op,
            key: stream.below(HOT_KEYS) * config.data.rows / HOT_KEYS,
            rows: 1,
            value_bytes: 64,
            mode: (op == OpKind::Get).then_some(mode),
        };
        actions.push((at, action));
        at += 1 + stream.exponential(GAP_US);
    }
    actions
}
