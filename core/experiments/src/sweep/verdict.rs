//! What came of a run: whether it keeps the limits of its sweep, and whether a promise was broken.
//! Must not know how a run is made.

use crate::sweep::cell::Cell;
use crate::sweep::figures::find;
use crate::sweep::schema::{Bound, Limit};

/// What came of a run, as one word.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It keeps every limit, and no check is violated.
    Ok,
    /// It breaks a limit.
    Limits,
    /// A check is violated, whether a limit asks for that or not.
    Broken,
}

impl Verdict {
    /// Its word in a table.
    pub fn id(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Limits => "limits",
            Verdict::Broken => "broken",
        }
    }
}

/// A verdict with its reason.
pub(crate) struct Judged {
    pub(crate) verdict: Verdict,
    pub(crate) kept: bool,
    pub(crate) why: Option<String>,
}

/// Judges a run by its figures and by the first check that it violated.
pub(crate) fn judge(
    limits: &[Limit],
    figures: &[(String, Cell)],
    violation: Option<String>,
) -> Judged {
    let unmet = |limit: &Limit| match limit {
        Limit::Bound(bound) => bound.unmet(figures),
        Limit::Promises(_) => violation.clone(),
    };
    let first = limits.iter().find_map(unmet);
    Judged {
        kept: first.is_none(),
        verdict: match (&violation, &first) {
            (Some(_), _) => Verdict::Broken,
            (None, Some(_)) => Verdict::Limits,
            (None, None) => Verdict::Ok,
        },
        // A broken promise is told before a figure.
        why: violation.or(first),
    }
}

impl Bound {
    /// Why a run does not keep it.
    fn unmet(&self, figures: &[(String, Cell)]) -> Option<String> {
        let name = &self.figure;
        let Some(value) = find(figures, name).and_then(Cell::number) else {
            return Some(format!("{name}: the run has no such figure"));
        };
        let over = self.at_most.filter(|most| value > *most);
        let under = self.at_least.filter(|least| value < *least);
        match (over, under) {
            (Some(most), _) => Some(format!("{name} is {value}, at most {most} is asked")),
            (None, Some(least)) => Some(format!("{name} is {value}, at least {least} is asked")),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::schema::{Kept, Promises};

    fn judged(limits: &[Limit], violation: Option<&str>) -> (&'static str, bool, Option<String>) {
        let figures = [
            ("a".to_string(), Cell::Number(3.0)),
            ("b".to_string(), Cell::Text("ok".to_string())),
        ];
        let judged = judge(limits, &figures, violation.map(str::to_string));
        (judged.verdict.id(), judged.kept, judged.why)
    }

    fn bound(figure: &str, at_most: Option<f64>, at_least: Option<f64>) -> Limit {
        Limit::Bound(Bound {
            figure: figure.to_string(),
            at_most,
            at_least,
        })
    }

    #[test]
    fn a_bound_includes_its_end_and_needs_a_figure() {
        assert_eq!(
            judged(&[bound("a", Some(3.0), Some(3.0))], None),
            ("ok", true, None)
        );
        let why = |limit: Limit| judged(&[limit], None).2.expect("a reason");
        assert_eq!(
            why(bound("a", Some(2.5), None)),
            "a is 3, at most 2.5 is asked"
        );
        assert_eq!(
            why(bound("a", None, Some(4.0))),
            "a is 3, at least 4 is asked"
        );
        for missing in ["b", "c"] {
            let words = format!("{missing}: the run has no such figure");
            assert_eq!(why(bound(missing, Some(9.0), None)), words);
        }
    }

    #[test]
    fn a_broken_promise_is_told_always_and_counts_where_it_is_asked() {
        let promises = Limit::Promises(Promises {
            promises: Kept::Kept,
        });
        let words = Some("linearizable violated at 1s".to_string());
        let found = words.as_deref();
        assert_eq!(judged(&[], found), ("broken", true, words.clone()));
        assert_eq!(judged(&[promises], found), ("broken", false, words.clone()));
        let over = bound("a", Some(1.0), None);
        assert_eq!(judged(&[over], found), ("broken", false, words.clone()));
    }
}
