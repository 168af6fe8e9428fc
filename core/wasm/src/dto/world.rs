//! What does not change during a run, and what can be told before it.

use run::playground as engine;
use serde::Serialize;
use tsify::Tsify;

use super::names::{NodeKind, OpKind, ReadMode};
use crate::columns::Float64Array;

/// Facts about the build.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct BuildInfo {
    /// Version of the engine.
    pub version: String,
    /// Version of raft-rs.
    pub raft: String,
    /// "release" or "dev".
    pub profile: String,
}

/// What a scenario is, before it runs.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ScenarioSummary {
    /// Title.
    pub title: String,
    /// Two sentences.
    pub text: String,
    /// Seed of the file.
    pub seed: u64,
    /// How long it runs.
    pub duration_us: u64,
    /// Empty when the scenario has none.
    pub variants: Vec<VariantInfo>,
    /// Number of zones.
    pub zones: u32,
    /// Number of stores.
    pub stores: u32,
    /// Number of ranges.
    pub ranges: u32,
}

impl From<engine::ScenarioSummary> for ScenarioSummary {
    fn from(summary: engine::ScenarioSummary) -> Self {
        ScenarioSummary {
            title: summary.title,
            text: summary.text,
            seed: summary.seed,
            duration_us: summary.duration_us,
            variants: summary
                .variants
                .into_iter()
                .map(VariantInfo::from)
                .collect(),
            zones: summary.zones,
            stores: summary.stores,
            ranges: summary.ranges,
        }
    }
}

/// A named way to run a scenario.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct VariantInfo {
    /// Id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What is different in it.
    pub text: String,
}

impl From<engine::VariantInfo> for VariantInfo {
    fn from(variant: engine::VariantInfo) -> Self {
        VariantInfo {
            id: variant.id,
            title: variant.title,
            text: variant.text,
        }
    }
}

/// Topology and names: constant during a run.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct World {
    /// The scenario's title.
    pub title: String,
    /// Two sentences about it.
    pub text: String,
    /// What a person may try, one after the other; empty if the scenario asks for nothing.
    pub attempts: Vec<AttemptInfo>,
    /// What it shows, told at its end, if the scenario says it.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<ConclusionInfo>,
    /// Root of every random stream.
    pub seed: u64,
    /// How long the scenario runs.
    pub duration_us: u64,
    /// End of the warm-up: rates, percentiles and a month's cost are measured from here.
    pub measure_from_us: u64,
    /// Playback speed that suits it: simulated seconds per second.
    pub speed: f64,
    /// Variant that runs, "" when there are none.
    pub variant: String,
    /// All variants.
    pub variants: Vec<VariantInfo>,
    /// A tick by a store's own clock.
    pub tick_us: u64,
    /// Least ticks of an election timeout.
    pub election_ticks: u32,
    /// Ticks between heartbeats.
    pub heartbeat_ticks: u32,
    /// Core time of one request.
    pub request_ns: u64,
    /// Core time of one row that it reads.
    pub row_ns: u64,
    /// Zones, by index.
    pub zones: Vec<ZoneInfo>,
    /// Node index = position. Stores first, then gateways.
    pub nodes: Vec<NodeInfo>,
    /// Directed zone pairs, same-zone pairs included.
    pub links: Vec<LinkInfo>,
    /// Ranges, by number.
    pub ranges: Vec<RangeInfo>,
    /// Workloads, by index.
    pub workloads: Vec<WorkloadInfo>,
    /// Byte kinds, in the order of the kind axis everywhere.
    pub kinds: Vec<KindInfo>,
    /// Message types.
    pub message_types: Vec<MessageTypeInfo>,
    /// Read modes, in the order in which they are explained.
    pub read_modes: Vec<ReadModeInfo>,
    /// Upper bounds of every histogram's buckets; the last is `Infinity`.
    pub latency_bucket_upper_us: Float64Array,
    /// Width of a bucket of the series.
    pub series_bucket_us: u64,
}

