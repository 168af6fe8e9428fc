//! Durations of one sort: how many, their mean, percentiles and the longest, of those that ended
//! after the warm-up. It must not know what took so long.

use hdrhistogram::Histogram;
use report::summary::LatencySummary;
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

    /// All of several.
    pub fn of_all(parts: &[Self]) -> Self {
        let mut all = Latencies::default();
        for part in parts {
            all.count += part.count;
            all.sum_us += part.sum_us;
            all.max_us = all.max_us.max(part.max_us);
            let added = all.histogram.add(&part.histogram);
            added.expect("the histogram grows with its values");
        }
        all
    }

    /// Those that came after another state of the same: the longest is exact to the digits of a
    /// percentile.
    pub(crate) fn since_then(&self, before: &Self) -> Self {
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
    pub fn warm_up_end_us(&self) -> Micros {
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
    pub(crate) fn percentile_us(&self, percent: u8) -> Micros {
        self.quantile_us(u32::from(percent) * 100)
    }

    /// The duration in µs that a share in ten-thousandths did not exceed. The library multiplies a
    /// count by it and rounds up, in floats: that is the exact rank for each percentile of a report
    /// up to 200,000 values, and the same on every machine.
    pub(crate) fn quantile_us(&self, per_ten_thousand: u32) -> Micros {
        let quantile = f64::from(per_ten_thousand) / 1e4;
        let value_us = self.histogram.value_at_quantile(quantile);
        // The histogram answers with the upper end of its bucket.
        value_us.min(self.max_us)
    }

    /// As reports tell them.
    pub fn summary(&self) -> LatencySummary {
        let [p50_us, p90_us, p95_us, p99_us, p999_us, p9999_us] =
            LatencySummary::SHARES.map(|share| self.quantile_us(share));
        LatencySummary {
            mean_us: self.mean_us().round() as u64,
            p50_us,
            p90_us,
            p95_us,
            p99_us,
            p999_us,
            p9999_us,
            max_us: self.max_us,
        }
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

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_list() {
        for seed in 0..50 {
            let mut stream = Stream::fork(seed, "latencies", 0);
            let count = stream.between(1, 3_000);
            // Below 2048 every value has a bucket of its own.
            let mut list: Vec<u64> = (0..count).map(|_| stream.below(2_048)).collect();
            let mut latencies = Latencies::since(0);
            for latency_us in &list {
                latencies.record(1, *latency_us);
            }
            list.sort_unstable();
            for share in LatencySummary::SHARES {
                let rank = (count * u64::from(share)).div_ceil(10_000);
                let exact_us = list[rank as usize - 1];
                assert_eq!(latencies.quantile_us(share), exact_us, "{seed} {share}");
            }
        }
    }

    #[test]
    fn a_long_tail_is_in_the_last_percentiles_alone() {
        let mut latencies = Latencies::since(0);
        for number in 0..20_000 {
            latencies.record(1, if number % 2_000 == 0 { 500_000 } else { 100 });
        }
        let told = latencies.summary();
        assert_eq!((told.p50_us, told.p99_us, told.p999_us), (100, 100, 100));
        assert!(told.p9999_us.abs_diff(500_000) <= 500);
        assert_eq!(told.max_us, 500_000);
    }
}
