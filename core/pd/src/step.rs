//! The next step towards an operator's goal: a function of the goal and of the range's last report,
//! so that a lost order, a new leader or a report out of date costs time and nothing else.

use model::operation::Operation;
use sim::NodeId;

use crate::operator::Goal;
use crate::records::RangeRecord;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Do(Operation),
    /// A joint configuration is about to be left.
    Wait,
    Done,
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
