//! How a cluster stands at an instant, and what it could not do, as reports tell it.

use cluster::AnyCluster;
use model::config::FaultPlaces;
use model::fact::Role;
use model::ids::RangeId;
use model::view::StoreStatus;
use sim::{NodeId, Place};

use report::summary::{RangeState, RefusedSummary, StateSummary};
use text::names::{Names, NodeRole};

/// Ranges whose state a report tells.
const RANGES_TOLD: usize = 8;

/// What a cluster could not do, by reason, in the order of the first of each. `text_of` has an
/// action's sentence.
pub(super) fn refused(
    cluster: &AnyCluster,
    text_of: impl Fn(u32) -> String,
) -> Vec<RefusedSummary> {
    let mut all: Vec<RefusedSummary> = Vec::new();
    for one in cluster.undone().first() {
        if let Some(known) = all.iter_mut().find(|known| known.why == one.why) {
            known.count += 1;
            continue;
        }
        all.push(RefusedSummary {
            why: one.why,
            count: 1,
            first_us: one.at_us,
            first: text_of(one.ordinal),
        });
    }
    all
}

/// How a cluster stands now.
pub(super) fn state(cluster: &AnyCluster, names: &Names) -> StateSummary {
    let ranges = cluster.ranges();
    let told = ranges.iter().take(RANGES_TOLD);
    let is_down = |node: &u16| {
        let is_store = names.nodes[usize::from(*node)].kind == NodeRole::Store;
        is_store && cluster.store(NodeId(*node)).status == StoreStatus::Crashed
    };
    let faults = cluster.faults();
    StateSummary {
        ranges: told
            .map(|range| range_state(cluster, range.range, names))
            .collect(),
        down: (0..names.nodes.len() as u16).filter(is_down).collect(),
        cut: pairs_cut(cluster, names.zones.len())
            .iter()
            .filter(|is_cut| **is_cut)
            .count() as u32,
        faults: faults.len() as u32,
    }
}

fn range_state(cluster: &AnyCluster, range: RangeId, names: &Names) -> RangeState {
    let mut state = RangeState {
        applied_least: u64::MAX,
        ..RangeState::default()
    };
    let mut led_in = 0;
    for replica in cluster.replicas(range) {
        state.term = state.term.max(replica.term);
        state.commit = state.commit.max(replica.commit);
        state.applied_least = state.applied_least.min(replica.applied);
        state.applied_most = state.applied_most.max(replica.applied);
        if replica.running && replica.role == Role::Leader {
            state.leaders += 1;
            if replica.term > led_in {
                led_in = replica.term;
                state.leader = Some(replica.node.0);
                state.leader_zone = Some(names.nodes[usize::from(replica.node.0)].zone.0);
            }
        }
    }
    state.applied_least = state.applied_least.min(state.applied_most);
    state
}

/// Directed pairs of zones that a fault of whole zones cuts.
pub(crate) fn pairs_cut(cluster: &AnyCluster, zones: usize) -> Vec<bool> {
    let mut cut = vec![false; zones * zones];
    for (fault, _) in cluster.faults() {
        let FaultPlaces { from, to, both } = fault.places();
        match (from, to) {
            _ if !fault.kind().blocks() => {}
            (Place::Zone(from), Some(Place::Zone(to))) => {
                let (from, to) = (usize::from(from.0), usize::from(to.0));
                cut[from * zones + to] = true;
                cut[to * zones + from] |= both;
            }
            (Place::Zone(zone), None) => {
                let zone = usize::from(zone.0);
                for other in (0..zones).filter(|other| *other != zone) {
                    cut[zone * zones + other] = true;
                    cut[other * zones + zone] = true;
                }
            }
            (Place::Node(_), _) | (_, Some(Place::Node(_))) => {}
        }
    }
    cut
}
