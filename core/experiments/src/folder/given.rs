//! A sweep file with its scenario, read and checked. Knows where files are, not what is done with
//! the plan.

use std::path::Path;

use crate::sweep::Plan;
use crate::sweep::schema::{Source, Sweep};
use documents::scenario::Scenario;
use format::error::ScenarioError;
use format::json::parse_json;
use serde_json::Value;

use crate::folder::input::{BadInput, named, read_text};
use crate::folder::spot::lines_of;

/// What the scenario of a sweep that was begun is called, beside the sweep.
pub(crate) const SCENARIO: &str = "scenario.json";

/// A sweep, ready to run, and the two files that say the same wherever they are.
#[derive(Debug)]
pub struct Given {
    /// What is run.
    pub plan: Plan,
    /// The sweep file, with its scenario beside it.
    pub sweep_text: String,
    /// The scenario file.
    pub scenario_text: String,
}

impl Given {
    /// Reads a sweep file and the scenario that it names.
    pub fn read(path: &Path) -> Result<Self, BadInput> {
        Self::of(path, &read_text(path)?)
    }

    /// The sweep of this text, which stands at this path.
    pub fn of(path: &Path, text: &str) -> Result<Self, BadInput> {
        let bad = |error: &ScenarioError| BadInput(lines_of(&named(path), text, error));
        let sweep = Sweep::parse(text).map_err(|error| bad(&error))?;
        let (scenario, scenario_text) = match &sweep.scenario {
            Source::Path(file) => from_file(path, file).map_err(|error| match error {
                Unread::NoFile(text) => bad(&ScenarioError::at("scenario", text)),
                Unread::Bad(lines) => BadInput(lines),
            })?,
            Source::Inline(map) => {
                let text = format!("{:#}", Value::Object(map.clone()));
                let scenario = Scenario::parse(&text);
                let scenario = scenario.map_err(|error| bad(&error.under("scenario")))?;
                (scenario, text)
            }
        };
        let plan = Plan::new(sweep, scenario).map_err(|error| bad(&error))?;
        Ok(Given {
            plan,
            sweep_text: beside(text),
            scenario_text,
        })
    }
}

impl Given {
    /// What was read, checked and handed over by another process: its two texts.
    pub fn handed_over(sweep_text: String, scenario_text: String) -> Result<Self, BadInput> {
        let bad = |error: ScenarioError| BadInput(error.to_string());
        let sweep = Sweep::parse(&sweep_text).map_err(bad)?;
        let scenario = Scenario::parse(&scenario_text).map_err(bad)?;
        Ok(Given {
            plan: Plan::looked_at(sweep, scenario).map_err(bad)?,
            sweep_text,
            scenario_text,
        })
    }
}

/// Why a scenario that a sweep names could not be used.
enum Unread {
    NoFile(String),
    /// Its own problems, by line.
    Bad(String),
}

fn from_file(sweep: &Path, file: &str) -> Result<(Scenario, String), Unread> {
    let path = sweep.parent().unwrap_or(Path::new("")).join(file);
    let text = read_text(&path).map_err(|BadInput(text)| Unread::NoFile(text))?;
    let scenario = Scenario::parse(&text);
    let lines = |error| Unread::Bad(lines_of(&named(&path), &text, &error));
    Ok((scenario.map_err(lines)?, text))
}

/// The sweep with its scenario in a file beside it.
fn beside(text: &str) -> String {
    let mut tree = parse_json(text).expect("it was read before");
    tree["scenario"] = Value::String(SCENARIO.to_string());
    if let Value::Object(map) = &mut tree {
        map.remove("$schema");
    }
    format!("{tree:#}\n")
}
