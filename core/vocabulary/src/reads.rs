//! Words for what happens to reads and transactions: choices of a replica, leases, steps. It knows
//! the words, not the events.

use model::fact::{LeaseChange, Refusal, Route, TxnStep};

use crate::words::duration_words;

/// Why a read went where it went, as the end of a sentence.
pub fn route_words(why: Route) -> &'static str {
    match why {
        Route::ResultLarge => "its result is expected to be large",
        Route::ResultSmall => "its result is expected to be small",
        Route::LocalBusy => "the closest store is busy",
        Route::LeaderBusy => "the leader's store is busy",
        Route::Faster => "it answered faster lately",
        Route::OnlyLeader => "no other replica can serve it",
        Route::ClosestSafe => "it is the closest that may be safe at the read time",
        Route::NotSafeThere => "a closer replica was not safe at the read time yet",
        Route::LearnerThere => "a learner is there",
        Route::NoLearner => "there is no learner",
        Route::ForwardedToLeader => "the replica does not lead and passes the read on",
        Route::VersionEnough => "what it holds is new enough",
        Route::VersionOld => "what it holds is not new enough",
    }
}

/// What became of a lease.
pub fn lease_words(what: LeaseChange) -> &'static str {
    match what {
        LeaseChange::Began => "its lease is valid",
        LeaseChange::Suspended => "its lease is suspended",
        LeaseChange::Expired => "its lease is over",
    }
}

/// A step of a transaction.
pub fn txn_words(what: TxnStep, key: u64) -> String {
    let words = match what {
        TxnStep::Prewritten => "prewrote and locked k",
        TxnStep::PrimaryCommitted => "committed the primary k",
        TxnStep::SecondaryCommitted => "committed the secondary k",
        TxnStep::RolledBack => "rolled back k",
        TxnStep::LockMet => "met a lock on k",
        TxnStep::LockResolved => "resolved the lock on k",
        TxnStep::Conflict => "found a newer version of k",
        TxnStep::Committed => return "the transaction is committed".to_string(),
        TxnStep::Aborted => return "the transaction is aborted".to_string(),
    };
    [words, &key.to_string()].concat()
}

/// Why a store refused, as the end of a sentence that begins with the store.
pub fn refusal_words(why: Refusal) -> &'static str {
    match why {
        Refusal::NotLeader => "does not lead",
        Refusal::ProposalDropped => "could not propose it",
        Refusal::Unavailable => "was down",
        Refusal::WrongRange => "did not hold the key",
        Refusal::LaggingIndex => "lagged too far behind the read index",
        Refusal::NotSafeYet => "was not safe to read at that time yet",
        Refusal::Busy => "was busy",
        Refusal::Locked => "met a lock of another transaction",
        Refusal::WriteConflict => "found a newer version",
        Refusal::ReadOnlySession => "writes nothing in a read-only session",
        Refusal::BelowSkew => "takes no bound below twice the clock skew",
        Refusal::NoLearner => "holds no learner",
        Refusal::NoTimestamp => "gave no timestamp in time",
        Refusal::NeedsTimestamps => "cannot do it without timestamps, which are off",
    }
}

/// A timestamp as an instant of the run.
pub fn timestamp_words(ts: u64) -> String {
    duration_words(model::timestamp::instant(ts))
}
