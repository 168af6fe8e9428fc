//! Bounded staleness at the gateway: which bounds are taken, which moment is read, and which
//! replica is asked next (YugabyteDB's rules).
//!
//! Pure functions; they know no Raft and no network.

use sim::{Micros, NodeId};

/// A replica that may be asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) node: NodeId,
    pub(super) delay_us: Micros,
    /// Failed this gateway lately.
    pub(super) avoided: bool,
    pub(super) leads: bool,
}

/// Where a redirected read goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Redirect {
    /// To the other replicas by distance, the leader last: it cannot be behind (YugabyteDB).
    Around,
    /// To the leader (TiKV, CockroachDB), and to the others after it: who was taken for the leader
    /// may be wrong, and of the others one knows better.
    ToLeader,
}

/// The replica to ask after so many attempts: first the closest, whoever it is; when all were
/// asked, it begins anew.
pub(super) fn next_to_ask(
    candidates: &[Candidate],
    redirect: Redirect,
    attempts: u64,
) -> Option<NodeId> {
    // Node numbers follow places.
    let mut order: Vec<(u64, u32)> = candidates
        .iter()
        .enumerate()
        .map(|(place, c)| {
            let rank = (u64::from(c.avoided) << 62) | (c.delay_us << 1) | u64::from(c.leads);
            (rank, place as u32)
        })
        .collect();
    order.sort_unstable();
    let leads = |entry: &(u64, u32)| candidates[entry.1 as usize].leads;
    if let Some(place) = order.iter().position(leads)
        && place > 0
    {
        let leader = order.remove(place);
        match redirect {
            Redirect::Around => order.push(leader),
            Redirect::ToLeader => order.insert(1, leader),
        }
    }
    let place = attempts.checked_rem(order.len() as u64)?;
    Some(candidates[order[place as usize].1 as usize].node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(of: &[(Micros, bool)]) -> Vec<Candidate> {
        let one = |(place, &(delay_us, leads)): (usize, &(Micros, bool))| Candidate {
            node: NodeId(place as u16),
            delay_us,
            avoided: false,
            leads,
        };
        of.iter().enumerate().map(one).collect()
    }

    fn order(known: &[Candidate], redirect: Redirect) -> Vec<u16> {
        let asked = (0..5).map(|attempts| next_to_ask(known, redirect, attempts));
        asked.map(|node| node.expect("there are some").0).collect()
    }

    #[test]
    fn the_closest_is_first_and_the_leader_last_or_next() {
        let known = candidates(&[(40, true), (110, false), (1, false), (90, false)]);
        assert_eq!(order(&known, Redirect::Around), [2, 3, 1, 0, 2]);
        assert_eq!(order(&known, Redirect::ToLeader), [2, 0, 3, 1, 2]);
    }

    #[test]
    fn a_leader_in_the_readers_zone_is_the_closest_and_is_asked() {
        let known = candidates(&[(1, true), (60, false), (40, false)]);
        assert_eq!(order(&known, Redirect::Around), [0, 2, 1, 0, 2]);
        let both = candidates(&[(1, true), (1, false)]);
        assert_eq!(
            order(&both, Redirect::Around)[0],
            1,
            "of two as close, the follower"
        );
    }

    #[test]
    fn a_replica_that_failed_lately_is_asked_after_the_others() {
        let mut known = candidates(&[(40, true), (1, false), (90, false)]);
        known[1].avoided = true;
        assert_eq!(order(&known, Redirect::Around)[0], 0);
        assert_eq!(next_to_ask(&[], Redirect::Around, 3), None);
    }
}
