//! Read modes: what each path costs and what each promise is worth.

use crate::common::{clients, request, run, three_zones};
use model::config::{Action, ClusterConfig, OpKind, ReadMode};
use model::fact::Outcome;
use sim::{MILLIS, Micros, NodeId, Place, SECONDS, ZoneId};

const G0: NodeId = NodeId(3);
const G1: NodeId = NodeId(4);

fn with_mode(mode: ReadMode) -> ClusterConfig {
    let mut config = three_zones();
    config.settings.read_mode = mode;
    config
}

/// Outcome, value, server and latency of a get from gateway 1 in a healthy cluster.
fn healthy_get(mode: ReadMode) -> (Outcome, u64, Option<NodeId>, Micros) {
    let actions = vec![
        (100 * MILLIS, request(G1, OpKind::Put, 5)),
        (SECONDS, request(G1, OpKind::Get, 5)),
    ];
    let cluster = run(with_mode(mode), actions, 2 * SECONDS);
    let (at, _, outcome, value, server) = cluster.observer().completed[1];
    (outcome, value, server, at - SECONDS)
}

#[test]
fn every_mode_reads_the_last_write_of_a_healthy_cluster() {
    // A stale read shows the past, and needs safe times.
    let newest = ReadMode::ALL
        .iter()
        .filter(|mode| **mode != ReadMode::Stale);
    for mode in newest.copied() {
        let (outcome, value, server, _) = healthy_get(mode);
        assert_eq!((outcome, value), (Outcome::Ok, 1), "{mode:?}");
        let closest = matches!(
            mode,
            ReadMode::Local
                | ReadMode::Follower
                | ReadMode::Proxy
                | ReadMode::Learner
                | ReadMode::Version
        );
        let expected = if closest { NodeId(1) } else { NodeId(0) };
        assert_eq!(server, Some(expected), "{mode:?}");
    }
}

#[test]
fn round_trips_decide_latency() {
    // Round trip between zones 10 ms plus jitter up to 1 ms; inside a zone 0.2 ms.
    let within = |mode, low, high| {
        let (.., latency) = healthy_get(mode);
        assert!((low..high).contains(&latency), "{mode:?} took {latency} us");
    };
    within(ReadMode::Local, 200, 500);
    within(ReadMode::LeaderUnchecked, 10 * MILLIS, 12 * MILLIS);
    within(ReadMode::Leader, 20 * MILLIS, 23 * MILLIS);
    within(ReadMode::Follower, 20 * MILLIS, 23 * MILLIS);
}

/// Zone 0 is cut off at 1 s. The put of 2 s is lost on the old leader and teaches gateway 1 to ask
/// elsewhere; that of 4.1 s is accepted by the majority. Gateway 0 reads at 6 s.
fn read_beside_a_cut_off_leader(mode: ReadMode) -> (Outcome, u64) {
    let mut config = with_mode(mode);
    config.settings.check_quorum = false;
    let actions = vec![
        (100 * MILLIS, request(G1, OpKind::Put, 5)),
        (SECONDS, Action::Isolate(Place::Zone(ZoneId(0)))),
        (2 * SECONDS, request(G1, OpKind::Put, 5)),
        (4_100 * MILLIS, request(G1, OpKind::Put, 5)),
        (6 * SECONDS, request(G0, OpKind::Get, 5)),
    ];
    let cluster = run(config, actions, 10 * SECONDS);
    let completed = &cluster.observer().completed;
    let written = completed
        .iter()
        .filter(|c| c.2 == Outcome::Ok && c.1.op == OpKind::Put)
        .count();
    assert!(written >= 2, "the majority accepts writes");
    let read = completed
        .iter()
        .find(|c| c.1.op == OpKind::Get)
        .expect("it ended");
    (read.2, read.3)
}

#[test]
fn an_unchecked_leader_in_a_minority_answers_with_the_old_value() {
    assert_eq!(
        read_beside_a_cut_off_leader(ReadMode::LeaderUnchecked),
        (Outcome::Ok, 1)
    );
    assert_eq!(
        read_beside_a_cut_off_leader(ReadMode::Local),
        (Outcome::Ok, 1)
    );
}

