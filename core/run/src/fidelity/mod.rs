//! Published figures beside the engine's own, format `raft-atlas-fidelity/1`: where each stands,
//! and whether ours is within its band.
//!
//! It runs the scenarios that the list names and reads their reports; it must not know files, and
//! no figure is kept here.

mod check;
pub mod schema;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::runner;
use documents::scenario::Scenario;
use format::error::ScenarioError;
use format::json::parse_json;
use format::tree;
use report::goal::{Reports, split};
use text::names::PLAIN_RUN;

pub use schema::{
    Band, Fitted, List, ListFormat, MeasuredAt, Ours, Published, Row, Standing, Unit,
};

/// What became of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Our figure; `None` if the engine has none.
    pub value: Option<f64>,
    /// Ours as a share of the published one, or of the end of the published span that is nearer; 1
    /// within the span. `None` where one of them is missing, or 0 was published.
    pub ratio: Option<f64>,
    /// Whether it is within its band; `None` = nothing is asked of it.
    pub is_within: Option<bool>,
    /// The least and the most of a figure that is the median over seeds.
    pub over_seeds: Option<[f64; 2]>,
}

/// A run whose report rows of the list are compared with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted<'a> {
    /// The scenario's variant; `run` where it has none.
    pub variant: &'a str,
    /// Instead of the file's.
    pub seed: Option<u64>,
}

impl Wanted<'_> {
    /// What its report is kept by: the variant, and the seed that is not the file's.
    pub fn name(&self) -> String {
        match self.seed {
            None => self.variant.to_string(),
            Some(seed) => format!("{}#{seed}", self.variant),
        }
    }
}

impl List {
    /// Reads a list. What is wrong comes back as an error that names the place, what was found and
    /// what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let list: List = tree::read(&parse_json(text)?)?;
        check::check(&list)?;
        Ok(list)
    }

    /// The scenarios that rows name, each with the runs that are needed of it.
    pub fn runs(&self) -> BTreeMap<&str, BTreeSet<Wanted<'_>>> {
        let mut runs: BTreeMap<&str, BTreeSet<Wanted>> = BTreeMap::new();
        for ours in self.rows.iter().filter_map(|row| row.ours.as_ref()) {
            runs.entry(&ours.scenario).or_default().extend(ours.runs());
        }
        runs
    }

    /// Compares every row with the reports of the runs, by scenario.
    pub fn compare(&self, reports: &BTreeMap<String, Map<String, Value>>) -> Vec<Compared> {
        let nothing = Map::new();
        let of = |row: &Row| {
            let ours = row.ours.as_ref();
            let by_name = ours.and_then(|ours| reports.get(&ours.scenario));
            row.compare(by_name.unwrap_or(&nothing))
        };
        self.rows.iter().map(of).collect()
    }
}

impl Row {
    /// Compares with the reports of its scenario's variants.
    fn compare(&self, by_name: &Map<String, Value>) -> Compared {
        let figures = self.ours.as_ref().and_then(|ours| ours.figures(by_name));
        let value = figures.as_ref().map(|sorted| sorted[sorted.len() / 2]);
        let ratio = value
            .zip(self.published.as_ref())
            .and_then(|(value, published)| {
                let nearer = value.clamp(published.from, published.most());
                (nearer > 0.0).then(|| value / nearer)
            });
        let within = |band: &Band| {
            let Some((value, published)) = value.zip(self.published.as_ref()) else {
                return false;
            };
            let (least, most) = (
                band.at_least * published.from,
                band.at_most * published.most(),
            );
            (least..=most).contains(&value)
        };
        let is_within = match (&self.band, &self.ours) {
            (Some(band), _) => Some(within(band)),
            // A figure that a row names is there.
            (None, Some(_)) if value.is_none() => Some(false),
            (None, _) => None,
        };
        let over_seeds = figures.filter(|sorted| sorted.len() > 1);
        Compared {
            value,
            ratio,
            is_within,
            over_seeds: over_seeds.map(|sorted| [sorted[0], sorted[sorted.len() - 1]]),
        }
    }
}

impl Ours {
    /// Each run that its figure is taken from.
    fn runs(&self) -> impl Iterator<Item = Wanted<'_>> {
        let over = self.over.as_deref().and_then(|over| split(over).0);
        let over = over.map(|variant| Wanted {
            variant,
            seed: None,
        });
        self.own_runs().chain(over)
    }

    /// The run that has it, or those whose median it is.
    fn own_runs(&self) -> impl Iterator<Item = Wanted<'_>> {
        let variant = &self.variant;
        let seeds: Vec<Option<u64>> = match self.seeds {
            None => vec![None],
            Some(count) => (1..=count).map(Some).collect(),
        };
        seeds.into_iter().map(move |seed| Wanted { variant, seed })
    }

    /// Its figure in each of its runs, rising. `None` if a run lacks it.
    fn figures(&self, by_name: &Map<String, Value>) -> Option<Vec<f64>> {
        let runs = self.own_runs();
        let figures: Option<Vec<f64>> = runs.map(|run| self.figure(run, by_name)).collect();
        let mut figures = figures?;
        figures.sort_by(f64::total_cmp);
        Some(figures)
    }

    fn figure(&self, run: Wanted, by_name: &Map<String, Value>) -> Option<f64> {
        let reports = Reports {
            own: PLAIN_RUN,
            by_name,
            began: None,
        };
        let value = reports.figure(&format!("{}/{}", run.name(), self.metric));
        let value = value.as_f64()?;
        match &self.over {
            None => Some(value),
            Some(over) => {
                let over = reports.figure(over).as_f64().filter(|over| *over > 0.0)?;
                Some(value / over)
            }
        }
    }
}

/// Runs what is wanted of a scenario to its end; the reports by the runs' names.
pub fn reports<'a>(
    scenario: &Scenario,
    runs: impl IntoIterator<Item = Wanted<'a>>,
) -> Result<Map<String, Value>, ScenarioError> {
    let mut reports = Map::new();
    for run in runs {
        let has_id = run.variant != PLAIN_RUN || !scenario.variants().is_empty();
        let resolved = scenario.resolve(has_id.then_some(run.variant), run.seed)?;
        let summary = runner::run(&resolved, resolved.duration_us);
        reports.insert(run.name(), summary.to_json());
    }
    Ok(reports)
}

/// The JSON Schema of the list.
pub fn schema() -> Value {
    format::schema::schema_of::<List>("raft-atlas-fidelity/1")
}
