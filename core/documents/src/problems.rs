//! What is wrong with a file, for whoever writes one and wants to see each problem at its place.

use serde_json::Value;

use crate::challenge::Challenge;
use crate::lesson::Lesson;
use crate::scenario::Scenario;
use vocabulary::error::{Problem, ScenarioError};
use vocabulary::json::parse_json;

/// What is wrong with a scenario file, or with a lesson or challenge file if it says that it is one:
/// a JSON list of `path` and `text`, empty when there is nothing.
pub fn problems(text: &str) -> String {
    let read = if is_of(text, "raft-atlas-lesson/") {
        Lesson::parse(text).map(drop)
    } else if is_of(text, "raft-atlas-challenge/") {
        Challenge::parse(text).map(drop)
    } else {
        Scenario::parse(text).map(drop)
    };
    read.map_or_else(|error| listed(&error), |()| "[]".to_string())
}

fn is_of(text: &str, format: &str) -> bool {
    let named = |tree: Value| {
        tree["format"]
            .as_str()
            .is_some_and(|name| name.starts_with(format))
    };
    text.contains(format) && parse_json(text).is_ok_and(named)
}

/// The problems of an error as a JSON list.
fn listed(error: &ScenarioError) -> String {
    let problems = error.problems().iter();
    let list: Value = problems
        .map(|Problem { path, text }| serde_json::json!({ "path": path, "text": text }))
        .collect();
    list.to_string()
}
