//! Connections that share a link segment by segment: windows, shares, losses, conservation.

use std::collections::BTreeMap;

use super::*;
use crate::rng::mix;

/// One byte per microsecond and a millisecond each way.
const SHARED: LinkParams = LinkParams {
    bandwidth_bps: SLOW_BPS,
    connections: 4,
    ..PLAIN
};

/// Sends a message on a connection; its number.
fn write(network: &mut Network, now: Micros, lane: u64, bytes: u64) -> u64 {
    let sent = network.send_on(now, (A, B), Lane::Request(lane), bytes, Ticket::default());
    assert_eq!(
        (sent.fate, sent.certainty),
        (Fate::Arrives, Certainty::NotBefore)
    );
    network.sent
}

/// Numbers that stand for different connections of [`SHARED`].
fn two_lanes() -> (u64, u64) {
    let place = |lane: u64| mix(u64::from(A.0) * 5 + u64::from(B.0), lane) % 4;
    let other = (2..100).find(|lane| place(*lane) != place(1));
    (1, other.expect("of a hundred some are on another"))
}

#[test]
fn a_message_alone_takes_its_time_on_the_link_and_the_delay() {
    let mut network = network(1, SHARED);
    let sent = network.send_on(7, (A, B), Lane::Request(1), 1_000, Ticket::default());
    assert_eq!((sent.end_us, sent.certainty), (2_007, Certainty::NotBefore));
    assert_eq!(carry(&mut network), [(1, 2_007)].into());
}

#[test]
fn an_arrival_is_known_one_delay_ahead_and_brings_its_ticket() {
    let mut network = network(1, SHARED);
    let ticket = Ticket { slot: 3, cause: 9 };
    // Ten segments leave at once, the eleventh when the first is acknowledged.
    network.send_on(0, (A, B), Lane::Request(1), 11 * SEGMENT_BYTES, ticket);
    assert_eq!(network.known().count(), 0);
    while network
        .next_step_us()
        .is_some_and(|at| at <= 2_000 + SEGMENT_BYTES)
    {
        network.carry_on();
    }
    let arrival = Arrival {
        number: 1,
        end_us: 11 * SEGMENT_BYTES + 1_000,
        held_us: 0,
        ticket,
    };
    assert_eq!(network.known().collect::<Vec<_>>(), [arrival]);
}

#[test]
fn a_small_message_does_not_wait_behind_a_large_one_of_another_connection() {
    let (large, small) = two_lanes();
    let mut network = network(1, SHARED);
    write(&mut network, 0, large, 500_000);
    write(&mut network, 0, small, 1_000);
    write(&mut network, 0, large, 1_000);
    let ends = carry(&mut network);
    // Ten segments of the large one are before it.
    assert_eq!(ends[&2], 10 * SEGMENT_BYTES + 1_000 + 1_000);
    // Its own connection keeps the order, and one segment holds the end of the one and the other.
    assert_eq!((ends[&1], ends[&3]), (503_000, 503_000));
}

#[test]
fn connections_with_the_same_window_share_a_link_evenly() {
    let (one, other) = two_lanes();
    let params = LinkParams {
        window_bytes: 20_000,
        ..SHARED
    };
    let mut network = network(1, params);
    write(&mut network, 0, one, 1_000_000);
    write(&mut network, 0, other, 1_000_000);
    let ends = carry(&mut network);
    assert!(ends[&1] > 1_900_000 && ends[&2] > 1_900_000, "{ends:?}");
}

#[test]
fn a_connection_carries_the_least_of_bandwidth_and_window_per_round_trip() {
    for (bandwidth_bps, window_bytes, delay_us) in [
        (297_000_000, 19_200, 14_000),
        (297_000_000, 65_536, 14_000),
        (297_000_000, 4_000_000, 14_000),
        (10_000_000, 65_536, 100),
        (4_500_000_000, 19_200, 100),
        (0, 10_000, 500),
    ] {
        let params = LinkParams {
            delay_us,
            bandwidth_bps,
            window_bytes,
            ..SHARED
        };
        let mut network = network(1, params);
        // The first part is slow start.
        let (warm, bytes) = (20_000_000, 40_000_000);
        let (_, whole) = (
            write(&mut network, 0, 1, warm),
            write(&mut network, 0, 1, bytes),
        );
        let ends = carry(&mut network);
        let took_us = (ends[&whole] - ends[&(whole - 1)]) as f64;
        let by_link_us = match bandwidth_bps {
            0 => 0.0,
            bps => bytes as f64 * 8e6 / bps as f64,
        };
        // A round trip is that of a segment: its own time on the link belongs to it.
        let segment_us = match bandwidth_bps {
            0 => 0.0,
            bps => SEGMENT_BYTES as f64 * 8e6 / bps as f64,
        };
        let round_trip_us = (2 * delay_us) as f64 + segment_us;
        let by_window_us = bytes as f64 * round_trip_us / window_bytes as f64;
        let expected_us = by_link_us.max(by_window_us);
        let off = (took_us / expected_us - 1.0).abs();
        assert!(
            off < 0.01,
            "{window_bytes} at {bandwidth_bps}: {took_us} for {expected_us}"
        );
    }
}

