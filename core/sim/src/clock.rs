//! A store's clock: an offset from simulation time and a rate that is a little wrong.
//!
//! A read lease is safe only while clock rates differ by less than its margin; this is the part
//! that lets a run break that. It must not know what the clock is used for.

use crate::time::{Micros, mul_div_ceil};

/// Parts in a million, and so also the fractions of a microsecond that a clock counts.
const MILLION: i64 = 1_000_000;
/// Greatest drift, either way: a clock at a tenth of its speed or at nearly twice it.
pub const DRIFT_PPM_MAX: i32 = 900_000;

/// A clock of one store.
#[derive(Clone, Debug)]
pub struct Clock {
    drift_ppm: i32,
    /// When the rate last changed, in simulation time; the clock's reading then, in local µs and
    /// millionths of a µs, so that changes of the rate lose nothing.
    base: Micros,
    base_local_us: i64,
    base_millionths: i64,
}

impl Clock {
    /// A clock that shows `offset_us` at instant 0 and gains `drift_ppm` µs per second.
    pub fn new(offset_us: i64, drift_ppm: i32) -> Self {
        assert!(drift_ppm.abs() <= DRIFT_PPM_MAX);
        Clock {
            drift_ppm,
            base: 0,
            base_local_us: offset_us,
            base_millionths: 0,
        }
    }

    /// What the clock shows at an instant, in local µs: negative before the local epoch.
    #[inline]
    pub fn local(&self, now: Micros) -> i64 {
        self.reading(now).0
    }

    /// Changes the rate from now on; the reading stays continuous.
    pub fn set_drift(&mut self, now: Micros, ppm: i32) {
        assert!(ppm.abs() <= DRIFT_PPM_MAX);
        (self.base_local_us, self.base_millionths) = self.reading(now);
        self.base = now;
        self.drift_ppm = ppm;
    }

    /// Sets the clock forward, or back if negative, by local µs, as an operator or NTP does.
    /// It holds from now on.
    pub fn step(&mut self, now: Micros, by_us: i64) {
        self.set_drift(now, self.drift_ppm);
        self.base_local_us += by_us;
    }

    /// How long a local timer takes in simulation time: the shortest duration in which the clock
    /// is sure to gain `local_us`, at least 1 µs.
    pub fn sim_duration(&self, local_us: Micros) -> Micros {
        let rate = (MILLION + i64::from(self.drift_ppm)).cast_unsigned();
        mul_div_ceil(local_us, MILLION.cast_unsigned(), rate).max(1)
    }

    /// How many µs per second the clock gains; negative if it loses.
    pub fn drift_ppm(&self) -> i32 {
        self.drift_ppm
    }

    /// The reading at an instant: whole local µs, and millionths of a µs (0 to 999,999).
    #[inline]
    fn reading(&self, now: Micros) -> (i64, i64) {
        assert!(
            now >= self.base,
            "a clock is not asked about the past of its settings"
        );
        let elapsed = i64::try_from(now - self.base).expect("simulation time fits 63 bits");
        if self.drift_ppm == 0 {
            return (self.base_local_us + elapsed, self.base_millionths);
        }
        // Whole seconds gain whole microseconds; splitting them off keeps products small.
        let drift = i64::from(self.drift_ppm);
        let (seconds, rest) = (elapsed / MILLION, elapsed % MILLION);
        let millionths = self.base_millionths + rest * drift;
        let gained = seconds * drift + millionths.div_euclid(MILLION);
        (
            self.base_local_us + elapsed + gained,
            millionths.rem_euclid(MILLION),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;
    use crate::time::SECONDS;

    #[test]
    fn a_clock_shows_its_offset_and_gains_its_drift() {
        let clock = Clock::new(-500, 200);
        assert_eq!(clock.local(0), -500);
        assert_eq!(clock.local(SECONDS), 1_000_000 - 500 + 200);
        assert_eq!(Clock::new(0, -200).local(10 * SECONDS), 10_000_000 - 2_000);
        assert_eq!(Clock::new(0, -1).local(1), 0);
    }

    #[test]
    fn a_step_moves_the_reading_and_keeps_the_rate() {
        let mut clock = Clock::new(0, 100);
        clock.step(SECONDS, -250_000);
        assert_eq!(clock.local(SECONDS), 1_000_100 - 250_000);
        assert_eq!(clock.local(2 * SECONDS), 2_000_200 - 250_000);
        assert_eq!(clock.drift_ppm(), 100);
    }

    #[test]
    fn changing_the_drift_is_continuous_and_loses_nothing() {
        for seed in 0..100 {
            let mut stream = Stream::fork(seed, "clock", 0);
            let mut clock = Clock::new(0, 0);
            // The model counts in millionths of a µs.
            let (mut now, mut drift, mut model) = (0, 0, 0_i128);
            for _ in 0..1_000 {
                let elapsed = stream.below(3 * SECONDS);
                now += elapsed;
                model += i128::from(elapsed) * i128::from(1_000_000 + drift);
                assert_eq!(i128::from(clock.local(now)), model.div_euclid(1_000_000));
                drift = i32::try_from(stream.below(1_000_000)).unwrap() - 500_000;
                clock.set_drift(now, drift);
                assert_eq!(i128::from(clock.local(now)), model.div_euclid(1_000_000));
            }
        }
    }

    #[test]
    fn a_local_timer_lasts_exactly_until_the_clock_has_gained_it() {
        for seed in 0..1_000 {
            let mut stream = Stream::fork(seed, "timer", 0);
            let drift = i32::try_from(stream.below(1_800_001)).unwrap() - DRIFT_PPM_MAX;
            let clock = Clock::new(0, drift);
            let local_us = stream.between(1, 10 * SECONDS);
            let duration = clock.sim_duration(local_us);
            let gained = |duration| clock.local(duration).cast_unsigned();
            assert!(gained(duration) >= local_us, "seed {seed}");
            assert!(
                duration == 1 || gained(duration - 1) < local_us,
                "seed {seed}"
            );
            let start = stream.below(SECONDS);
            assert!(
                gained(start + duration) - gained(start) >= local_us,
                "seed {seed}"
            );
        }
        assert_eq!(Clock::new(0, 0).sim_duration(0), 1);
    }
}
