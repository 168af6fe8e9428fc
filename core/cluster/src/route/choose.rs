//! The choice itself: candidates in, a store and a reason out. Pure; it knows neither the cluster
//! nor messages, only what a gateway may know.

use sim::{Micros, NodeId};

use model::config::{AdaptiveBy, ReadMode};
use model::fact::Route;

/// Attempts of one read that a store may turn away as busy; the next one is served however long it
/// takes, so that a cluster that is busy everywhere still answers.
const BUSY_ATTEMPTS_MAX: u64 = 2;
/// The store to which a read falls back may be busier by this factor (TiDB's load-based replica
/// read doubles the threshold of a retry, RFC 0105).
const FALLBACK_FACTOR: Micros = 2;

/// A replica that could serve a read, as its gateway sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Its place among the range's replicas.
    pub(crate) place: usize,
    pub(crate) node: NodeId,
    /// One way, by the network's own delay.
    pub(crate) delay_us: Micros,
    /// It failed this gateway a moment ago.
    pub(crate) avoided: bool,
    /// It has no vote.
    pub(crate) learner: bool,
    /// It stands in the gateway's zone.
    pub(crate) local: bool,
    /// The gateway believes that it leads.
    pub(crate) leads: bool,
    /// How long its store said that a read waits, less the time since.
    pub(crate) wait_us: Micros,
    /// How long reads of this size took there lately; a round trip if nobody knows.
    pub(crate) latency_us: Micros,
}

/// What an adaptive gateway goes by.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) by: AdaptiveBy,
    /// What the answer is estimated to be.
    pub(crate) estimate_bytes: u64,
    /// From here on it is large.
    pub(crate) threshold_bytes: u64,
    /// Longest wait that is taken at a store; 0 = any.
    pub(crate) busy_us: Micros,
    /// Attempts of this read so far.
    pub(crate) attempts: u64,
}

/// Where a read goes, and how it shall be served there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) to: NodeId,
    /// As the store sees it: modes that only choose a place are no modes there.
    pub(crate) serve: ReadMode,
    /// The store shall turn the read away when it would wait longer; 0 = never.
    pub(crate) busy_us: Micros,
    /// Why there, the figure that decided and its limit; `None` where there was no choice.
    pub(crate) why: Option<(Route, u64, u64)>,
}

impl Choice {
    /// There, served in the mode that was asked for, for no reason that is worth a word.
    pub(crate) fn plain(to: NodeId, serve: ReadMode) -> Self {
        Choice {
            to,
            serve,
            busy_us: 0,
            why: None,
        }
    }

    /// With the reason, the figure that decided and its limit.
    pub(crate) fn because(self, why: Route, figure: u64, limit: u64) -> Self {
        Choice {
            why: Some((why, figure, limit)),
            ..self
        }
    }
}

/// The one with the least delay that did not fail lately, ties by `turn` of its place and then by
/// place.
pub(crate) fn closest(
    candidates: impl Iterator<Item = Candidate>,
    turn: impl Fn(usize) -> u64,
) -> Option<NodeId> {
    let best = candidates.min_by_key(|known| (known.avoided, known.delay_us, turn(known.place)));
    best.map(|known| known.node)
}

/// Any follower or learner that did not fail lately, and the leader when there is no other (TiDB's
/// `follower`, which knows no places). `draw` is a random number.
pub(crate) fn at_random(candidates: &[Candidate], draw: u64) -> Option<NodeId> {
    let classes: [fn(&&Candidate) -> bool; 3] = [
        |known| !known.leads && !known.avoided,
        |known| !known.avoided,
        |_| true,
    ];
    classes.into_iter().find_map(|class| {
        let count = candidates.iter().filter(class).count() as u64;
        let place = draw.checked_rem(count)? as usize;
        candidates
            .iter()
            .filter(class)
            .nth(place)
            .map(|known| known.node)
    })
}

/// Any replica whose round trip is at most this much longer than the shortest of those that did not
/// fail lately (MongoDB's `localThresholdMS`).
const WINDOW_US: Micros = 15_000;

/// One of those within the window, by a random number.
pub(crate) fn within_window(candidates: &[Candidate], draw: u64) -> Option<NodeId> {
    let order = |known: &&Candidate| (known.avoided, known.delay_us);
    let nearest = candidates.iter().min_by_key(order)?;
    let limit_us = nearest.delay_us + WINDOW_US / 2;
    let within =
        |known: &&Candidate| known.avoided == nearest.avoided && known.delay_us <= limit_us;
    let count = candidates.iter().filter(within).count() as u64;
    let mut chosen = candidates.iter().filter(within);
    chosen.nth((draw % count) as usize).map(|known| known.node)
}

