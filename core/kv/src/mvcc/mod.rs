//! Versions and locks of a range's rows, as Percolator keeps them in TiKV: every committed value
//! under its commit timestamp, at most one lock on a row, and a mark for each transaction that was
//! rolled back, so that what arrives late finds the door shut.
//!
//! A pure function of the commands that it is given, in their order; it knows neither log nor
//! network. TiKV checks a command at the leader under latches and logs its effects; here the
//! command is logged and checked when it is applied, alike on every replica.

mod command;
mod words;

use std::collections::BTreeMap;

pub use command::{Command, Step};

use crate::row::{RowState, row_bytes};
use model::timestamp::{self, Timestamp};

/// How long a version stays readable after a newer one: TiKV's `gc_life_time` is ten minutes; runs
/// here are shorter and their memory is the browser's.
const LIFE_US: u64 = 120_000_000;
/// Most versions of one row; beyond them the older half goes, whatever its age.
const VERSIONS_MAX: usize = 512;
/// Rollback marks beyond which old ones are looked for.
const MARKS_MIN: usize = 64;
/// Length of a write record (type, start timestamp) with its key and commit timestamp, in TiKV's
/// column family `write`, as a snapshot carries it.
const RECORD_BYTES: u64 = 41;

/// A committed value of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// From this instant on a reader sees it; 0 = since before the run, or written without one.
    pub commit_ts: Timestamp,
    /// Its transaction's start; names the transaction.
    pub start_ts: Timestamp,
    /// What stands in the row.
    pub row: RowState,
}

/// A value that waits for its transaction to commit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The row.
    pub key: u64,
    /// Its transaction's start; names the transaction.
    pub start_ts: Timestamp,
    /// The row whose lock decides for all of the transaction's.
    pub primary: u64,
    /// After this the transaction's coordinator is taken for dead.
    pub expires_ts: Timestamp,
    /// What will stand in the row.
    pub row: RowState,
}

impl Version {
    /// Hash of a version of this row; the base, which nobody committed, counts as nothing.
    fn hash(&self, key: u64) -> u64 {
        if self.commit_ts == 0 {
            return 0;
        }
        let when = sim::mix(self.commit_ts, self.start_ts);
        sim::mix(when, self.row.hash(key))
    }
}

impl Lock {
    fn hash(&self) -> u64 {
        let whose = sim::mix(self.start_ts, self.primary);
        sim::mix(sim::mix(whose, self.expires_ts), self.row.hash(self.key))
    }
}

/// What became of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is done, or was done before: commands may come twice.
    Done,
    /// Another transaction's lock is in the way.
    Locked(Lock),
    /// Somebody committed a version after the transaction's start.
    Conflict(Timestamp),
    /// The transaction committed, with this timestamp.
    Committed(Timestamp),
    /// The transaction was rolled back.
    RolledBack,
    /// The transaction's primary row is not locked (yet), and nothing is known of it.
    Unknown,
}

/// Why rows cannot be read at a timestamp.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// A transaction that started before it may yet commit before it.
    Locked(Lock),
    /// The version that stood then is collected.
    Collected,
}

/// The versions and locks of one range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mvcc {
    /// Per row that was written with a timestamp, by commit timestamp.
    versions: BTreeMap<u64, Vec<Version>>,
    /// By row.
    locks: Vec<Lock>,
    /// (start, row) of transactions that were rolled back there.
    marks: Vec<(Timestamp, u64)>,
    /// Highest commit timestamp.
    newest_ts: Timestamp,
    /// Versions that are not their row's newest, with their lengths in a snapshot.
    older_bytes: u64,
    /// Sum of the hashes of all versions, kept up to date.
    versions_hash: u64,
}

impl Mvcc {
    /// Highest commit timestamp of the range.
    pub(crate) fn newest_ts(&self) -> Timestamp {
        self.newest_ts
    }

    /// Earliest start of a transaction that holds a lock in the range.
    pub(crate) fn oldest_lock_ts(&self) -> Option<Timestamp> {
        self.locks.iter().map(|lock| lock.start_ts).min()
    }

    /// Every lock, by row.
    pub fn locks(&self) -> &[Lock] {
        &self.locks
    }

