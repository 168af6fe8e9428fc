//! The key-value state machine of one replica: which write each row of its range holds.
//!
//! It knows entries and rows, not Raft. A row is a write id and a length; the bytes themselves are
//! a function of both (see `values`), so nothing is lost by not keeping them.

use crate::command::{self, Written};
use crate::wire;

/// A row's current version.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowState {
    /// Write id; 0 = the value that the row had before the run.
    pub(crate) write_id: u64,
    /// Length of the value.
    pub(crate) value_bytes: u32,
}

/// How often a group and its range took another shape (TiKV's region epoch).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Epoch {
    /// Changes of the members that were applied.
    pub members: u32,
    /// Splits and merges that were applied.
    pub keys: u32,
}

/// A range that goes into another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merging {
    /// The other.
    pub(crate) target: u32,
    /// Index of the command that froze this one.
    pub(crate) index: u64,
}

/// The rows of a range, and how far the log was applied to them.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    first_key: u64,
    /// Set while this range goes into another: nothing in it changes (see `merge`).
    pub(crate) merging: Option<Merging>,
    /// Changes of shape so far; a snapshot of a range that never changed need not say its keys.
    pub(crate) epoch: Epoch,
    row_bytes: u32,
    rows: Vec<RowState>,
    /// Last applied index.
    pub(crate) applied: u64,
    /// Its term.
    pub(crate) applied_term: u64,
    /// Hash over all that was applied, in order: equal chains, equal histories.
    pub(crate) chain: u64,
    /// Wire length of all rows, kept up to date.
    rows_wire_bytes: u64,
}

impl Machine {
    pub(crate) fn new(first_key: u64, end_key: u64, row_bytes: u32) -> Self {
        assert!(first_key < end_key);
        let mut machine = Machine::blank(row_bytes);
        machine.first_key = first_key;
        machine.fill(end_key - first_key);
        machine
    }

    /// A replica that waits for its first snapshot: no rows, and no keys of its own.
    pub(crate) fn blank(row_bytes: u32) -> Self {
        Machine {
            first_key: 0,
            merging: None,
            epoch: Epoch::default(),
            row_bytes,
            rows: Vec::new(),
            applied: 0,
            applied_term: 0,
            chain: 0,
            rows_wire_bytes: 0,
        }
    }

    /// Makes all rows as they were before the run.
    fn fill(&mut self, count: u64) {
        let row = RowState {
            write_id: 0,
            value_bytes: self.row_bytes,
        };
        self.rows.clear();
        self.rows.resize(count as usize, row);
        self.rows_wire_bytes = count * u64::from(wire::row_bytes(self.row_bytes));
    }

    /// First key, and the first key after the last; both alike in a blank replica.
    pub(crate) fn keys(&self) -> (u64, u64) {
        (self.first_key, self.first_key + self.rows.len() as u64)
    }

    /// Whether all of these keys are here.
    pub(crate) fn holds(&self, key: u64, count: u32) -> bool {
        let (first, end) = self.keys();
        key >= first && key + u64::from(count) <= end
    }

    /// Takes the rows from a key on out; they are the new range's. The history goes on in both.
    pub(crate) fn split_off(&mut self, at_key: u64, base: (u64, u64)) -> Machine {
        let rows = self.rows.split_off((at_key - self.first_key) as usize);
        self.rows_wire_bytes = wire_bytes_of(&self.rows);
        self.epoch.keys += 1;
        Machine {
            first_key: at_key,
            merging: None,
            epoch: self.epoch,
            row_bytes: self.row_bytes,
            rows_wire_bytes: wire_bytes_of(&rows),
            rows,
            applied: base.0,
            applied_term: base.1,
            chain: sim::mix(self.chain, at_key),
        }
    }

    /// Takes in the rows of a neighbour.
    pub(crate) fn absorb(&mut self, source: &Machine) {
        if source.first_key < self.first_key {
            let mut rows = source.rows.clone();
            rows.append(&mut self.rows);
            self.rows = rows;
            self.first_key = source.first_key;
        } else {
            self.rows.extend_from_slice(&source.rows);
        }
        self.rows_wire_bytes = wire_bytes_of(&self.rows);
        self.epoch.keys = self.epoch.keys.max(source.epoch.keys) + 1;
    }

    /// Versions of `count` rows from `key` on, cut off at the range's end.
    pub(crate) fn scan(&self, key: u64, count: u32) -> &[RowState] {
        let from = self.slot(key);
        let to = (from + count as usize).min(self.rows.len());
        &self.rows[from..to]
    }

    /// Length of all rows in a real encoding.
    pub(crate) fn bytes(&self) -> u64 {
        self.rows_wire_bytes
    }

    /// Applies one entry; an empty one (a new leader's first) changes no row. Every replica comes
    /// to the same answer: false when the range lost a key before, and nothing was done.
    /// `hash` is the entry's hash, as the log matching check sees it.
    pub(crate) fn apply(&mut self, index: u64, term: u64, data: &[u8], hash: u64) -> bool {
        self.advance(index, term, hash);
        data.is_empty() || self.put(data)
    }

    fn put(&mut self, data: &[u8]) -> bool {
        let is_here = |written: Written| self.holds(written.row, 1);
        if self.merging.is_some() || !command::written(data).all(is_here) {
            return false;
        }
        for written in command::written(data) {
            self.write(written);
        }
        true
    }

