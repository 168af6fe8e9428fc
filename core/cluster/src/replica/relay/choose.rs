//! Which member of a zone relays to the others: the three policies. A choice is advice and never
//! bears on safety. Pure.

use std::cmp::Reverse;

use model::config::DelegatePolicy;
use model::fact::Reason;

/// Ticks after which the rotating policy takes the next member.
pub(crate) const ROTATE_TICKS: u64 = 10;

/// A member of a zone that could relay, as its leader sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Able {
    pub(crate) peer: u64,
    pub(crate) voter: bool,
    /// Last index that was sent to it.
    pub(crate) sent: u64,
    /// Last index that it acknowledged.
    pub(crate) matched: u64,
}

/// The zone's delegate so far, and the leader's tick at which it was chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Current {
    pub(crate) peer: u64,
    pub(crate) since_tick: u64,
}

/// The delegate from now on and why it; none if nobody could relay.
pub(crate) fn choose(
    policy: DelegatePolicy,
    current: Option<Current>,
    tick: u64,
    able: &[Able],
) -> Option<(u64, Reason)> {
    // A voter before a learner, then the log's head, then what is known to have arrived.
    let nearest = able
        .iter()
        .max_by_key(|a| (a.voter, a.sent, a.matched, Reverse(a.peer)))?;
    let held = current.and_then(|current| able.iter().find(|a| a.peer == current.peer));
    let why = match policy {
        _ if able.len() == 1 => Reason::OnlyOne,
        DelegatePolicy::Nearest => Reason::NearestToHead,
        DelegatePolicy::Sticky => Reason::Sticky,
        DelegatePolicy::Rotating => Reason::NextInTurn,
    };
    let peer = match (policy, held) {
        // Equal heads change nothing: each change sends some entries twice.
        (DelegatePolicy::Nearest, Some(held)) if held.sent >= nearest.sent => held.peer,
        (DelegatePolicy::Sticky, Some(held)) => held.peer,
        (DelegatePolicy::Rotating, _) => next_in_turn(current, tick, able),
        _ => nearest.peer,
    };
    Some((peer, why))
}

fn next_in_turn(current: Option<Current>, tick: u64, able: &[Able]) -> u64 {
    let peers = || able.iter().map(|a| a.peer);
    let least = peers().min().expect("somebody is able");
    let Some(current) = current else {
        return least;
    };
    let rests = tick < current.since_tick + ROTATE_TICKS;
    if rests && peers().any(|peer| peer == current.peer) {
        return current.peer;
    }
    peers()
        .filter(|peer| *peer > current.peer)
        .min()
        .unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn able(peer: u64, sent: u64, matched: u64) -> Able {
        Able {
            peer,
            voter: true,
            sent,
            matched,
        }
    }

    fn chosen(policy: DelegatePolicy, current: Option<(u64, u64)>, members: &[Able]) -> u64 {
        let current = current.map(|(peer, since_tick)| Current { peer, since_tick });
        choose(policy, current, 20, members)
            .expect("somebody is able")
            .0
    }

    #[test]
    fn the_first_choice_is_nearest_to_the_logs_head_then_furthest_acknowledged_then_least_id() {
        for policy in [DelegatePolicy::Nearest, DelegatePolicy::Sticky] {
            assert_eq!(chosen(policy, None, &[able(2, 7, 7), able(3, 9, 1)]), 3);
            assert_eq!(chosen(policy, None, &[able(2, 9, 1), able(3, 9, 4)]), 3);
            assert_eq!(chosen(policy, None, &[able(3, 9, 4), able(2, 9, 4)]), 2);
        }
    }

    #[test]
    fn the_nearest_changes_only_when_another_is_nearer_to_the_head() {
        let members = [able(2, 9, 1), able(3, 9, 9)];
        assert_eq!(chosen(DelegatePolicy::Nearest, Some((2, 0)), &members), 2);
        let members = [able(2, 8, 8), able(3, 9, 1)];
        assert_eq!(chosen(DelegatePolicy::Nearest, Some((2, 0)), &members), 3);
    }

    #[test]
    fn a_sticky_delegate_stays_while_it_is_able() {
        let members = [able(2, 1, 1), able(3, 9, 9)];
        assert_eq!(chosen(DelegatePolicy::Sticky, Some((2, 0)), &members), 2);
        assert_eq!(chosen(DelegatePolicy::Sticky, Some((4, 0)), &members), 3);
    }

    #[test]
    fn the_rotating_delegate_goes_round_after_its_ticks() {
        let members = [able(2, 9, 9), able(3, 9, 9), able(5, 9, 9)];
        let after = |current| chosen(DelegatePolicy::Rotating, current, &members);
        assert_eq!(after(None), 2);
        assert_eq!(after(Some((3, 20 - ROTATE_TICKS + 1))), 3);
        assert_eq!(after(Some((3, 20 - ROTATE_TICKS))), 5);
        assert_eq!(after(Some((5, 0))), 2);
        assert_eq!(after(Some((4, 20))), 5, "one that went is passed over");
    }

    #[test]
    fn a_voter_comes_before_a_learner() {
        let learner = Able {
            voter: false,
            ..able(2, 9, 9)
        };
        assert_eq!(
            chosen(DelegatePolicy::Nearest, None, &[learner, able(3, 8, 8)]),
            3
        );
        let alone = choose(DelegatePolicy::Nearest, None, 0, &[learner]);
        assert_eq!(alone, Some((2, Reason::OnlyOne)));
        assert_eq!(choose(DelegatePolicy::Nearest, None, 0, &[]), None);
    }
}
