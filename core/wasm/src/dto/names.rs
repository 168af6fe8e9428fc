//! Enumerations that cross as words.

use run::playground as engine;
use serde::Serialize;
use tsify::Tsify;

/// Declares an enumeration that crosses as kebab-case words, and its conversion.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident from $origin:path {
        $($variant:ident $(as $word:literal)?),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Serialize, Tsify)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(
                #[doc = concat!("See `", stringify!($origin), "`.")]
                $(#[serde(rename = $word)])?
                $variant,
            )+
        }

        impl From<$origin> for $name {
            fn from(origin: $origin) -> Self {
                use $origin as Origin;
                match origin {
                    $(Origin::$variant => $name::$variant,)+
                }
            }
        }
    };
}

words! {
    /// How reads are served.
    ReadMode from engine::ReadMode {
        Local, LeaderUnchecked, Leader, Follower, LeaseUnsafe, Lease, Proxy, Learner,
        Adaptive as "closest-adaptive", Stale, Version,
    }
}
words! {
    /// Which replica of a zone is its delegate.
    DelegatePolicy from engine::DelegatePolicy { Nearest, Sticky, Rotating }
}
words! {
    /// How Raft messages are compressed.
    Compression from engine::Compression { None, Lz4 }
}
words! {
    /// Where timestamps come from.
    Timestamps from engine::Timestamps { None, Tso, TsoIndex as "tso+index" }
}
words! {
    /// How replicas learn up to when they may be read alone.
    SafeTime from engine::SafeTime { Off, Hybrid, Resolved, Closed }
}
words! {
    /// What an adaptive read goes by.
    AdaptiveBy from engine::AdaptiveBy { Size, Latency }
}
words! {
    /// Which replica a follower read goes to.
    FollowerChoice from engine::FollowerChoice { Closest, Random }
}
words! {
    /// What a request does.
    OpKind from engine::OpKind { Get, Scan, Put, Statement, Transaction, Transfer }
}
words! {
    /// A store's condition.
    StoreStatus from engine::StoreStatus { Up, Crashed, Paused }
}
words! {
    /// What a standing fault is.
    FaultKind from engine::FaultKind { Cut, Isolate, Degrade, Crash, Pause }
}
words! {
    /// What a notable thing is about.
    NotableKind from engine::NotableKind {
        Election, Fault, Store, Read, Setting, Snapshot, Violation, Workload, Decision,
    }
}
words! {
    /// How a request ended, or that it has not.
    RequestOutcome from engine::RequestOutcome { Pending, Ok, Failed, Unknown }
}
words! {
    /// What the client history says of a read.
    FreshVerdict from engine::FreshVerdict { None, Fresh, Past, Stale, Refused }
}

/// What a node is.
#[derive(Copy, Clone, Debug, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// Holds replicas.
    Store,
    /// Where requests enter.
    Gateway,
    /// The placement driver.
    Pd,
}

impl From<engine::NodeRole> for NodeKind {
    fn from(role: engine::NodeRole) -> Self {
        match role {
            engine::NodeRole::Store => NodeKind::Store,
            engine::NodeRole::Gateway => NodeKind::Gateway,
            engine::NodeRole::PlacementDriver => NodeKind::Pd,
        }
    }
}
