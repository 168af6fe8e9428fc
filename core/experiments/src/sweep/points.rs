//! What the rows of a sweep say of its points: the median and the worst over their seeds, which
//! keep the limits, and which of these no other is better than. Must not know who asks.

use std::collections::BTreeMap;

use crate::sweep::cell::Cell;
use crate::sweep::front::front;
use crate::sweep::plan::Plan;
use crate::sweep::schema::{Aim, Limit, Sweep};
use crate::sweep::table::Table;
use crate::sweep::verdict::Verdict;

/// A figure that the sweep asks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its path in the report.
    pub path: String,
    /// Which way is better.
    pub aim: Aim,
    /// Whether it is an objective; else only a limit names it.
    pub is_objective: bool,
}

/// A figure over the seeds of a point.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spread {
    /// The median; of two in the middle the lesser, so that it is the figure of a run.
    pub median: f64,
    /// The worst.
    pub worst: f64,
}

/// What the runs of a point say.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its number.
    pub point: u32,
    /// Runs of it that are there.
    pub runs: usize,
    /// Runs of these that keep every limit.
    pub kept: usize,
    /// Runs of these in which a check is violated.
    pub broken: usize,
    /// Its figures, in the order of [`Plan::figures`]; `None` where a run has no such figure.
    pub spreads: Vec<Option<Spread>>,
    /// Whether all its runs are there and keep the limits.
    pub keeps: bool,
    /// Whether it keeps the limits, and no other that does under the same circumstances is better.
    pub is_best: bool,
}

impl Plan {
    /// The figures that the sweep asks about, each once: objectives first.
    pub fn figures(&self) -> Vec<Figure> {
        figures_of(self.sweep())
    }
}

fn figures_of(sweep: &Sweep) -> Vec<Figure> {
    let objectives = sweep.objectives.iter().map(|one| Figure {
        path: one.figure.clone(),
        aim: one.aim,
        is_objective: true,
    });
    let limits = sweep.limits.iter().filter_map(|limit| match limit {
        Limit::Bound(bound) => Some(Figure {
            path: bound.figure.clone(),
            // With a bound on both sides the upper one is asked about.
            aim: match bound.at_most {
                Some(_) => Aim::Minimize,
                None => Aim::Maximize,
            },
            is_objective: false,
        }),
        Limit::Promises(_) => None,
    });
    let mut all: Vec<Figure> = Vec::new();
    for figure in objectives.chain(limits) {
        if !all.iter().any(|known| known.path == figure.path) {
            all.push(figure);
        }
    }
    all
}

/// The points of which there are runs, in their order. Of the table's columns those of the figures
/// that the sweep asks about are needed, and `point`, `seed`, `kept` and `verdict`.
pub fn points(plan: &Plan, table: &Table) -> Vec<Point> {
    let figures = plan.figures();
    let mut rows: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (row, key) in table.keys().into_iter().enumerate() {
        if let Some((point, _)) = key {
            rows.entry(point).or_default().push(row);
        }
    }
    let of = |name: &str| table.column(name).map(|column| &column.cells);
    let (kept, verdicts) = (of("kept"), of("verdict"));
    let columns: Vec<_> = figures.iter().map(|figure| of(&figure.path)).collect();
    let one = |(point, rows): (u32, Vec<usize>)| {
        let count = |cells: Option<&Vec<Option<Cell>>>, wanted: &Cell| {
            let is_it =
                |row: &&usize| cells.is_some_and(|cells| cells[**row].as_ref() == Some(wanted));
            rows.iter().filter(is_it).count()
        };
        let spreads = figures.iter().zip(&columns).map(|(figure, cells)| {
            let number = |row: &usize| (*cells)?[*row].as_ref()?.number();
            let values: Option<Vec<f64>> = rows.iter().map(number).collect();
            spread(values?, figure.aim)
        });
        let kept = count(kept, &Cell::Flag(true));
        Point {
            point,
            runs: rows.len(),
            kept,
            broken: count(verdicts, &Cell::Text(Verdict::Broken.id().to_string())),
            spreads: spreads.collect(),
            keeps: kept == plan.seeds().len(),
            is_best: false,
        }
    };
    let mut points: Vec<Point> = rows.into_iter().map(one).collect();
    let mut alike: BTreeMap<Vec<String>, Vec<&mut Point>> = BTreeMap::new();
    for point in &mut points {
        alike.entry(plan.met(point.point)).or_default().push(point);
    }
    for mut alike in alike.into_values() {
        mark_best(&figures, &mut alike);
    }
    points
}

fn spread(mut values: Vec<f64>, aim: Aim) -> Option<Spread> {
    values.sort_by(f64::total_cmp);
    let median = *values.get(values.len().checked_sub(1)? / 2)?;
    let worst = match aim {
        Aim::Minimize => values.last(),
        Aim::Maximize => values.first(),
    };
    Some(Spread {
        median,
        worst: *worst?,
    })
}

/// By the medians of the objectives; without objectives nothing is better than anything.
fn mark_best(figures: &[Figure], points: &mut [&mut Point]) {
    let objectives: Vec<usize> = (0..figures.len())
        .filter(|place| figures[*place].is_objective)
        .collect();
    if objectives.is_empty() {
        return;
    }
    let mut who = Vec::new();
    let mut values = Vec::new();
    for (place, point) in points.iter().enumerate().filter(|(_, point)| point.keeps) {
        let value = |at: &usize| {
            let median = point.spreads[*at]?.median;
            Some(match figures[*at].aim {
                Aim::Minimize => median,
                Aim::Maximize => -median,
            })
        };
        if let Some(all) = objectives.iter().map(value).collect::<Option<Vec<f64>>>() {
            who.push(place);
            values.push(all);
        }
    }
    for (place, is_best) in who.into_iter().zip(front(&values)) {
        points[place].is_best = is_best;
    }
}
