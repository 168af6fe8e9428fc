//! Steps that a range's leader can take.

use sim::NodeId;

/// One step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Another store's replica leads.
    MoveLeader { to: NodeId },
    /// A learner on a store.
    AddLearner { store: NodeId },
    /// The learner on a store votes.
    Promote { store: NodeId },
    /// A store's replica leaves the group.
    Remove { store: NodeId },
    /// One replica in place of another, by joint consensus.
    Replace { add: NodeId, remove: NodeId },
    /// Two ranges.
    Split { at_key: u64 },
    /// This range goes into another one.
    Merge { into: u32 },
}
