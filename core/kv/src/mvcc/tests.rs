//! What versions and locks promise, command by command and over random ones.

use model::ids::RequestId;
use sim::Stream;

use super::*;

const LINE_BYTES: u32 = 64;

fn row(write_id: u64) -> RowState {
    RowState {
        write_id,
        value_bytes: LINE_BYTES,
    }
}

/// A range of its own, with the newest rows as the machine keeps them.
#[derive(Clone, Default)]
struct Range {
    mvcc: Mvcc,
    newest: BTreeMap<u64, RowState>,
}

impl Range {
    fn apply(&mut self, command: &Command) -> Verdict {
        let newest = self.newest.clone();
        let was = |key: u64| newest.get(&key).copied().unwrap_or(row(0));
        self.mvcc.apply(command, was, |key, row| {
            self.newest.insert(key, row);
        })
    }

    fn at(&self, key: u64, ts: Timestamp) -> u64 {
        let then = self.mvcc.get(key, ts).expect("not collected");
        then.map_or(0, |row| row.write_id)
    }
}

fn command(start_ts: Timestamp, rows: &[u64], step: Step) -> Command {
    let value_bytes = match step {
        Step::Put | Step::Prewrite { .. } => LINE_BYTES,
        _ => 0,
    };
    Command {
        request: RequestId(start_ts),
        start_ts,
        primary: rows.first().copied().unwrap_or(0),
        step,
        rows: rows.iter().map(|&key| (key, value_bytes)).collect(),
    }
}

fn prewrite(start_ts: Timestamp, rows: &[u64]) -> Command {
    let expires_ts = start_ts + 100;
    command(start_ts, rows, Step::Prewrite { expires_ts })
}

fn commit(start_ts: Timestamp, commit_ts: Timestamp, rows: &[u64]) -> Command {
    command(start_ts, rows, Step::Commit { commit_ts })
}

fn rollback(start_ts: Timestamp, rows: &[u64]) -> Command {
    command(start_ts, rows, Step::Rollback)
}

fn check(start_ts: Timestamp, primary: u64, now_ts: Timestamp, met_expired: bool) -> Command {
    let step = Step::Check {
        now_ts,
        met_expired,
    };
    Command {
        primary,
        ..command(start_ts, &[], step)
    }
}

#[test]
fn a_reader_sees_what_was_committed_at_its_timestamp_and_nothing_later() {
    let mut range = Range::default();
    assert_eq!(range.apply(&prewrite(10, &[1, 2])), Verdict::Done);
    assert_eq!(range.apply(&commit(10, 20, &[1, 2])), Verdict::Done);
    assert_eq!(range.apply(&prewrite(30, &[1])), Verdict::Done);
    assert_eq!(range.apply(&commit(30, 40, &[1])), Verdict::Done);
    let seen: Vec<u64> = [9, 19, 20, 39, 40, 99]
        .iter()
        .map(|&ts| range.at(1, ts))
        .collect();
    assert_eq!(seen, [0, 0, 10, 10, 30, 30]);
    assert_eq!(range.at(2, 99), 10);
    assert_eq!(range.newest[&1].write_id, 30);
    assert_eq!(range.mvcc.newest_ts(), 40);
}

#[test]
fn a_lock_stops_readers_that_started_after_it_and_no_others() {
    let mut range = Range::default();
    range.apply(&prewrite(10, &[5]));
    assert!(range.mvcc.lock_before(5, 1, 9).is_none());
    assert!(range.mvcc.lock_before(0, 5, 50).is_none(), "rows 0 to 4");
    assert!(range.mvcc.lock_before(6, 9, 50).is_none(), "rows 6 to 14");
    assert_eq!(
        range.mvcc.lock_before(0, 6, 10).map(|lock| lock.key),
        Some(5)
    );
    assert_eq!(range.mvcc.oldest_lock_ts(), Some(10));
    range.apply(&commit(10, 11, &[5]));
    assert_eq!(range.mvcc.oldest_lock_ts(), None);
}

#[test]
fn the_second_of_two_writers_is_told_of_the_first() {
    let mut range = Range::default();
    range.apply(&prewrite(10, &[1]));
    let met = range.apply(&prewrite(12, &[0, 1]));
    assert!(matches!(met, Verdict::Locked(lock) if lock.start_ts == 10));
    assert_eq!(range.mvcc.locks().len(), 1, "all rows are locked or none");
    range.apply(&commit(10, 15, &[1]));
    assert_eq!(range.apply(&prewrite(12, &[0, 1])), Verdict::Conflict(15));
    assert_eq!(range.apply(&prewrite(16, &[0, 1])), Verdict::Done);
}

