//! Durations of one sort: how many, their mean, percentiles and the longest, of those that ended
//! after the warm-up. It must not know what took so long.

use hdrhistogram::Histogram;
use sim::Micros;

/// Significant digits of percentiles: an error of at most 0.1 %.
const DIGITS: u8 = 3;

/// Durations in µs.
#[derive(Clone, Debug)]
pub struct Latencies {
    /// End of the warm-up.
    from_us: Micros,
    histogram: Histogram<u64>,
    count: u64,
    sum_us: u64,
    max_us: Micros,
}

impl Latencies {
    /// None yet, and none of what ends before this instant.
    pub fn since(from_us: Micros) -> Self {
        Latencies {
            from_us,
            histogram: Histogram::new(DIGITS).expect("a valid number of digits"),
            count: 0,
            sum_us: 0,
            max_us: 0,
        }
    }

    /// One more that ended now. False = it belongs to the warm-up, and does not count.
    #[inline]
    pub fn record(&mut self, at_us: Micros, latency_us: Micros) -> bool {
        if at_us < self.from_us {
            return false;
        }
        self.count += 1;
        self.sum_us += latency_us;
        self.max_us = self.max_us.max(latency_us);
        self.histogram
            .record(latency_us)
            .expect("the histogram grows with its values");
        true
    }

    /// Those that came after another state of the same: the longest is exact to the digits of a
    /// percentile.
    pub fn since_then(&self, before: &Self) -> Self {
        let mut later = self.clone();
        later
            .histogram
            .subtract(&before.histogram)
            .expect("counts only grow");
        later.count -= before.count;
        later.sum_us -= before.sum_us;
        if later.count < self.count {
            later.max_us = later.histogram.max().min(self.max_us);
        }
        later
    }

    /// End of the warm-up.
    pub fn from_us(&self) -> Micros {
        self.from_us
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean in µs, 0 when there are none.
    pub fn mean_us(&self) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            self.sum_us as f64 / self.count as f64
        }
    }

    /// The duration in µs that this share of them did not exceed, 0 when there are none.
    pub fn percentile_us(&self, percent: u8) -> Micros {
        let value_us = self.histogram.value_at_percentile(f64::from(percent));
        // The histogram answers with the upper end of its bucket.
        value_us.min(self.max_us)
    }

    /// The longest in µs, exact.
    pub fn max_us(&self) -> Micros {
        self.max_us
    }
}

impl Default for Latencies {
    fn default() -> Self {
        Latencies::since(0)
    }
}
