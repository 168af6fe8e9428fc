//! Goals as numbers, for who judges them while a run goes on. Figures have none.

use crate::goal::{Goal, Happening};
use crate::moments;
use crate::moments::{Bound, Wanted};
use sim::Micros;

impl Happening {
    /// How often, how long and when.
    pub(super) fn bound(&self) -> Bound {
        let or = |at: &Option<vocabulary::units::DurationUs>, default: Micros| {
            at.as_ref().map_or(default, |at| at.0)
        };
        let any = Bound::default();
        Bound {
            count: self.at_least.unwrap_or(any.count),
            lasting_us: or(&self.lasting, any.lasting_us),
            after_us: or(&self.after, any.after_us),
            before_us: or(&self.before, any.before_us),
        }
    }
}

/// A goal of happenings, with the numbers of its places; `None` for what has no instant, or no such
/// place.
pub fn wanted(goal: &Goal, place: &dyn Fn(&str) -> Option<usize>) -> Option<Wanted> {
    let all = |goals: &[Goal]| -> Option<Vec<Wanted>> {
        goals.iter().map(|goal| wanted(goal, place)).collect()
    };
    match goal {
        Goal::Figure(_) | Goal::Not(_) => None,
        Goal::All(goals) => Some(Wanted::All(all(&goals.all)?)),
        Goal::Any(goals) => Some(Wanted::Any(all(&goals.any)?)),
        Goal::Happening(happening) => {
            let at = match &happening.place {
                None => None,
                Some(id) => Some(place(id)? as u16),
            };
            let then = match &happening.then {
                None => None,
                Some(then) => Some(Box::new(wanted(then, place)?)),
            };
            Some(Wanted::Happening(moments::Happening {
                kind: happening.happened.0,
                place: at,
                bound: happening.bound(),
                then,
            }))
        }
    }
}
