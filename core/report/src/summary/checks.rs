//! What came of each check, with the reads that were not promised it.

use std::borrow::Cow;

use model::config::ReadMode;

use crate::check::CheckVerdict;

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckSummary {
    /// The check's id, e.g. `election_safety`.
    pub id: Cow<'static, str>,
    /// What came of it.
    pub verdict: CheckVerdict,
    /// Answered reads of modes that do not promise what it checks: they are not judged by it.
    pub unpromised: Vec<Unpromised>,
}

/// Reads that were not promised what a check checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpromised {
    /// Their mode.
    pub mode: ReadMode,
    /// How many were answered.
    pub reads: u64,
    /// How many of them missed an acknowledged write.
    pub stale: u64,
}

impl CheckSummary {
    /// Its first violation, as a sentence that names it.
    pub fn violated(&self) -> Option<String> {
        self.verdict.violation()?;
        Some(format!("{} {}", self.id, self.verdict))
    }

    /// What came of it, with the reads that were not promised it.
    pub fn to_line(&self) -> String {
        let of = |Unpromised { mode, reads, stale }: &Unpromised| {
            let mode = mode.id();
            format!("{reads} reads in {mode}, {stale} of them stale")
        };
        let rest: Vec<String> = self.unpromised.iter().map(of).collect();
        let rest = rest.join("; ");
        let not_promised = CheckVerdict::NotPromised;
        match &self.verdict {
            verdict if rest.is_empty() => verdict.to_string(),
            CheckVerdict::NotPromised => format!("{not_promised} to {rest}"),
            verdict @ (CheckVerdict::Kept
            | CheckVerdict::Violated(_)
            | CheckVerdict::NotJudged(_)) => format!("{verdict}; {not_promised} to {rest}"),
        }
    }
}