    /// Counts an entry as applied, whatever it is for.
    pub(crate) fn advance(&mut self, index: u64, term: u64, hash: u64) {
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
        self.rows_wire_bytes += u64::from(wire::row_bytes(written.value_bytes));
        self.rows_wire_bytes -= u64::from(wire::row_bytes(old.value_bytes));
        self.rows[slot] = RowState {
            write_id: written.write_id,
            value_bytes: written.value_bytes,
        };
    }

    /// The rows as a snapshot's data.
    pub(crate) fn snapshot(&self) -> wire::SnapshotData {
        let mut data = wire::SnapshotData {
            chain: self.chain,
            wire_bytes: self.rows_wire_bytes,
            ..Default::default()
        };
        if self.epoch != Epoch::default() {
            (data.first_key, data.end_key) = self.keys();
            data.epoch_members = self.epoch.members;
            data.epoch_keys = self.epoch.keys;
            (data.merging, data.merging_index) = self
                .merging
                .map_or((0, 0), |merging| (merging.target + 1, merging.index));
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
    pub(crate) fn restore(&mut self, data: &wire::SnapshotData, index: u64, term: u64) {
        assert!(
            index >= self.applied,
            "a snapshot never takes a replica back"
        );
        let (first_key, end_key) = data.keys().unwrap_or_else(|| self.keys());
        self.first_key = first_key;
        self.fill(end_key - first_key);
        self.epoch.members = data.epoch_members;
        self.epoch.keys = data.epoch_keys;
        let target = data.merging.checked_sub(1);
        self.merging = target.map(|target| Merging {
            target,
            index: data.merging_index,
        });
        for (i, &offset) in data.offsets.iter().enumerate() {
            self.rows[offset as usize] = RowState {
                write_id: data.values[i],
                value_bytes: data.lengths[i],
            };
        }
        self.applied = index;
        self.applied_term = term;
        self.chain = data.chain;
        self.rows_wire_bytes = data.wire_bytes;
    }

    fn slot(&self, key: u64) -> usize {
        assert!(key >= self.first_key, "the key is in this range");
        let slot = (key - self.first_key) as usize;
        assert!(slot < self.rows.len(), "the key is in this range");
        slot
    }
}

/// Length of these rows in a real encoding.
fn wire_bytes_of(rows: &[RowState]) -> u64 {
    rows.iter()
        .map(|row| u64::from(wire::row_bytes(row.value_bytes)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::PutOf;
    use crate::config::ValueKind;

    fn put(row: u64, rows: u32, write_id: u64, value_bytes: u32) -> Vec<u8> {
        command::encode(&PutOf {
            row,
            rows,
            write_id,
            value_bytes,
            values: ValueKind::Line,
            at_ms: write_id,
        })
    }

    #[test]
    fn a_snapshot_carries_all_rows_and_the_history_hash() {
        let mut one = Machine::new(100, 110, 50);
        for index in 1..=30u64 {
            let rows = 1 + (index % 3) as u32;
            let data = put(100 + index % 7, rows, index, 8 + index as u32);
            one.apply(index, 1, &data, index);
        }
        one.apply(31, 2, &[], 0);
        let mut other = Machine::new(100, 110, 50);
        other.restore(&one.snapshot(), one.applied, one.applied_term);
        assert_eq!(one.rows, other.rows);
        assert_eq!(one.chain, other.chain);
        assert_eq!(one.rows_wire_bytes, other.rows_wire_bytes);
        let recount: u64 = one
            .rows
            .iter()
            .map(|r| u64::from(wire::row_bytes(r.value_bytes)))
            .sum();
        assert_eq!(one.rows_wire_bytes, recount);
    }

    #[test]
    fn a_range_that_was_split_and_merged_is_what_it_was() {
        let mut whole = Machine::new(100, 110, 50);
        for index in 1..=30u64 {
            let data = put(100 + index % 10, 1, index, 8 + index as u32);
            assert!(whole.apply(index, 1, &data, index));
        }
        let before = whole.clone();
        let upper = whole.split_off(104, (5, 5));
        assert_eq!((whole.keys(), upper.keys()), ((100, 104), (104, 110)));
        assert!(!whole.apply(31, 1, &put(107, 1, 31, 8), 31), "not its key");
        let mut lower_first = whole.clone();
        lower_first.absorb(&upper);
        let mut upper_first = upper.clone();
        upper_first.absorb(&whole);
        for merged in [lower_first, upper_first] {
            assert_eq!((merged.keys(), &merged.rows), (before.keys(), &before.rows));
            assert_eq!(merged.rows_wire_bytes, before.rows_wire_bytes);
        }
        let mut blank = Machine::blank(50);
        blank.restore(&upper.snapshot(), 9, 5);
        assert_eq!((blank.keys(), &blank.rows), (upper.keys(), &upper.rows));
        assert_eq!(blank.epoch, upper.epoch);
    }

    #[test]
    fn a_range_that_is_merged_away_changes_no_more() {
        let mut machine = Machine::new(0, 10, 8);
        machine.merging = Some(Merging {
            target: 3,
            index: 0,
        });
        assert!(!machine.apply(1, 1, &put(4, 1, 1, 8), 0));
        assert_eq!(machine.scan(4, 1)[0].write_id, 0);
    }

    #[test]
    fn a_scan_stops_at_the_end_of_the_range() {
        let machine = Machine::new(0, 10, 8);
        assert_eq!(machine.scan(7, 100).len(), 3);
        assert_eq!(machine.scan(0, 4).len(), 4);
    }
}
