//! A leader's side of safe time: the timestamps that it gives to writes, and up to where it may say
//! that no other write will come.
//!
//! The two never cross: a write gets a timestamp above everything that was ever called safe, and
//! nothing is called safe at or above a write that is not applied yet. Nor does a write get one
//! ahead of all clocks: where an earlier leader may have called safe what no clock here shows yet,
//! there is none to give until one does. Whoever leads next must know what its predecessors said
//! (see `Witness`). It knows no Raft.

use std::collections::VecDeque;

use model::timestamp::Timestamp;

/// What a leader has given out and promised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promise {
    /// Nothing above this was ever called safe, by this leader or by one before it.
    floor: Timestamp,
    /// The last write's timestamp, by whomever.
    given: Timestamp,
    /// Its writes that are not applied yet: (index, timestamp), both rising.
    pending: VecDeque<(u64, Timestamp)>,
}

impl Promise {
    /// A timestamp for a write, `clock` or as little above it as must be; none while something was
    /// or may have been called safe of which no clock knows yet.
    pub(crate) fn give(&mut self, clock: Timestamp) -> Option<Timestamp> {
        let known = clock.max(self.given + 1);
        if self.floor > known {
            return None;
        }
        self.given = known.max(self.floor + 1);
        Some(self.given)
    }

    /// A timestamp that somebody gave: the next are above it.
    pub(crate) fn pass(&mut self, given: Timestamp) {
        self.given = self.given.max(given);
    }

    /// The write of this timestamp went into the log.
    pub(crate) fn pend(&mut self, index: u64, ts: Timestamp) {
        self.pending.push_back((index, ts));
    }

    /// The log was applied up to here.
    pub(crate) fn settle(&mut self, applied: u64) {
        while self.pending.pop_front_if(|p| p.0 <= applied).is_some() {}
    }

    /// It leads no more: what it had under way is no longer its own.
    pub(crate) fn stand_down(&mut self) {
        self.pending.clear();
    }

    /// Something at or below `ts` was or may have been called safe.
    pub(crate) fn raise(&mut self, ts: Timestamp) {
        self.floor = self.floor.max(ts);
    }

    /// Timestamp and index of the first write that is not applied yet.
    pub(crate) fn first_pending(&self) -> Option<(u64, Timestamp)> {
        self.pending.front().copied()
    }

    /// The last write at or below `ts` that is not applied yet.
    pub(crate) fn pending_up_to(&self, ts: Timestamp) -> Option<u64> {
        let below = self.pending.iter().rev().find(|p| p.1 <= ts);
        below.map(|p| p.0)
    }

    /// Calls everything up to `wanted` safe, or as much of it as can be.
    pub(crate) fn call_safe(&mut self, wanted: Timestamp) -> Timestamp {
        let below_pending = self.first_pending().map_or(wanted, |(_, ts)| ts - 1);
        let safe = wanted.min(below_pending);
        self.raise(safe);
        safe
    }
}

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;

    #[test]
    fn a_write_comes_above_all_that_was_called_safe() {
        let mut promise = Promise::default();
        assert_eq!(promise.give(50), Some(50));
        assert_eq!(promise.give(50), Some(51), "no two are alike");
        assert_eq!(promise.call_safe(100), 100);
        assert_eq!(promise.give(100), Some(101));
        promise.pass(300);
        assert_eq!(promise.give(120), Some(301), "an earlier leader's write");
    }

    #[test]
    fn a_write_waits_for_a_clock_that_knows_what_was_called_safe() {
        let mut promise = Promise::default();
        promise.raise(500);
        assert_eq!(promise.give(120), None, "never ahead of all clocks");
        assert_eq!(promise.give(499), None);
        assert_eq!(promise.give(500), Some(501));
    }

    #[test]
    fn nothing_is_safe_at_a_write_that_is_not_applied() {
        let mut promise = Promise::default();
        let first = promise.give(100).expect("one");
        promise.pend(7, first);
        let second = promise.give(110).expect("one");
        promise.pend(8, second);
        assert_eq!(promise.call_safe(1_000), 99);
        assert_eq!(promise.pending_up_to(105), Some(7));
        promise.settle(7);
        assert_eq!(promise.call_safe(1_000), 109);
        promise.settle(8);
        assert_eq!(promise.call_safe(1_000), 1_000);
    }

    /// Over random runs: no write ever gets a timestamp that was called safe before, and none that
    /// is called safe is still pending.
    #[test]
    fn writes_and_safe_timestamps_never_cross() {
        for seed in 0..200 {
            let mut stream = Stream::fork(seed, "promise", 0);
            let mut promise = Promise::default();
            let (mut clock, mut index, mut applied, mut safe) = (1_000, 0, 0, 0);
            let mut writes: Vec<(u64, Timestamp)> = Vec::new();
            for _ in 0..400 {
                // A clock may step back.
                clock = (clock + stream.below(20)).saturating_sub(stream.below(8));
                match stream.below(3) {
                    0 => {
                        let Some(ts) = promise.give(clock) else {
                            continue;
                        };
                        assert!(ts > safe, "seed {seed}");
                        index += 1;
                        promise.pend(index, ts);
                        writes.push((index, ts));
                    }
                    1 => {
                        applied = (applied + stream.below(4)).min(index);
                        promise.settle(applied);
                    }
                    _ => {
                        let said = promise.call_safe(clock);
                        let open = writes.iter().filter(|w| w.0 > applied);
                        assert!(open.map(|w| w.1).all(|ts| ts > said), "seed {seed}");
                        safe = safe.max(said);
                    }
                }
            }
        }
    }
}
