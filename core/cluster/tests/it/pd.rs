//! The placement driver in a real cluster: what it hears and orders crosses the network, and what
//! it wants happens by Raft's own means.

use crate::common::{clients, zones};
use cluster::Cluster;
use model::config::{Action, ClusterConfig, NodeConfig, NodeKind, OpKind, Settings};
use model::fact::{ByteKind, Decision, Deed, Fact, MessageType, Observer, Outcome, Reason, Role};
use model::ids::{RangeId, RequestId};
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

/// Decisions, and counts of what was sent and completed.
#[derive(Default)]
struct Watch {
    decisions: Vec<(Micros, Decision)>,
    orders: u64,
    reports: u64,
    other_schedule: u64,
    ok: u64,
    not_ok: u64,
}

impl Observer for Watch {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Decided(decision) => self.decisions.push((at_us, decision)),
            Fact::Sent(sent) => match sent.what {
                MessageType::ScheduleOrder => self.orders += 1,
                MessageType::StoreReport | MessageType::RangeReport => self.reports += 1,
                _ => self.other_schedule += u64::from(sent.kind == ByteKind::Schedule),
            },
            Fact::Completed { outcome, .. } => {
                self.ok += u64::from(outcome == Outcome::Ok);
                self.not_ok += u64::from(outcome != Outcome::Ok);
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

/// Stores by zone, a gateway in each zone, and a placement driver in zone 0. Every range is led by
/// store 0.
fn with_driver(stores: &[u16], ranges: usize, switch: fn(&mut Settings)) -> ClusterConfig {
    let mut config = zones(stores, ranges);
    config.nodes.push(NodeConfig {
        zone: ZoneId(0),
        kind: NodeKind::PlacementDriver,
    });
    config.data.first_leaders = vec![Some(NodeId(0)); ranges];
    switch(&mut config.settings);
    config
}

fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Watch> {
    let mut cluster = Cluster::new(config, actions, Watch::default());
    cluster.run_until(until, u64::MAX);
    cluster
}

fn leads(cluster: &Cluster<Watch>, node: u16) -> u32 {
    cluster.store(NodeId(node)).leaders
}

const G1: NodeId = NodeId(4);

#[test]
fn without_its_switches_the_driver_does_not_exist() {
    let mut config = with_driver(&[1, 1, 1], 4, |_| {});
    config.workloads = vec![clients(G1, OpKind::Put, 2, 10 * MILLIS)];
    let cluster = run(config, Vec::new(), 20 * SECONDS);
    let seen = cluster.observer();
    assert_eq!((seen.reports, seen.orders, seen.decisions.len()), (0, 0, 0));
}

#[test]
fn a_leader_follows_its_writers_to_their_zone_and_no_request_is_lost() {
    let mut config = with_driver(&[1, 1, 1], 1, |s| s.location_affinity = true);
    config.workloads = vec![clients(G1, OpKind::Put, 4, 10 * MILLIS)];
    let cluster = run(config, Vec::new(), 20 * SECONDS);
    assert_eq!(
        leads(&cluster, 1),
        1,
        "the store in the writers' zone leads"
    );
    let seen = cluster.observer();
    let why: Vec<(Deed, Reason)> = seen
        .decisions
        .iter()
        .map(|(_, d)| (d.what, d.why))
        .collect();
    assert_eq!(why, [(Deed::MovedLeader, Reason::UsedMostHere)]);
    assert!(seen.decisions[0].0 < 8 * SECONDS);
    assert_eq!(seen.not_ok, 0);
    assert!(seen.ok > 1_000);
}

#[test]
fn writers_in_balance_never_move_a_leader_whatever_the_seed() {
    for seed in 1..=12 {
        let mut config = with_driver(&[1, 1, 1], 3, |s| s.location_affinity = true);
        config.seed = seed;
        config.workloads = (3..6)
            .map(|gateway| clients(NodeId(gateway), OpKind::Put, 4, 10 * MILLIS))
            .collect();
        let cluster = run(config, Vec::new(), 60 * SECONDS);
        let decisions = &cluster.observer().decisions;
        let moves = decisions
            .iter()
            .filter(|(_, d)| d.what == Deed::MovedLeader);
        assert_eq!(moves.count(), 0, "seed {seed}: {decisions:?}");
    }
}

#[test]
fn a_driver_that_is_cut_off_decides_nothing_and_catches_up_later() {
    let mut config = with_driver(&[1, 1, 1], 1, |s| s.location_affinity = true);
    config.workloads = vec![clients(G1, OpKind::Put, 4, 10 * MILLIS)];
    let pd = NodeId(6);
    let actions = vec![
        (1, Action::Isolate(Place::Node(pd))),
        (30 * SECONDS, Action::HealAll),
    ];
    let mut cluster = Cluster::new(config, actions, Watch::default());
    cluster.run_until(30 * SECONDS - 1, u64::MAX);
    assert_eq!(cluster.observer().decisions, []);
    assert_eq!(leads(&cluster, 0), 1);
    cluster.run_until(40 * SECONDS, u64::MAX);
    assert_eq!(leads(&cluster, 1), 1);
}

#[test]
fn leaders_that_all_sit_on_one_store_are_spread() {
    let config = with_driver(&[1, 1, 1], 12, |s| s.balance_leaders = true);
    let cluster = run(config, Vec::new(), 30 * SECONDS);
    assert_eq!([0, 1, 2].map(|node| leads(&cluster, node)), [4, 4, 4]);
}

#[test]
fn hot_ranges_get_leaders_of_their_own() {
    let mut config = with_driver(&[1, 1, 1], 10, |s| s.schedule_hot = true);
    config.schedule.hot_requests_per_s = 50;
    for hot in 0..3 {
        let mut load = clients(NodeId(3), OpKind::Get, 4, 20 * MILLIS);
        load.keys = (hot * 100, hot * 100 + 100);
        config.workloads.push(load);
    }
    let cluster = run(config, Vec::new(), 40 * SECONDS);
    let leader_of = |range: RangeId| {
        let replicas = cluster.replicas(range);
        replicas.into_iter().find(|r| r.role == Role::Leader)
    };
    let mut nodes: Vec<u16> = (0..3)
        .filter_map(|r| Some(leader_of(RangeId(r))?.node.0))
        .collect();
    nodes.sort_unstable();
    assert_eq!(nodes, [0, 1, 2], "one hot range each");
    assert_eq!(leads(&cluster, 0), 8, "cold ranges stay");
}

#[test]
fn switching_on_and_off_while_it_runs_starts_and_ends_the_reports() {
    let config = with_driver(&[1, 1, 1], 3, |_| {});
    let mut on = config.settings.clone();
    on.balance_leaders = true;
    let actions = vec![
        (5 * SECONDS, Action::Set(on)),
        (10 * SECONDS, Action::Set(config.settings.clone())),
    ];
    let mut cluster = Cluster::new(config, actions, Watch::default());
    cluster.run_until(5 * SECONDS - 1, u64::MAX);
    assert_eq!(cluster.observer().reports, 0);
    cluster.run_until(10 * SECONDS, u64::MAX);
    let reports = cluster.observer().reports;
    assert!((15..=40).contains(&reports), "{reports}");
    cluster.run_until(20 * SECONDS, u64::MAX);
    assert_eq!(cluster.observer().reports, reports);
}

/// Stores of a range's replicas, in order; learners are told apart.
fn stores_of(cluster: &Cluster<Watch>, range: RangeId) -> (Vec<u16>, Vec<u16>) {
    let replicas = cluster.replicas(range).into_iter();
    let (learners, voters): (Vec<_>, Vec<_>) = replicas.partition(|r| r.role == Role::Learner);
    let nodes = |list: Vec<model::view::ReplicaView>| {
        let mut nodes: Vec<u16> = list.iter().map(|r| r.node.0).collect();
        nodes.sort_unstable();
        nodes
    };
    (nodes(voters), nodes(learners))
}

#[test]
fn replicas_of_a_lost_zone_are_made_elsewhere_and_come_back_with_it() {
    // Two stores a zone, ranges on the first of each.
    let mut config = with_driver(&[2, 2, 2], 4, |s| s.balance_replicas = true);
    config.data.placement = vec![vec![NodeId(0), NodeId(2), NodeId(4)]; 4];
    config.schedule.replicas_tolerance = 100;
    config.workloads = vec![clients(NodeId(6), OpKind::Put, 4, 20 * MILLIS)];
    let actions = vec![
        (5 * SECONDS, Action::Crash(NodeId(4))),
        (5 * SECONDS, Action::Crash(NodeId(5))),
        (60 * SECONDS, Action::Restart(NodeId(4))),
        (60 * SECONDS, Action::Restart(NodeId(5))),
    ];
    let mut cluster = Cluster::new(config, actions, Watch::default());
    cluster.run_until(59 * SECONDS, u64::MAX);
    for range in 0..4 {
        let (voters, _) = stores_of(&cluster, RangeId(range));
        let alive = voters.iter().filter(|&&node| node < 4).count();
        assert_eq!(alive, 3, "range {range}: {voters:?}");
    }
    cluster.run_until(120 * SECONDS, u64::MAX);
    for range in 0..4 {
        let (voters, learners) = stores_of(&cluster, RangeId(range));
        let zones: Vec<u16> = voters.iter().map(|node| node / 2).collect();
        assert_eq!((zones, learners.len()), (vec![0, 1, 2], 0), "{voters:?}");
    }
    let seen = cluster.observer();
    assert!(seen.ok > 10_000, "data stays available: {}", seen.ok);
}

#[test]
fn new_stores_take_their_share_and_no_zone_loses_its_replica() {
    let mut config = with_driver(&[1, 1, 4], 8, |s| s.balance_replicas = true);
    config.data.placement = vec![vec![NodeId(0), NodeId(1), NodeId(2)]; 8];
    let cluster = run(config, Vec::new(), 60 * SECONDS);
    let mut held = [0; 6];
    for range in 0..8 {
        let (voters, _) = stores_of(&cluster, RangeId(range));
        assert_eq!(voters[..2], [0, 1], "range {range}");
        held[usize::from(voters[2])] += 1;
    }
    assert_eq!(held[2..], [2, 2, 2, 2]);
}

#[test]
fn a_range_that_is_read_much_gets_learners_and_loses_them_when_it_cools() {
    let mut config = with_driver(&[2, 2, 2], 2, |s| s.hot_learners = true);
    config.data.placement = vec![vec![NodeId(0), NodeId(2), NodeId(4)]; 2];
    config.settings.read_mode = model::config::ReadMode::Follower;
    config.schedule.learner_reads_per_s = 200;
    let mut load = clients(NodeId(6), OpKind::Get, 30, 15 * MILLIS);
    load.keys = (0, 500);
    config.workloads = vec![load];
    let stop = Action::SetWorkload {
        workload: 0,
        running: false,
    };
    let mut cluster = Cluster::new(config, vec![(30 * SECONDS, stop)], Watch::default());
    cluster.run_until(30 * SECONDS, u64::MAX);
    assert_eq!(stores_of(&cluster, RangeId(0)), (vec![0, 2, 4], vec![1, 3]));
    assert_eq!(stores_of(&cluster, RangeId(1)), (vec![0, 2, 4], vec![]));
    let replicas = cluster.replicas(RangeId(0));
    let leader = replicas.iter().find(|r| r.role == Role::Leader);
    let leads = leader.map(|r| (r.leads, r.voters));
    assert_eq!(leads, Some((3, 3)), "learners do not count");
    cluster.run_until(90 * SECONDS, u64::MAX);
    assert_eq!(stores_of(&cluster, RangeId(0)), (vec![0, 2, 4], vec![]));
    assert_eq!(cluster.observer().not_ok, 0);
}

#[test]
fn ranges_are_split_while_they_are_busy_and_merged_when_they_are_not() {
    let mut config = with_driver(&[1, 1, 1], 1, |s| s.split_merge = true);
    config.schedule.split_requests_per_s = 300;
    config.schedule.hold_down_us = 5 * SECONDS;
    config.workloads = vec![clients(NodeId(3), OpKind::Get, 20, 15 * MILLIS)];
    let stop = Action::SetWorkload {
        workload: 0,
        running: false,
    };
    let mut cluster = Cluster::new(config, vec![(30 * SECONDS, stop)], Watch::default());
    cluster.run_until(30 * SECONDS, u64::MAX);
    let ranges = |cluster: &Cluster<Watch>| {
        let living = (0..100).filter(|&range| !cluster.replicas(RangeId(range)).is_empty());
        living.count()
    };
    let most = ranges(&cluster);
    assert!((2..=8).contains(&most), "{most} ranges");
    cluster.run_until(120 * SECONDS, u64::MAX);
    assert_eq!(ranges(&cluster), 1, "{:?}", cluster.observer().decisions);
    assert_eq!(cluster.observer().not_ok, 0);
}

#[test]
fn a_range_that_was_split_off_commits_by_zones_and_does_not_wait_for_all() {
    // Seed 254 of the swarm: members that do not exist yet when the new leader does had no group.
    let mut config = with_driver(&[1, 1, 1], 1, |s| s.group_commit = true);
    config.workloads = vec![clients(NodeId(3), OpKind::Put, 2, 20 * MILLIS)];
    let split = Action::Operate {
        range: RangeId(0),
        step: model::operation::Operation::Split { at_key: 500 },
    };
    let actions = vec![(SECONDS, split), (3 * SECONDS, Action::Crash(NodeId(2)))];
    let mut cluster = Cluster::new(config, actions, Watch::default());
    cluster.run_until(4 * SECONDS, u64::MAX);
    assert!(cluster.range_exists(RangeId(1)));
    let before = cluster.observer().ok;
    cluster.run_until(20 * SECONDS, u64::MAX);
    let seen = cluster.observer();
    assert!(seen.ok > before + 500, "{} after {before}", seen.ok);
}
