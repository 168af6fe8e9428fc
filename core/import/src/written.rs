//! A scenario's text as a person would write it. It must not know what its keys mean.

use std::fmt::Write;

use serde_json::Value;

/// The keys of a scenario, in the order in which a person reads them.
pub(crate) type Sections = Vec<(&'static str, Value)>;

/// A scenario as a person would write it: a section a line, lists with an item a line.
pub(crate) fn written(sections: &Sections) -> String {
    let mut text = String::from("{\n");
    let kept: Vec<_> = sections
        .iter()
        .filter(|(_, value)| value.as_array().is_none_or(|list| !list.is_empty()))
        .collect();
    for (at, (key, value)) in kept.iter().enumerate() {
        let comma = if at + 1 < kept.len() { "," } else { "" };
        let _ = writeln!(text, "  \"{key}\": {}{comma}", block(value, 1));
    }
    text.push_str("}\n");
    text
}

/// Longest value that stands on one line.
const LINE_CHARS_MAX: usize = 90;

fn block(value: &Value, depth: usize) -> String {
    let line = line(value);
    if line.len() + 2 * depth <= LINE_CHARS_MAX || depth > 4 {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    let end = "  ".repeat(depth);
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items
                .iter()
                .map(|item| format!("{indent}{}", block(item, depth + 1)))
                .collect();
            format!("[\n{}\n{end}]", items.join(",\n"))
        }
        Value::Object(map) => {
            let entries: Vec<String> = ordered(map)
                .into_iter()
                .map(|(key, value)| format!("{indent}\"{key}\": {}", block(value, depth + 1)))
                .collect();
            format!("{{\n{}\n{end}}}", entries.join(",\n"))
        }
        _ => line,
    }
}

fn line(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(line).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(map) if map.is_empty() => "{}".to_string(),
        Value::Object(map) => {
            let entries = ordered(map).into_iter();
            let entries: Vec<String> = entries
                .map(|(key, value)| format!("\"{key}\": {}", line(value)))
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// Keys that come first, in this order; the others follow by name.
const FIRST: [&str; 12] = [
    "at", "do", "id", "zones", "from", "op", "region", "ranges", "replicas", "stores", "gateways",
    "pd",
];

fn ordered(map: &serde_json::Map<String, Value>) -> Vec<(&String, &Value)> {
    let rank = |key: &str| {
        FIRST
            .iter()
            .position(|first| *first == key)
            .unwrap_or(FIRST.len())
    };
    let mut entries: Vec<_> = map.iter().collect();
    entries.sort_by_key(|(key, _)| rank(key));
    entries
}
