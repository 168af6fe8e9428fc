//! Bounds on figures of a report, and whether they are met.

use serde_json::{Value, json};

use super::reports::Reports;
use super::shape::Figure;

/// Whether one bound is met.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureVerdict {
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

/// One verdict per bound.
pub(crate) fn judge_figure(figure: &Figure, reports: &Reports<'_>) -> Vec<FigureVerdict> {
    let value = reports.figure(&figure.metric);
    let factor = figure.times.as_ref().map(|times| reports.figure(times));
    let mut verdicts = Vec::new();
    let bounds = [("at_most", figure.at_most), ("at_least", figure.at_least)];
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
        verdicts.push(FigureVerdict {
            metric: figure.metric.clone(),
            bound,
            value: value.clone(),
            limit: json!(limit),
            met,
        });
    }
    if let Some(limit) = &figure.equals {
        verdicts.push(FigureVerdict {
            metric: figure.metric.clone(),
            bound: "equals",
            value: value.clone(),
            limit: limit.clone(),
            met: equal(&value, limit),
        });
    }
    verdicts
}

/// Equal, where 0 and 0.0 are the same number.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.partial_cmp(&b).is_some_and(std::cmp::Ordering::is_eq),
        _ => a == b,
    }
}
