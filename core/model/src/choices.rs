//! The choices among words that switches offer. It knows values and their sources, not what is
//! done with them.

use crate::choice;

choice! {
    /// How a read is served.
    pub enum ReadMode {
        /// The closest replica answers at once: stale without bound.
        Local = "local", "Local";
        /// The replica that believes it leads answers at once: stale under a partition.
        LeaderUnchecked = "leader-unchecked", "Leader, unchecked";
        // ReadIndex, Raft thesis 6.4.
        /// The leader confirms itself with a quorum: linearizable.
        Leader = "leader", "Leader";
        // Follower Read: the replica waits until it has applied what it was told.
        /// The closest replica asks the leader for a read index: linearizable.
        Follower = "follower", "Follower";
        // It looks at the role, not at time.
        /// The leader answers while its role says that it leads (raft-rs `LeaseBased`): broken.
        LeaseUnsafe = "lease-unsafe", "Lease, unsafe";
        // TiKV's: until the send time of the last round that a quorum acknowledged, plus a lease.
        /// The leader answers within its lease: linearizable while clocks run at nearly the same
        /// rate.
        Lease = "lease", "Lease";
        /// The closest replica passes the read on to the leader and relays the rows: linearizable.
        Proxy = "proxy", "Proxy";
        // If there is one; else as follower.
        /// As follower, at the closest learner.
        Learner = "learner", "Learner";
        // TiDB's `closest-adaptive`.
        /// Large results from the closest replica, small ones from the leader: linearizable.
        Adaptive = "closest-adaptive", "Closest, adaptive";
        /// A snapshot of the past, from the closest replica that is safe to read then.
        Stale = "stale", "Stale, bounded";
        // Else it is as follower.
        /// The closest replica answers if it holds what is new enough for the timestamp: a
        /// snapshot.
        Version = "version", "Version";
    }
}

choice! {
    /// Which replica of a zone passes appends on to the others.
    pub enum DelegatePolicy {
        /// The one nearest to the log's head, every round anew.
        Nearest = "nearest", "Nearest";
        /// The one that it was, as long as it answers.
        Sticky = "sticky", "Sticky";
        // So that none carries more than the others.
        /// Each in turn.
        Rotating = "rotating", "In turn";
    }
}

choice! {
    /// How Raft messages are compressed.
    pub enum Compression {
        // TiKV's default.
        /// Not at all.
        None = "none", "none";
        // Its block format.
        /// LZ4.
        Lz4 = "lz4", "LZ4";
    }
}

choice! {
    /// Where timestamps come from.
    pub enum Timestamps {
        /// There are none: requests are raw.
        None = "none", "none";
        // Requests are transactional then.
        /// The oracle beside the placement driver, a round trip of its own.
        Tso = "tso", "Oracle";
        // The request goes to a service beside the oracle.
        /// One request brings timestamp and read index.
        TsoIndex = "tso+index", "Oracle and index";
    }
}

choice! {
    /// How replicas learn up to when they may be read alone.
    pub enum SafeTime {
        /// Not at all.
        Off = "off", "off";
        // YugabyteDB.
        /// The leader's safe time travels with Raft's messages.
        Hybrid = "hybrid", "With Raft";
        // TiKV.
        /// A resolved timestamp from the oracle, once a quorum agrees who leads.
        Resolved = "resolved", "Resolved";
        // CockroachDB, by the leaseholder.
        /// Timestamps are closed a target duration ago.
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
        /// The estimated size of the result.
        Size = "size", "Size";
        /// The latency that each store showed lately.
        Latency = "latency", "Latency";
    }
}

choice! {
    /// Which replica a follower read goes to.
    pub enum FollowerChoice {
        // TiDB's `closest-replicas`.
        /// The closest one.
        Closest = "closest", "Closest";
        // TiDB's `follower`, which knows no places.
        /// Any that does not lead, wherever it is.
        Random = "random", "Random";
    }
}
