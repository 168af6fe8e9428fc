//! The report of a run, format `raft-atlas-report/1`: what was seen, variant by variant.
//!
//! It turns summaries into JSON and must not know how they were counted. Figures are integers but
//! for the shown edge: dollars and requests per second.

mod bytes;
mod checks;
mod refused;
mod standing;

use std::collections::BTreeMap;

use model::config::ReadMode;
use model::fact::{ByteKind, Deed};
use serde::{Serialize, Serializer};
use serde_json::{Map, Number, Value, json};

use format::switches::SettingsText;
use text::names::Names;

use crate::bottleneck::{ResourceSummary, bottleneck_json, resources_json};
use crate::check::CheckVerdict;
use crate::moments::MomentSummary;
use bytes::kinds;
pub use bytes::{ByteTotals, PairBytes};
pub use checks::{CheckSummary, Unpromised};
pub use refused::RefusedSummary;
pub use standing::{RangeState, StateSummary, moments_json};

/// What one run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantSummary {
    /// The variant's name; `run` for a scenario without variants.
    pub name: String,
    /// What people call the variant; empty for a scenario without variants.
    pub title: String,
    /// The figure that shows what the scenario is about, if it names one.
    pub proves: Option<String>,
    /// Hash over the ordered trace.
    pub digest: u64,
    /// Instant at which the run ended, in µs.
    pub simulated_us: u64,
    /// Events processed.
    pub events: u64,
    /// Messages sent.
    pub messages: u64,
    /// Times that a replica became leader.
    pub elections: u64,
    /// The switches at the end; `None` while nobody has filled them in.
    pub settings: Option<SettingsText>,
    /// Times that switches were set after the start.
    pub settings_changes: u64,
    /// Decisions, by `Deed`.
    pub decisions: [u64; Deed::ALL.len()],
    /// Bytes of encoded messages.
    pub bytes: ByteTotals,
    /// End of the warm-up, if the run came that far. Percentiles, rates and what a month costs
    /// speak of the time from here to the end.
    pub measure_from_us: u64,
    /// What the bytes on the wire cost, in nano-dollars.
    pub usd_nanos: u128,
    /// What their payload alone would.
    pub usd_nanos_payload: u128,
    /// What the bytes since the warm-up cost: on the wire, and the payload alone.
    pub usd_nanos_measured: (u128, u128),
    /// What the bytes on the wire cost by kind (`ByteKind` as index), each rounded down.
    pub usd_nanos_by_kind: [u128; ByteKind::ALL.len()],
    /// Writes that were acknowledged.
    pub writes: u64,
    /// How long entries took to be committed.
    pub commit: CommitSummary,
    /// One per workload, in the order of the file, and `by_hand` if there were requests by hand.
    pub workloads: Vec<WorkloadSummary>,
    /// How long all answered requests took, whatever their load.
    pub latency: LatencySummary,
    /// By zone where requests entered, of those where any was answered after the warm-up.
    pub zones: Vec<ZoneSummary>,
    /// Reads by mode, of the modes in which anybody read.
    pub modes: Vec<ModeSummary>,
    /// Share of the core time of reading that leaders spent, in millionths.
    pub leader_cpu_ppm: u64,
    /// Where reads were sampled: one in so many was recorded and judged, and how many others were
    /// only counted.
    pub sampled: Option<(u64, u64)>,
    /// One per check, in a fixed order.
    pub checks: Vec<CheckSummary>,
    /// What happened, by kind; kinds of which nothing happened are left out.
    pub moments: Vec<MomentSummary>,
    /// How much of each limited resource was used since the warm-up, the busiest first; nothing
    /// while nobody has filled them in.
    pub resources: Vec<ResourceSummary>,
    /// How things stand at the end.
    pub state: StateSummary,
    /// Actions that could not be done.
    pub refused_count: u64,
    /// Actions that could not be done, by reason, of the first thousand.
    pub refused: Vec<RefusedSummary>,
    /// What zones and nodes are called; nothing while nobody has filled them in.
    pub names: Names,
}

/// What came of the reads of one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeSummary {
    /// The mode.
    pub mode: ReadMode,
    /// Figures, in the order of [`MODE_FIGURES`].
    pub figures: [u64; MODE_FIGURES.len()],
    /// Round trips between zones on the critical path, in thousandths.
    pub round_trips_milli: u64,
    /// What became of its promise.
    pub verdict: CheckVerdict,
}

/// Keys of a mode's figures. `monotonic_reads` and `read_your_writes` are the times that these were
/// broken.
pub(crate) const MODE_FIGURES: [&str; 16] = [
    "reads",
    "failed",
    "mean_us",
    "p50_us",
    "p90_us",
    "p95_us",
    "p99_us",
    "p999_us",
    "p9999_us",
    "max_us",
    "cross_zone_bytes",
    "stale",
    "max_staleness_us",
    "max_stale_commits",
    "monotonic_reads",
    "read_your_writes",
];