#[test]
fn what_comes_twice_is_done_once() {
    let mut range = Range::default();
    for _ in 0..2 {
        assert_eq!(range.apply(&prewrite(10, &[1])), Verdict::Done);
    }
    for _ in 0..2 {
        assert_eq!(range.apply(&commit(10, 20, &[1])), Verdict::Done);
    }
    assert_eq!(range.mvcc.versions[&1].len(), 2, "the base and one version");
    assert_eq!(range.apply(&rollback(10, &[1])), Verdict::Committed(20));
}

#[test]
fn a_prewrite_that_comes_after_its_rollback_locks_nothing() {
    let mut range = Range::default();
    assert_eq!(range.apply(&rollback(10, &[1])), Verdict::Done);
    assert_eq!(range.apply(&prewrite(10, &[1])), Verdict::RolledBack);
    assert_eq!(range.apply(&commit(10, 20, &[1])), Verdict::RolledBack);
    assert_eq!(range.apply(&prewrite(11, &[1])), Verdict::Done);
}

#[test]
fn a_check_says_what_the_primary_row_says() {
    let mut range = Range::default();
    range.apply(&prewrite(10, &[1]));
    let alive = range.apply(&check(10, 1, 50, true));
    assert!(matches!(alive, Verdict::Locked(_)), "it expires at 110");
    let mut committed = range.clone();
    committed.apply(&commit(10, 20, &[1]));
    assert_eq!(
        committed.apply(&check(10, 1, 500, true)),
        Verdict::Committed(20)
    );
    assert_eq!(range.apply(&check(10, 1, 110, true)), Verdict::RolledBack);
    assert_eq!(range.apply(&commit(10, 120, &[1])), Verdict::RolledBack);
}

#[test]
fn a_primary_that_is_not_locked_yet_is_waited_for_until_the_lock_that_was_met_expires() {
    let mut range = Range::default();
    assert_eq!(range.apply(&check(10, 1, 50, false)), Verdict::Unknown);
    assert_eq!(range.apply(&prewrite(10, &[1])), Verdict::Done);
    let mut other = Range::default();
    assert_eq!(other.apply(&check(10, 1, 500, true)), Verdict::RolledBack);
    assert_eq!(other.apply(&prewrite(10, &[1])), Verdict::RolledBack);
}

#[test]
fn resolving_settles_every_lock_of_the_transaction_in_the_range_and_no_other() {
    for commit_ts in [0, 20] {
        let mut range = Range::default();
        range.apply(&prewrite(10, &[1, 2, 3]));
        range.apply(&prewrite(11, &[4]));
        assert_eq!(
            range.apply(&command(10, &[], Step::Resolve { commit_ts })),
            Verdict::Done
        );
        assert_eq!(range.mvcc.locks().len(), 1);
        let expected = if commit_ts == 0 { 0 } else { 10 };
        assert_eq!(range.at(3, 99), expected);
    }
}

#[test]
fn puts_under_hybrid_time_are_versions_and_never_go_back_in_time() {
    let mut range = Range::default();
    for (ts, write_id) in [(100, 100), (90, 90)] {
        assert_eq!(range.apply(&command(ts, &[7], Step::Put)), Verdict::Done);
        assert_eq!(range.newest[&7].write_id, write_id);
    }
    assert_eq!((range.at(7, 100), range.at(7, 101)), (100, 90));
}

#[test]
fn memory_is_bounded_and_what_was_collected_is_not_read() {
    let mut range = Range::default();
    for ts in 1..=5_000 {
        range.apply(&command(ts * 10, &[7], Step::Put));
    }
    assert!(range.mvcc.versions[&7].len() <= VERSIONS_MAX);
    assert_eq!(range.mvcc.get(7, 30), Err(Unreadable::Collected));
    assert_eq!(range.at(7, 50_000), 50_000);
    // By age: the newest at the horizon stays, those before it go.
    let mut range = Range::default();
    let life_ts = timestamp::at(LIFE_US);
    for ts in [5, 10, life_ts + 7, life_ts + 12] {
        range.apply(&command(ts, &[7], Step::Put));
    }
    let kept: Vec<u64> = range.mvcc.versions[&7]
        .iter()
        .map(|v| v.commit_ts)
        .collect();
    assert_eq!(kept, [10, life_ts + 7, life_ts + 12]);
}

