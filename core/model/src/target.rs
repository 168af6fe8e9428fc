//! What can be selected, inspected and asked about in a run.

use crate::ids::{RangeId, RequestId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A message in flight, by flight number.
    Message(u64),
    /// A node, by index.
    Node(u32),
    /// A range's replica on a store.
    Replica {
        /// The range.
        range: RangeId,
        /// The store's node.
        node: u32,
    },
    /// A directed link between zones.
    Link {
        /// Sender's zone.
        from: u32,
        /// Receiver's zone.
        to: u32,
    },
    /// A request.
    Request(RequestId),
    /// A range.
    Range(RangeId),
    /// A log entry of a range, by index: whatever each replica holds there.
    Entry {
        /// The range.
        range: RangeId,
        /// The index.
        index: u64,
    },
    /// An event of the run, by number.
    Event(u64),
}
