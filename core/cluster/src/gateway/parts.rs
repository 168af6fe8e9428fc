//! The parts of a statement or transaction: which rows each fetch reads, one after the other. It
//! knows no gateway and no message.

use crate::message::Slot;
use model::fact::RequestFact;
use model::ids::{RangeId, RequestId};

/// What a gateway remembers of a request that needs a timestamp or is made of parts.
#[derive(Default)]
pub(super) struct Task {
    /// Number of the question that the oracle shall answer, 0 = none; other answers are late.
    pub(super) question: u32,
    pub(super) questions: u32,
    /// A statement to prepare comes first.
    pub(super) prepares: bool,
    pub(super) parts: Parts,
}
/// The parts of a statement or transaction, and how far they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Read indexes that are known for the timestamp: (range, index). They stay good for it.
    pub(super) indexes: Vec<(RangeId, u64)>,
    /// First keys of the statements still to come, the next one last.
    pub(super) starts: Vec<u64>,
    /// Rows of each.
    pub(super) rows: u32,
    /// Fetches from each range.
    pub(super) fetches: u32,
    /// Next key of this statement, and its end.
    pub(super) next_key: u64,
    pub(super) end_key: u64,
    /// End of the rows in the present range, and fetches still to be sent for them.
    pub(super) share_end: u64,
    pub(super) fetches_left: u32,
    /// The fetch that is out: slot and number.
    pub(super) part: Option<(Slot, RequestId)>,
    /// First row that was read: write id.
    pub(super) first_value: Option<u64>,
}

impl Parts {
    /// `keys`: first key and end of those that statements are drawn from; statements after the
    /// first are spread evenly over them.
    pub(super) fn new(fact: &RequestFact, statements: u32, fetches: u32, keys: (u64, u64)) -> Self {
        let (span, step) = (keys.1 - keys.0, (keys.1 - keys.0) / u64::from(statements));
        let last_start = keys.1.saturating_sub(u64::from(fact.rows)).max(keys.0);
        let start = |nth: u32| {
            let offset = (fact.key.saturating_sub(keys.0) + step * u64::from(nth)) % span;
            (keys.0 + offset).min(last_start)
        };
        let mut starts: Vec<u64> = (1..statements).rev().map(start).collect();
        starts.push(fact.key);
        Parts {
            starts,
            rows: fact.rows,
            fetches,
            ..Parts::default()
        }
    }

    /// One statement for each of these rows.
    pub(super) fn of_rows(mut rows: Vec<u64>) -> Self {
        rows.reverse();
        Parts {
            starts: rows,
            rows: 1,
            fetches: 1,
            ..Parts::default()
        }
    }

    /// Goes on to the next statement if this one is done. False when there is none.
    pub(super) fn go_on(&mut self) -> bool {
        if self.next_key < self.end_key {
            return true;
        }
        let Some(start) = self.starts.pop() else {
            return false;
        };
        (self.next_key, self.end_key) = (start, start + u64::from(self.rows));
        (self.share_end, self.fetches_left) = (start, 0);
        true
    }

    /// Rows of the next fetch. `range_end`: the end of the range that holds the next key.
    pub(super) fn next_rows(&mut self, range_end: u64) -> u32 {
        if self.fetches_left == 0 || self.next_key >= self.share_end || self.share_end > range_end {
            self.share_end = self.end_key.min(range_end);
            self.fetches_left = self.fetches;
        }
        let left = self.share_end - self.next_key;
        let rows = left.div_ceil(u64::from(self.fetches_left));
        self.fetches_left -= 1;
        rows as u32
    }

    pub(super) fn index_of(&self, range: RangeId) -> u64 {
        let known = self.indexes.iter().find(|(known, _)| *known == range);
        known.map_or(0, |(_, index)| *index)
    }
}
