//! The key-value state machine of one replica: which write each row of its range holds.
//!
//! It knows entries and rows, not Raft. A row is a write id and a length; the bytes themselves are
//! a function of both (see `values`), so nothing is lost by not keeping them.

use crate::command::{self, Written};
use crate::mvcc::{Command, Mvcc, Step, Unreadable, Verdict};
use crate::row::{RowState, row_bytes};
use crate::snapshot::SnapshotData;
use model::ids::RangeId;
use model::timestamp::Timestamp;
use model::view::Epoch;

/// A range that goes into another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Merging {
    /// The other.
    pub target: RangeId,
    /// Index of the command that froze this one.
    pub index: u64,
    /// The other's shape at which it may take this one in, and at no later one.
    pub shape: Epoch,
}

/// The rows of a range, and how far the log was applied to them.
#[derive(Clone, Debug)]
pub struct Machine {
    first_key: u64,
    /// Set while this range goes into another: nothing in it changes (see `merge`).
    pub merging: Option<Merging>,
    /// Timestamp of the last command that changed the range or its group, where safe times are
    /// kept: what was promised to the group of before is below it.
    pub reshaped_ts: Timestamp,
    /// Index of the last command that took in a neighbour; 0 = none.
    pub merged_at: u64,
    /// Changes of shape so far; a snapshot of a range that never changed need not say its keys.
    pub epoch: Epoch,
    /// Ranges that went into this one, and into those.
    pub absorbed: Vec<RangeId>,
    row_bytes: u32,
    rows: Vec<RowState>,
    /// Last applied index.
    pub applied: u64,
    /// Its term.
    pub applied_term: u64,
    /// Hash over all that was applied, in order: equal chains, equal histories.
    pub chain: u64,
    /// Nobody ever wrote any of them: then what one holds is known without a look at it.
    untouched: bool,
    /// Wire length of all rows, kept up to date.
    rows_wire_bytes: u64,
    /// Sum of the hashes of all rows that were written, kept up to date.
    rows_hash: u64,
    /// Versions and locks, from the first command on that has a timestamp.
    mvcc: Option<Box<Mvcc>>,
}

/// What became of an applied entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Done: an empty entry, or a put without locks.
    Done,
    /// The range lost a key of it before, and nothing was done.
    WrongRange,
    /// What the range's versions and locks say to a transaction's command.
    Verdict(Verdict),
}

impl Machine {
    /// The rows of a range from the first key to before the last, none of them written yet.
    pub fn new(first_key: u64, end_key: u64, row_bytes: u32) -> Self {
        assert!(first_key < end_key);
        let mut machine = Machine::blank(row_bytes);
        machine.first_key = first_key;
        machine.fill(end_key - first_key);
        machine
    }

    /// A replica that waits for its first snapshot: no rows, and no keys of its own.
    pub fn blank(row_bytes: u32) -> Self {
        Machine {
            first_key: 0,
            merging: None,
            reshaped_ts: 0,
            merged_at: 0,
            epoch: Epoch::default(),
            absorbed: Vec::new(),
            row_bytes,
            rows: Vec::new(),
            untouched: true,
            applied: 0,
            applied_term: 0,
            chain: 0,
            rows_wire_bytes: 0,
            rows_hash: 0,
            mvcc: None,
        }
    }

    /// Makes all rows as they were before the run.
    fn fill(&mut self, count: u64) {
        let row = self.unwritten();
        self.untouched = true;
        self.rows.clear();
        self.rows.resize(count as usize, row);
        self.rows_wire_bytes = count * u64::from(row_bytes(self.row_bytes));
        self.rows_hash = 0;
    }

    /// A row as it was before the run.
    fn unwritten(&self) -> RowState {
        RowState {
            write_id: 0,
            value_bytes: self.row_bytes,
        }
    }

    /// What the row of a key holds.
    #[inline]
    pub fn row(&self, key: u64) -> RowState {
        if self.untouched {
            return self.unwritten();
        }
        self.rows[self.slot(key)]
    }

    /// First key, and the first key after the last; both alike in a blank replica.
    pub fn keys(&self) -> (u64, u64) {
        (self.first_key, self.first_key + self.rows.len() as u64)
    }

