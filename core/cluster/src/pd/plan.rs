//! What the placement driver has under way for a range: a goal, reached step by step. The next
//! step is a function of the goal and of the range's last report, so that a lost order, a new
//! leader or a report out of date costs time and nothing else (as PD's operators).

use sim::{Micros, NodeId};

use super::book::RangeRecord;
use super::operation::Operation;

/// Entries that a learner may be behind its leader when it is promoted.
const BEHIND_MAX: u64 = 100;

/// What shall become of a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
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
pub(super) struct Plan {
    pub(super) goal: Goal,
    pub(super) since_us: Micros,
}

/// What to do now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Order this.
    Do(Operation),
    /// Something goes on: a learner catches up, a joint configuration is left.
    Wait,
    /// The goal is reached.
    Done,
}

impl Plan {
    /// The store that gets a replica.
    pub(super) fn adds(&self) -> Option<NodeId> {
        match self.goal {
            Goal::Add { store } | Goal::AddLearner { store } => Some(store),
            Goal::Replace { add, .. } => Some(add),
            _ => None,
        }
    }

    /// The store that loses one.
    pub(super) fn removes(&self) -> Option<NodeId> {
        match self.goal {
            Goal::Replace { remove, .. } => Some(remove),
            Goal::Remove { store } => Some(store),
            _ => None,
        }
    }

    /// Whether it moves rows.
    pub(super) fn moves_rows(&self) -> bool {
        self.adds().is_some()
    }
}

/// The next step towards a goal.
pub(super) fn next_step(goal: Goal, record: &RangeRecord) -> Step {
    if record.joint {
        return Step::Wait;
    }
    match goal {
        Goal::MoveLeader { to } if record.leader == to => Step::Done,
        Goal::MoveLeader { to } => Step::Do(Operation::MoveLeader { to }),
        Goal::Add { store } => match record.member(store) {
            None => Step::Do(Operation::AddLearner { store }),
            Some(member) if !member.learner => Step::Done,
            Some(member) if member.behind > BEHIND_MAX => Step::Wait,
            Some(_) => Step::Do(Operation::Promote { store }),
        },
        Goal::Replace { add, remove } => replace(record, add, remove),
        Goal::AddLearner { store } => match record.member(store) {
            None => Step::Do(Operation::AddLearner { store }),
            Some(_) => Step::Done,
        },
        Goal::Remove { store } => remove_from(record, store),
        Goal::Split { at_key } => {
            let inside = record.first_key < at_key && at_key < record.end_key;
            if inside {
                Step::Do(Operation::Split { at_key })
            } else {
                Step::Done
            }
        }
        Goal::Merge { into } => Step::Do(Operation::Merge { into }),
    }
}

fn replace(record: &RangeRecord, add: NodeId, remove: NodeId) -> Step {
    let Some(member) = record.member(add) else {
        return Step::Do(Operation::AddLearner { store: add });
    };
    if !member.learner {
        return remove_from(record, remove);
    }
    if member.behind > BEHIND_MAX {
        return Step::Wait;
    }
    if record.member(remove).is_none() {
        return Step::Do(Operation::Promote { store: add });
    }
    // A leader that is removed keeps leading in raft-rs: it hands over first.
    hand_over(record, remove).unwrap_or(Step::Do(Operation::Replace { add, remove }))
}

fn remove_from(record: &RangeRecord, store: NodeId) -> Step {
    if record.member(store).is_none() {
        return Step::Done;
    }
    hand_over(record, store).unwrap_or(Step::Do(Operation::Remove { store }))
}

/// The step by which a store no longer leads, if it leads.
fn hand_over(record: &RangeRecord, store: NodeId) -> Option<Step> {
    if record.leader != store {
        return None;
    }
    let mut others = record.members.iter();
    let closest = others
        .by_ref()
        .filter(|member| !member.learner && member.node != store)
        .min_by_key(|member| member.behind);
    Some(closest.map_or(Step::Wait, |member| {
        Step::Do(Operation::MoveLeader { to: member.node })
    }))
}
