//! What a swarm does to a cluster: faults, requests and switches, drawn from a seed before the run
//! begins. So a run that fails is replayed by its seed alone.

use format::tree::Read;
use model::config::{
    Action, ClusterConfig, Compression, FaultKey, NodeKind, OpKind, RaftConfig, ReadMode, Settings,
};
use model::ids::RangeId;
use sim::{Degrade, MILLIS, Micros, NodeId, Place, Ratio, SECONDS, Stream, ZoneId};

use crate::swarm::Feature;
use crate::swarm::features::draw_features;
use crate::swarm::pace::Pace;

/// Times of faults and switches are those of the slowest swarm (see `Pace`): shortest pause between
/// two faults.
const GAP_US_MIN: Micros = 50 * MILLIS;
/// Longest pause between two faults.
const GAP_US_MAX: Micros = 1500 * MILLIS;
/// Shortest time that a fault stands.
const STAND_US_MIN: Micros = 100 * MILLIS;
/// Longest time that a fault stands.
const STAND_US_MAX: Micros = 5 * SECONDS;
/// Longest pause between two orders by hand.
const ORDER_GAP_US_MAX: Micros = 700 * MILLIS;
/// Orders name so many ranges that may come to be by splits.
const NEW_RANGES: u64 = 2;
/// Shortest pause between two changes of switches.
const SETTINGS_GAP_US_MIN: Micros = 500 * MILLIS;
/// Longest pause between two changes of switches.
const SETTINGS_GAP_US_MAX: Micros = 5 * SECONDS;
/// Mean pause between two requests by hand.
const REQUEST_GAP_US: Micros = 50 * MILLIS;
/// Read modes that switches change to; a longer list would shift every seed.
const MODES: [ReadMode; 4] = [
    ReadMode::Local,
    ReadMode::LeaderUnchecked,
    ReadMode::Leader,
    ReadMode::Follower,
];
/// Requests by hand draw from this many keys of the table, so that they meet.
const KEYS: u64 = 8;

/// A kind of fault that a swarm may draw.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Read)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// Links cut both ways, and places isolated.
    Cuts,
    /// Links cut in one direction.
    OneWay,
    /// Packets lost at random, which TCP sends again.
    Loss,
    /// Messages lost at random.
    Vanish,
    /// Stores that lose power and start again.
    Crashes,
    /// Processes that stop and go on.
    Pauses,
    /// Links with more delay and jitter.
    Delays,
    /// Appends in which a bit flips.
    Corruption,
    /// Leads that are handed over, by hand, to any store.
    Transfers,
    /// Replicas that stand for election because they are told to.
    Campaigns,
}

impl FaultKind {
    /// Every kind that nobody orders. The draws depend on the list: a longer one shifts every seed.
    pub const ALL: [FaultKind; 8] = [
        FaultKind::Cuts,
        FaultKind::OneWay,
        FaultKind::Loss,
        FaultKind::Vanish,
        FaultKind::Crashes,
        FaultKind::Pauses,
        FaultKind::Delays,
        FaultKind::Corruption,
    ];

    /// Orders by hand, which break nothing by themselves: only where they are asked for by name.
    pub(crate) const ORDERS: [FaultKind; 2] = [FaultKind::Transfers, FaultKind::Campaigns];
}

const _: () = assert!(
    FaultKind::ALL.len() + FaultKind::ORDERS.len() == FaultKind::WORDS.len(),
    "every kind stands in one of the two lists"
);

/// Faults of these kinds while they last, each healed after a while, in order of time. What still
/// stands at the end is not healed here.
pub(super) fn draw_faults(
    config: &ClusterConfig,
    kinds: &[FaultKind],
    pace: Pace,
) -> Vec<(Micros, Action)> {
    let (orders, kinds): (Vec<_>, Vec<_>) = kinds
        .iter()
        .copied()
        .partition(|kind| FaultKind::ORDERS.contains(kind));
    let until = pace.faults_us;
    let mut actions = draw_orders(config, &orders, pace);
    if kinds.is_empty() {
        return actions;
    }
    let mut stream = Stream::fork(config.seed, "swarm faults", 0);
    let mut at = pace.scale(stream.between(GAP_US_MIN, GAP_US_MAX));
    while at < until {
        let kind = kinds[stream.below(kinds.len() as u64) as usize];
        let end = at + pace.scale(stream.between(STAND_US_MIN, STAND_US_MAX));
        if let Some((begin, heal)) = draw_fault(config, kind, &mut stream) {
            actions.push((at, begin));
            if let Some(heal) = heal.filter(|_| end < until) {
                actions.push((end, heal));
            }
        }
        at += pace.scale(stream.between(GAP_US_MIN, GAP_US_MAX));
    }
    actions.sort_by_key(|(at, _)| *at);
    actions
}