    /// Whether all of these keys are here.
    pub fn holds(&self, key: u64, count: u32) -> bool {
        let (first, end) = self.keys();
        key >= first && key + u64::from(count) <= end
    }

    /// Takes the rows from a key on out; they are the new range's. The history goes on in both.
    pub fn split_off(&mut self, at_key: u64, base: (u64, u64)) -> Machine {
        let rows = self.rows.split_off((at_key - self.first_key) as usize);
        self.rows_wire_bytes = wire_bytes_of(&self.rows);
        self.rows_hash = hash_of(self.first_key, &self.rows);
        self.epoch.keys += 1;
        let mvcc = self.mvcc.as_mut();
        let mvcc = mvcc.map(|mvcc| Box::new(mvcc.split_off(at_key)));
        Machine {
            first_key: at_key,
            merging: None,
            reshaped_ts: self.reshaped_ts,
            merged_at: 0,
            epoch: self.epoch,
            absorbed: Vec::new(),
            row_bytes: self.row_bytes,
            rows_wire_bytes: wire_bytes_of(&rows),
            rows_hash: hash_of(at_key, &rows),
            rows,
            untouched: self.untouched,
            applied: base.0,
            applied_term: base.1,
            chain: sim::mix(self.chain, at_key),
            mvcc,
        }
    }

    /// Takes in the rows of a neighbour.
    pub fn absorb(&mut self, range: RangeId, source: &Machine) {
        self.absorbed.push(range);
        self.absorbed.extend_from_slice(&source.absorbed);
        if source.first_key < self.first_key {
            let mut rows = source.rows.clone();
            rows.append(&mut self.rows);
            self.rows = rows;
            self.first_key = source.first_key;
        } else {
            self.rows.extend_from_slice(&source.rows);
        }
        self.untouched &= source.untouched && source.row_bytes == self.row_bytes;
        self.rows_wire_bytes = wire_bytes_of(&self.rows);
        self.rows_hash = self.rows_hash.wrapping_add(source.rows_hash);
        if let Some(mvcc) = &source.mvcc {
            let own = self.mvcc.get_or_insert_default();
            own.absorb(mvcc.as_ref().clone());
        }
        self.reshaped_ts = self.reshaped_ts.max(source.reshaped_ts);
        self.merged_at = self.applied;
        self.epoch.keys = self.epoch.keys.max(source.epoch.keys) + 1;
    }

    /// Versions of `count` rows from `key` on, cut off at the range's end.
    pub fn scan(&self, key: u64, count: u32) -> &[RowState] {
        let from = self.slot(key);
        let to = (from + count as usize).min(self.rows.len());
        &self.rows[from..to]
    }

    /// What `count` rows from `key` on held at a timestamp, cut off at the range's end: 0 = now,
    /// whatever is locked.
    ///
    /// # Errors
    ///
    /// When a transaction that started before may yet commit before, or the version is collected.
    pub fn read_at(
        &self,
        key: u64,
        count: u32,
        ts: Timestamp,
    ) -> Result<Vec<RowState>, Unreadable> {
        let newest = self.scan(key, count);
        let Some(mvcc) = self.mvcc.as_ref().filter(|_| ts > 0) else {
            return Ok(newest.to_vec());
        };
        if let Some(lock) = mvcc.lock_before(key, count, ts) {
            return Err(Unreadable::Locked(*lock));
        }
        let held = |(offset, newest): (usize, &RowState)| {
            let then = mvcc.get(key + offset as u64, ts)?;
            Ok(then.unwrap_or(*newest))
        };
        newest.iter().enumerate().map(held).collect()
    }

    /// Greatest commit timestamp of what was applied; 0 = none had one.
    pub fn newest_commit(&self) -> Timestamp {
        self.mvcc.as_ref().map_or(0, |mvcc| mvcc.newest_ts())
    }

    /// Rows that are locked.
    pub fn locks(&self) -> u32 {
        self.mvcc
            .as_ref()
            .map_or(0, |mvcc| mvcc.locks().len() as u32)
    }

