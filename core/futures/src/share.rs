//! A share of runs, and how well so many runs know it.

use statrs::distribution::{Beta, ContinuousCDF};

/// What is left out at each end of an interval.
const TAIL: f64 = 0.025;

/// So many of so many.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Runs in which it came.
    pub came: u64,
    /// All of them.
    pub runs: u64,
}

/// Two probabilities, or two differences of probabilities.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// The lower one.
    pub low: f64,
    /// The higher one.
    pub high: f64,
}

impl Share {
    /// One more run.
    pub fn add(&mut self, came: bool) {
        self.came += u64::from(came);
        self.runs += 1;
    }

    /// From 0 to 1; 0 without any run.
    pub fn value(self) -> f64 {
        self.came as f64 / self.runs.max(1) as f64
    }

    /// The 95 % interval of Jeffreys: the middle of a Beta distribution, with an end at 0 or 1
    /// where no run or every run says so.
    pub fn interval(self) -> Interval {
        let missed = self.runs - self.came;
        let (a, b) = (self.came as f64 + 0.5, missed as f64 + 0.5);
        let beta = Beta::new(a, b).expect("both are positive");
        Interval {
            low: if self.came == 0 {
                0.0
            } else {
                beta.inverse_cdf(TAIL)
            },
            high: if missed == 0 {
                1.0
            } else {
                beta.inverse_cdf(1.0 - TAIL)
            },
        }
    }
}

impl Share {
    /// How much greater it is than another, with 95 %: limits of both combined, "MOVER" of G. Zou
    /// and A. Donner, "Construction of confidence limits about effect measures", 2008. It takes
    /// both as independent; under common random numbers it is too wide rather than too narrow.
    pub fn less(self, other: Share) -> Interval {
        let (mine, theirs) = (self.interval(), other.interval());
        let difference = self.value() - other.value();
        let below = (self.value() - mine.low).hypot(theirs.high - other.value());
        let above = (mine.high - self.value()).hypot(other.value() - theirs.low);
        Interval {
            low: (difference - below).max(-1.0),
            high: (difference + above).min(1.0),
        }
    }
}

impl Interval {
    /// Whether a probability lies in it.
    pub fn has(self, probability: f64) -> bool {
        self.low <= probability && probability <= self.high
    }

    /// Whether both may hold the same probability.
    pub fn meets(self, other: Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In thousandths.
    fn interval(came: u64, runs: u64) -> [i64; 2] {
        let Interval { low, high } = Share { came, runs }.interval();
        [low, high].map(|end| (end * 1_000.0).round() as i64)
    }

    #[test]
    fn intervals_are_the_published_ones() {
        // Limits of the Jeffreys interval in L. Brown, T. Cai, A. DasGupta, "Interval Estimation
        // for a Binomial Proportion", 2001.
        assert_eq!(interval(1, 7), [16, 501]);
        assert_eq!(interval(2, 10), [44, 503]);
        assert_eq!(interval(5, 20), [102, 464]);
        assert_eq!(interval(10, 20), [293, 707]);
    }

    #[test]
    fn a_difference_is_known_as_well_as_both_shares() {
        let share = |came, runs| Share { came, runs };
        let [all, none] = [share(200, 200), share(0, 200)];
        let Interval { low, high } = all.less(none);
        assert!(low > 0.98 && high <= 1.0, "{low} {high}");
        assert!(share(100, 200).less(share(100, 200)).has(0.0));
        // So many are too few to tell 30 % from 50 %.
        assert!(share(6, 20).less(share(10, 20)).has(0.0));
        assert!(!share(60, 200).less(share(100, 200)).has(0.0));
        let (one, other) = (share(3, 50), share(20, 50));
        let (ahead, back) = (one.less(other), other.less(one));
        assert!((ahead.low + back.high).abs() < 1e-12);
    }

    #[test]
    fn what_always_or_never_came_has_an_end_at_one_or_nought() {
        assert_eq!(interval(0, 20)[0], 0);
        assert_eq!(interval(20, 20)[1], 1_000);
        assert!(interval(200, 200)[0] > 985);
        assert_eq!(interval(0, 0), [0, 1_000]);
    }
}
