//! Group commit: an entry counts only when two zones hold it, also after what makes raft-rs forget
//! which member is in which zone.

use crate::common::{Seen, clients, leader, request, run, three_zones, zones};
use cluster::Cluster;
use model::config::{Action, FaultKey, OpKind, Settings};
use model::ids::RangeId;
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

fn on(settings: &Settings) -> Settings {
    Settings {
        group_commit: true,
        ..settings.clone()
    }
}

fn answered_between(cluster: &Cluster<Seen>, from_us: Micros, to_us: Micros) -> usize {
    let completed = cluster.observer().completed.iter();
    let ok = model::fact::Outcome::Ok;
    completed
        .filter(|(at, _, outcome, ..)| (from_us..to_us).contains(at) && *outcome == ok)
        .count()
}

/// Three voters beside the clients and two in the other zone, cut off from second 2 to second 4.
fn majority_in_one_zone(group_commit: bool) -> Cluster<Seen> {
    let mut config = zones(&[3, 2], 1);
    config.settings.group_commit = group_commit;
    config.workloads = vec![clients(NodeId(5), OpKind::Put, 1, 10 * MILLIS)];
    let zone = Place::Zone(ZoneId(1));
    let actions = vec![
        (2 * SECONDS, Action::Isolate(zone)),
        (4 * SECONDS, Action::Heal(FaultKey::Isolate(zone))),
    ];
    run(config, actions, 6 * SECONDS)
}

#[test]
fn without_it_a_majority_in_one_zone_decides_alone() {
    let cluster = majority_in_one_zone(false);
    assert!(answered_between(&cluster, 2_100 * MILLIS, 4 * SECONDS) > 50);
}

#[test]
fn with_it_nothing_is_committed_that_another_zone_does_not_have() {
    let cluster = majority_in_one_zone(true);
    assert!(answered_between(&cluster, SECONDS, 2 * SECONDS) > 20);
    assert_eq!(answered_between(&cluster, 2_100 * MILLIS, 4 * SECONDS), 0);
    assert!(answered_between(&cluster, 4_500 * MILLIS, 6 * SECONDS) > 20);
}

#[test]
fn switched_off_while_entries_wait_a_majority_is_enough_at_once() {
    let mut config = zones(&[3, 2], 1);
    config.settings.group_commit = true;
    let off = config.settings.clone();
    let off = Settings {
        group_commit: false,
        ..off
    };
    let actions = vec![
        (SECONDS, Action::Isolate(Place::Zone(ZoneId(1)))),
        (SECONDS + 1, request(NodeId(5), OpKind::Put, 5)),
        (SECONDS + 500 * MILLIS, Action::Set(off)),
    ];
    let cluster = run(config, actions, 2 * SECONDS);
    let at = cluster.observer().completed[0].0;
    assert!((1_500 * MILLIS..1_501 * MILLIS).contains(&at), "{at}");
}

/// A member without a group would make the leader wait for every replica, and one is down.
#[test]
fn a_replica_that_was_restored_from_a_snapshot_and_then_leads_knows_the_groups() {
    let mut config = three_zones();
    config.settings = on(&config.settings);
    config.workloads = vec![clients(NodeId(5), OpKind::Put, 8, 5 * MILLIS)];
    let transfer = Action::Transfer {
        to: NodeId(2),
        range: RangeId(0),
    };
    let actions = vec![
        (SECONDS, Action::Crash(NodeId(2))),
        (5 * SECONDS, Action::Restart(NodeId(2))),
        (7 * SECONDS, transfer),
        (8 * SECONDS, Action::Crash(NodeId(0))),
    ];
    let cluster = run(config, actions, 12 * SECONDS);
    assert!(cluster.observer().snapshots > 0);
    assert_eq!(
        leader(&cluster, RangeId(0)).expect("one leads").node,
        NodeId(2)
    );
    assert!(answered_between(&cluster, 11 * SECONDS, 12 * SECONDS) > 100);
}

#[test]
fn a_restarted_leader_knows_the_groups() {
    let mut config = zones(&[2, 2], 1);
    config.settings = on(&config.settings);
    config.workloads = vec![clients(NodeId(4), OpKind::Put, 2, 5 * MILLIS)];
    let actions = vec![
        (SECONDS, Action::Crash(NodeId(0))),
        (2 * SECONDS, Action::Restart(NodeId(0))),
        (
            6 * SECONDS,
            Action::Transfer {
                to: NodeId(0),
                range: RangeId(0),
            },
        ),
        (7 * SECONDS, Action::Crash(NodeId(3))),
    ];
    let cluster = run(config, actions, 9 * SECONDS);
    assert_eq!(
        leader(&cluster, RangeId(0)).expect("one leads").node,
        NodeId(0)
    );
    assert!(answered_between(&cluster, 8 * SECONDS, 9 * SECONDS) > 50);
}