    /// What a snapshot carries beside the rows.
    pub fn bytes(&self) -> u64 {
        let lock_bytes = |lock: &Lock| u64::from(row_bytes(lock.row.value_bytes));
        self.older_bytes
            + self.versions.len() as u64 * RECORD_BYTES
            + self.locks.iter().map(lock_bytes).sum::<u64>()
    }

    /// Hash of versions, locks and marks.
    pub fn hash(&self) -> u64 {
        let locks = self.locks.iter().map(Lock::hash);
        let marks = self.marks.iter().map(|&(ts, key)| sim::mix(ts, key));
        locks
            .chain(marks)
            .fold(self.versions_hash, u64::wrapping_add)
    }

    /// The first lock on these rows of a transaction that started at or before a timestamp.
    pub(crate) fn lock_before(&self, key: u64, count: u32, ts: Timestamp) -> Option<&Lock> {
        let from = self.locks.partition_point(|lock| lock.key < key);
        let here = self.locks[from..].iter();
        here.take_while(|lock| lock.key < key + u64::from(count))
            .find(|lock| lock.start_ts <= ts)
    }

    /// What a row held at a timestamp, if it was ever written with one.
    pub fn get(&self, key: u64, ts: Timestamp) -> Result<Option<RowState>, Unreadable> {
        let Some(versions) = self.versions.get(&key) else {
            return Ok(None);
        };
        let after = versions.partition_point(|version| version.commit_ts <= ts);
        match after.checked_sub(1) {
            Some(place) => Ok(Some(versions[place].row)),
            None => Err(Unreadable::Collected),
        }
    }

    /// The newest version of a row, if it was ever written with a timestamp.
    fn newest(&self, key: u64) -> Option<&Version> {
        self.versions.get(&key)?.last()
    }

    fn lock_place(&self, key: u64) -> Result<usize, usize> {
        self.locks.binary_search_by_key(&key, |lock| lock.key)
    }

    fn lock_of(&self, key: u64, start_ts: Timestamp) -> Option<usize> {
        let place = self.lock_place(key).ok()?;
        (self.locks[place].start_ts == start_ts).then_some(place)
    }

    /// Commit timestamp of a transaction's version of a row.
    fn commit_of(&self, key: u64, start_ts: Timestamp) -> Option<Timestamp> {
        let versions = self.versions.get(&key)?;
        let own = |version: &&Version| version.commit_ts > 0 && version.start_ts == start_ts;
        versions.iter().rev().find(own).map(|own| own.commit_ts)
    }

    fn is_marked(&self, key: u64, start_ts: Timestamp) -> bool {
        self.marks.binary_search(&(start_ts, key)).is_ok()
    }

    /// Whether a transaction may lock a row.
    fn may_lock(&self, key: u64, start_ts: Timestamp) -> Verdict {
        if let Ok(place) = self.lock_place(key) {
            let lock = self.locks[place];
            return if lock.start_ts == start_ts {
                Verdict::Done
            } else {
                Verdict::Locked(lock)
            };
        }
        if self.is_marked(key, start_ts) {
            return Verdict::RolledBack;
        }
        match self.newest(key) {
            Some(newest) if newest.commit_ts >= start_ts => Verdict::Conflict(newest.commit_ts),
            _ => Verdict::Done,
        }
    }

    /// What a command comes to, when that is known without changing anything.
    pub fn dry_run(&self, command: &Command) -> Option<Verdict> {
        let verdict = match &command.step {
            Step::Put => Verdict::Done,
            Step::Prewrite { .. } => self.dry_run_prewrite(command),
            Step::Commit { .. } => self.dry_run_commit(command),
            Step::Rollback => self.dry_run_rollback(command),
            Step::Check {
                now_ts,
                met_expired,
            } => self.dry_run_check(command, *now_ts, *met_expired),
            Step::Resolve { .. } => {
                let has = |lock: &Lock| lock.start_ts == command.start_ts;
                return (!self.locks.iter().any(has)).then_some(Verdict::Done);
            }
        };
        (verdict != Verdict::Done).then_some(verdict)
    }

    fn dry_run_prewrite(&self, command: &Command) -> Verdict {
        let each = command.rows.iter();
        let mut verdicts = each.map(|(key, _)| self.may_lock(*key, command.start_ts));
        let bad = verdicts.find(|verdict| *verdict != Verdict::Done);
        bad.unwrap_or(Verdict::Done)
    }

