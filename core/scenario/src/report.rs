//! The report of a run, format `raft-atlas-report/1`: what was seen, variant by variant.
//!
//! It turns summaries into JSON and must not know how they were counted. Figures are integers but
//! for the shown edge: dollars and requests per second.

use cluster::fact::{ByteKind, Deed, Saver};
use serde_json::{Map, Number, Value, json};

use crate::expect::Verdict;
use crate::format::SettingsText;

/// Name and version of the report's format.
pub const REPORT_FORMAT: &str = "raft-atlas-report/1";

/// What one run came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VariantSummary {
    /// The variant's name; `run` for a scenario without variants.
    pub name: String,
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
    /// What the bytes cost, in nano-dollars.
    pub usd_nanos: u128,
    /// The same by kind (`ByteKind` as index), each rounded down.
    pub usd_nanos_by_kind: [u128; ByteKind::ALL.len()],
    /// Writes that were acknowledged.
    pub writes: u64,
    /// How long entries took to be committed.
    pub commit: CommitSummary,
    /// One per workload, in the order of the file, and `by_hand` if there were requests by hand.
    pub workloads: Vec<WorkloadSummary>,
    /// One per check, in a fixed order.
    pub checks: Vec<CheckSummary>,
}

/// Bytes, once per link that they crossed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteTotals {
    /// Encoded messages on all links, by kind (`ByteKind` as index).
    pub all: [u64; ByteKind::ALL.len()],
    /// Encoded messages between zones, by kind.
    pub cross_zone: [u64; ByteKind::ALL.len()],
    /// Framing on all links.
    pub framing: u64,
    /// Framing between zones.
    pub cross_zone_framing: u64,
    /// Read requests and their rows between zones, without refusals of any request.
    pub reads_crossed: u64,
    /// Bytes between zones that features spared, by `Saver`.
    pub saved: [u64; Saver::ALL.len()],
    /// Encoded messages between zones by directed pair; pairs that nothing crossed are left out.
    pub between: Vec<PairBytes>,
}

/// Bytes from one zone to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairBytes {
    /// The zone that they left.
    pub from: String,
    /// The zone that they went to.
    pub to: String,
    /// Encoded messages by kind.
    pub kinds: [u64; ByteKind::ALL.len()],
}

/// From the append at a leader to the commit at that leader, over all ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkloadSummary {
    /// The workload's id.
    pub id: String,
    /// Answered requests.
    pub ok: u64,
    /// Requests that certainly were not done.
    pub failed: u64,
    /// Writes without an answer.
    pub unknown: u64,
    /// Answered requests per second, from the first request on.
    pub qps: f64,
    /// Mean latency of the answered requests, in µs.
    pub mean_us: u64,
    /// Median latency.
    pub p50_us: u64,
    /// 95th percentile.
    pub p95_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// Greatest latency.
    pub max_us: u64,
    /// Reads that missed a write that was acknowledged before they began.
    pub stale: u64,
    /// How old the oldest such read was.
    pub max_staleness_us: u64,
}

/// What came of one check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// The check's id, e.g. `election_safety`.
    pub id: &'static str,
    /// The first violation: "at 12.345678s: ..."; `None` = the check held.
    pub violation: Option<String>,
}

impl VariantSummary {
    /// The first violated check, as a sentence.
    pub fn first_violation(&self) -> Option<String> {
        self.checks.iter().find_map(|check| {
            check
                .violation
                .as_ref()
                .map(|violation| format!("{} violated {violation}", check.id))
        })
    }

    /// The object under `variants.<name>` of the report.
    pub fn to_json(&self) -> Value {
        let mut workloads = Map::new();
        for workload in &self.workloads {
            workloads.insert(workload.id.clone(), workload.to_json());
        }
        let mut checks = Map::new();
        for check in &self.checks {
            checks.insert(check.id.to_string(), Value::String(check.to_text()));
        }
        let mut decisions = Map::new();
        for (id, count) in DEED_IDS.into_iter().zip(self.decisions) {
            decisions.insert(id.to_string(), json!(count));
        }
        json!({
            "digest": digest_text(self.digest),
            "simulated_us": self.simulated_us,
            "events": self.events,
            "messages": self.messages,
            "elections": self.elections,
            "settings": self.settings,
            "settings_changes": self.settings_changes,
            "decisions": decisions,
            "bytes": self.bytes.to_json(),
            "usd": usd_number(self.usd_nanos),
            "money": self.money_json(),
            "commit": self.commit.to_json(),
            "workload": workloads,
            "checks": checks,
        })
    }
}

impl VariantSummary {
    /// What a million acknowledged writes cost, reads and all between them included, in
    /// nano-dollars; `None` without any.
    pub fn usd_nanos_per_million_writes(&self) -> Option<u128> {
        (self.usd_nanos * 1_000_000).checked_div(u128::from(self.writes))
    }

    /// What 30 days cost at the run's mean rate, in nano-dollars; `None` while no time has passed.
    pub fn usd_nanos_per_month(&self) -> Option<u128> {
        (self.usd_nanos * MONTH_US).checked_div(u128::from(self.simulated_us))
    }

