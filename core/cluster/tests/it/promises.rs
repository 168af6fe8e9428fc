//! Promises that outlive a replica's memory of its leader: whatever makes raft-rs forget whom it
//! follows, nobody is elected within an election timeout of the leader's last word.

use crate::common::reads::{G0, G1, G2, S0, S1, S2, Seen, cut, gets, puts, run, with_mode};
use crate::common::{request, zones};
use model::config::{Action, ClusterConfig, NodeKind, OpKind, ReadMode};
use model::fact::{LeaseChange, Role};
use model::ids::RangeId;
use model::operation::Operation;
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

fn campaign(store: NodeId, range: RangeId) -> Action {
    Action::Campaign { store, range }
}

/// Stale reads and votes withheld.
fn figures(seen: &Seen) -> (usize, usize) {
    (seen.stale(), seen.withheld)
}

/// The leader's zone is cut off at second 5 while its lease is valid, and these stores stand for
/// election at once; `cut_before` has not heard from the leader since second 3.
fn forced(
    config: ClusterConfig,
    cut_before: &[u16],
    forced: &[(Micros, NodeId)],
) -> (usize, usize) {
    let mut actions = vec![(5 * SECONDS, Action::Isolate(Place::Zone(ZoneId(0))))];
    for &zone in cut_before {
        actions.push((3 * SECONDS, cut(0, zone, true)));
    }
    actions.extend(
        forced
            .iter()
            .map(|&(at, store)| (at, campaign(store, RangeId(0)))),
    );
    // Gateways come after the stores.
    let stores = config.nodes.iter();
    let stores = stores.filter(|node| matches!(node.kind, NodeKind::Store(_)));
    let first = stores.count() as u16;
    actions.extend(puts(NodeId(first + 2), SECONDS, 9 * SECONDS));
    actions.extend(gets(NodeId(first), 4 * SECONDS, 9 * SECONDS));
    figures(run(config, actions, 10 * SECONDS).observer())
}

#[test]
fn a_replica_that_is_told_to_stand_for_election_keeps_its_own_vote_while_its_promise_holds() {
    let told = [(5_020 * MILLIS, S1)];
    let (stale, withheld) = forced(with_mode(ReadMode::Lease), &[2], &told);
    assert_eq!((stale, withheld), (0, 1));
}

#[test]
fn two_that_are_told_to_stand_for_election_do_not_release_each_other() {
    let told = [(5_001 * MILLIS, S2), (5_030 * MILLIS, S1)];
    let (stale, withheld) = forced(with_mode(ReadMode::Lease), &[], &told);
    assert_eq!((stale, withheld), (0, 2));
}

#[test]
fn one_of_five_that_is_told_to_stand_for_election_keeps_its_own_vote_too() {
    let mut config = zones(&[1, 2, 2], 1);
    config.settings.read_mode = ReadMode::Lease;
    config.settings.request_timeout_us = 150 * MILLIS;
    let told = [(5_020 * MILLIS, S1)];
    assert_eq!(forced(config, &[2], &told), (0, 1));
}

#[test]
fn once_the_promise_has_run_out_a_replica_stands_for_election_when_told() {
    let told = [(6_050 * MILLIS, S1)];
    let (stale, withheld) = forced(with_mode(ReadMode::Lease), &[2], &told);
    assert_eq!((stale, withheld), (0, 0));
}

#[test]
fn without_the_rule_a_forced_campaign_makes_stale_reads() {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.reads.withhold_votes = false;
    let told = [(5_020 * MILLIS, S1)];
    let (stale, withheld) = forced(config, &[2], &told);
    assert!(stale > 0);
    assert_eq!(withheld, 0);
}

/// The leader is slow to apply a split; the others have applied it, and one of them is told to lead
/// the new range, which nobody has led yet, while the old leader's lease covers its keys.
fn told_to_lead_what_was_split_off(withhold: bool) -> (usize, usize) {
    let mut config = with_mode(ReadMode::Lease);
    config.settings.reads.withhold_votes = withhold;
    let NodeKind::Store(store) = &mut config.nodes[usize::from(S0.0)].kind else {
        panic!("it is a store")
    };
    store.apply_delay_us = 700 * MILLIS;
    let split = Action::Operate {
        range: RangeId(0),
        step: Operation::Split { at_key: 2 },
    };
    let mut actions = vec![
        (5 * SECONDS, split),
        (5_160 * MILLIS, campaign(S1, RangeId(1))),
        (5_200 * MILLIS, campaign(S1, RangeId(1))),
    ];
    // The writer's gateway hears of the new range from a follower.
    let asks = |at_ms: u64| {
        let mut get = request(G1, OpKind::Get, 5);
        if let Action::Request { mode, .. } = &mut get {
            *mode = Some(ReadMode::Follower);
        }
        (at_ms * MILLIS, get)
    };
    actions.extend((5_100..5_900).step_by(20).map(asks));
    actions.extend(puts(G1, SECONDS, 9 * SECONDS));
    actions.extend(gets(G0, 4 * SECONDS, 9 * SECONDS));
    figures(run(config, actions, 10 * SECONDS).observer())
}

