//! The shape of a form, format `raft-atlas-advice/1`. The doc comments are the descriptions in its
//! JSON Schema. Which values make sense says `check`.

use format::bound::AT_MOST_BYTES;
use format::limits;
use format::schema::nothing_pattern;
use format::tree::Read;
use format::units::DurationUs;
use format::word::Word;
use model::choice;
use model::config::{ReadMode, ValueKind};
use schemars::JsonSchema;
use serde::Serialize;
use text::phrase;
use ts_rs::TS;

/// Longest id of a zone: loads are named by it.
const ZONE_BYTES_MAX: usize = 30;
/// Most clients of a zone.
const CLIENTS_MAX: u32 = 1_000_000;
const SEEDS_MAX: u32 = 20;
/// Shortest and longest measured time.
const MEASURED_US: (u64, u64) = (1_000_000, 120_000_000);
/// Shortest and longest tick.
const TICK_US: (u64, u64) = (10_000, 10_000_000);
/// With a longer round trip elections do not end within their timeouts.
const RTT_US: (u64, u64) = (10, 500_000);
/// Least and greatest age that stale reads may have: the least is twice the greatest difference
/// between two clocks that a scenario expects.
const STALENESS_US: (u64, u64) = (1_000_000, 60_000_000);

/// Modes that need nothing but stores and gateways: no learners, which are made on demand, and no
/// timestamps.
pub(crate) const CONSIDERED: [ReadMode; 9] = [
    ReadMode::Leader,
    ReadMode::Lease,
    ReadMode::Follower,
    ReadMode::Proxy,
    ReadMode::Adaptive,
    ReadMode::Stale,
    ReadMode::Local,
    ReadMode::LeaderUnchecked,
    ReadMode::LeaseUnsafe,
];

/// Which setting for a network: what it is like, what is asked of it, and what must be kept.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas advice")]
pub struct AdviceForm {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: AdviceFormat,
    /// Shown as the form's name.
    #[schemars(length(max = limits::TITLE_BYTES_MAX))]
    #[bound(words = AT_MOST_BYTES)]
    pub title: String,
    /// Failure and price domains: availability zones or data centres.
    #[schemars(length(min = 1, max = limits::ZONES_MAX))]
    #[bound(words = phrase!("1 to {most} zones"))]
    pub zones: Vec<AdviceZone>,
    /// Round trips and prices between them.
    #[serde(default)]
    pub links: AdviceLinks,
    /// How much is kept.
    #[serde(default)]
    pub data: AdviceData,
    /// How often Raft groups speak when they have nothing to say.
    #[serde(default)]
    pub raft: AdviceRaft,
    /// What clients ask for, all zones together.
    pub load: AdviceLoad,
    /// What a setting must keep.
    #[serde(default)]
    pub limits: AdviceLimits,
    /// What is tried: one setting for each combination.
    #[serde(default)]
    pub consider: AdviceConsider,
    /// How long it is tried, and how often.
    #[serde(default)]
    pub runs: AdviceRuns,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
pub enum AdviceFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-advice/1")]
    RaftAtlasAdvice1,
}

/// A zone, its machines and its clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceZone {
    /// Letters, digits, `-` and `_`, each zone its own.
    #[schemars(length(max = ZONE_BYTES_MAX))]
    #[bound(words = phrase!("at most {most} letters"))]
    pub id: String,
    /// The cloud region that it belongs to.
    #[serde(default)]
    pub region: String,
    /// Machines that hold replicas.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = limits::STORES_MAX))]
    #[bound(max = limits::STORES_MAX as u32)]
    pub stores: u32,
    /// Clients here: the zone's share of the load is their share of all clients.
    #[serde(default)]
    #[schemars(range(min = 0, max = CLIENTS_MAX))]
    #[bound]
    pub clients: u32,
    /// Least ticks of silence after which replicas here stand for election, the product's or more:
    /// a far zone that waits longer leads only where no other can.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::TICKS_MAX))]
    pub election_ticks: Option<u32>,
}

/// Round trips and prices.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceLinks {
    /// Round trip inside a zone; that is free of charge.
    #[ts(type = "string")]
    #[serde(default = "inside_rtt")]
    #[bound(min = RTT_US.0, max = RTT_US.1)]
    pub inside_rtt: DurationUs,
    /// Round trip between two zones of which `between` says nothing.
    #[ts(type = "string")]
    #[serde(default = "across_rtt")]
    #[bound(min = RTT_US.0, max = RTT_US.1)]
    pub across_rtt: DurationUs,
    /// Most that is added to each way between two zones of which `between` says nothing, drawn
    /// evenly.
    #[ts(type = "string")]
    #[serde(default)]
    pub across_jitter: DurationUs,
    /// Price of a GB between two zones of which `between` says nothing, in US dollars.
    #[serde(default = "across_usd")]
    #[schemars(range(min = 0.0, max = limits::USD_PER_GB_MAX))]
    #[bound(words = phrase!("0 to {most} US dollars"))]
    pub across_usd_per_gb: f64,
    /// Pairs of zones that differ from that.
    #[serde(default)]
    pub between: Vec<AdviceBetween>,
}

