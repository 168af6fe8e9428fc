//! How long a swarm waits for its cluster to come to rest.

use sim::{Micros, SECONDS};

/// How long no replica may get further. With appends of one entry, one at a time, what a load left
/// behind takes a round trip an entry: that is slow, and not stuck.
const STILL_US_MAX: Micros = 60 * SECONDS;
/// How long it may take to come to rest, even so.
const REST_US_MAX: Micros = 600 * SECONDS;

/// The patience with one cluster, from the end of its load on.
pub(super) struct Patience {
    start_us: Micros,
    /// Most entries that its replicas had applied, all together, and since when.
    furthest: u64,
    since_us: Micros,
}

impl Patience {
    /// The load ends now.
    pub(super) fn from(now: Micros) -> Self {
        Patience {
            start_us: now,
            furthest: 0,
            since_us: now,
        }
    }

    /// Its replicas have applied so many entries by now. Whether it is waited for no longer.
    pub(super) fn is_over(&mut self, now: Micros, applied: u64) -> bool {
        if applied > self.furthest {
            (self.furthest, self.since_us) = (applied, now);
        }
        now - self.since_us >= STILL_US_MAX || now - self.start_us >= REST_US_MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_US: Micros = 25 * SECONDS;

    /// Seconds after which it is over, with so many entries applied at each.
    fn over_after(applied: impl Fn(u64) -> u64) -> u64 {
        let mut patience = Patience::from(START_US);
        let is_over =
            |second: &u64| patience.is_over(START_US + second * SECONDS, applied(*second));
        (1..10_000).find(is_over).expect("it ends")
    }

    #[test]
    fn a_cluster_that_stands_still_is_given_up_after_a_minute() {
        assert_eq!(over_after(|_| 0), 60);
        assert_eq!(over_after(|second| second.min(100)), 160);
    }

    #[test]
    fn one_whose_replicas_go_back_and_forth_is_as_good_as_still() {
        assert_eq!(over_after(|second| 50 + second % 2), 61);
    }

    #[test]
    fn one_that_never_comes_to_rest_is_given_up_after_ten() {
        assert_eq!(over_after(|second| second), 600);
    }
}
