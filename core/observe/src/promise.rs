//! A broken promise, shown by the fewest operations that cannot be ordered: at most the write, the
//! first to end and the last to begin of each of two values that must precede each other (see
//! `zones`), and of these only what is needed. Leave out any one and the rest can be ordered. A
//! read that broke something else (its bound, its moment) is shown with the writes that say so.
//!
//! It knows what clients saw and nothing else.

use model::config::{OpKind, ReadMode};
use model::fact::Outcome;
use model::ids::RequestId;
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::broken::{Broken, BrokenRead};
use crate::history::History;
use crate::pending::Pending;

/// A read that broke its promise, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BrokenPromise {
    /// When it ended.
    pub at_us: Micros,
    /// The read, and what it broke.
    pub read: BrokenRead,
    /// Operations on its key that no order explains, by the instants at which they were sent.
    pub operations: Vec<Witness>,
}

/// An operation on the key, as its client knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Witness {
    /// Number of the request.
    pub request: RequestId,
    /// What it did.
    pub op: OpKind,
    /// How it read.
    pub mode: ReadMode,
    /// Write id that it wrote or read.
    pub value: u64,
    /// When it was sent.
    pub invoked_us: Micros,
    /// When it ended; `None` = it has no answer.
    pub completed_us: Option<Micros>,
}

impl BrokenPromise {
    /// What explains a broken read.
    pub(super) fn new(
        at_us: Micros,
        read: BrokenRead,
        history: &History,
        pending: &Pending,
    ) -> Self {
        let known = Known { history, pending };
        let found = match read.broken {
            Broken::Replaced { by } => known.clash(&read, by),
            Broken::Unknown => known.replaced(&read),
            Broken::TooOld { by, .. } | Broken::Missed { by, .. } => known.these(&read, &[by]),
            Broken::Torn { late_value, by, .. } => known.these(&read, &[by, late_value]),
            Broken::Early { .. } | Broken::WriteFailed => known.these(&read, &[]),
        };
        // One by one into place: a handful, and a sort of these would be 5 kB of the page.
        let mut operations: Vec<Witness> = Vec::with_capacity(found.len());
        let order = |witness: &Witness| (witness.invoked_us, witness.request);
        for witness in found {
            let place = operations.partition_point(|other| order(other) < order(&witness));
            operations.insert(place, witness);
        }
        BrokenPromise {
            at_us,
            read,
            operations,
        }
    }
}

/// Operations that are still known.
struct Known<'a> {
    history: &'a History,
    pending: &'a Pending,
}

impl Known<'_> {
    /// An operation of this number, which had to do with a value.
    fn find(&self, request: RequestId, value: u64) -> Option<Witness> {
        if request == RequestId::NONE {
            return None;
        }
        if let Some(waiting) = self.pending.get(request) {
            return Some(Witness {
                request,
                op: waiting.fact.op,
                mode: waiting.fact.mode,
                value,
                invoked_us: waiting.invoked_us,
                completed_us: None,
            });
        }
        let ended = self.history.operation(request)?;
        let completed_us = (ended.outcome == Outcome::Ok).then_some(ended.completed_us);
        Some(Witness {
            request,
            op: ended.op,
            mode: ended.mode,
            value,
            invoked_us: ended.invoked_us,
            completed_us,
        })
    }

    /// The write of a value.
    fn write(&self, value: u64) -> Option<Witness> {
        self.find(RequestId::of_write(value), value)
    }

    /// The read, the write of its value, and the writes of these others.
    fn these(&self, read: &BrokenRead, others: &[u64]) -> Vec<Witness> {
        let mut kept: Vec<Witness> = self.find(read.request, read.value).into_iter().collect();
        for value in [read.value].iter().chain(others) {
            let writer = RequestId::of_write(*value);
            let is_new = kept.iter().all(|witness| witness.request != writer);
            kept.extend(self.write(*value).filter(|_| is_new));
        }
        kept
    }

    /// The fewest operations that make two values precede each other.
    fn clash(&self, read: &BrokenRead, by: u64) -> Vec<Witness> {
        let [first, last, other_first, other_last] = read.clash;
        let of = |value| move |request| (request, value);
        let writer = RequestId::of_write(read.value);
        let wanted = [writer, first, last, read.request].map(of(read.value));
        let others = [RequestId::of_write(by), other_first, other_last].map(of(by));
        let mut kept: Vec<Witness> = Vec::new();
        for (request, value) in wanted.into_iter().chain(others) {
            let is_new = kept.iter().all(|witness| witness.request != request);
            kept.extend(self.find(request, value).filter(|_| is_new));
        }
        let values = (read.value, by);
        // Reads first: a write stays as long as somebody saw its value.
        for is_write in [false, true] {
            for place in (0..kept.len()).rev() {
                let witness = kept[place];
                let value = witness.value;
                let is_seen = kept
                    .iter()
                    .any(|other| other.value == value && other.op != OpKind::Put);
                if (witness.op == OpKind::Put) != is_write || (is_write && is_seen) {
                    continue;
                }
                kept.remove(place);
                if !precede_each_other(&kept, values) {
                    kept.insert(place, witness);
                }
            }
        }
        kept
    }

    /// A value that had been replaced long ago: its write, one that replaced it, and the read. The
    /// read alone when nobody had written the value.
    fn replaced(&self, read: &BrokenRead) -> Vec<Witness> {
        let mut kept: Vec<Witness> = self.find(read.request, read.value).into_iter().collect();
        let written = self.write(read.value);
        let written = written.filter(|write| write.op == OpKind::Put);
        let (Some(sent_us), Some(write)) = (kept.first().map(|read| read.invoked_us), written)
        else {
            return kept;
        };
        kept.push(write);
        let replaces = self.history.operations().find(|other| {
            let covers = (other.key..other.key + u64::from(other.rows)).contains(&read.key);
            covers
                && (other.op, other.outcome) == (OpKind::Put, Outcome::Ok)
                && write.completed_us.is_some_and(|us| us < other.invoked_us)
                && other.completed_us < sent_us
        });
        kept.extend(replaces.and_then(|other| self.write(other.request.write_id())));
        kept
    }
}

/// Whether some operation on each value ended before some operation on the other began. The value
/// before any write was there at instant 0.
fn precede_each_other(operations: &[Witness], (one, other): (u64, u64)) -> bool {
    let first_end = |value: u64| {
        let ends = operations.iter().filter(|witness| witness.value == value);
        let end = ends.filter_map(|witness| witness.completed_us).min();
        if value == 0 { Some(0) } else { end }
    };
    let last_begin = |value: u64| {
        let of_value = operations.iter().filter(|witness| witness.value == value);
        of_value.map(|witness| witness.invoked_us).max()
    };
    let precedes = |value, next| {
        first_end(value)
            .zip(last_begin(next))
            .is_some_and(|(end_us, begin_us)| end_us < begin_us)
    };
    precedes(one, other) && precedes(other, one)
}

#[cfg(test)]
mod tests;
