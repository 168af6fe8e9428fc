//! Moments on facts made by hand: each kind trips, and nothing else does.

use model::config::{FaultKey, OpKind, ReadMode};
use model::fact::{Fact, Observer, Outcome, Refusal, Role, TxnStep};
use model::ids::RequestId;
use sim::{MILLIS, NodeId, Place, SECONDS, ZoneId};

use crate::Watch;
use crate::moments::*;
use crate::testing::{config, replica, request, sent, watch_at};

/// A run of facts, each an event of its own.
struct Run {
    watch: Watch,
    event: u64,
}

impl Run {
    fn new() -> Self {
        Run {
            watch: watch_at(&[0; 9]),
            event: 0,
        }
    }

    fn tell(&mut self, at_us: Micros, fact: Fact) -> &mut Self {
        self.event += 1;
        self.watch.fact(at_us, self.event, 0, &fact);
        self
    }

    fn role(&mut self, at_us: Micros, node: u16, role: Role, term: u64) -> &mut Self {
        let fact = Fact::Role {
            at: replica(node),
            role,
            term,
            leader_peer: 0,
            vote: 0,
            last_index: 0,
            last_term: 0,
        };
        self.tell(at_us, fact)
    }

    fn crash(&mut self, at_us: Micros, node: u16) -> &mut Self {
        let fault = FaultKey::Crash(NodeId(node));
        self.tell(at_us, Fact::FaultBegan { fault })
    }

    fn commit(&mut self, at_us: Micros, node: u16, index: u64) -> &mut Self {
        let (at, term) = (replica(node), 1);
        self.tell(at_us, Fact::Committed { at, index, term })
    }

    fn counts(&self, now_us: Micros) -> Counts {
        self.watch.moments(now_us)
    }

    /// Count, first instant and longest time of a kind.
    fn seen(&self, kind: Moment, now_us: Micros) -> (u64, Micros, Micros) {
        let tally = self.counts(now_us).totals[kind as usize];
        (tally.count, tally.first_us, tally.longest_us)
    }

    fn kinds(&self, now_us: Micros) -> Vec<Moment> {
        let told = self.counts(now_us).summaries();
        told.into_iter().map(|moment| moment.kind).collect()
    }
}

#[test]
fn nothing_happens_in_a_run_without_facts() {
    assert!(Run::new().kinds(99 * SECONDS).is_empty());
}

#[test]
fn an_election_is_told_with_its_store_and_zone() {
    let mut run = Run::new();
    run.role(5, 0, Role::PreCandidate, 1)
        .role(6, 0, Role::Candidate, 2);
    run.role(7, 0, Role::Leader, 2).role(8, 0, Role::Leader, 2);
    assert_eq!(run.kinds(9), [Moment::Elected, Moment::Candidate]);
    assert_eq!(run.seen(Moment::Candidate, 9), (1, 5, 0));
    assert_eq!(run.seen(Moment::Elected, 9), (1, 7, 0));
    let elected = &run.counts(9).summaries()[0];
    assert_eq!(elected.places.len(), 2, "its zone and itself");
}

#[test]
fn a_leader_steps_down_but_not_by_a_crash() {
    let mut run = Run::new();
    run.role(1, 0, Role::Leader, 1)
        .role(2, 0, Role::Follower, 2);
    assert_eq!(run.seen(Moment::SteppedDown, 9), (1, 2, 0));
    run.role(3, 1, Role::Leader, 3)
        .crash(4, 1)
        .role(5, 1, Role::Follower, 3);
    assert_eq!(run.seen(Moment::SteppedDown, 9), (1, 2, 0));
    assert_eq!(run.seen(Moment::Crashed, 9), (1, 4, 0));
}

