//! Which reads are stale, by what their clients could know.

use super::*;

fn at(invoked_us: Micros) -> Asker {
    Asker {
        session: 9,
        invoked_us,
    }
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
    staleness.judge(key, value, by, oldest).freshness
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
    assert_eq!(commits as usize, ACKNOWLEDGED_MAX);
    assert_eq!(staleness.acknowledged.len(), ACKNOWLEDGED_MAX);
    // All of this key's writes are forgotten.
    assert_eq!(judged(&staleness, 1, 1, now_us, u64::MAX), Freshness::Fresh);
    assert_eq!(judged(&staleness, 1, 0, now_us, u64::MAX), Freshness::Fresh);
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
    assert!(!staleness.judge(0, 1, at(100), u64::MAX).own_writes);
    assert!(staleness.judge(0, 2, at(100), u64::MAX).own_writes);
    assert!(
        staleness.judge(0, 1, at(35), u64::MAX).own_writes,
        "not done yet"
    );
    let other = Asker {
        session: 1,
        invoked_us: 100,
    };
    assert!(staleness.judge(0, 1, other, u64::MAX).own_writes);
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
    // The first two are forgotten, the next is the oldest that is kept.
    assert_eq!(staleness.batch(2, 1), None);
    assert_eq!(staleness.batch(1, 2), Some((30, (1, 2))));
    assert_eq!(staleness.batch(2, 3), Some((50, (2, 4))));
    assert_eq!(staleness.batches.len(), 1);
}
