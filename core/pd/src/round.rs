//! A round of the placement driver while it goes on: what the rules look at, and how they begin
//! something or say what held them back. It sends nothing.

use sim::{Micros, NodeId};

use crate::operator::{Goal, Operator};
use crate::records::{RangeRecord, Records};
use model::config::Settings;
use model::fact::{Deed, Reason};
use model::ids::RangeId;
use model::operation::Operation;
use model::schedule::ScheduleConfig;

/// Most leaders on the move at once (PD's `leader-schedule-limit`).
const LEADER_MOVES_MAX: usize = 4;
/// Most replicas on the move at once (TiKV sends and receives 32 snapshots at once; a teacher
/// wants to see each).
const REPLICA_MOVES_MAX: usize = 8;
/// Most ranges that change their shape at once.
const SHAPES_MAX: usize = 4;
/// A decision: what the driver does or does not do, and the two figures that it compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The range that it is about.
    pub range: RangeId,
    /// What the driver does or does not do.
    pub what: Deed,
    /// Why.
    pub why: Reason,
    /// The store that gains by it, if it names one.
    pub subject: Option<NodeId>,
    /// The store that loses by it.
    pub other: Option<NodeId>,
    /// What the driver saw.
    pub figure: u64,
    /// What it compared that with.
    pub limit: u64,
}

/// An order to the leader of a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The range.
    pub range: RangeId,
    /// The store whose replica led it last.
    pub to: NodeId,
    /// What its leader shall do.
    pub step: Operation,
}

/// What a round comes to.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What is told, in order.
    pub choices: Vec<Choice>,
    /// What is sent, in order.
    pub orders: Vec<Order>,
}

pub(crate) struct Round<'a> {
    pub(crate) records: &'a mut Records,
    pub(crate) schedule: &'a ScheduleConfig,
    pub(crate) settings: &'a Settings,
    /// Voters that a range shall have.
    pub(crate) voters: usize,
    pub(crate) now: Micros,
    /// Ranges that another one is becoming a part of.
    pub(crate) growing: Vec<RangeId>,
    pub(crate) outcome: Outcome,
}

impl Round<'_> {
    /// Ranges by id that the driver may begin something with.
    pub(crate) fn idle(&self) -> Vec<RangeId> {
        let ranges = self.records.known().filter(|record| self.is_idle(record));
        ranges.map(|record| record.range).collect()
    }

    pub(crate) fn is_idle(&self, record: &RangeRecord) -> bool {
        record.operator.is_none()
            && !record.joint
            && !self.growing.contains(&record.range)
            && self.records.is_fresh(record, self.schedule, self.now)
    }

    /// A range that is known.
    pub(crate) fn record(&self, range: RangeId) -> &RangeRecord {
        self.records.range(range).expect("it was just found")
    }

    pub(crate) fn is_up(&self, node: NodeId) -> bool {
        self.records.is_up(node, self.schedule, self.now)
    }

    /// Whether one more of this kind may be under way.
    pub(crate) fn has_room_for(&self, goal: Goal) -> bool {
        let alike = |other: &Goal| match goal {
            Goal::MoveLeader { .. } => matches!(other, Goal::MoveLeader { .. }),
            Goal::Split { .. } | Goal::Merge { .. } => {
                matches!(other, Goal::Split { .. } | Goal::Merge { .. })
            }
            _ => !matches!(
                other,
                Goal::MoveLeader { .. } | Goal::Split { .. } | Goal::Merge { .. }
            ),
        };
        let most = match goal {
            Goal::MoveLeader { .. } => LEADER_MOVES_MAX,
            Goal::Split { .. } | Goal::Merge { .. } => SHAPES_MAX,
            _ => REPLICA_MOVES_MAX,
        };
        let operators = self.records.known().filter_map(|record| record.operator);
        operators.filter(|operator| alike(&operator.goal)).count() < most
    }

    /// Begins something, and says why. The deed follows from the goal.
    pub(crate) fn begin(
        &mut self,
        range: RangeId,
        goal: Goal,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        let now = self.now;
        let record = self.records.range_mut(range).expect("it was just found");
        let operator = Operator {
            goal,
            since_us: now,
        };
        record.operator = Some(operator);
        record.held = None;
        let (what, other) = match goal {
            Goal::MoveLeader { .. } => {
                record.moved_us = Some(now);
                (Deed::MovedLeader, Some(record.leader))
            }
            Goal::Add { .. } => (Deed::AddedReplica, None),
            Goal::Replace { remove, .. } => (Deed::ReplacedReplica, Some(remove)),
            Goal::AddLearner { .. } => (Deed::AddedLearner, None),
            Goal::Remove { .. } => (Deed::RemovedReplica, None),
            Goal::Split { .. } => (Deed::SplitRange, None),
            Goal::Merge { into } => {
                self.growing.push(RangeId(into.0));
                (Deed::MergedRanges, None)
            }
        };
        self.outcome.choices.push(Choice {
            range,
            what,
            why,
            subject: operator.subject().or(Some(record.leader)),
            other,
            figure,
            limit,
        });
    }

    /// Says what the driver wanted and did not do. The same again is told once per hold-down.
    pub(crate) fn hold(
        &mut self,
        range: RangeId,
        why: Reason,
        subject: Option<NodeId>,
        other: Option<NodeId>,
        figure: u64,
        limit: u64,
    ) {
        let (now, again_us) = (self.now, self.schedule.hold_down_us);
        let record = self.records.range_mut(range).expect("it was just found");
        let told = |&(known, at): &(Reason, Micros)| known == why && now < at + again_us;
        if record.held.as_ref().is_some_and(told) {
            return;
        }
        record.held = Some((why, now));
        self.outcome.choices.push(Choice {
            range,
            what: Deed::HeldBack,
            why,
            subject,
            other,
            figure,
            limit,
        });
    }

    /// How long a range must still be left alone after its last move of the leader: the time
    /// since then, if that is too short.
    pub(crate) fn held_down(&self, since: Option<Micros>) -> Option<Micros> {
        let passed_us = self.now - since?;
        (passed_us < self.schedule.hold_down_us).then_some(passed_us)
    }
}