/// From the append at a leader to the commit at that leader, over all ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CommitSummary {
    /// Entries that a leader wrote and saw committed.
    pub entries: u64,
    /// Mean, in µs.
    pub mean_us: u64,
    /// Median.
    pub p50_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// The longest.
    pub max_us: u64,
}

/// What the clients of one workload saw.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorkloadSummary {
    /// The workload's id.
    #[serde(skip)]
    pub id: String,
    /// Answered requests.
    pub ok: u64,
    /// Requests without an answer that certainly were not done.
    pub failed: u64,
    /// Writes without an answer that may have happened, or may happen yet.
    pub unknown: u64,
    /// Requests that asked again what had had no answer, counted among the others too.
    pub retries: u64,
    /// Answered operations of its mix, by name, if it has one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<&'static str, u64>,
    /// Answered after the warm-up: rate and latencies are theirs.
    pub measured: u64,
    /// Answered requests per second, from the first request or the end of the warm-up on.
    #[serde(serialize_with = "hundredths")]
    pub qps: f64,
    /// How long those took.
    #[serde(flatten)]
    pub latency: LatencySummary,
    /// Reads that missed a write that was acknowledged before they began.
    pub stale: u64,
    /// How old the oldest such read was.
    pub max_staleness_us: u64,
    /// How long ago what its gets saw had been written.
    pub seen_age: AgeSummary,
}

/// How long requests took, from the instant at which their client wanted them: where they arrive at
/// a rate that is the arrival's, whatever the gateway had to do then.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LatencySummary {
    /// Mean of the answered, in µs.
    pub mean_us: u64,
    /// Median.
    pub p50_us: u64,
    /// 90th percentile.
    pub p90_us: u64,
    /// 95th percentile.
    pub p95_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// One of 1,000 took longer.
    pub p999_us: u64,
    /// One of 10,000 took longer.
    pub p9999_us: u64,
    /// The longest.
    pub max_us: u64,
}

impl LatencySummary {
    /// The shares of its percentiles, in ten-thousandths.
    pub const SHARES: [u32; 6] = [5_000, 9_000, 9_500, 9_900, 9_990, 9_999];
}

/// How long the answered requests of one zone's gateways took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ZoneSummary {
    /// The zone's id.
    #[serde(skip)]
    pub id: String,
    /// Answered after the warm-up.
    pub measured: u64,
    /// How long those took.
    #[serde(flatten)]
    pub latency: LatencySummary,
}

/// Ages of values that were seen: from the beginning of the write to the beginning of the get.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AgeSummary {
    /// Gets that saw a written value.
    pub count: u64,
    /// The youngest, in µs.
    pub min_us: u64,
    /// The oldest.
    pub max_us: u64,
}

impl VariantSummary {
    /// The first violated check, as a sentence.
    pub fn first_violation(&self) -> Option<String> {
        self.checks.iter().find_map(CheckSummary::violated)
    }

    /// The object under `variants.<name>` of the report.
    pub fn to_json(&self) -> Value {
        let by_id = |fields: Vec<(&str, Value)>| {
            let fields = fields
                .into_iter()
                .map(|(id, value)| (id.to_string(), value));
            Value::Object(fields.collect())
        };
        let workloads = self.workloads.iter();
        let zones = self.zones.iter();
        let modes = self.modes.iter();
        let checks = self.checks.iter();
        json!({
            "digest": digest_text(self.digest),
            "simulated_us": self.simulated_us,
            "events": self.events,
            "messages": self.messages,
            "elections": self.elections,
            "proves": self.proves,
            "settings": self.settings,
            "settings_changes": self.settings_changes,
            "decisions": counts(&Deed::IDS, &self.decisions),
            // What percentiles, rates and a month's cost speak of.
            "window": { "from_us": self.measure_from_us, "to_us": self.simulated_us },
            "bytes": self.bytes.to_json(),
            "crossings": kinds(&self.bytes.crossings),
            "wire": self.bytes.wire_json(),
            "usd": usd_number(self.usd_nanos),
            "usd_payload": usd_number(self.usd_nanos_payload),
            "money": self.money_json(),
            "commit": self.commit,
            "workload": by_id(workloads.map(|one| (one.id.as_str(), json!(one))).collect()),
            "latency": self.latency,
            "zones": by_id(zones.map(|one| (one.id.as_str(), json!(one))).collect()),
            "modes": by_id(modes.map(|one| (one.mode.id(), one.to_json())).collect()),
            "leader_cpu_share": thousandths(self.leader_cpu_ppm / 1_000),
            "sampled": self.sampled_json(),
            "checks": by_id(checks.map(|one| (&*one.id, json!(one.verdict))).collect()),
            "moments": moments_json(&self.moments, &self.names),
            "resources": resources_json(&self.resources),
            "bottleneck": bottleneck_json(&self.resources, self.qps()),
            "state": standing::state_json(self),
            "refused": refused::refused_json(self.refused_count, &self.refused),
        })
    }
}

