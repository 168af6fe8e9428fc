//! How far clocks may run apart while leases hold: a pure function of the figures that decide it.
//! The argument stands in docs/design/leases.md.
//!
//! A follower counts whole ticks, and the first of them may come right after it heard from its
//! leader: of an election timeout of `n` ticks it is sure to keep `n - 1`. What it heard had been
//! on its way; and who is elected after its promise needs its answer and a round of appends before
//! anybody knows of a newer write. So with a leader's clock of rate `l` and a follower's of `f`
//!
//! ```text
//! lease / l  <=  (n - 1) ticks / f + way
//! ```
//!
//! keeps stale reads away. An election timeout less one tick, TiKV's longest lease, pays for whole
//! ticks and for nothing else: what clocks may differ by is then the way's share alone.

use sim::{Micros, NodeId};

use crate::config::ClusterConfig;

const MILLION: i64 = 1_000_000;

/// What decides how much drift a lease tolerates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LeaseTerms {
    /// Length of a tick.
    pub tick_us: Micros,
    /// Ticks of an election timeout.
    pub election_ticks: u64,
    /// Length of a lease by the leader's clock.
    pub lease_us: Micros,
    /// What a message from the leader, an answer to the next one and a round of the next one's
    /// appends take at least.
    pub way_us: Micros,
}

/// By how many parts in a million a follower's clock may run faster than its leader's. Below 0 the
/// lease is not safe even where clocks are perfect.
pub fn drift_bound_ppm(terms: LeaseTerms) -> i64 {
    let promise_us = terms.election_ticks.saturating_sub(1) * terms.tick_us;
    let margin_us = (promise_us + terms.way_us).cast_signed() - terms.lease_us.cast_signed();
    (margin_us * MILLION).div_euclid(terms.lease_us.max(1).cast_signed())
}

/// The greatest drift of every clock, either way, at which no two differ by more than this.
pub fn each_clock_ppm(bound_ppm: i64) -> i64 {
    let bound_ppm = bound_ppm.max(0);
    bound_ppm * MILLION / (2 * MILLION + bound_ppm)
}

/// Length of a lease when none is set: an election timeout less one tick, the most that TiKV's
/// configuration check allows.
pub fn longest_lease_us(tick_us: Micros, election_ticks: u64) -> Micros {
    election_ticks.saturating_sub(1) * tick_us
}

/// The least time that the ways of messages give a lease of `leader`: see [`LeaseTerms::way_us`].
/// `needed` of the others besides a candidate must answer it. None if no majority is possible
/// without the leader: then nobody else is ever elected. Delays are those of the links without
/// faults, which only add to them.
pub fn way_us(
    config: &ClusterConfig,
    leader: NodeId,
    others: &[NodeId],
    needed: usize,
) -> Option<Micros> {
    let zone = |node: NodeId| usize::from(config.nodes[usize::from(node.0)].zone.0);
    let zones = usize::from(config.zones);
    let delay = |from, to| config.links[zone(from) * zones + zone(to)].delay_us;
    let round = |a, b| delay(a, b) + delay(b, a);
    let ways = others.iter().filter_map(|&candidate| {
        let rest = others.iter().copied().filter(|other| *other != candidate);
        let mut rounds: Vec<Micros> = rest.clone().map(|other| round(candidate, other)).collect();
        rounds.sort_unstable();
        // A round of the candidate ends with the answer of the last that it needs.
        let round_us = *rounds.get(needed.checked_sub(1)?)?;
        // The last promise to run out is another's, whose answer is awaited, or its own.
        let of_other = rest.map(|other| delay(leader, other) + delay(other, candidate));
        let own = delay(leader, candidate) + round_us;
        Some(of_other.min()?.min(own) + round_us)
    });
    ways.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(lease_us: Micros, way_us: Micros) -> LeaseTerms {
        LeaseTerms {
            tick_us: 100_000,
            election_ticks: 10,
            lease_us,
            way_us,
        }
    }

    #[test]
    fn the_longest_lease_tolerates_what_the_way_gives_and_no_more() {
        let longest = longest_lease_us(100_000, 10);
        assert_eq!(drift_bound_ppm(terms(longest, 0)), 0);
        assert_eq!(
            drift_bound_ppm(terms(longest, 400)),
            444,
            "0.2 ms round trips"
        );
        assert_eq!(drift_bound_ppm(terms(longest, 20_000)), 22_222);
    }

    #[test]
    fn each_tick_less_tolerates_more() {
        assert_eq!(drift_bound_ppm(terms(800_000, 0)), 125_000);
        assert_eq!(drift_bound_ppm(terms(700_000, 0)), 285_714);
    }

    #[test]
    fn a_lease_of_the_whole_election_timeout_is_not_safe_with_perfect_clocks() {
        assert_eq!(drift_bound_ppm(terms(1_000_000, 400)), -99_600);
    }

    #[test]
    fn clocks_that_drift_apart_share_the_bound() {
        assert_eq!(each_clock_ppm(22_222), 10_988);
        assert_eq!(each_clock_ppm(-5), 0);
        let (rate, million) = (each_clock_ppm(125_000), MILLION);
        assert!((million + rate) * million <= (million - rate) * (million + 125_000));
    }
}
