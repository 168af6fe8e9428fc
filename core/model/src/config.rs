//! What a cluster is made of, in resolved numbers: zones, nodes, links, data, costs, load.
//!
//! `documents` turns a scenario file into these types; nothing here knows file formats or
//! names. Times are simulation time in µs, costs are core time in ns, sizes are bytes.

use sim::{LinkParams, Micros, NodeId, ZoneId};

pub use crate::action::Action;
pub use crate::choices::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};
pub use crate::fault::{FaultKey, FaultKind, FaultPlaces, FaultTarget};
pub use crate::machines::{BalancerConfig, CostSpread, MachineCosts, MachinesConfig};
pub use crate::mix::{Mix, MixKey, MixOp, MixRows};
pub use crate::operation::Operation;
pub use crate::read_mode::{LeaderCheck, Promise, Routing, Service};
pub use crate::reads::{ReadConfig, least_staleness_us};
pub use crate::switches::{ReadSwitches, Settings, Zones};
pub use crate::workload::{
    INSERT_ROWS, INSERT_ROWS_EACH, INSERT_TABLES, KeyDistribution, KeyKind, Load, OpKind, RampStep,
    RetryConfig, ValueKind, WorkloadConfig,
};

/// Everything that a run starts from. Same config and actions, same run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Root of every random stream.
    pub seed: u64,
    /// Number of zones; zone ids are `0..zones`.
    pub zones: u16,
    /// Stores first, then gateways, then the placement driver if there is one.
    /// A node's id is its position.
    pub nodes: Vec<NodeConfig>,
    /// Directed links between zones, row-major: `[from * zones + to]`, same-zone links included.
    pub links: Vec<LinkParams>,
    /// Tables, ranges, and where the replicas are.
    pub data: DataConfig,
    /// Raft parameters, alike for every group.
    pub raft: RaftConfig,
    /// What work costs.
    pub costs: Costs,
    /// Switches at the start; a `Set` action changes them later.
    pub settings: Settings,
    /// Client load.
    pub workloads: Vec<WorkloadConfig>,
    /// For tests: what a delegate passes on is compared with what its leader would have sent, and a
    /// difference panics.
    pub oracle: bool,
    /// What tests break on purpose.
    pub sabotage: crate::sabotage::Sabotage,
    /// What the placement driver goes by.
    pub schedule: crate::schedule::ScheduleConfig,
    /// Limits and intervals of reads.
    pub reads: ReadConfig,
    /// Read modes of gateways that have one of their own.
    pub gateway_modes: Vec<(NodeId, ReadMode)>,
    /// Gateways whose clocks are not right.
    pub gateway_clocks: Vec<GatewayClock>,
    /// Machines beside stores that may be a limit.
    pub machines: MachinesConfig,
    /// One in so many of the reads that need nothing but a core is recorded, the others are only
    /// counted; a power of two, 1 = all are recorded.
    pub record_one_in: u64,
    /// Where so much is asked that each event counts: a client that does not think sends its next
    /// get in the event that brings its answer, and not in one of its own at the same instant.
    pub asks_at_once: bool,
}

impl ClusterConfig {
    /// Number of stores; they are the first nodes.
    pub fn stores(&self) -> usize {
        let is_store = |node: &&NodeConfig| matches!(node.kind, NodeKind::Store(_));
        self.nodes.iter().filter(is_store).count()
    }

    /// The zone of a node.
    pub fn zone_of(&self, node: NodeId) -> ZoneId {
        self.nodes[usize::from(node.0)].zone
    }

    /// The placement driver's node, where the timestamp oracle is too.
    pub fn placement_driver(&self) -> Option<NodeId> {
        let is_driver = |node: &NodeConfig| matches!(node.kind, NodeKind::PlacementDriver);
        let position = self.nodes.iter().position(is_driver)?;
        Some(NodeId(position as u16))
    }
}

/// A gateway's clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GatewayClock {
    /// The gateway.
    pub node: NodeId,
    /// Offset at the start.
    pub offset_us: i64,
    /// Rate error: +1 is one µs fast per second.
    pub drift_ppm: i32,
}

/// A node and the zone that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeConfig {
    /// Where it stands.
    pub zone: ZoneId,
    /// What it is.
    pub kind: NodeKind,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Holds replicas (a TiKV node, a YugabyteDB tablet server).
    Store(StoreConfig),
    /// Stateless server where client requests enter and are routed.
    Gateway,
    /// Placement driver: decides where replicas are and who leads; at rest while its switches are
    /// off.
    PlacementDriver,
}

/// A store's hardware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreConfig {
    /// Cores that serve requests and messages.
    pub cores: u32,
    /// Duration of one fsync.
    pub fsync_us: Micros,
    /// Disk write throughput in bytes per second; 0 = not limited.
    pub disk_bytes_per_s: u64,
    /// Clock offset at the start.
    pub clock_offset_us: i64,
    /// Clock rate error: +1 is one µs fast per second.
    pub clock_drift_ppm: i32,
    /// Time between commit and apply here, beside the setting for every store.
    pub apply_delay_us: Micros,
    /// Least ticks of silence after which its replicas stand for election, where they are more than
    /// the Raft groups'.
    pub election_ticks: u32,
}

/// Rows and replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataConfig {
    /// Rows of the table, keys `0..rows`; split evenly over the ranges.
    pub rows: u64,
    /// Bytes of a row's value before anything writes it.
    pub row_bytes: u32,
    /// One element per range: its replicas' stores. Peer `i + 1` is on store `placement[r][i]`.
    pub placement: Vec<Vec<NodeId>>,
    /// One element per range: the store whose replica campaigns at the start, if any.
    pub first_leaders: Vec<Option<NodeId>>,
}

/// Parameters of every Raft group. Names follow raft-rs's `Config`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaftConfig {
    /// Duration of a tick by the store's own clock.
    pub tick_us: Micros,
    /// Ticks between a leader's heartbeats.
    pub heartbeat_ticks: usize,
    /// Least ticks of an election timeout; the greatest is twice this, less one.
    pub election_ticks: usize,
    /// Greatest total size of the entries of one append.
    pub max_size_per_msg: u64,
    /// Appends a leader may have in flight to one follower.
    pub max_inflight_msgs: usize,
    /// Applied entries that a replica keeps when it compacts its log. It compacts when it holds
    /// twice as many.
    pub log_keep: u64,
    /// Whether delta encoding sends timestamps as differences; else all eight bytes of each.
    pub delta_timestamps: bool,
}

/// Core time that work takes, and nothing else: propagation and fsync are counted elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Costs {
    /// A client request at the store that serves or refuses it.
    pub request_ns: u64,
    /// A row read and encoded.
    pub row_ns: u64,
    /// A poll of a store's Raft loop: its poller is busy so long, however many messages it takes.
    pub poll_ns: u64,
    /// A Raft message handled.
    pub message_ns: u64,
    /// An entry applied to the state machine.
    pub apply_ns: u64,
    /// Delta-encoding or decoding a KiB of commands.
    pub delta_ns_per_kib: u64,
    /// Compressing a KiB with LZ4.
    pub compress_ns_per_kib: u64,
    /// Decompressing what was a KiB.
    pub decompress_ns_per_kib: u64,
    /// How the core times of single requests lie around these.
    pub spread: CostSpread,
}
