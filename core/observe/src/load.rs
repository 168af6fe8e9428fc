//! How each workload fares: outcomes, latencies, rates. It sees completed requests only and must
//! not know how they were served. Outcomes are counted from the start, latencies and rates of
//! what was answered after the warm-up.

use model::config::MixOp;
use model::fact::Outcome;
use report::summary::LatencySummary;
use sim::{MILLIS, Micros, SECONDS};

use crate::latencies::Latencies;
use crate::staleness::Freshness;

/// Upper bounds in µs of the page's latency buckets: eight per decade from 10 µs to 100 s. What
/// is longer falls into one more, open bucket.
pub const LATENCY_BUCKET_UPPER_US: [Micros; 57] = bucket_bounds();
/// Number of latency buckets, the open one included.
pub(crate) const LATENCY_BUCKETS: usize = LATENCY_BUCKET_UPPER_US.len() + 1;

/// The recent rate is taken over the last ten slices.
const SLICE_US: Micros = 100 * MILLIS;
const SLICES: usize = 10;

/// Powers of 10^(1/8), written out: no platform's `powf` decides a bucket.
const fn bucket_bounds() -> [Micros; 57] {
    let steps = [100, 133, 178, 237, 316, 422, 562, 750];
    let mut bounds = [0; 57];
    let mut decade = 10;
    let mut place = 0;
    while place < 57 {
        bounds[place] = steps[place % 8] * decade / 100;
        if place % 8 == 7 {
            decade *= 10;
        }
        place += 1;
    }
    bounds
}

/// Requests answered in a stretch of time.
#[derive(Copy, Clone, Debug, Default)]
struct Answers {
    count: u32,
    latency_us: Micros,
}

/// One workload's figures.
#[derive(Clone, Debug)]
pub struct WorkloadMeter {
    /// Requests answered.
    pub ok: u64,
    /// Requests certainly not done.
    pub failed: u64,
    /// Writes that may or may not have happened.
    pub unknown: u64,
    /// Requests that asked again what had had no answer; they are counted among the others too.
    pub retries: u64,
    /// Answered operations of its mix, by their number.
    pub operations: [u64; MixOp::ALL.len()],
    /// Reads that missed an acknowledged write.
    pub stale: u64,
    /// The worst staleness in µs.
    pub max_staleness_us: Micros,
    latencies: Latencies,
    buckets: [u64; LATENCY_BUCKETS],
    first_invoked_us: Option<Micros>,
    /// By slice of time, `[slice % SLICES]`.
    slices: [Answers; SLICES],
    newest_slice: u64,
}

impl WorkloadMeter {
    /// Nothing has happened. What is answered before this instant is in no latency and no rate.
    pub fn new(measure_from_us: Micros) -> Self {
        WorkloadMeter {
            ok: 0,
            failed: 0,
            unknown: 0,
            retries: 0,
            operations: [0; MixOp::ALL.len()],
            stale: 0,
            max_staleness_us: 0,
            latencies: Latencies::since(measure_from_us),
            buckets: [0; LATENCY_BUCKETS],
            first_invoked_us: None,
            slices: [Answers::default(); SLICES],
            newest_slice: 0,
        }
    }

    /// What came after another state of the same; recent rates are left as they are.
    pub fn since(&self, before: &Self) -> Self {
        let mut later = self.clone();
        later.ok -= before.ok;
        later.failed -= before.failed;
        later.unknown -= before.unknown;
        later.retries -= before.retries;
        for (counted, earlier) in later.operations.iter_mut().zip(before.operations) {
            *counted -= earlier;
        }
        later.stale -= before.stale;
        later.latencies = self.latencies.since_then(&before.latencies);
        for (bucket, counted) in later.buckets.iter_mut().zip(before.buckets) {
            *bucket -= counted;
        }
        later
    }