/// Orders of these kinds while faults last, by a stream of their own. One for a range that a store
/// does not hold does nothing.
fn draw_orders(config: &ClusterConfig, kinds: &[FaultKind], pace: Pace) -> Vec<(Micros, Action)> {
    let mut actions = Vec::new();
    if kinds.is_empty() {
        return actions;
    }
    let mut stream = Stream::fork(config.seed, "swarm orders", 0);
    let ranges = config.data.placement.len() as u64 + NEW_RANGES;
    let gap = |stream: &mut Stream| pace.scale(stream.between(GAP_US_MIN, ORDER_GAP_US_MAX));
    let mut at = gap(&mut stream);
    while at < pace.faults_us {
        let kind = kinds[stream.below(kinds.len() as u64) as usize];
        let store = NodeId(stream.below(u64::from(stores(config))) as u16);
        let range = RangeId(stream.below(ranges) as u32);
        let action = match kind {
            FaultKind::Campaigns => Action::Campaign { store, range },
            _ => Action::Transfer { to: store, range },
        };
        actions.push((at, action));
        at += gap(&mut stream);
    }
    actions
}

/// A fault and its end, if it has one; `None` if the cluster has no two places to cut apart.
fn draw_fault(
    config: &ClusterConfig,
    kind: FaultKind,
    stream: &mut Stream,
) -> Option<(Action, Option<Action>)> {
    let pair = draw_pair(config, stream);
    let store = NodeId(stream.below(u64::from(stores(config))) as u16);
    let begin_and_heal = match kind {
        FaultKind::Cuts if stream.below(3) == 0 => {
            let place = draw_place(config, stream);
            (Action::Isolate(place), FaultKey::Isolate(place))
        }
        FaultKind::Cuts | FaultKind::OneWay => {
            let (from, to) = pair?;
            let both = kind == FaultKind::Cuts;
            (
                Action::Cut { from, to, both },
                FaultKey::Cut { from, to, both },
            )
        }
        FaultKind::Loss | FaultKind::Vanish | FaultKind::Delays => {
            let (from, to) = pair?;
            let both = stream.below(2) == 0;
            let how = draw_degrade(kind, stream);
            (
                Action::Degrade {
                    from,
                    to,
                    both,
                    how,
                },
                FaultKey::Degrade { from, to, both },
            )
        }
        FaultKind::Crashes => (Action::Crash(store), FaultKey::Crash(store)),
        FaultKind::Pauses => (Action::Pause(store), FaultKey::Pause(store)),
        FaultKind::Corruption => {
            let (from, to) = pair?;
            let messages = stream.between(1, 5) as u32;
            let corrupt = Action::CorruptNext { from, to, messages };
            return Some((corrupt, None));
        }
        FaultKind::Transfers | FaultKind::Campaigns => return None,
    };
    let (begin, fault) = begin_and_heal;
    Some((begin, Some(Action::Heal(fault))))
}

fn draw_degrade(kind: FaultKind, stream: &mut Stream) -> Degrade {
    match kind {
        FaultKind::Loss => Degrade {
            loss: Ratio {
                ppm: stream.between(10_000, 500_000) as u32,
            },
            ..Degrade::default()
        },
        FaultKind::Vanish => Degrade {
            vanish: Ratio {
                ppm: stream.between(10_000, 500_000) as u32,
            },
            ..Degrade::default()
        },
        _ => Degrade {
            delay_us: stream.between(MILLIS, 300 * MILLIS),
            jitter_us: stream.between(0, 500 * MILLIS),
            ..Degrade::default()
        },
    }
}

/// A zone or a store.
fn draw_place(config: &ClusterConfig, stream: &mut Stream) -> Place {
    if stream.below(2) == 0 {
        Place::Zone(ZoneId(stream.below(u64::from(config.zones)) as u16))
    } else {
        Place::Node(NodeId(stream.below(u64::from(stores(config))) as u16))
    }
}

