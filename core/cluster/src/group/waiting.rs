//! Requests that wait at a replica: reads for their index or its apply, puts for theirs.

use sim::{Micros, NodeId};

use crate::message::Asked;
use model::config::{LeaderCheck, ReadMode, Service};
use model::timestamp::Timestamp;
use model::view::Epoch;

/// A read at a replica, from its arrival until it is handed to the cores.
#[derive(Clone, Debug)]
pub(crate) struct PendingRead {
    /// The request's slot and number at the gateway's side.
    pub(crate) slot: u32,
    pub(crate) request: u64,
    pub(crate) gateway: NodeId,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) mode: ReadMode,
    pub(crate) deadline_us: Micros,
    /// Context of the latest attempt to get a read index.
    pub(crate) context: u64,
    /// Tick of that attempt.
    pub(crate) asked_tick: u64,
    /// The read index, once known.
    pub(crate) index: Option<u64>,
    /// Time of the snapshot; 0 = the newest.
    pub(crate) read_ts: Timestamp,
    /// The read time is the earliest that will do; later is better.
    pub(crate) freshest: bool,
    /// The index itself is the answer: it is for another replica's read.
    pub(crate) only_index: bool,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

impl PendingRead {
    /// Its keys and epoch.
    pub(crate) fn asked(&self) -> Asked {
        let (key, rows, epoch) = (self.key, self.rows, self.epoch);
        Asked { key, rows, epoch }
    }

    /// Whether its index comes by the leader's role, without a round.
    pub(crate) fn is_by_role(&self) -> bool {
        self.mode.service() == Service::Leader(LeaderCheck::Role)
    }

    /// Whether a replica that knows a late enough commit serves it without a read index.
    pub(crate) fn is_by_version(&self) -> bool {
        self.mode.service() == Service::Version
    }

    /// Whether a replica with this newest commit may serve it without a read index.
    pub(crate) fn is_recent_enough(&self, newest: Timestamp) -> bool {
        self.is_by_version() && self.read_ts > 0 && newest > self.read_ts
    }
}

/// A put that was proposed here and is not applied yet.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) index: u64,
    pub(crate) term: u64,
    pub(crate) slot: u32,
    pub(crate) request: u64,
    pub(crate) gateway: NodeId,
    /// Number of the transaction's call whose place `slot` then is; 0 = a put.
    pub(crate) call: u32,
    /// Its keys, and the epoch that its gateway went by.
    pub(crate) asked: Asked,
}
