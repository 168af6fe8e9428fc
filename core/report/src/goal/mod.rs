//! Goals: what shall be so of a run, as scenarios expect it and lessons ask for it.
//!
//! They read the report's JSON and nothing else, so a goal can only speak of what a person can read
//! there; with a second report, of an earlier instant, they count from there on. It must not know
//! how a run is counted, nor who asks.

mod bound;
mod check;
mod figure;
mod happening;
mod judge;
mod judged;
mod measure;
mod metric;
mod reports;
mod schema;
mod scope;
mod standing;
mod values;
mod words;

#[cfg(test)]
mod tests;

use serde_json::Value;

use format::error::ScenarioError;
use format::json::parse_json;
use format::tree;
use text::say;

pub(crate) use bound::asked_of_whole;
pub use check::{check, check_metric, tells_instants};
pub(crate) use figure::judge_figure;
pub use figure::{Bound, FigureVerdict};
pub use judge::judge;
pub use judged::{Come, Judged};
pub use reports::{Reports, counted_since};
pub use schema::{All, Any, Figure, Goal, Happening, Not, split};
pub use scope::Scope;
pub use standing::Standing;
pub use words::asked;
pub(crate) use words::{figure_label, figure_words};

/// Most goals that are judged at once.
const GOALS_MAX: usize = 100;

/// Reads one goal; the error's paths start at it.
pub fn read(value: &Value) -> Result<Goal, ScenarioError> {
    tree::read(value)
}

/// Reads a list of goals, JSON text.
pub fn read_list(text: &str) -> Result<Vec<Goal>, ScenarioError> {
    let goals: Vec<Goal> = tree::read(&parse_json(text)?)?;
    if goals.len() > GOALS_MAX {
        let found = goals.len();
        let most = GOALS_MAX;
        let words = say!("found {found} goals, expected at most {most}", found, most);
        return Err(ScenarioError::whole(words));
    }
    Ok(goals)
}
