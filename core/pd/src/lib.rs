//! The placement driver's decisions: reports in, orders and reasons out.
//!
//! `usage` is what a store counts for its reports, `report` what the messages hold, `records`
//! what the driver remembers of them, `schedule` goes through the rules (`leaders`, `replicas`,
//! `shapes`), which begin operators, and `step` says what an operator orders next.
//!
//! All of it is a function of reports, switches and the instant that it is told. It knows no
//! network, no timer and no replica: who sends it reports and carries its orders is the cluster's.

mod leaders;
mod operator;
mod records;
mod replicas;
pub mod report;
mod round;
mod schedule;
mod shapes;
mod step;
mod usage;

#[cfg(test)]
mod tests;

pub use records::QUIET_REPORTS;
pub use round::{Choice, Order, Outcome};
pub use usage::Usage;

use model::config::Settings;
use model::schedule::ScheduleConfig;
use records::Records;
use report::{RangeReport, StoreReport};
use round::Round;
use sim::{Micros, NodeId, ZoneId};

/// The driver's own memory.
pub struct Driver {
    records: Records,
    /// Voters that a range shall have.
    voters: usize,
}

impl Driver {
    /// Nothing is known yet but which stores there are; silence counts from `now`.
    pub fn new(zones: u16, stores: &[(NodeId, ZoneId)], voters: usize, now: Micros) -> Self {
        Driver {
            records: Records::new(zones, stores, now),
            voters,
        }
    }

    /// A store's report arrived.
    pub fn handle_store_heartbeat(&mut self, report: &StoreReport, now: Micros) {
        self.records.handle_store_heartbeat(report, now);
    }

    /// A leader's report on its range arrived; stores report every `every_us`.
    pub fn handle_range_heartbeat(&mut self, report: RangeReport, every_us: Micros, now: Micros) {
        self.records.handle_range_heartbeat(report, every_us, now);
    }

    /// Goes on with what is under way, and begins what the switches ask for.
    pub fn round(
        &mut self,
        settings: &Settings,
        schedule: &ScheduleConfig,
        now: Micros,
    ) -> Outcome {
        let round = Round {
            records: &mut self.records,
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
        self.records
            .known()
            .any(|record| !record.learners.is_empty())
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
