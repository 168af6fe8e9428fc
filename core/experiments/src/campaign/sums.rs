//! Sums over the seeds of a campaign, and how they are told.

use crate::swarm::SwarmRun;
use serde::{Deserialize, Serialize};
use text::words::instant_words;

/// The search for orders may give up on one history in so many.
const GIVEN_UP_SHARE: usize = 20;

/// Sums over some seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Seeds.
    pub done: u64,
    /// Seeds that did not hold.
    pub failed: u64,
    /// Events of those that held.
    pub events: u64,
    /// Requests answered.
    pub ok: u64,
    /// How long the slowest took to come to rest.
    pub slowest_us: u64,
    /// Seeds that came to rest only without group commit.
    pub without_group_commit: u64,
    /// Entries committed alike by both of two runs.
    pub committed: usize,
    /// Keys whose histories were searched for an order,
    pub keys: usize,
    /// and those on which the search gave up.
    pub given_up: usize,
}

impl Sums {
    /// One seed, of which nothing else is known.
    pub(crate) fn of_one() -> Self {
        Sums {
            done: 1,
            ..Sums::default()
        }
    }

    pub(crate) fn of(run: &SwarmRun) -> Self {
        Sums {
            events: run.events,
            ok: run.ok,
            slowest_us: run.rest_us,
            without_group_commit: u64::from(run.gave_up_group_commit),
            ..Sums::of_one()
        }
    }

    pub(crate) fn add(&mut self, other: &Sums) {
        self.done += other.done;
        self.failed += other.failed;
        self.events += other.events;
        self.ok += other.ok;
        self.slowest_us = self.slowest_us.max(other.slowest_us);
        self.without_group_commit += other.without_group_commit;
        self.committed += other.committed;
        self.keys += other.keys;
        self.given_up += other.given_up;
    }

    pub(crate) fn progress(&self, seeds: u64) -> String {
        let Sums {
            done, events, ok, ..
        } = self;
        let held = done - self.failed;
        let broken = self.broken();
        // Of these the search proves nothing; the engine's own verdict on them stands alone.
        let Sums { keys, given_up, .. } = self;
        format!(
            "{held} of {seeds} seeds held{broken}: {events} events, {ok} requests answered, \
             slowest to come to rest {}{}, search undecided on {given_up} of {keys} keys' histories",
            instant_words(self.slowest_us),
            self.fell_back()
        )
    }

    /// Of seeds that held only once group commit was given up.
    fn fell_back(&self) -> String {
        match self.without_group_commit {
            0 => String::new(),
            some => format!(" ({some} of them only without group commit)"),
        }
    }

    /// How many did not hold, if any.
    pub fn broken(&self) -> String {
        match self.failed {
            0 => String::new(),
            failed => format!(", {failed} did not"),
        }
    }

    pub(crate) fn left_too_much_open(&self) -> bool {
        self.given_up * GIVEN_UP_SHARE > self.keys
    }
}
