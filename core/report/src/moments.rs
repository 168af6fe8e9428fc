//! What happened in a run, by kind and by place, in numbers: tallies, and what is wanted of them.
//! It knows no words; goals and their sentences are `goal`'s.

use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use vocabulary::moments::Moment;

/// How often something happened, and when.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub count: u64,
    /// When it first happened, or began, in µs.
    pub first_us: Micros,
    /// When it last happened, or began.
    pub last_us: Micros,
    /// The longest that it lasted; 0 for what does not last.
    pub longest_us: Micros,
}

/// What a report tells of a kind of moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentSummary {
    /// The kind.
    pub kind: Moment,
    /// Everywhere.
    pub total: Tally,
    /// By place: zones by number, then nodes by number plus the number of zones.
    pub places: Vec<(u16, Tally)>,
}

impl Tally {
    /// Something happened, or began, as often, and lasted so long.
    pub fn add(&mut self, from_us: Micros, lasted_us: Micros, count: u64) {
        if self.count == 0 {
            self.first_us = from_us;
        }
        self.count += count;
        self.first_us = self.first_us.min(from_us);
        self.last_us = self.last_us.max(from_us);
        self.longest_us = self.longest_us.max(lasted_us);
    }
}

/// The tally of a kind, everywhere or at a place: zones by number, then nodes.
pub type TallyOf<'a> = dyn Fn(Moment, Option<u16>) -> Tally + 'a;

/// Something that shall happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One kind of moment.
    Happening(Happening),
    /// Each of them.
    All(Vec<Wanted>),
    /// One of them at least.
    Any(Vec<Wanted>),
}

/// A kind of moment that shall happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// What.
    pub kind: Moment,
    /// Zones by number, then nodes by number plus the number of zones; `None` = anywhere.
    pub place: Option<u16>,
    /// How often, how long and when.
    pub bound: Bound,
    /// What shall happen later than this began.
    pub then: Option<Box<Wanted>>,
}

/// A bound on a tally.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// It happened as often at least.
    pub count: u64,
    /// It lasted as long at least, at one stretch, in µs.
    pub lasting_us: Micros,
    /// It happened at this instant or later.
    pub after_us: Micros,
    /// It happened at this instant or earlier.
    pub before_us: Micros,
}

impl Default for Bound {
    /// Once, at any time.
    fn default() -> Self {
        Bound {
            count: 1,
            lasting_us: 0,
            after_us: 0,
            before_us: Micros::MAX,
        }
    }
}

/// What is so of something wanted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Come {
    /// Some of it has happened.
    pub begun: bool,
    /// Instant at which it all had, in µs.
    pub at_us: Option<Micros>,
}

impl Bound {
    /// When what a tally tells came to be so, in µs; `None` while it is not. With an instant, of
    /// what happened after it. The first and the last of them are known; which one it was that came
    /// late enough is not.
    pub fn met_us(&self, tally: Tally, since_us: Option<Micros>) -> Option<Micros> {
        let met = tally.count >= self.count.max(1)
            && tally.longest_us >= self.lasting_us
            && tally.last_us >= self.after_us
            && tally.first_us <= self.before_us
            && since_us.is_none_or(|since_us| tally.last_us > since_us);
        let is_late = tally.first_us < self.after_us
            || since_us.is_some_and(|since_us| tally.first_us <= since_us);
        let at_us = if self.count <= 1 && !is_late {
            tally.first_us
        } else {
            tally.last_us
        };
        met.then_some(at_us)
    }
}

impl Wanted {
    /// What is so of it.
    pub fn come(&self, tally: &TallyOf<'_>) -> Come {
        self.come_since(tally, None)
    }

    fn come_since(&self, tally: &TallyOf<'_>, since_us: Option<Micros>) -> Come {
        match self {
            Wanted::Happening(happening) => happening.come(tally, since_us),
            Wanted::All(parts) => {
                let mut all = Come {
                    begun: false,
                    at_us: Some(0),
                };
                for part in parts {
                    let come = part.come_since(tally, since_us);
                    all.begun |= come.begun;
                    // `None` is less than any instant, but it must win here.
                    all.at_us = all.at_us.and_then(|at_us| Some(at_us.max(come.at_us?)));
                }
                all
            }
            Wanted::Any(parts) => {
                let mut any = Come::default();
                for part in parts {
                    let come = part.come_since(tally, since_us);
                    any.begun |= come.begun;
                    any.at_us = match (any.at_us, come.at_us) {
                        (Some(one), Some(other)) => Some(one.min(other)),
                        (one, other) => one.or(other),
                    };
                }
                any
            }
        }
    }
}

impl Happening {
    fn come(&self, tally_of: &TallyOf<'_>, since_us: Option<Micros>) -> Come {
        let tally = tally_of(self.kind, self.place);
        let own_us = self.bound.met_us(tally, since_us);
        let at_us = match (&self.then, own_us) {
            (Some(then), Some(_)) => then.come_since(tally_of, Some(tally.first_us)).at_us,
            (_, own_us) => own_us,
        };
        Come {
            begun: own_us.is_some(),
            at_us,
        }
    }
}
