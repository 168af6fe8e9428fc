//! A round of the placement driver: what is under way goes on, then each rule looks for something
//! to begin. A pure function of what was reported, the switches and the instant; it sends nothing.
//!
//! Order of the rules: replicas that were lost, zones without a replica, splits, leaders (three
//! rules in the order of `ScheduleConfig::priority`), learners, replicas, merges. A range has one
//! thing under way at a time.

use sim::{Micros, NodeId};

use crate::book::{Book, RangeRecord};
use crate::plan::{Goal, Plan, Step, next_step};
use model::config::Settings;
use model::fact::{Deed, Reason};
use model::operation::Operation;
use model::schedule::ScheduleConfig;

/// Most leaders on the move at once (PD's `leader-schedule-limit`).
const LEADER_MOVES_MAX: usize = 4;
/// Most replicas on the move at once (TiKV sends and receives 32 snapshots at once; a teacher
/// wants to see each).
const REPLICA_MOVES_MAX: usize = 8;
/// Most ranges that change their shape at once.
const SHAPES_MAX: usize = 4;
/// A goal is given up after so many rounds: leaders move quickly, rows do not.
const PATIENCE_ROUNDS: u64 = 10;
const PATIENCE_ROWS_ROUNDS: u64 = 120;

/// A decision: what the driver does or does not do, and the two figures that it compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The range that it is about.
    pub range: u32,
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
    pub range: u32,
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

/// One round in progress.
pub(crate) struct Round<'a> {
    pub(crate) book: &'a mut Book,
    pub(crate) schedule: &'a ScheduleConfig,
    pub(crate) settings: &'a Settings,
    /// Voters that a range shall have.
    pub(crate) voters: usize,
    pub(crate) now: Micros,
    /// Ranges that another one is becoming a part of.
    pub(crate) growing: Vec<u32>,
    pub(crate) outcome: Outcome,
}

impl Round<'_> {
    /// Goes on with what is under way, then begins what the rules want.
    pub(crate) fn run(mut self) -> Outcome {
        self.follow_up();
        for record in self.book.known() {
            if let Some(Goal::Merge { into }) = record.plan.map(|plan| plan.goal) {
                self.growing.push(into);
            }
        }
        let settings = self.settings;
        if settings.balance_replicas {
            self.repair();
        }
        if settings.split_merge {
            self.split();
        }
        for position in 0..self.schedule.priority.len() {
            self.move_leaders(position);
        }
        if settings.hot_learners || self.has_own_learners() {
            self.make_learners();
        }
        if settings.balance_replicas {
            self.spread_replicas();
        }
        if settings.split_merge {
            self.merge();
        }
        self.order();
        self.outcome
    }

    /// Ends what is done or takes too long.
    fn follow_up(&mut self) {
        for slot in 0..self.book.ranges.len() {
            let Some(record) = &mut self.book.ranges[slot] else {
                continue;
            };
            let Some(plan) = record.plan else { continue };
            let rounds = if plan.moves_rows() {
                PATIENCE_ROWS_ROUNDS
            } else {
                PATIENCE_ROUNDS
            };
            let waited = (self.now - plan.since_us) / self.schedule.report_us;
            if next_step(plan.goal, record) == Step::Done {
                record.plan = None;
            } else if waited > rounds {
                record.plan = None;
                let why = Reason::TookTooLong;
                self.hold(slot as u32, why, plan.subject(), None, waited, rounds);
            }
        }
    }

    /// Orders the next step of everything that is under way, the first time and again while the
    /// reports do not show it done.
    fn order(&mut self) {
        for record in self.book.known() {
            let Some(plan) = record.plan else { continue };
            if let Step::Do(step) = next_step(plan.goal, record) {
                self.outcome.orders.push(Order {
                    range: record.range,
                    to: record.leader,
                    step,
                });
            }
        }
    }

    /// Ranges by id that the driver may begin something with.
    pub(crate) fn idle(&self) -> Vec<u32> {
        let ranges = self.book.known().filter(|record| self.is_idle(record));
        ranges.map(|record| record.range).collect()
    }

    pub(crate) fn is_idle(&self, record: &RangeRecord) -> bool {
        record.plan.is_none()
            && !record.joint
            && !self.growing.contains(&record.range)
            && self.book.is_fresh(record, self.schedule, self.now)
    }

    /// A range that is known.
    pub(crate) fn record(&self, range: u32) -> &RangeRecord {
        self.book.range(range).expect("it was just found")
    }

    pub(crate) fn is_up(&self, node: NodeId) -> bool {
        self.book.is_up(node, self.schedule, self.now)
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
        let plans = self.book.known().filter_map(|record| record.plan);
        plans.filter(|plan| alike(&plan.goal)).count() < most
    }

    /// Begins something, and says why. The deed follows from the goal.
    pub(crate) fn begin(&mut self, range: u32, goal: Goal, why: Reason, figure: u64, limit: u64) {
        let now = self.now;
        let record = self.book.range_mut(range).expect("it was just found");
        let plan = Plan {
            goal,
            since_us: now,
        };
        record.plan = Some(plan);
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
                self.growing.push(into);
                (Deed::MergedRanges, None)
            }
        };
        self.outcome.choices.push(Choice {
            range,
            what,
            why,
            subject: plan.subject().or(Some(record.leader)),
            other,
            figure,
            limit,
        });
    }

    /// Says what the driver wanted and did not do. The same again is told once per hold-down.
    pub(crate) fn hold(
        &mut self,
        range: u32,
        why: Reason,
        subject: Option<NodeId>,
        other: Option<NodeId>,
        figure: u64,
        limit: u64,
    ) {
        let (now, again_us) = (self.now, self.schedule.hold_down_us);
        let record = self.book.range_mut(range).expect("it was just found");
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

impl Plan {
    /// The store that it is about.
    pub(crate) fn subject(&self) -> Option<NodeId> {
        match self.goal {
            Goal::MoveLeader { to } => Some(to),
            Goal::Remove { store } => Some(store),
            _ => self.adds(),
        }
    }
}
