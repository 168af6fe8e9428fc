//! The shape of a scenario file: its top level, data and costs.
//!
//! These types say which keys exist, what type each has and within which bounds; `validate` says
//! which values make sense together, `resolve` turns them into what the cluster takes. The doc
//! comments are the descriptions in the published JSON Schema.

use std::collections::BTreeMap;

use model::config::CostSpread;
use model::recording::Recording;
use schemars::JsonSchema;
use serde_json::{Map, Value};

use crate::scenario::action::ScriptedAction;
use crate::scenario::attempt::AttemptText;
use crate::scenario::checkpoint::CheckpointText;
use crate::scenario::conclusion::ConclusionText;
use crate::scenario::reads::ReadsText;
use crate::scenario::schedule::ScheduleText;
use crate::scenario::show::ShowText;
use crate::scenario::topology::Topology;
use crate::scenario::workload::Workload;
use format::bound::{AT_MOST, BYTES};
use format::limits;
use format::numbers::Ratio;
use format::schema::{ids_pattern, nothing_pattern};
use format::switches::SettingsText;
use format::tree::Read;
use format::units::{CostNs, DurationUs};
use format::word::Word;
use report::goal::Goal;
use text::phrase;

const TICKS: &str = phrase!("{least} to {most} ticks");

/// A scenario of Raft Atlas: a cluster, the load on it, what happens to it, and what must hold.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas scenario")]
pub(super) struct File {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: FormatName,
    /// Shown as the scenario's name.
    #[schemars(regex(pattern = r"\S"), length(max = limits::TITLE_BYTES_MAX))]
    #[bound]
    pub title: String,
    /// Two sentences that say what there is to see.
    #[serde(default)]
    #[schemars(length(max = limits::TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// Root of every random draw, 0 to 2^53 - 1. Same scenario and seed, same run.
    #[serde(default = "default_seed")]
    #[schemars(range(min = 0, max = limits::SEED_MAX))]
    #[bound]
    pub seed: u64,
    /// Length of the run in simulation time.
    #[serde(default = "default_duration")]
    #[schemars(extend("not" = nothing_pattern()))]
    #[bound(min = 1, max = limits::DURATION_US_MAX)]
    pub duration: DurationUs,
    /// End of the warm-up, before the end of the run. Percentiles, rates and what a month costs
    /// speak of the time from here to the end; counts and bytes of the whole run.
    #[serde(default)]
    pub measure_from: DurationUs,
    /// Which reads are recorded one by one, for verdicts, paths and causes; the others are only
    /// counted. What happens in the run is the same.
    #[serde(default = "default_record")]
    pub record: Word<Recording>,
    /// Suggested playback: simulated seconds per second, 0.01 to 100.
    #[serde(default = "default_speed")]
    #[schemars(range(min = limits::SPEED_MIN, max = limits::SPEED_MAX))]
    #[bound]
    pub speed: f64,
    /// Zones, machines and links.
    pub topology: Topology,
    /// Rows, ranges and replicas.
    #[serde(default)]
    pub data: Data,
    /// Parameters of every Raft group.
    #[serde(default)]
    pub raft: Raft,
    /// Core time that work takes: on a store, and on gateways, balancers and hosts that have cores.
    #[serde(default)]
    pub costs: CostsText,
    /// What the placement driver goes by.
    #[serde(default)]
    pub schedule: ScheduleText,
    /// Limits and intervals of reads.
    #[serde(default)]
    pub reads: ReadsText,
    /// Switches at the start of the run.
    #[serde(default)]
    pub settings: SettingsText,
    /// Streams of client requests.
    #[serde(default)]
    #[schemars(length(max = limits::WORKLOADS_MAX))]
    #[bound(words = phrase!("{least} to {most} workloads"))]
    pub workload: Vec<Workload>,
    /// What happens to the world, and when.
    #[serde(default)]
    #[schemars(with = "Vec<ScriptedAction>", length(max = limits::ACTIONS_MAX))]
    #[bound(words = phrase!("{least} to {most} actions"))]
    pub actions: Vec<Value>,
    /// The figure that shows what the scenario is about, as a comparison tells it: for example
    /// `stale`, `bytes.cross_zone.total`, `usd` or `workload.reads.p50_us`. A comparison begins
    /// with it.
    #[serde(default)]
    pub proves: Option<String>,
    /// The same run once per variant: each is a JSON merge patch (RFC 7396) over the scenario's
    /// other keys, plus its own `title` and `text`.
    #[serde(default)]
    #[schemars(
        with = "BTreeMap<String, VariantPatch>",
        extend("maxProperties" = limits::VARIANTS_MAX, "propertyNames" = ids_pattern())
    )]
    pub variants: Map<String, Value>,
    /// One thing for a person to try.
    #[serde(rename = "try", default)]
    pub attempt: Option<AttemptText>,
    /// What was seen when it has run, and the figure that proves it.
    #[serde(default)]
    pub conclusion: Option<ConclusionText>,
    /// How the page shows it: lanes under the map, what they are held against, where it opens.
    #[serde(default)]
    pub show: ShowText,
    /// What shall be so at instants of the run: figures, and facts that a picture shows.
    #[serde(default)]
    #[schemars(length(max = limits::CHECKPOINTS_MAX))]
    #[bound(words = AT_MOST)]
    pub checkpoints: Vec<CheckpointText>,
    /// What must hold of the reports; with variants each must name one.
    #[serde(default)]
    #[schemars(length(max = limits::EXPECTS_MAX))]
    #[bound(words = AT_MOST)]
    pub expect: Vec<Goal>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, JsonSchema, Read)]
