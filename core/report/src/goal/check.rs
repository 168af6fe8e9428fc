//! Which goals make sense: bounds, and the names that they use.

use serde_json::Value;

use crate::goal::metric::Misspelt;
use crate::goal::{Figure, Goal, Happening, Scope, metric, split};
use format::error::{Problems, ScenarioError, one_of, quoted};
use format::json::kind_of;
use format::limits;
use text::names::PLAIN_RUN;
use text::{phrase, say};

/// How deep goals may stand in each other.
const DEPTH_MAX: usize = 6;
/// How many a goal may be made of.
const NODES_MAX: usize = 64;

/// Checks a goal that stands at this path. The error names every place.
pub fn check(goal: &Goal, path: &str, scope: &Scope<'_>) -> Result<(), ScenarioError> {
    let mut problems = Problems::default();
    let nodes = nodes(goal, 1, path, &mut problems);
    if nodes > NODES_MAX {
        problems.expected(
            path,
            say!("{nodes} goals in one", nodes),
            say!("at most {number}", number = NODES_MAX),
        );
    }
    problems.into_result()?;
    let mut checker = Checker {
        scope,
        problems: Problems::default(),
    };
    checker.goal(goal, path);
    checker.problems.into_result()
}

/// Checks a figure that is told and not bounded, as goals' are.
pub fn check_metric(metric: &str, path: &str, scope: &Scope<'_>) -> Result<(), ScenarioError> {
    let mut checker = Checker {
        scope,
        problems: Problems::default(),
    };
    checker.metric(metric, path);
    checker.problems.into_result()
}

/// Counts a goal and its parts; what is too deep is a problem.
fn nodes(goal: &Goal, depth: usize, path: &str, problems: &mut Problems) -> usize {
    if depth > DEPTH_MAX {
        let found = phrase!("goals in goals, deeper than that");
        let expected = say!("at most {depth} in each other", depth = DEPTH_MAX);
        problems.expected(path, found, expected);
        return 1;
    }
    let parts = goal.parts().iter();
    1 + parts
        .map(|part| nodes(part, depth + 1, path, problems))
        .sum::<usize>()
}

struct Checker<'a> {
    scope: &'a Scope<'a>,
    problems: Problems,
}

impl Checker<'_> {
    fn goal(&mut self, goal: &Goal, path: &str) {
        if let Some(text) = goal
            .text()
            .filter(|text| text.len() > limits::TEXT_BYTES_MAX)
        {
            let expected = say!(
                "at most {bytes} bytes of text",
                bytes = limits::TEXT_BYTES_MAX
            );
            self.problems
                .expected(format!("{path}.text"), text.len(), expected);
        }
        match goal {
            Goal::Figure(figure) => self.figure(figure, path),
            Goal::Happening(happening) => self.happening(happening, path),
            Goal::All(all) => self.several(&all.all, &format!("{path}.all")),
            Goal::Any(any) => self.several(&any.any, &format!("{path}.any")),
            Goal::Not(not) => self.goal(&not.not, &format!("{path}.not")),
        }
    }

    fn several(&mut self, goals: &[Goal], path: &str) {
        if goals.is_empty() {
            let expected = phrase!("one goal at least");
            self.problems
                .expected(path, phrase!("an empty list"), expected);
        }
        for (i, goal) in goals.iter().enumerate() {
            self.goal(goal, &format!("{path}[{i}]"));
        }
    }

    fn figure(&mut self, figure: &Figure, path: &str) {
        for (key, metric) in [
            ("metric", Some(&figure.metric)),
            ("times", figure.times.as_ref()),
        ] {
            if let Some(metric) = metric {
                self.metric(metric, &format!("{path}.{key}"));
            }
        }
        if figure.at_most.is_none() && figure.at_least.is_none() && figure.equals.is_none() {
            let expected = phrase!("one of \"at_most\", \"at_least\", \"equals\"");
            self.problems.expected(path, phrase!("no bound"), expected);
        }
        if let Some(value @ (Value::Array(_) | Value::Object(_))) = &figure.equals {
            let expected = phrase!("a number, a text, true or false");
            let found = kind_of(value);
            self.problems
                .expected(format!("{path}.equals"), found, expected);
        }
    }

    fn metric(&mut self, metric: &str, path: &str) {
        let (variant, figure) = split(metric);
        let known = self.scope.variants.as_deref();
        match (variant, known) {
            (Some(variant), Some(known)) if !known.contains(&variant) => {
                let found = say!("the variant {variant}", variant = quoted(variant));
                let expected = one_of(known.iter().copied());
                self.problems.expected(path, found, expected);
            }
            (None, _) if self.scope.has_own && !figure.is_empty() => {}
            (Some(_), _) if !figure.is_empty() => {}
            (_, known) => {
                let run = known.and_then(|known| known.first()).unwrap_or(&PLAIN_RUN);
                let expected = say!("a metric such as \"{run}/usd\"", run);
                self.problems.expected(path, quoted(metric), expected);
                return;
            }
        }
        if let Err(Misspelt { found, expected }) = metric::follow(figure, self.scope) {
            let metric = quoted(metric);
            let found = say!("{found} in {metric}", found, metric);
            self.problems.expected(path, found, expected);
        }
    }

    fn happening(&mut self, happening: &Happening, path: &str) {
        self.variant(happening.variant.as_deref(), &format!("{path}.variant"));
        if let Some(place) = &happening.place
            && let Some(known) = &self.scope.places
            && !known.contains(&place.as_str())
        {
            let expected = say!(
                "a zone, store or gateway: {known}",
                known = one_of(known.iter().copied())
            );
            self.problems
                .expected(format!("{path}.where"), quoted(place), expected);
        }
        if happening.at_least == Some(0) {
            let expected = say!(
                "1 or more: what must not happen is {goal}",
                goal = "{\"not\": …}"
            );
            self.problems
                .expected(format!("{path}.at_least"), 0, expected);
        }
        if let Some(then) = &happening.then {
            let path = format!("{path}.then");
            if tells_instants(then) {
                self.goal(then, &path);
            } else {
                let expected = phrase!("happenings, alone or under \"all\" and \"any\"");
                self.problems
                    .expected(path, phrase!("a goal without instants"), expected);
            }
        }
    }

    fn variant(&mut self, variant: Option<&str>, path: &str) {
        let Some(known) = &self.scope.variants else {
            return;
        };
        let found = match variant {
            None if self.scope.has_own => return,
            None => say!("nothing"),
            Some(variant) if known.contains(&variant) => return,
            Some(variant) => quoted(variant),
        };
        let expected = one_of(known.iter().copied());
        self.problems.expected(path, found, expected);
    }
}

/// Whether a goal is made of happenings alone, so that it has an instant.
pub fn tells_instants(goal: &Goal) -> bool {
    match goal {
        Goal::Figure(_) | Goal::Not(_) => false,
        Goal::Happening(_) => true,
        Goal::All(_) | Goal::Any(_) => goal.parts().iter().all(tells_instants),
    }
}
