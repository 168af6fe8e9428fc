//! What is asked of each future, and what one answers.

use documents::scenario::{Resolved, Scenario};
use report::goal::Reports;
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::outcome::{Evidence, Outcome};

/// What is asked of each.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What may come of it.
    pub outcomes: Vec<Outcome>,
    /// Figures of its report: `path.in.report`.
    pub figures: Vec<String>,
}

/// What came of one run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FutureAnswer {
    /// Whether each outcome came.
    pub came: Vec<bool>,
    /// When each came, where that is known.
    #[ts(as = "Vec<Option<f64>>")]
    pub came_us: Vec<Option<Micros>>,
    /// Each figure; null where its report has none.
    pub figures: Vec<Option<f64>>,
}

impl Asked {
    /// All that may come of a run that ends at an instant, and the figure of what it shows.
    pub fn of(scenario: &Scenario, resolved: &Resolved, end_us: Micros) -> Self {
        let figures = resolved.proves.iter().map(|id| figure_of(id));
        Asked {
            outcomes: Outcome::all(scenario, resolved, end_us),
            figures: figures.collect(),
        }
    }

    /// What a run answers at its end.
    pub fn answer(&self, evidence: &Evidence<'_>) -> FutureAnswer {
        let reports = Reports {
            own: evidence.own,
            by_name: evidence.by_name,
            began: None,
        };
        let outcomes = self.outcomes.iter();
        let judged: Vec<_> = outcomes.map(|one| one.judged(evidence)).collect();
        let figures = self.figures.iter();
        FutureAnswer {
            came: judged.iter().map(|(came, _)| *came).collect(),
            came_us: judged.into_iter().map(|(_, at_us)| at_us).collect(),
            figures: figures.map(|path| reports.figure(path).as_f64()).collect(),
        }
    }
}

/// The report's figure of what a scenario shows.
fn figure_of(proves: &str) -> String {
    match proves {
        "stale" => "moments.stale_read.count".to_string(),
        other => other.to_string(),
    }
}
