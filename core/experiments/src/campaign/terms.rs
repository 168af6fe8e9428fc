//! What decides what comes of a seed, in the words of the command line: two campaigns of the same
//! terms over the same scenario find the same.

use serde::{Deserialize, Serialize};

/// The terms of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Variant; the first where none is given.
    pub variant: Option<String>,
    /// Kinds of faults, separated by commas.
    pub faults: String,
    /// Features that come and go, separated by commas.
    pub with: String,
    /// Read modes that seeds take in turn, separated by commas.
    pub mode: Option<String>,
    /// Clocks drift further than leases allow.
    pub drift_beyond: bool,
    /// Two runs of each seed must commit the same log instead.
    pub same_log: bool,
    /// Steps after which the search for an order of one key's operations gives up.
    pub search_steps: u64,
    /// Runs that one shrinking may take; nothing is shrunk where none is given.
    pub shrink_tries: Option<u32>,
}
