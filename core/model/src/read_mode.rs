//! What a read mode is made of: where its reads go, how a store serves them, what their reader may
//! rely on. A mode is one entry here; whoever routes, serves or judges reads goes by the parts.

use crate::choice;
use crate::choices::ReadMode;

/// What a read mode is made of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ReadSpec {
    /// Where its reads go.
    pub routing: Routing,
    /// How a store serves them.
    pub service: Service,
    /// What their reader may rely on.
    pub promise: Promise,
}

/// Where a gateway sends a read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Routing {
    /// To the leader.
    Leader,
    /// To the closest replica.
    Closest,
    /// To the closest replica, or to any follower, as `FollowerChoice` says.
    Follower,
    /// To the closest learner if there is one; it is served as a follower read.
    Learner,
    /// To the leader or to the closest replica, by what the gateway has learned; there it is served
    /// as a leader's or a follower read.
    Adaptive,
    /// To the closest replica whose past reaches far enough.
    Past,
}

/// How a store serves a read that reaches it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// As the replica is.
    AtOnce,
    /// At the leader alone, after this check.
    Leader(LeaderCheck),
    /// At any replica, once it has applied what the leader says is committed.
    ReadIndex,
    /// At once where the replica holds a later commit than the read's time; else by read index.
    Version,
    /// A follower passes it on to the leader, and the rows back.
    PassOn,
    /// As the replica was at the read's time, if that is safe there.
    Past,
}

/// What a leader makes sure of before it serves a read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeaderCheck {
    /// Nothing.
    None,
    /// That a quorum still follows it.
    Quorum,
    /// That its role says so.
    Role,
    /// That its lease holds.
    Lease,
}

choice! {
    /// What whoever reads may rely on.
    pub enum Promise {
        /// Linearizable: the newest.
        Newest = "newest";
        /// A snapshot at a timestamp between call and answer.
        Snapshot = "snapshot";
        /// One moment of the past, and how long ago it is at most.
        Past = "past";
        /// Nothing, though it is taken for the newest: an old value is a lie.
        TakenForNewest = "taken-for-newest";
        /// Nothing.
        Nothing = "nothing";
    }
}

impl ReadMode {
    /// What it is made of.
    #[inline]
    pub const fn spec(self) -> ReadSpec {
        use LeaderCheck::{Lease, None, Quorum, Role};
        use Promise::{Newest, Nothing, Past, Snapshot, TakenForNewest};
        let (routing, service, promise) = match self {
            ReadMode::Local => (Routing::Closest, Service::AtOnce, Nothing),
            ReadMode::LeaderUnchecked => (Routing::Leader, Service::Leader(None), TakenForNewest),
            ReadMode::Leader => (Routing::Leader, Service::Leader(Quorum), Newest),
            ReadMode::Follower => (Routing::Follower, Service::ReadIndex, Newest),
            ReadMode::LeaseUnsafe => (Routing::Leader, Service::Leader(Role), TakenForNewest),
            ReadMode::Lease => (Routing::Leader, Service::Leader(Lease), Newest),
            ReadMode::Proxy => (Routing::Closest, Service::PassOn, Newest),
            ReadMode::Learner => (Routing::Learner, Service::ReadIndex, Newest),
            ReadMode::Adaptive => (Routing::Adaptive, Service::ReadIndex, Newest),
            ReadMode::Stale => (Routing::Past, Service::Past, Past),
            ReadMode::Version => (Routing::Closest, Service::Version, Snapshot),
        };
        ReadSpec {
            routing,
            service,
            promise,
        }
    }

    /// How a store serves its reads.
    #[inline]
    pub const fn service(self) -> Service {
        self.spec().service
    }

    /// Whether its answer is taken for the newest value: an older one is then a lie.
    pub const fn claims_newest(self) -> bool {
        matches!(
            self.spec().promise,
            Promise::Newest | Promise::TakenForNewest
        )
    }

    /// Whether the mode promises linearizable reads.
    pub const fn is_linearizable(self) -> bool {
        matches!(self.spec().promise, Promise::Newest)
    }

    /// Whether a replica that does not lead serves reads of this mode after it was told an index.
    pub const fn goes_by_index(self) -> bool {
        matches!(self.spec().service, Service::ReadIndex | Service::Version)
    }
}
