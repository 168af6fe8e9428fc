//! The picture of one instant, as plain columns. It is made from the cluster and the watch; it
//! must not know how it crosses to the page, and nothing here is read back by the run.
//!
//! Times are µs of simulation time. Columns of large numbers are `f64`, exact up to 2^53: that is
//! what the page computes with.

use model::config::FaultKind;
use model::ids::RangeId;
use model::view::StoreStatus;
use record::{Float64Array, Uint8Array, Uint16Array, Uint32Array};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::playground::{Limit, ResourceColumns};

use crate::playground::RangeInfo;
use format::switches::SettingsView;
use observe::commits::Commit;
use observe::completions::Completion;
use observe::leaders::Lead;
use observe::narrate::Notable;
use observe::requests::RequestView;
use report::goal::Come;

/// What the page has already and what it looks at.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, TS)]
pub struct FrameRequest {
    /// Range whose replicas are wanted.
    pub range: RangeId,
    /// Last notable that the page has; 0 = send all that are kept.
    pub notable_after: u64,
    /// Last series bucket that the page has complete; -1 = send all that are kept.
    pub series_after: i64,
    /// Number of the first completion that the page does not have.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub completions_from: u64,
    /// Number of the first change of a leader that the page does not have.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub leads_from: u64,
    /// Number of the first step of a commit index that the page does not have.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub commits_from: u64,
    /// Shape of the ranges that the page has, 0 = as at the start.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub shape: u64,
    /// Mark of the standing faults that the page has, 0 = of none.
    #[serde(default)]
    #[ts(optional, as = "Option<u64>")]
    pub faults: u64,
}

/// Everything that moves.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Frame {
    /// The instant.
    pub now_us: u64,
    /// Instant of the next event, if there is one.
    pub next_event_us: Option<u64>,
    /// Whether the scenario's duration has passed.
    pub finished: bool,
    /// Events processed.
    pub events: u64,
    /// Messages sent.
    pub messages: u64,
    /// Times that a replica became leader of a term.
    pub elections: u64,
    /// Stores, by node.
    pub stores: Vec<StoreState>,
    /// Replicas of the requested range.
    pub replicas: Replicas,
    /// Their logs.
    pub log_terms: LogTerms,
    /// Another number after every change of members and borders.
    pub shape: u64,
    /// All ranges in the order of their keys; none when the page has this shape.
    pub ranges: Vec<RangeInfo>,
    /// The store that leads each range, in the order of their keys; 65535 = none. Empty when there
    /// are more than `RANGE_LEADERS_MAX`.
    pub range_leaders: Uint16Array,
    /// Messages on their way.
    pub flights: Flights,
    /// Payload bytes so far, `[from_zone][to_zone][kind]`.
    pub bytes: Float64Array,
    /// Framing bytes so far, same shape: all that the wire has beside the payload.
    pub framing: Float64Array,
    /// Payload bytes that crossed in the last whole tenths of a second, one second of them or as
    /// many as there are yet; same shape.
    pub recent_bytes: Float64Array,
    /// Framing bytes of the same time.
    pub recent_framing: Float64Array,
    /// The time that they cover.
    pub recent_us: u64,
    /// The most that the wire carried in one second so far from one zone to another.
    pub peak_pair_bytes: u64,
    /// Payload of the warm-up, which a month's cost leaves out; empty when there is none.
    pub warm_bytes: Float64Array,
    /// Framing of the warm-up, same shape.
    pub warm_framing: Float64Array,
    /// Payload bytes that features spared so far, `[from_zone][to_zone][saver]`.
    pub saved: Float64Array,
    /// Price of the wire so far in US dollars, of the payload alone when the setting says so.
    pub usd: f64,
    /// Writes that were acknowledged.
    pub writes: u64,
    /// Bytes on the wire and requests that ended, over time.
    pub series: Series,
    /// Requests that ended.
    pub completions: Completions,
    /// Who began and ceased to lead.
    pub leads: Leads,
    /// How far leaders knew their logs to be committed.
    pub commits: Commits,
    /// How every resource was used, in the order of the world's.
    pub resources: ResourceColumns,
    /// What limits the load, or would first; none while nothing is used.
    pub limit: Option<Limit>,
    /// Present sizes of what may be given another one, by index.
    pub sizes: Float64Array,
    /// Workloads, in the scenario's order.
    pub workloads: Vec<WorkloadState>,
    /// Traced requests, newest last.
    pub requests: Vec<RequestView>,
    /// What is so of what the scenario asks to try, one after the other.
    pub attempts: Vec<Come>,
    /// Another number after every change of what stands; 0 = nothing ever stood.
    pub faults_mark: u64,
    /// Standing faults, oldest first; none when the page has this mark.
    pub faults: Vec<FaultView>,
    /// Faults so far, ended ones too, oldest first, when the page has another mark.
    pub fault_spans: Vec<FaultSpan>,
    /// Actions that could not be done.
    pub refused: u64,
    /// Switches.
    pub settings: SettingsView,
    /// Meters and money count framing too.
    pub count_framing: bool,
    /// Notable things after the requested id, oldest first.
    pub notables: Vec<Notable>,
    /// Broken safety checks, each a sentence.
    pub violations: Vec<String>,
    /// Checks that found nothing and could not judge all, and what they could not.
    pub unjudged: Vec<String>,
    /// Digest of the run so far, 16 hex digits.
    pub digest: String,
}

