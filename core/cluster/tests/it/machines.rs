//! Gateways with cores, balancers and hosts: what they let through, and that nothing of it happens
//! where it is not configured.

use cluster::Cluster;
use model::config::{Action, BalancerConfig, ClusterConfig, CostSpread, Load, OpKind, ReadMode};
use model::fact::{MessageType, Outcome};
use model::machines::{Resource, ResourceUse};
use sim::{HostParams, MILLIS, Micros, NodeId, SECONDS, Stream, ZoneId};

use crate::common::{Seen, clients, zones};

/// The only gateway, of one zone with three stores.
const GATEWAY: NodeId = NodeId(3);

/// Reads by leases in one zone; the load begins once the lease stands.
fn reading(clients_count: u32) -> ClusterConfig {
    let mut config = zones(&[3], 1);
    let mut load = clients(GATEWAY, OpKind::Get, clients_count, 0);
    load.read_mode = Some(ReadMode::Lease);
    load.start_us = 500 * MILLIS;
    config.workloads = vec![load];
    config
}

fn run(config: &ClusterConfig, until_us: Micros) -> Cluster<Seen> {
    let mut cluster = Cluster::new(config.clone(), Vec::new(), Seen::default());
    cluster.run_until(until_us, u64::MAX);
    cluster
}

/// Answers in the second after the first half.
fn rate(cluster: &Cluster<Seen>) -> u64 {
    let answered = cluster.observer().completed.iter();
    let measured = answered.filter(|(at, ..)| (500 * MILLIS..1_500 * MILLIS).contains(at));
    measured.count() as u64
}

fn used(cluster: &Cluster<Seen>, resource: Resource) -> ResourceUse {
    let mut all = cluster.resources();
    all.find(|one| one.resource == resource).expect("it is one")
}

#[test]
fn a_gateway_answers_as_fast_as_its_cores_allow() {
    let mut config = reading(100);
    config.machines.gateway_cores = vec![(GATEWAY, 2)];
    config.machines.costs.execute_ns = 200_000;
    let cluster = run(&config, 1_500 * MILLIS);
    // Two cores of 200 us a statement: 10,000 a second.
    assert!(
        (9_900..=10_000).contains(&rate(&cluster)),
        "{}",
        rate(&cluster)
    );
    let cores = used(&cluster, Resource::GatewayCores(GATEWAY));
    assert_eq!(cores.servers, 2);
    assert!(cores.used_ns > 1_990_000_000, "{}", cores.used_ns);
    assert!(cores.queued_us > 5_000, "{}", cores.queued_us);
}

#[test]
fn a_plan_that_is_not_kept_is_made_each_time() {
    let mut config = reading(100);
    config.machines.gateway_cores = vec![(GATEWAY, 2)];
    config.machines.costs.execute_ns = 200_000;
    config.machines.costs.parse_ns = 50_000;
    config.machines.costs.plan_ns = 150_000;
    let kept = rate(&run(&config, 1_500 * MILLIS));
    config.settings.plan_cache = false;
    let made = rate(&run(&config, 1_500 * MILLIS));
    assert!(kept.abs_diff(2 * made) < 100, "{kept} and {made}");
}

#[test]
fn clients_of_a_balancer_wait_for_it_and_for_the_way() {
    let mut config = reading(1);
    let straight = run(&config, 1_500 * MILLIS);
    config.machines.balancers = vec![BalancerConfig {
        zone: ZoneId(0),
        cores: 1,
    }];
    config.machines.costs.balance_ns = 300_000;
    config.workloads[0].through = vec![0];
    let through = run(&config, 1_500 * MILLIS);
    let mean_us = |cluster: &Cluster<Seen>| SECONDS / rate(cluster);
    // 300 us of the balancer, and 200 us to the gateway and back.
    let more_us = mean_us(&through) - mean_us(&straight);
    assert!((495..=505).contains(&more_us), "{more_us}");
}

#[test]
fn more_cores_of_a_balancer_stand_in_each_other_s_way() {
    let mut config = reading(400);
    config.machines.costs.balance_ns = 100_000;
    config.machines.costs.balance_contention_ppm = 200_000;
    config.workloads[0].through = vec![0];
    let mut of = |cores: u32| {
        let zone = ZoneId(0);
        config.machines.balancers = vec![BalancerConfig { zone, cores }];
        rate(&run(&config, 1_500 * MILLIS))
    };
    // 10,000 a second of one core; six share locks, and each request takes twice as long.
    let (one, six) = (of(1), of(6));
    assert!(one.abs_diff(10_000) < 100, "{one}");
    assert!(six.abs_diff(30_000) < 300, "{six}");
}

#[test]
fn stores_of_one_host_share_its_packets() {
    let mut config = reading(100);
    config.machines.costs.packet_ns = 20_000;
    config.machines.hosts = vec![HostParams {
        packet_cores: 1,
        nodes: vec![NodeId(0), NodeId(1), NodeId(2)],
    }];
    let cluster = run(&config, 1_500 * MILLIS);
    // A read and its answer are two packets there: 25,000 a second, less what Raft says.
    let rate = rate(&cluster);
    assert!((24_000..=25_000).contains(&rate), "{rate}");
    let host = used(&cluster, Resource::HostPackets(0));
    assert!(host.used_ns > 990_000_000, "{}", host.used_ns);
}

