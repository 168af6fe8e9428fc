//! Goals made of happenings alone, as numbers: the engine judges them itself, without words. Judges
//! as `crate::goal` does; a test holds the two together.

use serde::{Deserialize, Serialize};
use sim::Micros;

use super::{Counts, Moment, Tally};

/// A goal that the engine can judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompiledGoal {
    /// Something happened.
    Happened(CompiledHappening),
    /// Each of them.
    All(Vec<CompiledGoal>),
    /// One of them at least.
    Any(Vec<CompiledGoal>),
}

/// Something that shall happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompiledHappening {
    /// What.
    pub kind: Moment,
    /// Where: a zone by its number, a node by its number plus the number of zones.
    pub place: Option<u16>,
    /// How often at least.
    pub least: u64,
    /// How long at least, in µs.
    pub lasting_us: Micros,
    /// It happened at this instant or later.
    pub after_us: Micros,
    /// It happened at this instant or earlier.
    pub before_us: Micros,
    /// What happened later than this began.
    pub then: Option<Box<CompiledGoal>>,
}

/// Something to try, from the scenario's file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// What to do.
    pub text: String,
    /// What is seen when it is done.
    pub done: String,
    /// When it is done.
    pub goal: CompiledGoal,
}

impl CompiledGoal {
    /// Instant at which it came true, of what happened after another; `None` = it is not met.
    pub(crate) fn met_us(&self, counts: &Counts, since_us: Option<Micros>) -> Option<Micros> {
        match self {
            CompiledGoal::Happened(happening) => happening.met_us(counts, since_us),
            CompiledGoal::All(goals) => {
                let mut latest_us = 0;
                for goal in goals {
                    latest_us = latest_us.max(goal.met_us(counts, since_us)?);
                }
                Some(latest_us)
            }
            CompiledGoal::Any(goals) => {
                let met = goals
                    .iter()
                    .filter_map(|goal| goal.met_us(counts, since_us));
                met.min()
            }
        }
    }
}

impl CompiledHappening {
    fn met_us(&self, counts: &Counts, since_us: Option<Micros>) -> Option<Micros> {
        let Tally {
            count,
            first_us,
            last_us,
            longest_us,
        } = counts.tally(self.kind, self.place);
        let is_met = count >= self.least
            && longest_us >= self.lasting_us
            && last_us >= self.after_us
            && first_us <= self.before_us
            && since_us.is_none_or(|since_us| last_us > since_us);
        if !is_met {
            return None;
        }
        if let Some(then) = &self.then {
            return then.met_us(counts, Some(first_us));
        }
        let is_late =
            first_us < self.after_us || since_us.is_some_and(|since_us| first_us <= since_us);
        let is_first = self.least == 1 && !is_late;
        Some(if is_first { first_us } else { last_us })
    }
}