#[test]
fn two_leaders_at_once_last_until_one_is_none_any_more() {
    let mut run = Run::new();
    run.role(1, 0, Role::Leader, 1).role(10, 1, Role::Leader, 2);
    assert_eq!(run.seen(Moment::TwoLeaders, 30), (1, 10, 20), "they stand");
    run.role(40, 0, Role::Follower, 2);
    assert_eq!(run.seen(Moment::TwoLeaders, 99), (1, 10, 30));
    run.role(50, 0, Role::Leader, 3).crash(52, 1);
    assert_eq!(
        run.seen(Moment::TwoLeaders, 99),
        (2, 10, 30),
        "a store that is off leads nothing"
    );
}

#[test]
fn a_replica_is_behind_while_what_it_knows_waits_for_its_apply() {
    let applied = |index| Fact::Applied {
        at: replica(1),
        index,
        term: 1,
        hash: index,
        chain: index,
        state: 0,
    };
    let mut run = Run::new();
    run.commit(0, 1, 1).tell(9 * MILLIS, applied(1));
    assert_eq!(run.seen(Moment::Behind, SECONDS).0, 0, "9 ms are not told");
    run.commit(20 * MILLIS, 1, 3);
    assert_eq!(run.seen(Moment::Behind, 29 * MILLIS).0, 0);
    assert_eq!(
        run.seen(Moment::Behind, 40 * MILLIS),
        (1, 20 * MILLIS, 20 * MILLIS)
    );
    run.commit(50 * MILLIS, 1, 9).tell(60 * MILLIS, applied(3));
    assert_eq!(
        run.seen(Moment::Behind, 65 * MILLIS),
        (1, 20 * MILLIS, 40 * MILLIS)
    );
    run.tell(90 * MILLIS, applied(9));
    assert_eq!(
        run.seen(Moment::Behind, SECONDS),
        (1, 20 * MILLIS, 70 * MILLIS)
    );
}

#[test]
fn writes_wait_for_a_commit_over_the_gaps_between_them() {
    let mut run = Run::new();
    let put = |number| Fact::Invoked(request(number, OpKind::Put, 1));
    let gave_up = |request| Fact::Completed {
        request,
        outcome: Outcome::Unknown,
        server: None,
        value: 0,
        invoked_us: 0,
    };
    run.tell(SECONDS, put(1));
    assert_eq!(run.seen(Moment::NoCommit, SECONDS + 999 * MILLIS).0, 0);
    assert_eq!(
        run.seen(Moment::NoCommit, 2 * SECONDS),
        (1, SECONDS, SECONDS)
    );
    run.tell(2 * SECONDS, gave_up(RequestId(1)))
        .tell(2_100 * MILLIS, put(2));
    run.tell(3_100 * MILLIS, gave_up(RequestId(2)));
    assert_eq!(
        run.seen(Moment::NoCommit, 9 * SECONDS),
        (1, SECONDS, 2_100 * MILLIS)
    );
    run.tell(3_200 * MILLIS, put(3)).commit(4 * SECONDS, 0, 1);
    assert_eq!(
        run.seen(Moment::NoCommit, 4 * SECONDS),
        (1, SECONDS, 3 * SECONDS)
    );
    assert_eq!(run.seen(Moment::TimedOut, 9 * SECONDS).0, 2);
}

#[test]
fn an_entry_is_committed_without_a_zone_that_has_it_not_on_disk() {
    let mut run = Run::new();
    run.role(1, 0, Role::Leader, 1)
        .role(1, 1, Role::Follower, 1)
        .role(1, 2, Role::Follower, 1);
    for index in 1..=4 {
        for node in 0..3 {
            let at = replica(node);
            let (term, prev_term, hash) = (1, u64::from(index > 1), index);
            run.tell(
                2,
                Fact::Appended {
                    at,
                    index,
                    term,
                    prev_term,
                    hash,
                },
            );
        }
    }
    for (node, index) in [(0, 4), (1, 4), (2, 4)] {
        let at = replica(node);
        run.tell(3, Fact::Persisted { at, index });
    }
    run.commit(4, 0, 2);
    assert_eq!(run.seen(Moment::CommittedWithout, 9).0, 0);
    let last = NodeId(2);
    let zone = config(3).nodes[usize::from(last.0)].zone;
    let alone = config(3).nodes[..3]
        .iter()
        .filter(|node| node.zone == zone)
        .count()
        == 1;
    assert!(alone, "the fixture has one store in its zone");
    let at = replica(2);
    run.tell(5, Fact::Persisted { at, index: 3 })
        .commit(6, 0, 4);
    assert_eq!(run.seen(Moment::CommittedWithout, 9), (1, 6, 0));
    let told = &run.counts(9).summaries();
    let left_out = told
        .iter()
        .find(|moment| moment.kind == Moment::CommittedWithout)
        .unwrap();
    assert_eq!(left_out.places.len(), 1);
    assert_eq!(left_out.places[0].0, zone.0);
}

