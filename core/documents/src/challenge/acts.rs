//! What may be done, in words. It knows every action's word; it must not know what they lead to.

use serde_json::Value;

use crate::challenge::May;
use crate::scenario::ActionText;
use format::switches::{switch_label, value_label};
use format::tree::ReadVariant;
use text::said::{one_after_another, said};
use text::words::list_words;
use text::{phrase, say};

/// Every action by its word, as one would be told to do it.
pub(super) const ACTS: [(&str, &str); ActionText::WORDS.len()] = [
    ("cut", phrase!("Cut a link")),
    ("isolate", phrase!("Isolate a zone or a node")),
    ("degrade", phrase!("Degrade a link")),
    ("heal", phrase!("End a fault")),
    ("crash", phrase!("Crash a store or a gateway")),
    ("restart", phrase!("Restart a store or a gateway")),
    ("pause", phrase!("Pause a store")),
    ("resume", phrase!("Resume a store")),
    ("campaign", phrase!("Start an election")),
    ("transfer", phrase!("Transfer leadership")),
    ("add_replica", phrase!("Add a replica")),
    ("remove_replica", phrase!("Remove a replica")),
    ("move_replica", phrase!("Move a replica")),
    ("split", phrase!("Split a range")),
    ("merge", phrase!("Merge two ranges")),
    ("get", phrase!("Send a get")),
    ("put", phrase!("Send a put")),
    ("scan", phrase!("Send a scan")),
    ("statement", phrase!("Send a statement")),
    ("insert", phrase!("Send an insert transaction")),
    ("update", phrase!("Send an update transaction")),
    ("start", phrase!("Start a load")),
    ("stop", phrase!("Stop a load")),
    ("set", phrase!("Set a switch")),
    ("resize", phrase!("Give something another size")),
    ("drop", phrase!("Remove a message in flight")),
    ("corrupt", phrase!("Corrupt a message in flight")),
    ("corrupt_next", phrase!("Corrupt a message")),
    ("set_clock", phrase!("Set a clock’s drift")),
    ("redraw", phrase!("Draw chance anew")),
];

/// What an action is called; its word where it is none.
pub(super) fn act_words(word: &str) -> &str {
    let known = ACTS.iter().find(|(known, _)| *known == word);
    known.map_or(word, |(_, words)| words)
}

/// What one may do by one entry, in words.
pub(super) fn may_words(may: &May) -> String {
    if let Some(text) = &may.text {
        return text.clone();
    }
    let what = if may.act == "set" {
        set_words(may)
    } else {
        said(act_words(&may.act), &[])
    };
    let key = |(key, values): (&String, &Value)| {
        let key = key.replace('_', " ");
        say!("{key} {values}", key, values = choice(values))
    };
    let keys: Vec<String> = may.keys.iter().map(key).collect();
    let what = if keys.is_empty() {
        what
    } else {
        say!("{what}: {keys}", what, keys = one_after_another(&keys))
    };
    match may.times {
        None => what,
        Some(1) => say!("{what}, once", what),
        Some(2) => say!("{what}, twice at most", what),
        Some(times) => say!("{what}, {times} times at most", what, times),
    }
}

fn set_words(may: &May) -> String {
    let one = |(key, values): (&String, &Value)| {
        let label = switch_label(key).unwrap_or(key);
        if values.as_array().is_some_and(Vec::is_empty) {
            say!("“{label}”", label)
        } else {
            say!("“{label}” to {values}", label, values = choice(values))
        }
    };
    let each: Vec<String> = may.settings.iter().map(one).collect();
    say!("Set {switches}", switches = list_words(&each))
}

/// "a, b or c".
fn choice(values: &Value) -> String {
    let word = |value: &Value| match value {
        Value::Bool(true) => say!("on"),
        Value::Bool(false) => say!("off"),
        Value::String(text) => value_label(text).unwrap_or(text).to_string(),
        other => other.to_string(),
    };
    let words: Vec<String> = values.as_array().into_iter().flatten().map(word).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => {
            say!(
                "{before} or {last}",
                before = one_after_another(before),
                last
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_of_a_file_has_its_words_and_nothing_else_has() {
        assert_eq!(ACTS.map(|(word, _)| word), ActionText::WORDS);
    }
}
