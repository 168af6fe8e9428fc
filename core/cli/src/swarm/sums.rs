//! Sums over the seeds of a swarm, and how they are told.

use swarm::SwarmRun;
use vocabulary::words::instant_words;

/// The search for orders may give up on one history in so many.
const GIVEN_UP_SHARE: usize = 20;

/// What a seed adds to them.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) events: u64,
    pub(super) ok: u64,
    pub(super) rest_us: u64,
    pub(super) gave_up_group_commit: bool,
    pub(super) committed: usize,
    pub(super) keys: usize,
    pub(super) given_up: usize,
}

impl Seen {
    /// Of a run that held.
    pub(super) fn of(run: &SwarmRun) -> Self {
        Seen {
            events: run.events,
            ok: run.ok,
            rest_us: run.rest_us,
            gave_up_group_commit: run.gave_up_group_commit,
            ..Seen::default()
        }
    }
}

/// Sums over the seeds of a swarm.
#[derive(Default)]
pub(super) struct Sums {
    pub(super) done: u64,
    pub(super) failed: u64,
    pub(super) events: u64,
    pub(super) ok: u64,
    pub(super) slowest_us: u64,
    /// Seeds that came to rest only without group commit.
    pub(super) without_group_commit: u64,
    /// Entries committed alike by both of two runs.
    pub(super) committed: usize,
    /// Keys whose histories were searched for an order, and those on which the search gave up.
    pub(super) keys: usize,
    pub(super) given_up: usize,
}

impl Sums {
    /// One seed more.
    pub(super) fn add(&mut self, seen: &Seen) {
        self.done += 1;
        self.events += seen.events;
        self.ok += seen.ok;
        self.slowest_us = self.slowest_us.max(seen.rest_us);
        self.without_group_commit += u64::from(seen.gave_up_group_commit);
        self.committed += seen.committed;
        self.keys += seen.keys;
        self.given_up += seen.given_up;
    }

    pub(super) fn progress(&self, seeds: u64) -> String {
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

    pub(super) fn broken(&self) -> String {
        match self.failed {
            0 => String::new(),
            failed => format!(", {failed} did not"),
        }
    }

    pub(super) fn left_too_much_open(&self) -> bool {
        self.given_up * GIVEN_UP_SHARE > self.keys
    }
}
