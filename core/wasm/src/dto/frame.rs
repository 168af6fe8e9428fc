//! The picture of one instant, columnar where there is much of it.

use run::playground as engine;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::names::StoreStatus;
use super::request::RequestView;
use super::standing::{FaultView, Notable, Settings};
use crate::columns::{Float64Array, Uint8Array, Uint16Array, Uint32Array};

/// What the page has already and what it looks at.
#[derive(Copy, Clone, Debug, Deserialize, Tsify)]
pub struct FrameRequest {
    /// Range whose replicas are wanted.
    pub range: u32,
    /// Last notable that the page has; 0 = send all that are kept.
    #[tsify(type = "number")]
    pub notable_after: f64,
    /// Last series bucket that the page has complete; -1 = send all that are kept.
    #[tsify(type = "number")]
    pub series_after: f64,
    /// Number of the first completion that the page does not have.
    #[serde(default)]
    #[tsify(optional, type = "number")]
    pub completions_from: f64,
    /// Number of the first change of a leader that the page does not have.
    #[serde(default)]
    #[tsify(optional, type = "number")]
    pub leads_from: f64,
    /// Shape of the ranges that the page has; 0 and nothing = as at the start.
    #[serde(default)]
    #[tsify(optional, type = "number")]
    pub shape: f64,
    /// Mark of the standing faults that the page has; 0 and nothing = of none.
    #[serde(default)]
    #[tsify(optional, type = "number")]
    pub faults: f64,
}

impl From<FrameRequest> for engine::FrameRequest {
    fn from(request: FrameRequest) -> Self {
        engine::FrameRequest {
            range: request.range,
            notable_after: request.notable_after as u64,
            series_after: request.series_after as i64,
            completions_from: request.completions_from as u64,
            leads_from: request.leads_from as u64,
            shape: request.shape as u64,
            faults: request.faults as u64,
        }
    }
}

/// Everything that moves.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Frame {
    /// The instant.
    pub now_us: u64,
    /// Instant of the next event, -1 when there is none.
    pub next_event_us: i64,
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
    /// Another number after every change of members and borders.
    pub shape: u64,
    /// All ranges, when they are others than the page has; the layout is that of
    /// `run::playground::ranges`.
    pub ranges: Float64Array,
    /// Messages on their way.
    pub flights: Flights,
    /// `[from_zone][to_zone][kind]`, payload bytes so far.
    pub bytes: Float64Array,
    /// Same shape, framing bytes so far: all that the wire has beside the payload.
    pub framing: Float64Array,
    /// Same shape, payload bytes of the last whole tenths of a second: one second of them, or as
    /// many as there are yet.
    pub recent_bytes: Float64Array,
    /// Same shape, framing bytes of the same time.
    pub recent_framing: Float64Array,
    /// The time that they cover.
    pub recent_us: u64,
    /// The most that the wire carried in one second so far from one zone to another.
    pub peak_pair_bytes: u64,
    /// Same shape, payload of the warm-up, which a month's cost leaves out; empty without one.
    pub warm_bytes: Float64Array,
    /// Same shape, framing of the warm-up.
    pub warm_framing: Float64Array,
    /// `[from_zone][to_zone][saver]`, payload bytes that features spared so far.
    pub saved: Float64Array,
    /// US dollars so far.
    pub usd: f64,
    /// Writes that were acknowledged.
    pub writes: u64,
    /// Bytes on the wire over time.
    pub series: Series,
    /// Requests that ended.
    pub completions: Completions,
    /// Who began and ceased to lead.
    pub leads: Leads,
    /// Workloads, in the scenario's order.
    pub workloads: Vec<WorkloadState>,
    /// Newest last: the last traced request of each workload, and those sent by hand.
    pub requests: Vec<RequestView>,
    /// What is so of what the scenario asks to try, in the order of the world.
    pub attempts: Vec<Tried>,
    /// Another number after every change of what stands; 0 = nothing ever stood.
    pub faults_mark: u64,
    /// Standing faults, oldest first, when they are others than the page has.
    pub faults: Vec<FaultView>,
    /// Faults so far, ended ones too, oldest first, when the page has another mark.
    pub fault_spans: Vec<FaultSpan>,
    /// Actions that could not be done.
    pub refused: u64,
    /// Switches.
    pub settings: Settings,
    /// The newest after `notable_after`, oldest first, at most 200.
    pub notables: Vec<Notable>,
    /// Broken safety checks, each a sentence.
    pub violations: Vec<String>,
    /// Digest of the run so far, 16 hex digits.
    pub digest: String,
}

/// How far something is that the scenario asks to try.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Tried {
    /// Whether it has begun to come true.
    pub begun: bool,
    /// Instant at which it had, -1 while it has not.
    pub at_us: i64,
}

