//! A transaction's command on its way to a range, and what a store says to it.

use sim::NodeId;

use super::{Asked, Place};
use kv::mvcc::{Command, Verdict};
use model::config::ValueKind;
use model::fact::Refusal;
use model::view::Epoch;

/// A call as it travels.
#[derive(Clone, Debug)]
pub(crate) struct CallPayload {
    pub(crate) place: Place,
    pub(crate) number: u32,
    pub(crate) key: u64,
    pub(crate) values: ValueKind,
    pub(crate) command: Command,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

impl CallPayload {
    /// Its keys and epoch.
    pub(crate) fn asked(&self) -> Asked {
        let last = self.command.keys().max().unwrap_or(self.key);
        Asked {
            key: self.key,
            rows: (last.saturating_sub(self.key) + 1) as u32,
            epoch: self.epoch,
        }
    }
}

/// What a store says to a call.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Answer {
    Verdict(Verdict),
    /// It did nothing; the leader that it knows, if any.
    Refused(Refusal, Option<NodeId>),
}
