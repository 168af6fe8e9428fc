//! What a store knows came to it in a message: where the message is late or cut off, the knowledge
//! is late, and nothing becomes unsafe or stuck.

use std::collections::BTreeMap;

use crate::common::{act, request, run_for, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, FaultKey, OpKind};
use model::fact::{Change, Fact, MessageType, Observer, Outcome, Role};
use model::ids::{RangeId, RequestId};
use model::operation::{NotNow, Operation};
use model::view::ReplicaView;
use sim::{Degrade, MILLIS, Micros, NodeId, Place, Ratio, SECONDS};

/// Messages by type and way, changes, and how requests ended.
#[derive(Default)]
struct Watch {
    sent: BTreeMap<(MessageType, u16, u16), u64>,
    changes: Vec<(Change, u32, u16)>,
    outcomes: Vec<Outcome>,
}

impl Observer for Watch {
    fn fact(&mut self, _: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => {
                let way = (sent.what, sent.from.0, sent.to.0);
                *self.sent.entry(way).or_default() += 1;
            }
            Fact::Changed { at, what, .. } => self.changes.push((what, at.range.0, at.node.0)),
            Fact::Completed { outcome, .. } => self.outcomes.push(outcome),
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

impl Watch {
    fn was_sent(&self, what: MessageType, from: u16, to: u16) -> bool {
        self.sent.contains_key(&(what, from, to))
    }

    fn count(&self, what: Change, range: RangeId) -> usize {
        let changes = self.changes.iter();
        changes
            .filter(|(c, r, _)| (*c, *r) == (what, range.0))
            .count()
    }
}

fn start(config: ClusterConfig) -> Cluster<Watch> {
    let mut cluster = Cluster::new(config, Vec::new(), Watch::default());
    cluster.run_until(SECONDS, u64::MAX);
    cluster
}

/// One range on the first `replicas` of five stores in three zones; store 0 leads.
fn of_five(replicas: u16) -> Cluster<Watch> {
    let mut config = zones(&[1, 2, 2], 1);
    config.data.placement = vec![(0..replicas).map(NodeId).collect()];
    start(config)
}

/// Does it and waits until it is done.
fn operate(cluster: &mut Cluster<Watch>, range: RangeId, step: Operation) {
    assert_eq!(cluster.operate(range, step), Ok(()));
    run_for(cluster, 3 * SECONDS);
    assert_eq!(cluster.operation(range), None, "{step:?} is done");
}

fn isolate(cluster: &mut Cluster<Watch>, node: u16) {
    act(cluster, Action::Isolate(Place::Node(NodeId(node))));
}

fn reconnect(cluster: &mut Cluster<Watch>, node: u16) {
    let key = FaultKey::Isolate(Place::Node(NodeId(node)));
    act(cluster, Action::Heal(key));
}

fn cut(cluster: &mut Cluster<Watch>, from: u16, to: u16, both: bool) {
    let (from, to) = (Place::Node(NodeId(from)), Place::Node(NodeId(to)));
    act(cluster, Action::Cut { from, to, both });
}

fn leader(cluster: &Cluster<Watch>, range: RangeId) -> Option<ReplicaView> {
    let replicas = cluster.replicas(range).into_iter();
    let leaders = replicas.filter(|r| r.running && r.role == Role::Leader);
    leaders.max_by_key(|r| r.term)
}

fn stores(cluster: &Cluster<Watch>, range: RangeId) -> Vec<u16> {
    let mut nodes: Vec<u16> = cluster.members(range).iter().map(|m| m.1.0).collect();
    nodes.sort_unstable();
    nodes
}

/// A write to this key succeeds now.
fn takes_writes(cluster: &mut Cluster<Watch>, key: u64) {
    // The gateway finds the leader by reading.
    act(cluster, request(NodeId(5), OpKind::Get, key));
    run_for(cluster, 2 * SECONDS);
    let before = cluster.observer().outcomes.len();
    act(cluster, request(NodeId(5), OpKind::Put, key));
    run_for(cluster, 2 * SECONDS);
    assert_eq!(cluster.observer().outcomes[before..], [Outcome::Ok]);
}

#[test]
fn a_leader_that_shall_go_asks_a_voter_that_it_hears() {
    let mut cluster = of_five(3);
    isolate(&mut cluster, 1);
    run_for(&mut cluster, 2 * SECONDS);
    let (add, remove) = (NodeId(3), NodeId(0));
    let replace = Operation::Replace { add, remove };
    assert_eq!(cluster.operate(RangeId(0), replace), Ok(()));
    run_for(&mut cluster, 6 * SECONDS);
    let seen = cluster.observer();
    assert!(
        !seen.was_sent(MessageType::TimeoutNow, 0, 1),
        "it is silent"
    );
    assert!(seen.was_sent(MessageType::TimeoutNow, 0, 2));
    assert_eq!(stores(&cluster, RangeId(0)), [1, 2, 3]);
}

/// The hand tells the new leader what it told the old one: nothing else does.
#[test]
fn what_was_asked_by_hand_outlives_its_leader() {
    let mut cluster = of_five(3);
    isolate(&mut cluster, 3);
    let step = Operation::Add { store: NodeId(3) };
    assert_eq!(cluster.operate(RangeId(0), step), Ok(()));
    run_for(&mut cluster, SECONDS);
    act(&mut cluster, Action::Crash(NodeId(0)));
    run_for(&mut cluster, 4 * SECONDS);
    reconnect(&mut cluster, 3);
    run_for(&mut cluster, 4 * SECONDS);
    let voter = leader(&cluster, RangeId(0)).expect("the others go on");
    assert_eq!((voter.voters, cluster.operation(RangeId(0))), (4, None));
}

/// Only the stores where its peers were can be reached: notes of those peers answer.
#[test]
fn a_replica_hears_of_its_removal_where_its_peers_were() {
    let mut cluster = of_five(3);
    isolate(&mut cluster, 2);
    operate(
        &mut cluster,
        RangeId(0),
        Operation::Remove { store: NodeId(2) },
    );
    for (add, remove) in [(3, 1), (4, 0)] {
        let (add, remove) = (NodeId(add), NodeId(remove));
        operate(&mut cluster, RangeId(0), Operation::Replace { add, remove });
    }
    cut(&mut cluster, 2, 3, true);
    cut(&mut cluster, 2, 4, true);
    reconnect(&mut cluster, 2);
    assert_eq!(stores(&cluster, RangeId(0)), [2, 3, 4], "it is still there");
    run_for(&mut cluster, 8 * SECONDS);
    assert_eq!(stores(&cluster, RangeId(0)), [3, 4]);
}

/// It reaches only the store of a peer that went without knowing of it: there the question is
/// passed on to whoever told that peer.
#[test]
fn a_question_is_passed_on_where_the_answer_is_not_known() {
    let mut cluster = of_five(3);
    let learners = [NodeId(4), NodeId(3)];
    for store in learners {
        operate(&mut cluster, RangeId(0), Operation::AddLearner { store });
    }
    isolate(&mut cluster, 3);
    isolate(&mut cluster, 4);
    for store in learners {
        operate(&mut cluster, RangeId(0), Operation::Remove { store });
    }
    for to in 0..3 {
        cut(&mut cluster, 3, to, false);
    }
    reconnect(&mut cluster, 4);
    run_for(&mut cluster, 8 * SECONDS);
    assert_eq!(stores(&cluster, RangeId(0)), [0, 1, 2, 3]);
    reconnect(&mut cluster, 3);
    run_for(&mut cluster, 8 * SECONDS);
    assert_eq!(stores(&cluster, RangeId(0)), [0, 1, 2]);
    let passes_on = |to: u16| cluster.observer().was_sent(MessageType::StaleCheck, 4, to);
    assert!((0..3).any(passes_on));
}

#[test]
fn a_late_message_makes_a_peer_that_was_removed_and_it_goes_again() {
    let mut cluster = of_five(3);
    let (from, to) = (Place::Node(NodeId(0)), Place::Node(NodeId(3)));
    let how = Degrade {
        delay_us: 6 * SECONDS,
        jitter_us: 0,
        vanish: Ratio::ZERO,
        loss: Ratio::ZERO,
        bandwidth_bps: 0,
    };
    let both = false;
    act(
        &mut cluster,
        Action::Degrade {
            from,
            to,
            both,
            how,
        },
    );
    let store = NodeId(3);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::AddLearner { store }),
        Ok(())
    );
    run_for(&mut cluster, SECONDS);
    operate(&mut cluster, RangeId(0), Operation::Remove { store });
    assert_eq!(stores(&cluster, RangeId(0)), [0, 1, 2]);
    run_for(&mut cluster, 3 * SECONDS);
    assert_eq!(
        stores(&cluster, RangeId(0)),
        [0, 1, 2, 3],
        "the message is there"
    );
    run_for(&mut cluster, 20 * SECONDS);
    assert_eq!(stores(&cluster, RangeId(0)), [0, 1, 2]);
    assert_eq!(
        cluster.observer().count(Change::ReplicaCreated, RangeId(0)),
        1
    );
}

