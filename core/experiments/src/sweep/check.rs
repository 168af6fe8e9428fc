//! What makes a sweep one that can be run: all that is wrong is said at once. Must not know what a
//! scenario makes of a value.

use documents::scenario::{Override, Scenario};
use format::error::{Problems, ScenarioError, one_of, quoted};
use format::limits::SEED_MAX;
use format::tree::out_of_bounds;
use serde_json::Value;

use crate::sweep::grid::POINTS_MAX;
use crate::sweep::schema::{
    Axis, Condition, Exclusion, Limit, NAME_BYTES_MAX, SEEDS_MAX, Seeds, Sweep, VALUES_MAX, Values,
};

/// The path of an axis that chooses the variant.
pub(crate) const VARIANT: &str = "variant";

/// Checks what can be said before any point is looked at.
pub(crate) fn check(sweep: &Sweep, scenario: &Scenario) -> Result<(), ScenarioError> {
    let mut problems = out_of_bounds(sweep);
    variants(sweep, scenario, &mut problems);
    axes(sweep, &mut problems);
    if let Some(of) = &sweep.seeds {
        seeds(of, &mut problems);
    }
    for (place, exclusion) in sweep.exclude.iter().enumerate() {
        excluded(
            exclusion,
            &format!("exclude[{place}]"),
            sweep,
            &mut problems,
        );
    }
    limits(sweep, &mut problems);
    problems.into_result()
}

/// Each point needs to be of one variant: there is no first one where a scenario stands inline.
fn variants(sweep: &Sweep, scenario: &Scenario, problems: &mut Problems) {
    let known: Vec<&str> = scenario
        .variants()
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    let axis = sweep.axes.iter().position(|axis| axis.path == VARIANT);
    let is_known = |id: &Value| id.as_str().is_some_and(|id| known.contains(&id));
    let expected = || one_of(known.iter().copied());
    match (&sweep.variant, axis) {
        (Some(id), Some(_)) => {
            let expected = "no such key: an axis chooses the variant";
            problems.expected(VARIANT, quoted(id), expected);
        }
        (Some(id), None) if !known.contains(&id.as_str()) => {
            problems.expected(VARIANT, quoted(id), expected());
        }
        (None, None) if !known.is_empty() => {
            let expected = format!("{}, or an axis of that path", expected());
            problems.expected(VARIANT, "nothing", expected);
        }
        (Some(_) | None, None) => {}
        (None, Some(place)) => {
            let Values::List(ids) = &sweep.axes[place].values else {
                let path = format!("axes[{place}].values");
                problems.expected(path, "a range", "a list of variants");
                return;
            };
            for (at, id) in ids.iter().enumerate().filter(|(_, id)| !is_known(id)) {
                let path = format!("axes[{place}].values[{at}]");
                problems.expected(path, id, expected());
            }
        }
    }
}

fn axes(sweep: &Sweep, problems: &mut Problems) {
    let mut combinations = Some(1_usize);
    for (place, axis) in sweep.axes.iter().enumerate() {
        let path = format!("axes[{place}]");
        let name = axis.name();
        let earlier = &sweep.axes[..place];
        if earlier.iter().any(|other| other.name() == name) {
            let found = format!("{} a second time", quoted(name));
            problems.expected(format!("{path}.name"), found, "a new name");
        }
        if earlier.iter().any(|other| other.path == axis.path) {
            let found = format!("{} a second time", quoted(&axis.path));
            problems.expected(format!("{path}.path"), found, "another path");
        }
        if name.len() > NAME_BYTES_MAX || name.is_empty() {
            let expected = format!("1 to {NAME_BYTES_MAX} bytes");
            problems.expected(format!("{path}.name"), name.len(), expected);
        }
        one_axis(axis, &path, problems);
        let count = axis.values.count().unwrap_or(1);
        combinations = combinations.and_then(|all| all.checked_mul(count));
    }
    if combinations.is_none_or(|all| all > POINTS_MAX) {
        let found = combinations.map_or("more than can be counted".to_string(), |all| {
            format!("{all} combinations of values")
        });
        problems.expected("axes", found, format!("at most {POINTS_MAX}"));
    }
}

fn one_axis(axis: &Axis, path: &str, problems: &mut Problems) {
    if axis.path == "seed" {
        let expected = "the key \"seeds\" of the sweep";
        problems.expected(format!("{path}.path"), quoted("seed"), expected);
    } else if axis.path != VARIANT
        && let Err(text) = Override::of(&axis.path, Value::Null)
    {
        problems.add(format!("{path}.path"), text);
    }
    let path = format!("{path}.values");
    match axis.values.count() {
        None => {
            let expected = "a step above 0 from one number to one that is not less";
            problems.expected(&path, "a range that goes nowhere", expected);
        }
        Some(count) if !(1..=VALUES_MAX).contains(&count) => {
            problems.expected(&path, count, format!("1 to {VALUES_MAX} values"));
        }
        Some(_) => {}
    }
    if let Values::List(list) = &axis.values {
        for (place, value) in list.iter().enumerate() {
            if list[..place].contains(value) {
                let found = format!("{value} a second time");
                problems.expected(format!("{path}[{place}]"), found, "another value");
            }
        }
    }
}

fn seeds(seeds: &Seeds, problems: &mut Problems) {
    let count = seeds.count();
    if !(1..=SEEDS_MAX).contains(&count) {
        problems.expected("seeds", count, format!("1 to {SEEDS_MAX} seeds"));
        return;
    }
    let mut all = seeds.all();
    all.sort_unstable();
    let mut pairs = all.iter().zip(all.iter().skip(1));
    if let Some((twice, _)) = pairs.find(|(a, b)| a == b) {
        problems.expected("seeds", format!("{twice} a second time"), "each once");
    }
    if let Some(last) = all.last().filter(|last| **last > SEED_MAX) {
        problems.expected("seeds", last, format!("0 to {SEED_MAX}"));
    }
}

fn excluded(exclusion: &Exclusion, path: &str, sweep: &Sweep, problems: &mut Problems) {
    if exclusion.when.is_empty() {
        let expected = "one condition at least";
        problems.expected(format!("{path}.when"), "an empty list", expected);
    }
    for (place, condition) in exclusion.when.iter().enumerate() {
        let path = format!("{path}.when[{place}]");
        let Some(axis) = sweep.axes.iter().find(|axis| axis.name() == condition.axis) else {
            let names = one_of(sweep.axes.iter().map(Axis::name));
            problems.expected(format!("{path}.axis"), quoted(&condition.axis), names);
            continue;
        };
        if condition.is_empty() {
            let expected = "one of \"equals\", \"not\", \"at_most\", \"at_least\"";
            problems.expected(&path, "no condition", expected);
        }
        // A misspelt value would leave nothing out, without a word.
        let Condition { equals, not, .. } = condition;
        for (key, value) in [("equals", equals), ("not", not)] {
            if let Some(value) = value
                && !axis.values.has(value)
            {
                let expected = format!("a value of the axis {}", quoted(axis.name()));
                problems.expected(format!("{path}.{key}"), value, expected);
            }
        }
    }
}

fn limits(sweep: &Sweep, problems: &mut Problems) {
    for (place, limit) in sweep.limits.iter().enumerate() {
        if let Limit::Bound(bound) = limit
            && bound.at_most.is_none()
            && bound.at_least.is_none()
        {
            let expected = "one of \"at_most\", \"at_least\"";
            problems.expected(format!("limits[{place}]"), "no bound", expected);
        }
    }
}
