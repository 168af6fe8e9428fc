//! What may be done, in words. It knows every action's word; it must not know what they lead to.

use serde_json::Value;

use crate::challenge::May;
use vocabulary::switches::{switch_label, value_label};

/// Every action by its word, as one would be told to do it.
pub(super) const ACTS: [(&str, &str); 29] = [
    ("cut", "Cut the link between two places"),
    ("isolate", "Cut a place off"),
    ("degrade", "Make a link worse"),
    ("heal", "End a fault"),
    ("crash", "Crash a store or a gateway"),
    ("restart", "Restart a store or a gateway"),
    ("pause", "Pause a store"),
    ("resume", "Let a paused store go on"),
    ("campaign", "Let a store stand for election"),
    ("transfer", "Hand the lead to a store"),
    ("add_replica", "Add a replica"),
    ("remove_replica", "Remove a replica"),
    ("move_replica", "Move a replica"),
    ("split", "Split a range"),
    ("merge", "Merge two ranges"),
    ("get", "Send a get"),
    ("put", "Send a put"),
    ("scan", "Send a scan"),
    ("statement", "Send a statement"),
    ("insert", "Send an insert transaction"),
    ("update", "Send an update transaction"),
    ("start", "Start a load"),
    ("stop", "Stop a load"),
    ("set", "Set a switch"),
    ("resize", "Give something another size"),
    ("drop", "Remove a message in flight"),
    ("corrupt", "Corrupt a message in flight"),
    ("corrupt_next", "Corrupt the next appends"),
    ("set_clock", "Set a clock’s drift"),
];

/// What an action is called; its word where it is none.
pub(super) fn act_words(word: &str) -> &str {
    let known = ACTS.iter().find(|(known, _)| *known == word);
    known.map_or(word, |(_, words)| words)
}

/// What one may do by one entry, in words.
pub(super) fn told(may: &May) -> String {
    if let Some(text) = &may.text {
        return text.clone();
    }
    let what = if may.act == "set" {
        set_words(may)
    } else {
        act_words(&may.act).to_string()
    };
    let keys: Vec<String> = may
        .keys
        .iter()
        .map(|(key, values)| format!("{} {}", key.replace('_', " "), choice(values)))
        .collect();
    let keys = if keys.is_empty() {
        String::new()
    } else {
        format!(": {}", keys.join(", "))
    };
    format!("{what}{keys}{}", times_words(may.times))
}

fn set_words(may: &May) -> String {
    let one = |(key, values): (&String, &Value)| {
        let label = switch_label(key).unwrap_or(key);
        if values.as_array().is_some_and(Vec::is_empty) {
            format!("“{label}”")
        } else {
            format!("“{label}” to {}", choice(values))
        }
    };
    let each: Vec<String> = may.settings.iter().map(one).collect();
    format!("Set {}", listed(&each, "and"))
}

fn times_words(times: Option<u32>) -> String {
    match times {
        None => String::new(),
        Some(1) => ", once".to_string(),
        Some(2) => ", twice at most".to_string(),
        Some(times) => format!(", {times} times at most"),
    }
}

/// "a, b or c".
fn choice(values: &Value) -> String {
    let word = |value: &Value| match value {
        Value::Bool(true) => "on".to_string(),
        Value::Bool(false) => "off".to_string(),
        Value::String(text) => value_label(text).unwrap_or(text).to_string(),
        other => other.to_string(),
    };
    let words: Vec<String> = values.as_array().into_iter().flatten().map(word).collect();
    listed(&words, "or")
}

fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
