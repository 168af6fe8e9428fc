//! The picture of one instant, as plain columns. It is made from the cluster and the watch; it
//! must not know how it crosses to the page, and nothing here is read back by the run.
//!
//! Times are µs of simulation time. Columns of large numbers are `f64`, exact up to 2^53: that is
//! what the page computes with.

use model::config::{ReadMode, Settings};
use model::view::StoreStatus;

use observe::narrate::Notable;
use observe::requests::RequestView;
use report::goal::Come;

/// What the page has already and what it looks at.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameRequest {
    /// Range whose replicas are wanted.
    pub range: u32,
    /// Last notable that the page has; 0 = send all that are kept.
    pub notable_after: u64,
    /// Last series bucket that the page has complete; -1 = send all that are kept.
    pub series_after: i64,
    /// Shape of the ranges that the page has, 0 = as at the start.
    pub shape: u64,
    /// Mark of the standing faults that the page has, 0 = of none.
    pub faults: u64,
}

/// Everything that moves.
#[derive(Clone, Debug, PartialEq)]
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
    /// Another number after every change of members and borders.
    pub shape: u64,
    /// All ranges, when the page has another shape; see `playground::ranges`.
    pub ranges: Vec<f64>,
    /// Messages on their way.
    pub flights: Flights,
    /// Payload bytes so far, `[from_zone][to_zone][kind]`.
    pub bytes: Vec<f64>,
    /// Framing bytes so far, same shape: all that the wire has beside the payload.
    pub framing: Vec<f64>,
    /// Payload bytes of the last whole tenths of a second, one second of them or as many as there
    /// are yet; same shape.
    pub recent_bytes: Vec<f64>,
    /// Framing bytes of the same time.
    pub recent_framing: Vec<f64>,
    /// The time that they cover.
    pub recent_us: u64,
    /// Payload of the warm-up, which a month's cost leaves out; empty when there is none.
    pub warm_bytes: Vec<f64>,
    /// Framing of the warm-up, same shape.
    pub warm_framing: Vec<f64>,
    /// Payload bytes that features spared so far, `[from_zone][to_zone][saver]`.
    pub saved: Vec<f64>,
    /// Price of the wire so far in US dollars, of the payload alone when the setting says so.
    pub usd: f64,
    /// Writes that were acknowledged.
    pub writes: u64,
    /// Cross-zone bytes on the wire over time.
    pub series: Series,
    /// Workloads, in the scenario's order.
    pub workloads: Vec<WorkloadState>,
    /// Traced requests, newest last.
    pub requests: Vec<RequestView>,
    /// What is so of what the scenario asks to try, one after the other.
    pub attempts: Vec<Come>,
    /// Another number after every change of what stands; 0 = nothing ever stood.
    pub faults_mark: u64,
    /// Standing faults, oldest first, when the page has another mark.
    pub faults: Vec<FaultView>,
    /// Actions that could not be done.
    pub refused: u64,
    /// Switches.
    pub settings: SettingsView,
    /// Notable things after the requested id, oldest first.
    pub notables: Vec<Notable>,
    /// Broken safety checks, each a sentence.
    pub violations: Vec<String>,
    /// Digest of the run so far, 16 hex digits.
    pub digest: String,
}

/// A store.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replicas {
    /// Store.
    pub node: Vec<u32>,
    /// Peer in the group.
    pub peer: Vec<u32>,
    /// 0 follower, 1 pre-candidate, 2 candidate, 3 leader, 4 learner.
    pub role: Vec<u8>,
    /// Current term.
    pub term: Vec<f64>,
    /// Known leader's peer, 0 = none.
    pub leader_peer: Vec<u32>,
    /// Peer that has its vote, 0 = none.
    pub voted_for: Vec<u32>,
    /// Candidates: votes granted.
    pub votes: Vec<u32>,
    /// Size of the voter set.
    pub voters: Vec<u32>,
    /// Leaders: voters that acknowledge it.
    pub leads: Vec<u32>,
    /// First index held.
    pub first: Vec<f64>,
    /// Last index.
    pub last: Vec<f64>,
    /// Last durable index.
    pub persisted: Vec<f64>,
    /// Commit index.
    pub commit: Vec<f64>,
    /// Applied index.
    pub applied: Vec<f64>,
    /// Ticks since it last heard from a leader.
    pub election_elapsed: Vec<u32>,
    /// Ticks at which it campaigns.
    pub election_timeout: Vec<u32>,
    /// Reads that wait.
    pub pending_reads: Vec<u32>,
    /// Bits: 1 its zone's delegate, 2 asleep, 4 between two sets of members.
    pub marks: Vec<u8>,
    /// How long ago its past is complete up to, -1 = it does not know.
    pub safe_lag_us: Vec<f64>,
    /// A leader's lease: 0 none, 1 valid, 2 suspended, 3 expired.
    pub lease_state: Vec<u8>,
    /// How long it lasts yet by its store's clock, in µs.
    pub lease_left_us: Vec<f64>,
}

