//! The placement driver: stores and leaders report to it, it decides, and its orders go back, all
//! as messages. Cut off, it decides nothing; with all its switches off it does not exist.
//!
//! `usage` counts at the stores, `report` is what the messages hold, `book` what the driver
//! remembers of them, `round` and the rules (`leaders`, `replicas`, `shapes`) decide, `plan` takes
//! a decision step by step to its end, `courier` is the only part that touches the cluster.

mod book;
mod courier;
mod leaders;
mod plan;
mod replicas;
mod report;
mod round;
mod shapes;
mod usage;

#[cfg(test)]
mod tests;

use sim::{Micros, NodeId, ZoneId};

use book::Book;
use model::config::Settings;
use model::schedule::ScheduleConfig;
pub(crate) use report::{RangeReport, ScheduleOrder, StoreReport};
use round::{Outcome, Round};
pub(crate) use usage::Usage;

/// The placement driver and what stores count for it.
#[derive(Default)]
pub(crate) struct Pd {
    /// Bumped whenever it starts or stops, so that timers of before fall silent.
    epoch: u32,
    /// What it knows; `None` = it does not run.
    driver: Option<Driver>,
    /// By replica; empty while the driver does not run.
    usage: Vec<Usage>,
    /// Instant of each store's last report.
    reported_us: Vec<Micros>,
}

/// The driver's own memory.
struct Driver {
    book: Book,
    /// Voters that a range shall have.
    voters: usize,
}

impl Driver {
    fn new(zones: u16, stores: &[(NodeId, ZoneId)], voters: usize, now: Micros) -> Self {
        Driver {
            book: Book::new(zones, stores, now),
            voters,
        }
    }

    fn round(&mut self, settings: &Settings, schedule: &ScheduleConfig, now: Micros) -> Outcome {
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
}

impl Driver {
    /// Whether there are learners that it made.
    fn has_learners(&self) -> bool {
        self.book.known().any(|record| !record.learners.is_empty())
    }
}

/// Whether a switch asks for the driver.
pub(crate) fn is_wanted(settings: &Settings) -> bool {
    settings.location_affinity
        || settings.balance_leaders
        || settings.balance_replicas
        || settings.schedule_hot
        || settings.split_merge
        || settings.hot_learners
}
