//! Published figures beside the engine's own, format `raft-atlas-fidelity/1`: where each stands,
//! and whether ours is within its band.
//!
//! It runs the scenarios that the list names and reads their reports; it must not know files, and
//! no figure is kept here.

mod check;
pub mod schema;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::runner;
use documents::scenario::Scenario;
use report::goal::Reports;
use vocabulary::error::ScenarioError;
use vocabulary::json::parse_json;
use vocabulary::names::PLAIN_RUN;
use vocabulary::tree;

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
}

impl List {
    /// Reads a list. What is wrong comes back as an error that names the place, what was found and
    /// what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let list: List = tree::read(&parse_json(text)?)?;
        check::check(&list)?;
        Ok(list)
    }

    /// The scenarios that rows name, each with the variants that are needed of it.
    pub fn runs(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut runs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for ours in self.rows.iter().filter_map(|row| row.ours.as_ref()) {
            let variants = runs.entry(&ours.scenario).or_default();
            let over = ours.over.as_deref().and_then(|over| over.split_once('/'));
            for variant in [
                Some(ours.variant.as_str()),
                over.map(|(variant, _)| variant),
            ] {
                variants.extend(variant.filter(|variant| !variants.contains(variant)));
            }
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
        let value = self.ours.as_ref().and_then(|ours| ours.figure(by_name));
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
        Compared {
            value,
            ratio,
            is_within,
        }
    }
}

impl Ours {
    fn figure(&self, by_name: &Map<String, Value>) -> Option<f64> {
        let reports = Reports {
            own: PLAIN_RUN,
            by_name,
            began: None,
        };
        let value = reports.figure(&format!("{}/{}", self.variant, self.metric));
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

/// Runs some variants of a scenario to their end; their reports by name.
pub fn reports(
    scenario: &Scenario,
    variants: &[&str],
) -> Result<Map<String, Value>, ScenarioError> {
    let mut reports = Map::new();
    for variant in variants {
        let id = (*variant != PLAIN_RUN || !scenario.variants().is_empty()).then_some(*variant);
        let resolved = scenario.resolve(id, None)?;
        let summary = runner::run(&resolved, resolved.duration_us);
        reports.insert((*variant).to_string(), summary.to_json());
    }
    Ok(reports)
}

/// The JSON Schema of the list.
pub fn schema() -> Value {
    vocabulary::schema::schema_of::<List>("raft-atlas-fidelity/1")
}
