//! Expectations of a scenario: its goals, and whether they are met.
//!
//! They read the report's JSON and nothing else, so an expectation can only speak of what a person
//! can read there.

use serde_json::{Map, Value, json};

use crate::check::CheckVerdict;
use crate::goal;
use crate::goal::{Bound, FigureVerdict, Goal, Reports, judge_figure};
use format::moments::Moment;
use text::names::PLAIN_RUN;
use text::say;

/// What came of one bound on a figure, or of another goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Of a bound.
    Figure(FigureVerdict),
    /// Of a goal that is no bound.
    Goal(GoalVerdict),
}

/// What came of a goal that is no bound on a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalVerdict {
    /// What it asks for.
    pub text: String,
    /// What is so.
    pub found: String,
    /// Whether it is met.
    pub met: bool,
    /// Instant at which it was decided, in µs, where the report knows it.
    pub at_us: Option<u64>,
    /// The runs in which it asks for a read that breaks its promise or is stale.
    pub breaks_in: Vec<String>,
}

impl Verdict {
    /// Whether it holds.
    pub fn met(&self) -> bool {
        match self {
            Verdict::Figure(figure) => figure.met,
            Verdict::Goal(goal) => goal.met,
        }
    }

    /// Instant at which it was decided, or at which what a figure counts first happened, in µs.
    pub fn at_us(&self) -> Option<u64> {
        match self {
            Verdict::Figure(figure) => figure.at_us,
            Verdict::Goal(goal) => goal.at_us,
        }
    }

    /// What is asked for.
    pub fn asks(&self) -> &str {
        match self {
            Verdict::Figure(figure) => &figure.asks,
            Verdict::Goal(goal) => &goal.text,
        }
    }

    /// As the report writes it.
    pub fn to_json(&self) -> Value {
        match self {
            Verdict::Figure(figure) => json!({
                "metric": figure.metric,
                "bound": figure.bound,
                "value": figure.value,
                "limit": figure.limit,
                "met": figure.met,
            }),
            Verdict::Goal(goal) => json!({
                "goal": goal.text,
                "value": goal.found,
                "met": goal.met,
            }),
        }
    }

    /// One line for a person: `met: elections of a leader: 1; the goal is 1`.
    pub fn to_line(&self) -> String {
        let told = match self {
            Verdict::Figure(figure) => figure.words.clone(),
            Verdict::Goal(goal) => {
                let (goal, found) = (&goal.text, &goal.found);
                say!("{goal}: {found}", goal, found)
            }
        };
        if self.met() {
            say!("met: {told}", told)
        } else {
            say!("NOT MET: {told}", told)
        }
    }

    /// Whether a scenario that asks this asks for reads of this variant that break a promise or are
    /// stale.
    pub fn wants_broken(&self, variant: &str) -> bool {
        match self {
            Verdict::Figure(figure) => {
                let (run, path) = goal::split(&figure.metric);
                run.unwrap_or(PLAIN_RUN) == variant && wants_broken(path, figure)
            }
            Verdict::Goal(goal) => goal.breaks_in.iter().any(|run| run == variant),
        }
    }
}

/// Whether a bound on the figure at this path asks for a broken promise or a stale read.
fn wants_broken(path: &str, figure: &FigureVerdict) -> bool {
    let is_violation = |wanted: CheckVerdict| wanted.violation().is_some();
    match path.split('.').collect::<Vec<_>>().as_slice() {
        ["workload", .., "stale"] => {
            let least = figure.limit.as_f64();
            figure.bound == Bound::AtLeast && least.is_some_and(|least| least >= 1.0)
        }
        ["modes", ..] => CheckVerdict::read(&figure.limit).is_some_and(is_violation),
        _ => false,
    }
}

/// What an expectation asks for, before anything is judged.
pub fn asked(expect: &Goal) -> String {
    match expect {
        Goal::Figure(figure) => goal::asked_of_whole(figure),
        other => goal::asked(other),
    }
}

/// Names of the runs that expectations speak of, each once.
pub fn runs_named(expects: &[Goal]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for expect in expects {
        let named = expect.variants();
        let named = if named.is_empty() {
            vec![PLAIN_RUN]
        } else {
            named
        };
        for run in named {
            if !all.contains(&run) {
                all.push(run);
            }
        }
    }
    all
}

/// Judges expectations on `variants`: the reports by name, as under the report's `variants`.
pub fn judge(expects: &[Goal], variants: &Map<String, Value>) -> Vec<Verdict> {
    let reports = Reports {
        own: PLAIN_RUN,
        by_name: variants,
        began: None,
    };
    let judge_one = |expect: &Goal| match expect {
        Goal::Figure(figure) => {
            let verdicts = judge_figure(figure, &reports).into_iter();
            verdicts.map(Verdict::Figure).collect()
        }
        other => {
            let judged = goal::judge(other, &reports);
            let mut breaks_in = Vec::new();
            broken_in(other, &mut breaks_in);
            vec![Verdict::Goal(GoalVerdict {
                met: judged.holds(),
                at_us: judged.at_us,
                text: judged.text,
                found: judged.found,
                breaks_in,
            })]
        }
    };
    expects.iter().flat_map(judge_one).collect()
}

