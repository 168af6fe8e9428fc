//! The words that switches take: read modes, delegate policies, compression, and zones. It knows
//! the words and what they stand for, not what they do.

use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, ReadMode, SafeTime, Timestamps,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::tree::{Fault, Read, text_of};

/// How a read is served.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Read)]
#[serde(rename_all = "kebab-case")]
pub enum ReadModeText {
    /// The closest replica answers at once: stale without bound.
    Local,
    /// The replica that believes it leads answers at once: stale under a partition.
    LeaderUnchecked,
    /// The leader confirms itself with a quorum: linearizable.
    Leader,
    /// The closest replica asks the leader for a read index: linearizable.
    Follower,
    /// The leader answers while its role says that it leads (raft-rs `LeaseBased`): broken.
    LeaseUnsafe,
    /// The leader answers within its lease: linearizable while clocks run at nearly the same rate.
    Lease,
    /// The closest replica passes the read on to the leader and relays the rows: linearizable.
    Proxy,
    /// As follower, at the closest learner.
    Learner,
    /// Large results from the closest replica, small ones from the leader: linearizable.
    #[serde(rename = "closest-adaptive")]
    Adaptive,
    /// A snapshot of the past, from the closest replica that is safe to read then.
    Stale,
    /// The closest replica answers if it holds what is new enough for the timestamp: a snapshot.
    Version,
}

impl From<ReadModeText> for ReadMode {
    fn from(text: ReadModeText) -> Self {
        match text {
            ReadModeText::Local => ReadMode::Local,
            ReadModeText::LeaderUnchecked => ReadMode::LeaderUnchecked,
            ReadModeText::Leader => ReadMode::Leader,
            ReadModeText::Follower => ReadMode::Follower,
            ReadModeText::LeaseUnsafe => ReadMode::LeaseUnsafe,
            ReadModeText::Lease => ReadMode::Lease,
            ReadModeText::Proxy => ReadMode::Proxy,
            ReadModeText::Learner => ReadMode::Learner,
            ReadModeText::Adaptive => ReadMode::Adaptive,
            ReadModeText::Stale => ReadMode::Stale,
            ReadModeText::Version => ReadMode::Version,
        }
    }
}

impl From<ReadMode> for ReadModeText {
    fn from(mode: ReadMode) -> Self {
        match mode {
            ReadMode::Local => ReadModeText::Local,
            ReadMode::LeaderUnchecked => ReadModeText::LeaderUnchecked,
            ReadMode::Leader => ReadModeText::Leader,
            ReadMode::Follower => ReadModeText::Follower,
            ReadMode::LeaseUnsafe => ReadModeText::LeaseUnsafe,
            ReadMode::Lease => ReadModeText::Lease,
            ReadMode::Proxy => ReadModeText::Proxy,
            ReadMode::Learner => ReadModeText::Learner,
            ReadMode::Adaptive => ReadModeText::Adaptive,
            ReadMode::Stale => ReadModeText::Stale,
            ReadMode::Version => ReadModeText::Version,
        }
    }
}

/// A read mode as files and pages write it.
pub fn read_mode_id(mode: ReadMode) -> &'static str {
    ReadModeText::from(mode).id()
}

/// Which replica of a zone passes appends on to the others.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum DelegatePolicyText {
    /// The one nearest to the log's head, every round anew.
    Nearest,
    /// The one that it was, as long as it answers.
    Sticky,
    /// Each in turn.
    Rotating,
}

impl From<DelegatePolicyText> for DelegatePolicy {
    fn from(text: DelegatePolicyText) -> Self {
        match text {
            DelegatePolicyText::Nearest => DelegatePolicy::Nearest,
            DelegatePolicyText::Sticky => DelegatePolicy::Sticky,
            DelegatePolicyText::Rotating => DelegatePolicy::Rotating,
        }
    }
}

impl From<DelegatePolicy> for DelegatePolicyText {
    fn from(policy: DelegatePolicy) -> Self {
        match policy {
            DelegatePolicy::Nearest => DelegatePolicyText::Nearest,
            DelegatePolicy::Sticky => DelegatePolicyText::Sticky,
            DelegatePolicy::Rotating => DelegatePolicyText::Rotating,
        }
    }
}

/// A delegate policy as files and pages write it.
pub fn delegate_policy_id(policy: DelegatePolicy) -> &'static str {
    DelegatePolicyText::from(policy).id()
}

/// How Raft messages are compressed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum CompressionText {
    /// Not at all.
    None,
    /// LZ4.
    Lz4,
}

impl From<CompressionText> for Compression {
    fn from(text: CompressionText) -> Self {
        match text {
            CompressionText::None => Compression::None,
            CompressionText::Lz4 => Compression::Lz4,
        }
    }
}

impl From<Compression> for CompressionText {
    fn from(compression: Compression) -> Self {
        match compression {
            Compression::None => CompressionText::None,
            Compression::Lz4 => CompressionText::Lz4,
        }
    }
}

/// A way of compression as files and pages write it.
pub fn compression_id(compression: Compression) -> &'static str {
    CompressionText::from(compression).id()
}

/// All zones, none, or some by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ZoneChoice {
    /// True: every zone. False: none.
    All(bool),
    /// These zones.
    Some(Vec<String>),
}

impl Read for ZoneChoice {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::Bool(all) => Ok(Self::All(*all)),
            Value::Array(ids) => {
                let id = |(i, id): (usize, &Value)| {
                    let id = text_of(id, "a zone's id");
                    id.map(str::to_string)
                        .map_err(|fault| fault.under(&format!("[{i}]")))
                };
                let ids: Result<Vec<String>, Fault> = ids.iter().enumerate().map(id).collect();
                ids.map(Self::Some)
            }
            other => Err(Fault::value(other, "true, false or a list of zones' ids")),
        }
    }
}

/// Declares the words of a choice, and both conversions.
macro_rules! choice {
    ($(#[$doc:meta])* $text:ident for $engine:ident {
        $($(#[$each:meta])* $value:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, Read)]
        pub enum $text {
            $($(#[$each])* #[serde(rename = $word)] $value,)+
        }

        impl From<$text> for $engine {
            fn from(text: $text) -> Self {
                match text { $($text::$value => $engine::$value,)+ }
            }
        }

        impl From<$engine> for $text {
            fn from(choice: $engine) -> Self {
                match choice { $($engine::$value => $text::$value,)+ }
            }
        }
    };
}

choice! {
    /// Where timestamps come from.
    TimestampsText for Timestamps {
        /// There are none: requests are raw.
        None = "none",
        /// The oracle beside the placement driver, a round trip of its own.
        Tso = "tso",
        /// One request brings timestamp and read index.
        TsoIndex = "tso+index",
    }
}
choice! {
    /// How replicas learn up to when they may be read alone.
    SafeTimeText for SafeTime {
        /// Not at all.
        Off = "off",
        /// The leader's safe time travels with Raft's messages.
        Hybrid = "hybrid",
        /// A resolved timestamp from the oracle, once a quorum agrees who leads.
        Resolved = "resolved",
        /// Timestamps are closed a target duration ago.
        Closed = "closed",
    }
}
choice! {
    /// What an adaptive read goes by.
    AdaptiveByText for AdaptiveBy {
        /// The estimated size of the result.
        Size = "size",
        /// The latency that each store showed lately.
        Latency = "latency",
    }
}
choice! {
    /// Which replica a follower read goes to.
    FollowerChoiceText for FollowerChoice {
        /// The closest one.
        Closest = "closest",
        /// Any that does not lead, wherever it is.
        Random = "random",
    }
}