pub(super) enum FormatName {
    /// The one version.
    #[serde(rename = "raft-atlas/1")]
    RaftAtlas1,
}

/// Keys that no variant may change.
pub(super) const UNCHANGED: [&str; 4] = ["format", "variants", "expect", "$schema"];

/// A merge patch over the scenario, with a `title` and a `text` of its own.
#[derive(JsonSchema)]
#[serde(transparent)]
#[schemars(extend(
    "propertyNames" = { "not": { "enum": UNCHANGED } },
    "properties" = {
        "title": { "type": "string", "maxLength": limits::VARIANT_TITLE_BYTES_MAX },
        "text": { "type": "string", "maxLength": limits::TEXT_BYTES_MAX },
    },
))]
#[expect(
    dead_code,
    reason = "describes the shape in the schema; patches are merged as trees"
)]
struct VariantPatch(BTreeMap<String, Value>);

/// Rows, ranges and replicas.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Data {
    /// Ranges; each is kept by one Raft group. 1 to 10000.
    #[schemars(range(min = 1, max = limits::RANGES_MAX))]
    #[bound(words = phrase!("{least} to {most} ranges"))]
    pub ranges: u32,
    /// Replicas of each range, at most one per store.
    #[schemars(range(min = 1, max = limits::REPLICAS_MAX))]
    pub replicas: u32,
    /// Rows of the table, split evenly over the ranges.
    #[schemars(range(min = 1, max = limits::ROWS_MAX))]
    #[bound(words = phrase!("{least} to {most} rows"))]
    pub rows: u64,
    /// Bytes of each row's value before anything writes it.
    #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub row_bytes: u32,
    /// Zones or stores that lead at the start, one per range in turn. Empty: the first election
    /// decides.
    #[schemars(length(max = limits::RANGES_MAX))]
    #[bound(max = limits::RANGES_MAX as usize, words = phrase!("{least} to {most} places"))]
    pub leaders: Vec<String>,
    /// How replicas are placed.
    pub place: Placement,
    /// Stores that hold replicas at the start; all of them if the list is empty. The others are
    /// there, and empty.
    #[schemars(extend("uniqueItems" = true))]
    pub stores: Vec<String>,
}

/// How replicas are placed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub(super) enum Placement {
    /// Round robin over the zones, so that each zone has a replica of each range if there are
    /// enough.
    #[default]
    Spread,
}

/// Parameters of every Raft group.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Raft {
    /// Duration of a tick, by the store's own clock.
    #[bound(min = limits::TICK_US_MIN, max = limits::DELAY_US_MAX)]
    pub tick: DurationUs,
    /// Ticks between a leader's heartbeats.
    #[schemars(range(min = 1, max = limits::TICKS_MAX))]
    #[bound(words = TICKS)]
    pub heartbeat_ticks: u32,
    /// Least ticks of an election timeout; each is drawn between this and twice this.
    #[schemars(range(min = 2, max = limits::TICKS_MAX))]
    #[bound(min = 1, words = TICKS)]
    pub election_ticks: u32,
    /// Applied entries that a replica keeps when it compacts its log.
    #[schemars(range(min = 1, max = limits::LOG_KEEP_MAX))]
    #[bound(words = phrase!("{least} to {most} entries"))]
    pub log_keep: u64,
    /// Most bytes of entries in one append.
    #[schemars(range(min = 0, max = limits::MESSAGE_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub max_size_per_msg: u64,
    /// Most appends in flight to one follower.
    #[schemars(range(min = 1, max = limits::INFLIGHT_MAX))]
    #[bound(words = phrase!("{least} to {most} appends"))]
    pub max_inflight: u32,
    /// Whether delta encoding sends timestamps as differences; else all eight bytes of each.
    pub delta_timestamps: bool,
}

