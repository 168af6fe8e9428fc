//! What is wrong with a file, for whoever writes one and wants to see each problem at its place.

use serde_json::{Value, json};

use crate::lesson::Lesson;
use crate::scenario::Scenario;
use format::error::{About, Problem, ScenarioError};
use format::json::parse_json;

/// What is wrong with a scenario file, or with a lesson file if it says that it is one: a JSON list
/// of `path` and `text`, empty when there is nothing. One about a key and not its value says `key`,
/// one of text that is no JSON its `line` and the byte of it, `column`.
pub fn problems(text: &str) -> String {
    let read = if is_lesson(text) {
        Lesson::parse(text).map(drop)
    } else {
        Scenario::parse(text).map(drop)
    };
    read.map_or_else(|error| listed(&error), |()| "[]".to_string())
}

fn is_lesson(text: &str) -> bool {
    const NAME: &str = "raft-atlas-lesson/";
    let named = |tree: Value| {
        tree["format"]
            .as_str()
            .is_some_and(|name| name.starts_with(NAME))
    };
    text.contains(NAME) && parse_json(text).is_ok_and(named)
}

/// The problems of an error as a JSON list.
fn listed(error: &ScenarioError) -> String {
    let one = |Problem { path, text, about }: &Problem| match about {
        About::Value => json!({ "path": path, "text": text }),
        About::Key => json!({ "path": path, "text": text, "key": true }),
        About::Text { line, column } => {
            json!({ "path": path, "text": text, "line": line, "column": column })
        }
    };
    error
        .problems()
        .iter()
        .map(one)
        .collect::<Value>()
        .to_string()
}
