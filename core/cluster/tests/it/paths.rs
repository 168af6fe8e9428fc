//! Messages of two replicas may take several ways: directly, through a delegate, in a bundle of
//! acknowledgements, from a neighbour. Nothing may rest on their order. Each test slows one way
//! down and leaves the others as they are; the arguments stand in docs/design/one-path.md.

use crate::common::reads::{S0, S1, S2, Seen, cut, every, gets, puts, run};
use crate::common::zones;
use cluster::Cluster;
use model::config::{Action, ClusterConfig, FaultKey, OpKind, ReadMode, Zones};
use model::fact::LeaseChange;
use model::ids::RangeId;
use model::operation::Operation;
use model::view::ReplicaView;
use sim::{Degrade, MILLIS, Micros, NodeId, Place, SECONDS};

const S3: NodeId = NodeId(3);
const S4: NodeId = NodeId(4);
/// Gateways: the stores are 0, then 1 and 2, then 3 and 4.
const NEAR: NodeId = NodeId(5);
const MIDDLE: NodeId = NodeId(6);
const FAR: NodeId = NodeId(7);

/// One, two and two stores; appends to each zone go through a delegate.
fn relayed(mode: ReadMode) -> ClusterConfig {
    let mut config = zones(&[1, 2, 2], 1);
    config.settings.read_mode = mode;
    config.settings.request_timeout_us = 150 * MILLIS;
    config.settings.follower_replication = Zones::ALL;
    config
}

fn slow(from: NodeId, to: NodeId, delay_us: Micros) -> Action {
    let how = Degrade {
        delay_us,
        ..Degrade::default()
    };
    let (from, to) = (Place::Node(from), Place::Node(to));
    Action::Degrade {
        from,
        to,
        both: false,
        how,
    }
}

/// A store is reached again.
fn heal(store: NodeId) -> Action {
    Action::Heal(FaultKey::Isolate(Place::Node(store)))
}

/// Terms of all replicas of range 0.
fn terms(cluster: &Cluster<Seen>) -> Vec<u64> {
    cluster
        .replicas(RangeId(0))
        .iter()
        .map(|r| r.term)
        .collect()
}

/// The order to take over goes directly and is slow; later entries reach the other through its
/// delegate, and it acknowledges them. When the order comes the leader's lease is valid again, and
/// it hears nobody any more.
#[test]
fn an_order_to_take_over_that_later_entries_overtook_is_not_obeyed() {
    for seed in 0..10 {
        let mut config = relayed(ReadMode::Lease);
        config.seed = seed;
        config.raft.heartbeat_ticks = 4;
        let mut actions = vec![
            (2 * SECONDS - 1, slow(S0, S2, 1_300 * MILLIS)),
            (
                2 * SECONDS,
                Action::Transfer {
                    to: S2,
                    range: RangeId(0),
                },
            ),
            (3_280 * MILLIS, cut(1, 0, false)),
            (3_280 * MILLIS, cut(2, 0, false)),
        ];
        actions.extend(puts(NEAR, SECONDS, 4 * SECONDS));
        actions.extend(gets(NEAR, SECONDS, 4 * SECONDS));
        let cluster = run(config, actions, 4 * SECONDS);
        assert_eq!(cluster.observer().orders.len(), 1, "seed {seed}");
        let began = [
            LeaseChange::Began,
            LeaseChange::Suspended,
            LeaseChange::Began,
        ];
        assert_eq!(cluster.observer().changes(S0)[..3], began, "seed {seed}");
        assert_eq!(terms(&cluster), [1; 5], "seed {seed}");
    }
}

/// A put every now and then, each after the one before has ended.
fn writes(gateway: NodeId, from: Micros, to: Micros) -> Vec<(Micros, Action)> {
    every(200 * MILLIS, gateway, OpKind::Put, (from, to))
}

/// Whether all replicas hold the same rows.
fn agree(cluster: &Cluster<Seen>) -> bool {
    let replicas = cluster.replicas(RangeId(0));
    let same = |r: &ReplicaView| (r.applied, r.last) == (replicas[0].applied, replicas[0].last);
    replicas.iter().all(same)
}

