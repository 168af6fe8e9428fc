//! When the bytes of a message cross: all at once, or tenth of a second by tenth of a second where
//! its line needs as long for them. It must not know zones nor prices.

use sim::{Micros, Part};

use crate::series::SERIES_BUCKET_US;

/// Microseconds and bits in what bandwidths are told by.
const BITS_PER_BYTE: u64 = 8;
const MICROS_PER_SECOND: u64 = 1_000_000;

/// A message's way over its line, up to the instant at which it has crossed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Crossing {
    /// When the line began to carry it.
    from_us: Micros,
    end_us: Micros,
}

/// A stretch of it within one tenth.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stretch {
    /// An instant in the tenth.
    pub(super) at_us: Micros,
    before: u64,
    after: u64,
    whole: u64,
}

impl Crossing {
    /// Of so many bytes that left at an instant and have crossed at another, over a line of this
    /// bandwidth (0 = not limited).
    pub(super) fn new(sent_us: Micros, end_us: Micros, bytes: u64, bandwidth_bps: u64) -> Self {
        let takes_us = (bytes * BITS_PER_BYTE)
            .saturating_mul(MICROS_PER_SECOND)
            .checked_div(bandwidth_bps)
            .unwrap_or(0);
        Crossing {
            from_us: end_us.saturating_sub(takes_us).max(sent_us.min(end_us)),
            end_us,
        }
    }

    /// Its stretches, in order; one, at its end, where it takes less than a tenth.
    pub(super) fn stretches(self) -> impl Iterator<Item = Stretch> {
        let whole = self.end_us - self.from_us;
        let is_short = whole < SERIES_BUCKET_US;
        let first = if is_short { self.end_us } else { self.from_us } / SERIES_BUCKET_US;
        let last = self.end_us / SERIES_BUCKET_US;
        (first..=last).map(move |tenth| {
            if is_short {
                return Stretch {
                    at_us: self.end_us,
                    before: 0,
                    after: 1,
                    whole: 1,
                };
            }
            let (begin, end) = (tenth * SERIES_BUCKET_US, (tenth + 1) * SERIES_BUCKET_US);
            Stretch {
                at_us: begin,
                before: begin.max(self.from_us) - self.from_us,
                after: end.min(self.end_us) - self.from_us,
                whole,
            }
        })
    }
}

impl Stretch {
    /// A part that has crossed, at its end: it takes the line less than a tenth.
    pub(super) fn of_part(part: &Part) -> Stretch {
        Stretch {
            at_us: part.end_us,
            before: part.before,
            after: part.after,
            whole: part.whole,
        }
    }

    /// The part of an amount that crosses in it; those of all stretches add up to the amount.
    pub(super) fn of(&self, amount: u64) -> u64 {
        if self.after - self.before == self.whole {
            return amount;
        }
        let upto = |us: u64| (u128::from(amount) * u128::from(us) / u128::from(self.whole)) as u64;
        upto(self.after) - upto(self.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(crossing: Crossing, amount: u64) -> Vec<(u64, u64)> {
        let stretches = crossing.stretches();
        let part = |stretch: Stretch| (stretch.at_us / SERIES_BUCKET_US, stretch.of(amount));
        stretches.map(part).collect()
    }

    #[test]
    fn a_message_crosses_at_its_end_where_its_line_needs_no_time_for_it() {
        assert_eq!(
            parts(Crossing::new(0, 950_000, 9_999, 0), 9_999),
            [(9, 9_999)]
        );
        let short = Crossing::new(0, 950_000, 1_000, 1_000_000);
        assert_eq!(parts(short, 1_000), [(9, 1_000)]);
    }

    #[test]
    fn what_takes_a_line_long_crosses_tenth_by_tenth_and_adds_up() {
        // 100,000 bytes at 4 Mbit/s: 200 ms.
        let long = Crossing::new(0, 950_000, 100_000, 4_000_000);
        let all = parts(long, 100_001);
        assert_eq!(all, [(7, 25_000), (8, 50_000), (9, 25_001)]);
        // It was not on its way before it left.
        let late = Crossing::new(800_000, 950_000, 100_000, 4_000_000);
        let sum: u64 = parts(late, 100_001).iter().map(|(_, part)| part).sum();
        assert_eq!((parts(late, 100_001)[0].0, sum), (8, 100_001));
    }
}