    fn dry_run_commit(&self, command: &Command) -> Verdict {
        let start_ts = command.start_ts;
        let lost = |&&(key, _): &&(u64, u32)| {
            self.lock_of(key, start_ts).is_none() && self.commit_of(key, start_ts).is_none()
        };
        match command.rows.iter().find(lost) {
            Some(_) => Verdict::RolledBack,
            None => Verdict::Done,
        }
    }

    fn dry_run_rollback(&self, command: &Command) -> Verdict {
        let mut rows = command.rows.iter();
        let committed = rows.find_map(|(key, _)| self.commit_of(*key, command.start_ts));
        committed.map_or(Verdict::Done, Verdict::Committed)
    }

    /// The state of a transaction by its primary row; `Done` = it shall be rolled back.
    fn dry_run_check(&self, command: &Command, now_ts: Timestamp, met_expired: bool) -> Verdict {
        let (primary, start_ts) = (command.primary, command.start_ts);
        if let Some(place) = self.lock_of(primary, start_ts) {
            let lock = self.locks[place];
            return if lock.expires_ts <= now_ts {
                Verdict::Done
            } else {
                Verdict::Locked(lock)
            };
        }
        if let Some(commit_ts) = self.commit_of(primary, start_ts) {
            return Verdict::Committed(commit_ts);
        }
        if self.is_marked(primary, start_ts) {
            return Verdict::RolledBack;
        }
        // The primary may yet be locked: only a lock that has expired elsewhere says that it will
        // not, and then a mark makes sure of it.
        if met_expired {
            Verdict::Done
        } else {
            Verdict::Unknown
        }
    }

    /// Carries a command out. Rows whose newest version changes are told.
    pub fn apply(
        &mut self,
        command: &Command,
        was: impl Fn(u64) -> RowState,
        mut change: impl FnMut(u64, RowState),
    ) -> Verdict {
        if let Some(verdict) = self.dry_run(command) {
            return verdict;
        }
        let start_ts = command.start_ts;
        match command.step {
            Step::Put => {
                for &(key, value_bytes) in &command.rows {
                    let row = command.row(value_bytes);
                    // Commands of two leaders whose clocks differ: time never goes back.
                    let newest_ts = self.newest(key).map_or(0, |newest| newest.commit_ts);
                    let commit_ts = start_ts.max(newest_ts + 1);
                    self.commit_row(key, commit_ts, start_ts, row, was(key));
                    change(key, row);
                }
            }
            Step::Prewrite { expires_ts } => self.lock_rows(command, expires_ts),
            Step::Commit { commit_ts } => {
                for &(key, _) in &command.rows {
                    if let Some(place) = self.lock_of(key, start_ts) {
                        self.commit_lock(place, commit_ts, &was, &mut change);
                    }
                }
            }
            Step::Rollback => {
                for &(key, _) in &command.rows {
                    self.roll_back(key, start_ts);
                }
            }
            Step::Check { .. } => {
                self.roll_back(command.primary, start_ts);
                return Verdict::RolledBack;
            }
            Step::Resolve { commit_ts } => {
                while let Some(place) = self.locks.iter().position(|l| l.start_ts == start_ts) {
                    if commit_ts == 0 {
                        self.roll_back(self.locks[place].key, start_ts);
                    } else {
                        self.commit_lock(place, commit_ts, &was, &mut change);
                    }
                }
            }
        }
        Verdict::Done
    }

    fn lock_rows(&mut self, command: &Command, expires_ts: Timestamp) {
        for &(key, value_bytes) in &command.rows {
            if let Err(place) = self.lock_place(key) {
                let lock = Lock {
                    key,
                    start_ts: command.start_ts,
                    primary: command.primary,
                    expires_ts,
                    row: command.row(value_bytes),
                };
                self.locks.insert(place, lock);
            }
        }
    }

    fn commit_lock(
        &mut self,
        place: usize,
        commit_ts: Timestamp,
        was: &impl Fn(u64) -> RowState,
        change: &mut impl FnMut(u64, RowState),
    ) {
        let lock = self.locks.remove(place);
        self.commit_row(lock.key, commit_ts, lock.start_ts, lock.row, was(lock.key));
        change(lock.key, lock.row);
    }

