//! The record of a run: every fact with the event that it belongs to and the event that caused
//! that one, as it happens.
//!
//! It is there only while somebody asks for it, and bounded. It takes no part in the run and knows
//! nothing of what its rows are for.
//!
//! Here is also how plain data crosses to the page: columns of numbers as typed arrays, and
//! declarations of the types in TypeScript.

mod arrays;
pub mod columns;
mod declarations;
mod found;
mod slots;
mod table;

use model::fact::{Began, ByteKind, Fact, MessageType, SentFact};
use model::ids::{RangeId, RequestId};
use sim::{Fate, Micros, NodeId};

use found::Found;

pub use arrays::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
pub use declarations::Declarations;
pub use found::FoundRows;
pub use table::CODES;

/// One line of the record.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the event, as `Cluster::events` counts them: the first is 1; 0 is the start of
    /// the run.
    pub event: u64,
    /// Number of the event that scheduled it, 0 = the start or an action from outside.
    pub cause: u64,
    /// When it happened.
    pub at_us: Micros,
    /// What happened.
    pub what: What,
}

/// What a row says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An event with facts begins: this is why it was due. It comes before its facts.
    Began(Began),
    /// A fact.
    Fact(Fact),
    /// Rows of a read that the next fact ends, where the record was asked to keep them.
    Rows(FoundRows),
}

/// What is written over a row that is no longer needed: a fact of the largest kind.
const BLANK: Row = Row {
    event: 0,
    cause: 0,
    at_us: 0,
    what: What::Fact(Fact::Sent(SentFact {
        flight: 0,
        from: NodeId(0),
        to: NodeId(0),
        what: MessageType::Append,
        kind: ByteKind::Read,
        range: RangeId(0),
        bytes: 0,
        framing: 0,
        end_us: 0,
        fate: Fate::Arrives,
        reject: false,
        request: RequestId::NONE,
        term: 0,
        index: 0,
        entries: 0,
    })),
};

/// Rows, oldest first. When there are too many the older half goes.
#[derive(Clone, Debug)]
pub struct Trace {
    rows: Vec<Row>,
    rows_max: usize,
    dropped: u64,
    /// The last row opens an event that has no fact yet: the next event may have its place.
    is_open: bool,
    /// What reads found, where that is kept too.
    found: Option<Found>,
}

impl Trace {
    /// An empty record of at most so many rows (at least two).
    pub fn new(rows_max: usize) -> Self {
        Trace {
            rows: Vec::new(),
            rows_max: rows_max.max(2),
            dropped: 0,
            is_open: false,
            found: None,
        }
    }

    /// Keeps what reads of several rows find, too.
    pub fn keep_rows(&mut self) {
        self.found = Some(Found::default());
    }

    /// What a read found; its end follows.
    #[inline]
    pub fn found(&mut self, request: RequestId, values: &[u64]) {
        if let Some(found) = &mut self.found {
            found.put(request, values);
        }
    }

    /// An event begins. It is a row only if a fact follows, or if it tells by itself how far a
    /// request has come.
    #[inline]
    pub fn began(&mut self, at_us: Micros, event: u64, cause: u64, what: Began) {
        let row = Row {
            event,
            cause,
            at_us,
            what: What::Began(what),
        };
        if self.is_open
            && let Some(last) = self.rows.last_mut()
            && !matches!(last.what, What::Began(Began::Admitted { .. }))
        {
            *last = row;
            return;
        }
        self.push(row);
        self.is_open = true;
    }

    /// A fact of the event under way.
    #[inline]
    pub fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact) {
        self.is_open = false;
        let row = |what| Row {
            event,
            cause,
            at_us,
            what,
        };
        if let (Some(found), Fact::Completed { request, .. }) = (&mut self.found, fact) {
            for rows in found.take(*request) {
                self.push(row(What::Rows(rows)));
            }
        }
        self.push(row(What::Fact(recorded(*fact))));
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, row: Row) {
        if self.rows.len() >= self.rows_max {
            self.forget();
        }
        self.rows.push(row);
    }

    #[cold]
    fn forget(&mut self) {
        let oldest = self.rows.len().div_ceil(2);
        self.rows.drain(..oldest);
        self.dropped += oldest as u64;
    }

    /// What is recorded, oldest first.
    pub fn rows(&self) -> &[Row] {
        &self.rows[..self.rows.len() - usize::from(self.is_open)]
    }

    /// How many rows were dropped for want of room since the last `clear` or `take`.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Makes room ahead, so that the first rows move nothing.
    pub fn reserve(&mut self, rows: usize) {
        self.rows.reserve(rows.min(self.rows_max));
    }

    /// Forgets every row; the room for them stays.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.dropped = 0;
        self.is_open = false;
    }

    /// Forgets every row and writes over it: copies of the memory that are taken now and then shall
    /// not differ by what nobody reads any more.
    pub fn wipe(&mut self) {
        self.rows.fill(BLANK);
        self.clear();
    }

    /// Hands the rows over and goes on with none.
    pub fn take(&mut self) -> Vec<Row> {
        if self.is_open {
            self.rows.pop();
        }
        let rows = std::mem::take(&mut self.rows);
        self.clear();
        rows
    }
}

/// A fact without the hash of rows, which only the checks compare, and without a client's first
/// asking and its mix, which only figures need: who does sees them as they happen, and the columns
/// have no place for them. A record and what its columns lead back to are then the same.
#[inline]
fn recorded(mut fact: Fact) -> Fact {
    if let Fact::Applied { state, .. } | Fact::SnapshotInstalled { state, .. } = &mut fact {
        *state = 0;
    }
    if let Fact::Invoked(request) = &mut fact {
        request.asked_us = 0;
        request.operation = None;
    }
    fact
}
