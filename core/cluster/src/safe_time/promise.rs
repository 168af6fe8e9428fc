//! A leader's side of safe time: the timestamps that it gives to writes, and up to where it may say
//! that no other write will come.
//!
//! The two never cross: a write gets a timestamp above everything that was ever called safe, and
//! nothing is called safe at or above a write that is not applied yet. Whoever leads next must know
//! what its predecessors said; that is what the lease is for (see `Grants`). It knows no Raft.

use std::collections::VecDeque;

use crate::timestamp::Timestamp;

/// What a leader has given out and promised.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promise {
    /// Nothing above this was ever called safe, by this leader or by one before it.
    floor: Timestamp,
    /// The last write's timestamp.
    given: Timestamp,
    /// Its writes that are not applied yet: (index, timestamp), both rising.
    pending: VecDeque<(u64, Timestamp)>,
}

impl Promise {
    /// A timestamp for a write, `clock` or as little above it as must be.
    pub(crate) fn give(&mut self, clock: Timestamp) -> Timestamp {
        self.given = clock.max(self.floor + 1).max(self.given + 1);
        self.given
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

    /// Nothing above this was ever called safe.
    pub(crate) fn floor(&self) -> Timestamp {
        self.floor
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

/// The hybrid-time lease: a voter grants it to a leader with each message, and says so to whoever
/// wants to lead next. A leader calls nothing safe above what a quorum has granted, so every later
/// leader has heard of it from one voter at least (YugabyteDB's leader lease).
#[derive(Clone, Debug, Default)]
pub(crate) struct Grants {
    /// As a voter: the furthest that it granted to anybody.
    pub(crate) granted: Timestamp,
    /// As a leader of `term`: what each voter has granted.
    by_peer: Vec<(u64, Timestamp)>,
    term: u64,
}

impl Grants {
    /// A voter's answer: it has granted up to here, in this term.
    pub(crate) fn note(&mut self, term: u64, peer: u64, until: Timestamp) {
        if term != self.term {
            self.by_peer.clear();
            self.term = term;
        }
        match self.by_peer.iter_mut().find(|(p, _)| *p == peer) {
            Some(known) => known.1 = known.1.max(until),
            None => self.by_peer.push((peer, until)),
        }
    }

    /// The furthest that a quorum of these voters has granted in a term.
    pub(crate) fn quorum(&self, term: u64, voters: &[u64]) -> Timestamp {
        if term != self.term || voters.is_empty() {
            return 0;
        }
        let of = |voter: &u64| {
            let known = self.by_peer.iter().find(|(peer, _)| peer == voter);
            (known.map_or(0, |known| known.1), 0)
        };
        let mut granted: Vec<(u64, u32)> = voters.iter().map(of).collect();
        granted.sort_unstable();
        // Rising: as many as a quorum are at or above this place.
        granted[(voters.len() - 1) / 2].0
    }
}

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;

    #[test]
    fn a_write_comes_above_all_that_was_called_safe() {
        let mut promise = Promise::default();
        assert_eq!(promise.give(50), 50);
        assert_eq!(promise.give(50), 51, "no two are alike");
        assert_eq!(promise.call_safe(100), 100);
        assert_eq!(
            promise.give(70),
            101,
            "a clock that went slow is not followed"
        );
        promise.raise(500);
        assert_eq!(
            promise.give(120),
            501,
            "an earlier leader's word counts too"
        );
    }

    #[test]
    fn nothing_is_safe_at_a_write_that_is_not_applied() {
        let mut promise = Promise::default();
        let first = promise.give(100);
        promise.pend(7, first);
        let second = promise.give(110);
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
                        let ts = promise.give(clock);
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

    #[test]
    fn a_lease_is_what_a_quorum_granted() {
        let mut grants = Grants::default();
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 0);
        grants.note(3, 1, 900);
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 0, "one of three is none");
        grants.note(3, 2, 500);
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 500);
        grants.note(3, 2, 400);
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 500, "what is granted stays");
        grants.note(3, 3, 700);
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 700);
        assert_eq!(grants.quorum(3, &[1, 2, 3, 4]), 500, "three of four");
        grants.note(4, 1, 10);
        assert_eq!(
            grants.quorum(4, &[1, 2, 3]),
            0,
            "another term, another lease"
        );
        assert_eq!(grants.quorum(3, &[1, 2, 3]), 0);
    }

    /// Any quorum that elects a leader has a voter that granted the lease.
    #[test]
    fn every_later_leader_hears_of_the_lease() {
        let voters = [1, 2, 3, 4, 5];
        for grants_of in 0u32..32 {
            let mut grants = Grants::default();
            for (place, &voter) in voters.iter().enumerate() {
                if grants_of >> place & 1 == 1 {
                    grants.note(1, voter, 100 + voter);
                }
            }
            let lease = grants.quorum(1, &voters);
            for electors in 0u32..32 {
                if electors.count_ones() < 3 {
                    continue;
                }
                let heard = voters
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| electors >> place & 1 == 1 && grants_of >> place & 1 == 1);
                let known = heard.map(|(_, voter)| 100 + voter).max().unwrap_or(0);
                assert!(known >= lease);
            }
        }
    }
}
