//! What is booked for a message, where, and at what price.

mod over_time;

use sim::NodeId;

use super::*;
use crate::series::{SERIES_BUCKET_US, SERIES_BUCKETS_MAX};
use crate::testing::sent;

/// Nodes 0 and 1 in zone 0, node 2 in zone 1; 2 cents per GB between zones.
fn meters() -> Meters {
    Meters::new(2, vec![0, 0, 1], &[0, 20_000_000, 20_000_000, 0])
}

/// Payload bytes between zones, of all kinds.
fn cross_zone_total(meters: &Meters) -> u64 {
    let kinds = ByteKind::ALL.into_iter();
    kinds.map(|kind| meters.cross_zone_bytes(kind)).sum()
}

#[test]
fn bytes_are_booked_once_by_pair_and_kind_with_framing_apart() {
    let mut meters = meters();
    meters.sent(
        5,
        &SentFact {
            bytes: 100,
            framing: 30,
            ..sent(1, 0, 2)
        },
    );
    meters.sent(
        5,
        &SentFact {
            bytes: 7,
            framing: 3,
            ..sent(2, 0, 1)
        },
    );
    assert_eq!(meters.cross_zone_bytes(ByteKind::Append), 100);
    assert_eq!(cross_zone_total(&meters), 100);
    assert_eq!(meters.payload().iter().sum::<u64>(), 107);
    assert_eq!(meters.framing().iter().sum::<u64>(), 33);
    let pair_0_to_1 = KINDS + ByteKind::Append as usize;
    assert_eq!(meters.payload()[pair_0_to_1], 100);
    assert_eq!(meters.messages(), 2);
}

#[test]
fn the_busiest_second_of_a_pair_is_remembered_also_across_a_silence() {
    let mut meters = meters();
    let mut carry = |at_us, bytes| {
        meters.sent(
            at_us,
            &SentFact {
                bytes,
                framing: 0,
                end_us: at_us,
                ..sent(1, 0, 2)
            },
        );
        meters.peak_pair(at_us)
    };
    assert_eq!(carry(0, 1_000), 0, "its bucket is not whole");
    assert_eq!(carry(SERIES_BUCKET_US, 500), 1_000);
    let whole = carry(40 * SERIES_BUCKET_US, 1);
    assert!(whole >= 1_500, "both lie in one second: {whole}");
    assert_eq!(carry(90 * SERIES_BUCKET_US, 1), whole);
}

/// It is that of all whole seconds so far, whoever asked before, and when.
#[test]
fn the_busiest_second_does_not_depend_on_when_it_is_asked_for() {
    for seed in 0..50 {
        let draw = |place: u64, most: u64| sim::mix(seed, place) % most;
        let mut meters = meters();
        let mut in_tenth = vec![0; 400];
        let mut tenth = 0;
        for number in 0..200 {
            tenth += draw(3 * number, 40).saturating_sub(36);
            let bytes = 1 + draw(3 * number + 1, 1_000);
            let end = tenth + draw(3 * number + 2, 3);
            let one = SentFact {
                bytes,
                framing: 0,
                end_us: end * SERIES_BUCKET_US,
                ..sent(number + 1, 0, 2)
            };
            meters.sent(tenth * SERIES_BUCKET_US, &one);
            in_tenth[end as usize] += bytes;
            if draw(number, 5) == 0 {
                let second = |last: u64| {
                    in_tenth[last.saturating_sub(10) as usize..last as usize]
                        .iter()
                        .sum::<u64>()
                };
                let busiest = (1..=tenth).map(second).max().unwrap_or(0);
                let asked = meters.peak_pair(tenth * SERIES_BUCKET_US);
                assert_eq!(asked, busiest, "seed {seed}, tenth {tenth}");
            }
        }
    }
}

#[test]
fn what_crossed_lately_is_that_of_the_last_second_in_whole_tenths() {
    let mut meters = meters();
    let bytes = |meters: &Meters, at_us: Micros| {
        let recent = meters.recent(at_us);
        (
            recent.payload.iter().sum::<u64>(),
            recent.framing.iter().sum::<u64>() > 0,
            recent.span_us,
        )
    };
    assert_eq!(bytes(&meters, 99_999), (0, false, 0));
    for tenth in 0..30 {
        let number = tenth + 1;
        let at_us = tenth * 100_000 + 50_000;
        let one = SentFact {
            bytes: number,
            framing: 1,
            end_us: at_us,
            ..sent(number, 0, 2)
        };
        meters.sent(at_us, &one);
        if tenth == 4 {
            assert_eq!(bytes(&meters, 450_000), (1 + 2 + 3 + 4, true, 400_000));
        }
    }
    let last: u64 = (20..30).sum();
    assert_eq!(bytes(&meters, 2_999_999), (last, true, 1_000_000));
    assert_eq!(bytes(&meters, 3_000_000), (last + 30 - 20, true, 1_000_000));
    assert_eq!(bytes(&meters, 3_950_000), (30, true, 1_000_000));
    assert_eq!(bytes(&meters, 9_000_000), (0, false, 1_000_000));
}