/// A store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct StoreState {
    /// Its node.
    pub node: u32,
    /// Condition.
    pub status: StoreStatus,
    /// Ranges that it believes it leads.
    pub leaders: u32,
    /// Replicas that it holds.
    pub replicas: u32,
    /// Share of its cores that was busy over the last second, in millionths.
    pub busy_ppm: u32,
    /// How long a request that arrived now would wait for a core.
    pub queued_us: u64,
    /// How many µs its clock gains a second.
    pub drift_ppm: i32,
}

/// Columns over the replicas of one range, in placement order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Replicas {
    /// Length of the columns.
    pub count: u32,
    /// Store.
    pub node: Uint32Array,
    /// Peer in the group.
    pub peer: Uint32Array,
    /// 0 follower, 1 pre-candidate, 2 candidate, 3 leader, 4 learner.
    pub role: Uint8Array,
    /// Current term.
    pub term: Float64Array,
    /// Known leader's peer, 0 = none.
    pub leader_peer: Uint32Array,
    /// Peer that has its vote, 0 = none.
    pub voted_for: Uint32Array,
    /// Candidates: votes granted.
    pub votes: Uint32Array,
    /// Size of the voter set.
    pub voters: Uint32Array,
    /// Leaders: voters that acknowledge it.
    pub leads: Uint32Array,
    /// First index held.
    pub first: Float64Array,
    /// Last index.
    pub last: Float64Array,
    /// Last durable index.
    pub persisted: Float64Array,
    /// Commit index.
    pub commit: Float64Array,
    /// Applied index.
    pub applied: Float64Array,
    /// Ticks since it last heard from a leader.
    pub election_elapsed: Uint32Array,
    /// Ticks at which it campaigns.
    pub election_timeout: Uint32Array,
    /// Reads that wait.
    pub pending_reads: Uint32Array,
    /// Bits: 1 its zone's delegate, 2 asleep, 4 between two sets of members.
    pub marks: Uint8Array,
    /// How long ago its past is complete up to, -1 = it does not know.
    pub safe_lag_us: Float64Array,
    /// A leader's lease: 0 none, 1 valid, 2 suspended, 3 expired.
    pub lease_state: Uint8Array,
    /// How long it lasts yet by its store's clock, in µs.
    pub lease_left_us: Float64Array,
}

/// Columns over the stretches of one term in the logs of a range's replicas, by replica and index.
/// A stretch begins after the one before it, a replica's first one at its first index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct LogTerms {
    /// Row of the replica.
    pub replica: Uint32Array,
    /// Term of the leader that made the entries.
    pub term: Float64Array,
    /// Index of the last one.
    pub last: Float64Array,
}

/// Columns over the messages on their way, by flight number; a doomed one ends halfway.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Flights {
    /// Length of the columns, at most 4,096.
    pub count: u32,
    /// How many are on their way in all.
    pub total: u32,
    /// Flight number.
    pub id: Float64Array,
    /// Message type, an index into the world's.
    #[serde(rename = "type")]
    pub what: Uint8Array,
    /// Byte kind, an index into the world's.
    pub kind: Uint8Array,
    /// Sender's node.
    pub from: Uint16Array,
    /// Receiver's node.
    pub to: Uint16Array,
    /// When it left.
    pub sent_us: Float64Array,
    /// When it arrives, or dies halfway.
    pub arrive_us: Float64Array,
    /// Payload bytes.
    pub bytes: Float64Array,
    /// Range that it is about.
    pub range: Uint32Array,
    /// 0 arrives, 1 will be lost, 2 runs into a cut, 3 finds a full buffer, 4 loses its connection.
    pub fate: Uint8Array,
    /// 1 = a refusal.
    pub reject: Uint8Array,
    /// Request that it serves, 0 = none.
    pub request: Float64Array,
    /// Raft term, 0 = none.
    pub term: Float64Array,
    /// Raft log index: of an append the one before its entries, of an answer to it the last that
    /// is held.
    pub index: Float64Array,
    /// Entries that it carries.
    pub entries: Uint32Array,
}

/// Notable things that one frame carries at most, the newest.
pub(crate) const NOTABLES_PER_FRAME_MAX: usize = 200;
/// Messages in flight that one frame carries at most.
pub(crate) const FLIGHTS_MAX: usize = 4096;

/// Ranges whose leaders one frame carries at most.
pub(crate) const RANGE_LEADERS_MAX: u32 = 256;

/// A stretch of what is counted by buckets of time; the last bucket is still filling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Series {
    /// Number of the first bucket.
    pub first: u64,
    /// Kinds per bucket.
    pub kinds: u32,
    /// Bytes that had crossed between zones, `[bucket][kind]`.
    pub values: Float64Array,
    /// Bytes inside zones, same shape.
    pub inside: Float64Array,
    /// Reads that were answered, by bucket; a request that is made of others counts once.
    pub reads: Float64Array,
    /// Writes that were answered, by bucket.
    pub writes: Float64Array,
    /// Requests that ended without an answer, by bucket.
    pub unanswered: Float64Array,
}

