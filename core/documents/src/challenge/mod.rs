//! Challenge files, format `raft-atlas-challenge/1`: their shape, their errors, their schema, and
//! what a person may do in one,
//! and how a run of one stands by its report.
//!
//! A challenge is data and text over a scenario. It must not know how a run is played, nor how
//! anything is shown.

mod acts;
mod allow;
mod check;
mod schema;
mod stand;

#[cfg(test)]
mod tests;

use serde_json::Value;

use format::error::{ScenarioError, found_words};
use format::json::parse_json;
use format::tree;
use format::units::DurationUs;
use text::say;

pub use allow::RefusedAct;
pub use schema::{Challenge, ChallengeFormat, May, Stage};
pub use stand::ChallengeRun;

use crate::lesson::RecordedAction;

/// Most acts of a recorded run.
const ACTS_MAX: usize = 1000;

impl Challenge {
    /// Reads a challenge file. Any text is safe to pass: what is wrong comes back as an error that
    /// names the place, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let mut challenge: Challenge = tree::read(&parse_json(text)?)?;
        let lasts_us = check::check(&challenge)?;
        challenge.lasts = lasts_us.map(DurationUs).or(challenge.lasts);
        challenge.allowed = challenge.may.iter().map(acts::may_words).collect();
        Ok(challenge)
    }

    /// The text of its own scenario; `None` when it names one of the page's.
    pub fn own_scenario(&self) -> Option<String> {
        match &self.scenario {
            Stage::Named(_) => None,
            Stage::Own(scenario) => Some(scenario.to_string()),
        }
    }
}

/// Reads what was done in a run: a JSON list of actions, each with its instant `at`, as files have
/// them.
pub fn read_acts(text: &str) -> Result<Vec<RecordedAction>, ScenarioError> {
    let acts: Vec<RecordedAction> = tree::read(&parse_json(text)?)?;
    bounded(acts)
}

/// Reads what was done in a run from a page's log: a JSON list of `{"at_us", "action"}`.
pub fn read_log(text: &str) -> Result<Vec<RecordedAction>, ScenarioError> {
    let Value::Array(list) = parse_json(text)? else {
        return Err(ScenarioError::at("log", say!("expected a list of actions")));
    };
    let read = |(i, one): (usize, &Value)| {
        let at_us = tree::count_of(&one["at_us"]);
        let at_us = at_us.ok_or_else(|| {
            let path = format!("log[{i}].at_us");
            ScenarioError::at(path, say!("expected an instant in whole microseconds"))
        })?;
        let action = one["action"].clone();
        Ok(RecordedAction { at_us, action })
    };
    let acts: Result<Vec<RecordedAction>, ScenarioError> =
        list.iter().enumerate().map(read).collect();
    bounded(acts?)
}

fn bounded(mut acts: Vec<RecordedAction>) -> Result<Vec<RecordedAction>, ScenarioError> {
    if acts.len() > ACTS_MAX {
        let found = say!("{count} acts", count = acts.len());
        let expected = say!("at most {most}", most = ACTS_MAX);
        return Err(ScenarioError::whole(found_words(&found, &expected)));
    }
    acts.sort_by_key(|act| act.at_us);
    Ok(acts)
}

/// The JSON Schema of challenge files.
pub fn schema() -> Value {
    format::schema::schema_of::<Challenge>("raft-atlas-challenge/1")
}
