//! Expectations: bounds on figures of a report, and whether they are met.
//!
//! They read the report's JSON and nothing else, so an expectation can only speak of what a person
//! can read there.

use serde_json::{Map, Value, json};

use crate::format::Expect;

/// Whether one bound is met.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The metric, as in the file.
    pub metric: String,
    /// `at_most`, `at_least` or `equals`.
    pub bound: &'static str,
    /// What the report says; null if it has no such figure.
    pub value: Value,
    /// What it was compared with; null if `times` names no number.
    pub limit: Value,
    /// Whether it holds.
    pub met: bool,
}

impl Verdict {
    /// As the report writes it.
    pub fn to_json(&self) -> Value {
        json!({
            "metric": self.metric,
            "bound": self.bound,
            "value": self.value,
            "limit": self.limit,
            "met": self.met,
        })
    }

    /// One line for a person: `leader/workload.scan.stale = 0, expected at most 0: met`.
    pub fn to_line(&self) -> String {
        let bound = self.bound.replace('_', " ");
        let met = if self.met { "met" } else { "NOT MET" };
        format!(
            "{met}: {} = {}, expected {bound} {}",
            self.metric, self.value, self.limit
        )
    }
}

/// Judges expectations on `variants`: the reports by name, as under the report's `variants`.
pub fn judge(expects: &[Expect], variants: &Map<String, Value>) -> Vec<Verdict> {
    expects
        .iter()
        .flat_map(|expect| judge_one(expect, variants))
        .collect()
}

/// One verdict per bound of an expectation.
fn judge_one(expect: &Expect, variants: &Map<String, Value>) -> Vec<Verdict> {
    let value = figure(&expect.metric, variants);
    let factor = expect.times.as_ref().map(|times| figure(times, variants));
    let mut verdicts = Vec::new();
    let bounds = [("at_most", expect.at_most), ("at_least", expect.at_least)];
    for (bound, limit) in bounds {
        let Some(limit) = limit else { continue };
        let limit = match &factor {
            None => Some(limit),
            Some(factor) => factor.as_f64().map(|factor| limit * factor),
        };
        let met = match (value.as_f64(), limit) {
            (Some(value), Some(limit)) if bound == "at_most" => value <= limit,
            (Some(value), Some(limit)) => value >= limit,
            _ => false,
        };
        verdicts.push(Verdict {
            metric: expect.metric.clone(),
            bound,
            value: value.clone(),
            limit: json!(limit),
            met,
        });
    }
    if let Some(limit) = &expect.equals {
        verdicts.push(Verdict {
            metric: expect.metric.clone(),
            bound: "equals",
            value: value.clone(),
            limit: limit.clone(),
            met: equal(&value, limit),
        });
    }
    verdicts
}

/// `variant/path.in.report`, looked up; null if there is no such figure.
fn figure(metric: &str, variants: &Map<String, Value>) -> Value {
    let Some((variant, path)) = metric.split_once('/') else {
        return Value::Null;
    };
    let mut here = variants.get(variant);
    for step in path.split('.') {
        here = here.and_then(|value| value.get(step));
    }
    here.cloned().unwrap_or(Value::Null)
}

/// Equal, where 0 and 0.0 are the same number.
fn equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq),
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports() -> Map<String, Value> {
        let reports = json!({
            "off": { "bytes": { "cross_zone": { "append": 1000 } }, "usd": 0.5,
                     "checks": { "linearizable": "ok" } },
            "on": { "bytes": { "cross_zone": { "append": 500 } }, "usd": 0.0 },
        });
        reports.as_object().cloned().unwrap()
    }

    /// Judges one expectation, given as JSON.
    fn check(expect: Value, met: bool) {
        let expect: Expect = crate::format::read_expect(&expect).unwrap();
        let verdicts = judge(std::slice::from_ref(&expect), &reports());
        assert!(!verdicts.is_empty());
        assert_eq!(
            verdicts.iter().all(|verdict| verdict.met),
            met,
            "{verdicts:?}"
        );
    }

    #[test]
    fn a_bound_includes_its_limit() {
        check(
            json!({"metric": "on/bytes.cross_zone.append", "at_most": 500}),
            true,
        );
        check(
            json!({"metric": "on/bytes.cross_zone.append", "at_least": 500}),
            true,
        );
        check(
            json!({"metric": "on/bytes.cross_zone.append", "at_most": 499}),
            false,
        );
        check(
            json!({"metric": "on/bytes.cross_zone.append", "at_least": 501}),
            false,
        );
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
}
