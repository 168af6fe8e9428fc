//! What happened, as it happened: the one stream from which digest, meters, checks, narration and
//! causes are made. The cluster emits facts and never reads them back.

use sim::{Micros, NodeId, Part};

use crate::config::{FaultKey, ReadMode};
pub use crate::decision::{Change, Decision, Deed, Reason, Saver};
use crate::ids::{RangeId, RequestId};
pub use crate::message::{ByteKind, MessageType};
use crate::named::NamedKeys;
pub use crate::read_fact::{LeaseChange, Route, TxnStep};
pub use crate::request_fact::{CountedFact, Outcome, RequestFact};
use crate::{choice, kinds};

/// A replica: which range, on which store, as which Raft peer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReplicaRef {
    /// Range number.
    pub range: RangeId,
    /// The store that holds it.
    pub node: NodeId,
    /// Its id in the Raft group.
    pub peer: u64,
}

choice! {
    /// A replica's role (raft-rs `StateRole`, and learner).
    pub enum Role {
        /// Follows, or waits for a leader.
        Follower = "follower";
        /// Asks whether it could win.
        PreCandidate = "pre-candidate";
        /// Asks for votes.
        Candidate = "candidate";
        /// Leads, or believes so.
        Leader = "leader";
        /// Receives the log and has no vote.
        Learner = "learner";
    }
}

kinds! {
    /// How a message ended short of its goal.
    pub enum Death {
        /// It vanished on a link that loses whole messages.
        Lost,
        /// It ran into a cut.
        Cut,
        /// A person dropped it.
        Dropped,
        /// The receiver was down.
        ReceiverDown,
        /// Its connection broke under it: an end of it went down, or its receiver closed it.
        Broken,
        /// The connection's buffers were full, because its link was too slow for too long, or its
        /// receiver stood still.
        BufferFull,
        /// Its sender closed the connection, on which nothing got through for too long.
        Closed,
    }
}

choice! {
    /// Why a store refused a request.
    pub enum Refusal {
        /// The replica does not lead; it may have named the leader.
        NotLeader = "not_leader";
        /// Raft dropped the proposal (a transfer is under way, or no leader).
        ProposalDropped = "dropped";
        /// The connection was refused, or broke: the store is down.
        Unavailable = "unavailable";
        /// The keys are not in the range (any more), or the store has no replica of it (TiKV's
        /// `EpochNotMatch` and `RegionNotFound`).
        WrongRange = "wrong_range";
        /// The replica lags too far behind the read index (TiKV's `ReadIndexNotReady`).
        LaggingIndex = "lagging_index";
        /// The replica's safe time is before the read time (TiKV's `DataIsNotReady`).
        NotSafeYet = "not_safe_yet";
        /// The store's queue is too long (TiKV's `ServerIsBusy`).
        Busy = "busy";
        /// A lock of another transaction is in the way.
        Locked = "locked";
        /// Another transaction committed a newer version.
        WriteConflict = "write_conflict";
        /// A write in a read-only session.
        ReadOnlySession = "read_only_session";
        /// A staleness bound of less than twice the greatest clock skew.
        BelowSkew = "below_skew";
        /// The range has no learner.
        NoLearner = "no_learner";
        /// No timestamp came from the oracle within the request's time.
        NoTimestamp = "no_timestamp";
        /// It writes rows that lie apart, and there are no timestamps, so no transactions.
        NeedsTimestamps = "needs_timestamps";
        /// No answer came for as long as an attempt may take: its gateway asks elsewhere.
        Silent = "silent";
    }
}