#[test]
fn what_finds_no_room_is_sent_again_and_arrives() {
    let (one, other) = two_lanes();
    let params = LinkParams {
        buffer_bytes: 12 * SEGMENT_BYTES,
        ..SHARED
    };
    let mut network = network(1, params);
    write(&mut network, 0, one, 10 * SEGMENT_BYTES);
    write(&mut network, 0, other, 10 * SEGMENT_BYTES);
    let ends = carry(&mut network);
    let (_, lost) = network.segment_bytes();
    assert_eq!(lost, 8 * SEGMENT_BYTES);
    assert_eq!(ends[&1], 10 * SEGMENT_BYTES + 1_000, "the first found room");
    // The other's last eight had nothing behind them that would tell: it waits for its timeout.
    assert!(ends[&2] > RTO_MIN_US, "{ends:?}");
}

#[test]
fn later_segments_tell_of_a_lost_one_within_a_round_trip() {
    let params = LinkParams {
        loss: Ratio { ppm: 20_000 },
        delay_us: 10_000,
        bandwidth_bps: 100_000_000,
        ..SHARED
    };
    // Of a segment lost among the last, no later one tells: with this seed none is.
    let mut network = network(2, params);
    write(&mut network, 0, 1, 100 * SEGMENT_BYTES);
    let ends = carry(&mut network);
    let (_, lost) = network.segment_bytes();
    assert!(lost > 0);
    assert!(ends[&1] < RTO_MIN_US, "{ends:?}");
}

#[test]
fn which_segments_a_link_loses_is_decided_by_the_seed() {
    let params = LinkParams {
        loss: Ratio { ppm: 20_000 },
        ..SHARED
    };
    let mut lost = std::collections::BTreeSet::new();
    for seed in 0..10 {
        let mut network = network(seed, params);
        write(&mut network, 0, 1, 100 * SEGMENT_BYTES);
        carry(&mut network);
        lost.insert(network.segment_bytes().1);
    }
    assert!(lost.len() > 2, "{lost:?}");
}

#[test]
fn after_a_pause_a_connection_begins_with_ten_segments() {
    let params = LinkParams {
        bandwidth_bps: 0,
        ..SHARED
    };
    let mut network = network(1, params);
    write(&mut network, 0, 1, 1_000_000);
    let busy = carry(&mut network);
    let pause_us = 10 * SECONDS;
    write(&mut network, pause_us, 1, 1_000_000);
    let again = carry(&mut network);
    assert_eq!(again[&2] - pause_us, busy[&1]);
}

#[test]
fn every_byte_arrives_once_and_nothing_overtakes() {
    for seed in 0..40 {
        let mut stream = Stream::fork(seed, "flows", 0);
        let params = LinkParams {
            bandwidth_bps: SLOW_BPS << stream.below(8),
            window_bytes: [0, 3_000, 20_000][stream.below(3) as usize],
            buffer_bytes: [0, 5_000, 50_000][stream.below(3) as usize],
            loss: Ratio {
                ppm: stream.below(2) as u32 * 50_000,
            },
            jitter_us: stream.below(2) * 700,
            connections: 1 + stream.below(6) as u32,
            ..PLAIN
        };
        let mut network = network(seed, params);
        let mut ends = BTreeMap::new();
        let (mut now, mut bytes) = (0, 0);
        let mut sent_on: BTreeMap<u64, Vec<(u64, Micros)>> = BTreeMap::new();
        for _ in 0..300 {
            now += stream.below(4_000);
            ends.extend(carry_until(&mut network, now));
            let (lane, size) = (stream.below(4), 1 + stream.below(30_000));
            let number = write(&mut network, now, lane, size);
            sent_on.entry(lane).or_default().push((number, now));
            bytes += size;
        }
        ends.extend(carry(&mut network));
        assert_eq!(ends.len(), 300, "seed {seed}: each arrives");
        for sent in sent_on.values() {
            assert!(
                sent.is_sorted_by_key(|(number, _)| ends[number]),
                "seed {seed}"
            );
            assert!(
                sent.iter().all(|(number, at)| ends[number] > at + 1_000),
                "seed {seed}"
            );
        }
        let (left, lost) = network.segment_bytes();
        assert_eq!(left - lost, bytes, "seed {seed}: what was not lost arrived");
        let (_, used_ns, _) = network.link_use(Micros::MAX / 2_000, ZoneId(0), ZoneId(1));
        let exact_ns = u128::from(bytes) * 8_000_000_000 / u128::from(params.bandwidth_bps);
        let off_ns = u128::from(used_ns) - exact_ns;
        assert!(
            off_ns < 10_000,
            "seed {seed}: the link carried each byte once, {off_ns}"
        );
    }
}

#[test]
fn a_cut_loses_what_is_to_be_sent_and_a_closed_connection_begins_anew() {
    let mut network = network(1, SHARED);
    write(&mut network, 0, 1, 500_000);
    let cut = network.impair(ZONE_A, ZONE_B, Impairment::Cut);
    assert_eq!(carry(&mut network), BTreeMap::new());
    network.heal(cut);
    let now = 10 * SECONDS;
    write(&mut network, now, 1, 1_000);
    assert_eq!(carry(&mut network), [(2, now + 2_000)].into());
    let later = 2 * now;
    write(&mut network, later, 1, 500_000);
    network.reset_connection(later, A);
    // Its process is gone: what its kernel has is sent on.
    assert_eq!(carry(&mut network), [(3, later + 1_000)].into());
}

#[test]
fn a_connection_with_a_minute_to_send_takes_no_more() {
    let mut network = network(1, SHARED);
    write(&mut network, 0, 1, 2 * BACKLOG_US_MAX);
    let refused = network.send_on(0, (A, B), Lane::Request(1), 1, Ticket::default());
    assert_eq!((refused.fate, refused.end_us), (Fate::Full, 0));
}