/// Two places that differ; neither is the other's zone.
fn draw_pair(config: &ClusterConfig, stream: &mut Stream) -> Option<(Place, Place)> {
    const TRIES: u32 = 16;
    let zone_of = |place: Place| match place {
        Place::Zone(zone) => zone,
        Place::Node(node) => config.nodes[usize::from(node.0)].zone,
    };
    let is_node = |place: Place| matches!(place, Place::Node(_));
    (0..TRIES)
        .map(|_| (draw_place(config, stream), draw_place(config, stream)))
        .find(|&(a, b)| a != b && (zone_of(a) != zone_of(b) || (is_node(a) && is_node(b))))
}

/// Number of stores; they are the first nodes.
fn stores(config: &ClusterConfig) -> u16 {
    let is_store = |kind: &NodeKind| matches!(kind, NodeKind::Store(_));
    config
        .nodes
        .iter()
        .filter(|node| is_store(&node.kind))
        .count() as u16
}

/// Puts and gets of a few keys from every gateway in turn, from 0 to `until`: load for scenarios
/// that have none, and for every range.
pub(super) fn draw_requests(config: &ClusterConfig, until: Micros) -> Vec<(Micros, Action)> {
    let is_gateway = |kind: &NodeKind| matches!(kind, NodeKind::Gateway);
    let gateways: Vec<NodeId> = (0..config.nodes.len())
        .filter(|node| is_gateway(&config.nodes[*node].kind))
        .map(|node| NodeId(node as u16))
        .collect();
    let mut actions = Vec::new();
    if gateways.is_empty() {
        return actions;
    }
    let mut stream = Stream::fork(config.seed, "swarm requests", 0);
    let mut at = 1 + stream.exponential(REQUEST_GAP_US);
    while at < until {
        let gateway = gateways[stream.below(gateways.len() as u64) as usize];
        let op = if stream.below(2) == 0 {
            OpKind::Put
        } else {
            OpKind::Get
        };
        // Spread over the table: each key is in another range if there are several.
        let key = stream.below(KEYS) * config.data.rows / KEYS;
        let action = Action::Request {
            gateway,
            op,
            key,
            rows: 1,
            value_bytes: 64,
            mode: None,
        };
        actions.push((at, action));
        at += 1 + stream.exponential(REQUEST_GAP_US);
    }
    actions
}

/// Changes of switches while faults last, and then back to the scenario's own, with some of these
/// features.
pub(super) fn draw_settings(
    config: &ClusterConfig,
    features: &[Feature],
    pace: Pace,
) -> Vec<(Micros, Action)> {
    let until = pace.faults_us;
    let mut stream = Stream::fork(config.seed, "swarm settings", 0);
    let mut featured = Stream::fork(config.seed, "swarm features", 0);
    let mut actions = Vec::new();
    let mut at = 1;
    while at < until {
        let mut settings = Settings {
            read_mode: MODES[stream.below(MODES.len() as u64) as usize],
            check_quorum: stream.below(4) != 0,
            pre_vote: stream.below(4) != 0,
            skip_commit_broadcast: stream.below(2) == 0,
            apply_delay_us: stream.below(3) * stream.between(0, 50 * MILLIS),
            delta_encoding: stream.below(2) == 0,
            compression: Compression::ALL[stream.below(2) as usize],
            ..config.settings.clone()
        };
        draw_features(features, &mut settings, &mut featured);
        actions.push((at, Action::Set(settings)));
        at += pace.scale(stream.between(SETTINGS_GAP_US_MIN, SETTINGS_GAP_US_MAX));
    }
    let mut settings = config.settings.clone();
    draw_features(features, &mut settings, &mut featured);
    actions.push((until, Action::Set(settings)));
    actions
}

/// Short logs, so that followers fall too far behind and snapshots are sent; few appends in
/// flight, and small ones.
pub(super) fn draw_raft(config: &ClusterConfig) -> RaftConfig {
    let mut stream = Stream::fork(config.seed, "swarm raft", 0);
    let raft = &config.raft;
    let log_keep = [2, 8, 32, raft.log_keep][stream.below(4) as usize];
    let inflight = [1, 4, raft.max_inflight_msgs, raft.max_inflight_msgs][stream.below(4) as usize];
    let size = [0, 200, raft.max_size_per_msg, raft.max_size_per_msg][stream.below(4) as usize];
    RaftConfig {
        log_keep: log_keep.min(raft.log_keep),
        max_inflight_msgs: inflight.min(raft.max_inflight_msgs),
        max_size_per_msg: size.min(raft.max_size_per_msg),
        ..raft.clone()
    }
}