/// Core time that work takes on a store.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CostsText {
    /// A client's request.
    #[bound(max = limits::COST_NS_MAX)]
    pub request: CostNs,
    /// A row read and encoded.
    #[bound(max = limits::COST_NS_MAX)]
    pub row: CostNs,
    /// A poll of a store's Raft loop: its poller is busy so long, however many messages it handles,
    /// and no core beside (an assumption).
    #[bound(max = limits::COST_NS_MAX)]
    pub poll: CostNs,
    /// A Raft message.
    #[bound(max = limits::COST_NS_MAX)]
    pub message: CostNs,
    /// An entry applied.
    #[bound(max = limits::COST_NS_MAX)]
    pub apply: CostNs,
    /// A KiB of commands delta-encoded, or decoded again (measured here on a batch of ten rows).
    #[bound(max = limits::COST_NS_MAX)]
    pub delta: CostNs,
    /// A KiB compressed with LZ4 (780 MB/s, as the README of LZ4 1.9 says for one core).
    #[bound(max = limits::COST_NS_MAX)]
    pub compress: CostNs,
    /// A KiB decompressed with LZ4 (4,970 MB/s, there).
    #[bound(max = limits::COST_NS_MAX)]
    pub decompress: CostNs,
    /// A gateway with cores reads the text of a statement (an assumption).
    #[bound(max = limits::COST_NS_MAX)]
    pub parse: CostNs,
    /// It makes a plan (an assumption).
    #[bound(max = limits::COST_NS_MAX)]
    pub plan: CostNs,
    /// It carries the statement out, its share of the answer included (an assumption).
    #[bound(max = limits::COST_NS_MAX)]
    pub execute: CostNs,
    /// A balancer of one core passes a request and its answer on; with `balance_contention` chosen
    /// so that 3 cores are full at 156,000 a second and 12 at 291,000, as in "Scaling TiDB To 1
    /// Million QPS" (Flipkart, 2023).
    #[bound(max = limits::COST_NS_MAX)]
    pub balance: CostNs,
    /// How much longer that takes for each core more, as a share: cores share locks and caches.
    pub balance_contention: Ratio,
    /// A host handles a packet, in or out (an assumption).
    #[bound(max = limits::COST_NS_MAX)]
    pub packet: CostNs,
    /// How the core times of single requests lie around their costs: reads at stores, statements at
    /// gateways, requests at balancers.
    pub spread: Word<CostSpread>,
}

impl Default for Data {
    fn default() -> Self {
        Self {
            ranges: 1,
            replicas: 3,
            rows: 10_000,
            row_bytes: 1000,
            leaders: Vec::new(),
            place: Placement::Spread,
            stores: Vec::new(),
        }
    }
}

impl Default for Raft {
    fn default() -> Self {
        Self {
            tick: DurationUs(100_000),
            heartbeat_ticks: 1,
            election_ticks: 10,
            log_keep: 1024,
            max_size_per_msg: 1024 * 1024,
            max_inflight: 256,
            delta_timestamps: true,
        }
    }
}

impl Default for CostsText {
    fn default() -> Self {
        Self {
            request: CostNs(30_000),
            row: CostNs(2000),
            poll: CostNs(10_000),
            message: CostNs(5000),
            apply: CostNs(5000),
            delta: CostNs(330),
            compress: CostNs(1310),
            decompress: CostNs(210),
            parse: CostNs(25_000),
            plan: CostNs(45_000),
            execute: CostNs(130_000),
            balance: CostNs(14_300),
            balance_contention: Ratio(170_000),
            packet: CostNs(4_000),
            spread: Word(CostSpread::Constant),
        }
    }
}

fn default_seed() -> u64 {
    1
}

fn default_duration() -> DurationUs {
    DurationUs(60_000_000)
}

fn default_record() -> Word<Recording> {
    Word(Recording::Auto)
}

fn default_speed() -> f64 {
    1.0
}
