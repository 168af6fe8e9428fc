//! Bytes by kind over time, in buckets, the newest. It must not know zones, prices or who asks.

use sim::Micros;

use crate::meters::KINDS;

/// Width of a bucket of the series of bytes.
pub const SERIES_BUCKET_US: Micros = 100_000;
/// Buckets that are kept: two minutes.
pub const SERIES_BUCKETS_MAX: usize = 1_200;

/// A ring of buckets of bytes by kind.
#[derive(Clone, Debug)]
pub struct ByteSeries {
    /// `[bucket % SERIES_BUCKETS_MAX][kind]`.
    buckets: Vec<[u64; KINDS]>,
    /// Number of the newest bucket that holds anything valid.
    newest: u64,
}

impl ByteSeries {
    pub(super) fn new() -> Self {
        ByteSeries {
            buckets: vec![[0; KINDS]; SERIES_BUCKETS_MAX],
            newest: 0,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, at_us: Micros, kind: usize, bytes: u64) {
        let bucket = at_us / SERIES_BUCKET_US;
        if bucket > self.newest {
            self.turn_to(bucket);
        } else if bucket + SERIES_BUCKETS_MAX as u64 <= self.newest {
            // Long before what is kept: its place is another bucket's.
            return;
        }
        self.buckets[bucket as usize % SERIES_BUCKETS_MAX][kind] += bytes;
    }

    /// Empties the buckets that come into view.
    fn turn_to(&mut self, bucket: u64) {
        let stale = (bucket - self.newest).min(SERIES_BUCKETS_MAX as u64);
        for number in bucket + 1 - stale..=bucket {
            self.buckets[number as usize % SERIES_BUCKETS_MAX] = [0; KINDS];
        }
        self.newest = bucket;
    }

    /// The buckets after number `after` (-1 = all that are kept) up to that of `now_us`: the
    /// number of the first, and bytes by kind for each.
    pub fn after(&self, after: i64, now_us: Micros) -> (u64, Vec<[u64; KINDS]>) {
        let last = now_us / SERIES_BUCKET_US;
        // What is under way may be booked ahead of now.
        let oldest = (last.max(self.newest) + 1).saturating_sub(SERIES_BUCKETS_MAX as u64);
        let wanted = u64::try_from(after.saturating_add(1)).unwrap_or(0);
        let first = wanted.clamp(oldest.min(last), last);
        let bytes = |bucket: u64| {
            let held = bucket <= self.newest && bucket + SERIES_BUCKETS_MAX as u64 > self.newest;
            if held {
                self.buckets[bucket as usize % SERIES_BUCKETS_MAX]
            } else {
                [0; KINDS]
            }
        };
        (first, (first..=last).map(bytes).collect())
    }
}
