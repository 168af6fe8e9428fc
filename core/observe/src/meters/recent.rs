//! What crossed in the last second, for rates. It must not know zones, prices or who asks.

use sim::Micros;

use crate::meters::SERIES_BUCKET_US;

/// Whole buckets that a rate looks back over: one second.
const RATE_BUCKETS: u64 = 10;

/// Bytes by pair and kind in the bucket that fills and the whole ones before it, so that a rate is
/// a function of the run and the instant, whoever looks how often.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    /// `[bucket % (RATE_BUCKETS + 1)]`.
    buckets: Vec<RecentBucket>,
    cells: usize,
    /// Number of the newest that holds anything.
    newest: u64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct RecentBucket {
    number: u64,
    pub(super) payload: Vec<u64>,
    pub(super) framing: Vec<u64>,
}

impl Recent {
    pub(super) fn new(cells: usize) -> Self {
        let bucket = RecentBucket {
            number: 0,
            payload: vec![0; cells],
            framing: vec![0; cells],
        };
        Recent {
            buckets: vec![bucket; RATE_BUCKETS as usize + 1],
            cells,
            newest: 0,
        }
    }

    /// Whether an instant lies in a bucket that nothing was booked in yet.
    #[inline]
    pub(super) fn is_new(&self, at_us: Micros) -> bool {
        at_us / SERIES_BUCKET_US > self.newest
    }

    /// End of the newest bucket: until then it is whole.
    pub(super) fn whole_end_us(&self) -> Micros {
        (self.newest + 1) * SERIES_BUCKET_US
    }

    /// The bucket of an instant, emptied when it comes into use anew.
    #[inline]
    pub(super) fn now(&mut self, at_us: Micros) -> &mut RecentBucket {
        let number = at_us / SERIES_BUCKET_US;
        self.newest = self.newest.max(number);
        let bucket = &mut self.buckets[(number % (RATE_BUCKETS + 1)) as usize];
        if bucket.number != number {
            bucket.number = number;
            bucket.payload.fill(0);
            bucket.framing.fill(0);
        }
        bucket
    }

    pub(super) fn sums(&self, now_us: Micros) -> (Vec<u64>, Vec<u64>, Micros) {
        let end = now_us / SERIES_BUCKET_US;
        let first = end.saturating_sub(RATE_BUCKETS);
        let (mut payload, mut framing) = (vec![0; self.cells], vec![0; self.cells]);
        for number in first..end {
            let bucket = &self.buckets[(number % (RATE_BUCKETS + 1)) as usize];
            if bucket.number != number {
                continue;
            }
            for cell in 0..self.cells {
                payload[cell] += bucket.payload[cell];
                framing[cell] += bucket.framing[cell];
            }
        }
        (payload, framing, (end - first) * SERIES_BUCKET_US)
    }
}
