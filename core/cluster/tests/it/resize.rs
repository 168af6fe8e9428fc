//! Machines, links, loads and costs that get another size while the run goes on: what they let
//! through before and after.

use cluster::Cluster;
use model::action::Action;
use model::config::{BalancerConfig, ClusterConfig, Load, OpKind, ReadMode};
use model::machines::Resource;
use model::tuning::{Tuned, Work};
use sim::{HostParams, MILLIS, Micros, NodeId, SECONDS, ZoneId};

use crate::common::{Seen, clients, zones};

/// The only gateway, of one zone with three stores.
const GATEWAY: NodeId = NodeId(3);
/// When the change comes.
const CHANGE_US: Micros = 1_500 * MILLIS;

/// Reads by leases in one zone; the load begins once the lease stands.
fn reading(clients_count: u32) -> ClusterConfig {
    let mut config = zones(&[3], 1);
    let mut load = clients(GATEWAY, OpKind::Get, clients_count, 0);
    load.read_mode = Some(ReadMode::Lease);
    load.start_us = 500 * MILLIS;
    config.workloads = vec![load];
    config
}

/// Answers in the second before the change, and in the one that begins a tenth after it.
fn rates(config: &ClusterConfig, of: Tuned, to: u64) -> (u64, u64, Cluster<Seen>) {
    let actions = vec![(CHANGE_US, Action::Resize { of, to })];
    let mut cluster = Cluster::new(config.clone(), actions, Seen::default());
    cluster.run_until(CHANGE_US + 1_100 * MILLIS, u64::MAX);
    let rate = |from_us: Micros| {
        let answered = cluster.observer().completed.iter();
        let span_us = from_us..from_us + SECONDS;
        answered.filter(|(at, ..)| span_us.contains(at)).count() as u64
    };
    let (before, after) = (rate(CHANGE_US - SECONDS), rate(CHANGE_US + 100 * MILLIS));
    (before, after, cluster)
}

fn close(found: u64, expected: u64) {
    assert!(
        found.abs_diff(expected) <= expected / 50,
        "{found}, expected about {expected}"
    );
}

#[test]
fn cores_of_a_gateway_come_and_go() {
    let mut config = reading(100);
    config.machines.gateway_cores = vec![(GATEWAY, 2)];
    config.machines.costs.execute_ns = 200_000;
    let of = Tuned::Size(Resource::GatewayCores(GATEWAY));
    let (before, after, cluster) = rates(&config, of, 6);
    close(before, 10_000);
    close(after, 30_000);
    assert_eq!(cluster.config().size_of(of), Some(6));
    let (_, fewer, cluster) = rates(&config, of, 1);
    close(fewer, 5_000);
    let mut resources = cluster.resources();
    let use_now = resources.find(|one| one.resource == Resource::GatewayCores(GATEWAY));
    let use_now = use_now.expect("it is one");
    assert!(use_now.used_ns <= use_now.offered_ns);
    // Two cores until the change, one after it.
    assert_eq!(use_now.offered_ns, (2 * CHANGE_US + 1_100 * MILLIS) * 1_000);
}

#[test]
fn a_gateway_that_was_no_limit_gets_one() {
    let mut config = reading(20);
    config.machines.costs.execute_ns = 500_000;
    let of = Tuned::Size(Resource::GatewayCores(GATEWAY));
    let (before, after, _) = rates(&config, of, 1);
    assert!(before > 4_000, "{before}");
    close(after, 2_000);
}

#[test]
fn cores_of_a_store_and_what_a_request_costs_there() {
    let mut config = reading(100);
    config.costs.request_ns = 100_000;
    config.costs.row_ns = 0;
    let model::config::NodeKind::Store(store) = &mut config.nodes[0].kind else {
        panic!("stores are first")
    };
    store.cores = 1;
    let (before, after, _) = rates(&config, Tuned::Size(Resource::StoreCores(NodeId(0))), 2);
    close(before, 10_000);
    close(after, 20_000);
    let (_, cheaper, _) = rates(&config, Tuned::Cost(Work::Request), 50_000);
    close(cheaper, 20_000);
}