/// What is between two zones.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceBetween {
    /// The two.
    pub zones: (String, String),
    /// Round trip of an empty message.
    #[ts(type = "string | null")]
    #[serde(default)]
    #[bound(min = RTT_US.0, max = RTT_US.1)]
    pub rtt: Option<DurationUs>,
    /// How much of it the way from the first to the second takes; half of it by default.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub there: Option<DurationUs>,
    /// Most that is added to each way, drawn evenly.
    #[ts(type = "string | null")]
    #[serde(default)]
    pub jitter: Option<DurationUs>,
    /// Price of a GB, in US dollars.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = limits::USD_PER_GB_MAX))]
    #[bound(words = phrase!("0 to {most} US dollars"))]
    pub usd_per_gb: Option<f64>,
}

/// How much is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceData {
    /// Ranges; each is kept by one Raft group.
    #[serde(default = "ranges")]
    #[schemars(range(min = 1, max = limits::RANGES_MAX))]
    #[bound]
    pub ranges: u32,
    /// Rows, split evenly over the ranges.
    #[serde(default = "rows")]
    #[schemars(range(min = 1, max = limits::ROWS_MAX))]
    #[bound(max = limits::ROWS_MAX as u32)]
    pub rows: u32,
    /// Bytes of a value.
    #[serde(default = "value_bytes")]
    #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
    #[bound]
    pub value_bytes: u32,
    /// What values look like: how small compression makes them depends on it.
    #[ts(as = "ValueKind")]
    #[serde(default = "values")]
    pub values: Word<ValueKind>,
}

/// How often Raft groups speak: with many ranges, heartbeats may be most of the traffic between
/// zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceRaft {
    /// Whose defaults it is: tick, ticks between heartbeats and before an election, and whether
    /// idle ranges sleep.
    #[ts(as = "AdviceProduct")]
    #[serde(default = "product")]
    pub product: Word<AdviceProduct>,
    /// Duration of a tick instead of the product's.
    #[ts(type = "string | null")]
    #[serde(default)]
    #[bound(min = TICK_US.0, max = TICK_US.1)]
    pub tick: Option<DurationUs>,
    /// Whether idle ranges sleep, instead of what the product does.
    #[serde(default)]
    pub hibernate: Option<bool>,
}

choice! {
    /// A product whose defaults Raft groups may have.
    pub enum AdviceProduct {
        /// A tick of 1 s, heartbeats each 2 s; idle ranges sleep.
        Tikv = "tikv";
        /// A tick of 200 ms, heartbeats each second; idle ranges sleep.
        Cockroachdb = "cockroachdb";
        /// Heartbeats each 500 ms, always.
        Yugabytedb = "yugabytedb";
        /// Heartbeats each 100 ms, always.
        Etcd = "etcd";
    }
}

/// What clients ask for.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceLoad {
    /// Reads a second.
    #[schemars(range(min = 1.0, max = limits::RATE_MAX))]
    #[bound(words = phrase!("1 to {most} a second"))]
    pub reads_per_s: f64,
    /// Writes a second.
    #[schemars(range(min = 1.0, max = limits::RATE_MAX))]
    #[bound(words = phrase!("1 to {most} a second"))]
    pub writes_per_s: f64,
    /// Rows that a read returns.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = limits::SCAN_ROWS_MAX))]
    #[bound]
    pub rows_per_read: u32,
}

/// What a setting must keep. That no promise is broken and that every request is answered is asked
/// always.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub struct AdviceLimits {
    /// 99 of 100 reads, of the clients of each zone, take no longer.
    #[ts(type = "string | null")]
    #[schemars(extend("not" = nothing_pattern()))]
    pub p99_of_reads: Option<DurationUs>,
    /// 99 of 100 writes, of the clients of each zone, take no longer.
    #[ts(type = "string | null")]
    #[schemars(extend("not" = nothing_pattern()))]
    pub p99_of_writes: Option<DurationUs>,
    /// Reads may be so old; without it they must be the newest.
    #[ts(type = "string | null")]
    #[bound(min = STALENESS_US.0, max = STALENESS_US.1)]
    pub staleness: Option<DurationUs>,
    /// Whether reads and writes must go on when any one zone is lost.
    pub survive_zone_loss: bool,
    /// What traffic between zones may cost.
    #[schemars(range(min = 0.0))]
    pub usd_per_month: Option<f64>,
}