#[test]
fn what_waits_before_a_full_line_counts_when_it_has_crossed() {
    let mut meters = meters();
    for number in 1..=20 {
        let late = SentFact {
            bytes: 100,
            framing: 0,
            end_us: number * SERIES_BUCKET_US,
            ..sent(number, 0, 2)
        };
        meters.sent(5, &late);
    }
    let payload = |at_us| meters.recent(at_us).payload.iter().sum::<u64>();
    assert_eq!(payload(SERIES_BUCKET_US), 0);
    assert_eq!(payload(6 * SERIES_BUCKET_US), 500);
    assert_eq!(payload(15 * SERIES_BUCKET_US), 1_000, "ten tenths of it");
    assert_eq!(payload(40 * SERIES_BUCKET_US), 0);
    let far = SentFact {
        end_us: Micros::MAX,
        ..sent(21, 0, 2)
    };
    meters.sent(6, &far);
    assert_eq!(
        meters
            .recent(15 * SERIES_BUCKET_US)
            .payload
            .iter()
            .sum::<u64>(),
        1_000
    );
}

#[test]
fn what_a_message_spared_counts_where_it_crossed_and_nowhere_else() {
    let mut meters = meters();
    meters.sent(5, &sent(1, 2, 0));
    meters.saved(1, Saver::Relay, 500);
    meters.saved(1, Saver::Delta, 30);
    meters.sent(6, &sent(2, 0, 1));
    meters.saved(2, Saver::Delta, 70);
    let cut = SentFact {
        fate: Fate::Blocked,
        ..sent(3, 0, 2)
    };
    meters.sent(7, &cut);
    meters.saved(3, Saver::Compression, 90);
    assert_eq!(meters.saved_bytes(), [500, 30, 0, 0]);
    let pair_1_to_0 = 2 * SAVERS;
    assert_eq!(meters.saved_between()[pair_1_to_0..][..2], [500, 30]);
}

#[test]
fn the_price_of_all_is_that_of_its_kinds() {
    let mut meters = meters();
    for (kind, bytes) in [(ByteKind::Append, 3_000_000), (ByteKind::Ack, 50_000)] {
        let one = SentFact {
            kind,
            bytes,
            ..sent(1, 0, 2)
        };
        meters.sent(5, &one);
        // Inside a zone nothing is asked for.
        meters.sent(
            6,
            &SentFact {
                to: NodeId(1),
                ..one
            },
        );
    }
    let by_kind = meters.nano_usd_by_kind();
    // With 20 bytes of framing each, and 52 bytes of acknowledgement for two segments.
    assert_eq!(by_kind[ByteKind::Append as usize], 60_000 + 1_040);
    assert_eq!(by_kind[ByteKind::Ack as usize], 1_000 + 18);
    let rounded = meters.nano_usd() - by_kind.iter().sum::<u128>();
    assert!(rounded < KINDS as u128);
}

#[test]
fn a_message_that_runs_into_a_cut_never_crosses_and_a_lost_one_does() {
    let mut meters = meters();
    meters.sent(
        5,
        &SentFact {
            bytes: 100,
            fate: Fate::Blocked,
            ..sent(1, 0, 2)
        },
    );
    assert_eq!(meters.payload().iter().sum::<u64>(), 0);
    assert_eq!(meters.messages(), 1);
    meters.sent(
        5,
        &SentFact {
            bytes: 100,
            fate: Fate::Lost,
            ..sent(2, 0, 2)
        },
    );
    assert_eq!(meters.payload().iter().sum::<u64>(), 100);
}

#[test]
fn money_is_exact_and_rounded_once() {
    let mut meters = meters();
    // One byte costs 0.02 nano-dollars: single messages would round to nothing.
    for flight in 0..1_000 {
        meters.sent(
            0,
            &SentFact {
                bytes: 1,
                framing: 2,
                ..sent(flight, 0, 2)
            },
        );
    }
    assert_eq!(meters.nano_usd_payload(), 20);
    assert_eq!(meters.nano_usd(), 60, "clouds bill the wire");
    meters.sent(
        0,
        &SentFact {
            bytes: 1_000_000,
            ..sent(9, 0, 1)
        },
    );
    assert_eq!(meters.nano_usd(), 60, "bytes within a zone are free here");
}

#[test]
fn tcp_acknowledges_every_second_segment_the_other_way() {
    let mut meters = meters();
    let of = |bytes, framing| SentFact {
        bytes,
        framing,
        ..sent(1, 0, 2)
    };
    // One segment: what comes back acknowledges it. Five: two segments of 52 bytes.
    meters.sent(5, &of(100, 66));
    let append = ByteKind::Append as usize;
    let (there, back) = (KINDS + append, 2 * KINDS + append);
    assert_eq!((meters.framing()[there], meters.framing()[back]), (66, 0));
    meters.sent(6, &of(7_000, 274));
    assert_eq!(meters.framing()[back], 104);
    assert_eq!(meters.payload()[back], 0);
}

#[test]
fn a_month_is_measured_from_the_end_of_the_warm_up() {
    let mut meters = meters().measured_from(1_000);
    let of = |bytes| SentFact {
        bytes,
        framing: 0,
        ..sent(1, 0, 2)
    };
    assert_eq!(meters.nano_usd_measured(), (0, 0));
    meters.sent(999, &of(1_000_000));
    assert_eq!(meters.nano_usd_measured(), (0, 0), "it still warms up");
    meters.sent(1_000, &of(1_000));
    let (wire, payload) = meters.nano_usd_measured();
    assert_eq!((wire, payload), (20, 20));
    assert!(meters.nano_usd() > 20_000);
}
