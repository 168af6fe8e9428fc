//! Decisions with their reasons, changes of groups, and what features spare: the words of facts
//! that are not Raft's own. It knows none of those who decide.

use serde::Serialize;
use sim::NodeId;
use ts_rs::TS;

use crate::choice;
use crate::crossing;
use crate::ids::RangeId;

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
    pub range: RangeId,
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

choice! {
    /// Why it was decided.
    pub enum Reason {
        /// It is nearest to the log's head (figure: its last index; limit: the leader's).
        NearestToHead = "NearestToHead";
        /// It was the delegate and still answers.
        Sticky = "Sticky";
        /// It is its turn.
        NextInTurn = "NextInTurn";
        /// Nobody else could.
        OnlyOne = "OnlyOne";
        /// The delegate did not see to it in time (figure and limit in ticks).
        DelegateSilent = "DelegateSilent";
        /// The delegate's process is gone.
        DelegateDown = "DelegateDown";
        /// The delegate is in another term (figure: its term; limit: the message's).
        StaleTerm = "StaleTerm";
        /// The delegate's log lacks the last entry (figure: its last index; limit: the entry's).
        MissingTail = "MissingTail";
        /// The delegate's log disagrees before the first entry.
        MissingHead = "MissingHead";
        /// The delegate no longer has the entries (figure: its first index; limit: the entry's).
        Compacted = "Compacted";
        /// Too much waits already.
        Overloaded = "Overloaded";
        /// The time of caution is over.
        Recovered = "Recovered";
        /// The feature was switched off.
        SwitchedOff = "SwitchedOff";
        /// It is nearest (figure: its delay in µs; limit: the leader's).
        Nearest = "Nearest";
        /// What it has applied is older than asked for (figure: applied; limit: the minimum).
        BelowMinimum = "BelowMinimum";
        /// It took too long (figure and limit in ticks).
        TookTooLong = "TookTooLong";
        /// The bytes are not what was sent.
        CorruptFrame = "CorruptFrame";
        /// The zone uses the range most (figure and limit in thousandths of its requests).
        UsedMostHere = "UsedMostHere";
        /// It was moved a short while ago (figure and limit in µs).
        HoldDown = "HoldDown";
        /// The zone uses it most, but too little (figure and limit in thousandths of its requests).
        BelowThreshold = "BelowThreshold";
        /// One store leads more than another (figure and limit: their leaders).
        LeadersUneven = "LeadersUneven";
        /// One store holds more than another (figure and limit: their replicas).
        ReplicasUneven = "ReplicasUneven";
        /// A store has been silent too long (figure and limit in µs).
        StoreDown = "StoreDown";
        /// A zone would have no replica.
        ZoneWithout = "ZoneWithout";
        /// The range is larger than it may be (figure and limit in bytes).
        RangeTooLarge = "RangeTooLarge";
        /// The range has more load than it may have (figure and limit: requests per second).
        RangeTooHot = "RangeTooHot";
        /// Two neighbours are small and cold (figure and limit in bytes).
        RangesSmall = "RangesSmall";
        /// The range is read much (figure and limit: requests per second).
        RangeHot = "RangeHot";
        /// The range is read little by now (figure and limit: requests per second).
        RangeCooled = "RangeCooled";
        /// Balance goes before affinity.
        BalanceFirst = "BalanceFirst";
        /// Spreading hot ranges goes before.
        HotFirst = "HotFirst";
        /// Affinity goes before.
        AffinityFirst = "AffinityFirst";
        /// No store fits.
        NoStoreFits = "NoStoreFits";
        /// A person asked for it.
        AskedByHand = "AskedByHand";
        /// The process of the replica that was asked is gone.
        SourceDown = "SourceDown";
        /// What was sent did not arrive.
        DidNotArrive = "DidNotArrive";
        /// The range has fewer voters than it shall have (figure and limit: voters).
        TooFewReplicas = "TooFewReplicas";
        /// There is no such range.
        NoRange = "NoRange";
        /// Nobody leads the range.
        NoLeader = "NoLeader";
        /// Something else is being done to the range.
        UnderWay = "UnderWay";
        /// The store has a replica of it.
        ReplicaThere = "ReplicaThere";
        /// The store has none.
        NoReplicaThere = "NoReplicaThere";
        /// The replica there is a learner.
        IsLearner = "IsLearner";
        /// It is the last voter.
        LastVoter = "LastVoter";
        /// The key is not inside the range.
        KeyOutside = "KeyOutside";
        /// The ranges do not touch.
        NoNeighbour = "NoNeighbour";
        /// Their replicas are on different stores.
        OtherStores = "OtherStores";
    }
}

choice! {
    /// How a group or range changed. `a` and `b` are those of the fact.
    pub enum Change {
        /// A voter: `a` its peer, `b` its node.
        MemberAdded = "MemberAdded";
        /// A learner: `a` its peer, `b` its node.
        LearnerAdded = "LearnerAdded";
        /// A learner became a voter: `a` its peer, `b` its node.
        MemberPromoted = "MemberPromoted";
        /// A voter became a learner: `a` its peer, `b` its node.
        MemberDemoted = "MemberDemoted";
        /// A member left: `a` its peer, `b` its node.
        MemberRemoved = "MemberRemoved";
        /// Two configurations must agree from now on (Raft thesis 4.3).
        JointEntered = "JointEntered";
        /// One configuration again.
        JointLeft = "JointLeft";
        /// This replica came into being: `a` the index after which its log begins, `b` that entry's
        /// term.
        ReplicaCreated = "ReplicaCreated";
        /// This replica is gone for good.
        ReplicaDestroyed = "ReplicaDestroyed";
        /// The range ends earlier: `a` the new range, `b` its first key.
        Split = "Split";
        /// The range takes no more writes: `a` the range that it goes into.
        MergePrepared = "MergePrepared";
        /// The range grew: `a` the range that it took in, `b` its new end key.
        Merged = "Merged";
        /// It ticks no more.
        Hibernated = "Hibernated";
        /// It ticks again.
        Woken = "Woken";
        /// The range takes writes again: the merge is off.
        MergeTakenBack = "MergeTakenBack";
    }
}
