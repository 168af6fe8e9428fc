//! A sweep that can be run: its points, its seeds, and each of its runs by number. A run depends on
//! the plan and its number alone, so that whoever runs it, and when, makes no difference.

use std::collections::{BTreeMap, BTreeSet};

use documents::scenario::{Override, Resolved, Scenario};
use format::error::{Problems, ScenarioError};
use report::goal::{Scope, check_metric};
use report::summary::digest_text;
use run::runner;
use serde_json::Value;
use text::names::{BY_HAND, Names};

use crate::sweep::axis::{cell, words};
use crate::sweep::check::{VARIANT, check};
use crate::sweep::figures::figures_of;
use crate::sweep::grid::Grid;
use crate::sweep::row::Row;
use crate::sweep::schema::{Axis, Limit, Sweep};
use crate::sweep::table::axis_column;
use crate::sweep::verdict::judge;

const RUNS_MAX: u64 = 100_000_000;

/// A sweep that can be run.
#[derive(Clone, Debug)]
pub struct Plan {
    sweep: Sweep,
    scenario: Scenario,
    grid: Grid,
    seeds: Vec<u64>,
}

/// What a run is of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The point.
    pub point: u32,
    /// The seed.
    pub seed: u64,
}

impl Plan {
    /// The plan of a sweep over this scenario. Every point is looked at: what is wrong with one is
    /// said before anything runs.
    pub fn new(sweep: Sweep, scenario: Scenario) -> Result<Self, ScenarioError> {
        let plan = Plan::looked_at(sweep, scenario)?;
        let mut problems = Problems::default();
        if plan.grid.points() == 0 {
            let found = "conditions that leave out every point";
            problems.expected("exclude", found, "one point at least");
        }
        if plan.runs() > RUNS_MAX {
            let found = format!("{} runs", plan.runs());
            problems.expected("seeds", found, format!("at most {RUNS_MAX}"));
        }
        let ids = plan.check_points(&mut problems);
        plan.check_figures(&ids, &mut problems);
        problems.into_result()?;
        Ok(plan)
    }

    /// The plan of a sweep whose points were looked at before, by another process: each run is the
    /// same as there.
    pub(crate) fn looked_at(sweep: Sweep, scenario: Scenario) -> Result<Self, ScenarioError> {
        check(&sweep, &scenario)?;
        let seeds = match &sweep.seeds {
            Some(seeds) => seeds.all(),
            None => vec![scenario.seed()],
        };
        Ok(Plan {
            grid: Grid::of(&sweep),
            sweep,
            scenario,
            seeds,
        })
    }

    /// The sweep that it is of.
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// How many points there are.
    pub fn points(&self) -> u32 {
        self.grid.points() as u32
    }

    /// How many combinations of values are left out.
    pub fn left_out(&self) -> usize {
        self.grid.combinations() - self.grid.points()
    }

    /// The seeds of each point.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// How many runs there are.
    pub fn runs(&self) -> u64 {
        self.grid.points() as u64 * self.seeds.len() as u64
    }

    /// What a run is of: points in their order, and the seeds of each.
    pub fn key(&self, run: u64) -> Key {
        let seeds = self.seeds.len() as u64;
        Key {
            point: (run / seeds) as u32,
            seed: self.seeds[(run % seeds) as usize],
        }
    }