    fn money_json(&self) -> Value {
        let mut money = Map::new();
        let mut put = |name: &str, nanos: Option<u128>| {
            let usd = nanos.map_or(Value::Null, usd_number);
            money.insert(name.to_string(), usd);
        };
        put("per_million_writes", self.usd_nanos_per_million_writes());
        put("per_month", self.usd_nanos_per_month());
        for (kind, nanos) in KIND_IDS.into_iter().zip(self.usd_nanos_by_kind) {
            put(kind, Some(nanos));
        }
        money.insert("writes".to_string(), json!(self.writes));
        Value::Object(money)
    }
}

/// 30 days.
const MONTH_US: u128 = 30 * 24 * 3600 * 1_000_000;

impl ByteTotals {
    fn to_json(&self) -> Value {
        let kinds = |counts: &[u64; ByteKind::ALL.len()], framing: u64| {
            let mut map = Map::new();
            map.insert("total".to_string(), json!(counts.iter().sum::<u64>()));
            for (kind, count) in KIND_IDS.into_iter().zip(counts) {
                map.insert(kind.to_string(), json!(count));
            }
            map.insert("framing".to_string(), json!(framing));
            map
        };
        let mut bytes = kinds(&self.all, self.framing);
        let cross_zone = kinds(&self.cross_zone, self.cross_zone_framing);
        bytes.insert("cross_zone".to_string(), Value::Object(cross_zone));
        bytes.insert("reads_crossed".to_string(), json!(self.reads_crossed));
        let mut saved = Map::new();
        for (saver, spared) in SAVER_IDS.into_iter().zip(self.saved) {
            saved.insert(saver.to_string(), json!(spared));
        }
        bytes.insert("saved".to_string(), Value::Object(saved));
        let between = self.between.iter().map(PairBytes::to_json).collect();
        bytes.insert("between".to_string(), Value::Array(between));
        Value::Object(bytes)
    }
}

impl PairBytes {
    fn to_json(&self) -> Value {
        let mut map = Map::new();
        map.insert("from".to_string(), json!(self.from));
        map.insert("to".to_string(), json!(self.to));
        map.insert("total".to_string(), json!(self.kinds.iter().sum::<u64>()));
        for (kind, count) in KIND_IDS.into_iter().zip(self.kinds) {
            if count > 0 {
                map.insert(kind.to_string(), json!(count));
            }
        }
        Value::Object(map)
    }
}

impl CommitSummary {
    fn to_json(&self) -> Value {
        json!({
            "entries": self.entries,
            "mean_us": self.mean_us,
            "p50_us": self.p50_us,
            "p99_us": self.p99_us,
            "max_us": self.max_us,
        })
    }
}

impl WorkloadSummary {
    fn to_json(&self) -> Value {
        json!({
            "ok": self.ok,
            "failed": self.failed,
            "unknown": self.unknown,
            "qps": (self.qps * 100.0).round() / 100.0,
            "mean_us": self.mean_us,
            "p50_us": self.p50_us,
            "p95_us": self.p95_us,
            "p99_us": self.p99_us,
            "max_us": self.max_us,
            "stale": self.stale,
            "max_staleness_us": self.max_staleness_us,
        })
    }
}

impl CheckSummary {
    /// "ok", or "violated at ...".
    pub fn to_text(&self) -> String {
        match &self.violation {
            None => "ok".to_string(),
            Some(violation) => format!("violated {violation}"),
        }
    }
}

/// Which build made a report.
pub const BUILD: &str = concat!("raft-atlas ", env!("CARGO_PKG_VERSION"), ", raft 0.7.0");

/// The whole report.
pub fn report(title: &str, seed: u64, variants: &[VariantSummary], verdicts: &[Verdict]) -> Value {
    let mut by_name = Map::new();
    for variant in variants {
        by_name.insert(variant.name.clone(), variant.to_json());
    }
    json!({
        "format": REPORT_FORMAT,
        "title": title,
        "seed": seed,
        "build": BUILD,
        "variants": by_name,
        "expect": verdicts.iter().map(Verdict::to_json).collect::<Vec<_>>(),
    })
}

/// Ids of what spares bytes in reports and pages, in the order of `Saver`.
pub const SAVER_IDS: [&str; Saver::ALL.len()] =
    ["relay", "delta", "compression", "neighbour_snapshot"];

/// Ids of the byte kinds in reports and pages, in the order of `ByteKind`.
pub const KIND_IDS: [&str; ByteKind::ALL.len()] = [
    "read",
    "write",
    "read_index",
    "append",
    "ack",
    "heartbeat",
    "vote",
    "snapshot",
    "tso",
    "schedule",
];

/// Ids of decisions in reports, in the order of `Deed`.
const DEED_IDS: [&str; Deed::ALL.len()] = [
    "chose_delegate",
    "left_delegate",
    "refused_relay",
    "sent_direct",
    "resumed_relay",
    "chose_snapshot_source",
    "snapshot_from_leader",
    "refused_snapshot",
    "rejected_frame",
    "moved_leader",
    "added_replica",
    "added_learner",
    "promoted_replica",
    "removed_replica",
    "replaced_replica",
    "split_range",
    "merged_ranges",
    "held_back",
];

/// A digest as everything shows it: 16 hex digits.
pub fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}

/// Nano-dollars as a number of dollars: the closest one while there are fewer than 2^53 of them
/// (nine million dollars), since both operands are exact then and a division rounds once.
pub fn usd_number(nanos: u128) -> Value {
    const NANOS: f64 = 1e9;
    Value::Number(Number::from_f64(nanos as f64 / NANOS).expect("a finite number"))
}
