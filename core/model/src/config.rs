//! What a cluster is made of, in resolved numbers: zones, nodes, links, data, costs, load.
//!
//! `documents` turns a scenario file into these types; nothing here knows file formats or
//! names. Times are simulation time in µs, costs are core time in ns, sizes are bytes.

use sim::{LinkParams, Micros, NodeId, ZoneId};

use crate::choice;

pub use crate::action::Action;
pub use crate::choices::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};
pub use crate::fault::{FaultKey, FaultKind, FaultTarget};
pub use crate::machines::{BalancerConfig, CostSpread, MachineCosts, MachinesConfig};
pub use crate::operation::Operation;
pub use crate::read_mode::{LeaderCheck, Promise, Routing, Service};
pub use crate::reads::{ReadConfig, least_staleness_us};
pub use crate::switches::{ReadSwitches, Settings, Zones};

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

choice! {
    /// What a request does.
    pub enum OpKind {
        /// Reads one row.
        Get = "get";
        // Of one range.
        /// Reads neighbouring rows.
        Scan = "scan";
        /// Writes one row, or with `rows` a batch of neighbouring rows as one command.
        Put = "put";
        /// Reads neighbouring rows that may lie in several ranges, range after range, at one time.
        Statement = "statement";
        // Interactive, then a commit.
        /// Several statements one after the other, at one time; each after the first begins so many
        /// keys on that they are spread evenly.
        Transaction = "transaction";
        // Between two accounts.
        /// Moves an amount from one row to another, half of the keys away: reads both, then writes
        /// both or neither. Needs timestamps: without them it fails.
        Transfer = "transfer";
    }
}

impl OpKind {
    /// Whether it may write.
    pub const fn is_write(self) -> bool {
        matches!(self, OpKind::Put | OpKind::Transfer)
    }

    /// Whether it is made of requests of its own.
    pub const fn is_composed(self) -> bool {
        matches!(
            self,
            OpKind::Statement | OpKind::Transaction | OpKind::Transfer
        )
    }
}

choice! {
    /// What written values look like; compression depends on it.
    pub enum ValueKind {
        // Nearly all of it goes when it is compressed.
        /// One line of text, repeated.
        Line = "line";
        /// Random digits in groups, as sysbench fills its columns.
        Digits = "digits";
        /// Text of common words.
        Words = "words";
        /// Random bytes, as of what is encrypted or compressed already.
        Random = "random";
    }
}

/// A stream of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadConfig {
    /// The gateways where the requests enter, client after client; never empty.
    pub gateways: Vec<NodeId>,
    /// The balancers that they come through, client after client, by position; empty: straight.
    pub through: Vec<u16>,
    /// What each request does.
    pub op: OpKind,
    /// Rows per scan or put; 1 for gets.
    pub rows: u32,
    /// Bytes of each written value, the 8-byte write id included.
    pub value_bytes: u32,
    /// What written values look like.
    pub values: ValueKind,
    /// When requests start.
    pub load: Load,
    /// Keys are drawn evenly from `keys.0..keys.1`.
    pub keys: (u64, u64),
    /// A mode of its own, or the cluster's setting.
    pub read_mode: Option<ReadMode>,
    /// Requests to each range of a statement, one after the other.
    pub fetches: u32,
    /// Statements of a transaction.
    pub statements: u32,
    /// A statement is prepared first, at a timestamp of its own: the oracle is asked once more.
    pub prepared: bool,
    /// A staleness bound of its own, or the cluster's setting.
    pub staleness_us: Option<Micros>,
    /// Its session is read-only: a write in it is an error.
    pub read_only: bool,
    /// Whether it runs from the start.
    pub running: bool,
    /// Instant of its first request, if it runs from the start.
    pub start_us: Micros,
}

impl WorkloadConfig {
    /// The first gateway where its requests enter.
    pub fn gateway(&self) -> NodeId {
        self.gateways[0]
    }

    /// The gateway of a client, or of an open load's request, by number.
    pub fn gateway_of(&self, turn: u32) -> NodeId {
        self.gateways[turn as usize % self.gateways.len()]
    }
}

/// When a workload's requests start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// Each of `clients` sends, waits for the answer, thinks, and sends again.
    Closed {
        /// Number of clients.
        clients: u32,
        /// Pause between an answer and the next request.
        think_us: Micros,
    },
    /// Requests arrive as a Poisson process, answered or not.
    Open {
        /// Mean time between requests in ns.
        interval_ns: u64,
    },
}
