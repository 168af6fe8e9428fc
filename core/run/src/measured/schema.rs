//! The shape of what was measured on a real cluster. The doc comments are the descriptions in its
//! JSON Schema.

use format::tree::Read;
use schemars::JsonSchema;

/// What runs of one scenario on a real cluster measured.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas result of a real cluster")]
pub struct Measured {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: MeasuredFormat,
    /// What ran.
    pub system: String,
    /// The scenario, by its id.
    pub scenario: String,
    /// The variant of it; `run` for a scenario without any.
    pub variant: String,
    /// A hash of what was carried over: of another plan this result says nothing.
    pub plan: String,
    /// The day, as 2026-01-31.
    pub date: String,
    /// Versions of what ran.
    pub versions: Versions,
    /// The machine.
    pub machine: Machine,
    /// What of the scenario was not carried over, in sentences.
    pub left_out: Vec<String>,
    /// Runs that count for nothing, because the machine was too busy.
    pub refused_runs: u32,
    /// What each run measured.
    pub runs: Vec<MeasuredRun>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
pub enum MeasuredFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-real/1")]
    RaftAtlasReal1,
}

/// Versions of what ran.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// Of etcd, server and client.
    pub etcd: String,
    /// Of Go, which compiled it.
    pub go: String,
    /// Of this project, whose proxies carried the bytes.
    pub raft_atlas: String,
}

/// A machine.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The model of its processor.
    pub cpu: String,
    /// Cores, which all members share.
    pub cores: u32,
    /// Memory.
    pub memory_bytes: u64,
    /// The system and its architecture.
    pub os: String,
}

/// What one run measured.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct MeasuredRun {
    /// Times that a member became leader, the first one included.
    pub elections: u32,
    /// Time in which no member believed that it leads, in all, by the members' logs.
    pub leaderless_us: u64,
    /// Longest time between two answers to writes, whoever asked; null where nothing is written.
    pub no_write_longest_us: Option<u64>,
    /// Longest time in which no member committed anything, as asked each 20 ms; null where nobody
    /// asked.
    #[serde(default)]
    pub no_commit_longest_us: Option<u64>,
    /// What came of each load.
    pub loads: Vec<MeasuredLoad>,
    /// Bytes from member to member.
    pub member_bytes: Vec<MemberBytes>,
    /// How late timers of 5 ms were during the run.
    pub timers: Lateness,
    /// How much later than due the proxies passed bytes on.
    pub passed: Lateness,
    /// Median of an fsync of two kilobytes on the members' disk, before the run.
    pub fsync_p50_us: u64,
    /// Actions that could not be done, in words.
    pub not_done: Vec<String>,
}

/// What came of one load.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct MeasuredLoad {
    /// The load, by its id.
    pub id: String,
    /// What each request did.
    pub op: String,
    /// The zone of its clients.
    pub zone: String,
    /// Requests that were answered.
    pub ok: u32,
    /// Requests without an answer: refused, or their time was up.
    pub failed: u32,
    /// Answered in the window, as the percentiles are.
    pub measured: u32,
    /// Median latency at the client; null of nothing.
    pub p50_us: Option<u64>,
    /// 95th percentile.
    pub p95_us: Option<u64>,
    /// 99th percentile.
    pub p99_us: Option<u64>,
}

/// Bytes that one member sent to another on all connections of the two, without TCP's headers.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct MemberBytes {
    /// The sender.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// How many.
    pub bytes: u64,
}

/// How late something was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Lateness {
    /// How often that was looked at.
    pub count: u32,
    /// The median.
    pub p50_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// The worst.
    pub worst_us: u64,
}
