//! What each failure costs: of a delegate, of its links, of its memory.

use super::{
    ROUND_TRIP_US, Seen, TICK_US, WAIT_TICKS, cut, first_after, last_delegate, on, one_two,
    one_two_two, run, run_to_rest, start,
};
use crate::common::{clients, run_for, zones};
use cluster::Cluster;
use model::config::{Action, FaultKey, OpKind};
use model::fact::{Deed, MessageType, Reason, Role};
use model::ids::RangeId;
use sim::{MILLIS, NodeId, Place, SECONDS};

#[test]
fn a_crashed_delegate_costs_a_refused_connection_and_not_a_tick() {
    let crash = (3 * SECONDS + 1, Action::Crash(NodeId(1)));
    let cluster = run(on(one_two(1_000)), vec![crash], 10 * SECONDS);
    let seen = cluster.observer();
    let delegates = cluster
        .replicas(RangeId(0))
        .into_iter()
        .filter_map(|r| r.delegate_for);
    assert_eq!(delegates.count(), 0, "one alone needs none");
    let (at, left) = first_after(seen, Deed::LeftDelegate, 3 * SECONDS);
    assert_eq!(
        (left.why, left.subject),
        (Reason::DelegateDown, Some(NodeId(1)))
    );
    assert!(at < 3 * SECONDS + TICK_US);
    let longest = seen.longest_after(3 * SECONDS);
    assert!(longest < 4 * ROUND_TRIP_US, "{longest} us");
}