    /// Earliest start of a transaction that holds a lock in the range.
    pub fn min_lock(&self) -> Option<Timestamp> {
        self.mvcc.as_ref()?.oldest_lock_ts()
    }

    /// Whether a transaction has locks here.
    pub fn has_lock_of(&self, start_ts: Timestamp) -> bool {
        let mut locks = self.mvcc.iter().flat_map(|mvcc| mvcc.locks());
        locks.any(|lock| lock.start_ts == start_ts)
    }

    /// What a transaction's command would come to, if it would change nothing: then it needs no
    /// entry of the log (TiKV's leaders check before they propose). True also where entries wait to
    /// be applied: versions and marks stay, and whoever met a lock comes back. That a row is *not*
    /// locked is no such thing, so commits go through the log.
    pub fn dry_run(&self, command: &Command) -> Option<Verdict> {
        if !matches!(command.step, Step::Prewrite { .. } | Step::Check { .. }) {
            return None;
        }
        match &self.mvcc {
            Some(mvcc) => mvcc.dry_run(command),
            None => Mvcc::default().dry_run(command),
        }
    }

    /// Hash of what the rows hold, with their versions and locks: what was applied (`chain`) says
    /// nothing of a row that was not written, or was lost on the way. Never 0.
    pub fn state_hash(&self) -> u64 {
        let beside = self.mvcc.as_ref().map_or(0, |mvcc| mvcc.hash());
        sim::mix(self.rows_hash, beside).max(1)
    }

    /// A bug on purpose (see `sabotage`): the first row that was written is as before the run.
    pub fn lose_a_row(&mut self) {
        let written = self.rows.iter().position(|row| row.write_id != 0);
        if let Some(slot) = written {
            self.write(Written {
                row: self.first_key + slot as u64,
                write_id: 0,
                value_bytes: self.row_bytes,
            });
        }
    }

    /// Length of all rows in a real encoding, with what is kept beside them.
    pub fn bytes(&self) -> u64 {
        self.rows_wire_bytes + self.mvcc.as_ref().map_or(0, |mvcc| mvcc.bytes())
    }

    /// Applies one entry; an empty one (a new leader's first) changes no row. Every replica comes
    /// to the same answer. `hash` is the entry's hash, as the log matching check sees it.
    pub fn apply(&mut self, index: u64, term: u64, data: &[u8], hash: u64) -> Effect {
        self.advance(index, term, hash);
        if data.is_empty() {
            Effect::Done
        } else if Command::is_one(data) {
            self.apply_command(&Command::decode(data))
        } else {
            self.put(data)
        }
    }

    fn put(&mut self, data: &[u8]) -> Effect {
        let is_here = |written: Written| self.holds(written.row, 1);
        if self.merging.is_some() || !command::written(data).all(is_here) {
            return Effect::WrongRange;
        }
        for written in command::written(data) {
            if let Some(mvcc) = &mut self.mvcc {
                mvcc.forget(written.row);
            }
            self.write(written);
        }
        Effect::Done
    }

    fn apply_command(&mut self, command: &Command) -> Effect {
        if self.merging.is_some() || !command.keys().all(|key| self.holds(key, 1)) {
            return Effect::WrongRange;
        }
        let mut mvcc = self.mvcc.take().unwrap_or_default();
        let mut written = Vec::new();
        let was = |key: u64| self.rows[self.slot(key)];
        let verdict = mvcc.apply(command, was, |key, row| written.push((key, row)));
        self.mvcc = Some(mvcc);
        for (
            row,
            RowState {
                write_id,
                value_bytes,
            },
        ) in written
        {
            self.write(Written {
                row,
                write_id,
                value_bytes,
            });
        }
        Effect::Verdict(verdict)
    }

    /// Counts an entry as applied, whatever it is for.
    pub fn advance(&mut self, index: u64, term: u64, hash: u64) {
        assert_eq!(
            index,
            self.applied + 1,
            "entries are applied in order, each once"
        );
        assert!(term >= self.applied_term);
        self.applied = index;
        self.applied_term = term;
        self.chain = sim::mix(sim::mix(self.chain, index), sim::mix(term, hash));
    }

