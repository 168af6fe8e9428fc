//! The properties that are checked in every run, and what became of a mode's promise.

use model::choice;
use sim::Micros;

choice! {
    /// A property that is watched.
    pub enum Check {
        /// At most one leader per term.
        ElectionSafety = "election_safety", "one leader in each term";
        /// Entries of equal index and term are equal.
        LogMatching = "log_matching", "logs that agree";
        /// Later leaders have what was committed.
        LeaderCompleteness = "leader_completeness", "every committed entry at every leader";
        /// Replicas apply the same entries.
        StateMachineSafety = "state_machine_safety", "the same entries applied everywhere";
        /// Clients see registers.
        Linearizable = "linearizable", "linearizable reads";
        /// Rows that are read together come from one moment, and from the one that was named.
        Snapshot = "snapshot", "reads of one moment";
        /// Reads of the past are no older than their clients allow.
        Staleness = "staleness", "reads no older than their bound";
        /// Nothing is read whose write failed.
        DirtyRead = "dirty_read", "reads of committed values alone";
        /// Transfers make no money and lose none.
        Bank = "bank", "accounts that add up";
    }
}

impl Check {
    /// Whether a read's mode decides if its reader was promised this. The rest holds whatever a
    /// mode promises.
    pub const fn is_promised_by_modes(self) -> bool {
        match self {
            Check::Linearizable | Check::Snapshot | Check::Staleness => true,
            Check::ElectionSafety
            | Check::LogMatching
            | Check::LeaderCompleteness
            | Check::StateMachineSafety
            | Check::DirtyRead
            | Check::Bank => false,
        }
    }
}

/// What came of a mode's promise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ModeVerdict {
    /// There was none.
    NothingPromised,
    /// It held.
    Kept,
    /// It was first broken at this instant.
    Broken(Micros),
}