#[test]
fn a_delegate_that_its_leader_cannot_reach_costs_at_most_the_named_ticks_and_a_round_trip() {
    let cluster = run(
        on(one_two(1_000)),
        vec![(3 * SECONDS, cut(0, 1))],
        10 * SECONDS,
    );
    let seen = cluster.observer();
    let (_, left) = first_after(seen, Deed::LeftDelegate, 3 * SECONDS);
    assert_eq!(left.why, Reason::DelegateSilent);
    assert_eq!((left.figure, left.limit), (WAIT_TICKS, WAIT_TICKS));
    let (_, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(direct.subject, Some(NodeId(2)));
    let longest = seen.longest_after(3 * SECONDS);
    let bound = WAIT_TICKS * TICK_US + ROUND_TRIP_US + 3 * MILLIS;
    assert!(longest <= bound, "{longest} us, bound {bound} us");
}

#[test]
fn a_delegate_that_cannot_reach_its_member_delays_that_member_alone() {
    let cut = (3 * SECONDS, cut(1, 2));
    let mut cluster = run(on(one_two(1_000)), vec![cut], 3 * SECONDS + 500 * MILLIS);
    let seen = cluster.observer();
    let (_, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(direct.why, Reason::TookTooLong);
    assert_eq!(direct.subject, Some(NodeId(2)));
    assert!(seen.longest_after(3 * SECONDS) < 2 * ROUND_TRIP_US);
    let replicas = cluster.replicas(RangeId(0));
    assert!(
        replicas[2].last + 3 > replicas[0].last,
        "it is close behind again"
    );
    cluster.run_until(6 * SECONDS, u64::MAX);
    assert_eq!(
        last_delegate(cluster.observer()),
        NodeId(2),
        "the way back is open"
    );
}

#[test]
fn the_other_member_takes_over_and_the_old_delegate_gets_its_appends_through_it() {
    let actions = vec![(3 * SECONDS, cut(0, 1)), (4 * SECONDS, Action::HealAll)];
    let cluster = run(on(one_two(1_000)), actions, 10 * SECONDS);
    let seen = cluster.observer();
    let (relay, forward) = (seen.last_relay, seen.last_forward);
    let (relay, forward) = (relay.expect("a relay"), forward.expect("a forward"));
    assert!(relay.end_us > 9 * SECONDS && forward.end_us > 9 * SECONDS);
    assert_eq!((relay.to, forward.to), (NodeId(2), NodeId(1)));
}

#[test]
fn a_lost_relay_is_noticed_by_the_next_and_direct_sending_ends_after_its_ticks() {
    let mut cluster = run(on(one_two(1_000)), vec![], 3 * SECONDS);
    let relay_in_flight = |cluster: &Cluster<Seen>| {
        let mut flights = cluster.flights().map(|(fact, _)| *fact);
        let relay = flights.find(|fact| fact.what == MessageType::RelayAppend)?;
        Some(relay.flight)
    };
    while relay_in_flight(&cluster).is_none() {
        assert!(cluster.step());
    }
    let flight = relay_in_flight(&cluster).expect("just seen");
    let now = cluster.now();
    cluster.act(now + 1, Action::Drop { flight });
    cluster.run_until(8 * SECONDS, u64::MAX);
    let seen = cluster.observer();
    let (_, refused) = first_after(seen, Deed::RefusedRelay, 3 * SECONDS);
    assert_eq!((refused.why, refused.by), (Reason::MissingTail, NodeId(1)));
    let (left_at, direct) = first_after(seen, Deed::SentDirect, 3 * SECONDS);
    assert_eq!(
        (direct.why, direct.subject),
        (Reason::MissingTail, Some(NodeId(2)))
    );
    assert_eq!(direct.limit, refused.limit);
    let (back_at, resumed) = first_after(seen, Deed::ResumedRelay, 3 * SECONDS);
    assert_eq!(
        (resumed.why, resumed.subject),
        (Reason::Recovered, Some(NodeId(2)))
    );
    let ticks = (back_at - left_at) / TICK_US;
    assert!((9..=11).contains(&ticks), "{ticks} ticks");
    assert!(seen.longest_after(3 * SECONDS) < 4 * ROUND_TRIP_US);
}

#[test]
fn one_delegate_after_another_fails_and_the_rest_goes_directly() {
    let mut config = zones(&[2, 3], 1);
    config.workloads = vec![clients(NodeId(5), OpKind::Put, 2, 5 * MILLIS)];
    let mut cluster = run(on(config), vec![], 3 * SECONDS);
    let mut failed = Vec::new();
    for second in [4, 5] {
        let delegate = last_delegate(cluster.observer());
        failed.push(delegate);
        let now = cluster.now();
        cluster.act(now + 1, Action::Crash(delegate));
        cluster.run_until(second * SECONDS, u64::MAX);
        let seen = cluster.observer();
        assert!(seen.longest_after((second - 1) * SECONDS) < 4 * ROUND_TRIP_US);
    }
    assert_ne!(failed[0], failed[1]);
    let relays = cluster.observer().count(MessageType::RelayAppend);
    cluster.run_until(6 * SECONDS, u64::MAX);
    let seen = cluster.observer();
    assert_eq!(
        seen.count(MessageType::RelayAppend),
        relays,
        "one alone needs no delegate"
    );
    assert!(
        seen.answered
            .iter()
            .any(|(at, _)| *at > 5 * SECONDS + 900 * MILLIS)
    );
}

#[test]
fn leadership_moves_to_the_delegate_and_relays_begin_from_there() {
    let transfer = Action::Transfer {
        to: NodeId(1),
        range: RangeId(0),
    };
    let cluster = run_to_rest(on(one_two_two(1_000)), vec![(3 * SECONDS, transfer)]);
    let seen = cluster.observer();
    assert_eq!(seen.leaders.last().map(|(_, node)| *node), Some(NodeId(1)));
    let last = seen.last_relay.expect("there are relays");
    assert_eq!(last.from, NodeId(1));
}

/// Steps until the replica of range 0 on this store leads in this term.
fn until_leads(cluster: &mut Cluster<Seen>, node: NodeId, term: u64) {
    let leads = |c: &Cluster<Seen>| {
        let replicas = c.replicas(RangeId(0));
        let of_node = replicas.iter().find(|r| r.node == node);
        of_node.is_some_and(|r| r.role == Role::Leader && r.term == term)
    };
    let end = cluster.now() + SECONDS;
    while !leads(cluster) {
        assert!(cluster.step() && cluster.now() < end, "{node:?} is elected");
    }
}

/// The number of the append in flight between two stores.
fn append_between(cluster: &Cluster<Seen>, from: NodeId, to: NodeId) -> u64 {
    let found = cluster
        .flights()
        .map(|(fact, _)| *fact)
        .find(|fact| fact.what == MessageType::Append && (fact.from, fact.to) == (from, to));
    found
        .expect("the leader sends its first entry to all")
        .flight
}

/// A delegate with a stale suffix: store 1 leads term 2 for a moment and keeps an entry (2, term 2)
/// that nobody else has; store 0 leads term 3 and relays (2, term 3) for store 2 through store 1.
/// Stores 0 and 3 are then lost, and store 1 leads again.
fn stale_suffix_in_the_delegate(without_pin: bool) -> Cluster<Seen> {
    let mut config = zones(&[1, 2, 2], 1);
    config.settings.pre_vote = false;
    config.settings.check_quorum = false;
    config.sabotage.relay_without_pin = without_pin;
    let mut cluster = start(config, vec![]);
    let act = |cluster: &mut Cluster<Seen>, action| {
        let at = cluster.now() + 1;
        cluster.act(at, action);
        cluster.run_until(at, u64::MAX);
    };
    let campaign = |node: u16| Action::Campaign {
        store: NodeId(node),
        range: RangeId(0),
    };
    let isolate = |node: u16| Action::Isolate(Place::Node(NodeId(node)));
    let heal = |node: u16| Action::Heal(FaultKey::Isolate(Place::Node(NodeId(node))));
    cluster.run_until(500 * MILLIS, u64::MAX);
    act(&mut cluster, campaign(1));
    until_leads(&mut cluster, NodeId(1), 2);
    act(&mut cluster, isolate(1));
    run_for(&mut cluster, 20 * MILLIS);
    // A leader does not campaign: it starts anew, with its entry on disk, and tries in vain.
    act(&mut cluster, Action::Crash(NodeId(1)));
    act(&mut cluster, Action::Restart(NodeId(1)));
    for _ in 0..5 {
        act(&mut cluster, campaign(1));
    }
    // Its questions leave after its fsync, into the cut.
    run_for(&mut cluster, 5 * MILLIS);
    act(&mut cluster, campaign(0));
    run_for(&mut cluster, 5 * MILLIS);
    act(&mut cluster, heal(1));
    until_leads(&mut cluster, NodeId(0), 3);
    let to_delegate = append_between(&cluster, NodeId(0), NodeId(1));
    let to_member = append_between(&cluster, NodeId(0), NodeId(2));
    cluster.relay_in_flight(to_delegate, to_member);
    act(&mut cluster, isolate(4));
    run_for(&mut cluster, 50 * MILLIS);
    act(&mut cluster, isolate(0));
    act(&mut cluster, isolate(3));
    act(&mut cluster, heal(4));
    act(&mut cluster, campaign(1));
    run_for(&mut cluster, 100 * MILLIS);
    cluster
}

#[test]
fn without_the_pin_a_stale_suffix_in_the_delegate_undoes_a_committed_entry() {
    let cluster = stale_suffix_in_the_delegate(true);
    assert!(cluster.observer().conflicts > 0);
}

#[test]
fn with_the_pin_a_stale_suffix_in_the_delegate_is_refused_and_nothing_is_undone() {
    let cluster = stale_suffix_in_the_delegate(false);
    assert_eq!(cluster.observer().conflicts, 0);
    let refused: Vec<_> = cluster.observer().decided(Deed::RefusedRelay).collect();
    assert_eq!(refused[0].1.why, Reason::StaleTerm);
    assert_ne!(
        cluster.replicas(RangeId(0))[1].role,
        Role::Leader,
        "store 2 refuses to vote for it"
    );
}