#[test]
fn a_leader_that_must_confirm_itself_does_not_answer_in_a_minority() {
    assert_eq!(
        read_beside_a_cut_off_leader(ReadMode::Leader).0,
        Outcome::Failed
    );
    assert_eq!(
        read_beside_a_cut_off_leader(ReadMode::Follower).0,
        Outcome::Failed
    );
}

#[test]
fn a_follower_waits_until_it_has_applied_the_read_index() {
    let mut config = with_mode(ReadMode::Follower);
    config.settings.apply_delay_us = 300 * MILLIS;
    let actions = vec![
        (100 * MILLIS, request(G1, OpKind::Put, 5)),
        (SECONDS, request(G0, OpKind::Put, 5)),
        (1020 * MILLIS, request(G1, OpKind::Get, 5)),
    ];
    let cluster = run(config, actions, 3 * SECONDS);
    let completed = &cluster.observer().completed;
    let read = completed
        .iter()
        .find(|c| c.1.op == OpKind::Get)
        .expect("it ended");
    assert_eq!(
        read.3, 2,
        "the second put was committed before the read began"
    );
    assert!(read.0 - 1020 * MILLIS > 250 * MILLIS, "it waited for apply");
}

#[test]
fn a_follower_read_survives_a_change_of_leader() {
    let mut config = with_mode(ReadMode::Follower);
    config.settings.request_timeout_us = 8 * SECONDS;
    let actions = vec![
        (100 * MILLIS, request(G1, OpKind::Put, 5)),
        (SECONDS, Action::Crash(NodeId(0))),
        (1010 * MILLIS, request(G1, OpKind::Get, 5)),
    ];
    let cluster = run(config, actions, 9 * SECONDS);
    let completed = &cluster.observer().completed;
    let read = completed
        .iter()
        .find(|c| c.1.op == OpKind::Get)
        .expect("it ended");
    assert_eq!((read.2, read.3), (Outcome::Ok, 1));
    assert!(
        read.0 > 2 * SECONDS,
        "the first attempt was lost with the old leader"
    );
}

#[test]
fn a_request_to_a_crashed_store_is_refused_quickly_and_goes_elsewhere() {
    let actions = vec![
        (SECONDS, Action::Crash(NodeId(1))),
        (1500 * MILLIS, request(G1, OpKind::Get, 5)),
    ];
    let cluster = run(with_mode(ReadMode::Local), actions, 3 * SECONDS);
    let (at, _, outcome, _, server) = cluster.observer().completed[0];
    assert_eq!(outcome, Outcome::Ok);
    assert_ne!(server, Some(NodeId(1)));
    assert!(at - 1500 * MILLIS < 50 * MILLIS);
}

#[test]
fn a_put_whose_store_crashes_ends_as_unknown() {
    let actions = vec![
        (SECONDS, request(G0, OpKind::Put, 5)),
        (SECONDS + MILLIS, Action::Crash(NodeId(0))),
    ];
    let cluster = run(three_zones(), actions, 3 * SECONDS);
    assert_eq!(cluster.observer().completed[0].2, Outcome::Unknown);
}

#[test]
fn closed_clients_keep_going_and_stop_when_told() {
    let mut config = three_zones();
    config.workloads = vec![clients(G0, OpKind::Get, 4, MILLIS)];
    let stop = (
        SECONDS,
        Action::SetWorkload {
            workload: 0,
            running: false,
        },
    );
    let start = (
        2 * SECONDS,
        Action::SetWorkload {
            workload: 0,
            running: true,
        },
    );
    let mut cluster = run(config, vec![stop, start], 1900 * MILLIS);
    assert_eq!(cluster.workload(0), (false, 0));
    let before = cluster.observer().ok;
    assert!(before > 200, "{before} reads in a second");
    cluster.run_until(3 * SECONDS, u64::MAX);
    assert!(cluster.observer().ok > before + 200);
}
