//! A report taken apart: every value by its path. It must not know which there are.

use serde_json::Value;

/// Every value that is no list and no object, with its path as expectations name it, in the order
/// of the report.
pub fn leaves(report: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    take_apart(report, String::new(), &mut all);
    all
}

fn take_apart<'a>(value: &'a Value, path: String, all: &mut Vec<(String, &'a Value)>) {
    let under = |step: &str| {
        if path.is_empty() {
            step.to_string()
        } else {
            format!("{path}.{step}")
        }
    };
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                take_apart(value, under(key), all);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate() {
                take_apart(value, under(&place.to_string()), all);
            }
        }
        leaf => all.push((path, leaf)),
    }
}