/// A step of some transaction, drawn so that transactions meet.
fn any_command(stream: &mut Stream) -> Command {
    let start_ts = 10 + 10 * stream.below(40);
    let first = stream.below(8);
    let rows: Vec<u64> = (first..=first + stream.below(3)).collect();
    match stream.below(6) {
        0 | 1 => prewrite(start_ts, &rows),
        2 => commit(start_ts, 1_000 + start_ts, &rows),
        3 => rollback(start_ts, &rows),
        4 => check(start_ts, first, 300, stream.below(2) == 0),
        _ => {
            let commit_ts = stream.below(2) * (1_000 + start_ts);
            command(start_ts, &[], Step::Resolve { commit_ts })
        }
    }
}

#[test]
fn what_is_dry_run_is_what_happens_and_changes_nothing() {
    let mut dry_run = 0;
    for seed in 0..200 {
        let mut stream = Stream::fork(seed, "mvcc", 0);
        let mut range = Range::default();
        for _ in 0..150 {
            let command = any_command(&mut stream);
            if commits_below_newest(&range, &command) {
                continue;
            }
            let before = range.mvcc.clone();
            let known = range.mvcc.dry_run(&command);
            let verdict = range.apply(&command);
            if let Some(known) = known {
                dry_run += 1;
                assert_eq!((verdict, &range.mvcc), (known, &before));
            }
        }
    }
    assert!(dry_run > 3_000, "{dry_run}");
}

/// Whether a commit would come below a later version, which an oracle's timestamps never do.
fn commits_below_newest(range: &Range, command: &Command) -> bool {
    let commit_ts = match command.step {
        Step::Commit { commit_ts } | Step::Resolve { commit_ts } if commit_ts > 0 => commit_ts,
        _ => return false,
    };
    commit_ts <= range.mvcc.newest_ts()
}

#[test]
fn a_snapshot_a_split_and_a_merge_keep_everything() {
    for seed in 0..100 {
        let mut stream = Stream::fork(seed, "mvcc-shapes", 0);
        let mut range = Range::default();
        for _ in 0..200 {
            let command = any_command(&mut stream);
            if !commits_below_newest(&range, &command) {
                range.apply(&command);
            }
        }
        let whole = range.mvcc;
        assert_eq!(Mvcc::from_words(&whole.to_words()), whole);
        let mut lower = whole.clone();
        let upper = lower.split_off(4);
        assert!(lower.locks.iter().all(|lock| lock.key < 4));
        assert!(upper.locks.iter().all(|lock| lock.key >= 4));
        assert_eq!(lower.bytes() + upper.bytes(), whole.bytes());
        let (mut one, mut other) = (lower.clone(), upper.clone());
        one.absorb(upper);
        other.absorb(lower);
        assert_eq!((&one, &other), (&whole, &whole));
    }
}

#[test]
fn no_committed_transaction_loses_an_update_and_none_is_half_done() {
    for seed in 0..200 {
        let mut stream = Stream::fork(seed, "mvcc-updates", 0);
        let mut range = Range::default();
        let mut clock = 10;
        let mut committed: Vec<(Timestamp, Timestamp)> = Vec::new();
        let mut open: Vec<Timestamp> = Vec::new();
        for _ in 0..200 {
            clock += 1;
            match stream.below(3) {
                0 => open.push(clock),
                _ if open.is_empty() => {}
                1 => {
                    let start_ts = open[stream.below(open.len() as u64) as usize];
                    range.apply(&prewrite(start_ts, &[1, 2]));
                }
                _ => {
                    let place = stream.below(open.len() as u64) as usize;
                    let start_ts = open.swap_remove(place);
                    let done = range.apply(&commit(start_ts, clock, &[1, 2]));
                    if done == Verdict::Done {
                        committed.push((start_ts, clock));
                    } else {
                        range.apply(&rollback(start_ts, &[1, 2]));
                    }
                }
            }
        }
        // Of any two that committed, one started after the other had committed.
        for pair in committed.windows(2) {
            assert!(pair[1].0 > pair[0].1, "seed {seed}: {pair:?}");
        }
        for ts in 10..clock {
            assert_eq!(range.at(1, ts), range.at(2, ts), "seed {seed} at {ts}");
        }
    }
}