#[test]
fn faults_are_told_with_their_places() {
    let mut run = Run::new();
    let (from, to) = (Place::Zone(ZoneId(0)), Place::Zone(ZoneId(1)));
    let fault = FaultKey::Cut {
        from,
        to,
        both: true,
    };
    run.tell(3, Fact::FaultBegan { fault })
        .tell(5, Fact::FaultEnded { fault });
    assert_eq!(run.kinds(9), [Moment::Cut, Moment::Healed]);
    assert_eq!(
        run.counts(9).summaries()[0].places.len(),
        2,
        "the zones at both ends"
    );
    let fault = FaultKey::Crash(NodeId(0));
    run.crash(6, 0).tell(8, Fact::FaultEnded { fault });
    assert_eq!(run.seen(Moment::Restarted, 9), (1, 8, 0));
}

#[test]
fn a_zone_is_down_while_all_its_stores_are() {
    let mut run = Run::new();
    let nodes = config(3).nodes;
    let stores: Vec<u16> = (0..3)
        .filter(|&node| nodes[usize::from(node)].zone == ZoneId(0))
        .collect();
    for (at, node) in stores.iter().enumerate() {
        assert_eq!(run.seen(Moment::ZoneDown, 99).0, 0);
        run.crash(10 + at as u64, *node);
    }
    let since = 9 + stores.len() as u64;
    assert_eq!(run.seen(Moment::ZoneDown, 99), (1, since, 99 - since));
    let fault = FaultKey::Crash(NodeId(stores[0]));
    run.tell(50, Fact::FaultEnded { fault });
    assert_eq!(run.seen(Moment::ZoneDown, 99), (1, since, 50 - since));
}

#[test]
fn a_request_that_ends_is_refused_or_without_an_answer() {
    let mut run = Run::new();
    let ends = |request| Fact::Completed {
        request,
        outcome: Outcome::Failed,
        server: None,
        value: 0,
        invoked_us: 1,
    };
    run.tell(1, Fact::Invoked(request(1, OpKind::Get, 1)));
    let (by, why) = (NodeId(3), Refusal::BelowSkew);
    // Both facts are of one event.
    run.event += 1;
    run.watch.fact(
        2,
        run.event,
        0,
        &Fact::Refused {
            request: RequestId(1),
            by,
            why,
        },
    );
    run.watch.fact(2, run.event, 0, &ends(RequestId(1)));
    assert_eq!(run.kinds(9), [Moment::Refused]);
    run.tell(3, Fact::Invoked(request(2, OpKind::Get, 1)));
    run.tell(
        4,
        Fact::Refused {
            request: RequestId(2),
            by,
            why: Refusal::NotLeader,
        },
    )
    .tell(9, ends(RequestId(2)));
    assert_eq!(run.kinds(9), [Moment::Refused, Moment::TimedOut]);
}

