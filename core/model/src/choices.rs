//! The choices among words that switches offer. It knows values and their sources, not what is
//! done with them.

use crate::choice;
use crate::switches::SwitchGroup;

choice! {
    /// How a read is served; of each it is said what its reader may rely on.
    pub enum ReadMode {
        /// No guarantee: the closest replica answers with what it has, however old.
        Local = "local", "Local";
        /// No guarantee: a deposed leader keeps answering until it finds out.
        LeaderUnchecked = "leader-unchecked", "Leader, unchecked";
        // Raft thesis 6.4.
        /// Linearizable: the leader makes sure with a quorum that it still leads (ReadIndex).
        Leader = "leader", "Leader";
        // Follower Read.
        /// Linearizable: the closest replica asks the leader for the commit index, applies that
        /// far, and answers.
        Follower = "follower", "Follower";
        // raft-rs `LeaseBased`: it looks at the role, not at time.
        /// Unsafe: the leader answers as long as its role says that it leads, even when cut off.
        LeaseUnsafe = "lease-unsafe", "Lease, unsafe";
        // TiKV's: until the send time of the last round that a quorum acknowledged, plus a lease.
        /// Linearizable while clocks run at nearly the same rate: the leader answers within its
        /// lease. Not beside follower reads of raw values while an apply delay holds the leader
        /// back: a follower may show a write first.
        Lease = "lease", "Lease";
        /// Linearizable: the closest replica passes the read on to the leader.
        Proxy = "proxy", "Proxy";
        // If there is one; else as follower.
        /// Linearizable: like Follower, but at the closest replica without a vote.
        Learner = "learner", "Learner";
        // TiDB's `closest-adaptive`.
        /// Linearizable: large results as Follower, small ones as Leader.
        Adaptive = "closest-adaptive", "Closest, adaptive";
        /// A consistent snapshot of a named time ago.
        Stale = "stale", "Stale, bounded";
        // Else it is as follower.
        /// A snapshot: the closest replica answers if what it holds is new enough.
        Version = "version", "Version";
    }
}

impl ReadMode {
    /// The switches that it goes by, besides those of all reads.
    pub fn switches(self) -> Option<SwitchGroup> {
        match self {
            ReadMode::LeaseUnsafe | ReadMode::Lease => Some(SwitchGroup::Lease),
            ReadMode::Stale | ReadMode::Version => Some(SwitchGroup::Times),
            ReadMode::Adaptive => Some(SwitchGroup::Replicas),
            ReadMode::Local
            | ReadMode::LeaderUnchecked
            | ReadMode::Leader
            | ReadMode::Follower
            | ReadMode::Proxy
            | ReadMode::Learner => None,
        }
    }
}

choice! {
    /// Which replica of a zone passes appends on to the others.
    pub enum DelegatePolicy {
        /// The replica whose log is nearest to the leader's: it can pass on at once.
        Nearest = "nearest", "Nearest";
        /// The same replica as long as it works: the rest of the zone hears from one.
        Sticky = "sticky", "Sticky";
        /// Another replica each time: no store does all the passing on.
        Rotating = "rotating", "In turn";
    }
}

choice! {
    /// How Raft messages are compressed.
    pub enum Compression {
        // TiKV's default.
        /// Messages leave as they are.
        None = "none", "none";
        // Its block format.
        /// Raft's messages are packed by LZ4 and unpacked on arrival; both cost time at the cores.
        Lz4 = "lz4", "LZ4";
    }
}

choice! {
    /// Where timestamps come from.
    pub enum Timestamps {
        /// Reads and writes are raw: each row on its own, the newest applied value.
        None = "none", "none";
        // Beside the placement driver.
        /// Every request is transactional, and first fetches a timestamp from the oracle: a round
        /// trip of its own.
        Tso = "tso", "Oracle";
        // The request goes to a service beside the oracle.
        /// One request brings the timestamp and the read indexes: a follower answers after one
        /// round trip.
        TsoIndex = "tso+index", "Oracle and index";
    }
}

choice! {
    /// How replicas learn up to when they may be read alone.
    pub enum SafeTime {
        /// No replica knows up to when it may be read alone.
        Off = "off", "off";
        /// The leader's safe time is piggybacked on every Raft message, heartbeats too: idle ranges
        /// keep up (YugabyteDB).
        Hybrid = "hybrid", "With Raft";
        // From the oracle, once a quorum agrees who leads.
        /// Leaders resolve timestamps at an interval; the oldest lock holds them back (TiKV).
        Resolved = "resolved", "Resolved";
        /// Leaders close a time some seconds ago and promise not to write before it (CockroachDB).
        Closed = "closed", "Closed";
    }
}

impl Default for SafeTime {
    /// As the switch is by default.
    fn default() -> Self {
        SafeTime::Off
    }
}

choice! {
    /// What an adaptive read goes by.
    pub enum AdaptiveBy {
        /// Results that are expected to reach the threshold are read at the closest replica.
        Size = "size", "Size";
        /// A read goes where answers came fastest lately.
        Latency = "latency", "Latency";
    }
}

choice! {
    /// Which replica a follower read goes to.
    pub enum FollowerChoice {
        // TiDB's `closest-replicas`.
        /// A follower read goes to the replica with the least delay.
        Closest = "closest", "Closest";
        // TiDB's `follower`, which knows no places.
        /// A follower read goes to any follower, in whatever zone: its rows cross as often as the
        /// leader's.
        Random = "random", "Random";
        // MongoDB's `nearest` with its `localThresholdMS`.
        /// A follower read goes to any replica whose round trip is at most 15 ms longer than the
        /// shortest: their load is shared.
        Window = "window", "Within 15 ms";
    }
}
