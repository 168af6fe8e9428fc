//! A client's request, as it is told when it is sent, and how it ended. It must not know what
//! happens in between.

use sim::{Micros, NodeId};

use crate::choice;
use crate::config::{INSERT_ROWS_EACH, INSERT_TABLES, MixOp, OpKind, ReadMode};
use crate::ids::{RangeId, RequestId};
use crate::named::NamedKeys;

choice! {
    /// How a request ended.
    pub enum Outcome {
        /// Answered.
        Ok = "ok";
        /// Not done, and certain not to be: every attempt was refused, or a read timed out.
        Failed = "failed";
        /// A write without an answer: it may have happened or may yet happen.
        Unknown = "unknown";
    }
}

/// A request at the moment a client sends it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RequestFact {
    /// Number of the request, counting up from 1.
    pub request: RequestId,
    /// Where it enters.
    pub gateway: NodeId,
    /// Its workload; `None` = by hand.
    pub workload: Option<u16>,
    /// What it does.
    pub op: OpKind,
    /// First key.
    pub key: u64,
    /// Rows; of a transfer, how many keys on its second account lies; of an insert transaction, how
    /// many keys on the next table begins.
    pub rows: u32,
    /// How it reads.
    pub mode: ReadMode,
    /// Range that it is about.
    pub range: RangeId,
    /// Write id of the value that a put writes: unique in the run; equals the request number.
    pub value: u64,
    /// Number of the request that this one is part of; `NONE` = none.
    pub parent: RequestId,
    /// Which client of its workload sent it; `None` = by hand, or one of those that come and go
    /// with their request.
    pub client: Option<u32>,
    /// How far back its client lets it look: of stale reads, else 0.
    pub bound_us: Micros,
    /// How often its client has asked the same before and got no answer.
    pub retry: u8,
    /// Number of the request with which it asked first, if it has; else `NONE`.
    pub retry_of: RequestId,
    /// When that was; else 0.
    pub asked_us: Micros,
    /// The operation of its workload's mix that ends with it.
    pub operation: Option<MixOp>,
    /// Its keys, where they are named one by one: then `rows` is how many, and `key` the lowest.
    pub named: NamedKeys,
}

impl RequestFact {
    /// The keys that it writes, rising; none if it only reads.
    pub fn written_keys(&self) -> impl Iterator<Item = u64> + use<> {
        let named = self.op.is_write().then_some(self.named);
        named.unwrap_or_default().iter().chain(self.regular_keys())
    }

    /// The same, of those whose first key and rows say all.
    fn regular_keys(&self) -> impl Iterator<Item = u64> + use<> {
        let (first, rows) = (self.key, u64::from(self.rows));
        let (groups, step, each) = match self.op {
            _ if !self.named.is_empty() => (0, 0, 1),
            OpKind::Put => (rows, 1, 1),
            OpKind::Transfer => (1 + rows.min(1), rows, 1),
            OpKind::Insert => (INSERT_TABLES, rows, INSERT_ROWS_EACH),
            OpKind::Get
            | OpKind::Scan
            | OpKind::Statement
            | OpKind::Transaction
            | OpKind::Update => (0, 0, 1),
        };
        (0..groups * each).map(move |nth| first + nth / each * step + nth % each)
    }
}

/// A read of which nothing is told but how it ended: where many are alike, one in so many is
/// recorded, and the others are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CountedFact {
    /// Number of the request.
    pub request: RequestId,
    /// Its workload.
    pub workload: u16,
    /// How it read.
    pub mode: ReadMode,
    /// Where it entered.
    pub gateway: NodeId,
    /// When its client sent it.
    pub invoked_us: Micros,
    /// How it ended.
    pub outcome: Outcome,
    /// Write id of the value read; 0 = the initial value, or no answer.
    pub value: u64,
}
