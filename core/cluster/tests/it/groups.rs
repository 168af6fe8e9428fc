//! Groups and ranges that change their shape while clients write.
use crate::common::{Seen, clients, leader, request, run, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, OpKind, ReadMode};
use model::fact::{Outcome, Role};
use model::ids::RangeId;
use model::operation::{NotNow, Operation};
use model::view::ReplicaView;
use sim::{MILLIS, Micros, NodeId, SECONDS};

/// Four stores in three zones (1, 1, 2); one range on the first three, so store 3 is empty.
/// Gateways are nodes 4 to 6. One client in each of two zones writes.
fn one_spare() -> ClusterConfig {
    let mut config = zones(&[1, 1, 2], 1);
    config.data.placement = vec![vec![NodeId(0), NodeId(1), NodeId(2)]];
    config.workloads = vec![
        clients(NodeId(4), OpKind::Put, 2, 5 * MILLIS),
        clients(NodeId(5), OpKind::Put, 1, 5 * MILLIS),
    ];
    config
}

fn until(cluster: &mut Cluster<Seen>, at: Micros) {
    cluster.run_until(at, u64::MAX);
}

fn on(cluster: &Cluster<Seen>, range: RangeId, node: u16) -> Option<ReplicaView> {
    let replicas = cluster.replicas(range).into_iter();
    replicas
        .into_iter()
        .find(|replica| replica.node == NodeId(node))
}

/// Everybody has applied the same, and nobody else exists.
fn is_at_rest(cluster: &Cluster<Seen>, range: RangeId) -> bool {
    let replicas = cluster.replicas(range);
    let same = replicas
        .windows(2)
        .all(|pair| pair[0].applied == pair[1].applied);
    same && replicas
        .iter()
        .all(|replica| replica.initialized && !replica.joint)
}

fn stop_load(cluster: &mut Cluster<Seen>, at: Micros) {
    for workload in 0..cluster.config().workloads.len() as u16 {
        let stop = Action::SetWorkload {
            workload,
            running: false,
        };
        cluster.act(at, stop);
    }
}

fn no_write_is_lost(cluster: &Cluster<Seen>) {
    let bad = |outcome: Outcome| {
        let ended = cluster.observer().completed.iter();
        ended.filter(|(_, _, found, ..)| *found == outcome).count()
    };
    assert_eq!((bad(Outcome::Failed), bad(Outcome::Unknown)), (0, 0));
}

#[test]
fn a_new_member_gets_the_rows_as_a_snapshot_and_then_a_vote() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    let store = NodeId(3);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::AddLearner { store }),
        Ok(())
    );
    until(&mut cluster, 3 * SECONDS);
    let learner = on(&cluster, RangeId(0), 3).expect("it was created");
    assert_eq!((learner.role, learner.peer), (Role::Learner, 4));
    assert_eq!((learner.voters, learner.learners), (3, 1));
    assert_eq!(cluster.observer().snapshots, 1, "its rows came once");
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Promote { store }),
        Ok(())
    );
    until(&mut cluster, 4 * SECONDS);
    let voter = on(&cluster, RangeId(0), 3).expect("it stays");
    assert_eq!(
        (voter.role, voter.voters, voter.learners),
        (Role::Follower, 4, 0)
    );
    no_write_is_lost(&cluster);
}

#[test]
fn a_log_that_was_never_compacted_is_not_replayed_by_a_new_member() {
    let mut config = one_spare();
    config.workloads.clear();
    let mut cluster = run(config, Vec::new(), SECONDS);
    let store = NodeId(3);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Add { store }),
        Ok(())
    );
    until(&mut cluster, 3 * SECONDS);
    assert_eq!(cluster.observer().snapshots, 1);
    assert!(on(&cluster, RangeId(0), 3).is_some_and(|replica| replica.keys == (0, 1_000)));
}

#[test]
fn a_removed_member_is_gone_and_late_messages_do_not_bring_it_back() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    let store = NodeId(2);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Remove { store }),
        Ok(())
    );
    until(&mut cluster, 4 * SECONDS);
    assert!(on(&cluster, RangeId(0), 2).is_none());
    assert_eq!(
        leader(&cluster, RangeId(0)).map(|replica| replica.voters),
        Some(2)
    );
    // It comes back under another id.
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Add { store }),
        Ok(())
    );
    until(&mut cluster, 7 * SECONDS);
    assert_eq!(
        on(&cluster, RangeId(0), 2).map(|replica| replica.peer),
        Some(4)
    );
    no_write_is_lost(&cluster);
}

