//! Which requests of a run are recorded one by one, and which only counted. Plain data.

use crate::choice;

/// Of how many reads one is recorded where they are sampled; a power of two.
pub const SAMPLED_ONE_IN: u64 = 64;
/// Requests a second that a file's load may come to before reads are sampled.
pub const RECORDED_QPS_MAX: u64 = 200_000;

choice! {
    /// Which reads are recorded one by one, for verdicts, paths and causes. What is recorded changes
    /// nothing in what happens.
    pub enum Recording {
        // The rate is what the file's clients come to if nothing holds them up.
        /// All, unless the load may come to more than 200,000 requests a second.
        Auto = "auto";
        /// All.
        All = "all";
        /// One in 64 of the gets by `lease` or `leader-unchecked`; the others are counted in every
        /// figure and not judged.
        Sampled = "sampled";
    }
}