impl From<engine::Come> for Tried {
    fn from(come: engine::Come) -> Self {
        Tried {
            begun: come.begun,
            at_us: come.at_us.map_or(-1, |at_us| at_us as i64),
        }
    }
}

impl From<engine::Frame> for Frame {
    fn from(frame: engine::Frame) -> Self {
        Frame {
            now_us: frame.now_us,
            next_event_us: frame.next_event_us.map_or(-1, |at_us| at_us as i64),
            finished: frame.finished,
            events: frame.events,
            messages: frame.messages,
            elections: frame.elections,
            stores: frame.stores.into_iter().map(StoreState::from).collect(),
            replicas: frame.replicas.into(),
            shape: frame.shape,
            ranges: frame.ranges.into(),
            flights: frame.flights.into(),
            bytes: frame.bytes.into(),
            framing: frame.framing.into(),
            recent_bytes: frame.recent_bytes.into(),
            recent_framing: frame.recent_framing.into(),
            recent_us: frame.recent_us,
            peak_pair_bytes: frame.peak_pair_bytes,
            warm_bytes: frame.warm_bytes.into(),
            warm_framing: frame.warm_framing.into(),
            saved: frame.saved.into(),
            usd: frame.usd,
            writes: frame.writes,
            series: Series {
                first: frame.series.first,
                kinds: frame.series.kinds,
                values: frame.series.values.into(),
                inside: frame.series.inside.into(),
            },
            completions: frame.completions.into(),
            leads: frame.leads.into(),
            workloads: frame
                .workloads
                .into_iter()
                .map(WorkloadState::from)
                .collect(),
            requests: frame.requests.into_iter().map(RequestView::from).collect(),
            attempts: frame.attempts.into_iter().map(Tried::from).collect(),
            faults_mark: frame.faults_mark,
            faults: frame.faults.into_iter().map(FaultView::from).collect(),
            fault_spans: frame.fault_spans.into_iter().map(FaultSpan::from).collect(),
            refused: frame.refused,
            settings: frame.settings.into(),
            notables: frame.notables.into_iter().map(Notable::from).collect(),
            violations: frame.violations,
            digest: frame.digest,
        }
    }
}

/// A store.
#[derive(Clone, Debug, Serialize, Tsify)]
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
    /// How long a request that arrived now would wait for a core, in us.
    pub queued: u64,
    /// How many us its clock gains a second; negative if it loses.
    pub drift_ppm: i32,
}

impl From<engine::StoreState> for StoreState {
    fn from(store: engine::StoreState) -> Self {
        StoreState {
            node: store.node,
            status: store.status.into(),
            leaders: store.leaders,
            replicas: store.replicas,
            busy_ppm: store.busy_ppm,
            queued: store.queued_us,
            drift_ppm: store.drift_ppm,
        }
    }
}

/// Columns over the replicas of one range.
/// Role: 0 follower, 1 pre-candidate, 2 candidate, 3 leader, 4 learner.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Replicas {
    /// Length of the columns.
    pub count: u32,
    /// Store.
    pub node: Uint32Array,
    /// Peer in the group.
    pub peer: Uint32Array,
    /// See above.
    pub role: Uint8Array,
    /// Current term.
    pub term: Float64Array,
    /// Known leader, 0 = none.
    pub leader_peer: Uint32Array,
    /// Peer that has its vote, 0 = none.
    pub voted_for: Uint32Array,
    /// Candidates: votes granted.
    pub votes: Uint32Array,
    /// Size of the voter set.
    pub voters: Uint32Array,
    /// Leaders: voters that acknowledge it, itself included.
    pub leads: Uint32Array,
    /// First log index held.
    pub first: Float64Array,
    /// Last log index.
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
    /// How long it lasts yet by its store's clock, in us.
    pub lease_left_us: Float64Array,
}

impl From<engine::Replicas> for Replicas {
    fn from(replicas: engine::Replicas) -> Self {
        Replicas {
            count: replicas.node.len() as u32,
            node: replicas.node.into(),
            peer: replicas.peer.into(),
            role: replicas.role.into(),
            term: replicas.term.into(),
            leader_peer: replicas.leader_peer.into(),
            voted_for: replicas.voted_for.into(),
            votes: replicas.votes.into(),
            voters: replicas.voters.into(),
            leads: replicas.leads.into(),
            first: replicas.first.into(),
            last: replicas.last.into(),
            persisted: replicas.persisted.into(),
            commit: replicas.commit.into(),
            applied: replicas.applied.into(),
            election_elapsed: replicas.election_elapsed.into(),
            election_timeout: replicas.election_timeout.into(),
            pending_reads: replicas.pending_reads.into(),
            marks: replicas.marks.into(),
            safe_lag_us: replicas.safe_lag_us.into(),
            lease_state: replicas.lease_state.into(),
            lease_left_us: replicas.lease_left_us.into(),
        }
    }
}

