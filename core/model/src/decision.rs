//! Decisions with their reasons, changes of groups, and what features spare: the words of facts
//! that are not Raft's own. It knows none of those who decide.

use serde::Serialize;
use sim::NodeId;
use ts_rs::TS;

use crate::choice;
use crate::crossing;

choice! {
    /// A feature that spares bytes.
    pub enum Saver {
        /// Appends that a delegate passes on inside its zone.
        Relay = "relay", "Follower Replication";
        /// Commands that travel as differences.
        Delta = "delta", "delta encoding";
        /// Compression of what is left.
        Compression = "compression";
        /// Snapshots that come from nearer than the leader.
        NeighbourSnapshot = "neighbour_snapshot", "snapshots from a neighbour";
    }
}

/// A decision: who, what, why, and the figures that were compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Decision {
    /// The store or placement driver that decided.
    #[serde(serialize_with = "crossing::node")]
    #[ts(as = "u16")]
    pub by: NodeId,
    /// Range that it is about; `u32::MAX` = none.
    pub range: u32,
    /// What.
    pub what: Deed,
    /// Why.
    pub why: Reason,
    /// The store that it is about: see `Deed`.
    #[serde(serialize_with = "crossing::node_or_none")]
    #[ts(as = "Option<u16>")]
    pub subject: Option<NodeId>,
    /// Another store: see `Deed`.
    #[serde(serialize_with = "crossing::node_or_none")]
    #[ts(as = "Option<u16>")]
    pub other: Option<NodeId>,
    /// What was measured; the unit is the reason's.
    pub figure: u64,
    /// What it was compared with.
    pub limit: u64,
}

choice! {
    /// What was decided. `subject` and `other` are those of the decision.
    pub enum Deed {
        /// The leader chose a zone's delegate: `subject`; `other` was it before.
        ChoseDelegate = "chose_delegate", "times that a delegate was chosen";
        /// The leader sends to a zone directly from now on; `subject` was its delegate.
        LeftDelegate = "left_delegate", "times that a delegate was left";
        /// A delegate did not pass an append on to `subject`.
        RefusedRelay = "refused_relay", "messages that a delegate refused";
        /// The leader sends to `subject` directly for a while.
        SentDirect = "sent_direct", "times that the leader went back to sending directly";
        /// The leader sends to `subject` through the delegate again.
        ResumedRelay = "resumed_relay", "times that a delegate was used again";
        /// The leader asked `subject` to send a snapshot to `other`.
        ChoseSnapshotSource = "chose_snapshot_source", "snapshots from a neighbour";
        /// The leader sends `subject` a snapshot itself; `other` was asked, or could not be.
        SnapshotFromLeader = "snapshot_from_leader", "snapshots from the leader";
        /// A neighbour did not send a snapshot to `subject`.
        RefusedSnapshot = "refused_snapshot", "refused snapshots";
        /// A receiver could not decode a frame from `subject` and broke the connection.
        RejectedFrame = "rejected_frame", "rejected frames";
        /// The leader moves from `other` to `subject`.
        MovedLeader = "moved_leader", "leaders that were moved";
        /// A replica is added on `subject`.
        AddedReplica = "added_replica", "replicas that were added";
        /// A read-only learner is added on `subject`.
        AddedLearner = "added_learner", "learners that were added";
        /// The learner on `subject` becomes a voter.
        PromotedReplica = "promoted_replica", "replicas that got a vote";
        /// The replica on `subject` is removed.
        RemovedReplica = "removed_replica", "replicas that were removed";
        /// A replica moves from `other` to `subject`.
        ReplacedReplica = "replaced_replica", "lost replicas that were replaced";
        /// The range is split.
        SplitRange = "split_range", "splits of ranges";
        /// The range is merged with its neighbour.
        MergedRanges = "merged_ranges", "merges of ranges";
        /// Something was wanted and not done: the reason says what stood against it.
        HeldBack = "held_back", "moves that were held back";
    }
}

