//! What crossed in the last second, for rates: booked when it arrives or dies, so that no line
//! shows more than it can carry. It must not know zones, prices or who asks.

use std::collections::VecDeque;

use sim::Micros;

use crate::series::SERIES_BUCKET_US;

/// Whole buckets that a rate looks back over: one second.
const RATE_BUCKETS: u64 = 10;
/// How far ahead is booked what is still under way: two minutes. What waits for longer before a
/// line that is hopelessly full is in no rate.
const AHEAD_BUCKETS_MAX: u64 = 1_200;

/// Bytes of the last second by pair and kind.
#[derive(Clone, Debug)]
pub struct RecentBytes {
    /// Payload.
    pub payload: Vec<u64>,
    /// Framing around it.
    pub framing: Vec<u64>,
    /// The time that they cover: one second, or less at the start.
    pub span_us: Micros,
}

/// Bytes by pair and kind in the bucket that fills, the whole ones before it and those to come, so
/// that a rate is a function of the run and the instant, whoever looks how often.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// From number `first` on.
    buckets: VecDeque<RecentBucket>,
    first: u64,
    cells: usize,
}

/// Empty lists: nothing crosses in it.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentBucket {
    pub(super) payload: Vec<u64>,
    pub(super) framing: Vec<u64>,
}

impl Recent {
    pub(super) fn new(cells: usize) -> Self {
        Recent {
            buckets: VecDeque::new(),
            first: 0,
            cells,
        }
    }

    /// Whether a rate of this instant's bucket needs what is the oldest here no more.
    #[inline]
    pub(super) fn is_past(&self, now_us: Micros) -> bool {
        self.first + RATE_BUCKETS < now_us / SERIES_BUCKET_US
    }

    /// Forgets what rates from this instant on do not need.
    #[cold]
    pub(super) fn forget(&mut self, now_us: Micros) {
        let first = (now_us / SERIES_BUCKET_US).saturating_sub(RATE_BUCKETS);
        let past = first
            .saturating_sub(self.first)
            .min(self.buckets.len() as u64);
        self.buckets.drain(..past as usize);
        self.first = first.max(self.first);
    }

    /// The bucket of an instant, unless that is past or too far ahead.
    #[inline]
    pub(super) fn at(&mut self, at_us: Micros) -> Option<&mut RecentBucket> {
        let place = (at_us / SERIES_BUCKET_US).checked_sub(self.first)?;
        if place > AHEAD_BUCKETS_MAX {
            return None;
        }
        let place = place as usize;
        if place >= self.buckets.len() {
            self.buckets.resize(place + 1, RecentBucket::default());
        }
        let bucket = &mut self.buckets[place];
        if bucket.payload.is_empty() {
            bucket.payload.resize(self.cells, 0);
            bucket.framing.resize(self.cells, 0);
        }
        Some(bucket)
    }

    /// The ends of the seconds that are whole at an instant and were not at an earlier one, as far
    /// as anything of them is here.
    pub(super) fn whole_seconds(
        &self,
        since_us: Micros,
        now_us: Micros,
    ) -> impl Iterator<Item = Micros> + use<> {
        let first = self.first.max(since_us / SERIES_BUCKET_US) + 1;
        let last = self.first + self.buckets.len() as u64 + RATE_BUCKETS;
        let ends = first..=last.min(now_us / SERIES_BUCKET_US);
        ends.map(|number| number * SERIES_BUCKET_US)
    }

    pub(super) fn sums(&self, now_us: Micros) -> RecentBytes {
        let end = now_us / SERIES_BUCKET_US;
        let first = end.saturating_sub(RATE_BUCKETS);
        let (mut payload, mut framing) = (vec![0; self.cells], vec![0; self.cells]);
        for number in first.max(self.first)..end {
            let Some(bucket) = self.buckets.get((number - self.first) as usize) else {
                break;
            };
            for (sum, bytes) in payload.iter_mut().zip(&bucket.payload) {
                *sum += bytes;
            }
            for (sum, bytes) in framing.iter_mut().zip(&bucket.framing) {
                *sum += bytes;
            }
        }
        RecentBytes {
            payload,
            framing,
            span_us: (end - first) * SERIES_BUCKET_US,
        }
    }
}