/// One thing that happened. Copy, fixed size; the order of facts is the order of the run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A message left its sender. `flight` numbers count up from 1.
    Sent(SentFact),
    /// It reached its receiver.
    Delivered {
        /// Its number.
        flight: u64,
    },
    /// It arrives late, because packets were lost and sent again: its own, or earlier ones of its
    /// connection. Comes before `Delivered`.
    HeldBack {
        /// Its number.
        flight: u64,
        /// How much later than without losses, in µs.
        held_us: Micros,
        /// Packets of it that were sent again; 0 = it waited for others.
        resent: u32,
    },
    /// It did not.
    Died {
        /// Its number.
        flight: u64,
        /// How it ended.
        how: Death,
    },
    /// A replica's role, term, or the leader it knows changed.
    Role {
        /// The replica.
        at: ReplicaRef,
        /// New role.
        role: Role,
        /// New term.
        term: u64,
        /// Known leader, 0 = none.
        leader_peer: u64,
        /// Who got its vote in this term, 0 = nobody.
        vote: u64,
        /// Last index of its log.
        last_index: u64,
        /// Term of its last entry.
        last_term: u64,
    },
    /// A replica wrote an entry into its log (not yet synced).
    Appended {
        /// The replica.
        at: ReplicaRef,
        /// The entry's index.
        index: u64,
        /// The entry's term.
        term: u64,
        /// Term of the entry before it.
        prev_term: u64,
        /// Hash of type and data.
        hash: u64,
    },
    /// A replica's log is durable up to here.
    Persisted {
        /// The replica.
        at: ReplicaRef,
        /// Last durable index.
        index: u64,
    },
    /// A replica knows that entries up to here are committed.
    Committed {
        /// The replica.
        at: ReplicaRef,
        /// Its commit index.
        index: u64,
        /// Term of the entry at that index in its log.
        term: u64,
    },
    /// A replica applied an entry.
    Applied {
        /// The replica.
        at: ReplicaRef,
        /// The entry's index.
        index: u64,
        /// The entry's term.
        term: u64,
        /// Hash of type and data, as in `Appended`.
        hash: u64,
        /// Hash over all that it applied, in order.
        chain: u64,
        /// Hash of its rows, versions and locks after it; 0 for an entry that changes the range or
        /// its group, which is told before it is carried out.
        state: u64,
    },
    /// A replica replaced its state by a snapshot.
    SnapshotInstalled {
        /// The replica.
        at: ReplicaRef,
        /// Last index that the snapshot holds.
        index: u64,
        /// Its term.
        term: u64,
        /// Hash over all that was applied up to it.
        chain: u64,
        /// Hash of the rows, versions and locks that came.
        state: u64,
    },
    /// A replica dropped the log before this index.
    Compacted {
        /// The replica.
        at: ReplicaRef,
        /// First index that it still holds.
        first: u64,
    },
    /// A standing fault began.
    FaultBegan {
        /// Which.
        fault: FaultKey,
    },
    /// A standing fault ended.
    FaultEnded {
        /// Which.
        fault: FaultKey,
    },
    /// Switches changed.
    SettingsChanged,
    /// A workload started or stopped.
    WorkloadSwitched {
        /// Position in the config.
        workload: u16,
        /// Started or stopped.
        running: bool,
    },
    /// An action of this number in the run's action list was carried out.
    Acted {
        /// Position in the list.
        ordinal: u32,
    },
    /// A client sent a request to its gateway.
    Invoked(RequestFact),
    /// The keys that the request names which was told just before.
    Named {
        /// The request.
        request: RequestId,
        /// Its keys.
        keys: NamedKeys,
    },
    /// The gateway sent an attempt to a store.
    Attempted {
        /// The request.
        request: RequestId,
        /// The store.
        to: NodeId,
    },
    /// A store (or its absence) refused an attempt.
    Refused {
        /// The request.
        request: RequestId,
        /// The store.
        by: NodeId,
        /// Why.
        why: Refusal,
    },
    /// A leader proposed what a request writes: it is the entry of this index. Its appends and its
    /// own write of it follow.
    Proposed {
        /// The replica.
        at: ReplicaRef,
        /// The request.
        request: RequestId,
        /// The entry's index.
        index: u64,
    },
    /// A replica began to establish a read index for a request.
    ReadIndexAsked {
        /// The replica.
        at: ReplicaRef,
        /// The request.
        request: RequestId,
    },
    /// The read index is known; the replica answers once it has applied it.
    ReadIndexKnown {
        /// The replica.
        at: ReplicaRef,
        /// The request.
        request: RequestId,
        /// The index.
        index: u64,
        /// What the replica has applied by now.
        applied: u64,
    },
    /// A replica read its state for a request (the linearization point of a read).
    Served {
        /// The replica.
        at: ReplicaRef,
        /// The request.
        request: RequestId,
    },
    /// A client has its answer, or gave up.
    Completed {
        /// The request.
        request: RequestId,
        /// How it ended.
        outcome: Outcome,
        /// The store that answered, if one did.
        server: Option<NodeId>,
        /// Write id of the value read (first row), or of the value written; 0 = the initial value.
        value: u64,
        /// When the client sent it.
        invoked_us: Micros,
    },
    /// The message that was just sent spared others: bytes that would have gone without a feature.
    Saved {
        /// The message's number.
        flight: u64,
        /// The feature.
        by: Saver,
        /// Bytes of encoded messages.
        bytes: u64,
    },
    /// Somebody decided something, and why.
    Decided(Decision),
    /// A group or a range took another shape, as this replica applied it.
    Changed {
        /// The replica.
        at: ReplicaRef,
        /// What changed.
        what: Change,
        /// See `Change`.
        a: u64,
        /// See `Change`.
        b: u64,
    },
    /// A request's read or start timestamp is known.
    Timestamped {
        /// The request.
        request: RequestId,
        /// The timestamp.
        ts: u64,
        /// The read index that came along, 0 = none.
        index: u64,
    },
    /// A read had a choice of replicas.
    Routed {
        /// The request.
        request: RequestId,
        /// Where it goes.
        to: NodeId,
        /// Why.
        why: Route,
        /// What was measured; the unit is the reason's.
        figure: u64,
        /// What it was compared with.
        limit: u64,
    },
    /// A leader's lease began or ended; renewals are not told.
    Lease {
        /// The leader.
        at: ReplicaRef,
        /// What became of it.
        what: LeaseChange,
        /// Until when it is valid, as far as is known.
        until_us: Micros,
    },
    /// A transaction took a step.
    Txn {
        /// Its request.
        request: RequestId,
        /// The step.
        what: TxnStep,
        /// The key that it is about.
        key: u64,
        /// See `TxnStep`.
        ts: u64,
    },
    /// A replica grants no vote yet: it has promised it to a leader, or may have before its store
    /// restarted.
    Withheld {
        /// The replica.
        at: ReplicaRef,
        /// Who asked for the vote; itself if it was told to stand for election.
        to_peer: u64,
    },
}

