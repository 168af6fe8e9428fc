//! Lost packets under TCP: they are sent again, and what follows waits.

use super::*;
use crate::time::MILLIS;

/// Both ways of `PLAIN`.
const ROUND_TRIP_US: Micros = 2_000;

fn lossy(seed: u64, ppm: u32) -> Network {
    let params = LinkParams {
        loss: Ratio { ppm },
        ..PLAIN
    };
    network(seed, params)
}

/// The first seed whose run is as asked for.
fn first<T>(mut run: impl FnMut(u64) -> Option<T>) -> T {
    (0..10_000).find_map(&mut run).expect("a seed for it")
}

#[test]
fn a_lone_message_whose_packet_is_lost_comes_after_the_timeout() {
    let sent = first(|seed| {
        let sent = lossy(seed, 300_000).send(0, A, B, 100);
        (sent.resent == 1).then_some(sent)
    });
    // One round trip and 200 ms until it is sent again, and its way.
    let late_us = ROUND_TRIP_US + RTO_MIN_US;
    assert_eq!(sent.fate, Fate::Arrives);
    assert_eq!(sent.end_us, late_us + 1_000);
    assert_eq!((sent.held_us, sent.resent_bytes), (late_us, 100));
}

#[test]
fn the_timeout_doubles_with_each_loss() {
    for resent in 1..=4_u32 {
        let end_us = first(|seed| {
            let sent = lossy(seed, 500_000).send(0, A, B, 100);
            (sent.fate == Fate::Arrives && sent.resent == resent).then_some(sent.end_us)
        });
        let timeouts = (1 << resent) - 1;
        let waited_us = timeouts * (ROUND_TRIP_US + RTO_MIN_US);
        assert_eq!(end_us, waited_us + 1_000, "{resent} times");
    }
}

#[test]
fn jitter_makes_the_timeout_longer() {
    let jitter_us = 300 * MILLIS;
    let params = LinkParams {
        loss: HALF,
        jitter_us,
        ..PLAIN
    };
    let held_us = first(|seed| {
        let sent = network(seed, params).send(0, A, B, 100);
        (sent.fate == Fate::Arrives && sent.resent == 1).then_some(sent.held_us)
    });
    // SRTT has half of both jitters, and 4 RTTVAR is a bound of both together. The packet that
    // comes in the end has no jitter of its own.
    let timeout_us = ROUND_TRIP_US + jitter_us + 2 * jitter_us;
    assert!(held_us <= timeout_us, "{held_us}");
    assert!(held_us >= timeout_us - jitter_us, "{held_us}");
}

#[test]
fn what_follows_a_lost_packet_waits_for_it_on_its_connection_alone() {
    let (lost, behind, other) = first(|seed| {
        let mut network = lossy(seed, 200_000);
        let lost = network.send(0, A, B, 100);
        let behind = network.send(10, A, B, 100);
        let other = network.send(10, A2, B, 100);
        let as_asked = lost.resent == 1 && behind.resent + other.resent == 0;
        as_asked.then_some((lost, behind, other))
    });
    assert_eq!(behind.end_us, lost.end_us);
    assert_eq!(behind.held_us, lost.end_us - 1_010);
    assert_eq!(other, arrives(10, 1_010));
}

#[test]
fn three_later_packets_have_a_lost_one_sent_again_in_a_round_trip() {
    let (lost, moved, last) = first(|seed| {
        let mut network = lossy(seed, 200_000);
        let lost = network.send(0, A, B, 100);
        if lost.resent != 1 {
            return None;
        }
        for now in [10, 20] {
            if network.send(now, A, B, 100).resent > 0 || !network.moved().is_empty() {
                return None;
            }
        }
        let last = network.send(30, A, B, 100);
        let moved = network.moved().to_vec();
        (last.resent == 0 && !moved.is_empty()).then_some((lost, moved, last))
    });
    // The third arrives at 1,030, its acknowledgement at 2,030, what was lost at 3,030.
    assert!(lost.end_us > RTO_MIN_US);
    assert_eq!(moved, [(1, 3_030), (2, 3_030), (3, 3_030)]);
    assert_eq!(last.end_us, 3_030);
    assert_eq!(last.held_us, 2_000);
}

