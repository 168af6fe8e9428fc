//! Which reads are stale, by what their clients could know.

use super::*;

fn at(invoked_us: Micros) -> Asker {
    Asker {
        session: 9,
        invoked_us,
    }
}

fn none_open(_: u64) -> bool {
    false
}

/// What session 1 reads of what session 0 wrote.
fn judged(
    staleness: &Staleness,
    key: u64,
    value: u64,
    invoked_us: Micros,
    oldest: u64,
) -> Freshness {
    let by = Asker {
        session: 1,
        invoked_us,
    };
    let is_open = |value: u64| value >= oldest;
    staleness.judge(key, value, by, is_open).freshness
}

/// Writes of key 0 as (value, invoked, acknowledged).
fn after(writes: &[(u64, Micros, Micros)]) -> Staleness {
    let mut staleness = Staleness::new(2);
    for (value, invoked_us, at_us) in writes {
        staleness.acknowledged(*at_us, (0, *value), at(*invoked_us), (0, 1));
    }
    staleness
}

#[test]
fn a_read_of_the_newest_write_is_fresh() {
    let staleness = after(&[(1, 10, 20), (2, 30, 40)]);
    assert_eq!(judged(&staleness, 0, 2, 100, 1_000_000), Freshness::Fresh);
    assert_eq!(judged(&staleness, 1, 0, 100, 1_000_000), Freshness::Fresh);
}

#[test]
fn a_read_of_a_replaced_write_is_stale_since_the_first_acknowledgement() {
    let staleness = after(&[(1, 10, 20), (2, 30, 40), (3, 50, 60)]);
    let expected = Freshness::Stale {
        stale_us: 60,
        commits: 2,
    };
    assert_eq!(judged(&staleness, 0, 1, 100, 1_000_000), expected);
    let expected = Freshness::Stale {
        stale_us: 80,
        commits: 3,
    };
    assert_eq!(judged(&staleness, 0, 0, 100, 1_000_000), expected);
}

#[test]
fn a_read_sent_before_the_acknowledgement_is_fresh() {
    let staleness = after(&[(1, 10, 20), (2, 30, 40)]);
    assert_eq!(judged(&staleness, 0, 1, 40, 1_000_000), Freshness::Fresh);
    assert_eq!(
        judged(&staleness, 0, 1, 41, 1_000_000),
        Freshness::Stale {
            stale_us: 1,
            commits: 1
        }
    );
}

#[test]
fn concurrent_writes_may_have_happened_in_either_order() {
    let staleness = after(&[(1, 10, 40), (2, 20, 50)]);
    assert_eq!(judged(&staleness, 0, 1, 100, 1_000_000), Freshness::Fresh);
    assert_eq!(judged(&staleness, 0, 2, 100, 1_000_000), Freshness::Fresh);
}

#[test]
fn an_unacknowledged_write_is_never_too_old() {
    let mut staleness = after(&[(1, 10, 20), (5, 30, 40)]);
    assert_eq!(
        judged(&staleness, 0, 3, 100, 3),
        Freshness::Fresh,
        "still pending"
    );
    staleness.unanswered(3);
    assert_eq!(
        judged(&staleness, 0, 3, 100, 1_000_000),
        Freshness::Fresh,
        "given up"
    );
    assert_eq!(
        judged(&staleness, 0, 9, 100, 6),
        Freshness::Fresh,
        "newer than all"
    );
}

#[test]
fn what_was_forgotten_is_judged_by_what_is_kept() {
    let mut staleness = Staleness::new(2);
    let writes = ACKNOWLEDGED_MAX as u64 + 10;
    staleness.acknowledged(2, (1, 1), at(1), (1, 2));
    for value in 2..=writes {
        staleness.acknowledged(value * 10 + 5, (0, value), at(value * 10), (0, 1));
    }
    let now_us = writes * 10 + 100;
    let Freshness::Stale { commits, .. } = judged(&staleness, 0, 2, now_us, u64::MAX) else {
        panic!("a read of the first of {writes} writes is stale");
    };
    assert_eq!(u64::from(commits), writes - 2, "each that came after it");
    assert_eq!(staleness.acknowledged.len(), ACKNOWLEDGED_MAX);
    // The one write of this key is among the old ones.
    assert_eq!(judged(&staleness, 1, 1, now_us, u64::MAX), Freshness::Fresh);
    let stale_us = now_us - 2;
    let expected = Freshness::Stale {
        stale_us,
        commits: 1,
    };
    assert_eq!(judged(&staleness, 1, 0, now_us, u64::MAX), expected);
}

#[test]
fn the_worse_row_counts() {
    let little = Freshness::Stale {
        stale_us: 1,
        commits: 1,
    };
    let much = Freshness::Stale {
        stale_us: 9,
        commits: 1,
    };
    assert_eq!(
        Freshness::Fresh.worse(little).worse(much).worse(little),
        much
    );
    assert_eq!(
        Freshness::NotJudged.worse(Freshness::Fresh),
        Freshness::Fresh
    );
}

#[test]
fn a_session_that_misses_its_own_write_is_told_apart() {
    let staleness = after(&[(1, 10, 20), (2, 30, 40)]);
    assert!(!staleness.judge(0, 1, at(100), none_open).own_writes);
    assert!(staleness.judge(0, 2, at(100), none_open).own_writes);
    assert!(
        staleness.judge(0, 1, at(35), none_open).own_writes,
        "not done yet"
    );
    let other = Asker {
        session: 1,
        invoked_us: 100,
    };
    assert!(staleness.judge(0, 1, other, none_open).own_writes);
}

