//! What came of each check, as reports say it in words.

use std::borrow::Cow;

use model::config::ReadMode;
use text::phrase;

/// What came of one check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckSummary {
    /// The check's id, e.g. `election_safety`.
    pub id: Cow<'static, str>,
    /// The first violation: "at 12.345678s: ..."; `None` = none was found.
    pub violation: Option<String>,
    /// What it could not judge: "2 reads from 13.100000s on: ..."; `None` = it judged all.
    pub unjudged: Option<String>,
    /// Answered reads of modes that do not promise what it checks: they are not judged by it.
    pub unpromised: Vec<Unpromised>,
    /// Whether there were others, or no reads at all.
    pub is_promised: bool,
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
    /// "ok", "violated at ...", "not judged for ..." where nothing was found and something could not
    /// be judged, or "no guarantee in this mode" when nobody read in a mode that promises it.
    pub fn to_word(&self) -> String {
        match (&self.violation, &self.unjudged) {
            (Some(violation), _) => format!("{VIOLATED} {violation}"),
            (None, Some(unjudged)) => format!("{NOT_JUDGED} {unjudged}"),
            (None, None) if self.is_promised => "ok".to_string(),
            (None, None) => NOT_PROMISED.to_string(),
        }
    }

    /// Its first violation, as a sentence that names it.
    pub fn violated(&self) -> Option<String> {
        let violation = self.violation.as_ref()?;
        Some(format!("{} {VIOLATED} {violation}", self.id))
    }

    /// Whether it says of all that it looks at whether it held.
    pub fn is_known(&self) -> bool {
        self.violation.is_some() || self.unjudged.is_none()
    }

    /// What came of it, with the reads that were not promised it.
    pub fn to_line(&self) -> String {
        let of = |Unpromised { mode, reads, stale }: &Unpromised| {
            let mode = mode.id();
            format!("{reads} reads in {mode}, {stale} of them stale")
        };
        let rest: Vec<String> = self.unpromised.iter().map(of).collect();
        let rest = rest.join("; ");
        match self.to_word() {
            word if rest.is_empty() => word,
            word if word == NOT_PROMISED => format!("{word} to {rest}"),
            word => format!("{word}; {NOT_PROMISED} to {rest}"),
        }
    }
}

/// What is said of a check before its violation.
const VIOLATED: &str = "violated";

/// Whether what a report says of a check, or of a mode's promise, is that it was violated.
pub fn is_violated(word: &str) -> bool {
    word.starts_with(VIOLATED)
}

/// What is said of a check before what it could not judge.
const NOT_JUDGED: &str = "not judged for";

/// What is said of a check that a mode does not promise.
pub(super) const NOT_PROMISED: &str = phrase!("no guarantee in this mode");

#[cfg(test)]
mod tests {
    use super::*;

    fn check(violation: Option<&str>, unjudged: Option<&str>) -> CheckSummary {
        CheckSummary {
            id: "staleness".into(),
            violation: violation.map(String::from),
            unjudged: unjudged.map(String::from),
            unpromised: Vec::new(),
            is_promised: true,
        }
    }

    #[test]
    fn a_check_that_could_not_judge_all_is_not_ok() {
        assert_eq!(check(None, None).to_word(), "ok");
        let unknown = check(None, Some("2 reads from 13.1s on: too old"));
        assert_eq!(
            unknown.to_word(),
            "not judged for 2 reads from 13.1s on: too old"
        );
        assert!(!unknown.is_known() && check(None, None).is_known());
    }

    #[test]
    fn what_was_found_is_so_whatever_else_could_not_be_judged() {
        let broken = check(Some("at 5s: it is old"), Some("2 reads"));
        assert_eq!(broken.to_word(), "violated at 5s: it is old");
        assert!(broken.is_known());
    }
}
