//! Words for what happens to reads and transactions: choices of a replica, leases, steps. It knows
//! the words, not the events.

use model::fact::{LeaseChange, Refusal, Route, TxnStep};

use crate::words::duration_words;
use crate::{phrase, say};

/// Why a read went where it went, as the end of a sentence.
pub fn route_words(why: Route) -> &'static str {
    match why {
        Route::ResultLarge => phrase!("its result is expected to be large"),
        Route::ResultSmall => phrase!("its result is expected to be small"),
        Route::LocalBusy => phrase!("the closest store is busy"),
        Route::LeaderBusy => phrase!("the leader's store is busy"),
        Route::Faster => phrase!("it answered faster lately"),
        Route::OnlyLeader => phrase!("no other replica can serve it"),
        Route::ClosestSafe => phrase!("it is the closest that may be safe at the read time"),
        Route::NotSafeThere => phrase!("a closer replica was not safe at the read time yet"),
        Route::LearnerThere => phrase!("a learner is there"),
        Route::NoLearner => phrase!("there is no learner"),
        Route::ForwardedToLeader => phrase!("the replica does not lead and passes the read on"),
        Route::VersionEnough => phrase!("what it holds is new enough"),
        Route::VersionOld => phrase!("what it holds is not new enough"),
        Route::SpareGateway => phrase!("its zone has more gateways than another"),
    }
}

/// What became of a lease.
pub fn lease_words(what: LeaseChange) -> &'static str {
    match what {
        LeaseChange::Began => phrase!("its lease is valid"),
        LeaseChange::Suspended => phrase!("its lease is suspended"),
        LeaseChange::Expired => phrase!("its lease is over"),
    }
}

/// A step of a transaction.
pub fn txn_words(what: TxnStep, key: u64) -> String {
    match what {
        TxnStep::Prewritten => say!("prewrote and locked k{key}", key),
        TxnStep::PrimaryCommitted => say!("committed the primary k{key}", key),
        TxnStep::SecondaryCommitted => say!("committed the secondary k{key}", key),
        TxnStep::RolledBack => say!("rolled back k{key}", key),
        TxnStep::LockMet => say!("met a lock on k{key}", key),
        TxnStep::LockResolved => say!("resolved the lock on k{key}", key),
        TxnStep::Conflict => say!("found a newer version of k{key}", key),
        TxnStep::Committed => say!("the transaction is committed"),
        TxnStep::Aborted => say!("the transaction is aborted"),
    }
}

/// Why a store refused, as the end of a sentence that begins with the store.
pub fn refusal_words(why: Refusal) -> &'static str {
    match why {
        Refusal::NotLeader => phrase!("does not lead"),
        Refusal::ProposalDropped => phrase!("could not propose it"),
        Refusal::Unavailable => phrase!("was down"),
        Refusal::WrongRange => phrase!("did not hold the key"),
        Refusal::LaggingIndex => phrase!("lagged too far behind the read index"),
        Refusal::NotSafeYet => phrase!("was not safe to read at that time yet"),
        Refusal::Busy => phrase!("was busy"),
        Refusal::Locked => phrase!("met a lock of another transaction"),
        Refusal::WriteConflict => phrase!("found a newer version"),
        Refusal::ReadOnlySession => phrase!("writes nothing in a read-only session"),
        Refusal::BelowSkew => phrase!("takes no bound below twice the clock skew"),
        Refusal::NoLearner => phrase!("holds no learner"),
        Refusal::NoTimestamp => phrase!("gave no timestamp in time"),
        Refusal::NeedsTimestamps => phrase!("cannot do it without timestamps, which are off"),
        Refusal::Silent => phrase!("did not answer in time"),
    }
}

/// A timestamp as an instant of the run.
pub fn timestamp_words(ts: u64) -> String {
    duration_words(model::timestamp::instant(ts))
}
