//! Bounds on figures of a report, and whether they are met.

use serde_json::{Value, json};

use crate::goal::bound::{asked_of_whole, held_against};
use crate::goal::measure::moments;
use crate::goal::values::equal;
use crate::goal::{Figure, Reports};
use format::moments::Moment;

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
    /// What is asked for, without what is so.
    pub asks: String,
    /// What the figure is and what it should be, without a full stop.
    pub words: String,
    /// When what the figure counts first happened, in µs, where the report tells.
    pub at_us: Option<u64>,
}

/// One verdict per bound.
pub(crate) fn judge_figure(figure: &Figure, reports: &Reports<'_>) -> Vec<FigureVerdict> {
    let value = reports.figure(&figure.metric);
    let factor = figure.times.as_ref().map(|times| reports.figure(times));
    let at_us = first_us(&figure.metric, reports);
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
            asks: asked_of_whole(&only(figure, bound)),
            words: held_against(&only(figure, bound), reports),
            at_us,
        });
    }
    if let Some(limit) = &figure.equals {
        verdicts.push(FigureVerdict {
            metric: figure.metric.clone(),
            bound: "equals",
            value: value.clone(),
            limit: limit.clone(),
            met: equal(&value, limit),
            asks: asked_of_whole(&only(figure, "equals")),
            words: held_against(&only(figure, "equals"), reports),
            at_us,
        });
    }
    verdicts
}

/// When what a figure counts happened first.
fn first_us(metric: &str, reports: &Reports<'_>) -> Option<u64> {
    let (run, path) = metric.split_once('/')?;
    let tally = |kind: &Moment, key: &str| {
        let id = kind.words().id;
        reports
            .figure(&format!("{run}/moments.{id}.{key}"))
            .as_u64()
    };
    let happened = |kind: &&Moment| tally(kind, "count").is_some_and(|count| count > 0);
    let kinds = moments(path);
    let first = |kind: &Moment| tally(kind, "first_us");
    kinds.iter().filter(happened).filter_map(first).min()
}

/// The figure with one of its bounds.
fn only(figure: &Figure, bound: &str) -> Figure {
    let kept = |name: &str, value: Option<f64>| value.filter(|_| name == bound);
    Figure {
        at_most: kept("at_most", figure.at_most),
        at_least: kept("at_least", figure.at_least),
        equals: figure.equals.clone().filter(|_| bound == "equals"),
        ..figure.clone()
    }
}
