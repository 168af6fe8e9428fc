//! The reports that goals speak of: how they stand now, and how they stood when one began to look.
//! It finds figures by their paths and must not know bounds.

use serde_json::{Map, Value, json};

use crate::goal::measure::{Measure, Nature, Sample};
use crate::goal::{Happening, split};
use crate::moments::Tally;
use text::names::PLAIN_RUN;
use text::said::as_id;
use text::say;

/// The runs that goals may speak of.
#[derive(Copy, Clone, Debug)]
pub struct Reports<'a> {
    /// Name of the run that goals without a variant speak of; "" = there is none.
    pub own: &'a str,
    /// Reports by name, as under the report's `variants`.
    pub by_name: &'a Map<String, Value>,
    /// Reports by name of the instant from which on things count, while somebody looks on; `None` =
    /// a whole run is judged.
    pub began: Option<&'a Map<String, Value>>,
}

impl Reports<'_> {
    /// `variant/path.in.report`, looked up; null if there is no such figure.
    pub fn figure(&self, metric: &str) -> Value {
        self.at(self.by_name, metric)
    }

    /// What it was when it began; `None` = it counts from the start of the run.
    pub(super) fn began(&self, metric: &str) -> Option<Value> {
        self.began.map(|began| self.at(began, metric))
    }

    /// A figure as it counts: of what is counted up, what came since it began.
    pub(super) fn counted(&self, metric: &str, nature: Nature) -> Value {
        let now = self.figure(metric);
        if nature != Nature::Count {
            return now;
        }
        minus(&now, &self.began(metric).unwrap_or(Value::Null))
    }

    /// How much there is of what a figure speaks of, since it began.
    pub(super) fn sampled(&self, metric: &str, sample: &Sample) -> u64 {
        let (variant, _) = split(metric);
        let counted = |path: &String| {
            let metric = variant.map_or_else(|| path.clone(), |run| format!("{run}/{path}"));
            self.counted(&metric, Nature::Count).as_u64().unwrap_or(0)
        };
        sample.paths.iter().map(counted).sum()
    }

    /// What the runs tell of a kind of moment since it began, everywhere or at one place.
    pub(super) fn tally(&self, happening: &Happening) -> Tally {
        let now = self.tally_in(self.by_name, happening);
        match self.began {
            None => now,
            Some(began) => since(now, self.tally_in(began, happening)),
        }
    }

    fn tally_in(&self, reports: &Map<String, Value>, happening: &Happening) -> Tally {
        let variant = happening.variant.as_deref().unwrap_or(self.own);
        let moment = || {
            let moments = reports.get(variant)?.get("moments")?;
            let moment = moments.get(happening.happened.words().id)?;
            match &happening.place {
                None => Some(moment),
                Some(place) => moment.get("at")?.get(place),
            }
        };
        let moment = moment();
        let number = |key: &str| moment.and_then(|moment| moment.get(key)?.as_u64());
        Tally {
            count: number("count").unwrap_or(0),
            first_us: number("first_us").unwrap_or(0),
            last_us: number("last_us").unwrap_or(0),
            longest_us: number("longest_us").unwrap_or(0),
        }
    }

    /// A count of the run that a happening speaks of, since it began.
    pub(super) fn count_in(&self, variant: Option<&str>, group: &str, key: &str) -> u64 {
        let of = |reports: &Map<String, Value>| {
            let run = reports.get(variant.unwrap_or(self.own));
            let group = run.and_then(|run| run.get(group)?.as_object());
            let counts = group.into_iter().flat_map(Map::values);
            counts.filter_map(|one| one.get(key)?.as_u64()).sum::<u64>()
        };
        of(self.by_name).saturating_sub(self.began.map_or(0, of))
    }

    fn at(&self, reports: &Map<String, Value>, metric: &str) -> Value {
        let (variant, path) = split(metric);
        let mut here = reports.get(variant.unwrap_or(self.own));
        for step in path.split('.') {
            here = here.and_then(|value| match value {
                Value::Array(list) => list.get(step.parse::<usize>().ok()?),
                value => value.get(step),
            });
        }
        here.cloned().unwrap_or(Value::Null)
    }
}

/// A run's report as it is now, with what is counted up counted from an earlier report on. All else
/// stays as it is: rates and percentiles have a window of their own.
pub fn counted_since(now: &Value, then: &Value) -> Value {
    part_since("", now, then)
}

fn part_since(path: &str, now: &Value, then: &Value) -> Value {
    let Value::Object(fields) = now else {
        let is_count =
            crate::goal::measure::measure(path).is_some_and(|it| it.nature == Nature::Count);
        return if is_count {
            minus(now, then)
        } else {
            now.clone()
        };
    };
    let part = |(key, value): (&String, &Value)| {
        let path = match path {
            "" => key.clone(),
            path => format!("{path}.{key}"),
        };
        let then = then.get(key).unwrap_or(&Value::Null);
        (key.clone(), part_since(&path, value, then))
    };
    fields.iter().map(part).collect()
}

/// What a count grew by.
fn minus(now: &Value, before: &Value) -> Value {
    match (now.as_u64(), before.as_u64()) {
        (Some(now), before) => json!(now.saturating_sub(before.unwrap_or(0))),
        (None, _) => json!(now.as_f64().unwrap_or(0.0) - before.as_f64().unwrap_or(0.0)),
    }
}

/// What a metric is called, its variant included; `None` when reports have no such figure.
pub(super) fn named(metric: &str) -> Option<Measure> {
    let (variant, path) = split(metric);
    let mut measure = crate::goal::measure::measure(path)?;
    if let Some(variant) = variant.filter(|name| *name != PLAIN_RUN) {
        let what = measure.label;
        measure.label = say!("{what} in the run “{run}”", what, run = as_id(variant));
    }
    Some(measure)
}

/// What happened after an earlier look. Of the first of several it is only known that it came after
/// that; the last stands for it then. What lasts on counts when it grew past all that was seen.
fn since(now: Tally, then: Tally) -> Tally {
    let lasts_on = now.longest_us > then.longest_us;
    let count = match now.count.saturating_sub(then.count) {
        0 => u64::from(lasts_on && then.count > 0),
        count => count,
    };
    if count == 0 {
        return Tally::default();
    }
    Tally {
        count,
        first_us: if then.count == 0 {
            now.first_us
        } else {
            now.last_us
        },
        last_us: now.last_us,
        longest_us: if lasts_on { now.longest_us } else { 0 },
    }
}
