//! When messages arrive, wait or are lost.

use std::collections::BTreeMap;

use super::*;
use crate::fault::{Degrade, Impairment, Place};

mod faults;
mod flows;
mod hosts;
mod losses;
mod share;

const A: NodeId = NodeId(0);
const A2: NodeId = NodeId(1);
const B: NodeId = NodeId(2);
const B2: NodeId = NodeId(3);
const C: NodeId = NodeId(4);
const ZONE_A: Place = Place::Zone(ZoneId(0));
const ZONE_B: Place = Place::Zone(ZoneId(1));
const HALF: Ratio = Ratio { ppm: 500_000 };
const PLAIN: LinkParams = LinkParams {
    delay_us: 1_000,
    jitter_us: 0,
    bandwidth_bps: 0,
    loss: Ratio::ZERO,
    vanish: Ratio::ZERO,
    window_bytes: 0,
    connections: 0,
    buffer_bytes: 0,
};
/// One byte per microsecond.
const SLOW_BPS: u64 = 8_000_000;

/// Two nodes in zone a, two in b, one in c; every pair of zones has the same link.
fn network(seed: u64, params: LinkParams) -> Network {
    let zones = [ZoneId(0), ZoneId(0), ZoneId(1), ZoneId(1), ZoneId(2)];
    Network::new(seed, &zones, 3, |_, _| params)
}

fn pairs() -> impl Iterator<Item = (NodeId, NodeId)> {
    (0..25).map(|pair| (NodeId(pair / 5), NodeId(pair % 5)))
}

fn arrives(depart_us: Micros, end_us: Micros) -> Sent {
    Sent::once(depart_us, end_us, Fate::Arrives)
}

/// It arrives then if nothing else comes onto its link meanwhile.
fn stands(depart_us: Micros, end_us: Micros) -> Sent {
    Sent {
        certainty: Certainty::AsThingsStand,
        ..arrives(depart_us, end_us)
    }
}

fn degrade(degrade: Degrade) -> Impairment {
    Impairment::Degrade(degrade)
}

#[test]
fn a_message_takes_the_delay_of_the_link_and_reaches_its_sender_in_a_microsecond() {
    let params = |from: ZoneId, to: ZoneId| LinkParams {
        delay_us: 100 * u64::from(from.0) + u64::from(to.0),
        ..PLAIN
    };
    let mut network = Network::new(1, &[ZoneId(1), ZoneId(2)], 3, params);
    assert_eq!(
        network.send(7, NodeId(0), NodeId(1), 1_000_000),
        arrives(7, 109)
    );
    assert_eq!(network.send(7, NodeId(1), NodeId(0), 0), arrives(7, 208));
    assert_eq!(network.send(7, NodeId(1), NodeId(1), 9), arrives(7, 8));
    assert_eq!(network.zone_of(NodeId(1)), ZoneId(2));
}

#[test]
fn connections_of_one_directed_zone_pair_share_its_bandwidth() {
    let mut network = network(
        1,
        LinkParams {
            bandwidth_bps: SLOW_BPS,
            ..PLAIN
        },
    );
    assert_eq!(network.send(0, A, B, 100), stands(0, 1_100));
    assert_eq!(network.send(0, A2, B2, 50), stands(0, 1_100));
    assert_eq!(network.send(0, B, A, 10), stands(0, 1_010));
    assert_eq!(network.send(0, A, C, 10), stands(0, 1_010));
    assert_eq!(network.send(0, A, A2, 10), stands(0, 1_010));
    assert_eq!(network.send(500, A, B, 1), stands(500, 1_501));
}

#[test]
fn a_window_bounds_each_connection_to_one_window_per_round_trip() {
    let mut network = network(
        1,
        LinkParams {
            window_bytes: 2_000,
            ..PLAIN
        },
    );
    assert_eq!(network.send(0, A, B, 2_000), arrives(0, 1_000));
    assert_eq!(network.send(0, A, B, 1_000), arrives(0, 2_000));
    assert_eq!(network.send(0, A, B, 4_000), arrives(1_000, 6_000));
    assert_eq!(network.send(0, A2, B, 2_000), arrives(0, 1_000));
    assert_eq!(network.send(20_000, A, B, 2_000), arrives(20_000, 21_000));
}

#[test]
fn time_on_the_link_and_time_in_the_window_overlap() {
    let params = LinkParams {
        window_bytes: 1_000,
        bandwidth_bps: SLOW_BPS,
        ..PLAIN
    };
    let mut network = network(1, params);
    // 3,000 bytes: 3,000 µs on the link, 4,000 µs of refill.
    assert_eq!(network.send(0, A, B, 3_000), stands(0, 5_000));
    assert_eq!(network.send(0, A2, B, 500), stands(0, 2_000));
}