    fn roll_back(&mut self, key: u64, start_ts: Timestamp) {
        if let Some(place) = self.lock_of(key, start_ts) {
            self.locks.remove(place);
        }
        if let Err(place) = self.marks.binary_search(&(start_ts, key)) {
            self.marks.insert(place, (start_ts, key));
        }
        if self.marks.len() > MARKS_MIN {
            let before = (self.horizon(), 0);
            let old = self.marks.partition_point(|mark| *mark < before);
            self.marks.drain(..old);
        }
    }

    /// Versions that were followed before this may go.
    fn horizon(&self) -> Timestamp {
        self.newest_ts.saturating_sub(timestamp::at(LIFE_US))
    }

    fn commit_row(
        &mut self,
        key: u64,
        commit_ts: Timestamp,
        start_ts: Timestamp,
        row: RowState,
        was: RowState,
    ) {
        self.newest_ts = self.newest_ts.max(commit_ts);
        let horizon = self.horizon();
        let base = Version {
            commit_ts: 0,
            start_ts: 0,
            row: was,
        };
        let versions = self.versions.entry(key).or_insert_with(|| vec![base]);
        let before = versions.last().map_or(0, |version| version.commit_ts);
        assert!(before < commit_ts, "a lock keeps later versions away");
        self.older_bytes += versions.last().map_or(0, version_bytes);
        let newest = Version {
            commit_ts,
            start_ts,
            row,
        };
        self.versions_hash = self.versions_hash.wrapping_add(newest.hash(key));
        versions.push(newest);
        // The newest at or before the horizon is still to be seen from there.
        let mut old = versions.partition_point(|version| version.commit_ts <= horizon);
        old = old.saturating_sub(1);
        if versions.len() > VERSIONS_MAX {
            old = old.max(VERSIONS_MAX / 2);
        }
        for gone in versions.drain(..old) {
            self.older_bytes -= version_bytes(&gone);
            self.versions_hash = self.versions_hash.wrapping_sub(gone.hash(key));
        }
    }

    /// A row was written without a timestamp: whatever was known of its past is void.
    pub fn forget(&mut self, key: u64) {
        let versions = self.versions.remove(&key).unwrap_or_default();
        let older = &versions[..versions.len().saturating_sub(1)];
        self.older_bytes -= older.iter().map(version_bytes).sum::<u64>();
        for version in &versions {
            self.versions_hash = self.versions_hash.wrapping_sub(version.hash(key));
        }
        if let Ok(place) = self.lock_place(key) {
            self.locks.remove(place);
        }
    }

    /// Takes everything from a key on out.
    pub fn split_off(&mut self, at_key: u64) -> Mvcc {
        let place = self.locks.partition_point(|lock| lock.key < at_key);
        let mut upper = Mvcc {
            versions: self.versions.split_off(&at_key),
            locks: self.locks.split_off(place),
            newest_ts: self.newest_ts,
            ..Mvcc::default()
        };
        let (high, low) = self.marks.iter().partition(|(_, key)| *key >= at_key);
        upper.marks = high;
        self.marks = low;
        upper.recount();
        self.recount();
        upper
    }

    /// Takes in what a neighbour has.
    pub fn absorb(&mut self, mut other: Mvcc) {
        self.versions.append(&mut other.versions);
        for lock in other.locks {
            if let Err(place) = self.lock_place(lock.key) {
                self.locks.insert(place, lock);
            }
        }
        // One by one: old ones are gone, and a sort of these would be 3 kB of the page.
        for mark in other.marks {
            let place = self.marks.partition_point(|held| *held < mark);
            self.marks.insert(place, mark);
        }
        self.newest_ts = self.newest_ts.max(other.newest_ts);
        self.recount();
    }

    /// Counts bytes and hash anew, after versions came or went together.
    fn recount(&mut self) {
        let older = self.versions.values();
        let older = older.flat_map(|versions| &versions[..versions.len() - 1]);
        self.older_bytes = older.map(version_bytes).sum();
        let hashes_of = |(key, versions): (&u64, &Vec<Version>)| {
            let hashes = versions.iter().map(|version| version.hash(*key));
            hashes.fold(0, u64::wrapping_add)
        };
        let hashes = self.versions.iter().map(hashes_of);
        self.versions_hash = hashes.fold(0, u64::wrapping_add);
    }
}

/// What an older version takes in a snapshot.
fn version_bytes(version: &Version) -> u64 {
    RECORD_BYTES + u64::from(row_bytes(version.row.value_bytes))
}

#[cfg(test)]
mod tests;
