//! A swarm of one read mode: every read in that mode, a few hot keys, clocks that drift, and faults
//! as in any swarm. A mode that promises nothing is judged as though it promised linearizability:
//! such a swarm shall catch it.

use model::config::{
    Action, ClusterConfig, NodeConfig, NodeKind, OpKind, Promise, ReadMode, SafeTime, Settings,
    Timestamps, least_staleness_us,
};
use model::drift::{LeaseTerms, drift_bound_ppm, each_clock_ppm, longest_lease_us, way_us};

use sim::{MILLIS, Micros, NodeId, SECONDS, Stream};

use crate::swarm::drawn::Drawn;
use crate::swarm::one_run::run_drawn;
use crate::swarm::pace::Pace;
use crate::swarm::{FaultKind, Feature, SwarmFailure, SwarmRun, disturbed_with};
use documents::scenario::Resolved;

/// Mean pause between two requests for the hot keys.
const GAP_US: Micros = 10 * MILLIS;
/// So many keys are hot.
const HOT_KEYS: u64 = 3;
/// How far clocks drift where no lease is in use.
const DRIFT_PPM: i64 = 30_000;
/// How far they drift, either way, when leases shall break.
const DRIFT_BEYOND_PPM: i32 = 900_000;

/// Shortest and longest pause between two changes of a clock, in the slowest swarm.
const CLOCK_GAP_US: (Micros, Micros) = (200 * MILLIS, 3 * SECONDS);
/// Shortest and longest pause between two crashes of gateways, and how long one is down at most.
const GATEWAY_GAP_US: (Micros, Micros) = (SECONDS, 8 * SECONDS);
const GATEWAY_DOWN_US: Micros = 3 * SECONDS;

/// What a swarm of reads does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadPlan {
    /// How everything is read.
    pub mode: ReadMode,
    /// Clocks drift further than leases allow.
    pub drift_beyond: bool,
}

impl ReadPlan {
    /// The modes that promise something of reads, which a check holds them to.
    pub(crate) fn promising_modes() -> Vec<ReadMode> {
        let promises = |mode: &ReadMode| match mode.spec().promise {
            Promise::Newest | Promise::Snapshot | Promise::Past => true,
            Promise::TakenForNewest | Promise::Nothing => false,
        };
        ReadMode::ALL.into_iter().filter(promises).collect()
    }

    /// Whether reads in this mode need an oracle that the scenario does not have.
    pub(crate) fn lacks_oracle(self, resolved: &Resolved) -> bool {
        let is_oracle = |node: &NodeConfig| matches!(node.kind, NodeKind::PlacementDriver);
        self.mode == ReadMode::Version && !resolved.config.nodes.iter().any(is_oracle)
    }
}

/// Runs the scenario with its seed, all reads in one mode.
pub fn read_swarm_run(
    resolved: &Resolved,
    plan: ReadPlan,
    kinds: &[FaultKind],
    features: &[Feature],
) -> Result<SwarmRun, SwarmFailure> {
    run_drawn(&draw_reads(resolved, plan, kinds, features))
}

/// What a seed draws for it.
pub fn draw_reads(
    resolved: &Resolved,
    plan: ReadPlan,
    kinds: &[FaultKind],
    features: &[Feature],
) -> Drawn {
    let pace = Pace::of(resolved);
    let mut resolved = resolved.clone();
    let config = &mut resolved.config;
    let drawn = Switches::new(config, plan.mode, pace);
    drawn.set(&mut config.settings);
    config.gateway_modes.clear();
    for workload in &mut config.workloads {
        workload.read_mode = Some(plan.mode);
    }
    let mut resolved = disturbed_with(&resolved, kinds, features);
    let config = &resolved.config;
    let mut actions = std::mem::take(&mut resolved.actions);
    let is_bank = config.workloads.iter().any(|w| w.op == OpKind::Transfer);
    if is_bank {
        // Whoever writes an account without a transfer makes money.
        let puts = |action: &Action| matches!(action, Action::Request { op, .. } if op.is_write());
        actions.retain(|(_, action)| !puts(action));
    }
    for (_, action) in &mut actions {
        match action {
            Action::Set(settings) => drawn.set(settings),
            Action::Request { mode, op, .. } if !op.is_write() => *mode = Some(plan.mode),
            _ => {}
        }
    }
    let drift_ppm = match plan.mode.spec().promise {
        Promise::Past => DRIFT_PPM,
        Promise::Newest | Promise::Snapshot | Promise::TakenForNewest | Promise::Nothing => {
            lease_drift_ppm(config, drawn.lease_us)
        }
    };
    actions.extend(draw_clocks(config, pace, plan, drift_ppm));
    actions.extend(draw_hot(config, pace, (plan.mode, is_bank)));
    if config.settings.reads.timestamps != Timestamps::None {
        actions.extend(draw_gateway_crashes(config, pace));
    }
    // Stable: what was drawn first happens first.
    actions.sort_by_key(|(at, _)| *at);
    resolved.actions = actions;
    Drawn {
        resolved,
        features: features.to_vec(),
        judge_all: claims_nothing(plan.mode),
    }
}

