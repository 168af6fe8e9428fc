//! The shape of `workload` in a scenario file: streams of client requests.
//!
//! Which values make sense together says `validate_loads`; what becomes of them, `resolve_loads`.

use model::config::{INSERT_ROWS, KeyKind, Mix, OpKind, ReadMode, ValueKind};
use schemars::JsonSchema;

use format::bound::BYTES;
use format::limits;
use format::schema::{given, id_pattern};
use format::tree::Read;
use format::units::DurationUs;
use format::word::Word;
use text::phrase;

const CLIENTS: &str = phrase!("{least} to {most} clients");

/// A stream of client requests from one gateway: `clients` that wait for each answer, or
/// arrivals at a `rate`.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [
    { "oneOf": given(&["op", "mix"]) }, { "oneOf": given(&["clients", "rate"]) },
]))]
pub(super) struct Workload {
    /// Name, unique among the workloads.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// The gateway where the requests enter, or a zone for its first gateway.
    pub from: String,
    /// Whether all gateways of the zone in `from` share the load, client after client.
    #[serde(default)]
    pub spread: bool,
    /// The load balancers that its clients come through, client after client; they come straight
    /// by default.
    #[serde(default)]
    pub through: Vec<String>,
    /// What each request does: this, or what a `mix` draws.
    #[serde(default)]
    pub op: Option<Word<OpKind>>,
    /// What its requests are drawn from, as published benchmarks do.
    #[serde(default)]
    pub mix: Option<Word<Mix>>,
    /// Rows per scan, put or statement; 1 by default. A put of several is one command.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::SCAN_ROWS_MAX))]
    pub rows: Option<u32>,
    /// Statements and transactions: requests to each range, one after the other; 1 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::PARTS_MAX))]
    #[bound(words = phrase!("{least} to {most} fetches"))]
    pub fetches: Option<u32>,
    /// Transactions: statements, one after the other; 1 by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::PARTS_MAX))]
    #[bound(words = phrase!("{least} to {most} statements"))]
    pub statements: Option<u32>,
    /// Statements and transactions: they are prepared first, for which the oracle is asked once
    /// more.
    #[serde(default)]
    pub prepared: bool,
    /// Closed load: this many clients, each with one request at a time.
    #[serde(default)]
    #[schemars(range(min = 1, max = limits::CLIENTS_MAX))]
    #[bound(words = CLIENTS)]
    pub clients: Option<u32>,
    /// Closed load: pause between an answer and the next request.
    #[serde(default)]
    #[bound(max = limits::DURATION_US_MAX)]
    pub think: Option<DurationUs>,
    /// Open load: mean arrivals per second, answered or not.
    #[serde(default)]
    #[schemars(range(min = limits::RATE_MIN, max = limits::RATE_MAX))]
    #[bound(words = phrase!("{least} to {most} requests per second"))]
    pub rate: Option<f64>,
    /// How its load changes: in order of time, each after the one before has ended.
    #[serde(default)]
    #[schemars(length(max = limits::RAMP_STEPS_MAX))]
    #[bound(words = phrase!("{least} to {most} changes"))]
    pub ramp: Vec<RampText>,
    /// First key and end (exclusive) of the keys that it draws from; all keys by default.
    #[serde(default)]
    pub keys: Option<(u64, u64)>,
    /// How often each of them is drawn; evenly by default.
    #[serde(default)]
    pub distribution: Option<DistributionText>,
    /// Bytes of each written value; `data.row_bytes` by default.
    #[serde(default)]
    #[schemars(range(min = limits::VALUE_BYTES_MIN, max = limits::VALUE_BYTES_MAX))]
    #[bound(words = BYTES)]
    pub value_bytes: Option<u32>,
    /// What written values look like; one repeated line by default.
    #[serde(default)]
    pub values: Option<Word<ValueKind>>,
    /// A read mode of its own; the setting by default.
    #[serde(default)]
    pub read_mode: Option<Word<ReadMode>>,
    /// Stale reads: a bound of its own; the setting by default.
    #[serde(default)]
    pub staleness: Option<DurationUs>,
    /// Its session is read-only: a write in it is refused.
    #[serde(default)]
    pub read_only: bool,
    /// How long its clients wait for an answer; `settings.request_timeout` by default.
    #[serde(default)]
    #[bound(min = 1, max = limits::DURATION_US_MAX)]
    pub timeout: Option<DurationUs>,
    /// A client without an answer, because its request failed or its time was up, asks again: a
    /// new request, and of a put a new write, whatever became of the first. By default it does
    /// not.
    #[serde(default)]
    pub retry: Option<RetryText>,
    /// Whether it runs from the start.
    #[serde(default = "default_true")]
    pub running: bool,
    /// Instant of its first request.
    #[serde(default)]
    #[bound(max = limits::DURATION_US_MAX)]
    pub start: DurationUs,
}