/// Reads of this mode at every gateway while one way of two stores is slow, the lead changes hands,
/// and at last its holder is cut off from the others.
fn with_one_way_slow(config: ClusterConfig, (from, to): (u16, u16)) -> Cluster<Seen> {
    let mut actions = vec![
        (SECONDS, slow(NodeId(from), NodeId(to), 400 * MILLIS)),
        (
            2_500 * MILLIS,
            Action::Transfer {
                to: S2,
                range: RangeId(0),
            },
        ),
        (4 * SECONDS, Action::Isolate(Place::Node(S2))),
        (6 * SECONDS, Action::HealAll),
    ];
    actions.extend(writes(NEAR, 500 * MILLIS, 7 * SECONDS));
    for gateway in [NEAR, MIDDLE, FAR] {
        actions.extend(gets(gateway, SECONDS, 7 * SECONDS));
    }
    run(config, actions, 10 * SECONDS)
}

/// Appends through delegates, acknowledgements in bundles, heartbeats, votes, read indexes and
/// proxies directly: whichever is slow, nothing is stale and all agree in the end.
#[test]
fn whichever_way_is_slow_no_promise_breaks() {
    let modes = [
        (ReadMode::Lease, false),
        (ReadMode::Follower, false),
        (ReadMode::Follower, true),
        (ReadMode::Proxy, true),
    ];
    for (mode, index_by_lease) in modes {
        let mut config = relayed(mode);
        config.settings.aggregate_acks = true;
        config.settings.reads.index_by_lease = index_by_lease;
        for way in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
            if way.0 == way.1 {
                continue;
            }
            let cluster = with_one_way_slow(config.clone(), way);
            let seen = cluster.observer();
            assert_eq!(seen.stale(), 0, "{mode:?}, {way:?}");
            assert!(seen.answered(OpKind::Get) > 500, "{mode:?}, {way:?}");
            assert!(agree(&cluster), "{mode:?}, {way:?}");
        }
    }
}

/// The delegate passes appends on slowly, and heartbeats come directly with commits of their own.
#[test]
fn a_heartbeat_that_overtakes_appends_commits_no_more_than_was_acknowledged() {
    let mut actions = vec![(SECONDS, slow(S1, S2, 250 * MILLIS))];
    actions.extend(puts(NEAR, SECONDS, 4 * SECONDS));
    let mut cluster = run(relayed(ReadMode::Leader), actions, SECONDS);
    for at_us in (SECONDS..5 * SECONDS).step_by(5 * MILLIS as usize) {
        cluster.run_until(at_us, u64::MAX);
        for replica in cluster.replicas(RangeId(0)) {
            assert!(replica.commit <= replica.last, "at {at_us}");
        }
    }
    assert!(agree(&cluster));
}

/// A follower that needs a snapshot gets it from its neighbour, while appends and heartbeats come
/// from the leader: in either order.
#[test]
fn a_snapshot_and_appends_may_come_in_either_order() {
    for (from, to) in [(S3, S4), (S0, S4), (S3, S0), (S4, S0)] {
        let mut config = relayed(ReadMode::Leader);
        config.raft.log_keep = 4;
        config.settings.neighbour_snapshots = true;
        let mut actions = vec![
            (SECONDS, Action::Isolate(Place::Node(S4))),
            (3 * SECONDS, slow(from, to, 300 * MILLIS)),
            (3 * SECONDS, heal(S4)),
        ];
        actions.extend(puts(NEAR, SECONDS, 5 * SECONDS));
        let cluster = run(config, actions, 9 * SECONDS);
        assert!(agree(&cluster), "{from:?} to {to:?} is slow");
    }
}

/// A replica is removed while it hears nothing, and another is added on its store; the words that
/// the first is no member come slowly, after the second has begun.
#[test]
fn a_tombstone_that_is_late_does_not_touch_who_came_afterwards() {
    let step = |step| Action::Operate {
        range: RangeId(0),
        step,
    };
    let mut actions = vec![
        (SECONDS, Action::Isolate(Place::Node(S4))),
        (2 * SECONDS, step(Operation::Remove { store: S4 })),
        (4 * SECONDS, slow(S1, S4, 2 * SECONDS)),
        (4 * SECONDS, slow(S2, S4, 2 * SECONDS)),
        (4 * SECONDS, slow(S3, S4, 2 * SECONDS)),
        (4 * SECONDS, heal(S4)),
        (5 * SECONDS, step(Operation::Add { store: S4 })),
    ];
    actions.extend(puts(NEAR, SECONDS, 9 * SECONDS));
    let cluster = run(relayed(ReadMode::Leader), actions, 14 * SECONDS);
    let member = cluster
        .replicas(RangeId(0))
        .into_iter()
        .find(|r| r.node == S4);
    let member = member.expect("it has a replica");
    assert!(member.peer > 5 && member.running && member.initialized);
    assert!(agree(&cluster));
}
