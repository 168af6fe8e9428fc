//! What came of the run so far: its report, goals judged on it, and how it ended. It must not know
//! how anything was counted.

use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::checkpoints;
use crate::checkpoints::Checkpoint;
use crate::expected::Expected;
use crate::playground::Playground;
use crate::runner;
use format::error::ScenarioError;
use format::json::parse_json;
use report::goal::{Goal, Judged, Reports, Scope};
use report::summary::{RefusedSummary, VariantSummary};
use report::whole::report;
use report::{expect, goal};
use text::said::in_english;

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct EndOfRun {
    /// How many expectations the scenario has.
    pub expects: usize,
    /// Other variants that these speak of and that were not given.
    pub missing: Vec<String>,
    /// One per bound of an expectation; none while a variant is missing.
    pub verdicts: Vec<Expected>,
    /// The same of what a person expects of this very run, whatever was done in it.
    pub own: Vec<Expected>,
    /// What could not be done, a line for each reason.
    pub refused: Vec<String>,
}

impl Playground {
    /// Report of this variant so far, JSON in the format of the command line. Expectations are left
    /// out: they speak of whole runs that nobody interfered with.
    pub fn report(&self) -> String {
        self.whole_report().to_string()
    }

    /// Report of this variant in which what is counted up counts from an earlier instant on:
    /// `since` is the run's own part of the report of that instant, JSON.
    pub fn report_since(&self, since: &str) -> Result<String, ScenarioError> {
        let since = parse_json(since)?;
        let mut whole = self.whole_report();
        let runs = whole["variants"].as_object_mut();
        for run in runs.into_iter().flat_map(|runs| runs.values_mut()) {
            *run = goal::counted_since(run, &since);
        }
        Ok(whole.to_string())
    }

    /// Judges goals, a JSON list; `others` are what reports say of other variants, by name. A
    /// variant without figures meets nothing. `began` are reports of an earlier instant from which
    /// on things count, the run's own under ""; `{}` = a whole run.
    pub fn judge(
        &self,
        goals: &str,
        others: &str,
        began: &str,
    ) -> Result<Vec<Judged>, ScenarioError> {
        let goals = self.goals(goals)?;
        let mut by_name = reports("others", others)?;
        let mut began = reports("began", began)?;
        let (own, figures) = self.figures();
        by_name.insert(own.clone(), figures);
        if let Some(own_began) = began.remove("") {
            began.insert(own.clone(), own_began);
        }
        let reports = Reports {
            own: &own,
            by_name: &by_name,
            began: Some(&began).filter(|began| !began.is_empty()),
        };
        let judge = |goal| goal::judge(goal, &reports);
        Ok(goals.iter().map(judge).collect())
    }

    /// Whether the run is as its scenario expects, in the words of the command line, and which
    /// actions could not be done. `others` are what reports say of other variants, by name; those
    /// that expectations speak of and that are not there are listed, and nothing is judged without
    /// them. `own` are goals that a person has for this run, a JSON list.
    pub fn outcome(&self, others: &str, own: &str) -> Result<EndOfRun, ScenarioError> {
        let own = self.goals(own)?;
        let mut by_name = reports("others", others)?;
        let (name, figures) = self.figures();
        by_name.insert(name, figures);
        let named = expect::runs_named(&self.expect).into_iter();
        let missing: Vec<String> = named
            .filter(|run| !by_name.contains_key(*run))
            .map(str::to_string)
            .collect();
        let verdicts = if missing.is_empty() {
            judged(&self.expect, &by_name)
        } else {
            Vec::new()
        };
        let summary = self.summary();
        let refused = summary.refused.iter().map(RefusedSummary::to_line);
        Ok(EndOfRun {
            expects: self.expect.len(),
            missing,
            verdicts,
            own: judged(&own, &by_name),
            refused: refused.collect(),
        })
    }

    /// What the scenario asks of instants, and how it stands with those of the present one.
    pub fn checkpoints(&self) -> Vec<Checkpoint> {
        checkpoints::judged(&self.resolved, &self.cluster, &self.resources)
    }

    /// Goals that can be judged on this run, from a JSON list.
    fn goals(&self, text: &str) -> Result<Vec<Goal>, ScenarioError> {
        let goals = goal::read_list(text)?;
        let scope = Scope {
            places: Some(self.names().place_ids().collect()),
            ..Scope::OPEN
        };
        for (i, goal) in goals.iter().enumerate() {
            goal::check(goal, &format!("[{i}]"), &scope)?;
        }
        Ok(goals)
    }

    /// What the run came to so far.
    pub(crate) fn summary(&self) -> VariantSummary {
        runner::summary(&self.resolved, &self.cluster, &self.resources)
    }

    /// Its name and its part of a report: goals are judged on English, whoever asks.
    pub fn figures(&self) -> (String, Value) {
        in_english(|| {
            let summary = self.summary();
            let figures = summary.to_json();
            (summary.name, figures)
        })
    }

    fn whole_report(&self) -> Value {
        let Self { resolved, .. } = self;
        report(
            &resolved.title,
            resolved.config.seed,
            &[self.summary()],
            &[],
        )
    }
}

/// One line per bound.
fn judged(expects: &[Goal], by_name: &Map<String, Value>) -> Vec<Expected> {
    let verdicts = expect::judge(expects, by_name);
    verdicts.iter().map(Expected::from).collect()
}

/// Reports by the names of their variants.
fn reports(name: &str, text: &str) -> Result<Map<String, Value>, ScenarioError> {
    match parse_json(text)? {
        Value::Object(reports) => Ok(reports),
        _ => Err(ScenarioError::at(name, "expected an object of reports")),
    }
}
