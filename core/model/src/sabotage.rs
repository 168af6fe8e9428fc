//! Bugs that tests put into the engine, to see that a check notices: each is the canary of one.
//!
//! They exist only with the crate's feature `sabotage`, which tests alone ask for. In every other
//! build the struct is empty and each question is answered "no" by the compiler.

#[cfg(feature = "sabotage")]
use sim::NodeId;

/// What is broken on purpose; nothing by default.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sabotage {
    /// Delegates pass on whatever their logs hold.
    #[cfg(feature = "sabotage")]
    pub relay_without_pin: bool,
    /// This store loses a row with each entry that it applies.
    #[cfg(feature = "sabotage")]
    pub loses_rows: Option<NodeId>,
    /// Snapshots arrive with a row too few.
    #[cfg(feature = "sabotage")]
    pub snapshots_lose_a_row: bool,
    /// Gateways take the moment of a stale read from twice as far back as its client allows.
    #[cfg(feature = "sabotage")]
    pub stale_reads_too_old: bool,
    /// Stores read the newest rows, whatever moment a read names.
    #[cfg(feature = "sabotage")]
    pub forgets_read_times: bool,
    /// Replicas serve reads by version without a look at what they hold.
    #[cfg(feature = "sabotage")]
    pub versions_unchecked: bool,
    /// Gateways say of a put that they give up that it is certainly not done.
    #[cfg(feature = "sabotage")]
    pub says_failed: bool,
}

#[cfg(feature = "sabotage")]
impl Sabotage {
    /// Whether delegates pass on whatever their logs hold.
    pub fn relays_without_pin(&self) -> bool {
        self.relay_without_pin
    }

    /// Whether this store loses a row with each entry that it applies.
    pub fn loses_rows(&self, store: NodeId) -> bool {
        self.loses_rows == Some(store)
    }

    /// Whether snapshots arrive with a row too few.
    pub fn snapshots_lose_a_row(&self) -> bool {
        self.snapshots_lose_a_row
    }

    /// Whether stale reads look twice as far back as their clients allow.
    pub fn reads_too_old(&self) -> bool {
        self.stale_reads_too_old
    }

    /// Whether stores read the newest rows, whatever moment a read names.
    pub fn forgets_read_times(&self) -> bool {
        self.forgets_read_times
    }

    /// Whether reads by version are served without a look at what is held.
    pub fn leaves_versions_unchecked(&self) -> bool {
        self.versions_unchecked
    }

    /// Whether gateways say of a put that they give up that it is certainly not done.
    pub fn says_failed(&self) -> bool {
        self.says_failed
    }
}

#[cfg(not(feature = "sabotage"))]
impl Sabotage {
    /// Whether delegates pass on whatever their logs hold.
    pub const fn relays_without_pin(self) -> bool {
        false
    }

    /// Whether this store loses a row with each entry that it applies.
    pub const fn loses_rows(self, _store: sim::NodeId) -> bool {
        false
    }

    /// Whether snapshots arrive with a row too few.
    pub const fn snapshots_lose_a_row(self) -> bool {
        false
    }

    /// Whether stale reads look twice as far back as their clients allow.
    pub const fn reads_too_old(self) -> bool {
        false
    }

    /// Whether stores read the newest rows, whatever moment a read names.
    pub const fn forgets_read_times(self) -> bool {
        false
    }

    /// Whether reads by version are served without a look at what is held.
    pub const fn leaves_versions_unchecked(self) -> bool {
        false
    }

    /// Whether gateways say of a put that they give up that it is certainly not done.
    pub const fn says_failed(self) -> bool {
        false
    }
}
