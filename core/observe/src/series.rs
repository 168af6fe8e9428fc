//! Counts over time in buckets of one width, the newest. It must not know what is counted.

use sim::Micros;

/// Width of a bucket.
pub const SERIES_BUCKET_US: Micros = 100_000;
/// Buckets that are kept: two minutes.
pub(crate) const SERIES_BUCKETS_MAX: usize = 1_200;

/// A ring of buckets of counts of `N` kinds.
#[derive(Clone, Debug)]
pub struct Series<const N: usize> {
    /// `[bucket % SERIES_BUCKETS_MAX][kind]`.
    buckets: Vec<[u64; N]>,
    /// Number of the newest bucket that holds anything valid.
    newest: u64,
}

impl<const N: usize> Default for Series<N> {
    fn default() -> Self {
        Series {
            buckets: vec![[0; N]; SERIES_BUCKETS_MAX],
            newest: 0,
        }
    }
}

impl<const N: usize> Series<N> {
    #[inline]
    pub(crate) fn add(&mut self, at_us: Micros, kind: usize, count: u64) {
        let bucket = at_us / SERIES_BUCKET_US;
        if bucket > self.newest {
            self.turn_to(bucket);
        } else if bucket + SERIES_BUCKETS_MAX as u64 <= self.newest {
            // Long before what is kept: its place is another bucket's.
            return;
        }
        self.buckets[bucket as usize % SERIES_BUCKETS_MAX][kind] += count;
    }

    /// The end of the newest bucket that holds anything: what is under way is booked ahead.
    pub fn until_us(&self) -> Micros {
        (self.newest + 1).saturating_mul(SERIES_BUCKET_US)
    }

    /// Empties the buckets that come into view.
    fn turn_to(&mut self, bucket: u64) {
        let stale = (bucket - self.newest).min(SERIES_BUCKETS_MAX as u64);
        for number in bucket + 1 - stale..=bucket {
            self.buckets[number as usize % SERIES_BUCKETS_MAX] = [0; N];
        }
        self.newest = bucket;
    }

    /// The buckets after number `after` (-1 = all that are kept) up to that of `now_us`: the
    /// number of the first, and counts by kind for each.
    pub fn after(&self, after: i64, now_us: Micros) -> (u64, Vec<[u64; N]>) {
        let last = now_us / SERIES_BUCKET_US;
        // What is under way may be booked ahead of now.
        let oldest = (last.max(self.newest) + 1).saturating_sub(SERIES_BUCKETS_MAX as u64);
        let wanted = u64::try_from(after.saturating_add(1)).unwrap_or(0);
        let first = wanted.clamp(oldest.min(last), last);
        let counts = |bucket: u64| {
            let held = bucket <= self.newest && bucket + SERIES_BUCKETS_MAX as u64 > self.newest;
            if held {
                self.buckets[bucket as usize % SERIES_BUCKETS_MAX]
            } else {
                [0; N]
            }
        };
        (first, (first..=last).map(counts).collect())
    }
}