/// Why it was decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[repr(u8)]
pub enum Reason {
    /// It is nearest to the log's head (figure: its last index; limit: the leader's).
    NearestToHead,
    /// It was the delegate and still answers.
    Sticky,
    /// It is its turn.
    NextInTurn,
    /// Nobody else could.
    OnlyOne,
    /// The delegate did not see to it in time (figure and limit in ticks).
    DelegateSilent,
    /// The delegate's process is gone.
    DelegateDown,
    /// The delegate is in another term (figure: its term; limit: the message's).
    StaleTerm,
    /// The delegate's log lacks the last entry (figure: its last index; limit: the entry's).
    MissingTail,
    /// The delegate's log disagrees before the first entry.
    MissingHead,
    /// The delegate no longer has the entries (figure: its first index; limit: the entry's).
    Compacted,
    /// Too much waits already.
    Overloaded,
    /// The time of caution is over.
    Recovered,
    /// The feature was switched off.
    SwitchedOff,
    /// It is nearest (figure: its delay in µs; limit: the leader's).
    Nearest,
    /// What it has applied is older than asked for (figure: applied; limit: the minimum).
    BelowMinimum,
    /// It took too long (figure and limit in ticks).
    TookTooLong,
    /// The bytes are not what was sent.
    CorruptFrame,
    /// The zone uses the range most (figure and limit in thousandths of its requests).
    UsedMostHere,
    /// It was moved a short while ago (figure and limit in µs).
    HoldDown,
    /// The zone uses it most, but too little (figure and limit in thousandths of its requests).
    BelowThreshold,
    /// One store leads more than another (figure and limit: their leaders).
    LeadersUneven,
    /// One store holds more than another (figure and limit: their replicas).
    ReplicasUneven,
    /// A store has been silent too long (figure and limit in µs).
    StoreDown,
    /// A zone would have no replica.
    ZoneWithout,
    /// The range is larger than it may be (figure and limit in bytes).
    RangeTooLarge,
    /// The range has more load than it may have (figure and limit: requests per second).
    RangeTooHot,
    /// Two neighbours are small and cold (figure and limit in bytes).
    RangesSmall,
    /// The range is read much (figure and limit: requests per second).
    RangeHot,
    /// The range is read little by now (figure and limit: requests per second).
    RangeCooled,
    /// Balance goes before affinity.
    BalanceFirst,
    /// Spreading hot ranges goes before.
    HotFirst,
    /// Affinity goes before.
    AffinityFirst,
    /// No store fits.
    NoStoreFits,
    /// A person asked for it.
    AskedByHand,
    /// The process of the replica that was asked is gone.
    SourceDown,
    /// What was sent did not arrive.
    DidNotArrive,
    /// The range has fewer voters than it shall have (figure and limit: voters).
    TooFewReplicas,
    /// There is no such range.
    NoRange,
    /// Nobody leads the range.
    NoLeader,
    /// Something else is being done to the range.
    UnderWay,
    /// The store has a replica of it.
    ReplicaThere,
    /// The store has none.
    NoReplicaThere,
    /// The replica there is a learner.
    IsLearner,
    /// It is the last voter.
    LastVoter,
    /// The key is not inside the range.
    KeyOutside,
    /// The ranges do not touch.
    NoNeighbour,
    /// Their replicas are on different stores.
    OtherStores,
}

impl Reason {
    /// Every reason, in the order of their numbers.
    pub const ALL: [Reason; 47] = [
        Reason::NearestToHead,
        Reason::Sticky,
        Reason::NextInTurn,
        Reason::OnlyOne,
        Reason::DelegateSilent,
        Reason::DelegateDown,
        Reason::StaleTerm,
        Reason::MissingTail,
        Reason::MissingHead,
        Reason::Compacted,
        Reason::Overloaded,
        Reason::Recovered,
        Reason::SwitchedOff,
        Reason::Nearest,
        Reason::BelowMinimum,
        Reason::TookTooLong,
        Reason::CorruptFrame,
        Reason::UsedMostHere,
        Reason::HoldDown,
        Reason::BelowThreshold,
        Reason::LeadersUneven,
        Reason::ReplicasUneven,
        Reason::StoreDown,
        Reason::ZoneWithout,
        Reason::RangeTooLarge,
        Reason::RangeTooHot,
        Reason::RangesSmall,
        Reason::RangeHot,
        Reason::RangeCooled,
        Reason::BalanceFirst,
        Reason::HotFirst,
        Reason::AffinityFirst,
        Reason::NoStoreFits,
        Reason::AskedByHand,
        Reason::SourceDown,
        Reason::DidNotArrive,
        Reason::TooFewReplicas,
        Reason::NoRange,
        Reason::NoLeader,
        Reason::UnderWay,
        Reason::ReplicaThere,
        Reason::NoReplicaThere,
        Reason::IsLearner,
        Reason::LastVoter,
        Reason::KeyOutside,
        Reason::NoNeighbour,
        Reason::OtherStores,
    ];
}

/// How a group or range changed. `a` and `b` are those of the fact.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS)]
#[repr(u8)]
pub enum Change {
    /// A voter: `a` its peer, `b` its node.
    MemberAdded,
    /// A learner: `a` its peer, `b` its node.
    LearnerAdded,
    /// A learner became a voter: `a` its peer, `b` its node.
    MemberPromoted,
    /// A voter became a learner: `a` its peer, `b` its node.
    MemberDemoted,
    /// A member left: `a` its peer, `b` its node.
    MemberRemoved,
    /// Two configurations must agree from now on (Raft thesis 4.3).
    JointEntered,
    /// One configuration again.
    JointLeft,
    /// This replica came into being: `a` the index after which its log begins, `b` that entry's
    /// term.
    ReplicaCreated,
    /// This replica is gone for good.
    ReplicaDestroyed,
    /// The range ends earlier: `a` the new range, `b` its first key.
    Split,
    /// The range takes no more writes: `a` the range that it goes into.
    MergePrepared,
    /// The range grew: `a` the range that it took in, `b` its new end key.
    Merged,
    /// It ticks no more.
    Hibernated,
    /// It ticks again.
    Woken,
    /// The range takes writes again: the merge is off.
    MergeTakenBack,
}

impl Change {
    /// Every change, in the order of their numbers.
    pub const ALL: [Change; 15] = [
        Change::MemberAdded,
        Change::LearnerAdded,
        Change::MemberPromoted,
        Change::MemberDemoted,
        Change::MemberRemoved,
        Change::JointEntered,
        Change::JointLeft,
        Change::ReplicaCreated,
        Change::ReplicaDestroyed,
        Change::Split,
        Change::MergePrepared,
        Change::Merged,
        Change::Hibernated,
        Change::Woken,
        Change::MergeTakenBack,
    ];
}
