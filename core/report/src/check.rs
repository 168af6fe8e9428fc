//! The properties that are checked in every run, and what came of each.

use std::fmt;

use model::choice;
use serde::{Serialize, Serializer};
use serde_json::Value;
use text::phrase;

choice! {
    /// A property that is watched.
    pub enum Check {
        /// At most one leader per term.
        ElectionSafety = "election_safety", "one leader in each term";
        /// Entries of equal index and term are equal.
        LogMatching = "log_matching", "logs that agree";
        /// Later leaders have what was committed.
        LeaderCompleteness = "leader_completeness", "every committed entry at every leader";
        /// Replicas apply the same entries.
        StateMachineSafety = "state_machine_safety", "the same entries applied everywhere";
        /// Clients see registers.
        Linearizable = "linearizable", "linearizable reads";
        /// Rows that are read together come from one moment, and from the one that was named.
        Snapshot = "snapshot", "reads of one moment";
        /// Reads of the past are no older than their clients allow.
        Staleness = "staleness", "reads no older than their bound";
        /// Nothing is read whose write failed.
        DirtyRead = "dirty_read", "reads of committed values alone";
        /// Transfers make no money and lose none.
        Bank = "bank", "accounts that add up";
    }
}

impl Check {
    /// Whether a read's mode decides if its reader was promised this. The rest holds whatever a
    /// mode promises.
    pub const fn is_promised_by_modes(self) -> bool {
        match self {
            Check::Linearizable | Check::Snapshot | Check::Staleness => true,
            Check::ElectionSafety
            | Check::LogMatching
            | Check::LeaderCompleteness
            | Check::StateMachineSafety
            | Check::DirtyRead
            | Check::Bank => false,
        }
    }
}

/// What came of a check, or of a mode's promise. A report writes it as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// It held.
    Kept,
    /// What was found first: "at 12.345678s: ...".
    Violated(String),
    /// Nothing was found, and this could not be judged: "2 reads from 13.100000s on: ...".
    NotJudged(String),
    /// No reader was promised it.
    NotPromised,
}

const KEPT: &str = "ok";
const VIOLATED: &str = "violated";
const NOT_JUDGED: &str = "not judged for";
const NOT_PROMISED: &str = phrase!("no guarantee in this mode");

impl CheckVerdict {
    /// Reads what a report says; `None` when that is no verdict. A goal may name a violation
    /// without saying which.
    pub fn read(value: &Value) -> Option<Self> {
        let word = value.as_str()?;
        let after = |opening| word.strip_prefix(opening).map(str::trim_start);
        let violated = || after(VIOLATED).map(|what| Self::Violated(what.to_string()));
        let not_judged = || after(NOT_JUDGED).map(|what| Self::NotJudged(what.to_string()));
        match word {
            KEPT => Some(Self::Kept),
            NOT_PROMISED => Some(Self::NotPromised),
            _ => violated().or_else(not_judged),
        }
    }

    /// What was found first, if it was violated.
    pub fn violation(&self) -> Option<&str> {
        match self {
            Self::Violated(what) => Some(what),
            Self::Kept | Self::NotJudged(_) | Self::NotPromised => None,
        }
    }

    /// Whether it says of all that the check looks at whether it held.
    pub fn is_known(&self) -> bool {
        match self {
            Self::Kept | Self::Violated(_) | Self::NotPromised => true,
            Self::NotJudged(_) => false,
        }
    }
}

impl fmt::Display for CheckVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kept => f.write_str(KEPT),
            Self::Violated(what) => write!(f, "{VIOLATED} {what}"),
            Self::NotJudged(what) => write!(f, "{NOT_JUDGED} {what}"),
            Self::NotPromised => f.write_str(NOT_PROMISED),
        }
    }
}

impl Serialize for CheckVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_report_writes_a_verdict_as_words_and_they_are_read_as_the_same_verdict() {
        let [seen, unknown] = [
            "at 5.000000s: r1 of k2",
            "2 reads from 13.100000s on: too old",
        ];
        let rows = [
            (CheckVerdict::Kept, "ok".to_string()),
            (
                CheckVerdict::Violated(seen.into()),
                format!("violated {seen}"),
            ),
            (
                CheckVerdict::NotJudged(unknown.into()),
                format!("not judged for {unknown}"),
            ),
            (
                CheckVerdict::NotPromised,
                "no guarantee in this mode".to_string(),
            ),
        ];
        for (verdict, words) in rows {
            assert_eq!(json!(verdict), json!(words));
            assert_eq!(CheckVerdict::read(&json!(words)), Some(verdict));
        }
        for other in [json!("s1"), json!(3), Value::Null] {
            assert_eq!(CheckVerdict::read(&other), None);
        }
    }

    #[test]
    fn a_goal_names_a_violation_without_saying_which() {
        let verdict = CheckVerdict::read(&json!("violated")).expect("a verdict");
        assert!(verdict.violation().is_some());
        assert_eq!(CheckVerdict::Kept.violation(), None);
    }
}