/// One thing for a person to try, in words; how far it is stands in the frame.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct AttemptInfo {
    /// What to do, with where on the page.
    pub text: String,
    /// Shown once it has begun to come true; may be empty.
    pub wait: String,
    /// What was seen, when it is done.
    pub done: String,
}

impl From<engine::Attempt> for AttemptInfo {
    fn from(attempt: engine::Attempt) -> Self {
        AttemptInfo {
            text: attempt.text,
            wait: attempt.wait,
            done: attempt.done,
        }
    }
}

/// What a scenario shows. Its figures come from the run: `{{metric|unit}}` stands for one.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ConclusionInfo {
    /// What was seen.
    pub text: String,
    /// What the figure that proves it is.
    pub label: String,
    /// Where the report has it.
    pub metric: String,
    /// Where the report has what it is divided by.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// What it counts.
    #[tsify(type = "\"us\" | \"bytes\" | \"count\" | \"usd\" | \"ratio\" | \"percent\"")]
    pub unit: &'static str,
    /// From this instant on it has been seen.
    pub at_us: u64,
    /// The variant to compare it with, "" when there is none.
    pub against: String,
}

impl From<engine::Conclusion> for ConclusionInfo {
    fn from(told: engine::Conclusion) -> Self {
        ConclusionInfo {
            text: told.text,
            label: told.figure.label,
            metric: told.figure.metric,
            over: told.figure.over,
            unit: told.figure.unit.id(),
            at_us: told.at_us,
            against: told.against,
        }
    }
}

impl From<engine::World> for World {
    fn from(world: engine::World) -> Self {
        World {
            title: world.title,
            text: world.text,
            attempts: world.attempts.into_iter().map(AttemptInfo::from).collect(),
            conclusion: world.conclusion.map(ConclusionInfo::from),
            seed: world.seed,
            duration_us: world.duration_us,
            measure_from_us: world.measure_from_us,
            speed: world.speed,
            variant: world.variant,
            variants: world.variants.into_iter().map(VariantInfo::from).collect(),
            tick_us: world.tick_us,
            election_ticks: world.election_ticks,
            heartbeat_ticks: world.heartbeat_ticks,
            request_ns: world.request_ns,
            row_ns: world.row_ns,
            zones: numbered(world.zones, |index, zone| ZoneInfo {
                index,
                id: zone.id,
                region: zone.region,
            }),
            nodes: numbered(world.nodes, |index, node| NodeInfo {
                index,
                id: node.id,
                kind: node.kind.into(),
                zone: node.zone,
                cores: node.cores,
            }),
            links: world.links.into_iter().map(LinkInfo::from).collect(),
            ranges: world.ranges.into_iter().map(RangeInfo::from).collect(),
            workloads: numbered(world.workloads, |index, workload| WorkloadInfo {
                index,
                id: workload.id,
                node: workload.node,
                op: workload.op.into(),
                text: workload.text,
                read_mode: workload
                    .read_mode
                    .map_or(WorkloadReadMode::Setting, |mode| {
                        WorkloadReadMode::Own(mode.into())
                    }),
            }),
            kinds: world.kinds.into_iter().map(KindInfo::from).collect(),
            message_types: world
                .message_types
                .into_iter()
                .map(MessageTypeInfo::from)
                .collect(),
            read_modes: world
                .read_modes
                .into_iter()
                .map(ReadModeInfo::from)
                .collect(),
            latency_bucket_upper_us: world.latency_bucket_upper_us.into(),
            series_bucket_us: world.series_bucket_us,
        }
    }
}

/// Converts elements that carry their position.
fn numbered<A, B>(items: Vec<A>, convert: impl Fn(u32, A) -> B) -> Vec<B> {
    items
        .into_iter()
        .enumerate()
        .map(|(index, item)| convert(index as u32, item))
        .collect()
}

/// A zone.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ZoneInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// Cloud region that holds it.
    pub region: String,
}

/// A node.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct NodeInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// What it is.
    pub kind: NodeKind,
    /// Zone index.
    pub zone: u32,
    /// Cores; 0 where work costs nothing.
    pub cores: u32,
}