#[test]
fn a_long_message_mends_its_own_holes_in_a_round_trip_but_for_its_last_packets() {
    let bytes = 20 * SEGMENT_BYTES;
    let mut mended = 0;
    for seed in 0..300 {
        let sent = lossy(seed, 50_000).send(0, A, B, bytes);
        assert_eq!(sent.fate, Fate::Arrives, "seed {seed}");
        if sent.resent == 0 {
            assert_eq!(sent.held_us, 0, "seed {seed}");
        } else if sent.held_us < RTO_MIN_US {
            assert_eq!(sent.held_us, ROUND_TRIP_US, "seed {seed}");
            mended += 1;
        }
        assert_eq!(sent.resent_bytes, u64::from(sent.resent) * SEGMENT_BYTES);
    }
    assert!(mended > 100, "{mended}");
}

#[test]
fn arrivals_of_a_lossy_connection_never_overtake_and_only_ever_move_forward() {
    for seed in 0..100 {
        let params = LinkParams {
            loss: Ratio { ppm: 100_000 },
            jitter_us: 3_000,
            ..PLAIN
        };
        let mut network = network(seed, params);
        let mut stream = Stream::fork(seed, "senders", 0);
        let mut ends = Vec::new();
        let mut now = 0;
        for _ in 0..500 {
            now += stream.below(8_000);
            let sent = network.send(now, A, B, stream.below(9_000));
            let number = ends.len() as u64 + 1;
            for &(moved, end_us) in network.moved() {
                let end = &mut ends[usize::try_from(moved - 1).unwrap()];
                assert!(
                    now < end_us && end_us < *end,
                    "seed {seed}, {moved} at {number}"
                );
                *end = end_us;
            }
            assert_eq!(sent.fate, Fate::Arrives, "seed {seed}");
            ends.push(sent.end_us);
        }
        assert!(ends.is_sorted(), "seed {seed}");
    }
}

#[test]
fn a_connection_that_gets_nothing_through_is_closed_with_all_that_waits_and_begins_anew() {
    let mut network = lossy(1, Ratio::ONE.ppm);
    let closed = network.send(0, A, B, 100);
    assert_eq!((closed.fate, closed.end_us), (Fate::Closed, SILENCE_US_MAX));
    let behind = network.send(5 * SECONDS, A, B, 100);
    assert_eq!((behind.fate, behind.end_us), (Fate::Closed, SILENCE_US_MAX));
    let anew = network.send(SILENCE_US_MAX, A, B, 100);
    assert_eq!((anew.fate, anew.end_us), (Fate::Closed, 2 * SILENCE_US_MAX));
}

#[test]
fn a_crash_or_a_cut_ends_what_a_connection_waits_for() {
    for by_cut in [false, true] {
        let mut network = network(1, PLAIN);
        let all_lost = Degrade {
            loss: Ratio::ONE,
            ..Degrade::default()
        };
        let fault = network.impair(ZONE_A, ZONE_B, degrade(all_lost));
        network.send(0, A, B, 100);
        network.heal(fault);
        assert_eq!(network.send(9, A, B, 100).fate, Fate::Closed);
        if by_cut {
            let cut = network.isolate(ZONE_A);
            network.heal(cut);
        } else {
            network.reset_connection(0, A);
        }
        assert_eq!(network.send(10, A, B, 100), arrives(10, 1_010));
    }
}

#[test]
fn packets_that_are_sent_again_take_their_room_on_the_link() {
    let params = LinkParams {
        loss: HALF,
        bandwidth_bps: SLOW_BPS,
        ..PLAIN
    };
    let (sent, queued_us) = first(|seed| {
        let mut network = network(seed, params);
        let sent = network.send(0, A, B, 1_000);
        let (_, _, queued_us) = network.link_use(0, ZoneId(0), ZoneId(1));
        (sent.resent == 1).then_some((sent, queued_us))
    });
    assert_eq!(sent.resent_bytes, 1_000);
    assert_eq!(queued_us, 2_000);
}

#[test]
fn loss_on_one_connection_shifts_no_luck_on_another_nor_its_own_once_healed() {
    let params = LinkParams {
        jitter_us: 900,
        ..PLAIN
    };
    let (mut plain, mut faulty) = (network(3, params), network(3, params));
    let how = Degrade {
        loss: HALF,
        ..Degrade::default()
    };
    let fault = faulty.impair(ZONE_A, ZONE_B, degrade(how));
    for step in 0..200 {
        let now = step * 20 * SECONDS;
        if step == 100 {
            faulty.heal(fault);
        }
        for (from, to) in pairs() {
            let (plain, faulty) = (
                plain.send(now, from, to, 10),
                faulty.send(now, from, to, 10),
            );
            let meets = network(0, PLAIN).zone_of(from) == ZoneId(0)
                && network(0, PLAIN).zone_of(to) == ZoneId(1);
            if !meets || step >= 100 {
                assert_eq!(plain, faulty, "step {step}, {from:?} to {to:?}");
            }
        }
    }
}