#[test]
fn who_has_applied_a_split_promises_to_the_new_range_what_it_promised_to_the_old_one() {
    let (stale, withheld) = told_to_lead_what_was_split_off(true);
    assert_eq!(stale, 0);
    assert!(withheld > 0);
    assert!(told_to_lead_what_was_split_off(false).0 > 0);
}

/// Store 2 does not hear the leader, has gone on to higher terms, and asks the others whether it is
/// a member still: its question takes store 1 to its term, where store 1 knows no leader. In each
/// of thirty phases the leader is cut off and store 2 stands for election.
fn asked_from_a_higher_term(withhold: bool) -> (usize, usize) {
    let mut sum = (0, 0);
    for phase in 0..30 {
        let mut config = with_mode(ReadMode::Lease);
        config.settings.pre_vote = false;
        config.settings.reads.withhold_votes = withhold;
        let split = Action::Operate {
            range: RangeId(0),
            step: Operation::Split { at_key: 900 },
        };
        let cut_us = 5 * SECONDS + phase * 40 * MILLIS;
        let mut actions = vec![
            (SECONDS, split),
            (3 * SECONDS, cut(0, 2, true)),
            (cut_us, Action::Isolate(Place::Zone(ZoneId(0)))),
        ];
        let tries = (20..800).step_by(60);
        actions.extend(tries.map(|after| (cut_us + after * MILLIS, campaign(S2, RangeId(0)))));
        actions.extend(puts(G2, SECONDS, 13 * SECONDS));
        actions.extend(gets(G0, 4 * SECONDS, 13 * SECONDS));
        let (stale, withheld) = figures(run(config, actions, 13 * SECONDS).observer());
        sum = (sum.0 + stale, sum.1 + withheld);
    }
    sum
}

#[test]
fn a_message_of_a_higher_term_takes_a_replica_on_and_not_its_promise() {
    let (stale, withheld) = asked_from_a_higher_term(true);
    assert_eq!(stale, 0);
    assert!(withheld > 0);
    assert!(asked_from_a_higher_term(false).0 > 0);
}

#[test]
fn a_transfer_needs_nobodys_patience() {
    let mut actions = vec![(
        5 * SECONDS,
        Action::Transfer {
            to: S1,
            range: RangeId(0),
        },
    )];
    actions.extend(gets(G1, 4 * SECONDS, 7 * SECONDS));
    let cluster = run(with_mode(ReadMode::Lease), actions, 7 * SECONDS);
    let seen = cluster.observer();
    assert_eq!(figures(seen), (0, 0));
    let begins = |&&(at_us, node, what): &&(Micros, NodeId, LeaseChange)| {
        node == S1 && what == LeaseChange::Began && at_us < 5_200 * MILLIS
    };
    assert_eq!(seen.leases.iter().filter(begins).count(), 1);
}

/// A replica that waits for its first snapshot knows no group, and a learner has no vote.
#[test]
fn a_replica_without_a_vote_does_not_stand_for_election() {
    let step = |step| Action::Operate {
        range: RangeId(0),
        step,
    };
    let mut actions = vec![
        (SECONDS, step(Operation::Remove { store: S2 })),
        (3 * SECONDS, step(Operation::AddLearner { store: S2 })),
    ];
    let told = (3 * SECONDS..4 * SECONDS).step_by(MILLIS as usize);
    actions.extend(told.map(|at| (at, campaign(S2, RangeId(0)))));
    let cluster = run(with_mode(ReadMode::Lease), actions, 5 * SECONDS);
    let replicas = cluster.replicas(RangeId(0));
    let learner = replicas.iter().find(|r| r.node == S2).expect("it is there");
    assert_eq!((learner.role, learner.vote), (Role::Learner, 0));
    assert_eq!(cluster.observer().withheld, 0);
}