#[test]
fn a_member_that_was_away_when_it_was_removed_hears_of_it_when_it_returns() {
    for check_quorum in [true, false] {
        let mut config = one_spare();
        config.settings.check_quorum = check_quorum;
        config.settings.pre_vote = check_quorum;
        let mut cluster = run(
            config,
            vec![(SECONDS, Action::Crash(NodeId(2)))],
            2 * SECONDS,
        );
        assert_eq!(
            cluster.operate(RangeId(0), Operation::Remove { store: NodeId(2) }),
            Ok(())
        );
        until(&mut cluster, 3 * SECONDS);
        assert!(
            on(&cluster, RangeId(0), 2).is_some(),
            "its disk is still there"
        );
        cluster.act(3 * SECONDS + 1, Action::Restart(NodeId(2)));
        until(&mut cluster, 10 * SECONDS);
        assert!(
            on(&cluster, RangeId(0), 2).is_none(),
            "check quorum {check_quorum}"
        );
    }
}

#[test]
fn a_replica_moves_in_one_joint_step_and_clients_notice_nothing() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    let (add, remove) = (NodeId(3), NodeId(2));
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Replace { add, remove }),
        Ok(())
    );
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Split { at_key: 5 }),
        Err(NotNow::Busy)
    );
    until(&mut cluster, 5 * SECONDS);
    assert!(on(&cluster, RangeId(0), 2).is_none() && on(&cluster, RangeId(0), 3).is_some());
    assert_eq!(cluster.operation(RangeId(0)), None);
    stop_load(&mut cluster, 5 * SECONDS + 1);
    until(&mut cluster, 7 * SECONDS);
    assert!(is_at_rest(&cluster, RangeId(0)));
    assert_eq!(
        leader(&cluster, RangeId(0)).map(|replica| replica.voters),
        Some(3)
    );
    no_write_is_lost(&cluster);
}

#[test]
fn a_leader_that_shall_go_hands_its_lead_over_first() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    assert_eq!(
        leader(&cluster, RangeId(0)).map(|replica| replica.node),
        Some(NodeId(0))
    );
    let (add, remove) = (NodeId(3), NodeId(0));
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Replace { add, remove }),
        Ok(())
    );
    until(&mut cluster, 6 * SECONDS);
    assert!(on(&cluster, RangeId(0), 0).is_none());
    let leader = leader(&cluster, RangeId(0)).expect("somebody leads");
    assert!(leader.voters == 3 && leader.node != remove);
}

#[test]
fn a_joint_configuration_is_left_whenever_its_leader_fails() {
    for moment in 0..40 {
        let mut config = one_spare();
        config.seed = moment;
        config.settings.apply_delay_us = 40 * MILLIS * (moment % 3);
        let mut cluster = run(config, Vec::new(), SECONDS);
        let (add, remove) = (NodeId(3), NodeId(2));
        assert_eq!(
            cluster.operate(RangeId(0), Operation::Replace { add, remove }),
            Ok(())
        );
        let at = SECONDS + 100 * MILLIS + moment * 23 * MILLIS;
        until(&mut cluster, at);
        let leads = leader(&cluster, RangeId(0)).map_or(NodeId(0), |replica| replica.node);
        cluster.act(at + 1, Action::Crash(leads));
        cluster.act(at + 4 * SECONDS, Action::Restart(leads));
        until(&mut cluster, at + 14 * SECONDS);
        let leader = leader(&cluster, RangeId(0)).expect("somebody leads");
        assert!(!leader.joint, "moment {moment}");
        assert!(
            on(&cluster, RangeId(0), 3).is_some() && on(&cluster, RangeId(0), 2).is_none(),
            "moment {moment}"
        );
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let mut cluster = run(
        one_spare(),
        vec![(SECONDS, Action::Crash(NodeId(3)))],
        2 * SECONDS,
    );
    let store = NodeId(3);
    let refused = [
        (9, Operation::Split { at_key: 5 }, NotNow::NoRange),
        (0, Operation::AddLearner { store }, NotNow::StoreDown),
        (0, Operation::Promote { store }, NotNow::NoReplicaThere),
        (0, Operation::Remove { store }, NotNow::NoReplicaThere),
        (
            0,
            Operation::MoveLeader { to: store },
            NotNow::NoReplicaThere,
        ),
        (0, Operation::Add { store: NodeId(1) }, NotNow::ReplicaThere),
        (0, Operation::Split { at_key: 0 }, NotNow::KeyOutside),
        (0, Operation::Split { at_key: 1_000 }, NotNow::KeyOutside),
        (0, Operation::Merge { into: RangeId(0) }, NotNow::NoRange),
    ];
    for (range, step, why) in refused {
        assert_eq!(cluster.operate(RangeId(range), step), Err(why), "{step:?}");
    }
}

#[test]
fn a_split_range_serves_its_keys_from_the_same_stores_without_a_lost_write() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Split { at_key: 400 }),
        Ok(())
    );
    until(&mut cluster, 3 * SECONDS);
    let keys: Vec<_> = cluster
        .ranges()
        .iter()
        .map(|r| (r.range.0, r.first_key, r.end_key))
        .collect();
    assert_eq!(keys, [(0, 0, 400), (1, 400, 1_000)]);
    let new = leader(&cluster, RangeId(1)).expect("the new range has a leader");
    assert_eq!(new.node, NodeId(0), "the old leader's store leads");
    stop_load(&mut cluster, 3 * SECONDS + 1);
    until(&mut cluster, 5 * SECONDS);
    assert!(is_at_rest(&cluster, RangeId(0)) && is_at_rest(&cluster, RangeId(1)));
    assert!(
        cluster
            .replicas(RangeId(1))
            .iter()
            .all(|replica| replica.keys == (400, 1_000))
    );
    assert_eq!(cluster.observer().snapshots, 0, "rows stay where they are");
    no_write_is_lost(&cluster);
}

