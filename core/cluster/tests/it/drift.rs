//! How much drift a lease tolerates, held at its edge from both sides. Everything comes at its
//! worst moment: a follower hears its leader's last round right before a tick, and somebody who has
//! long not heard of that leader asks for its vote right when the promise has run out.

use crate::common::reads::{G0, G2, S0, S1, S2, cut, every, gets, run, with_mode};
use crate::common::request;
use model::config::{Action, ClusterConfig, NodeKind, OpKind, ReadMode};
use model::drift::{LeaseTerms, drift_bound_ppm, longest_lease_us, way_us};
use model::fact::Role;
use model::ids::RangeId;
use sim::{MILLIS, Micros, Place, SECONDS, ZoneId};

const MILLION: i64 = 1_000_000;
/// From a zone to another.
const DELAY_US: Micros = 500;
/// Inside a zone.
const NEAR_US: Micros = 10;

/// The leader's clock is the one that drifts.
fn drifting(leader_ppm: i64) -> ClusterConfig {
    let mut config = with_mode(ReadMode::Lease);
    // Its answer to a vote is all that is waited for.
    config.settings.pre_vote = false;
    for link in &mut config.links {
        link.jitter_us = 0;
        let is_far = link.delay_us >= MILLIS;
        link.delay_us = if is_far { DELAY_US } else { NEAR_US };
    }
    for node in &mut config.nodes {
        if let NodeKind::Store(store) = &mut node.kind {
            store.fsync_us = 1;
        }
    }
    if let NodeKind::Store(store) = &mut config.nodes[usize::from(S0.0)].kind {
        store.clock_drift_ppm = leader_ppm as i32;
    }
    config
}

/// What the longest lease tolerates.
fn bound_ppm() -> i64 {
    let config = drifting(0);
    let (tick_us, election_ticks) = (config.raft.tick_us, config.raft.election_ticks as u64);
    let way_us = way_us(&config, S0, &[S1, S2], 1).expect("the others are a majority");
    assert_eq!(way_us, 4 * DELAY_US, "to a follower, its answer, a round");
    drift_bound_ppm(LeaseTerms {
        tick_us,
        election_ticks,
        lease_us: longest_lease_us(tick_us, election_ticks),
        way_us,
    })
}

/// The leader's drift at which followers' clocks run so much faster than its.
fn slower_by(ppm: i64) -> i64 {
    -(ppm * MILLION / (MILLION + ppm))
}

/// Since when store 1 ticks, within a tick: alone, it stands for election at a tick.
fn phase_us(leader_ppm: i64) -> Micros {
    let actions = vec![
        (2 * SECONDS, Action::Crash(S0)),
        (2 * SECONDS, Action::Crash(S2)),
    ];
    let cluster = run(drifting(leader_ppm), actions, 5 * SECONDS);
    let mut roles = cluster.observer().roles.iter();
    let stood = roles.find(|(_, node, role)| *node == S1 && *role == Role::Candidate);
    stood.expect("it stands for election").0 % (100 * MILLIS)
}

/// Stale reads where store 1 hears the last round `before_us` before a tick, over some ticks.
fn stale_at_worst(leader_ppm: i64, before_us: Micros) -> usize {
    let config = drifting(leader_ppm);
    let ticks_us = config.raft.tick_us;
    let first_us = 5 * SECONDS + phase_us(leader_ppm);
    let mut stale = 0;
    for tick_us in (0..24).map(|tick| first_us + tick * ticks_us) {
        let asked_us = tick_us - before_us - DELAY_US - NEAR_US;
        let free_us = tick_us + 9 * ticks_us;
        let mut round = request(G0, OpKind::Get, 7);
        if let Action::Request { mode, .. } = &mut round {
            *mode = Some(ReadMode::Leader);
        }
        let mut actions = vec![
            (3 * SECONDS, cut(0, 2, true)),
            (asked_us, round),
            (
                asked_us + 2 * DELAY_US + 5 * NEAR_US,
                Action::Isolate(Place::Zone(ZoneId(0))),
            ),
            (
                free_us + 20 - DELAY_US,
                Action::Campaign {
                    store: S2,
                    range: RangeId(0),
                },
            ),
        ];
        let from_us = free_us - 400 * MILLIS;
        actions.extend(gets(G0, 4 * SECONDS, free_us));
        actions.extend(every(
            500,
            G0,
            OpKind::Get,
            (free_us, free_us + 60 * MILLIS),
        ));
        actions.extend(every(
            500,
            G2,
            OpKind::Put,
            (from_us, free_us + 60 * MILLIS),
        ));
        let cluster = run(config.clone(), actions, free_us + 100 * MILLIS);
        stale += cluster.observer().stale();
    }
    stale
}

#[test]
fn just_inside_its_bound_a_lease_holds_even_where_everything_comes_at_its_worst_moment() {
    let leader_ppm = slower_by(bound_ppm() - 200);
    for before_us in [10, 50, 1_000, 40_000, 99_000] {
        assert_eq!(stale_at_worst(leader_ppm, before_us), 0, "{before_us} us");
    }
}

/// A few tenths of a per cent further: the new leader's first entry of its own takes a round more,
/// and its gateway must find it.
#[test]
fn just_outside_its_bound_a_lease_is_stale() {
    assert!(stale_at_worst(slower_by(bound_ppm() + 4_000), 10) > 0);
}

#[test]
fn perfect_clocks_are_inside_even_where_everything_comes_at_its_worst_moment() {
    assert_eq!(stale_at_worst(0, 10), 0);
}