/// Whether a mode promises neither linearizable reads nor a snapshot.
fn claims_nothing(mode: ReadMode) -> bool {
    match mode.spec().promise {
        Promise::Nothing | Promise::TakenForNewest => true,
        Promise::Newest | Promise::Snapshot | Promise::Past => false,
    }
}

/// A mode, and the switches that are drawn for it.
#[derive(Copy, Clone)]
struct Switches {
    mode: ReadMode,
    safe_time: SafeTime,
    staleness_us: Micros,
    index_by_lease: bool,
    batch_read_index: bool,
    read_index_cache: bool,
    lease_us: Micros,
}

impl Switches {
    fn new(config: &ClusterConfig, mode: ReadMode, pace: Pace) -> Self {
        let mut stream = Stream::fork(config.seed, "swarm reads", 0);
        let safe_times = [SafeTime::Hybrid, SafeTime::Resolved, SafeTime::Closed];
        let least_us = least_staleness_us(config.reads.max_clock_skew_us);
        let longest_us = longest_lease_us(config.raft.tick_us, config.raft.election_ticks as u64);
        Switches {
            mode,
            safe_time: safe_times[stream.below(3) as usize],
            staleness_us: least_us + stream.between(0, pace.scale(4 * SECONDS)),
            index_by_lease: stream.below(2) == 0,
            batch_read_index: stream.below(2) == 0,
            read_index_cache: stream.below(2) == 0,
            // The longest tolerates next to no drift, one that is a tick shorter tolerates some.
            lease_us: longest_us - stream.below(2) * config.raft.tick_us,
        }
    }

    /// The mode, and what it needs or may have.
    fn set(&self, settings: &mut Settings) {
        settings.read_mode = self.mode;
        let reads = &mut settings.reads;
        reads.lease_us = self.lease_us;
        match self.mode {
            ReadMode::Stale => {
                reads.safe_time = self.safe_time;
                reads.staleness_us = self.staleness_us;
            }
            ReadMode::Version => {
                if reads.timestamps == Timestamps::None {
                    reads.timestamps = Timestamps::TsoIndex;
                }
            }
            ReadMode::Leader | ReadMode::Follower | ReadMode::Learner | ReadMode::Proxy => {
                reads.index_by_lease = self.index_by_lease;
                reads.batch_read_index = self.batch_read_index;
                reads.read_index_cache = self.read_index_cache;
            }
            ReadMode::Local
            | ReadMode::LeaderUnchecked
            | ReadMode::LeaseUnsafe
            | ReadMode::Lease
            | ReadMode::Adaptive => {}
        }
    }
}

/// Stores, which are the first nodes.
fn stores(config: &ClusterConfig) -> usize {
    let is_store = |node: &usize| matches!(config.nodes[*node].kind, NodeKind::Store(_));
    (0..config.nodes.len()).filter(is_store).count()
}

fn gateways(config: &ClusterConfig) -> Vec<NodeId> {
    let is_gateway = |node: &usize| matches!(config.nodes[*node].kind, NodeKind::Gateway);
    let nodes = (0..config.nodes.len()).filter(is_gateway);
    nodes.map(|node| NodeId(node as u16)).collect()
}

/// How far every clock may drift, either way, while leases of this length hold, wherever replicas
/// are.
fn lease_drift_ppm(config: &ClusterConfig, lease_us: Micros) -> i64 {
    let stores: Vec<NodeId> = (0..stores(config) as u16).map(NodeId).collect();
    let ways = stores.iter().filter_map(|&leader| {
        let others: Vec<NodeId> = stores.iter().copied().filter(|o| *o != leader).collect();
        // More voters need more answers, which takes longer.
        way_us(config, leader, &others, 1)
    });
    let terms = |way_us| LeaseTerms {
        tick_us: config.raft.tick_us,
        election_ticks: config.raft.election_ticks as u64,
        lease_us,
        way_us,
    };
    ways.min().map_or(DRIFT_PPM, |way_us| {
        each_clock_ppm(drift_bound_ppm(terms(way_us)))
    })
}