/// A directed link between two zones, as it is without faults.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct LinkInfo {
    /// Sender's zone.
    pub from: u32,
    /// Receiver's zone.
    pub to: u32,
    /// Propagation, one way.
    pub delay_us: u64,
    /// Greatest addition to it.
    pub jitter_us: u64,
    /// Bits per second, 0 = not limited.
    pub bandwidth_bps: u64,
    /// Lost packets in millionths.
    pub loss_ppm: u32,
    /// Messages that vanish, in millionths.
    pub vanish_ppm: u32,
    /// Price per 10^9 bytes.
    pub usd_per_gb: f64,
}

impl From<engine::LinkInfo> for LinkInfo {
    fn from(link: engine::LinkInfo) -> Self {
        LinkInfo {
            from: link.from,
            to: link.to,
            delay_us: link.delay_us,
            jitter_us: link.jitter_us,
            bandwidth_bps: link.bandwidth_bps,
            loss_ppm: link.loss_ppm,
            vanish_ppm: link.vanish_ppm,
            usd_per_gb: link.usd_per_gb,
        }
    }
}

/// A range.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct RangeInfo {
    /// Its number.
    pub id: u32,
    /// First key.
    pub first_key: u64,
    /// Last key.
    pub last_key: u64,
    /// Its replicas.
    pub replicas: Vec<Placement>,
}

/// Where a replica is.
#[derive(Copy, Clone, Debug, Serialize, Tsify)]
pub struct Placement {
    /// Peer in the group.
    pub peer: u32,
    /// Store.
    pub node: u32,
}

impl From<engine::RangeInfo> for RangeInfo {
    fn from(range: engine::RangeInfo) -> Self {
        let place = |(peer, node): (u32, u32)| Placement { peer, node };
        RangeInfo {
            id: range.id,
            first_key: range.first_key,
            last_key: range.last_key,
            replicas: range.replicas.into_iter().map(place).collect(),
        }
    }
}

/// A workload.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct WorkloadInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// Gateway's node.
    pub node: u32,
    /// What each request does.
    pub op: OpKind,
    /// "8 clients scan 100 rows".
    pub text: String,
    /// Its own mode; "" follows the setting.
    #[tsify(type = "ReadMode | \"\"")]
    pub read_mode: WorkloadReadMode,
}

/// A workload's read mode.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum WorkloadReadMode {
    /// Its own.
    Own(ReadMode),
    /// Follows the setting.
    #[serde(serialize_with = "empty")]
    Setting,
}

fn empty<S: serde::Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("")
}

/// A byte kind in words.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct KindInfo {
    /// Id, as in reports.
    pub id: String,
    /// Short name.
    pub label: String,
    /// What is counted.
    pub text: String,
}

impl From<engine::KindInfo> for KindInfo {
    fn from(kind: engine::KindInfo) -> Self {
        KindInfo {
            id: kind.id.into(),
            label: kind.label.into(),
            text: kind.text.into(),
        }
    }
}

/// A message type in words.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct MessageTypeInfo {
    /// raft-rs's name ("MsgAppend"), or ours for clients' messages.
    pub id: String,
    /// Short name.
    pub label: String,
    /// Index into kinds.
    pub kind: u32,
}

impl From<engine::MessageTypeInfo> for MessageTypeInfo {
    fn from(message: engine::MessageTypeInfo) -> Self {
        MessageTypeInfo {
            id: message.id.into(),
            label: message.label.into(),
            kind: message.kind,
        }
    }
}

/// A read mode in words.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct ReadModeInfo {
    /// The mode.
    pub id: ReadMode,
    /// Short name.
    pub label: String,
    /// What a reader may rely on.
    pub promise: String,
    /// What it costs.
    pub cost: String,
    /// Whether it promises linearizable reads.
    pub linearizable: bool,
}

impl From<engine::ReadModeInfo> for ReadModeInfo {
    fn from(mode: engine::ReadModeInfo) -> Self {
        ReadModeInfo {
            id: mode.mode.into(),
            label: mode.label.into(),
            promise: mode.promise.into(),
            cost: mode.cost.into(),
            linearizable: mode.linearizable,
        }
    }
}
