//! The one thing that is told of a read that is only counted. Plain data.

use sim::{Micros, NodeId};

use crate::choices::ReadMode;
use crate::read_fact::Outcome;

/// A read of which nothing is told but how it ended: where many are alike, one in so many is
/// recorded, and the others are counted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CountedFact {
    /// Number of the request.
    pub request: u64,
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