    /// A client sent a request, so many times after it had sent the same.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, retry: u8) {
        self.retries += u64::from(retry > 0);
        self.first_invoked_us.get_or_insert(at_us);
    }

    /// An operation of its mix is answered, all of it.
    #[inline]
    pub(crate) fn operation_done(&mut self, operation: MixOp) {
        self.operations[operation as usize] += 1;
    }

    /// A request ended.
    pub fn completed(
        &mut self,
        at_us: Micros,
        invoked_us: Micros,
        outcome: Outcome,
        freshness: Freshness,
    ) {
        match outcome {
            Outcome::Ok => self.answered(at_us, at_us - invoked_us),
            Outcome::Failed => self.failed += 1,
            Outcome::Unknown => self.unknown += 1,
        }
        if let Freshness::Stale { stale_us, .. } = freshness {
            self.stale += 1;
            self.max_staleness_us = self.max_staleness_us.max(stale_us);
        }
    }

    fn answered(&mut self, at_us: Micros, latency_us: Micros) {
        self.ok += 1;
        if self.latencies.record(at_us, latency_us) {
            let bucket = LATENCY_BUCKET_UPPER_US.partition_point(|upper_us| *upper_us < latency_us);
            self.buckets[bucket] += 1;
        }
        let slice = at_us / SLICE_US;
        self.turn_to(slice);
        let answers = &mut self.slices[slice as usize % SLICES];
        answers.count += 1;
        answers.latency_us += latency_us;
    }

    fn turn_to(&mut self, slice: u64) {
        let passed = slice.saturating_sub(self.newest_slice).min(SLICES as u64);
        for number in slice + 1 - passed..=slice {
            self.slices[number as usize % SLICES] = Answers::default();
        }
        self.newest_slice = self.newest_slice.max(slice);
    }

    /// Requests answered since the warm-up: those that latencies and rates speak of.
    pub fn measured(&self) -> u64 {
        self.latencies.count()
    }

    /// Mean latency in µs of the answered, 0 when there are none.
    pub fn mean_us(&self) -> f64 {
        self.latencies.mean_us()
    }

    /// All of that, as reports tell it.
    pub fn latency(&self) -> LatencySummary {
        self.latencies.summary()
    }

    /// Longest latency in µs, exact.
    pub fn max_us(&self) -> Micros {
        self.latencies.max_us()
    }

    /// Answers by latency bucket.
    pub fn buckets(&self) -> &[u64; LATENCY_BUCKETS] {
        &self.buckets
    }

    /// Answers per second from the first request, or else the end of the warm-up, to `now_us`.
    pub fn qps(&self, now_us: Micros) -> f64 {
        let from_us = self.first_invoked_us.unwrap_or(now_us);
        let since_us = now_us.saturating_sub(from_us.max(self.latencies.warm_up_end_us()));
        if since_us == 0 {
            0.0
        } else {
            self.measured() as f64 * SECONDS as f64 / since_us as f64
        }
    }

    /// When its first request began.
    pub fn first_invoked_us(&self) -> Option<Micros> {
        self.first_invoked_us
    }

    /// Answers per second over the last second, or since the first request.
    pub fn recent_qps(&self, now_us: Micros) -> f64 {
        let from_us = oldest_slice(now_us) * SLICE_US;
        let from_us = from_us.max(self.first_invoked_us.unwrap_or(now_us));
        let span_us = now_us.saturating_sub(from_us);
        if span_us == 0 {
            0.0
        } else {
            f64::from(self.recent(now_us).count) * SECONDS as f64 / span_us as f64
        }
    }

    /// Mean latency in µs of what was answered over the last second, 0 when nothing was.
    pub fn recent_mean_us(&self, now_us: Micros) -> f64 {
        let Answers { count, latency_us } = self.recent(now_us);
        latency_us as f64 / f64::from(count.max(1))
    }

    fn recent(&self, now_us: Micros) -> Answers {
        let mut sum = Answers::default();
        for slice in oldest_slice(now_us)..=now_us / SLICE_US {
            let is_kept = slice <= self.newest_slice && slice + SLICES as u64 > self.newest_slice;
            if is_kept {
                let answers = self.slices[slice as usize % SLICES];
                sum.count += answers.count;
                sum.latency_us += answers.latency_us;
            }
        }
        sum
    }
}

/// Of those that the last second is told by.
fn oldest_slice(now_us: Micros) -> u64 {
    (now_us / SLICE_US + 1).saturating_sub(SLICES as u64)
}