#[test]
fn a_store_that_slept_through_a_split_gets_both_ranges() {
    for compacted in [false, true] {
        let mut config = one_spare();
        config.raft.log_keep = if compacted { 8 } else { 100_000 };
        let mut cluster = run(
            config,
            vec![(SECONDS, Action::Crash(NodeId(2)))],
            2 * SECONDS,
        );
        assert_eq!(
            cluster.operate(RangeId(0), Operation::Split { at_key: 400 }),
            Ok(())
        );
        until(&mut cluster, 4 * SECONDS);
        cluster.act(4 * SECONDS + 1, Action::Restart(NodeId(2)));
        until(&mut cluster, 7 * SECONDS);
        stop_load(&mut cluster, 7 * SECONDS + 1);
        until(&mut cluster, 10 * SECONDS);
        assert!(is_at_rest(&cluster, RangeId(0)) && is_at_rest(&cluster, RangeId(1)));
        assert_eq!(cluster.replicas(RangeId(1)).len(), 3);
        assert_eq!(cluster.observer().snapshots > 0, compacted);
    }
}

#[test]
fn reads_and_scans_follow_their_keys_through_a_split() {
    let mut config = one_spare();
    let modes = [ReadMode::Leader, ReadMode::Follower, ReadMode::Local];
    for mode in modes {
        let mut readers = clients(NodeId(6), OpKind::Scan, 2, 2 * MILLIS);
        readers.rows = 50;
        readers.read_mode = Some(mode);
        config.workloads.push(readers);
    }
    let mut cluster = run(config, Vec::new(), SECONDS);
    for (at_key, second) in [(500, 1), (250, 2), (750, 3)] {
        let range = cluster.range_of(at_key);
        assert_eq!(cluster.operate(range, Operation::Split { at_key }), Ok(()));
        until(&mut cluster, (second + 1) * SECONDS);
    }
    assert_eq!(cluster.ranges().len(), 4);
    no_write_is_lost(&cluster);
}

#[test]
fn two_neighbours_become_one_and_no_write_is_lost() {
    for (from, into) in [(0, 1), (1, 0)] {
        let mut cluster = run(one_spare(), Vec::new(), SECONDS);
        assert_eq!(
            cluster.operate(RangeId(0), Operation::Split { at_key: 400 }),
            Ok(())
        );
        until(&mut cluster, 3 * SECONDS);
        // Their leaders are apart.
        assert_eq!(
            cluster.operate(RangeId(0), Operation::MoveLeader { to: NodeId(1) }),
            Ok(())
        );
        until(&mut cluster, 4 * SECONDS);
        assert_eq!(
            cluster.operate(
                RangeId(from),
                Operation::Merge {
                    into: RangeId(into)
                }
            ),
            Ok(())
        );
        assert_eq!(
            cluster.operate(RangeId(into), Operation::Split { at_key: 500 }),
            Err(NotNow::Busy)
        );
        until(&mut cluster, 7 * SECONDS);
        let keys: Vec<_> = cluster
            .ranges()
            .iter()
            .map(|r| (r.range.0, r.first_key, r.end_key))
            .collect();
        assert_eq!(keys, [(into, 0, 1_000)]);
        assert!(cluster.replicas(RangeId(from)).is_empty());
        stop_load(&mut cluster, 7 * SECONDS + 1);
        until(&mut cluster, 9 * SECONDS);
        assert!(is_at_rest(&cluster, RangeId(into)));
        assert!(
            cluster
                .replicas(RangeId(into))
                .iter()
                .all(|replica| replica.keys == (0, 1_000))
        );
        no_write_is_lost(&cluster);
        // And it can be split again.
        assert_eq!(
            cluster.operate(RangeId(into), Operation::Split { at_key: 100 }),
            Ok(())
        );
        until(&mut cluster, 11 * SECONDS);
        assert_eq!(cluster.ranges().len(), 2);
    }
}

