//! Bugs that tests put into the engine, to see that a check notices: each is the canary of one.
//!
//! They are possible only in builds with debug assertions, which nobody is given: in every other
//! build the compiler answers each question with "no".

use sim::NodeId;

/// Whether this build can be broken on purpose.
const POSSIBLE: bool = cfg!(debug_assertions);

/// What is broken on purpose; nothing by default.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sabotage {
    /// Delegates pass on whatever their logs hold.
    pub relay_without_pin: bool,
    /// This store loses a row with each entry that it applies.
    pub loses_rows: Option<NodeId>,
    /// Snapshots arrive with a row too few.
    pub snapshots_lose_a_row: bool,
    /// Gateways take the moment of a stale read from twice as far back as its client allows.
    pub stale_reads_too_old: bool,
    /// Stores read the newest rows, whatever moment a read names.
    pub forgets_read_times: bool,
    /// Replicas serve reads by version without a look at what they hold.
    pub versions_unchecked: bool,
    /// Gateways say of a put that they give up that it is certainly not done.
    pub says_failed: bool,
}

impl Sabotage {
    /// Whether delegates pass on whatever their logs hold.
    pub fn relays_without_pin(&self) -> bool {
        POSSIBLE && self.relay_without_pin
    }

    /// Whether this store loses a row with each entry that it applies.
    pub fn loses_rows(&self, store: NodeId) -> bool {
        POSSIBLE && self.loses_rows == Some(store)
    }

    /// Whether snapshots arrive with a row too few.
    pub fn snapshots_lose_a_row(&self) -> bool {
        POSSIBLE && self.snapshots_lose_a_row
    }

    /// Whether stale reads look twice as far back as their clients allow.
    pub fn reads_too_old(&self) -> bool {
        POSSIBLE && self.stale_reads_too_old
    }

    /// Whether stores read the newest rows, whatever moment a read names.
    pub fn forgets_read_times(&self) -> bool {
        POSSIBLE && self.forgets_read_times
    }

    /// Whether reads by version are served without a look at what is held.
    pub fn leaves_versions_unchecked(&self) -> bool {
        POSSIBLE && self.versions_unchecked
    }

    /// Whether gateways say of a put that they give up that it is certainly not done.
    pub fn says_failed(&self) -> bool {
        POSSIBLE && self.says_failed
    }
}