#[test]
fn a_write_precedes_what_was_sent_after_its_acknowledgement() {
    let staleness = after(&[(1, 10, 20), (2, 15, 40), (3, 30, 50)]);
    assert!(staleness.precedes(0, 1, 3));
    assert!(staleness.precedes(0, 0, 1));
    assert!(!staleness.precedes(0, 1, 2), "they overlap");
    assert!(!staleness.precedes(0, 3, 1));
    assert!(!staleness.precedes(0, 1, 9), "nobody has seen it end");
}

#[test]
fn a_row_comes_from_between_its_write_and_the_end_of_the_next() {
    let staleness = after(&[(1, 10, 20), (2, 15, 40), (3, 30, 50)]);
    let span = |value| {
        let Span {
            from_us,
            until_us,
            by,
        } = staleness.span(0, value);
        (from_us, until_us, by)
    };
    assert_eq!(span(0), (0, 20, 1));
    assert_eq!(span(1), (10, 50, 3), "write 2 overlaps it");
    assert_eq!(span(3), (30, Micros::MAX, 0));
    assert_eq!(span(77), (0, Micros::MAX, 0), "nobody has seen it end");
}

#[test]
fn what_was_written_together_is_known_as_long_as_it_is_kept() {
    let mut staleness = Staleness::new(4);
    for key in 1..3 {
        staleness.acknowledged(20, (key, 1), at(10), (1, 3));
    }
    staleness.acknowledged(40, (1, 2), at(30), (1, 2));
    staleness.acknowledged(60, (2, 3), at(50), (2, 4));
    assert_eq!(staleness.batch(1, 1), Some((10, (1, 3))));
    assert_eq!(staleness.batch(2, 1), Some((10, (1, 3))));
    assert_eq!(staleness.batch(1, 2), Some((30, (1, 2))));
    assert_eq!(staleness.batch(2, 3), Some((50, (2, 4))));
    for value in 4..ACKNOWLEDGED_MAX as u64 + 2 {
        staleness.acknowledged(70, (0, value), at(65), (0, 1));
    }
    // The first two are old: what they wrote together is forgotten. The next is not old yet.
    assert_eq!(staleness.batch(2, 1), None);
    assert!(staleness.is_known(2, 1));
    assert_eq!(staleness.batch(1, 2), Some((30, (1, 2))));
    assert_eq!(staleness.batch(2, 3), Some((50, (2, 4))));
    assert_eq!(staleness.batches.len(), 1);
}

/// What a reader sent at an instant finds of a value: how old it is for sure, and how old at most.
fn age_us(staleness: &Staleness, (key, value): (u64, u64), invoked_us: Micros) -> (Micros, Micros) {
    let row = staleness.judge(key, value, at(invoked_us), none_open);
    match row.freshness {
        Freshness::Stale { stale_us, .. } => (stale_us, row.most_us),
        Freshness::Fresh | Freshness::NotJudged => (0, row.most_us),
    }
}

/// Key 0 is written every 40 ms while others write 20,000 times a second: whoever writes how much,
/// a value of 15.5 s ago is known for what it is. It was said to be 13.1 s old.
#[test]
fn found_a_value_whose_age_was_forgotten_because_others_wrote() {
    const SECOND: Micros = 1_000_000;
    let mut staleness = Staleness::new(51);
    let mut value = 0;
    let mut written = Vec::new();
    for at_us in (50..24 * SECOND).step_by(50) {
        value += 1;
        let is_quiet = at_us % 40_000 == 0;
        let key = if is_quiet { 0 } else { 1 + value % 50 };
        staleness.acknowledged(at_us, (key, value), at(at_us - 40), (key, key + 1));
        if is_quiet {
            written.push((at_us, value));
        }
    }
    for ago_us in [5 * SECOND, 13 * SECOND, 31 * SECOND / 2, 23 * SECOND] {
        let now_us = 24 * SECOND;
        let old = written.partition_point(|(at_us, _)| *at_us <= now_us - ago_us);
        let ((_, value), (next_us, _)) = (written[old - 1], written[old]);
        let (least_us, most_us) = age_us(&staleness, (0, value), now_us);
        let true_us = now_us - next_us;
        assert!(least_us <= true_us && true_us <= most_us, "{ago_us}");
        let apart_us = most_us - least_us;
        assert!(
            apart_us * 10 <= true_us,
            "{ago_us}: {least_us} to {most_us}"
        );
    }
    let initial = age_us(&staleness, (0, 0), 24 * SECOND);
    let first_us = 24 * SECOND - written[0].0;
    assert_eq!(initial, (first_us, first_us), "the first write stays");
}

#[test]
fn of_a_key_without_room_the_newest_value_is_known_and_others_may_be_of_any_age() {
    let keys = older::KEYS_MAX as u64 + 2;
    let mut staleness = Staleness::new(keys);
    for key in 0..keys {
        staleness.acknowledged(10, (key, key + 1), at(5), (key, key + 1));
    }
    for value in 0..ACKNOWLEDGED_MAX as u64 + keys {
        staleness.acknowledged(20, (0, keys + 1 + value), at(15), (0, 1));
    }
    let last = keys - 1;
    assert_eq!(age_us(&staleness, (last, keys), 100), (0, 0));
    assert_eq!(age_us(&staleness, (last, 0), 100), (0, 100));
    let newer = 10 * ACKNOWLEDGED_MAX as u64;
    staleness.acknowledged(60, (last, newer), at(50), (last, keys));
    assert_eq!(age_us(&staleness, (last, newer), 100), (0, 0));
    let (least_us, most_us) = age_us(&staleness, (last, keys), 100);
    assert_eq!((least_us, most_us), (40, 100));
    assert!(!staleness.is_known(last, keys) && staleness.is_known(last, newer));
}