/// A message at the moment it leaves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SentFact {
    /// Number of the flight.
    pub flight: u64,
    /// Sender.
    pub from: NodeId,
    /// Receiver.
    pub to: NodeId,
    /// What it is.
    pub what: MessageType,
    /// What its bytes are booked under.
    pub kind: ByteKind,
    /// Range that it is about.
    pub range: RangeId,
    /// Length of its protobuf encoding.
    pub bytes: u64,
    /// On top: RaftMessage wrapper, gRPC, HTTP/2, TCP/IP, and packets that are sent again.
    pub framing: u64,
    /// When it arrives, or dies halfway. While packets are missing it may yet arrive earlier.
    pub end_us: Micros,
    /// `Arrives`, or why it will not.
    pub fate: sim::Fate,
    /// A refusal: vote not granted, append rejected.
    pub reject: bool,
    /// Request that it serves; `NONE` = none.
    pub request: RequestId,
    /// Raft term of the message, 0 for clients' messages.
    pub term: u64,
    /// Raft index of the message (append: the index before its entries).
    pub index: u64,
    /// Entries that it carries.
    pub entries: u32,
}

/// What kind of event is being processed: what the queue held.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Began {
    /// A message reached the end of its way, or dies halfway.
    Arrive {
        /// Its number.
        flight: u64,
    },
    /// A replica's tick.
    Tick {
        /// The replica.
        at: ReplicaRef,
    },
    /// A core is free for a message that had to wait.
    Handle {
        /// Its number.
        flight: u64,
    },
    /// A read's service is over.
    Serve,
    /// A store's fsync is over.
    Synced {
        /// The store.
        store: NodeId,
    },
    /// Committed entries are due at a replica's state machine.
    Apply {
        /// The replica.
        at: ReplicaRef,
    },
    /// A replica's transport knows whether a snapshot arrived.
    SnapshotReport {
        /// The replica that sent it.
        at: ReplicaRef,
    },
    /// A replica's transport knows that a peer's process is gone.
    Unreachable {
        /// The replica that sent to it.
        at: ReplicaRef,
    },
    /// A closed client thinks no longer, or one without an answer asks again.
    Client {
        /// Position of its workload in the config.
        workload: u16,
    },
    /// An open workload's next request is due.
    Arrival {
        /// Position in the config.
        workload: u16,
    },
    /// The oldest request reaches its deadline.
    Deadline,
    /// A gateway or its balancer had a core for a request.
    Admitted {
        /// The request.
        request: RequestId,
    },
    /// A gateway tries a refused request again.
    Retry {
        /// The request.
        request: RequestId,
    },
    /// A gateway learns that its connection to a store is gone.
    Broken {
        /// The request that waited for it.
        request: RequestId,
        /// The store.
        store: NodeId,
    },
    /// An action of the run's list is due.
    Action {
        /// Position in the list.
        ordinal: u32,
    },
    /// A store's reports to the placement driver are due, or the driver's next round.
    Schedule {
        /// The store or the placement driver.
        node: NodeId,
    },
}