/// Columns over the requests that ended, in the order in which they did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Completions {
    /// Number of the first; the run's first is 0.
    pub first: u64,
    /// How many there were in all.
    pub total: u64,
    /// Request.
    pub request: Float64Array,
    /// When it ended.
    pub at_us: Float64Array,
    /// How long its client waited.
    pub latency_us: Float64Array,
    /// Its workload plus one, 0 = by hand.
    pub workload: Uint16Array,
    /// 1 = it wrote.
    pub wrote: Uint8Array,
    /// What came of it, a place in `CameWords`.
    pub came: Uint8Array,
    /// Reads: how long the first write that it missed had been acknowledged, 0 = it missed none.
    pub stale_us: Uint32Array,
    /// Reads of the past: how far back it may look, 0 = nobody bounds it.
    pub bound_us: Uint32Array,
}

impl Completions {
    pub(super) fn push(&mut self, one: &Completion) {
        self.request.push(one.request.0 as f64);
        self.at_us.push(one.at_us as f64);
        self.latency_us.push(f64::from(one.latency_us));
        self.workload
            .push(one.workload.map_or(0, |number| number + 1));
        self.wrote.push(u8::from(one.is_write));
        self.came.push(one.came as u8);
        self.stale_us.push(one.stale_us);
        self.bound_us.push(one.bound_us);
    }
}

/// Columns over the changes of leaders, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Leads {
    /// Number of the first; the run's first is 0.
    pub first: u64,
    /// How many there were in all.
    pub total: u64,
    /// When.
    pub at_us: Float64Array,
    /// The range.
    pub range: Uint32Array,
    /// The store that leads it from now on, by its own belief, or does no more.
    pub node: Uint16Array,
    /// 1 = it leads, 0 = no more.
    pub began: Uint8Array,
    /// The term in which it begins to lead, 0 where it does no more.
    pub term: Float64Array,
}

impl Leads {
    pub(super) fn push(&mut self, one: &Lead) {
        self.at_us.push(one.at_us as f64);
        self.range.push(one.range.0);
        self.node.push(one.node.0);
        self.began.push(u8::from(one.began));
        self.term.push(one.term as f64);
    }
}

/// Columns over the steps of leaders' commit indexes, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Commits {
    /// Number of the first; the run's first is 0.
    pub first: u64,
    /// How many there were in all.
    pub total: u64,
    /// When.
    pub at_us: Float64Array,
    /// The range.
    pub range: Uint32Array,
    /// The store, which leads it by its own belief.
    pub node: Uint16Array,
    /// Its commit index from then on.
    pub index: Float64Array,
}

impl Commits {
    pub(super) fn push(&mut self, one: &Commit) {
        self.at_us.push(one.at_us as f64);
        self.range.push(one.range.0);
        self.node.push(one.node.0);
        self.index.push(one.index as f64);
    }
}

/// A fault, from when it began until it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FaultSpan {
    /// When it began.
    pub from_us: u64,
    /// When it ended; `None` = it stands.
    pub until_us: Option<u64>,
    /// What no longer works, a sentence.
    pub text: String,
}

/// A workload so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct WorkloadState {
    /// Whether it sends.
    pub running: bool,
    /// Requests without an answer yet.
    pub in_flight: u32,
    /// Answered.
    pub ok: u64,
    /// Certainly not done.
    pub failed: u64,
    /// Writes that may or may not have happened.
    pub unknown: u64,
    /// Requests that asked again what had had no answer, counted among the others too.
    pub retries: u64,
    /// Reads that returned a value older than allowed.
    pub stale: u64,
    /// The worst staleness.
    pub max_staleness_us: u64,
    /// Answers per second over the last second.
    pub qps: f64,
    /// Mean latency of the answered.
    pub mean_us: f64,
    /// Mean latency of those answered over the last second.
    pub recent_mean_us: f64,
    /// Median latency.
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
    /// Longest latency.
    pub max_us: u64,
    /// Answers per latency bucket.
    pub histogram: Float64Array,
}

/// A standing fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FaultView {
    /// Names it in a `heal` action.
    pub id: String,
    /// What it is.
    pub kind: FaultKind,
    /// A sentence.
    pub text: String,
    /// When it began.
    pub since_us: u64,
    /// Place that it is about, or the sender's side.
    pub from: String,
    /// Receiver's side, "" when there is none.
    pub to: String,
    /// One direction only.
    pub one_way: bool,
    /// Added delay.
    pub delay_us: u64,
    /// Added jitter.
    pub jitter_us: u64,
    /// Added loss of packets in millionths.
    pub loss_ppm: u32,
    /// Messages that vanish besides, in millionths.
    pub vanish_ppm: u32,
    /// Limit of bandwidth in bits per second, 0 = none.
    pub bandwidth_bps: u64,
}