/// The closest learner; without one that answers, the closest replica (TiDB's `learner`).
pub(crate) fn learner(candidates: &[Candidate], turn: impl Fn(usize) -> u64) -> Option<Choice> {
    let usable = |known: &&Candidate| known.learner && !known.avoided;
    let learners = candidates.iter().filter(usable).count() as u64;
    let all = candidates.len() as u64;
    let (why, to) = if learners > 0 {
        let chosen = candidates.iter().filter(usable).copied();
        (Route::LearnerThere, closest(chosen, turn))
    } else {
        let chosen = candidates.iter().copied();
        (Route::NoLearner, closest(chosen, turn))
    };
    Some(Choice::plain(to?, ReadMode::Follower).because(why, learners, all))
}

/// Large answers from the replica in the gateway's zone, small ones from the leader, where the
/// question to the leader would cost more than it saves (TiDB's `closest-adaptive`).
pub(crate) fn adaptive(candidates: &[Candidate], rule: &Rule) -> Option<Choice> {
    let leader = candidates.iter().find(|known| known.leads)?;
    if rule.by == AdaptiveBy::Latency {
        return Some(fastest(candidates, leader));
    }
    let at_leader = Choice::plain(leader.node, ReadMode::Leader);
    if leader.local {
        return Some(at_leader);
    }
    let (estimate, threshold) = (rule.estimate_bytes, rule.threshold_bytes);
    let here = candidates
        .iter()
        .filter(|known| known.local && !known.avoided);
    let Some(local) = here.min_by_key(|known| known.delay_us) else {
        return Some(at_leader.because(Route::OnlyLeader, estimate, threshold));
    };
    if estimate < threshold {
        return Some(at_leader.because(Route::ResultSmall, estimate, threshold));
    }
    let patience_us = if rule.attempts < BUSY_ATTEMPTS_MAX {
        rule.busy_us
    } else {
        0
    };
    let at_local = Choice::plain(local.node, ReadMode::Follower);
    if rule.busy_us == 0 || local.wait_us <= rule.busy_us {
        let at_local = at_local.because(Route::ResultLarge, estimate, threshold);
        return Some(Choice {
            busy_us: patience_us,
            ..at_local
        });
    }
    if leader.wait_us >= local.wait_us {
        return Some(at_local.because(Route::LeaderBusy, leader.wait_us, local.wait_us));
    }
    Some(Choice {
        busy_us: patience_us * FALLBACK_FACTOR,
        ..at_leader.because(Route::LocalBusy, local.wait_us, rule.busy_us)
    })
}

