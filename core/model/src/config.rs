//! What a cluster is made of, in resolved numbers: zones, nodes, links, data, costs, load.
//!
//! `documents` turns a scenario file into these types; nothing here knows file formats or
//! names. Times are simulation time in µs, costs are core time in ns, sizes are bytes.

use serde::Serialize;
use sim::{LinkParams, Micros, NodeId, ZoneId};
use ts_rs::TS;

pub use crate::action::{Action, FaultKey};
pub use crate::operation::Operation;
pub use crate::reads::{
    AdaptiveBy, FollowerChoice, ReadConfig, ReadSwitches, SafeTime, Timestamps, least_staleness_us,
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
}

/// Switches that may change while the cluster runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How reads are served, unless a workload says otherwise.
    pub read_mode: ReadMode,
    /// A leader that does not hear from a quorum for an election timeout steps down.
    pub check_quorum: bool,
    /// A would-be candidate asks first whether it could win (Raft thesis 9.6).
    pub pre_vote: bool,
    /// Followers learn the commit index with the next append or heartbeat instead of with a
    /// message of its own (TiKV's choice).
    pub skip_commit_broadcast: bool,
    /// Time between commit and apply on every store.
    pub apply_delay_us: Micros,
    /// How long a client waits for one request.
    pub request_timeout_us: Micros,
    /// Zones whose replicas get appends from outside through one delegate (Follower Replication).
    pub follower_replication: Zones,
    /// Which replica of a zone is its delegate.
    pub delegate_policy: DelegatePolicy,
    /// A delegate bundles its zone's acknowledgements, word for word, into one message.
    pub aggregate_acks: bool,
    /// A lagging replica gets its snapshot from the nearest replica that can serve it.
    pub neighbour_snapshots: bool,
    /// Commands in appends travel as differences from what the receiver knows.
    pub delta_encoding: bool,
    /// How Raft messages are compressed.
    pub compression: Compression,
    /// An entry counts only when replicas in two zones hold it (raft-rs group commit).
    pub group_commit: bool,
    /// The placement driver moves a range's leader to the zone that uses it most.
    pub location_affinity: bool,
    /// The placement driver evens out the number of leaders on stores.
    pub balance_leaders: bool,
    /// The placement driver replaces lost replicas, evens out their number, and keeps one in each
    /// zone.
    pub balance_replicas: bool,
    /// The placement driver spreads the leaders of hot ranges.
    pub schedule_hot: bool,
    /// The placement driver splits large and hot ranges, and merges small and cold ones.
    pub split_merge: bool,
    /// The placement driver gives hot ranges read-only learners, and takes them away again.
    pub hot_learners: bool,
    /// Quiet ranges stop ticking.
    pub hibernate: bool,
    /// How reads are made safe and cheap.
    pub reads: ReadSwitches,
}

/// A set of zones.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Zones(u64);

impl Zones {
    /// No zone.
    pub const NONE: Zones = Zones(0);
    /// Every zone that there may be.
    pub const ALL: Zones = Zones(u64::MAX);

    /// Zones by their numbers' bits.
    pub const fn from_bits(bits: u64) -> Zones {
        Zones(bits)
    }

