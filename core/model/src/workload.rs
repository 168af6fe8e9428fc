//! A workload: what its clients ask, of which keys, and when, in resolved numbers.
//!
//! Plain data. It must not know who sends requests, nor what becomes of them.

use sim::{Micros, NodeId, Ratio};

use crate::choice;
use crate::choices::ReadMode;
use crate::mix::Mix;

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
        /// Inserts ten rows, two neighbours in each of five tables, all or none: each table is a
        /// fifth of the keys. Needs timestamps: without them it fails.
        Insert = "insert";
        /// Reads rows that lie apart at one time, then writes them all or none. Needs timestamps:
        /// without them it fails.
        Update = "update";
    }
}

/// Tables of an insert transaction.
pub const INSERT_TABLES: u64 = 5;
/// Rows that it inserts into each of them.
pub const INSERT_ROWS_EACH: u64 = 2;
/// Rows that it inserts in all.
pub const INSERT_ROWS: u32 = (INSERT_TABLES * INSERT_ROWS_EACH) as u32;

impl OpKind {
    /// Whether it may write.
    pub const fn is_write(self) -> bool {
        matches!(
            self,
            OpKind::Put | OpKind::Transfer | OpKind::Insert | OpKind::Update
        )
    }

    /// Whether it writes what it did not read: then a conflict costs nothing but another try.
    pub const fn is_blind_write(self) -> bool {
        matches!(self, OpKind::Put | OpKind::Insert)
    }

    /// Whether its rows lie apart, so that only a transaction writes them all or none.
    pub const fn writes_apart(self) -> bool {
        matches!(self, OpKind::Transfer | OpKind::Insert | OpKind::Update)
    }

    /// Whether it is made of requests of its own.
    pub const fn is_composed(self) -> bool {
        matches!(
            self,
            OpKind::Statement | OpKind::Transaction | OpKind::Transfer | OpKind::Update
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

/// A stream of requests from one gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadConfig {
    /// The gateways where the requests enter, client after client; never empty.
    pub gateways: Vec<NodeId>,
    /// The balancers that they come through, client after client, by position; empty: straight.
    pub through: Vec<u16>,
    /// What each request does, unless a mix says it.
    pub op: OpKind,
    /// What its requests are drawn from.
    pub mix: Option<Mix>,
    /// Rows per scan or put; 1 for gets.
    pub rows: u32,
    /// Bytes of each written value, the 8-byte write id included.
    pub value_bytes: u32,
    /// What written values look like.
    pub values: ValueKind,
    /// When requests start.
    pub load: Load,
    /// How the load changes, in order of time; each begins after the one before has ended.
    pub ramp: Vec<RampStep>,
    /// Keys are drawn from `keys.0..keys.1`.
    pub keys: (u64, u64),
    /// How often each of them is drawn.
    pub distribution: KeyDistribution,
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
    /// How long its clients wait for an answer, or the cluster's setting.
    pub timeout_us: Option<Micros>,
    /// What they do without one; nothing by default.
    pub retry: Option<RetryConfig>,
    /// Whether it runs from the start.
    pub running: bool,
    /// Instant of its first request, if it runs from the start.
    pub start_us: Micros,
}

/// A change of the load: of the clients' number, or of the rate at which requests arrive.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RampStep {
    /// When it begins.
    pub at_us: Micros,
    /// How long it takes, straight from the level before; 0 = at once.
    pub over_us: Micros,
    /// Clients, or millionths of a request per second.
    pub level: u64,
}

/// A client that got no answer asks again: a new request, and of a put a new write.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RetryConfig {
    /// Requests in all, the first one included.
    pub attempts: u32,
    /// Pause before the second; each later one is twice as long.
    pub backoff_us: Micros,
    /// Longest pause.
    pub backoff_max_us: Micros,
    /// Share of the pause that is drawn: none, and all clients that failed together come again
    /// together.
    pub jitter: Ratio,
}

impl WorkloadConfig {
    /// Whether its requests may write.
    pub fn is_write(&self) -> bool {
        match self.mix {
            Some(mix) => mix
                .shares()
                .iter()
                .any(|(_, operation)| operation.is_write()),
            None => self.op.is_write(),
        }
    }

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

choice! {
    /// How often each key is drawn.
    pub enum KeyKind {
        // Every workload was, before there were others.
        /// Each key as often as any other.
        Uniform = "uniform";
        /// Few keys very often, as YCSB draws them: the key of rank k in proportion to 1 / k^theta.
        /// Ranks are scattered over the keys by a fixed hash, so that hot keys lie in all ranges;
        /// unlike in YCSB no two ranks share a key.
        Zipfian = "zipfian";
        /// Zipfian from the newest key backwards. A put takes the next key and makes it the
        /// newest, round and round, for every workload with this distribution over the same keys.
        Latest = "latest";
        /// A share of the requests goes to a share of the keys, the first ones; the others to the
        /// rest.
        Hotspot = "hotspot";
        /// Always the same key.
        One = "one";
    }
}

/// How often each key is drawn, with its figures.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum KeyDistribution {
    /// Evenly.
    #[default]
    Uniform,
    /// Rank k in proportion to 1 / k^theta, ranks scattered over the keys.
    Zipfian {
        /// The exponent in thousandths.
        theta_milli: u32,
    },
    /// The same, ranks counted from the newest key backwards.
    Latest {
        /// The exponent in thousandths.
        theta_milli: u32,
    },
    /// Evenly among the first keys with this probability, else evenly among the others.
    Hotspot {
        /// How many keys are hot.
        hot_keys: u64,
        /// Share of the requests that goes to them.
        requests: Ratio,
    },
    /// This key.
    One {
        /// The key.
        key: u64,
    },
}
