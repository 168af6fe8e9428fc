//! The clients' history, judged as responses come.

use model::ids::RequestId;

use super::*;
use crate::snapshots::torn;
use crate::staleness::Freshness;
use crate::testing::request;

fn now(at_us: Micros) -> Now {
    Now {
        at_us,
        oldest_us: at_us,
        whole_us: 50,
    }
}

fn write(history: &mut History, number: u64, key: u64, from_us: Micros, until_us: Micros) {
    let fact = request(number, OpKind::Put, key);
    history.invoked(from_us, &fact);
    let ended = PendingRequest {
        fact,
        invoked_us: from_us,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    let judged = history.completed(now(until_us), &ended, Outcome::Ok, number);
    assert_eq!(judged, Judged::NOTHING);
}

fn scan(number: u64, mode: ReadMode, rows: u32) -> PendingRequest {
    let fact = RequestFact {
        mode,
        rows,
        ..request(number, OpKind::Scan, 0)
    };
    PendingRequest {
        fact,
        invoked_us: 50,
        steps: crate::steps::Steps::default(),
        read_us: None,
    }
}

#[test]
fn every_row_of_a_scan_is_judged_and_the_worst_counts() {
    let mut history = History::new(4, 0, Bank::default());
    write(&mut history, 1, 1, 10, 20);
    write(&mut history, 2, 2, 10, 30);
    let ended = scan(3, ReadMode::Leader, 4);
    history.rows(RequestId(3), &[0, 0, 0, 0]);
    let Judged {
        freshness, broken, ..
    } = history.completed(now(60), &ended, Outcome::Ok, 0);
    assert_eq!(
        freshness,
        Freshness::Stale {
            stale_us: 30,
            commits: 1
        }
    );
    let expected = Broken::Replaced { by: 1 };
    assert_eq!(
        broken,
        Some(BrokenRead {
            request: RequestId(3),
            key: 1,
            value: 0,
            broken: expected,
            clash: [RequestId::NONE, RequestId(3), RequestId(1), RequestId(1)],
        })
    );
}

/// They are passed over; begun writes that nobody reads make the same rows be looked at.
#[test]
fn rows_that_nobody_has_begun_to_write_are_judged_as_all_others_are() {
    const KEYS: u64 = 4;
    let mut broken = 0;
    for seed in 0..300 {
        let draw = |place: u64, most: u64| sim::mix(seed, place) % most;
        let mode = [ReadMode::Leader, ReadMode::Follower, ReadMode::Local][draw(0, 3) as usize];
        let judged = [false, true].map(|all_begun| {
            let mut history = History::new(KEYS, 0, Bank::default());
            let (mut values, mut is_written) = ([0; KEYS as usize], [false; KEYS as usize]);
            for number in 1..=3 {
                let key = draw(number, KEYS);
                is_written[key as usize] = true;
                write(&mut history, number, key, 10 * number, 10 * number + 5);
                if draw(10 + number, 2) == 0 {
                    values[key as usize] = number;
                }
            }
            let others = (0..KEYS).filter(|key| all_begun && !is_written[*key as usize]);
            for key in others {
                history.invoked(55, &request(20 + key, OpKind::Put, key));
            }
            history.rows(RequestId(9), &values);
            history.completed(now(60), &scan(9, mode, KEYS as u32), Outcome::Ok, 0)
        });
        assert_eq!(judged[0], judged[1], "seed {seed}");
        broken += usize::from(judged[0].broken.is_some());
    }
    assert!((50..250).contains(&broken), "both are seen: {broken}");
}

#[test]
fn a_put_of_several_rows_writes_each_of_them() {
    let mut history = History::new(4, 0, Bank::default());
    let fact = RequestFact {
        rows: 2,
        ..request(1, OpKind::Put, 1)
    };
    history.invoked(10, &fact);
    let ended = PendingRequest {
        fact,
        invoked_us: 10,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    history.completed(now(20), &ended, Outcome::Ok, 1);
    for (values, stale_us) in [([0, 1, 1, 0], 0), ([0, 1, 0, 0], 30)] {
        let ended = scan(2, ReadMode::Leader, 4);
        history.rows(RequestId(2), &values);
        let Judged {
            freshness, broken, ..
        } = history.completed(now(60), &ended, Outcome::Ok, 0);
        match freshness {
            Freshness::Stale {
                stale_us: found, ..
            } => assert_eq!(found, stale_us),
            _ => assert_eq!(stale_us, 0),
        }
        assert_eq!(broken.map(|broken| broken.key), (stale_us > 0).then_some(2));
    }
}

#[test]
fn a_weak_mode_reports_staleness_and_breaks_no_promise() {
    let mut history = History::new(4, 0, Bank::default());
    write(&mut history, 1, 1, 10, 20);
    let ended = scan(2, ReadMode::Local, 2);
    history.rows(RequestId(2), &[0, 0]);
    let Judged {
        freshness, broken, ..
    } = history.completed(now(60), &ended, Outcome::Ok, 0);
    assert_eq!(
        freshness,
        Freshness::Stale {
            stale_us: 30,
            commits: 1
        }
    );
    assert_eq!(broken, None);
}

#[test]
fn a_read_without_an_answer_is_not_judged() {
    let mut history = History::new(4, 0, Bank::default());
    write(&mut history, 1, 0, 10, 20);
    let ended = scan(2, ReadMode::Leader, 1);
    let judged = history.completed(now(60), &ended, Outcome::Failed, 0);
    assert_eq!(judged, Judged::NOTHING);
}

/// Sends a read and ends it: what is found of it.
fn read(
    history: &mut History,
    fact: RequestFact,
    (from_us, until_us): (Micros, Micros),
    read_us: Option<Micros>,
    values: &[u64],
) -> Judged {
    let ended = PendingRequest {
        fact,
        invoked_us: from_us,
        steps: crate::steps::Steps::default(),
        read_us: read_us.map(|at_us| (at_us, at_us)),
    };
    let now = Now {
        whole_us: from_us,
        ..now(until_us)
    };
    history.rows(fact.request, values);
    history.completed(now, &ended, Outcome::Ok, values[0])
}

fn get(number: u64, mode: ReadMode, key: u64) -> RequestFact {
    RequestFact {
        mode,
        ..request(number, OpKind::Get, key)
    }
}

#[test]
fn a_stale_read_may_be_as_old_as_its_bound_and_the_skew_and_no_older() {
    for (sent_us, is_broken) in [(1_020, false), (1_021, true)] {
        let mut history = History::new(1, 200, Bank::default());
        write(&mut history, 1, 0, 10, 20);
        let fact = RequestFact {
            bound_us: 800,
            ..get(2, ReadMode::Stale, 0)
        };
        let sent = (sent_us, sent_us + 5);
        let found = read(&mut history, fact, sent, Some(sent_us - 800), &[0]);
        let too_old = Broken::TooOld {
            by: 1,
            age_us: 1_001,
            bound_us: 800,
            skew_us: 200,
        };
        let broken = found.broken.map(|read| read.broken);
        assert_eq!(broken, is_broken.then_some(too_old), "sent at {sent_us}");
    }
}

#[test]
fn a_read_of_a_moment_shows_no_write_that_was_sent_later_and_misses_none_that_was_done() {
    let broken = |mode, read_us, value| {
        let mut history = History::new(1, 0, Bank::default());
        for number in [1, 2] {
            let fact = request(number, OpKind::Put, 0);
            history.invoked(number * 100, &fact);
            history.read_time_known(&fact, 60);
            let ended = PendingRequest {
                fact,
                invoked_us: number * 100,
                steps: crate::steps::Steps::default(),
                read_us: None,
            };
            history.completed(now(number * 100 + 50), &ended, Outcome::Ok, number);
        }
        let fact = get(3, mode, 0);
        let found = read(&mut history, fact, (120, 300), Some(read_us), &[value]);
        found.broken.map(|read| read.broken)
    };
    let (version, read_us) = (ReadMode::Version, 160);
    assert_eq!(broken(version, read_us, 1), None);
    let early = Broken::Early { read_us };
    assert_eq!(
        broken(version, read_us, 2),
        Some(early),
        "one row is enough"
    );
    let missed = Broken::Missed { by: 1, read_us };
    assert_eq!(broken(version, read_us, 0), Some(missed));
    assert_eq!(broken(ReadMode::Local, read_us, 0), None, "not promised");
}

#[test]
fn what_was_read_and_then_failed_stays_in_the_record() {
    let mut history = History::new(1, 0, Bank::default());
    let fact = request(1, OpKind::Put, 0);
    history.invoked(10, &fact);
    let found = read(
        &mut history,
        get(2, ReadMode::Leader, 0),
        (20, 30),
        None,
        &[1],
    );
    assert_eq!(found.broken, None, "it may be there");
    let ended = PendingRequest {
        fact,
        invoked_us: 10,
        steps: crate::steps::Steps::default(),
        read_us: None,
    };
    let found = history.completed(now(40), &ended, Outcome::Failed, 0);
    let dirty = found.broken.expect("it was read");
    assert_eq!((dirty.request, dirty.value), (RequestId(2), 1));
    assert_eq!(dirty.broken, Broken::WriteFailed);
    let later = read(
        &mut history,
        get(3, ReadMode::Local, 0),
        (50, 60),
        None,
        &[1],
    );
    assert_eq!(
        later.broken.map(|read| read.broken),
        Some(Broken::WriteFailed)
    );
}

#[test]
fn rows_of_a_scan_come_from_one_moment_where_that_is_promised() {
    // Row 0 was replaced while the scan ran, and only then row 1 was written.
    let found = |mode| {
        let mut history = History::new(2, 0, Bank::default());
        write(&mut history, 1, 0, 110, 120);
        write(&mut history, 2, 1, 130, 140);
        let fact = RequestFact {
            rows: 2,
            ..request(3, OpKind::Scan, 0)
        };
        let fact = RequestFact { mode, ..fact };
        read(&mut history, fact, (100, 200), None, &[0, 2]).torn
    };
    let expected = torn(RequestId(3), (1, 2), (0, 0), 1);
    assert_eq!(found(ReadMode::Leader), Some(expected));
    assert_eq!(found(ReadMode::Local), None);
}

#[test]
fn a_put_of_several_rows_is_seen_whole_or_not_at_all_also_before_it_is_answered() {
    let mut history = History::new(4, 0, Bank::default());
    let batch = RequestFact {
        rows: 2,
        ..request(1, OpKind::Put, 1)
    };
    history.invoked(10, &batch);
    let scan = |number| RequestFact {
        rows: 4,
        ..request(number, OpKind::Scan, 0)
    };
    let whole = read(&mut history, scan(2), (20, 30), None, &[0, 1, 1, 0]);
    assert_eq!((whole.torn, whole.broken), (None, None));
    let half = read(&mut history, scan(3), (20, 31), None, &[0, 1, 0, 0]);
    assert_eq!(half.torn, Some(torn(RequestId(3), (1, 1), (2, 0), 1)));
}

#[test]
fn clients_of_one_workload_are_bound_by_what_each_saw_itself() {
    let went_back = |other| {
        let mut history = History::new(1, 0, Bank::default());
        write(&mut history, 1, 0, 10, 20);
        let of = |number, client| RequestFact {
            client: Some(client),
            ..get(number, ReadMode::Local, 0)
        };
        read(&mut history, of(2, 7), (30, 40), None, &[1]);
        let found = read(&mut history, of(3, other), (50, 60), None, &[0]);
        !found.kept.monotonic
    };
    assert!(went_back(7));
    assert!(!went_back(8));
}

#[test]
fn the_history_is_kept_up_to_its_bound() {
    let mut history = History::new(1, 0, Bank::default());
    for number in 1..=OPERATIONS_MAX as u64 + 5 {
        write(&mut history, number, 0, number * 10, number * 10 + 5);
    }
    assert_eq!(history.operations().count(), OPERATIONS_MAX);
    let first = history.operations().next().expect("it is full");
    assert_eq!(
        (first.request, first.key, first.outcome),
        (RequestId(6), 0, Outcome::Ok)
    );
    assert_eq!(
        (first.invoked_us, first.completed_us, first.value),
        (60, 65, 6)
    );
}

/// A stale read of key 1 with this bound, sent at an instant.
fn stale_read(number: u64, bound_us: Micros, invoked_us: Micros) -> PendingRequest {
    let fact = RequestFact {
        mode: ReadMode::Stale,
        bound_us,
        ..request(number, OpKind::Get, 1)
    };
    PendingRequest {
        fact,
        invoked_us,
        steps: crate::steps::Steps::default(),
        read_us: None,
    }
}

#[test]
fn a_bound_is_judged_however_much_others_write_and_what_cannot_be_is_said() {
    let mut history = History::new(3, 10, Bank::default());
    write(&mut history, 1, 1, 100, 110);
    write(&mut history, 2, 1, 200, 210);
    let writes = crate::staleness::ACKNOWLEDGED_MAX as u64 + 5;
    for number in 3..writes {
        write(&mut history, number, 2, 300, 310);
    }
    let mut read = |number, bound_us| {
        let ended = stale_read(number, bound_us, 1_000);
        history.rows(RequestId(number), &[1]);
        let judged = history.completed(now(1_010), &ended, Outcome::Ok, 1);
        (
            judged.broken.map(|read| read.broken),
            history.unjudged(Check::Staleness).copied(),
        )
    };
    let broken = Broken::TooOld {
        by: 2,
        age_us: 790,
        bound_us: 700,
        skew_us: 10,
    };
    assert_eq!(read(writes, 700), (Some(broken), None));
    assert_eq!(read(writes + 1, 800), (None, None));
    // Now that a write without an answer is forgotten, a value as old may be its.
    for number in writes + 2..=writes + 2 + crate::staleness::UNANSWERED_MAX as u64 {
        history.staleness.unanswered(number);
    }
    let lost = writes + 2;
    let ended = stale_read(2 * lost, 700, 1_000);
    history.rows(RequestId(2 * lost), &[lost]);
    history.completed(now(1_020), &ended, Outcome::Ok, lost);
    let unjudged = history.unjudged(Check::Staleness).expect("it is not known");
    assert_eq!((unjudged.reads, unjudged.first_us), (1, 1_020));
}
