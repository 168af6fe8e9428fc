//! A round of the placement driver from its beginning to its end: what is under way goes on, then
//! each rule looks for something to begin.
//!
//! Order of the rules: replicas that were lost, zones without a replica, splits, leaders (three
//! rules in the order of `ScheduleConfig::priority`), learners, replicas, merges. A range has one
//! thing under way at a time.

use crate::operator::Goal;
use crate::round::{Order, Outcome, Round};
use crate::step::{Step, next_step};
use model::fact::Reason;
use model::ids::RangeId;

/// A goal is given up after so many rounds: leaders move quickly, rows do not.
const PATIENCE_ROUNDS: u64 = 10;
const PATIENCE_ROWS_ROUNDS: u64 = 120;

impl Round<'_> {
    /// Goes on with what is under way, then begins what the rules want.
    pub(crate) fn run(mut self) -> Outcome {
        self.follow_up();
        for record in self.records.known() {
            if let Some(Goal::Merge { into }) = record.operator.map(|operator| operator.goal) {
                self.growing.push(RangeId(into.0));
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
        for slot in 0..self.records.ranges.len() {
            let Some(record) = &mut self.records.ranges[slot] else {
                continue;
            };
            let Some(operator) = record.operator else {
                continue;
            };
            let rounds = if operator.moves_rows() {
                PATIENCE_ROWS_ROUNDS
            } else {
                PATIENCE_ROUNDS
            };
            let waited = (self.now - operator.since_us) / self.schedule.report_us;
            if next_step(operator.goal, record) == Step::Done {
                record.operator = None;
            } else if waited > rounds {
                record.operator = None;
                let why = Reason::TookTooLong;
                self.hold(
                    RangeId(slot as u32),
                    why,
                    operator.subject(),
                    None,
                    waited,
                    rounds,
                );
            }
        }
    }

    /// Orders the next step of everything that is under way, the first time and again while the
    /// reports do not show it done.
    fn order(&mut self) {
        for record in self.records.known() {
            let Some(operator) = record.operator else {
                continue;
            };
            if let Step::Do(step) = next_step(operator.goal, record) {
                self.outcome.orders.push(Order {
                    range: record.range,
                    to: record.leader,
                    step,
                });
            }
        }
    }
}