impl VariantSummary {
    /// Answered requests per second, of all workloads.
    pub fn qps(&self) -> f64 {
        self.workloads.iter().map(|one| one.qps).sum()
    }

    /// What a million acknowledged writes cost, reads and all between them included, in
    /// nano-dollars; `None` without any.
    pub fn usd_nanos_per_million_writes(&self) -> Option<u128> {
        (self.usd_nanos * 1_000_000).checked_div(u128::from(self.writes))
    }

    /// What 30 days of the same load cost, in nano-dollars: the mean rate from the end of the
    /// warm-up to the end of the run, carried on. On the wire, and the payload alone; `None` while
    /// no time has passed.
    pub fn usd_nanos_per_month(&self) -> Option<(u128, u128)> {
        let window_us = u128::from(self.simulated_us - self.measure_from_us);
        let (wire, payload) = self.usd_nanos_measured;
        let per_month = |nanos: u128| (nanos * MONTH_US).checked_div(window_us);
        Some((per_month(wire)?, per_month(payload)?))
    }

    fn sampled_json(&self) -> Value {
        let sampled = |(one_in, counted): (u64, u64)| {
            json!({
                "one_in": one_in,
                "counted": counted,
                // What goes by the reads that were recorded.
                "judged": ["linearizable", "snapshot", "staleness", "stale", "seen_age"],
            })
        };
        self.sampled.map_or(Value::Null, sampled)
    }

    fn money_json(&self) -> Value {
        let usd = |nanos: Option<u128>| nanos.map_or(Value::Null, usd_number);
        let (wire, payload) = self.usd_nanos_per_month().unzip();
        let mut money = json!({
            "per_million_writes": usd(self.usd_nanos_per_million_writes()),
            "per_month": usd(wire),
            "per_month_payload": usd(payload),
            "writes": self.writes,
        });
        for (kind, nanos) in ByteKind::IDS.into_iter().zip(self.usd_nanos_by_kind) {
            money[kind] = usd_number(nanos);
        }
        money
    }
}

/// 30 days.
const MONTH_US: u128 = 30 * 24 * 3600 * 1_000_000;

/// One count for each id.
pub(super) fn counts(ids: &[&str], counts: &[u64]) -> Value {
    let ids = ids.iter().map(ToString::to_string);
    let all: Map<String, Value> = ids.zip(counts.iter().map(|count| json!(count))).collect();
    Value::Object(all)
}

impl ModeSummary {
    fn figure(&self, key: &str) -> u64 {
        let place = MODE_FIGURES.iter().position(|known| *known == key);
        place.map_or(0, |place| self.figures[place])
    }

    /// Answered reads.
    pub fn reads(&self) -> u64 {
        self.figure("reads")
    }

    /// How long they took.
    pub fn latency(&self) -> LatencySummary {
        LatencySummary {
            mean_us: self.figure("mean_us"),
            p50_us: self.figure("p50_us"),
            p90_us: self.figure("p90_us"),
            p95_us: self.figure("p95_us"),
            p99_us: self.figure("p99_us"),
            p999_us: self.figure("p999_us"),
            p9999_us: self.figure("p9999_us"),
            max_us: self.figure("max_us"),
        }
    }

    fn to_json(&self) -> Value {
        let mut all = counts(&MODE_FIGURES, &self.figures);
        all["round_trips"] = thousandths(self.round_trips_milli);
        all["verdict"] = json!(self.verdict);
        all
    }
}

fn hundredths<S: Serializer>(rate: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((rate * 100.0).round() / 100.0)
}

/// Thousandths as a number: exact until one division.
fn thousandths(milli: u64) -> Value {
    Value::Number(Number::from_f64(milli as f64 / 1e3).expect("a finite number"))
}

/// A digest as everything shows it: 16 hex digits.
pub fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}

/// Nano-dollars as a number of dollars: the closest one while there are fewer than 2^53 of them
/// (nine million dollars), since both operands are exact then and a division rounds once.
pub(crate) fn usd_number(nanos: u128) -> Value {
    const NANOS: f64 = 1e9;
    Value::Number(Number::from_f64(nanos as f64 / NANOS).expect("a finite number"))
}