    fn write(&mut self, written: Written) {
        let slot = self.slot(written.row);
        let old = self.rows[slot];
        self.rows_wire_bytes += u64::from(row_bytes(written.value_bytes));
        self.rows_wire_bytes -= u64::from(row_bytes(old.value_bytes));
        let new = RowState {
            write_id: written.write_id,
            value_bytes: written.value_bytes,
        };
        let hash = self.rows_hash.wrapping_sub(old.hash(written.row));
        self.rows_hash = hash.wrapping_add(new.hash(written.row));
        self.rows[slot] = new;
        self.untouched = false;
    }

    /// The rows as a snapshot's data.
    pub fn snapshot(&self) -> SnapshotData {
        let mvcc = self.mvcc.as_ref();
        let mut data = SnapshotData {
            chain: self.chain,
            wire_bytes: self.bytes(),
            versions: mvcc.map_or_else(Vec::new, |mvcc| mvcc.to_words()),
            reshaped_ts: self.reshaped_ts,
            merged_at: self.merged_at,
            ..Default::default()
        };
        if self.epoch != Epoch::default() {
            (data.first_key, data.end_key) = self.keys();
            data.epoch_members = self.epoch.members;
            data.epoch_keys = self.epoch.keys;
            if let Some(merging) = self.merging {
                (data.merging, data.merging_index) = (merging.target.0 + 1, merging.index);
                data.merging_members = merging.shape.members;
                data.merging_keys = merging.shape.keys;
            }
            data.absorbed = self.absorbed.iter().map(|range| range.0).collect();
        }
        for (offset, row) in self.rows.iter().enumerate() {
            if row.write_id != 0 {
                data.offsets.push(offset as u64);
                data.values.push(row.write_id);
                data.lengths.push(row.value_bytes);
            }
        }
        data
    }

    /// Replaces everything by a snapshot's data.
    pub fn restore(&mut self, data: &SnapshotData, index: u64, term: u64) {
        assert!(
            index >= self.applied,
            "a snapshot never takes a replica back"
        );
        let (first_key, end_key) = data.keys().unwrap_or_else(|| self.keys());
        self.first_key = first_key;
        self.fill(end_key - first_key);
        self.reshaped_ts = data.reshaped_ts;
        self.merged_at = data.merged_at;
        self.epoch.members = data.epoch_members;
        self.epoch.keys = data.epoch_keys;
        let target = data.merging.checked_sub(1);
        self.merging = target.map(|target| Merging {
            target: RangeId(target),
            index: data.merging_index,
            shape: Epoch {
                members: data.merging_members,
                keys: data.merging_keys,
            },
        });
        self.absorbed = data.absorbed.iter().copied().map(RangeId).collect();
        self.untouched &= data.offsets.is_empty();
        for (i, &offset) in data.offsets.iter().enumerate() {
            self.rows[offset as usize] = RowState {
                write_id: data.values[i],
                value_bytes: data.lengths[i],
            };
        }
        self.applied = index;
        self.applied_term = term;
        self.chain = data.chain;
        self.rows_hash = hash_of(first_key, &self.rows);
        let has_versions = !data.versions.is_empty();
        self.mvcc = has_versions.then(|| Box::new(Mvcc::from_words(&data.versions)));
        let beside = self.mvcc.as_ref().map_or(0, |mvcc| mvcc.bytes());
        self.rows_wire_bytes = data.wire_bytes - beside;
    }

    fn slot(&self, key: u64) -> usize {
        assert!(key >= self.first_key, "the key is in this range");
        let slot = (key - self.first_key) as usize;
        assert!(slot < self.rows.len(), "the key is in this range");
        slot
    }
}

/// Sum of the hashes of these rows.
fn hash_of(first_key: u64, rows: &[RowState]) -> u64 {
    let hashes = (first_key..).zip(rows).map(|(key, row)| row.hash(key));
    hashes.fold(0, u64::wrapping_add)
}

/// Length of these rows in a real encoding.
fn wire_bytes_of(rows: &[RowState]) -> u64 {
    rows.iter()
        .map(|row| u64::from(row_bytes(row.value_bytes)))
        .sum()
}

#[cfg(test)]
mod tests;
