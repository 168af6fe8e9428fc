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

/// The rows of a range, and how far the log was applied to them.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    first_key: u64,
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
        let count = end_key - first_key;
        Machine {
            first_key,
            row_bytes,
            rows: vec![
                RowState {
                    write_id: 0,
                    value_bytes: row_bytes
                };
                count as usize
            ],
            applied: 0,
            applied_term: 0,
            chain: 0,
            rows_wire_bytes: count * u64::from(wire::row_bytes(row_bytes)),
        }
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

    /// Applies one entry; an empty one (a new leader's first) changes no row.
    /// `hash` is the entry's hash, as the log matching check sees it.
    pub(crate) fn apply(&mut self, index: u64, term: u64, data: &[u8], hash: u64) {
        assert_eq!(
            index,
            self.applied + 1,
            "entries are applied in order, each once"
        );
        assert!(term >= self.applied_term);
        if !data.is_empty() {
            for written in command::written(data) {
                self.write(written);
            }
        }
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
        self.rows.fill(RowState {
            write_id: 0,
            value_bytes: self.row_bytes,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::PutOf;
    use crate::config::ValueKind;

    #[test]
    fn a_snapshot_carries_all_rows_and_the_history_hash() {
        let mut one = Machine::new(100, 110, 50);
        for index in 1..=30u64 {
            let data = command::encode(&PutOf {
                row: 100 + index % 7,
                rows: 1 + (index % 3) as u32,
                write_id: index,
                value_bytes: 8 + index as u32,
                values: ValueKind::Line,
                at_ms: index,
            });
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
    fn a_scan_stops_at_the_end_of_the_range() {
        let machine = Machine::new(0, 10, 8);
        assert_eq!(machine.scan(7, 100).len(), 3);
        assert_eq!(machine.scan(0, 4).len(), 4);
    }
}