/// The runs in which a goal asks for a broken promise or a stale read.
fn broken_in(goal: &Goal, runs: &mut Vec<String>) {
    match goal {
        Goal::Figure(_) | Goal::Not(_) => {}
        Goal::Happening(happening) => {
            if [Moment::BrokenPromise, Moment::StaleRead].contains(&happening.happened) {
                let run = happening.variant.as_deref().unwrap_or(PLAIN_RUN);
                runs.push(run.to_string());
            }
            happening.then.iter().for_each(|then| broken_in(then, runs));
        }
        Goal::All(_) | Goal::Any(_) => {
            goal.parts().iter().for_each(|part| broken_in(part, runs));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_said, with_templates};

    fn reports() -> Map<String, Value> {
        let reports = json!({
            "off": { "bytes": { "cross_zone": { "append": 1000 } }, "usd": 0.5,
                     "checks": { "linearizable": "ok" } },
            "on": { "bytes": { "cross_zone": { "append": 500 } }, "usd": 0.0,
                    "moments": { "stale_read": { "count": 2, "first_us": 5, "last_us": 9 } } },
        });
        reports.as_object().cloned().unwrap()
    }

    fn judge_json(expect: &Value) -> Vec<Verdict> {
        let expect = goal::read(expect).unwrap();
        judge(std::slice::from_ref(&expect), &reports())
    }

    /// Judges one expectation, given as JSON.
    fn check(expect: Value, met: bool) {
        let verdicts = judge_json(&expect);
        assert!(!verdicts.is_empty());
        assert_eq!(verdicts.iter().all(Verdict::met), met, "{verdicts:?}");
        let marked = with_templates(|| judge_json(&expect));
        for (marked, verdict) in marked.iter().zip(&verdicts) {
            assert_said(&with_templates(|| marked.to_line()), &verdict.to_line());
        }
    }

    #[test]
    fn a_bound_includes_its_limit() {
        let metric = "on/bytes.cross_zone.append";
        check(json!({"metric": metric, "at_most": 500}), true);
        check(json!({"metric": metric, "at_least": 500}), true);
        check(json!({"metric": metric, "at_most": 499}), false);
        check(json!({"metric": metric, "at_least": 501}), false);
    }

    #[test]
    fn times_multiplies_the_limit_by_another_metric() {
        let times = "off/bytes.cross_zone.append";
        let metric = "on/bytes.cross_zone.append";
        check(
            json!({"metric": metric, "at_most": 0.55, "times": times}),
            true,
        );
        check(
            json!({"metric": metric, "at_most": 0.45, "times": times}),
            false,
        );
    }

    #[test]
    fn equals_compares_numbers_and_texts() {
        check(
            json!({"metric": "off/checks.linearizable", "equals": "ok"}),
            true,
        );
        check(
            json!({"metric": "off/checks.linearizable", "equals": "violated"}),
            false,
        );
        check(json!({"metric": "on/usd", "equals": 0}), true);
    }

    #[test]
    fn a_figure_that_does_not_exist_meets_nothing() {
        check(
            json!({"metric": "on/no.such.figure", "at_most": 1e300}),
            false,
        );
        check(json!({"metric": "on/no.such.figure", "equals": 0}), false);
        let metric = "on/bytes.cross_zone.append";
        check(
            json!({"metric": metric, "at_most": 1, "times": "off/nothing"}),
            false,
        );
    }

    #[test]
    fn a_goal_that_is_no_bound_is_told_in_words() {
        let verdicts = judge_json(&json!({"happened": "stale_read", "variant": "on"}));
        assert_eq!(
            verdicts[0].to_json(),
            json!({
                "goal": "1 stale read at least, in the run “on”",
                "value": "2 stale reads in the run “on”, the first at 0.000\u{a0}s, the last at \
                          0.000\u{a0}s.",
                "met": true,
            })
        );
        check(
            json!({"not": {"happened": "stale_read", "variant": "on"}}),
            false,
        );
        check(
            json!({"not": {"happened": "stale_read", "variant": "off"}}),
            true,
        );
    }

    #[test]
    fn only_who_asks_for_a_broken_promise_wants_one() {
        let wants = |goal: Value| {
            let verdicts = judge_json(&goal);
            verdicts.iter().any(|verdict| verdict.wants_broken("on"))
        };
        assert!(wants(json!({"happened": "stale_read", "variant": "on"})));
        assert!(wants(
            json!({"all": [{"happened": "broken_promise", "variant": "on"}]})
        ));
        assert!(wants(
            json!({"metric": "on/workload.x.stale", "at_least": 1})
        ));
        assert!(wants(
            json!({"metric": "on/modes.lease.verdict", "equals": "violated"})
        ));
        assert!(!wants(
            json!({"metric": "on/modes.lease.verdict", "equals": "ok"})
        ));
        assert!(!wants(json!({"happened": "stale_read", "variant": "off"})));
        assert!(!wants(
            json!({"not": {"happened": "stale_read", "variant": "on"}})
        ));
        assert!(!wants(json!({"happened": "elected", "variant": "on"})));
        assert!(!wants(
            json!({"metric": "on/workload.x.stale", "at_most": 1})
        ));
    }
}
