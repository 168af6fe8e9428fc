//! What a range shall become, by the placement driver's order or a person's, and why not now. It
//! knows no replica; the steps that get there are the engine's.

use crate::ids::RangeId;
use sim::NodeId;

/// What a range shall become.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The replica on this store shall lead. Not repeated when the transfer fails.
    MoveLeader {
        /// The store.
        to: NodeId,
    },
    /// A learner on this store.
    AddLearner {
        /// The store.
        store: NodeId,
    },
    /// A voter on this store: a learner first, promoted when it has caught up.
    Add {
        /// The store.
        store: NodeId,
    },
    /// The learner on this store becomes a voter as soon as it has caught up.
    Promote {
        /// The store.
        store: NodeId,
    },
    /// No replica on this store. A leader hands its lead over first.
    Remove {
        /// The store.
        store: NodeId,
    },
    /// A voter on one store instead of one on another: a learner that catches up, then both changes
    /// at once by joint consensus.
    Replace {
        /// The store that gets a replica.
        add: NodeId,
        /// The store that loses its.
        remove: NodeId,
    },
    /// Two ranges: this one up to the key, and a new one from it on.
    Split {
        /// First key of the new range.
        at_key: u64,
    },
    /// Goes into a neighbour that has its replicas on the same stores.
    Merge {
        /// The neighbour.
        into: RangeId,
    },
}

/// Why an operation cannot be carried out as things stand.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NotNow {
    /// There is no such range (any more).
    NoRange,
    /// Nobody leads the range.
    NoLeader,
    /// Another operation on the range, or on one that takes part, is under way.
    Busy,
    /// The store has no replica of the range.
    NoReplicaThere,
    /// The store has one already.
    ReplicaThere,
    /// The store is down.
    StoreDown,
    /// The replica there is a learner, and learners neither lead nor count.
    IsLearner,
    /// The range would be left without a voter.
    LastVoter,
    /// The key is not inside the range, or is its first.
    KeyOutside,
    /// The ranges do not touch.
    NoNeighbour,
    /// The two ranges have their replicas on different stores.
    OtherStores,
}

/// Why an action could not be done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WhyUndone {
    /// As things stood on the range.
    NotNow(NotNow),
    /// The message is not on its way any more.
    NotInFlight,
    /// The replica may not stand for election: it has no vote, or has promised it.
    MayNotStand,
}

impl From<NotNow> for WhyUndone {
    fn from(not_now: NotNow) -> Self {
        WhyUndone::NotNow(not_now)
    }
}
