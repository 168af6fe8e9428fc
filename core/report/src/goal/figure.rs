//! Bounds on figures of a report, and whether they are met.

use model::choice;
use serde_json::{Value, json};

use crate::goal::bound::{asked_of_whole, held_against};
use crate::goal::measure::moments;
use crate::goal::values::equal;
use crate::goal::{Figure, Reports, split};
use format::moments::Moment;

choice! {
    /// A kind of bound, as files write it.
    pub enum Bound {
        /// The figure must not be greater.
        AtMost = "at_most";
        /// The figure must not be less.
        AtLeast = "at_least";
        /// The figure must be this.
        Equals = "equals";
    }
}

/// Whether one bound is met.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureVerdict {
    /// The metric, as in the file.
    pub metric: String,
    /// Which of its bounds.
    pub bound: Bound,
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
    let compared = |limit: f64, holds: fn(&f64, &f64) -> bool| {
        let limit = match &factor {
            None => Some(limit),
            Some(factor) => factor.as_f64().map(|factor| limit * factor),
        };
        let both = value.as_f64().zip(limit);
        let met = both.is_some_and(|(value, limit)| holds(&value, &limit));
        (json!(limit), met)
    };
    let verdict = |bound: Bound| {
        let (limit, met) = match bound {
            Bound::AtMost => compared(figure.at_most?, f64::le),
            Bound::AtLeast => compared(figure.at_least?, f64::ge),
            Bound::Equals => {
                let limit = figure.equals.clone()?;
                let met = equal(&value, &limit);
                (limit, met)
            }
        };
        let only = only(figure, bound);
        Some(FigureVerdict {
            metric: figure.metric.clone(),
            bound,
            value: value.clone(),
            limit,
            met,
            asks: asked_of_whole(&only),
            words: held_against(&only, reports),
            at_us,
        })
    };
    Bound::ALL.into_iter().filter_map(verdict).collect()
}

/// When what a figure counts happened first.
fn first_us(metric: &str, reports: &Reports<'_>) -> Option<u64> {
    let (run, path) = split(metric);
    let run = run?;
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
fn only(figure: &Figure, bound: Bound) -> Figure {
    let kept = |own: Bound, value: Option<f64>| value.filter(|_| own == bound);
    Figure {
        at_most: kept(Bound::AtMost, figure.at_most),
        at_least: kept(Bound::AtLeast, figure.at_least),
        equals: figure.equals.clone().filter(|_| bound == Bound::Equals),
        ..figure.clone()
    }
}
