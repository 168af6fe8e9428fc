//! Bugs that tests put into the engine, to see that a check notices: each is the canary of one.
//!
//! They exist only with the crate's feature `sabotage`, which tests alone ask for. In every other
//! build the struct is empty and each question is answered "no" by the compiler.

use serde::{Deserialize, Serialize};
#[cfg(feature = "sabotage")]
use sim::NodeId;

/// What is broken on purpose; nothing by default.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub(crate) fn relays_without_pin(&self) -> bool {
        self.relay_without_pin
    }

    pub(crate) fn loses_rows(&self, store: NodeId) -> bool {
        self.loses_rows == Some(store)
    }

    pub(crate) fn snapshots_lose_a_row(&self) -> bool {
        self.snapshots_lose_a_row
    }

    pub(crate) fn reads_too_old(&self) -> bool {
        self.stale_reads_too_old
    }

    pub(crate) fn forgets_read_times(&self) -> bool {
        self.forgets_read_times
    }

    pub(crate) fn leaves_versions_unchecked(&self) -> bool {
        self.versions_unchecked
    }

    pub(crate) fn says_failed(&self) -> bool {
        self.says_failed
    }
}

#[cfg(not(feature = "sabotage"))]
#[expect(clippy::unused_self, reason = "the same questions as with the feature")]
impl Sabotage {
    pub(crate) const fn relays_without_pin(self) -> bool {
        false
    }

    pub(crate) const fn loses_rows(self, _store: sim::NodeId) -> bool {
        false
    }

    pub(crate) const fn snapshots_lose_a_row(self) -> bool {
        false
    }

    pub(crate) const fn reads_too_old(self) -> bool {
        false
    }

    pub(crate) const fn forgets_read_times(self) -> bool {
        false
    }

    pub(crate) const fn leaves_versions_unchecked(self) -> bool {
        false
    }

    pub(crate) const fn says_failed(self) -> bool {
        false
    }
}
