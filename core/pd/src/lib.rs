//! The placement driver's decisions: reports in, orders and reasons out.
//!
//! `usage` is what a store counts for its reports, `report` what the messages hold, `book` what the
//! driver remembers of them, `round` and the rules (`leaders`, `replicas`, `shapes`) decide, `plan`
//! takes a decision step by step to its end.
//!
//! All of it is a function of reports, switches and the instant that it is told. It knows no
//! network, no timer and no replica: who sends it reports and carries its orders is the cluster's.

mod book;
mod leaders;
mod plan;
mod replicas;
pub mod report;
mod round;
mod shapes;
mod usage;

#[cfg(test)]
mod tests;

pub use book::QUIET_REPORTS;
pub use round::{Choice, Order, Outcome};
pub use usage::Usage;

use book::Book;
use model::config::Settings;
use model::schedule::ScheduleConfig;
use report::{RangeReport, StoreReport};
use round::Round;
use sim::{Micros, NodeId, ZoneId};

/// The driver's own memory.
pub struct Driver {
    book: Book,
    /// Voters that a range shall have.
    voters: usize,
}

impl Driver {
    /// Nothing is known yet but which stores there are; silence counts from `now`.
    pub fn new(zones: u16, stores: &[(NodeId, ZoneId)], voters: usize, now: Micros) -> Self {
        Driver {
            book: Book::new(zones, stores, now),
            voters,
        }
    }

    /// A store's report arrived.
    pub fn hear_store(&mut self, report: &StoreReport, now: Micros) {
        self.book.note_store(report, now);
    }

    /// A leader's report on its range arrived; stores report every `every_us`.
    pub fn hear_range(&mut self, report: RangeReport, every_us: Micros, now: Micros) {
        self.book.note_range(report, every_us, now);
    }

    /// Goes on with what is under way, and begins what the switches ask for.
    pub fn round(
        &mut self,
        settings: &Settings,
        schedule: &ScheduleConfig,
        now: Micros,
    ) -> Outcome {
        let round = Round {
            book: &mut self.book,
            schedule,
            settings,
            voters: self.voters,
            now,
            growing: Vec::new(),
            outcome: Outcome::default(),
        };
        round.run()
    }

    /// Whether there are learners that it made.
    pub fn has_learners(&self) -> bool {
        self.book.known().any(|record| !record.learners.is_empty())
    }
}

/// Whether a switch asks for the driver.
pub fn is_wanted(settings: &Settings) -> bool {
    settings.location_affinity
        || settings.balance_leaders
        || settings.balance_replicas
        || settings.schedule_hot
        || settings.split_merge
        || settings.hot_learners
}
