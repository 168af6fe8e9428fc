//! Which values of a challenge make sense together. With a scenario of its own all names are known;
//! of one that it names, who plays it says what is not there.

use serde_json::{Map, Value};

use crate::challenge::acts::ACTS;
use crate::challenge::schema::LIST_MAX;
use crate::challenge::{Challenge, May, Stage};
use crate::scenario::bounds::{check_id, within, within_time};
use crate::scenario::{Resolved, Scenario};
use format::error::{Problems, ScenarioError, one_of, quoted};
use format::switches::switches;
use format::tree::out_of_bounds;
use report::goal;
use report::goal::{Goal, Scope};
use report::score::{Better, Score};
use sim::Micros;
use text::names::BY_HAND;
use text::{phrase, say};

/// Checks it. How long it lasts, where it has a scenario of its own and does not say it.
pub(super) fn check(challenge: &Challenge) -> Result<Option<Micros>, ScenarioError> {
    let mut problems = out_of_bounds(challenge);
    for (i, may) in challenge.may.iter().enumerate() {
        check_may(may, &format!("may[{i}]"), &mut problems);
    }
    let run = check_stage(challenge, &mut problems);
    check_goals(challenge, run.as_ref(), &mut problems);
    check_stars(&challenge.score, &mut problems);
    problems.into_result()?;
    let is_said = challenge.lasts.is_some();
    Ok(run.filter(|_| !is_said).map(|run| run.duration_us))
}

/// What its own scenario comes to, where it is one.
fn check_stage(challenge: &Challenge, problems: &mut Problems) -> Option<Resolved> {
    let lasts = challenge.lasts;
    let scenario = match &challenge.scenario {
        Stage::Named(id) => {
            check_id("scenario", id, problems);
            if lasts.is_none() {
                let expected = phrase!("the key \"lasts\", since the scenario is not its own");
                problems.expected("", phrase!("nothing"), expected);
            }
            return None;
        }
        Stage::Own(scenario) => scenario,
    };
    let read = Scenario::parse(&scenario.to_string()).map_err(|error| error.under("scenario"));
    let resolved = read.and_then(|read| {
        let resolved = read.resolve(challenge.variant.as_deref(), challenge.seed);
        resolved.map_err(|error| error.under("variant"))
    });
    match resolved {
        Err(error) => {
            problems.absorb(error);
            None
        }
        Ok(resolved) => {
            if let Some(lasts) = lasts
                && lasts.0 > resolved.duration_us
            {
                within_time(problems, "lasts", lasts, 1, resolved.duration_us);
            }
            Some(resolved)
        }
    }
}

fn check_goals(challenge: &Challenge, run: Option<&Resolved>, problems: &mut Problems) {
    let scope = scope_of(run);
    let mut check = |goal: &Goal, path: &str| {
        if let Err(error) = goal::check(goal, path, &scope) {
            problems.absorb(error);
        }
    };
    for (i, condition) in challenge.conditions.iter().enumerate() {
        check(condition, &format!("conditions[{i}]"));
    }
    if let Score::Points(score) = &challenge.score {
        for (i, one) in score.points.iter().enumerate() {
            check(&one.goal, &format!("score.points[{i}].goal"));
        }
        let count = score.points.len();
        within(
            problems,
            "score.points",
            count,
            1,
            LIST_MAX,
            phrase!("{least} to {most} goals"),
        );
    }
    if let Score::Figure(figure) = &challenge.score
        && let Err(error) = goal::check_metric(&figure.metric, "score.metric", &scope)
    {
        problems.absorb(error);
    }
}

/// What its goals may name: nothing but its own run.
fn scope_of(run: Option<&Resolved>) -> Scope<'_> {
    Scope {
        has_own: true,
        variants: Some(Vec::new()),
        places: run.map(|run| run.names.place_ids().collect()),
        workloads: run.map(|run| {
            let loads = run.names.workloads.iter().map(|load| load.id.as_str());
            loads.chain([BY_HAND]).collect()
        }),
    }
}

fn check_stars(score: &Score, problems: &mut Problems) {
    let (second, third) = score.stars();
    if !score.better().reaches(third, second) {
        let expected = match score.better() {
            Better::Less => phrase!("a third star that asks for no more than the second"),
            Better::More => phrase!("a third star that asks for no less than the second"),
        };
        problems.expected("score.stars", format!("{second}, {third}"), expected);
    }
    if let Score::Acts(score) = score
        && score.acts == Better::More
    {
        let expected = phrase!("\"less\": more acts are no merit");
        problems.expected("score.acts", quoted("more"), expected);
    }
}

fn check_may(may: &May, path: &str, problems: &mut Problems) {
    if !ACTS.iter().any(|(word, _)| *word == may.act) {
        let expected = one_of(ACTS.iter().map(|(word, _)| *word));
        problems.expected(format!("{path}.do"), quoted(&may.act), expected);
        return;
    }
    let (other, is_set) = ("with", may.act == "set");
    if is_set && may.settings.is_empty() {
        let expected = phrase!("the key \"settings\" with the switches that may be set");
        problems.expected(path, phrase!("nothing"), expected);
    }
    let misplaced = if is_set { &may.keys } else { &may.settings };
    if !misplaced.is_empty() {
        let (found, key) = if is_set {
            (other, "settings")
        } else {
            ("settings", "with")
        };
        let (key, act) = (quoted(key), format!("{:?}", may.act));
        problems.expected(path, quoted(found), say!("{key} for {act}", key, act));
    }
    check_lists(&may.keys, &format!("{path}.with"), problems);
    check_lists(&may.settings, &format!("{path}.settings"), problems);
    let known = switches();
    for key in may.settings.keys() {
        if !known.iter().any(|switch| switch.key == key) {
            let expected = one_of(known.iter().map(|switch| switch.key));
            problems.expected(format!("{path}.settings"), quoted(key), expected);
        }
    }
}

fn check_lists(lists: &Map<String, Value>, path: &str, problems: &mut Problems) {
    for (key, values) in lists {
        let is_list = values.as_array().is_some_and(|list| list.len() <= LIST_MAX);
        if !is_list {
            let expected = say!("a list of at most {most} values", most = LIST_MAX);
            let found = format::json::kind_of(values);
            problems.expected(format!("{path}.{key}"), found, expected);
        }
    }
}
