//! What is found of a request that ended, by what clients saw.

use crate::broken::BrokenRead;
use crate::sessions::Kept;
use crate::staleness::Freshness;

/// What is found of a request that ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What a read missed.
    pub freshness: Freshness,
    /// What it missed of what was done before the request began that it is part of.
    pub freshness_of_whole: Freshness,
    /// What its session was kept.
    pub kept: Kept,
    /// The promise that it broke; of a write that failed, that of whoever had read its value.
    pub broken: Option<BrokenRead>,
    /// Rows of it, or of the whole that it is part of, that come from no one moment.
    pub torn: Option<BrokenRead>,
}

impl Judged {
    /// Nothing to judge.
    pub(super) const NOTHING: Judged = Judged {
        freshness: Freshness::NotJudged,
        freshness_of_whole: Freshness::NotJudged,
        kept: Kept::ALL,
        broken: None,
        torn: None,
    };
}