#[test]
fn arrivals_of_one_connection_never_overtake() {
    for seed in 0..50 {
        let mut network = network(
            seed,
            LinkParams {
                jitter_us: 5_000,
                ..PLAIN
            },
        );
        let mut stream = Stream::fork(seed, "senders", 0);
        let mut ends = [0; 25];
        let (mut now, mut jittered) = (0, 0);
        for _ in 0..1_000 {
            now += stream.below(20);
            let pair = stream.below(25);
            let (from, to) = (NodeId((pair / 5) as u16), NodeId((pair % 5) as u16));
            let end_us = network.send(now, from, to, 100).end_us;
            let last_us = &mut ends[usize::try_from(pair).unwrap()];
            assert!(end_us >= *last_us, "seed {seed}");
            assert!(end_us <= (now + 6_000).max(*last_us), "seed {seed}");
            jittered += u64::from(end_us > now + 1_000);
            *last_us = end_us;
        }
        assert!(jittered > 500, "seed {seed}");
    }
}

#[test]
fn jitter_is_uniform_up_to_its_bound() {
    let mut network = network(
        1,
        LinkParams {
            jitter_us: 9,
            ..PLAIN
        },
    );
    let mut counts = [0_u32; 10];
    for second in 0..10_000 {
        let now = second * SECONDS;
        let lag_us = network.send(now, A, B, 1).end_us - now;
        counts[usize::try_from(lag_us - 1_000).unwrap()] += 1;
    }
    assert!(
        counts.iter().all(|count| (900..=1_100).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn a_message_that_vanishes_dies_halfway_and_still_used_the_link() {
    let params = LinkParams {
        vanish: Ratio::ONE,
        bandwidth_bps: SLOW_BPS,
        ..PLAIN
    };
    let mut network = network(1, params);
    let lost = Sent::once(0, 550, Fate::Lost);
    assert_eq!(network.send(0, A, B, 100), lost);
    assert_eq!(network.send(0, A, B, 100).depart_us, 100);
}

#[test]
fn what_vanishes_follows_its_ratio_and_adds_up_as_independent() {
    let mut network = network(
        1,
        LinkParams {
            vanish: HALF,
            ..PLAIN
        },
    );
    network.impair(
        ZONE_A,
        ZONE_B,
        degrade(Degrade {
            vanish: HALF,
            ..Degrade::default()
        }),
    );
    let mut lost = |from, to| {
        (0..10_000)
            .filter(|&now| network.send(now, from, to, 1).fate == Fate::Lost)
            .count()
    };
    assert!((7_350..=7_650).contains(&lost(A, B)));
    assert!((4_850..=5_150).contains(&lost(B, A)));
    assert_eq!(lost(A, A), 0);
}

#[test]
fn a_message_that_would_wait_beyond_the_backlog_is_refused_at_once() {
    let mut network = network(
        1,
        LinkParams {
            bandwidth_bps: SLOW_BPS,
            ..PLAIN
        },
    );
    assert_eq!(network.send(0, A, B, BACKLOG_US_MAX).fate, Fate::Arrives);
    assert_eq!(network.send(0, A, B, 1).fate, Fate::Arrives);
    assert_eq!(network.send(0, A, B, 1), Sent::once(0, 0, Fate::Full));
    assert_eq!(network.send(1, A, B, 1).depart_us, BACKLOG_US_MAX + 1);
}

#[test]
fn a_crash_forgets_window_and_order_of_the_connections_of_that_node() {
    let mut network = network(
        1,
        LinkParams {
            window_bytes: 1_000,
            ..PLAIN
        },
    );
    for (from, to) in [(A, B), (B, A), (B, B2)] {
        assert_eq!(network.send(0, from, to, 5_000), arrives(0, 9_000));
    }
    network.reset_connection(0, A);
    assert_eq!(network.send(10, A, B, 100), arrives(10, 1_010));
    assert_eq!(network.send(10, B, A, 100), arrives(10, 1_010));
    assert_eq!(network.send(10, B, B2, 100), arrives(8_000, 9_200));
}

#[test]
fn the_order_of_messages_on_other_connections_does_not_matter() {
    let params = LinkParams {
        jitter_us: 900,
        loss: HALF,
        ..PLAIN
    };
    let (mut alone, mut crowd) = (network(3, params), network(3, params));
    for step in 0..200 {
        let now = step * 10_000;
        for (from, to) in pairs().filter(|pair| *pair != (A, B)) {
            crowd.send(now, from, to, 10);
        }
        assert_eq!(alone.send(now, A, B, 10), crowd.send(now, A, B, 10));
    }
}

/// Carries all on until nothing is due, or until an instant, and gathers when messages arrive.
fn carry_until(network: &mut Network, until: Micros) -> BTreeMap<u64, Micros> {
    while network.next_step_us().is_some_and(|at| at <= until) {
        network.carry_on();
    }
    let known = network.known();
    known
        .map(|arrival| (arrival.number, arrival.end_us))
        .collect()
}

fn carry(network: &mut Network) -> BTreeMap<u64, Micros> {
    carry_until(network, Micros::MAX)
}
