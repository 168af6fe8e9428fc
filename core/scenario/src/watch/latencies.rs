//! Durations of one sort: how many, their mean, percentiles and the longest. It must not know what
//! took so long.

use hdrhistogram::Histogram;
use sim::Micros;

/// Significant digits of percentiles: an error of at most 0.1 %.
const DIGITS: u8 = 3;

/// Durations in µs.
#[derive(Clone, Debug)]
pub struct Latencies {
    histogram: Histogram<u64>,
    count: u64,
    sum_us: u64,
    max_us: Micros,
}

impl Latencies {
    /// None yet.
    pub fn new() -> Self {
        Latencies {
            histogram: Histogram::new(DIGITS).expect("a valid number of digits"),
            count: 0,
            sum_us: 0,
            max_us: 0,
        }
    }

    /// One more.
    #[inline]
    pub fn record(&mut self, latency_us: Micros) {
        self.count += 1;
        self.sum_us += latency_us;
        self.max_us = self.max_us.max(latency_us);
        self.histogram
            .record(latency_us)
            .expect("the histogram grows with its values");
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
        Latencies::new()
    }
}