/// Columns over the messages on their way, by flight number; a doomed one ends halfway.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flights {
    /// How many there are in all; the columns hold at most [`FLIGHTS_MAX`].
    pub total: u32,
    /// Flight number.
    pub id: Vec<f64>,
    /// Message type.
    pub what: Vec<u8>,
    /// Byte kind.
    pub kind: Vec<u8>,
    /// Sender's node.
    pub from: Vec<u16>,
    /// Receiver's node.
    pub to: Vec<u16>,
    /// When it left.
    pub sent_us: Vec<f64>,
    /// When it arrives, or dies halfway.
    pub arrive_us: Vec<f64>,
    /// Payload bytes.
    pub bytes: Vec<f64>,
    /// Range that it is about.
    pub range: Vec<u32>,
    /// 0 arrives, 1 will be lost, 2 runs into a cut.
    pub fate: Vec<u8>,
    /// 1 = a refusal.
    pub reject: Vec<u8>,
    /// Request that it serves, 0 = none.
    pub request: Vec<f64>,
}

/// Notable things that one frame carries at most, the newest.
pub const NOTABLES_PER_FRAME_MAX: usize = 200;
/// Messages in flight that one frame carries at most.
pub const FLIGHTS_MAX: usize = 4096;

/// A stretch of the series of cross-zone bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Number of the first bucket.
    pub first: u64,
    /// Kinds per bucket.
    pub kinds: u32,
    /// Bytes, `[bucket][kind]`; the last bucket is still filling.
    pub values: Vec<f64>,
}

/// A workload so far.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Reads that returned a value older than allowed.
    pub stale: u64,
    /// The worst staleness.
    pub max_staleness_us: u64,
    /// Answers per second over the last second.
    pub qps: f64,
    /// Mean latency of the answered.
    pub mean_us: f64,
    /// Median latency.
    pub p50_us: u64,
    /// 95th percentile.
    pub p95_us: u64,
    /// 99th percentile.
    pub p99_us: u64,
    /// Longest latency.
    pub max_us: u64,
    /// Answers per latency bucket.
    pub histogram: Vec<f64>,
}

/// What a standing fault is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Messages are lost.
    Cut,
    /// Nothing enters or leaves.
    Isolate,
    /// A link is worse than it was.
    Degrade,
    /// A store has no power.
    Crash,
    /// A process stands still.
    Pause,
}

/// A standing fault.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// The switches, as the page writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsView {
    /// How reads are served.
    pub read_mode: ReadMode,
    /// A leader without a quorum steps down.
    pub check_quorum: bool,
    /// Candidates ask first whether they could win.
    pub pre_vote: bool,
    /// Followers learn the commit index with the next append or heartbeat.
    pub skip_commit_broadcast: bool,
    /// Time between commit and apply, as a duration ("5ms").
    pub apply_delay: String,
    /// A client's deadline for one request, as a duration.
    pub request_timeout: String,
    /// Length of a leader's lease, as a duration; "0us" = an election timeout less one tick.
    pub lease: String,
    /// How far back stale reads look, as a duration.
    pub staleness: String,
    /// Ids of the zones whose replicas get appends through a delegate.
    pub follower_replication: Vec<String>,
    /// The other switches of replication, encoding and placement.
    pub switches: Settings,
    /// Whether money and meters count framing too.
    pub count_framing: bool,
}
