//! What one run comes to, as a row. Must not know what rows are kept in.

use crate::sweep::cell::Cell;
use crate::sweep::verdict::Verdict;

/// One run: where it stands in its plan, what came of it, and every figure of its report.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its point.
    pub point: u32,
    /// Its seed.
    pub seed: u64,
    /// The digest of its trace.
    pub digest: String,
    /// What came of it.
    pub verdict: Verdict,
    /// Whether it keeps every limit of the sweep.
    pub kept: bool,
    /// Why it is not ok.
    pub why: Option<String>,
    /// The value of each axis, by the axis' name.
    pub axes: Vec<(String, Cell)>,
    /// Every figure of the report by its path, sorted; what a run has not is left out.
    pub figures: Vec<(String, Cell)>,
}