/// What is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceConsider {
    /// How reads are served.
    #[ts(as = "Vec<ReadMode>")]
    #[serde(default = "read_modes")]
    #[schemars(
        length(min = 1),
        extend("uniqueItems" = true, "allOf" = [{ "items": { "enum": CONSIDERED.map(ReadMode::id) } }])
    )]
    pub read_modes: Vec<Word<ReadMode>>,
    /// Where leaders are.
    #[ts(as = "Vec<AdviceLeaders>")]
    #[serde(default = "leaders")]
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub leaders: Vec<Word<AdviceLeaders>>,
    /// How many replicas each range has, round robin over the zones.
    #[serde(default = "replicas")]
    #[schemars(length(min = 1), inner(range(min = 1, max = limits::REPLICAS_MAX)), extend("uniqueItems" = true))]
    pub replicas: Vec<u32>,
    /// How entries are encoded.
    #[ts(as = "Vec<AdviceEncoding>")]
    #[serde(default = "encodings")]
    #[schemars(length(min = 1), extend("uniqueItems" = true))]
    pub encoding: Vec<Word<AdviceEncoding>>,
}

choice! {
    /// Where the leaders of ranges are.
    pub enum AdviceLeaders {
        /// In all zones in turn.
        Spread = "spread";
        // Of those with as many, the one nearest to the clients.
        /// In the zone with most clients.
        Home = "home";
        // Those from which a quorum is at most twice as far as from the nearest to one.
        /// In turn in the zones that are near a majority of replicas: a far one never leads.
        Near = "near";
    }
}

choice! {
    /// How entries travel.
    pub enum AdviceEncoding {
        /// As they stand in the log.
        Plain = "plain";
        // With more replicas than zones, follower replication too.
        /// Delta-encoded, compressed by LZ4, and into a zone with several replicas once.
        Compact = "compact";
    }
}

/// How it is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct AdviceRuns {
    /// Runs of each setting, each with a seed of its own.
    #[serde(default = "seeds")]
    #[schemars(range(min = 1, max = SEEDS_MAX))]
    #[bound]
    pub seeds: u32,
    /// How much simulated time of a run is measured, after its warm-up.
    #[ts(type = "string")]
    #[serde(default = "measured")]
    #[bound(min = MEASURED_US.0, max = MEASURED_US.1)]
    pub measured: DurationUs,
}

impl Default for AdviceLinks {
    fn default() -> Self {
        AdviceLinks {
            inside_rtt: inside_rtt(),
            across_rtt: across_rtt(),
            across_jitter: DurationUs(0),
            across_usd_per_gb: across_usd(),
            between: Vec::new(),
        }
    }
}

impl Default for AdviceData {
    fn default() -> Self {
        AdviceData {
            ranges: ranges(),
            rows: rows(),
            value_bytes: value_bytes(),
            values: values(),
        }
    }
}

impl Default for AdviceRaft {
    fn default() -> Self {
        AdviceRaft {
            product: product(),
            tick: None,
            hibernate: None,
        }
    }
}

impl Default for AdviceConsider {
    fn default() -> Self {
        AdviceConsider {
            read_modes: read_modes(),
            leaders: leaders(),
            replicas: replicas(),
            encoding: encodings(),
        }
    }
}

impl Default for AdviceRuns {
    fn default() -> Self {
        AdviceRuns {
            seeds: seeds(),
            measured: measured(),
        }
    }
}

fn one() -> u32 {
    1
}

fn inside_rtt() -> DurationUs {
    DurationUs(300)
}

fn across_rtt() -> DurationUs {
    DurationUs(1000)
}

/// What the large clouds list between zones of a region, both sides together.
fn across_usd() -> f64 {
    0.02
}

fn ranges() -> u32 {
    12
}

fn rows() -> u32 {
    10_000
}

fn value_bytes() -> u32 {
    1000
}

fn values() -> Word<ValueKind> {
    Word(ValueKind::Words)
}

fn product() -> Word<AdviceProduct> {
    Word(AdviceProduct::Tikv)
}

fn read_modes() -> Vec<Word<ReadMode>> {
    [ReadMode::Lease, ReadMode::Follower, ReadMode::Stale]
        .map(Word)
        .to_vec()
}

fn leaders() -> Vec<Word<AdviceLeaders>> {
    AdviceLeaders::ALL.map(Word).to_vec()
}

fn replicas() -> Vec<u32> {
    vec![3]
}

fn encodings() -> Vec<Word<AdviceEncoding>> {
    AdviceEncoding::ALL.map(Word).to_vec()
}

fn seeds() -> u32 {
    3
}

fn measured() -> DurationUs {
    DurationUs(8_000_000)
}
