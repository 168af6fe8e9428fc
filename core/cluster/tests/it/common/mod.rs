//! A small cluster for tests, and an observer that counts what happened.
#![allow(
    clippy::allow_attributes,
    dead_code,
    unreachable_pub,
    reason = "an example uses a part of this too"
)]

pub mod reads;

use std::collections::BTreeMap;

use cluster::{AnyCluster, Cluster};
use model::config::{
    Action, ClusterConfig, Costs, DataConfig, KeyDistribution, Load, NodeConfig, NodeKind, OpKind,
    RaftConfig, ReadMode, Settings, StoreConfig, ValueKind, WorkloadConfig,
};
use model::fact::{Fact, MessageType, Observer, Outcome, RequestFact, Role};
use model::ids::{RangeId, RequestId};
use model::view::ReplicaView;
use sim::{LinkParams, MILLIS, Micros, NodeId, Ratio, ZoneId};

/// Three zones, one store and one gateway in each; one range on all; store 0 leads first.
/// Stores are nodes 0 to 2, gateways 3 to 5. Round trips: 10 ms between zones.
pub fn three_zones() -> ClusterConfig {
    zones(&[1, 1, 1], 1)
}

/// Goes on for so long.
pub fn run_for(cluster: &mut AnyCluster, span_us: Micros) {
    let now = cluster.now();
    cluster.run_until(now + span_us, u64::MAX);
}

/// Does this at once.
pub fn act(cluster: &mut AnyCluster, action: Action) {
    let now = cluster.now();
    cluster.act(now + 1, action);
    run_for(cluster, 10);
}

/// One range of every store per zone layout, e.g. `[1, 2, 2]`, and one gateway per zone.
pub fn zones(stores_per_zone: &[u16], ranges: usize) -> ClusterConfig {
    let zones = stores_per_zone.len() as u16;
    let mut nodes = Vec::new();
    for (zone, &count) in stores_per_zone.iter().enumerate() {
        for _ in 0..count {
            nodes.push(NodeConfig {
                zone: ZoneId(zone as u16),
                kind: NodeKind::Store(store()),
            });
        }
    }
    let stores: Vec<NodeId> = (0..nodes.len() as u16).map(NodeId).collect();
    for zone in 0..zones {
        nodes.push(NodeConfig {
            zone: ZoneId(zone),
            kind: NodeKind::Gateway,
        });
    }
    let first_leaders = (0..ranges)
        .map(|range| Some(stores[range % stores.len()]))
        .collect();
    ClusterConfig {
        seed: 7,
        zones,
        nodes,
        links: links(zones),
        data: DataConfig {
            rows: 1_000,
            row_bytes: 100,
            placement: vec![stores; ranges],
            first_leaders,
        },
        raft: RaftConfig {
            tick_us: 100 * MILLIS,
            heartbeat_ticks: 1,
            election_ticks: 10,
            max_size_per_msg: 1 << 20,
            max_inflight_msgs: 256,
            log_keep: 64,
            delta_timestamps: true,
        },
        costs: costs(),
        settings: Settings {
            read_mode: ReadMode::Leader,
            check_quorum: true,
            pre_vote: true,
            skip_commit_broadcast: true,
            apply_delay_us: 0,
            request_timeout_us: 2_000 * MILLIS,
            ..Settings::default()
        },
        workloads: Vec::new(),
        oracle: true,
        sabotage: model::sabotage::Sabotage::default(),
        schedule: model::schedule::ScheduleConfig::default(),
        reads: model::config::ReadConfig::default(),
        gateway_modes: Vec::new(),
        gateway_clocks: Vec::new(),
        machines: model::config::MachinesConfig::default(),
        record_one_in: 1,
        asks_at_once: false,
    }
}

fn costs() -> Costs {
    Costs {
        request_ns: 30_000,
        row_ns: 2_000,
        poll_ns: 10_000,
        message_ns: 5_000,
        apply_ns: 5_000,
        delta_ns_per_kib: 500,
        compress_ns_per_kib: 1_300,
        decompress_ns_per_kib: 200,
        spread: model::config::CostSpread::Constant,
    }
}

