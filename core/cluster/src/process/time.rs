//! The latest time that a store knows of: its clock's, or one that a message told it.

use super::StoreContext;
use crate::message::Piggyback;
use model::timestamp::{self, Timestamp};

impl StoreContext<'_, '_> {
    /// What the store's clock shows, as a timestamp.
    pub(crate) fn clock_timestamp(&self) -> Timestamp {
        timestamp::at(self.local_us().max(0).cast_unsigned())
    }

    /// The latest time of which the store knows.
    pub(crate) fn latest_time(&self) -> Timestamp {
        self.process.heard.max(self.clock_timestamp())
    }

    /// What no clock is ahead of by now.
    pub(crate) fn latest_of_all(&self) -> Timestamp {
        self.clock_timestamp() + timestamp::at(self.config.reads.max_clock_skew_us)
    }

    /// The store hears of a time. More than clocks may differ is not believed.
    pub(crate) fn update_hlc(&mut self, time: Timestamp) {
        let known = time.min(self.latest_of_all());
        self.process.heard = self.process.heard.max(known);
    }

    /// What every message says of time: so no write that somebody could know of comes after one
    /// that was made later (hybrid logical clocks).
    pub(crate) fn time_piggyback(&self) -> Piggyback {
        Piggyback {
            clock: self.latest_time(),
            ..Piggyback::default()
        }
    }
}