#[test]
fn a_read_that_waits_for_the_apply_is_told_and_so_is_one_on_a_lease() {
    let mut run = Run::new();
    let (at, to) = (replica(1), NodeId(1));
    let [first, second, third] = [1, 2, 3].map(RequestId);
    let attempted = |request| Fact::Attempted { request, to };
    let served = |request| Fact::Served { at, request };
    run.tell(1, Fact::Invoked(request(1, OpKind::Get, 1)));
    run.tell(2, attempted(first));
    run.tell(
        3,
        Fact::ReadIndexKnown {
            at,
            request: first,
            index: 9,
            applied: 7,
        },
    );
    assert_eq!(run.seen(Moment::WaitedForApply, 5), (1, 3, 2), "it waits");
    run.tell(8, served(first));
    assert_eq!(run.seen(Moment::WaitedForApply, 99), (1, 3, 5));
    assert_eq!(run.seen(Moment::LeaseRead, 99).0, 0);
    let mut by_lease = request(2, OpKind::Get, 1);
    by_lease.mode = ReadMode::Lease;
    run.tell(9, Fact::Invoked(by_lease));
    run.tell(9, attempted(second)).tell(9, served(second));
    assert_eq!(run.seen(Moment::LeaseRead, 99), (1, 9, 0));
    let mut by_round = by_lease;
    by_round.request = third;
    run.tell(10, Fact::Invoked(by_round));
    run.tell(10, attempted(third));
    run.tell(10, Fact::ReadIndexAsked { at, request: third });
    run.tell(11, served(third));
    assert_eq!(
        run.seen(Moment::LeaseRead, 99).0,
        1,
        "a round was asked for"
    );
}

#[test]
fn a_read_is_redirected_when_it_is_tried_at_another_store() {
    let mut run = Run::new();
    run.tell(1, Fact::Invoked(request(1, OpKind::Get, 1)));
    for (at_us, node) in [(2, 0), (3, 0), (4, 1)] {
        run.tell(
            at_us,
            Fact::Attempted {
                request: RequestId(1),
                to: NodeId(node),
            },
        );
    }
    assert_eq!(run.seen(Moment::Redirected, 9), (1, 4, 0));
}

#[test]
fn what_has_no_place_is_told_without_one() {
    let mut run = Run::new();
    run.tell(0, Fact::SettingsChanged)
        .tell(5, Fact::SettingsChanged);
    let (what, key, ts) = (TxnStep::LockMet, 1, 1);
    run.tell(
        6,
        Fact::Txn {
            request: RequestId(1),
            what,
            key,
            ts,
        },
    );
    let mut order = sent(1, 0, 1);
    order.what = model::fact::MessageType::TimeoutNow;
    run.tell(7, Fact::Sent(order));
    assert_eq!(
        run.kinds(9),
        [Moment::Set, Moment::MetLock, Moment::MovedLeader]
    );
    assert_eq!(
        run.seen(Moment::Set, 9),
        (1, 5, 0),
        "switches at the start are not set"
    );
    let split = |at_us, node| {
        let what = model::fact::Change::Split;
        (
            at_us,
            Fact::Changed {
                at: replica(node),
                what,
                a: 1,
                b: 5,
            },
        )
    };
    for (at_us, fact) in [split(8, 0), split(9, 1)] {
        run.tell(at_us, fact);
    }
    assert_eq!(
        run.seen(Moment::Split, 9),
        (1, 8, 0),
        "every replica applies it, it is one"
    );
}

#[test]
fn a_request_whose_connection_breaks_is_not_one_that_timed_out() {
    let mut run = Run::new();
    let put = |number| Fact::Invoked(request(number, OpKind::Put, 1));
    let ends = |request| Fact::Completed {
        request,
        outcome: Outcome::Unknown,
        server: None,
        value: 0,
        invoked_us: 1,
    };
    let refused = Fact::Refused {
        request: RequestId(1),
        by: NodeId(0),
        why: Refusal::Unavailable,
    };
    run.tell(1, put(1));
    // Both facts are of one event.
    run.event += 1;
    run.watch.fact(2, run.event, 0, &refused);
    run.watch.fact(2, run.event, 0, &ends(RequestId(1)));
    assert_eq!(run.kinds(9), [Moment::ConnectionLost]);
    let gateway = request(2, OpKind::Put, 1).gateway;
    run.tell(3, put(2))
        .crash(4, gateway.0)
        .tell(4, ends(RequestId(2)));
    assert_eq!(run.seen(Moment::ConnectionLost, 9).0, 2);
    assert_eq!(run.seen(Moment::TimedOut, 9).0, 0);
}