impl Default for WorkloadMeter {
    fn default() -> Self {
        WorkloadMeter::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(meter: &mut WorkloadMeter, at_us: Micros, latency_us: Micros) {
        meter.invoked(at_us - latency_us, 0);
        meter.completed(at_us, at_us - latency_us, Outcome::Ok, Freshness::Fresh);
    }

    #[test]
    fn bounds_rise_by_an_eighth_of_a_decade() {
        assert_eq!(
            LATENCY_BUCKET_UPPER_US[..9],
            [10, 13, 17, 23, 31, 42, 56, 75, 100]
        );
        assert_eq!(LATENCY_BUCKET_UPPER_US.last(), Some(&(100 * SECONDS)));
        assert!(LATENCY_BUCKET_UPPER_US.is_sorted());
    }

    #[test]
    fn percentiles_are_within_a_thousandth() {
        let mut meter = WorkloadMeter::new(0);
        for latency_us in 1..=10_000 {
            answer(&mut meter, 1_000_000 + latency_us, latency_us);
        }
        assert_eq!(meter.max_us(), 10_000);
        assert!((meter.mean_us() - 5_000.5).abs() < 1e-9);
        for (percent, exact_us) in [(50, 5_000_i64), (95, 9_500), (99, 9_900), (100, 10_000)] {
            let error_us = meter.latencies.percentile_us(percent) as i64 - exact_us;
            assert!(
                (0..=10).contains(&error_us),
                "p{percent} is {error_us} us off"
            );
        }
        assert_eq!(meter.buckets().iter().sum::<u64>(), 10_000);
    }

    #[test]
    fn a_bucket_holds_latencies_up_to_its_bound() {
        let mut meter = WorkloadMeter::new(0);
        answer(&mut meter, 1_000, 10);
        answer(&mut meter, 1_000, 11);
        answer(&mut meter, 500 * SECONDS, 100 * SECONDS + 1);
        assert_eq!(meter.buckets()[..2], [1, 1]);
        assert_eq!(meter.buckets()[LATENCY_BUCKETS - 1], 1);
    }

    #[test]
    fn rate_times_recent_mean_is_what_is_in_flight() {
        let mut meter = WorkloadMeter::new(0);
        // Eight clients that never pause: 40 ms an answer, and from five seconds on 20.
        let mut now_us = 40_000;
        for number in 0.. {
            let latency_us = if now_us < 5 * SECONDS { 40_000 } else { 20_000 };
            now_us += latency_us / 8;
            if now_us > 7 * SECONDS {
                break;
            }
            meter.invoked(number, 0);
            meter.completed(now_us, now_us - latency_us, Outcome::Ok, Freshness::Fresh);
            let in_flight = meter.recent_qps(now_us) * meter.recent_mean_us(now_us) / 1e6;
            let is_steady = (SECONDS..5 * SECONDS).contains(&now_us) || now_us > 6 * SECONDS;
            assert!(
                !is_steady || (in_flight - 8.0).abs() < 0.2,
                "{in_flight} at {now_us}"
            );
        }
        assert!((meter.recent_mean_us(7 * SECONDS) - 20_000.0).abs() < 1e-9);
    }

    #[test]
    fn the_recent_rate_forgets_and_the_rate_of_the_run_does_not() {
        let mut meter = WorkloadMeter::new(0);
        for number in 0..2_000 {
            answer(&mut meter, number * MILLIS + 1, 1);
        }
        assert!((meter.recent_qps(2 * SECONDS - 1) - 1_000.0).abs() < 10.0);
        assert!(meter.recent_qps(4 * SECONDS).abs() < 1e-9);
        assert!(meter.recent_mean_us(4 * SECONDS).abs() < 1e-9);
        assert!((meter.qps(4 * SECONDS) - 500.0).abs() < 1.0);
    }

    #[test]
    fn what_was_answered_in_the_warm_up_is_in_no_latency_and_no_rate() {
        let mut meter = WorkloadMeter::new(SECONDS);
        for number in 0..10 {
            answer(&mut meter, 100 * MILLIS * number + 90 * MILLIS, 80 * MILLIS);
        }
        assert!(meter.qps(SECONDS).abs() < 1e-9);
        for number in 0..1_000 {
            answer(&mut meter, SECONDS + number * MILLIS, 2);
        }
        assert_eq!((meter.ok, meter.measured()), (1_010, 1_000));
        assert_eq!((meter.max_us(), meter.latencies.percentile_us(99)), (2, 2));
        assert_eq!(meter.buckets().iter().sum::<u64>(), 1_000);
        assert!((meter.qps(2 * SECONDS) - 1_000.0).abs() < 1e-9);
    }

    #[test]
    fn outcomes_are_counted_apart() {
        let mut meter = WorkloadMeter::new(0);
        let stale = Freshness::Stale {
            stale_us: 7,
            commits: 2,
        };
        meter.completed(10, 5, Outcome::Ok, stale);
        meter.completed(10, 5, Outcome::Failed, Freshness::NotJudged);
        meter.completed(10, 5, Outcome::Unknown, Freshness::NotJudged);
        assert_eq!((meter.ok, meter.failed, meter.unknown), (1, 1, 1));
        assert_eq!((meter.stale, meter.max_staleness_us), (1, 7));
    }

    #[test]
    fn what_was_asked_again_is_counted_once_more_and_apart() {
        let mut meter = WorkloadMeter::new(0);
        for retry in 0..3 {
            meter.invoked(1, retry);
            meter.completed(5, 1, Outcome::Failed, Freshness::NotJudged);
        }
        let before = meter.clone();
        meter.invoked(6, 3);
        meter.completed(8, 6, Outcome::Ok, Freshness::NotJudged);
        assert_eq!((meter.ok, meter.failed, meter.retries), (1, 3, 3));
        assert_eq!(meter.since(&before).retries, 1);
    }

    #[test]
    fn nothing_yet_is_zero() {
        let meter = WorkloadMeter::new(0);
        assert_eq!((meter.latencies.percentile_us(99), meter.max_us()), (0, 0));
        assert!(meter.mean_us().abs() + meter.qps(5).abs() + meter.recent_qps(5).abs() < 1e-9);
    }
}
