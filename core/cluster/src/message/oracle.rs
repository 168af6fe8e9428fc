//! What gateways and stores say to the oracle and the service beside it, and what those answer.

use sim::Micros;

use super::{Asked, Slot};
use model::ids::RangeId;
use model::timestamp::Timestamp;

/// How long the service waits for leaders before it answers without their indexes: the follower
/// then asks for itself.
pub(crate) const PATIENCE_US: Micros = 300_000;

/// A gateway's question for a timestamp with read indexes.
#[derive(Debug)]
pub(crate) struct IndexQuestion {
    pub(crate) slot: Slot,
    pub(crate) question: u32,
    pub(crate) shares: Vec<Share>,
}

/// Rows of one range that shall be read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) range: RangeId,
    pub(crate) key: u64,
    pub(crate) rows: u32,
}

/// A timestamp, and the read indexes that are known: (range, index).
#[derive(Debug)]
pub(crate) struct IndexAnswer {
    pub(crate) slot: Slot,
    pub(crate) question: u32,
    pub(crate) ts: Timestamp,
    pub(crate) indexes: Vec<(RangeId, u64)>,
}

/// The service asks a leader for a read index.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LeaderQuestion {
    pub(crate) errand: u32,
    pub(crate) asked: Asked,
}
