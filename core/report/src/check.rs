//! The properties that are checked in every run, and what became of a mode's promise.

use sim::Micros;

/// A property that is watched.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Check {
    /// At most one leader per term.
    ElectionSafety,
    /// Entries of equal index and term are equal.
    LogMatching,
    /// Later leaders have what was committed.
    LeaderCompleteness,
    /// Replicas apply the same entries.
    StateMachineSafety,
    /// Clients see registers.
    Linearizable,
    /// Rows that are read together come from one moment, and from the one that was named.
    Snapshot,
    /// Reads of the past are no older than their clients allow.
    Staleness,
    /// Nothing is read whose write failed.
    DirtyRead,
    /// Transfers make no money and lose none.
    Bank,
}

impl Check {
    /// Every check, in the order of reports.
    pub const ALL: [Check; 9] = [
        Check::ElectionSafety,
        Check::LogMatching,
        Check::LeaderCompleteness,
        Check::StateMachineSafety,
        Check::Linearizable,
        Check::Snapshot,
        Check::Staleness,
        Check::DirtyRead,
        Check::Bank,
    ];

    /// As in reports.
    pub fn id(self) -> &'static str {
        match self {
            Check::ElectionSafety => "election_safety",
            Check::LogMatching => "log_matching",
            Check::LeaderCompleteness => "leader_completeness",
            Check::StateMachineSafety => "state_machine_safety",
            Check::Linearizable => "linearizable",
            Check::Snapshot => "snapshot",
            Check::Staleness => "staleness",
            Check::DirtyRead => "dirty_read",
            Check::Bank => "bank",
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
