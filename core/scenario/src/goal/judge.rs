//! Whether goals are met, by the reports of runs.

use serde_json::{Map, Value};

use super::check::tells_instants;
use super::kinds::KindWords;
use super::shape::{Goal, Happening};
use super::{judge_figure, words};
use crate::watch::moments::Tally;

/// The runs that goals may speak of.
#[derive(Copy, Clone, Debug)]
pub struct Reports<'a> {
    /// Name of the run that goals without a variant speak of; "" = there is none.
    pub own: &'a str,
    /// Reports by name, as under the report's `variants`.
    pub by_name: &'a Map<String, Value>,
}

/// What came of a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Whether it is met.
    pub met: bool,
    /// What it asks for.
    pub text: String,
    /// What is so.
    pub found: String,
    /// Instant at which it came true, in µs, where the report knows it.
    pub at_us: Option<u64>,
    /// The goals inside it.
    pub parts: Vec<Judged>,
}

impl<'a> Reports<'a> {
    /// `variant/path.in.report`, looked up; null if there is no such figure.
    pub(crate) fn figure(&self, metric: &str) -> Value {
        let (variant, path) = metric.split_once('/').unwrap_or((self.own, metric));
        let mut here = self.by_name.get(variant);
        for step in path.split('.') {
            here = here.and_then(|value| match value {
                Value::Array(list) => list.get(step.parse::<usize>().ok()?),
                value => value.get(step),
            });
        }
        here.cloned().unwrap_or(Value::Null)
    }

    /// What the report tells of a kind of moment, everywhere or at one place.
    fn moment(&self, happening: &Happening) -> Option<&'a Value> {
        let variant = happening.variant.as_deref().unwrap_or(self.own);
        let moments = self.by_name.get(variant)?.get("moments")?;
        let moment = moments.get(happening.happened.words().id)?;
        match &happening.place {
            None => Some(moment),
            Some(place) => moment.get("at")?.get(place),
        }
    }
}

/// Judges a goal.
pub fn judge(goal: &Goal, reports: &Reports<'_>) -> Judged {
    judge_since(goal, reports, None)
}

/// The same of what happened after an instant.
fn judge_since(goal: &Goal, reports: &Reports<'_>, since_us: Option<u64>) -> Judged {
    match goal {
        Goal::Figure(figure) => {
            let verdicts = judge_figure(figure, reports);
            Judged {
                met: verdicts.iter().all(|verdict| verdict.met),
                text: words::asked(goal),
                found: words::figure_found(&verdicts),
                at_us: None,
                parts: Vec::new(),
            }
        }
        Goal::Happening(happening) => judge_happening(goal, happening, reports, since_us),
        Goal::All(all) => {
            let parts = judge_parts(&all.all, reports, since_us);
            let instants: Option<Vec<u64>> = parts.iter().map(|part| part.at_us).collect();
            let at_us = instants.and_then(|instants| instants.into_iter().max());
            several(goal, parts.iter().all(|part| part.met), at_us, parts)
        }
        Goal::Any(any) => {
            let parts = judge_parts(&any.any, reports, since_us);
            let met = parts.iter().filter(|part| part.met);
            let at_us = met.filter_map(|part| part.at_us).min();
            several(goal, parts.iter().any(|part| part.met), at_us, parts)
        }
        Goal::Not(not) => {
            let inner = judge_since(&not.not, reports, since_us);
            // What has not happened yet never had.
            let at_us = tells_instants(&not.not).then_some(0);
            several(goal, !inner.met, at_us, vec![inner])
        }
    }
}

fn judge_parts(goals: &[Goal], reports: &Reports<'_>, since_us: Option<u64>) -> Vec<Judged> {
    let parts = goals.iter();
    parts
        .map(|goal| judge_since(goal, reports, since_us))
        .collect()
}

fn several(goal: &Goal, met: bool, at_us: Option<u64>, parts: Vec<Judged>) -> Judged {
    Judged {
        met,
        text: words::asked(goal),
        found: words::parts_found(&parts),
        at_us: at_us.filter(|_| met),
        parts,
    }
}

/// What a report says of a moment.
pub(super) struct Told {
    pub(super) words: &'static KindWords,
    pub(super) tally: Tally,
}

fn judge_happening(
    goal: &Goal,
    happening: &Happening,
    reports: &Reports<'_>,
    since_us: Option<u64>,
) -> Judged {
    let moment = reports.moment(happening);
    let number = |key: &str| moment.and_then(|moment| moment.get(key)?.as_u64());
    let told = Told {
        words: happening.happened.words(),
        tally: Tally {
            count: number("count").unwrap_or(0),
            first_us: number("first_us").unwrap_or(0),
            last_us: number("last_us").unwrap_or(0),
            longest_us: number("longest_us").unwrap_or(0),
        },
    };
    let tally = told.tally;
    let own_us = happening.bound().met_us(tally, since_us);
    let then = happening.then.as_deref();
    let then = then.map(|then| judge_since(then, reports, own_us.and(Some(tally.first_us))));
    let met = own_us.is_some() && then.as_ref().is_none_or(|then| then.met);
    let at_us = match &then {
        None => own_us,
        Some(then) => then.at_us,
    };
    Judged {
        met,
        text: words::asked(goal),
        found: words::happening_found(happening, &told, then.as_ref()),
        at_us: at_us.filter(|_| met),
        parts: then.into_iter().collect(),
    }
}
