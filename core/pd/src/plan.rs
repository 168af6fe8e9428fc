//! What the placement driver has under way for a range: a goal, reached step by step. The next
//! step is a function of the goal and of the range's last report, so that a lost order, a new
//! leader or a report out of date costs time and nothing else (as PD's operators).

use sim::{Micros, NodeId};

use crate::book::RangeRecord;
use model::operation::Operation;

/// What shall become of a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Another store leads.
    MoveLeader { to: NodeId },
    /// One more voter.
    Add { store: NodeId },
    /// One replica in place of another.
    Replace { add: NodeId, remove: NodeId },
    /// One more read-only replica.
    AddLearner { store: NodeId },
    /// One replica fewer.
    Remove { store: NodeId },
    /// Two ranges instead of one.
    Split { at_key: u64 },
    /// One range instead of two: this one becomes a part of `into`.
    Merge { into: u32 },
}

/// A goal and since when it is one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) goal: Goal,
    pub(crate) since_us: Micros,
}

/// What to do now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Order this.
    Do(Operation),
    /// A joint configuration is about to be left.
    Wait,
    /// The goal is reached.
    Done,
}

impl Plan {
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

    /// Whether it moves rows.
    pub(crate) fn moves_rows(&self) -> bool {
        self.adds().is_some()
    }
}

/// The next step towards a goal. An operation is ordered until the reports show it done: the
/// leader goes through its steps by itself, and refuses it while they are under way.
pub(crate) fn next_step(goal: Goal, record: &RangeRecord) -> Step {
    if record.joint {
        return Step::Wait;
    }
    let holds = |store: NodeId| record.member(store).is_some();
    let votes = |store: NodeId| record.member(store).is_some_and(|member| !member.learner);
    let (done, step) = match goal {
        Goal::MoveLeader { to } => (record.leader == to, Operation::MoveLeader { to }),
        Goal::Add { store } => (votes(store), Operation::Add { store }),
        Goal::Replace { add, remove } if votes(add) => {
            (!holds(remove), Operation::Remove { store: remove })
        }
        Goal::Replace { add, remove } if holds(remove) => {
            (false, Operation::Replace { add, remove })
        }
        // Somebody else removed it meanwhile.
        Goal::Replace { add, .. } => (false, Operation::Add { store: add }),
        Goal::AddLearner { store } => (holds(store), Operation::AddLearner { store }),
        Goal::Remove { store } => (!holds(store), Operation::Remove { store }),
        Goal::Split { at_key } => {
            let inside = record.first_key < at_key && at_key < record.end_key;
            (!inside, Operation::Split { at_key })
        }
        // Done when the range is heard of no more.
        Goal::Merge { into } => (false, Operation::Merge { into }),
    };
    if done { Step::Done } else { Step::Do(step) }
}
