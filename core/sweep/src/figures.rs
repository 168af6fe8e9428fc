//! A report taken apart: every figure by its path. Must not know which figures there are.

use serde_json::Value;

use crate::cell::Cell;

/// Every figure of a report with its path, as expectations name it.
pub(crate) fn figures_of(report: &Value) -> Vec<(String, Cell)> {
    let mut all = Vec::new();
    take_apart(report, String::new(), &mut all);
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

fn take_apart(value: &Value, path: String, all: &mut Vec<(String, Cell)>) {
    let under = |step: &str| {
        if path.is_empty() {
            step.to_string()
        } else {
            format!("{path}.{step}")
        }
    };
    match value {
        Value::Null => {}
        Value::Bool(flag) => all.push((path, Cell::Flag(*flag))),
        Value::Number(number) => all.extend(number.as_f64().map(|n| (path, Cell::Number(n)))),
        Value::String(text) => all.push((path, Cell::Text(text.clone()))),
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                take_apart(value, under(&place.to_string()), all);
            }
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                take_apart(value, under(key), all);
            }
        }
    }
}

/// A figure among those of a run, by its path.
pub(crate) fn find<'a>(figures: &'a [(String, Cell)], path: &str) -> Option<&'a Cell> {
    let place = figures.binary_search_by(|(name, _)| name.as_str().cmp(path));
    place.ok().map(|place| &figures[place].1)
}