/// An event in which something is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EventRef {
    /// Its instant.
    pub at_us: Micros,
    /// Its number, from 1.
    pub number: u64,
    /// The number of the event that scheduled it; 0 = the start or an action from outside.
    pub cause: u64,
}

/// Receives every fact, in order. All methods must be cheap: they run inside the event loop.
pub trait Observer {
    /// Whether `began` shall be called: finding out what an event is costs a look at it.
    fn wants_began(&self) -> bool {
        false
    }

    /// An event is taken from the queue; its facts follow, if it has any. The numbers are those of
    /// `fact`.
    fn began(&mut self, _at_us: Micros, _event: u64, _cause: u64, _what: Began) {}

    /// `event` is the number of the event being processed (from 1); `cause` is the number of the
    /// event that scheduled it (0 = the start or an action from outside).
    fn fact(&mut self, at_us: Micros, event: u64, cause: u64, fact: &Fact);

    /// The rows of a completed read, just before its `Completed` fact: `values[i]` is the write id
    /// found at key `first_key + i`.
    fn rows(&mut self, request: RequestId, first_key: u64, values: &[u64]);

    /// A message of a read that is only counted left its sender.
    fn carried(&mut self, _at_us: Micros, _mode: ReadMode, _sent: &SentFact) {}

    /// Of the message that is told next it is not known yet when it arrives: it shares its line,
    /// and `end_us` says when it would arrive as things stand.
    fn undecided(&mut self) {}

    /// A part of such a message has left, one after the other; nothing else is told of it then.
    fn crossed(&mut self, _at_us: Micros, _sent: &SentFact, _part: &Part) {}

    /// Of such a message, sent at an instant before, it is known now when all of it arrives or that
    /// it died: `end_us` says it.
    fn decided(&mut self, _sent_us: Micros, _sent: &SentFact) {}

    /// A replica read its state for such a read.
    fn served(&mut self, _at_us: Micros, _at: &ReplicaRef, _mode: ReadMode, _rows: u32) {}

    /// Such a read, sent at an instant before, becomes an ordinary request: steps of it are told
    /// from now on. Where it is out at a store, that is told too.
    fn joined(
        &mut self,
        _event: EventRef,
        _invoked_us: Micros,
        _read: &RequestFact,
        _at: Option<NodeId>,
    ) {
    }

    /// The message that such a read has under way, which was carried already.
    fn under_way(&mut self, _event: EventRef, _sent: &SentFact) {}

    /// Such a read ended.
    fn counted(&mut self, _at_us: Micros, _event: u64, _read: &CountedFact) {}
}

/// Observes nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn fact(&mut self, _: Micros, _: u64, _: u64, _: &Fact) {}
    fn rows(&mut self, _: RequestId, _: u64, _: &[u64]) {}
}
