//! How far back a replica's own past is complete: safe timestamps that wait for their entries.
//!
//! A leader says "whoever has applied the log up to `index` has every write up to `ts`". A replica
//! that is not there yet keeps the pair (TiKV's `RegionReadProgress`). It knows no Raft and no
//! clock; timestamps are only compared.

use std::collections::VecDeque;

use model::timestamp::Timestamp;

/// Most pairs that wait. Beyond it every other one goes: what is left says the same, later.
const WAITING_MAX: usize = 128;

/// A replica's safe timestamp, and those that wait for entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    safe: Timestamp,
    /// (index, timestamp), both rising.
    waiting: VecDeque<(u64, Timestamp)>,
}

impl Progress {
    /// Every write up to here has been applied, and no other will come at or below it; 0 = unknown.
    pub(crate) fn safe(&self) -> Timestamp {
        self.safe
    }

    /// A leader's word: what has applied `index` is complete up to `ts`.
    pub(crate) fn record(&mut self, index: u64, ts: Timestamp, applied: u64) {
        if ts <= self.safe {
            return;
        }
        if index <= applied {
            self.safe = ts;
            while self.waiting.pop_front_if(|w| w.1 <= ts).is_some() {}
            return;
        }
        if self.waiting.back().is_some_and(|last| last.1 >= ts) {
            return;
        }
        // One that asks for more and promises less says nothing any more.
        while self.waiting.pop_back_if(|w| w.0 >= index).is_some() {}
        self.waiting.push_back((index, ts));
        if self.waiting.len() > WAITING_MAX {
            let mut position = 0;
            self.waiting.retain(|_| {
                position += 1;
                position % 2 == 1
            });
        }
    }

    /// The log was applied up to `applied`.
    pub(crate) fn advance(&mut self, applied: u64) {
        while let Some((_, ts)) = self.waiting.pop_front_if(|w| w.0 <= applied) {
            self.safe = ts;
        }
    }

    /// Another range's rows came in (a merge): both pasts must be complete.
    pub(crate) fn join(&mut self, other: Timestamp) {
        self.safe = self.safe.min(other);
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;

    #[test]
    fn a_timestamp_is_safe_once_its_index_is_applied() {
        let mut progress = Progress::default();
        progress.record(7, 100, 5);
        progress.record(9, 200, 5);
        assert_eq!(progress.safe(), 0, "entries are missing");
        progress.advance(6);
        assert_eq!(progress.safe(), 0);
        progress.advance(7);
        assert_eq!(progress.safe(), 100);
        progress.record(8, 150, 7);
        progress.advance(8);
        assert_eq!(progress.safe(), 100, "the later pair stands");
        progress.advance(9);
        assert_eq!(progress.safe(), 200);
    }

    #[test]
    fn what_is_applied_already_is_safe_at_once_and_never_goes_back() {
        let mut progress = Progress::default();
        progress.record(5, 300, 5);
        progress.record(2, 100, 5);
        assert_eq!(progress.safe(), 300);
        progress.join(250);
        assert_eq!(
            progress.safe(),
            250,
            "a merge takes the lesser of two pasts"
        );
    }

    /// Whatever comes in whatever order: a timestamp is never called safe before the index that it
    /// came with is applied, and the last word is always believed in the end.
    #[test]
    fn no_timestamp_is_safe_before_its_index() {
        for seed in 0..200 {
            let mut stream = Stream::fork(seed, "progress", 0);
            let mut progress = Progress::default();
            let (mut index, mut ts, mut applied) = (1, 1, 0);
            let mut said: Vec<(u64, Timestamp)> = Vec::new();
            for _ in 0..500 {
                if stream.below(3) == 0 {
                    applied = (applied + stream.below(6)).min(index);
                    progress.advance(applied);
                } else {
                    index += stream.below(3);
                    ts += 1 + stream.below(5);
                    said.push((index, ts));
                    progress.record(index, ts, applied);
                }
                let allowed = said.iter().filter(|s| s.0 <= applied).map(|s| s.1).max();
                assert!(progress.safe() <= allowed.unwrap_or(0));
                assert!(progress.waiting.len() <= WAITING_MAX);
            }
            progress.advance(index);
            let last = said.iter().map(|s| s.1).max().unwrap_or(0);
            // Thinning keeps every other pair, so the last word may be the one before.
            assert!(progress.safe() <= last);
            progress.record(index, ts + 1, index);
            assert_eq!(progress.safe(), ts + 1);
        }
    }

    #[test]
    fn a_replica_that_lags_far_behind_keeps_few_pairs() {
        let mut progress = Progress::default();
        for index in 1..=10_000 {
            progress.record(index, index * 10, 0);
        }
        assert!(progress.waiting.len() <= WAITING_MAX);
        progress.advance(10_000);
        assert!(progress.safe() > 90_000, "most of what was said is left");
    }
}