#[test]
fn a_load_that_is_spread_enters_at_every_gateway() {
    let mut config = zones(&[3, 1], 1);
    let mut load = clients(NodeId(4), OpKind::Get, 10, MILLIS);
    load.gateways = vec![NodeId(4), NodeId(5)];
    config.workloads = vec![load.clone()];
    let by_gateway = |cluster: &Cluster<Seen>| {
        let at = |node: u16| {
            let answered = cluster.observer().completed.iter();
            let here = answered.filter(|(_, asked, ..)| asked.gateway == NodeId(node));
            here.count()
        };
        (at(4), at(5))
    };
    let (near, far) = by_gateway(&run(&config, 3 * SECONDS));
    assert!(
        near > far && far > 100,
        "{near} and {far}: five clients each"
    );
    // Open loads go to each in turn.
    load.load = Load::Open {
        interval_ns: 1_000_000,
    };
    config.workloads = vec![load];
    let (near, far) = by_gateway(&run(&config, 3 * SECONDS));
    assert!(near.abs_diff(far) < 20, "{near} and {far}");
}

#[test]
fn a_crash_of_a_gateway_forgets_what_waited_for_its_cores() {
    let mut config = reading(50);
    config.machines.gateway_cores = vec![(GATEWAY, 1)];
    config.machines.costs.execute_ns = 10_000_000;
    let mut cluster = run(&config, SECONDS);
    let action = Action::Crash(GATEWAY);
    cluster.act(SECONDS + 1, action);
    cluster.run_until(2 * SECONDS, u64::MAX);
    assert_eq!(used(&cluster, Resource::GatewayCores(GATEWAY)).queued_us, 0);
    let completed = &cluster.observer().completed;
    let failed = completed
        .iter()
        .filter(|(.., outcome, _, _)| *outcome == Outcome::Failed);
    assert_eq!(failed.count(), 50);
}

#[test]
fn service_times_that_differ_have_the_same_mean_and_a_tail() {
    let mut config = reading(1);
    config.machines.gateway_cores = vec![(GATEWAY, 1)];
    config.machines.costs.execute_ns = 1_000_000;
    let times = |config: &ClusterConfig| {
        let cluster = run(config, 11 * SECONDS);
        let mut ends: Vec<Micros> = cluster
            .observer()
            .completed
            .iter()
            .map(|one| one.0)
            .collect();
        ends.sort_unstable();
        let mut gaps: Vec<u64> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_unstable();
        let mean = gaps.iter().sum::<u64>() / gaps.len() as u64;
        (mean, gaps[gaps.len() * 99 / 100])
    };
    let (mean, p99) = times(&config);
    config.costs.spread = CostSpread::Exponential;
    let (spread_mean, spread_p99) = times(&config);
    assert!(
        spread_mean.abs_diff(mean) < mean / 20,
        "{spread_mean} and {mean}"
    );
    assert!(spread_p99 > 3 * p99, "{spread_p99} and {p99}");
}

#[test]
fn each_request_is_served_once_by_every_resource_on_its_way() {
    for seed in 0..20 {
        let mut stream = Stream::fork(seed, "machines", 0);
        let mut config = reading(stream.between(1, 60) as u32);
        config.seed = seed;
        let costs = &mut config.machines.costs;
        costs.execute_ns = stream.between(10, 400) * 1_000;
        costs.balance_ns = stream.between(1, 100) * 1_000;
        costs.packet_ns = stream.between(1, 40) * 1_000;
        let (execute_ns, balance_ns) = (costs.execute_ns, costs.balance_ns);
        let packet_ns = costs.packet_ns;
        config.machines.gateway_cores = vec![(GATEWAY, stream.between(1, 4) as u32)];
        config.machines.balancers = vec![BalancerConfig {
            zone: ZoneId(0),
            cores: stream.between(1, 3) as u32,
        }];
        config.workloads[0].through = vec![0];
        config.machines.hosts = vec![HostParams {
            packet_cores: stream.between(1, 3) as u32,
            nodes: vec![NodeId(0), NodeId(1), NodeId(2)],
        }];
        let stop = Action::SetWorkload {
            workload: 0,
            running: false,
        };
        let mut cluster = Cluster::new(config, vec![(SECONDS, stop)], Seen::default());
        cluster.run_until(3 * SECONDS, u64::MAX);
        let answered = cluster.observer().completed.len() as u64;
        let left = cluster.resources().map(|one| one.queued_us);
        assert_eq!(
            left.sum::<u64>(),
            0,
            "seed {seed}: nothing is left in a queue"
        );
        let work_ns = |resource| used(&cluster, resource).used_ns;
        let gateway = work_ns(Resource::GatewayCores(GATEWAY));
        assert_eq!(gateway, answered * execute_ns, "seed {seed}: gateway");
        let balancer = work_ns(Resource::BalancerCores(0));
        assert_eq!(balancer, answered * balance_ns, "seed {seed}: balancer");
        // What stores say among themselves is handled at both ends, and both are of the host.
        let is_client =
            |what: MessageType| matches!(what, MessageType::ReadRequest | MessageType::Rows);
        let sent = cluster.observer().sent.iter();
        let packets = sent.map(|(what, count)| if is_client(*what) { *count } else { 2 * count });
        let host = work_ns(Resource::HostPackets(0));
        assert_eq!(host, packets.sum::<u64>() * packet_ns, "seed {seed}: host");
    }
}