#[test]
fn a_balancer_and_a_host() {
    let mut config = reading(200);
    config.machines.costs.balance_ns = 100_000;
    config.machines.balancers = vec![BalancerConfig {
        zone: ZoneId(0),
        cores: 1,
    }];
    config.workloads[0].through = vec![0];
    let (before, after, _) = rates(&config, Tuned::Size(Resource::BalancerCores(0)), 2);
    close(before, 10_000);
    close(after, 20_000);

    let mut config = reading(200);
    config.machines.costs.packet_ns = 20_000;
    config.machines.hosts = vec![HostParams {
        packet_cores: 1,
        nodes: vec![NodeId(0), NodeId(1), NodeId(2)],
    }];
    let (before, more, _) = rates(&config, Tuned::Size(Resource::HostPackets(0)), 2);
    let (_, cheaper, _) = rates(&config, Tuned::Cost(Work::Packet), 10_000);
    // A read and its answer are two packets there, beside what Raft says.
    assert!((24_000..=25_000).contains(&before), "{before}");
    assert!((48_000..=50_000).contains(&more), "{more}");
    assert!((48_000..=50_000).contains(&cheaper), "{cheaper}");
}

#[test]
fn the_bandwidth_and_the_window_of_a_link() {
    let mut config = reading(50);
    config.workloads[0].op = OpKind::Scan;
    config.workloads[0].rows = 10;
    let link = Tuned::Size(Resource::LinkBandwidth(ZoneId(0), ZoneId(0)));
    let (before, after, _) = rates(&config, link, 80_000_000);
    assert!(after < before / 2, "{before} and {after}");
    let (_, unlimited, _) = rates(&config, Tuned::Window(ZoneId(0), ZoneId(0)), 0);
    close(unlimited, before);
    let (_, windowed, _) = rates(&config, Tuned::Window(ZoneId(0), ZoneId(0)), 3_000);
    assert!(windowed < before / 2, "{before} and {windowed}");
}

#[test]
fn clients_come_at_once_and_go_when_they_are_answered() {
    let mut config = reading(10);
    let Load::Closed { think_us, .. } = &mut config.workloads[0].load else {
        panic!("closed")
    };
    *think_us = 9 * MILLIS;
    let (before, after, cluster) = rates(&config, Tuned::Clients(0), 40);
    close(after, 4 * before);
    assert!(cluster.workload(0).1 <= 40);
    let (before, after, _) = rates(&config, Tuned::Clients(0), 5);
    close(2 * after, before);
}

#[test]
fn clients_that_were_sent_away_come_back_and_none_twice() {
    let mut config = reading(10);
    let Load::Closed { think_us, .. } = &mut config.workloads[0].load else {
        panic!("closed")
    };
    *think_us = 9 * MILLIS;
    // The ramp would bring them at 5 s; a person does not wait for it.
    config.workloads[0].ramp = vec![model::config::RampStep {
        at_us: 5 * SECONDS,
        over_us: 0,
        level: 40,
    }];
    let set = |at_us: Micros, to: u64| {
        let of = Tuned::Clients(0);
        (at_us, Action::Resize { of, to })
    };
    let actions = vec![
        set(1_000 * MILLIS, 40),
        set(2_000 * MILLIS, 3),
        set(2_005 * MILLIS, 20),
        set(3_000 * MILLIS, 40),
    ];
    let mut cluster = Cluster::new(config, actions, Seen::default());
    let mut rate_until = |until_us: Micros| {
        let known = cluster.observer().completed.len();
        cluster.run_until(until_us, u64::MAX);
        cluster.observer().completed.len() - known
    };
    rate_until(1_100 * MILLIS);
    let of_40 = rate_until(1_600 * MILLIS) as u64;
    rate_until(2_200 * MILLIS);
    let of_20 = rate_until(2_700 * MILLIS) as u64;
    rate_until(3_100 * MILLIS);
    let again = rate_until(3_600 * MILLIS) as u64;
    // Past the instant of the ramp: nobody comes a second time.
    rate_until(6_000 * MILLIS);
    let later = rate_until(6_500 * MILLIS) as u64;
    close(2 * of_20, of_40);
    close(again, of_40);
    close(later, of_40);
}

#[test]
fn arrivals_go_by_the_new_rate_from_the_instant_of_the_change() {
    let mut config = reading(1);
    // One in a thousand seconds: nobody waits for it.
    config.workloads[0].load = Load::Open {
        interval_ns: 1_000_000_000_000,
    };
    let (before, after, _) = rates(&config, Tuned::Rate(0), 1_000_000_000);
    assert!(before <= 1, "{before}");
    assert!(after.abs_diff(1_000) < 150, "{after}");
}