/// Round trips of 200 us inside a zone and of 10 ms between zones.
fn links(zones: u16) -> Vec<LinkParams> {
    let pairs = (0..zones).flat_map(|from| (0..zones).map(move |to| from == to));
    let link = |same_zone: bool| {
        let delay_us = if same_zone { 100 } else { 5 * MILLIS };
        LinkParams {
            delay_us,
            jitter_us: delay_us / 10,
            bandwidth_bps: 0,
            loss: Ratio::ZERO,
            vanish: Ratio::ZERO,
            window_bytes: 0,
            connections: 0,
            buffer_bytes: 0,
        }
    };
    pairs.map(link).collect()
}

fn store() -> StoreConfig {
    StoreConfig {
        cores: 8,
        fsync_us: 200,
        disk_bytes_per_s: 0,
        clock_offset_us: 0,
        clock_drift_ppm: 0,
        apply_delay_us: 0,
        election_ticks: 0,
    }
}

/// Closed clients at a gateway.
pub fn clients(gateway: NodeId, op: OpKind, clients: u32, think_us: Micros) -> WorkloadConfig {
    WorkloadConfig {
        gateways: vec![gateway],
        through: Vec::new(),
        op,
        mix: None,
        rows: 1,
        value_bytes: 100,
        values: ValueKind::Line,
        load: Load::Closed { clients, think_us },
        keys: (0, 1_000),
        ramp: Vec::new(),
        distribution: KeyDistribution::Uniform,
        read_mode: None,
        fetches: 1,
        statements: 1,
        prepared: false,
        staleness_us: None,
        read_only: false,
        timeout_us: None,
        retry: None,
        running: true,
        start_us: 0,
    }
}

/// Counts facts and keeps the ends of requests.
#[derive(Default)]
pub struct Seen {
    pub sent: BTreeMap<MessageType, u64>,
    pub leaders: Vec<(Micros, u64, NodeId)>,
    pub completed: Vec<(Micros, RequestFact, Outcome, u64, Option<NodeId>)>,
    pub snapshots: u64,
    pub ok: u64,
    open: BTreeMap<RequestId, RequestFact>,
}

impl Observer for Seen {
    fn fact(&mut self, at_us: Micros, _: u64, _: u64, fact: &Fact) {
        match *fact {
            Fact::Sent(sent) => *self.sent.entry(sent.what).or_default() += 1,
            Fact::Role {
                at,
                role: Role::Leader,
                term,
                ..
            } => {
                self.leaders.push((at_us, term, at.node));
            }
            Fact::SnapshotInstalled { .. } => self.snapshots += 1,
            Fact::Invoked(request) => {
                self.open.insert(request.request, request);
            }
            Fact::Completed {
                request,
                outcome,
                server,
                value,
                ..
            } => {
                let invoked = self.open.remove(&request).expect("it was invoked");
                self.ok += u64::from(outcome == Outcome::Ok);
                self.completed
                    .push((at_us, invoked, outcome, value, server));
            }
            _ => {}
        }
    }

    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}

pub fn run(config: ClusterConfig, actions: Vec<(Micros, Action)>, until: Micros) -> Cluster<Seen> {
    let mut cluster = Cluster::new(config, actions, Seen::default());
    cluster.run_until(until, u64::MAX);
    cluster
}

/// The replica that leads the range in the highest term.
pub fn leader(cluster: &Cluster<Seen>, range: RangeId) -> Option<ReplicaView> {
    let replicas = cluster.replicas(range).into_iter();
    replicas
        .filter(|r| r.role == Role::Leader)
        .max_by_key(|r| r.term)
}

/// A request by hand.
pub fn request(gateway: NodeId, op: OpKind, key: u64) -> Action {
    Action::Request {
        gateway,
        op,
        key,
        rows: 1,
        value_bytes: 16,
        mode: None,
    }
}
