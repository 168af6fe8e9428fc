//! Requests with their paths, and what can be selected.

use run::playground as engine;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::names::{FreshVerdict, OpKind, ReadMode, RequestOutcome};

/// One request and its path.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct RequestView {
    /// Its number.
    pub id: u64,
    /// The gateway where it entered.
    pub node: u32,
    /// Its workload, -1 = by hand.
    pub workload: i32,
    /// What it does.
    pub op: OpKind,
    /// First key.
    pub key: u64,
    /// Rows.
    pub rows: u32,
    /// How it reads.
    pub mode: ReadMode,
    /// When the client sent it.
    pub invoked_us: u64,
    /// When it ended, -1 = pending.
    pub completed_us: i64,
    /// How it ended.
    pub outcome: RequestOutcome,
    /// A sentence when failed or unknown.
    pub reason: String,
    /// "k3 = 41" for gets and puts, "" for scans.
    pub value: String,
    /// What the client history says of it.
    pub verdict: FreshVerdict,
    /// How long the value that it missed had been acknowledged when it began.
    pub stale_us: u64,
    /// How many acknowledged writes it missed.
    pub stale_commits: u32,
    /// Node that answered, -1 = none.
    pub server: i32,
    /// Messages that served it, in the order of departure.
    pub hops: Vec<Hop>,
    /// Cross-zone round trips on its critical path.
    pub round_trips: u32,
}

impl From<engine::RequestView> for RequestView {
    fn from(request: engine::RequestView) -> Self {
        RequestView {
            id: request.id,
            node: request.node,
            workload: request.workload.map_or(-1, |workload| workload as i32),
            op: request.op.into(),
            key: request.key,
            rows: request.rows,
            mode: request.mode.into(),
            invoked_us: request.invoked_us,
            completed_us: request.completed_us.map_or(-1, |at_us| at_us as i64),
            outcome: request.outcome.into(),
            reason: request.reason,
            value: request.value,
            verdict: request.verdict.into(),
            stale_us: request.stale_us,
            stale_commits: request.stale_commits,
            server: request.server.map_or(-1, |node| node as i32),
            hops: request.hops.into_iter().map(Hop::from).collect(),
            round_trips: request.round_trips,
        }
    }
}

/// One message that served a request.
#[derive(Copy, Clone, Debug, Serialize, Tsify)]
pub struct Hop {
    /// Sender's node.
    pub from: u32,
    /// Receiver's node.
    pub to: u32,
    /// Index into the world's message types.
    #[serde(rename = "type")]
    pub what: u8,
    /// When it left.
    pub sent_us: u64,
    /// When it arrives, or dies halfway.
    pub arrive_us: u64,
    /// Payload bytes.
    pub bytes: u64,
    /// Whether it leaves its zone.
    pub crosses: bool,
}

impl From<engine::HopView> for Hop {
    fn from(hop: engine::HopView) -> Self {
        Hop {
            from: hop.from,
            to: hop.to,
            what: hop.what,
            sent_us: hop.sent_us,
            arrive_us: hop.arrive_us,
            bytes: hop.bytes,
            crosses: hop.crosses,
        }
    }
}

/// One thing that can be inspected.
#[derive(Copy, Clone, Debug, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A message in flight, by flight number.
    Message(#[tsify(type = "number")] u64),
    /// A node, by index.
    Node(u32),
    /// A range's replica on a store.
    Replica {
        /// The range.
        range: u32,
        /// The store's node.
        node: u32,
    },
    /// A directed link between zones.
    Link {
        /// Sender's zone.
        from: u32,
        /// Receiver's zone.
        to: u32,
    },
    /// A request.
    Request(#[tsify(type = "number")] u64),
    /// A range.
    Range(u32),
    /// A log entry of a range, by index.
    Entry {
        /// The range.
        range: u32,
        /// The index.
        #[tsify(type = "number")]
        index: u64,
    },
    /// An event of the run, by number.
    Event(#[tsify(type = "number")] u64),
}

impl From<Target> for engine::Target {
    fn from(target: Target) -> Self {
        match target {
            Target::Message(flight) => engine::Target::Message(flight),
            Target::Node(node) => engine::Target::Node(node),
            Target::Replica { range, node } => engine::Target::Replica { range, node },
            Target::Link { from, to } => engine::Target::Link { from, to },
            Target::Request(request) => engine::Target::Request(request),
            Target::Range(range) => engine::Target::Range(range),
            Target::Entry { range, index } => engine::Target::Entry { range, index },
            Target::Event(event) => engine::Target::Event(event),
        }
    }
}
