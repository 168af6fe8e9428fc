//! Timestamps of versions and snapshots: one number that orders commits. It knows no network and
//! nothing of who may draw one (`oracle`).

use sim::Micros;

/// Simulation time in µs, with a counter in the low bits (as TiDB's oracle and YugabyteDB's hybrid
/// time). 0 is none: the newest version.
pub type Timestamp = u64;

/// Low bits, which count timestamps of one µs.
const COUNTER_BITS: u32 = 12;

/// The first timestamp of an instant.
pub const fn at(instant_us: Micros) -> Timestamp {
    instant_us << COUNTER_BITS
}

/// The instant of a timestamp.
pub const fn instant(timestamp: Timestamp) -> Micros {
    timestamp >> COUNTER_BITS
}

/// Draws timestamps, each greater than all before.
#[derive(Default)]
pub(crate) struct Dispenser {
    last: Timestamp,
}

impl Dispenser {
    /// The next timestamp: that of the instant, or one more than the last.
    pub(crate) fn draw(&mut self, now: Micros) -> Timestamp {
        self.last = at(now).max(self.last + 1);
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_rise_and_keep_to_the_instant() {
        let mut dispenser = Dispenser::default();
        let mut last = 0;
        for now in [0, 0, 5, 5, 5, 900, 901] {
            for _ in 0..100 {
                let drawn = dispenser.draw(now);
                assert!(drawn > last);
                assert_eq!(instant(drawn), now);
                last = drawn;
            }
        }
    }

    #[test]
    fn more_than_fit_an_instant_run_ahead_of_it_and_still_rise() {
        let mut dispenser = Dispenser::default();
        let mut last = 0;
        for _ in 0..10_000 {
            let drawn = dispenser.draw(7);
            assert!(drawn > last);
            last = drawn;
        }
        assert_eq!(instant(last), 9);
        assert!(dispenser.draw(8) > last);
    }
}
