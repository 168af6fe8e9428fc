//! Switches that two runs have set differently, and which figures rules about them speak of.

use serde_json::Value;

use crate::compare::{Group, Row, Side};
use text::said::said;
use text::words::bytes_words;

/// A switch that the two runs have set differently.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Switch {
    pub(super) key: String,
    pub(super) a: Value,
    pub(super) b: Value,
}

impl Switch {
    /// "read mode: leader, follower".
    pub(super) fn words(&self) -> String {
        let word = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Bool(true) => "on".to_string(),
            Value::Bool(false) => "off".to_string(),
            other => other.to_string(),
        };
        let key = self.key.replace('_', " ");
        format!("{key}: {}, {}", word(&self.a), word(&self.b))
    }

    /// The side with this value and the other one, when exactly one has it.
    pub(super) fn sides<'a>(
        &self,
        value: impl Into<Value>,
        a: &'a Side,
        b: &'a Side,
    ) -> Option<(&'a Side, &'a Side)> {
        let value = value.into();
        match (self.a == value, self.b == value) {
            (true, false) => Some((a, b)),
            (false, true) => Some((b, a)),
            _ => None,
        }
    }
}

/// Switches that differ at the end of the two runs.
pub(super) fn differing(a: &Side, b: &Side) -> Vec<Switch> {
    let settings = a.value(&["settings"]).as_object();
    let mut found = Vec::new();
    for (key, value) in settings.into_iter().flatten() {
        let other = b.value(&["settings", key]);
        if !other.is_null() && other != value {
            found.push(Switch {
                key: key.clone(),
                a: value.clone(),
                b: other.clone(),
            });
        }
    }
    found
}

/// Whether a difference is one of bytes that crossed zones, or of what they cost.
pub(super) fn is_of_crossing(row: &Row) -> bool {
    matches!(row.group, Group::BetweenZones | Group::Money)
}

/// What a rule says where it holds: its template, with bytes of the `one` run and of the `other`.
pub(super) fn sentence_if(holds: bool, (one, other): (u64, u64), template: &str) -> Option<String> {
    let bytes = (bytes_words(one), bytes_words(other));
    holds.then(|| said(template, &[("one", &bytes.0), ("other", &bytes.1)]))
}