/// Two ranges on five stores, both led by store 0: keys 0 to 400 and 400 to 1,000.
fn two_ranges() -> Cluster<Watch> {
    let mut cluster = of_five(5);
    operate(&mut cluster, RangeId(0), Operation::Split { at_key: 400 });
    cluster
}

#[test]
fn a_leader_that_cannot_learn_where_the_other_range_is_led_freezes_nothing() {
    let mut cluster = two_ranges();
    operate(
        &mut cluster,
        RangeId(0),
        Operation::MoveLeader { to: NodeId(1) },
    );
    cut(&mut cluster, 0, 1, true);
    cluster.observer_mut().sent.clear();
    // Its own replica of the other range hears from no leader any more.
    run_for(&mut cluster, 3 * SECONDS);
    assert_eq!(
        leader(&cluster, RangeId(1)).map(|r| r.node),
        Some(NodeId(0))
    );
    assert_eq!(
        cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
        Ok(())
    );
    run_for(&mut cluster, 3 * SECONDS);
    assert!(!cluster.observer().was_sent(MessageType::TimeoutNow, 0, 1));
    run_for(&mut cluster, 6 * SECONDS);
    assert_eq!(cluster.operation(RangeId(1)), None);
    assert_eq!(
        cluster.observer().count(Change::MergePrepared, RangeId(1)),
        0
    );
    takes_writes(&mut cluster, 700);
    act(&mut cluster, Action::HealAll);
    run_for(&mut cluster, 2 * SECONDS);
    assert_eq!(
        cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
        Ok(())
    );
    run_for(&mut cluster, 4 * SECONDS);
    assert_eq!(cluster.ranges().len(), 1);
}

