//! Steps.
use sim::NodeId;
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    MoveLeader { to: NodeId },
    AddLearner { store: NodeId },
    Promote { store: NodeId },
    Remove { store: NodeId },
    Replace { add: NodeId, remove: NodeId },
    Split { at_key: u64 },
    Merge { into: u32 },
}