impl Workload {
    /// What each request does where no mix says it.
    pub(super) fn op(&self) -> OpKind {
        self.op.map_or(OpKind::Get, |Word(op)| op)
    }

    pub(super) fn mix(&self) -> Option<Mix> {
        self.mix.map(|Word(mix)| mix)
    }

    /// The most rows of one of its requests.
    pub(super) fn most_rows(&self) -> u32 {
        let Some(mix) = self.mix() else {
            let is_insert = self.op() == OpKind::Insert;
            return self.rows.unwrap_or(if is_insert { INSERT_ROWS } else { 1 });
        };
        let shares = mix.shares().iter();
        shares
            .map(|(_, operation)| operation.most_rows())
            .fold(1, u32::max)
    }
}

/// How often each key is drawn.
#[derive(Copy, Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct DistributionText {
    /// Which distribution.
    pub kind: Word<KeyKind>,
    /// Zipfian and latest: the exponent in thousandths, 0.001 to 2; 0.99 by default, as in YCSB.
    #[serde(default)]
    #[schemars(range(min = 0.001, max = f64::from(sim::THETA_MILLI_MAX) / 1e3))]
    #[bound]
    pub theta: Option<f64>,
    /// Hotspot: share of the keys that is hot, the first ones; 0.2 by default.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    #[bound]
    pub keys: Option<f64>,
    /// Hotspot: share of the requests that goes to them; 0.8 by default.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    #[bound]
    pub requests: Option<f64>,
    /// One: the key; the first by default.
    #[serde(default)]
    pub key: Option<u64>,
}

/// A change of a load, at an instant of the run.
#[derive(Copy, Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [{ "oneOf": given(&["clients", "rate"]) }]))]
pub(super) struct RampText {
    /// When it begins.
    pub at: DurationUs,
    /// How long it takes: the load goes straight to its new height. At once by default.
    #[serde(default)]
    #[bound(max = limits::DURATION_US_MAX)]
    pub over: DurationUs,
    /// Closed load: clients from then on, 0 to 100000.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::CLIENTS_MAX))]
    #[bound(words = CLIENTS)]
    pub clients: Option<u32>,
    /// Open load: arrivals per second from then on, 0 to 1000000.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = limits::RATE_MAX))]
    #[bound]
    pub rate: Option<f64>,
}

/// What a client does without an answer.
#[derive(Copy, Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct RetryText {
    /// Requests in all, the first one included: 2 to 100.
    #[schemars(range(min = 2, max = limits::ATTEMPTS_MAX))]
    #[bound(words = phrase!("{least} to {most} requests"))]
    pub attempts: u32,
    /// Pause before the second; each later one is twice as long. 100ms by default.
    #[serde(default = "default_backoff")]
    #[bound(max = limits::DELAY_US_MAX)]
    pub backoff: DurationUs,
    /// Longest pause; 10s by default.
    #[serde(default = "default_backoff_max")]
    #[bound(max = limits::DELAY_US_MAX)]
    pub backoff_max: DurationUs,
    /// Share of each pause that is drawn anew, 0 to 1: at 0, the default, clients that fail
    /// together come again together.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    #[bound]
    pub jitter: f64,
}

fn default_backoff() -> DurationUs {
    DurationUs(100_000)
}

fn default_backoff_max() -> DurationUs {
    DurationUs(10_000_000)
}

fn default_true() -> bool {
    true
}