/// The leader that froze a range fails. Another one cannot know whether it was asked to be taken
/// over: the log of the range that stays decides.
#[test]
fn a_range_whose_freezer_failed_is_set_free_by_the_log_of_the_other() {
    let mut cluster = two_ranges();
    isolate(&mut cluster, 4);
    assert_eq!(
        cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
        Ok(())
    );
    run_for(&mut cluster, SECONDS);
    let frozen = leader(&cluster, RangeId(1)).and_then(|replica| replica.merging);
    assert_eq!(frozen, Some(RangeId(0)), "one replica lacks the command");
    let before = leader(&cluster, RangeId(0)).expect("it leads").epoch.keys;
    act(&mut cluster, Action::Crash(NodeId(0)));
    run_for(&mut cluster, 25 * SECONDS);
    let free = leader(&cluster, RangeId(1)).expect("the others go on");
    assert_eq!((free.merging, cluster.operation(RangeId(1))), (None, None));
    let after = leader(&cluster, RangeId(0))
        .expect("the others go on")
        .epoch
        .keys;
    assert!(after > before, "its shape was changed for that");
    takes_writes(&mut cluster, 700);
    act(&mut cluster, Action::HealAll);
    act(&mut cluster, Action::Restart(NodeId(0)));
    run_for(&mut cluster, 4 * SECONDS);
    assert_eq!(
        cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
        Ok(())
    );
    run_for(&mut cluster, 4 * SECONDS);
    assert_eq!(cluster.ranges().len(), 1);
    takes_writes(&mut cluster, 700);
}

/// Every replica has the command that freezes, and some do not know yet that it is committed: the
/// log of the range that stays says so.
#[test]
fn a_replica_takes_over_entries_of_which_it_never_heard_that_they_are_committed() {
    for moment in 0..30 {
        let mut cluster = two_ranges();
        assert_eq!(
            cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
            Ok(())
        );
        run_for(&mut cluster, moment * MILLIS);
        act(&mut cluster, Action::Crash(NodeId(0)));
        run_for(&mut cluster, 3 * SECONDS);
        act(&mut cluster, Action::Restart(NodeId(0)));
        run_for(&mut cluster, 12 * SECONDS);
        assert_eq!(cluster.operation(RangeId(1)), None, "moment {moment}");
        let merging = leader(&cluster, RangeId(1)).and_then(|replica| replica.merging);
        assert_eq!(merging, None, "moment {moment}");
        takes_writes(&mut cluster, 700);
        takes_writes(&mut cluster, 100);
        if cluster.ranges().len() == 2 {
            assert_eq!(
                cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
                Ok(())
            );
            run_for(&mut cluster, 6 * SECONDS);
        }
        assert_eq!(cluster.ranges().len(), 1, "moment {moment}");
        let rows = cluster.replicas(RangeId(0));
        assert!(rows.iter().all(|replica| replica.keys == (0, 1_000)));
        assert_eq!(
            cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
            Err(NotNow::NoRange)
        );
    }
}