/// Columns over the messages on their way, at most 4096; a doomed one ends halfway.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Flights {
    /// Length of the columns.
    pub count: u32,
    /// How many are on their way in all.
    pub total: u32,
    /// Flight number.
    pub id: Float64Array,
    /// Index into the world's message types.
    #[serde(rename = "type")]
    pub what: Uint8Array,
    /// Index into the world's kinds.
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
    /// 0 arrives, 1 will be lost halfway, 2 runs into a cut halfway.
    pub fate: Uint8Array,
    /// 1 = a refusal.
    pub reject: Uint8Array,
    /// Request that it serves, 0 = none.
    pub request: Float64Array,
}

impl From<engine::Flights> for Flights {
    fn from(flights: engine::Flights) -> Self {
        Flights {
            count: flights.id.len() as u32,
            total: flights.total,
            id: flights.id.into(),
            what: flights.what.into(),
            kind: flights.kind.into(),
            from: flights.from.into(),
            to: flights.to.into(),
            sent_us: flights.sent_us.into(),
            arrive_us: flights.arrive_us.into(),
            bytes: flights.bytes.into(),
            range: flights.range.into(),
            fate: flights.fate.into(),
            reject: flights.reject.into(),
            request: flights.request.into(),
        }
    }
}

/// A stretch of the series of bytes.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Series {
    /// Number of the first bucket.
    pub first: u64,
    /// Kinds per bucket.
    pub kinds: u32,
    /// Between zones, `[bucket][kind]`; the last bucket is still filling.
    pub values: Float64Array,
    /// Inside zones, same shape.
    pub inside: Float64Array,
}

/// Columns over the requests that ended, in the order in which they did.
#[derive(Clone, Debug, Serialize, Tsify)]
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
    /// Bit 0: it wrote. Above: 0 answered, 1 of the past, 2 stale, 3 broke its promise, 4 failed,
    /// 5 unknown.
    pub came: Uint8Array,
}

impl From<engine::Completions> for Completions {
    fn from(ended: engine::Completions) -> Self {
        Completions {
            first: ended.first,
            total: ended.total,
            request: ended.request.into(),
            at_us: ended.at_us.into(),
            latency_us: ended.latency_us.into(),
            workload: ended.workload.into(),
            came: ended.came.into(),
        }
    }
}

/// Columns over the changes of leaders, in the order in which they came.
#[derive(Clone, Debug, Serialize, Tsify)]
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
}

impl From<engine::Leads> for Leads {
    fn from(leads: engine::Leads) -> Self {
        Leads {
            first: leads.first,
            total: leads.total,
            at_us: leads.at_us.into(),
            range: leads.range.into(),
            node: leads.node.into(),
            began: leads.began.into(),
        }
    }
}

/// A fault, from when it began until it ended.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct FaultSpan {
    /// When it began.
    pub from_us: u64,
    /// When it ended; none = it stands.
    #[tsify(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_us: Option<u64>,
    /// What no longer works, a sentence.
    pub text: String,
}

impl From<engine::FaultSpan> for FaultSpan {
    fn from(span: engine::FaultSpan) -> Self {
        FaultSpan {
            from_us: span.from_us,
            until_us: span.until_us,
            text: span.text,
        }
    }
}

/// A workload so far.
#[derive(Clone, Debug, Serialize, Tsify)]
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
    /// Reads that missed an acknowledged write.
    pub stale: u64,
    /// The worst staleness.
    pub max_staleness_us: u64,
    /// Answers per second over the last second.
    pub qps: f64,
    /// Mean latency.
    pub mean_us: f64,
    /// Median latency.
    pub p50_us: u64,
    /// 95th percentile.
    pub p95_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// Longest latency.
    pub max_us: u64,
    /// Counts per `latency_bucket_upper_us`.
    pub histogram: Float64Array,
}

impl From<engine::WorkloadState> for WorkloadState {
    fn from(workload: engine::WorkloadState) -> Self {
        WorkloadState {
            running: workload.running,
            in_flight: workload.in_flight,
            ok: workload.ok,
            failed: workload.failed,
            unknown: workload.unknown,
            stale: workload.stale,
            max_staleness_us: workload.max_staleness_us,
            qps: workload.qps,
            mean_us: workload.mean_us,
            p50_us: workload.p50_us,
            p95_us: workload.p95_us,
            p99_us: workload.p99_us,
            max_us: workload.max_us,
            histogram: workload.histogram.into(),
        }
    }
}