/// The replica whose answers came soonest lately.
fn fastest(candidates: &[Candidate], leader: &Candidate) -> Choice {
    let order = |known: &&Candidate| (known.avoided, known.latency_us, !known.leads);
    let best = candidates.iter().min_by_key(order).unwrap_or(leader);
    let serve = if best.leads {
        ReadMode::Leader
    } else {
        ReadMode::Follower
    };
    let choice = Choice::plain(best.node, serve);
    let others = candidates.iter().filter(|known| known.node != best.node);
    match others.min_by_key(order) {
        Some(next) => choice.because(Route::Faster, best.latency_us, next.latency_us),
        None => choice,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores 0 to 2, one a zone; store 0 leads; the gateway is in store 1's zone.
    fn three() -> [Candidate; 3] {
        [0, 1, 2].map(|node| Candidate {
            place: usize::from(node),
            node: NodeId(node),
            delay_us: if node == 1 { 100 } else { 500 },
            avoided: false,
            learner: false,
            local: node == 1,
            leads: node == 0,
            wait_us: 0,
            latency_us: if node == 1 { 200 } else { 1_000 },
        })
    }

    fn rule(estimate_bytes: u64) -> Rule {
        Rule {
            by: AdaptiveBy::Size,
            estimate_bytes,
            threshold_bytes: 4_096,
            busy_us: 1_000,
            attempts: 0,
        }
    }

    fn places(_: usize) -> u64 {
        0
    }

    fn chosen(candidates: &[Candidate], rule: &Rule) -> (u16, ReadMode, Micros, Route) {
        let choice = adaptive(candidates, rule).expect("there is a leader");
        let (why, ..) = choice.why.expect("there was a choice");
        (choice.to.0, choice.serve, choice.busy_us, why)
    }

    #[test]
    fn a_large_answer_comes_from_the_own_zone_and_a_small_one_from_the_leader() {
        let small = chosen(&three(), &rule(4_095));
        assert_eq!(small, (0, ReadMode::Leader, 0, Route::ResultSmall));
        let large = chosen(&three(), &rule(4_096));
        assert_eq!(large, (1, ReadMode::Follower, 1_000, Route::ResultLarge));
        let why = adaptive(&three(), &rule(9_000)).unwrap().why;
        assert_eq!(why, Some((Route::ResultLarge, 9_000, 4_096)));
    }

    #[test]
    fn a_leader_in_the_own_zone_leaves_no_choice() {
        let mut candidates = three();
        candidates[0].local = true;
        let choice = adaptive(&candidates, &rule(9_000)).unwrap();
        assert_eq!(choice, Choice::plain(NodeId(0), ReadMode::Leader));
    }

    #[test]
    fn without_a_replica_in_the_own_zone_only_the_leader_is_left() {
        let mut candidates = three();
        candidates[1].avoided = true;
        let (to, serve, _, why) = chosen(&candidates, &rule(9_000));
        assert_eq!((to, serve, why), (0, ReadMode::Leader, Route::OnlyLeader));
        candidates[1].avoided = false;
        candidates[1].local = false;
        assert_eq!(chosen(&candidates, &rule(9_000)).3, Route::OnlyLeader);
    }

    #[test]
    fn a_busy_store_sends_large_reads_to_the_leader_and_a_busier_leader_back() {
        let mut candidates = three();
        candidates[1].wait_us = 1_000;
        assert_eq!(chosen(&candidates, &rule(9_000)).3, Route::ResultLarge);
        candidates[1].wait_us = 1_001;
        let back = (0, ReadMode::Leader, 2_000, Route::LocalBusy);
        assert_eq!(chosen(&candidates, &rule(9_000)), back);
        candidates[0].wait_us = 3_000;
        let stays = (1, ReadMode::Follower, 0, Route::LeaderBusy);
        assert_eq!(chosen(&candidates, &rule(9_000)), stays);
    }

    #[test]
    fn a_read_that_was_turned_away_twice_is_served_wherever_it_goes() {
        for attempts in 0..5 {
            let mut candidates = three();
            let patient = Rule {
                attempts,
                ..rule(9_000)
            };
            let here = chosen(&candidates, &patient).2;
            candidates[1].wait_us = 5_000;
            let there = chosen(&candidates, &patient).2;
            assert_eq!(here > 0, attempts < 2);
            assert_eq!(there > 0, attempts < 2);
        }
    }

    #[test]
    fn without_a_limit_a_busy_store_is_asked_all_the_same() {
        let mut candidates = three();
        candidates[1].wait_us = 1_000_000;
        let unlimited = Rule {
            busy_us: 0,
            ..rule(9_000)
        };
        assert_eq!(chosen(&candidates, &unlimited).3, Route::ResultLarge);
    }

    #[test]
    fn by_latency_the_replica_whose_answers_came_soonest_is_asked() {
        let by_latency = Rule {
            by: AdaptiveBy::Latency,
            ..rule(10)
        };
        let mut candidates = three();
        let near = adaptive(&candidates, &by_latency).unwrap();
        assert_eq!((near.to, near.serve), (NodeId(1), ReadMode::Follower));
        assert_eq!(near.why, Some((Route::Faster, 200, 1_000)));
        candidates[1].latency_us = 1_500;
        let far = adaptive(&candidates, &by_latency).unwrap();
        assert_eq!((far.to, far.serve), (NodeId(0), ReadMode::Leader));
        candidates[0].avoided = true;
        assert_eq!(adaptive(&candidates, &by_latency).unwrap().to, NodeId(2));
    }

    #[test]
    fn a_random_follower_is_never_the_leader_while_there_is_another() {
        let mut candidates = three();
        let all = |candidates: &[Candidate]| {
            let mut drawn: Vec<u16> = (0..100)
                .map(|draw| at_random(candidates, draw).unwrap().0)
                .collect();
            drawn.sort_unstable();
            drawn.dedup();
            drawn
        };
        assert_eq!(all(&candidates), [1, 2]);
        candidates[2].avoided = true;
        assert_eq!(all(&candidates), [1]);
        candidates[1].avoided = true;
        assert_eq!(all(&candidates), [0]);
        candidates[0].avoided = true;
        assert_eq!(all(&candidates), [0, 1, 2]);
        assert_eq!(at_random(&[], 7), None);
    }

    #[test]
    fn within_the_window_every_replica_is_drawn_and_none_beyond_it() {
        let mut candidates = three();
        let all = |candidates: &[Candidate]| {
            let drawn = (0..9).map(|draw| within_window(candidates, draw).unwrap().0);
            drawn.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(all(&candidates), [0, 1, 2].into());
        candidates[2].delay_us = 100 + WINDOW_US / 2 + 1;
        assert_eq!(all(&candidates), [0, 1].into());
        candidates[1].avoided = true;
        candidates[0].avoided = true;
        assert_eq!(all(&candidates), [2].into(), "it alone did not fail");
        assert_eq!(within_window(&[], 7), None);
    }

    #[test]
    fn the_closest_learner_serves_and_without_one_the_closest_replica() {
        let mut candidates = three();
        let none = learner(&candidates, places).unwrap();
        assert_eq!(
            (none.to, none.why),
            (NodeId(1), Some((Route::NoLearner, 0, 3)))
        );
        candidates[2].learner = true;
        let there = learner(&candidates, places).unwrap();
        let why = Some((Route::LearnerThere, 1, 3));
        assert_eq!((there.to, there.why), (NodeId(2), why));
        candidates[2].avoided = true;
        assert_eq!(learner(&candidates, places).unwrap().to, NodeId(1));
    }
}
