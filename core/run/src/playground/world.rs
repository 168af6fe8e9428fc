//! What does not change during a run: topology, names, and what the columns of a frame mean.
//! It must not know the present state of anything.

use model::config::{OpKind, ReadMode};
use model::ids::RangeId;
use model::message::ByteKind;
use model::switches::SwitchGroup;
use record::Float64Array;
use serde::Serialize;
use ts_rs::TS;

use crate::playground::{ResourceInfo, TunableInfo};
use documents::scenario::{Attempt, Conclusion, Show};
use documents::scenario::{Scenario, Variant};
use format::switches::{SettingsView, SwitchInfo};
use text::names::NodeRole;

/// A named way to run a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct VariantInfo {
    /// Its id in the file.
    pub id: String,
    /// What people call it; the id where the file gives it no title.
    pub title: String,
    /// What is different in it.
    pub text: String,
}

/// A scenario's variants in the order of the file; none when it has none.
pub(super) fn variants(scenario: &Scenario) -> Vec<VariantInfo> {
    let info = |variant: &Variant| VariantInfo {
        id: variant.id.clone(),
        title: variant.title.clone(),
        text: variant.text.clone(),
    };
    scenario.variants().iter().map(info).collect()
}

/// Topology and names.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct World {
    /// The scenario's title.
    pub title: String,
    /// Two sentences about it.
    pub text: String,
    /// What a person may try, one after the other.
    pub attempts: Vec<Attempt>,
    /// What it shows, told at its end.
    pub conclusion: Option<Conclusion>,
    /// How the page shows it.
    pub show: Show,
    /// Root of every random stream.
    pub seed: u64,
    /// How long the scenario runs.
    pub duration_us: u64,
    /// How many checkpoints it has.
    pub checkpoints: usize,
    /// End of the warm-up: rates, percentiles and a month's cost are measured from here.
    pub measure_from_us: u64,
    /// One in so many of the reads that need nothing but a core is recorded and judged; the others
    /// are counted.
    pub record_one_in: u32,
    /// Playback speed that suits it: simulated seconds per second.
    pub speed: f64,
    /// Variant that runs, "" when the scenario has none.
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
    /// Nodes, by index.
    pub nodes: Vec<NodeInfo>,
    /// Directed zone pairs, same-zone pairs included, row-major.
    pub links: Vec<LinkInfo>,
    /// Ranges, by number.
    pub ranges: Vec<RangeInfo>,
    /// The range that the run is about: its loads ask for it most.
    pub busiest_range: RangeId,
    /// From this share of its time on, in millionths, a resource is full.
    pub full_ppm: u32,
    /// What may be a limit, by index.
    pub resources: Vec<ResourceInfo>,
    /// What may be given another size while the run goes on, by index.
    pub tunables: Vec<TunableInfo>,
    /// Workloads, by index.
    pub workloads: Vec<WorkloadInfo>,
    /// Byte kinds, by number.
    pub kinds: Vec<KindInfo>,
    /// Message types, by number.
    pub message_types: Vec<MessageTypeInfo>,
    /// Read modes, in the order in which they are explained.
    pub read_modes: Vec<ReadModeInfo>,
    /// Groups of switches, in the order in which they are shown.
    pub switch_groups: Vec<SwitchGroupInfo>,
    /// Switches, in the order in which files list them.
    pub switches: Vec<SwitchInfo>,
    /// How they stand in a scenario that says nothing about them.
    pub settings_at_rest: SettingsView,
    /// Upper bounds of every latency histogram's buckets; the last is open.
    pub latency_bucket_upper_us: Float64Array,
    /// Width of a bucket of the byte series.
    pub series_bucket_us: u64,
}

/// A zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ZoneInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// Cloud region that holds it.
    pub region: String,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct NodeInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// What it is.
    pub kind: NodeRole,
    /// Zone index.
    pub zone: u32,
    /// Cores; 0 where work costs nothing.
    pub cores: u32,
}

/// A directed link between two zones, as it is without faults.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
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
    /// Price in US dollars per GB (10^9 bytes).
    pub usd_per_gb: f64,
}

/// A range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RangeInfo {
    /// Its number.
    pub id: RangeId,
    /// First key.
    pub first_key: u64,
    /// Last key.
    pub last_key: u64,
    /// Its replicas.
    pub replicas: Vec<Placement>,
}

/// Where a replica is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Placement {
    /// Peer in the group.
    pub peer: u32,
    /// Store.
    pub node: u32,
}

/// A workload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WorkloadInfo {
    /// Position.
    pub index: u32,
    /// Id in the file.
    pub id: String,
    /// Its gateways' nodes.
    pub nodes: Vec<u32>,
    /// What each request does.
    pub op: OpKind,
    /// "8 clients scan 100 rows".
    pub text: String,
    /// A mode of its own; `None` follows the setting.
    pub read_mode: Option<ReadMode>,
    /// Whether its requests come through a load balancer.
    pub through: bool,
}

/// A byte kind in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KindInfo {
    /// Id, as in reports.
    pub id: ByteKind,
    /// Short name.
    pub label: &'static str,
    /// What is counted.
    pub text: &'static str,
}

/// A message type in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct MessageTypeInfo {
    /// raft-rs's name, or ours for clients' messages.
    pub id: &'static str,
    /// Short name.
    pub label: &'static str,
    /// What its bytes are booked under.
    pub kind: u32,
}

/// A read mode in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ReadModeInfo {
    /// The mode.
    pub id: ReadMode,
    /// Short name.
    pub label: &'static str,
    /// What a reader may rely on.
    pub promise: String,
    /// What it costs.
    pub cost: &'static str,
    /// Whether it promises linearizable reads.
    pub linearizable: bool,
    /// Switches that it goes by, besides those of all reads.
    pub switches: Option<SwitchGroup>,
}

/// A group of switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SwitchGroupInfo {
    /// The group.
    pub id: SwitchGroup,
    /// Its title.
    pub label: &'static str,
}

/// What a scenario is, before it runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ScenarioSummary {
    /// Title.
    pub title: String,
    /// Two sentences.
    pub text: String,
    /// Seed of the file.
    pub seed: u64,
    /// How long it runs.
    pub duration_us: u64,
    /// Its variants, none when it has none.
    pub variants: Vec<VariantInfo>,
    /// Number of zones.
    pub zones: u32,
    /// Number of stores.
    pub stores: u32,
    /// Number of ranges.
    pub ranges: u32,
}

/// Facts about the build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct BuildInfo {
    /// Version of the engine.
    pub version: &'static str,
    /// Version of raft-rs.
    pub raft: &'static str,
    /// "release" or "dev".
    pub profile: &'static str,
}

/// An action that was carried out, as the page logs and replays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedAction {
    /// Its instant.
    pub at_us: u64,
    /// The action as it was given, JSON.
    pub action: String,
    /// One sentence.
    pub text: String,
}
