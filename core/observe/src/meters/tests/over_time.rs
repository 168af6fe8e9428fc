//! What crosses over time: in tenths of a second, none of them more than its line carries.

use sim::Ticket;

use super::*;

#[test]
fn the_series_holds_cross_zone_bytes_by_bucket() {
    let mut meters = meters();
    meters.sent(
        0,
        &SentFact {
            bytes: 1,
            framing: 0,
            end_us: 0,
            ..sent(1, 0, 2)
        },
    );
    meters.sent(
        SERIES_BUCKET_US * 3,
        &SentFact {
            bytes: 2,
            framing: 0,
            end_us: SERIES_BUCKET_US * 3,
            ..sent(2, 2, 0)
        },
    );
    meters.sent(
        SERIES_BUCKET_US * 3,
        &SentFact {
            bytes: 4,
            framing: 0,
            ..sent(3, 0, 1)
        },
    );
    let append = ByteKind::Append as usize;
    let (first, buckets) = meters.between().after(-1, SERIES_BUCKET_US * 4);
    assert_eq!(first, 0);
    let bytes: Vec<u64> = buckets.iter().map(|bucket| bucket[append]).collect();
    assert_eq!(bytes, [1, 0, 0, 2, 0]);
    let (first, buckets) = meters.between().after(2, SERIES_BUCKET_US * 4);
    assert_eq!((first, buckets.len()), (3, 2));
}

#[test]
fn the_series_forgets_what_is_older_than_its_ring() {
    let mut meters = meters();
    let mut expected = Vec::new();
    for bucket in (0..3_000_u64).step_by(7) {
        meters.sent(
            bucket * SERIES_BUCKET_US,
            &SentFact {
                bytes: 1,
                framing: 0,
                end_us: bucket * SERIES_BUCKET_US,
                ..sent(1, 0, 2)
            },
        );
        expected.push(bucket);
    }
    let now_us = 2_999 * SERIES_BUCKET_US;
    let (first, buckets) = meters.between().after(-1, now_us);
    assert_eq!(first, 3_000 - SERIES_BUCKETS_MAX as u64);
    assert_eq!(buckets.len(), SERIES_BUCKETS_MAX);
    for (place, bucket) in buckets.iter().enumerate() {
        let number = first + place as u64;
        let bytes = u64::from(expected.contains(&number));
        assert_eq!(bucket[ByteKind::Append as usize], bytes, "bucket {number}");
    }
    // A long silence empties it.
    let (_, buckets) = meters.between().after(-1, now_us * 2);
    assert!(buckets.iter().flatten().all(|bytes| *bytes == 0));
}

#[test]
fn no_tenth_has_more_than_its_line_carries_however_much_is_sent_at_once() {
    const BPS: u64 = 50_000_000;
    let in_a_tenth = BPS / 8 / 10;
    let mut meters = meters().over(vec![0, BPS, BPS, 0]);
    // One message after the other over one line: 40 of 1 MB, sent at once.
    let (bytes, takes_us) = (1_000_000, 160_000);
    for number in 1..=40 {
        let one = SentFact {
            bytes,
            framing: 0,
            end_us: 1_000 + number * takes_us,
            ..sent(number, 0, 2)
        };
        meters.sent(0, &one);
    }
    let between = meters.between();
    let (_, buckets) = between.after(-1, between.until_us());
    let append = ByteKind::Append as usize;
    let acks = transport_ack_bytes(bytes) * 40;
    let all: u64 = buckets.iter().map(|bucket| bucket[append]).sum();
    assert_eq!(all, 40 * bytes + acks, "every byte once");
    let most = buckets.iter().map(|bucket| bucket[append]).max();
    assert!(
        most <= Some(in_a_tenth + acks / 60),
        "{most:?} against {in_a_tenth}"
    );
}

#[test]
fn what_its_sender_has_no_room_for_crosses_nowhere_and_costs_nothing() {
    let mut meters = meters();
    let refused = SentFact {
        fate: Fate::Full,
        bytes: 1 << 30,
        ..sent(1, 0, 2)
    };
    meters.sent(5, &refused);
    assert_eq!((meters.messages(), cross_zone_total(&meters)), (1, 0));
    assert_eq!(meters.nano_usd(), 0);
    assert!(
        meters
            .between()
            .after(-1, 1_000)
            .1
            .iter()
            .flatten()
            .all(|bytes| *bytes == 0)
    );
}

#[test]
fn a_message_of_which_its_arrival_comes_to_be_known_crosses_then() {
    let mut meters = meters();
    meters.undecided();
    let alone = SentFact {
        bytes: 100,
        framing: 0,
        end_us: 50_000,
        ..sent(1, 0, 2)
    };
    meters.sent(0, &alone);
    let append = ByteKind::Append as usize;
    assert_eq!(meters.between().after(-1, 0).1[0][append], 0);
    assert_eq!(cross_zone_total(&meters), 100, "it has left");
    let at_last = SentFact {
        end_us: 350_000,
        ..alone
    };
    meters.crossed(0, 0, &at_last);
    assert_eq!(meters.between().after(-1, 350_000).1[3][append], 100);
}

#[test]
fn parts_of_a_message_cross_as_they_are_told_and_add_up() {
    let mut meters = meters();
    meters.undecided();
    let message = SentFact {
        bytes: 101,
        framing: 0,
        ..sent(1, 0, 2)
    };
    meters.sent(0, &message);
    let part = |end_us, before, after| Part {
        number: 1,
        ticket: Ticket::default(),
        end_us,
        before,
        after,
        whole: 3,
    };
    for part in [part(90_000, 0, 1), part(100_000, 1, 2), part(350_000, 2, 3)] {
        meters.part_crossed(part.end_us, &message, &part);
    }
    let append = ByteKind::Append as usize;
    let (_, buckets) = meters.between().after(-1, 350_000);
    let bytes: Vec<u64> = buckets.iter().map(|bucket| bucket[append]).collect();
    assert_eq!(bytes, [33, 34, 0, 34]);
}