    /// Bit n is zone n.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether a zone is one of them.
    pub const fn contains(self, zone: ZoneId) -> bool {
        self.0 >> (zone.0 % 64) & 1 == 1
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Which replica of a zone passes appends on to the others.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum DelegatePolicy {
    /// The one that is nearest to the log's head: every round anew.
    #[default]
    Nearest,
    /// The one that it was, as long as it answers.
    Sticky,
    /// Each in turn, so that none carries more than the others.
    Rotating,
}

impl DelegatePolicy {
    /// Every policy, in the order of their numbers.
    pub const ALL: [DelegatePolicy; 3] = [
        DelegatePolicy::Nearest,
        DelegatePolicy::Sticky,
        DelegatePolicy::Rotating,
    ];
}

/// How Raft messages are compressed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Compression {
    /// Not at all (TiKV's default).
    #[default]
    None,
    /// LZ4 block format.
    Lz4,
}

impl Compression {
    /// Every choice, in the order of their numbers.
    pub const ALL: [Compression; 2] = [Compression::None, Compression::Lz4];
}

impl Default for Settings {
    /// Switches of a scenario that says nothing about them.
    fn default() -> Self {
        Settings {
            read_mode: ReadMode::Leader,
            check_quorum: true,
            pre_vote: true,
            skip_commit_broadcast: true,
            apply_delay_us: 0,
            request_timeout_us: 5_000_000,
            follower_replication: Zones::NONE,
            delegate_policy: DelegatePolicy::Nearest,
            aggregate_acks: false,
            neighbour_snapshots: false,
            delta_encoding: false,
            compression: Compression::None,
            group_commit: false,
            location_affinity: false,
            balance_leaders: false,
            balance_replicas: false,
            schedule_hot: false,
            split_merge: false,
            hot_learners: false,
            hibernate: false,
            reads: ReadSwitches::default(),
        }
    }
}

/// How a read is served. One enum that every read mode joins. Digests and records hold the numbers
/// of its values: new ones come last.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum ReadMode {
    /// The closest replica answers at once. Promises nothing: stale without bound.
    Local,
    /// The replica that believes it leads answers at once. Stale under a partition.
    LeaderUnchecked,
    /// The leader confirms itself with a quorum (ReadIndex, Raft thesis 6.4). Linearizable.
    Leader,
    /// The closest replica asks the leader for a read index, waits until it has applied it, and
    /// answers (Follower Read). Linearizable.
    Follower,
    /// The leader answers while its role says that it leads (raft-rs `LeaseBased`). Broken: it
    /// looks at the role, not at time.
    LeaseUnsafe,
    /// The leader answers until the send time of the last round that a quorum acknowledged, plus a
    /// lease (TiKV's). Linearizable while clocks run at nearly the same rate.
    Lease,
    /// The closest replica forwards the read to the leader and relays the rows. As the leader's.
    Proxy,
    /// As `Follower`, at the closest learner if there is one.
    Learner,
    /// Large results from the closest replica, small ones from the leader (TiDB's
    /// `closest-adaptive`). Linearizable, as its two parts.
    #[serde(rename = "closest-adaptive")]
    Adaptive,
    /// A snapshot of a named time ago, from the closest replica that is safe to read then.
    Stale,
    /// The closest replica answers if what it holds is new enough for the reader's timestamp; else
    /// as `Follower`. A snapshot.
    Version,
}

impl ReadMode {
    /// Every mode, in the order in which they are explained.
    pub const ALL: [ReadMode; 11] = [
        ReadMode::Local,
        ReadMode::LeaderUnchecked,
        ReadMode::Leader,
        ReadMode::Follower,
        ReadMode::LeaseUnsafe,
        ReadMode::Lease,
        ReadMode::Proxy,
        ReadMode::Learner,
        ReadMode::Adaptive,
        ReadMode::Stale,
        ReadMode::Version,
    ];

    /// Whether the mode promises linearizable reads.
    pub fn is_linearizable(self) -> bool {
        matches!(
            self,
            ReadMode::Leader
                | ReadMode::Follower
                | ReadMode::Lease
                | ReadMode::Proxy
                | ReadMode::Learner
                | ReadMode::Adaptive
        )
    }
}

/// What a request does. Digests and records hold the numbers of its values: new ones come last.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum OpKind {
    /// Reads one row.
    Get,
    /// Reads neighbouring rows of one range.
    Scan,
    /// Writes one row, or a batch of neighbouring rows of one range as one command.
    Put,
    /// Reads rows that may lie in several ranges, one range after the other, at one read time.
    Statement,
    /// An interactive transaction: statements one after the other, then a commit.
    Transaction,
    /// Moves an amount from one account to another: reads both, writes both, or neither.
    Transfer,
}

impl OpKind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [OpKind; 6] = [
        OpKind::Get,
        OpKind::Scan,
        OpKind::Put,
        OpKind::Statement,
        OpKind::Transaction,
        OpKind::Transfer,
    ];

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

/// What written values look like, which is what compression depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// One line of text, repeated: nearly all of it goes when it is compressed.
    Line,
    /// Random digits in groups, as sysbench fills its columns.
    Digits,
    /// Text of common words.
    Words,
    /// Random bytes, as of what is encrypted or compressed already.
    Random,
}

/// A stream of requests from one gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadConfig {
    /// The gateway where the requests enter.
    pub gateway: NodeId,
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