#[test]
fn a_merge_that_cannot_reach_everybody_is_taken_back() {
    let mut cluster = run(one_spare(), Vec::new(), SECONDS);
    assert_eq!(
        cluster.operate(RangeId(0), Operation::Split { at_key: 400 }),
        Ok(())
    );
    until(&mut cluster, 3 * SECONDS);
    cluster.act(
        3 * SECONDS + 1,
        Action::Isolate(sim::Place::Node(NodeId(2))),
    );
    until(&mut cluster, 3 * SECONDS + 2);
    assert_eq!(
        cluster.operate(RangeId(1), Operation::Merge { into: RangeId(0) }),
        Ok(())
    );
    until(&mut cluster, 5 * SECONDS);
    assert_eq!(
        leader(&cluster, RangeId(1)).and_then(|replica| replica.merging),
        Some(RangeId(0)),
        "it is frozen"
    );
    until(&mut cluster, 12 * SECONDS);
    assert_eq!(
        leader(&cluster, RangeId(1)).and_then(|replica| replica.merging),
        None
    );
    assert_eq!(
        (cluster.ranges().len(), cluster.operation(RangeId(1))),
        (2, None)
    );
    cluster.act(12 * SECONDS + 1, Action::HealAll);
    cluster.act(12 * SECONDS + 2, request(NodeId(4), OpKind::Put, 700));
    until(&mut cluster, 15 * SECONDS);
    let last = cluster
        .observer()
        .completed
        .iter()
        .rfind(|done| done.1.key == 700);
    assert!(
        last.is_some_and(|done| done.2 == Outcome::Ok),
        "the range takes writes again"
    );
}

#[test]
fn a_quiet_range_sleeps_and_wakes_for_a_request() {
    let mut config = zones(&[1, 1, 1], 20);
    config.settings.hibernate = true;
    let mut cluster = run(config, Vec::new(), 5 * SECONDS);
    assert!(cluster.ranges().iter().all(|range| range.asleep));
    let before = cluster.events();
    until(&mut cluster, 605 * SECONDS);
    assert_eq!(cluster.events(), before, "nothing happens for ten minutes");
    cluster.act(605 * SECONDS + 1, request(NodeId(3), OpKind::Put, 7));
    until(&mut cluster, 606 * SECONDS);
    assert_eq!(cluster.observer().ok, 1);
    assert!(!cluster.ranges()[0].asleep && cluster.ranges()[5].asleep);
    until(&mut cluster, 610 * SECONDS);
    assert!(cluster.ranges()[0].asleep, "and it sleeps again");
    assert_eq!(
        cluster.observer().leaders.len(),
        20,
        "nobody was elected anew"
    );
}

#[test]
fn a_sleeping_range_notices_that_its_leader_died() {
    let mut config = zones(&[1, 1, 1], 6);
    config.settings.hibernate = true;
    let mut cluster = run(config, Vec::new(), 5 * SECONDS);
    cluster.act(5 * SECONDS + 1, Action::Crash(NodeId(0)));
    until(&mut cluster, 10 * SECONDS);
    for range in 0..6 {
        let leads = leader(&cluster, RangeId(range)).map(|replica| replica.node);
        assert!(leads.is_some_and(|node| node != NodeId(0)), "range {range}");
    }
    cluster.act(10 * SECONDS + 1, Action::Restart(NodeId(0)));
    until(&mut cluster, 20 * SECONDS);
    assert!(
        cluster.ranges().iter().all(|range| range.asleep),
        "all is quiet again"
    );
}

#[test]
fn a_switch_that_is_off_wakes_everybody() {
    let mut config = zones(&[1, 1, 1], 4);
    config.settings.hibernate = true;
    let mut awake = config.settings.clone();
    awake.hibernate = false;
    let mut cluster = run(config, vec![(5 * SECONDS, Action::Set(awake))], 4 * SECONDS);
    assert!(cluster.ranges().iter().all(|range| range.asleep));
    until(&mut cluster, 8 * SECONDS);
    assert!(cluster.ranges().iter().all(|range| !range.asleep));
    assert_eq!(
        cluster.observer().leaders.len(),
        4,
        "nobody was elected anew"
    );
}
