//! Two runs of one seed and one load, without and with features that change how entries travel:
//! both must commit the same log, entry for entry.
//!
//! What a leader writes is decided by when requests reach it, so nothing here may move that: the
//! load comes at drawn instants and not when answers do, links never fill, and the faults spare
//! leaders and a zone's last store. Everything else may differ between the two, and does.

use model::config::{Action, ClusterConfig, NodeKind, Settings};
use sim::{MILLIS, Micros, NodeId, Ratio, SECONDS, Stream};

use crate::swarm::Feature;
use crate::swarm::committed::committed_log;
use crate::swarm::faults::{draw_raft, draw_requests};
use crate::swarm::features::draw_features;
use documents::scenario::Resolved;

/// When the load begins: every range has its leader.
const LOAD_FROM_US: Micros = 2 * SECONDS;
const LOAD_UNTIL_US: Micros = 20 * SECONDS;
/// When the runs end: what was proposed is committed.
const END_US: Micros = 30 * SECONDS;
/// A store is down for so long at least, and at most; as long as it is then up.
const DOWN_US: (Micros, Micros) = (200 * MILLIS, 4 * SECONDS);
/// How long a choice of features stands, at least and at most.
const FEATURES_US: (Micros, Micros) = (300 * MILLIS, 5 * SECONDS);

/// Runs both and compares. Returns how many entries they committed, or where they differ.
pub fn same_log(resolved: &Resolved, features: &[Feature]) -> Result<usize, String> {
    let without = calm(resolved);
    let mut with = without.clone();
    with.actions
        .extend(draw_switches(&without.config, features));
    with.actions.sort_by_key(|(at, _)| *at);
    let plain = committed_log(&without, END_US).map_err(|what| format!("without: {what}"))?;
    let featured = committed_log(&with, END_US).map_err(|what| format!("with: {what}"))?;
    match plain.difference(&featured) {
        None if plain.entries() == 0 => Err("nothing was committed".to_string()),
        None => Ok(plain.entries()),
        Some(difference) => Err(format!("the committed logs differ: {difference}")),
    }
}

/// The scenario with drawn requests, and faults that spare leaders, in place of its own load.
fn calm(resolved: &Resolved) -> Resolved {
    let mut resolved = resolved.clone();
    let config = &mut resolved.config;
    config.raft = draw_raft(config);
    for link in &mut config.links {
        (link.bandwidth_bps, link.window_bytes) = (0, 0);
        (link.loss, link.vanish) = (Ratio::ZERO, Ratio::ZERO);
    }
    config.workloads.clear();
    resolved.names.workloads.clear();
    let mut stream = Stream::fork(config.seed, "same log", 0);
    config.settings = Settings {
        check_quorum: stream.below(2) == 0,
        pre_vote: stream.below(2) == 0,
        skip_commit_broadcast: stream.below(2) == 0,
        request_timeout_us: END_US,
        ..Settings::default()
    };
    let requests = draw_requests(config, LOAD_UNTIL_US);
    resolved.actions = requests
        .into_iter()
        .filter(|(at, _)| *at >= LOAD_FROM_US)
        .chain(draw_crashes(config, &mut stream))
        .collect();
    resolved.actions.sort_by_key(|(at, _)| *at);
    resolved
}

/// One store at a time loses power and starts again: one that leads nothing and has another store
/// beside it.
fn draw_crashes(config: &ClusterConfig, stream: &mut Stream) -> Vec<(Micros, Action)> {
    let stores: Vec<NodeId> = (0..config.nodes.len())
        .filter(|&node| matches!(config.nodes[node].kind, NodeKind::Store(_)))
        .map(|node| NodeId(node as u16))
        .collect();
    let zone = |node: &NodeId| config.nodes[usize::from(node.0)].zone;
    let may_fall: Vec<NodeId> = stores
        .iter()
        .copied()
        .filter(|node| {
            let beside = stores.iter().any(|s| s != node && zone(s) == zone(node));
            beside && !config.data.first_leaders.contains(&Some(*node))
        })
        .collect();
    let mut actions = Vec::new();
    if may_fall.is_empty() {
        return actions;
    }
    let mut at = LOAD_FROM_US + stream.between(DOWN_US.0, DOWN_US.1);
    while at < LOAD_UNTIL_US {
        let store = may_fall[stream.below(may_fall.len() as u64) as usize];
        actions.push((at, Action::Crash(store)));
        at += stream.between(DOWN_US.0, DOWN_US.1);
        actions.push((at, Action::Restart(store)));
        at += stream.between(DOWN_US.0, DOWN_US.1);
    }
    actions
}

/// Features that come and go.
fn draw_switches(config: &ClusterConfig, features: &[Feature]) -> Vec<(Micros, Action)> {
    let mut stream = Stream::fork(config.seed, "same log features", 0);
    let mut actions = Vec::new();
    let mut at = 1;
    while at < LOAD_UNTIL_US {
        let mut settings = config.settings.clone();
        draw_features(features, &mut settings, &mut stream);
        actions.push((at, Action::Set(settings)));
        at += stream.between(FEATURES_US.0, FEATURES_US.1);
    }
    actions
}
