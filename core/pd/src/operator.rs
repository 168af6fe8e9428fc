//! What the placement driver has under way for a range: a goal, and since when (PD calls it an
//! operator). Plain data; the way there is `step`'s.

use model::ids::RangeId;
use sim::{Micros, NodeId};

/// What shall become of a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    MoveLeader {
        to: NodeId,
    },
    Add {
        store: NodeId,
    },
    /// One replica in place of another.
    Replace {
        add: NodeId,
        remove: NodeId,
    },
    AddLearner {
        store: NodeId,
    },
    Remove {
        store: NodeId,
    },
    /// Two ranges instead of one.
    Split {
        at_key: u64,
    },
    /// One range instead of two: this one becomes a part of `into`.
    Merge {
        into: RangeId,
    },
}

/// A goal and since when it is one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operator {
    pub(crate) goal: Goal,
    pub(crate) since_us: Micros,
}

impl Operator {
    /// The store that gets a replica.
    pub(crate) fn adds(&self) -> Option<NodeId> {
        match self.goal {
            Goal::Add { store } | Goal::AddLearner { store } => Some(store),
            Goal::Replace { add, .. } => Some(add),
            _ => None,
        }
    }

    /// The store that loses one.
    pub(crate) fn removes(&self) -> Option<NodeId> {
        match self.goal {
            Goal::Replace { remove, .. } => Some(remove),
            Goal::Remove { store } => Some(store),
            _ => None,
        }
    }

    pub(crate) fn moves_rows(&self) -> bool {
        self.adds().is_some()
    }

    /// The store that it is about.
    pub(crate) fn subject(&self) -> Option<NodeId> {
        match self.goal {
            Goal::MoveLeader { to } => Some(to),
            Goal::Remove { store } => Some(store),
            Goal::Add { .. }
            | Goal::Replace { .. }
            | Goal::AddLearner { .. }
            | Goal::Split { .. }
            | Goal::Merge { .. } => self.adds(),
        }
    }
}
