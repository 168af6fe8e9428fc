//! What happened in a run, by kind and by place, in numbers. It knows no words; goals and their
//! sentences are `goal`'s.

use sim::Micros;

use format::moments::Moment;

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
    #[inline]
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
