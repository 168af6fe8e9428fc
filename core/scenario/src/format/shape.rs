//! Which parts of a file are objects.
//!
//! Serde reads a list as an object whose keys are left out, so `"clocks": ["1ms"]` would pass; in
//! a file that is a mistake.

use serde_json::Value;

use super::document::kind_of;
use super::error::{ScenarioError, join};

/// Paths of all objects with known keys; `[]` stands for every element of a list.
const OBJECTS: [&str; 17] = [
    "",
    "topology",
    "topology.zones[]",
    "topology.stores[]",
    "topology.gateways[]",
    "topology.pd",
    "topology.links",
    "topology.links.same_zone",
    "topology.links.cross_zone",
    "topology.links.between[]",
    "topology.clocks",
    "data",
    "raft",
    "costs",
    "settings",
    "workload[]",
    "expect[]",
];

/// Refuses a list where an object belongs.
pub(super) fn check(tree: &Value) -> Result<(), ScenarioError> {
    for path in OBJECTS {
        check_path(tree, path, "")?;
    }
    Ok(())
}

/// Follows one path; `here` is where it has come to.
fn check_path(value: &Value, path: &str, here: &str) -> Result<(), ScenarioError> {
    if path.is_empty() {
        return check_object(here, value);
    }
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    let (key, is_list) = step
        .strip_suffix("[]")
        .map_or((step, false), |key| (key, true));
    let Some(value) = value.get(key) else {
        return Ok(());
    };
    let here = join(here, key);
    match value {
        Value::Array(list) if is_list => list
            .iter()
            .enumerate()
            .try_for_each(|(i, value)| check_path(value, rest, &format!("{here}[{i}]"))),
        // What is no list is told so by its type.
        _ if is_list => Ok(()),
        _ => check_path(value, rest, &here),
    }
}

/// Refuses a list; anything else that is no object is told so by its type.
pub(super) fn check_object(path: &str, value: &Value) -> Result<(), ScenarioError> {
    if value.is_array() {
        let text = format!("found {}, expected an object", kind_of(value));
        return Err(ScenarioError::at(path, text));
    }
    Ok(())
}
