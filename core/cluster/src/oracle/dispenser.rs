//! Draws timestamps in the order of commits. It knows no network and nothing of who may ask.

use model::timestamp::{Timestamp, at};
use sim::Micros;

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
    use model::timestamp::instant;

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
