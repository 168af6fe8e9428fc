//! The words of facts about reads and transactions: why a gateway chose a replica, what became of a
//! lease, how far a transaction is. It knows none of those who say them. Records hold the numbers
//! of their values: new ones come last.

use crate::kinds;

kinds! {
    /// Why a gateway sent a read where it did, or a store passed it on.
    pub enum Route {
        /// The estimated result reaches the threshold. Figure and limit: bytes.
        ResultLarge,
        /// It does not. Figure and limit: bytes.
        ResultSmall,
        /// The closest store is busy. Figure and limit: µs of estimated wait.
        LocalBusy,
        /// The closest store is busy and the leader's is busier: it stays. Figure: µs of estimated
        /// wait at the leader's; limit: at the closest.
        LeaderBusy,
        /// It answered faster lately. Figure and limit: µs, its own and that of the next best.
        Faster,
        /// No other replica could serve it.
        OnlyLeader,
        /// The closest replica whose safe time may have passed the read time.
        ClosestSafe,
        /// A closer replica's safe time was behind. Figure and limit: its safe time and the read
        /// time, in µs.
        NotSafeThere,
        /// There is a learner. Figure: learners that answer; limit: replicas.
        LearnerThere,
        /// There is no learner that answers. Figure: 0; limit: replicas.
        NoLearner,
        /// The replica does not lead and passes the read on.
        ForwardedToLeader,
        /// What the replica holds is new enough. Figure and limit: timestamps in µs.
        VersionEnough,
        /// It is not. Figure and limit: timestamps in µs.
        VersionOld,
        /// Its zone has more gateways than another has. Figure: its place among them, from 1;
        /// limit: as many as the zone with the fewest has.
        SpareGateway,
    }
}

kinds! {
    /// What became of a leader's lease.
    pub enum LeaseChange {
        /// It is valid from now on.
        Began,
        /// It may not be used until a new round: a transfer or a merge is under way.
        Suspended,
        /// It ran out, or its leader stepped down.
        Expired,
    }
}

kinds! {
    /// How far a transaction is (Percolator).
    pub enum TxnStep {
        /// The key is locked and its new value written. Timestamp: start.
        Prewritten,
        /// The primary key is committed, and with it the transaction. Timestamp: commit.
        PrimaryCommitted,
        /// Another key is committed. Timestamp: commit.
        SecondaryCommitted,
        /// The key's lock and value are gone. Timestamp: start.
        RolledBack,
        /// A request met a lock. Timestamp: start of the lock's transaction.
        LockMet,
        /// A lock of another transaction is gone, one way or the other. Timestamp: its start.
        LockResolved,
        /// A newer version than the start timestamp is there. Timestamp: its commit.
        Conflict,
        /// The transaction is committed. Timestamp: commit.
        Committed,
        /// It is not, and will not be. Timestamp: start.
        Aborted,
    }
}