/// Clocks that change their rate now and then. Safe times rest on clocks that do not go too far
/// apart: with stale reads none is further off than half of what two may differ.
fn draw_clocks(
    config: &ClusterConfig,
    pace: Pace,
    plan: ReadPlan,
    drift_ppm_max: i64,
) -> Vec<(Micros, Action)> {
    let mut stream = Stream::fork(config.seed, "swarm clocks", 0);
    let (beyond, bounded) = (plan.drift_beyond, plan.mode == ReadMode::Stale);
    let nodes = stores(config) + gateways(config).len();
    // By store and gateway: since when it drifts, how fast, and how far off it was then (µs times a
    // million).
    let mut clocks = vec![(0, 0, 0_i64); nodes];
    let off_max = config.reads.max_clock_skew_us as i64 / 2 * 1_000_000;
    let mut actions = Vec::new();
    let mut at = 2;
    while at < pace.faults_us {
        let store = stream.below(nodes as u64) as usize;
        let mut drift_ppm =
            match stream.below(2 * drift_ppm_max as u64 + 1) as i32 - drift_ppm_max as i32 {
                slow if beyond && slow < 0 => -DRIFT_BEYOND_PPM,
                _ if beyond => DRIFT_BEYOND_PPM,
                within => within,
            };
        let clock = &mut clocks[store];
        let off = clock.2 + (at - clock.0) as i64 * i64::from(clock.1);
        // Whoever is far off comes back; all could go on like this until the end.
        let left_us = (pace.faults_us - at) as i64;
        if bounded && (off + left_us * i64::from(drift_ppm)).abs() > off_max {
            drift_ppm = if off > 0 {
                -drift_ppm.abs()
            } else {
                drift_ppm.abs()
            };
            if (off + left_us * i64::from(drift_ppm)).abs() > off_max {
                drift_ppm = 0;
            }
        }
        *clock = (at, drift_ppm, off);
        let store = NodeId(store as u16);
        actions.push((at, Action::SetClock { store, drift_ppm }));
        at += pace.scale(stream.between(CLOCK_GAP_US.0, CLOCK_GAP_US.1));
    }
    // They keep what they are off, and go right from then on.
    for store in 0..if bounded { nodes as u16 } else { 0 } {
        let (store, drift_ppm) = (NodeId(store), 0);
        actions.push((pace.faults_us, Action::SetClock { store, drift_ppm }));
    }
    actions
}

/// Gateways that crash, perhaps in the middle of a commit, and start again.
fn draw_gateway_crashes(config: &ClusterConfig, pace: Pace) -> Vec<(Micros, Action)> {
    let mut stream = Stream::fork(config.seed, "swarm gateways", 0);
    let gateways = gateways(config);
    let mut actions = Vec::new();
    let mut gap = || pace.scale(stream.between(GATEWAY_GAP_US.0, GATEWAY_GAP_US.1));
    let mut at = gap();
    let mut turn = 0;
    while at < pace.faults_us && !gateways.is_empty() {
        let gateway = gateways[turn % gateways.len()];
        turn += 1;
        let end = (at + pace.scale(GATEWAY_DOWN_US)).min(pace.faults_us);
        actions.push((at, Action::Crash(gateway)));
        actions.push((end, Action::Restart(gateway)));
        at += gap();
    }
    actions
}

/// Gets of the hot keys from every gateway, and puts unless they are accounts.
fn draw_hot(
    config: &ClusterConfig,
    pace: Pace,
    (mode, is_bank): (ReadMode, bool),
) -> Vec<(Micros, Action)> {
    let gateways = gateways(config);
    let mut stream = Stream::fork(config.seed, "swarm hot keys", 0);
    let mut actions = Vec::new();
    if gateways.is_empty() {
        return actions;
    }
    let mut at = 3 + stream.exponential(GAP_US);
    while at < pace.end_us() {
        let gateway = gateways[stream.below(gateways.len() as u64) as usize];
        let op = match stream.below(3) {
            0 if !is_bank => OpKind::Put,
            _ => OpKind::Get,
        };
        let action = Action::Request {
            gateway,
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