    /// The runs by what they are of, as a function to ask.
    pub fn numbers(&self) -> impl Fn(Key) -> Option<u64> + '_ {
        let seeds = self.seeds.iter().enumerate();
        let places: BTreeMap<u64, u64> = seeds.map(|(at, seed)| (*seed, at as u64)).collect();
        move |key| {
            let place = places.get(&key.seed)?;
            let is_point = key.point < self.points();
            is_point.then(|| u64::from(key.point) * self.seeds.len() as u64 + place)
        }
    }

    /// Names of the axes, each with its values as a person reads them.
    pub fn axes(&self) -> impl Iterator<Item = (&str, Vec<String>)> {
        let names = self.grid.names().iter().enumerate();
        names.map(|(place, name)| {
            let values = self.grid.values_of(place).iter().map(words);
            (name.as_str(), values.collect())
        })
    }

    /// The columns whose figures have a unit of their own, with the unit: of axes.
    pub fn units(&self) -> impl Iterator<Item = (String, &'static str)> {
        let names = self.grid.names().iter().zip(self.grid.units());
        names.filter_map(|(name, unit)| Some((axis_column(name), (*unit)?)))
    }

    /// Names of the axes that are circumstances.
    pub fn circumstances(&self) -> impl Iterator<Item = &str> {
        let axes = self.sweep.axes.iter();
        axes.filter(|axis| axis.is_circumstance()).map(Axis::name)
    }

    /// The circumstances of a point, as a person reads them: points are held against those alone
    /// that have the same.
    pub fn met(&self, point: u32) -> Vec<String> {
        let axes = self.sweep.axes.iter().zip(self.grid.at(point));
        let met = axes.filter(|(axis, _)| axis.is_circumstance());
        met.map(|(_, value)| words(value)).collect()
    }

    /// The values of a point, as a person reads them, in the order of the axes.
    pub fn values(&self, point: u32) -> Vec<String> {
        self.grid.at(point).into_iter().map(words).collect()
    }

    /// A point as a person reads it: `read_mode=lease, replicas=3`.
    pub fn label(&self, point: u32) -> String {
        self.grid.label(point)
    }

    /// What `--set` is given to have a point's values, and its variant if there are any.
    pub fn settings(&self, point: u32) -> (Vec<String>, Option<String>) {
        let values = self.grid.at(point);
        let axes = self.sweep.axes.iter().zip(values);
        let set = axes.filter(|(axis, _)| axis.path != VARIANT);
        let set = set.map(|(axis, value)| format!("{}={}", axis.path, words(value)));
        (set.collect(), self.variant(point).map(str::to_string))
    }

    /// Runs one to its end.
    pub fn row(&self, run: u64) -> Row {
        let Key { point, seed } = self.key(run);
        let resolved = self.resolve(point);
        let mut resolved = resolved.expect("every point was looked at");
        resolved.config.seed = seed;
        let summary = runner::run(&resolved, resolved.duration_us);
        let mut figures = figures_of(&summary.to_json());
        figures.retain(|(path, _)| path != "digest");
        let judged = judge(&self.sweep.limits, &figures, summary.first_violation());
        let names = self.grid.names().iter().cloned();
        let values = self.grid.at(point).into_iter().zip(self.grid.units());
        let cells = values.map(|(value, unit)| cell(value, *unit));
        Row {
            point,
            seed,
            digest: digest_text(summary.digest),
            verdict: judged.verdict,
            kept: judged.kept,
            why: judged.why,
            axes: names.zip(cells).collect(),
            figures,
        }
    }

    fn variant(&self, point: u32) -> Option<&str> {
        let axis = self.sweep.axes.iter().position(|axis| axis.path == VARIANT);
        let of_axis = axis.and_then(|place| self.grid.at(point)[place].as_str());
        of_axis.or(self.sweep.variant.as_deref())
    }

    /// The run of a point, with the scenario's seed.
    fn resolve(&self, point: u32) -> Result<Resolved, ScenarioError> {
        let values = self.grid.at(point);
        let set = |(axis, value): (&Axis, &Value)| {
            Override::of(&axis.path, value.clone()).expect("the paths were looked at")
        };
        let axes = self.sweep.axes.iter().zip(values);
        let set: Vec<Override> = axes
            .filter(|(axis, _)| axis.path != VARIANT)
            .map(set)
            .collect();
        let variant = self.variant(point).unwrap_or_default();
        self.scenario.resolve_with(variant, &set)
    }

    /// Looks at every point, and tells which ids its figures may name.
    fn check_points(&self, problems: &mut Problems) -> Ids {
        // What is wrong at many points is said once, with the first of them.
        let mut wrong: BTreeMap<(String, String), (u32, u32)> = BTreeMap::new();
        let mut ids = Ids::default();
        for point in 0..self.points() {
            match self.resolve(point) {
                Ok(resolved) => ids.add(&resolved.names),
                Err(error) => {
                    for problem in error.problems() {
                        let key = (problem.path.clone(), problem.text.clone());
                        wrong.entry(key).or_insert((point, 0)).1 += 1;
                    }
                }
            }
        }
        for ((path, text), (first, count)) in wrong {
            let axis = self.sweep.axes.iter().position(|axis| axis.path == path);
            let place = axis.map_or("axes".to_string(), |place| format!("axes[{place}]"));
            let others = match count {
                1 => String::new(),
                count => format!(" and {} others", count - 1),
            };
            let at = self.label(first);
            problems.add(place, format!("at {at}{others}: {path}: {text}"));
        }
        ids
    }

    /// Figures that no report of these runs can have are refused here.
    fn check_figures(&self, ids: &Ids, problems: &mut Problems) {
        let scope = Scope {
            variants: Some(Vec::new()),
            has_own: true,
            places: Some(ids.places.iter().map(String::as_str).collect()),
            workloads: Some(ids.loads.iter().map(String::as_str).collect()),
        };
        let objectives = self.sweep.objectives.iter().enumerate();
        let objectives =
            objectives.map(|(place, one)| (format!("objectives[{place}]"), &one.figure));
        let limits = self.sweep.limits.iter().enumerate();
        let limits = limits.filter_map(|(place, limit)| match limit {
            Limit::Bound(bound) => Some((format!("limits[{place}]"), &bound.figure)),
            Limit::Promises(_) => None,
        });
        for (path, figure) in objectives.chain(limits) {
            if let Err(error) = check_metric(figure, &format!("{path}.figure"), &scope) {
                problems.absorb(error);
            }
        }
    }
}

/// What figures may name, in any point.
#[derive(Default)]
struct Ids {
    places: BTreeSet<String>,
    loads: BTreeSet<String>,
}

impl Ids {
    fn add(&mut self, names: &Names) {
        let loads = names.workloads.iter().map(|load| load.id.as_str());
        for id in loads.chain([BY_HAND]) {
            if !self.loads.contains(id) {
                self.loads.insert(id.to_string());
            }
        }
        for id in names.place_ids() {
            if !self.places.contains(id) {
                self.places.insert(id.to_string());
            }
        }
    }
}
