//! The published schema knows what the reader knows.

use documents::scenario::schema;
use serde_json::{Value, json};

use super::fixture::{changed, full};

#[test]
fn the_schema_knows_every_key_of_a_scenario() {
    let schema = schema();
    assert_eq!(
        unknown_keys(&schema, &schema, &full(), ""),
        Vec::<String>::new()
    );
    let wrong: Value = serde_json::from_str(&changed("/topology/zones/1/regio", json!(1))).unwrap();
    assert_eq!(
        unknown_keys(&schema, &schema, &wrong, ""),
        ["/topology/zones/1/regio"]
    );
    let mut wrong = full();
    wrong["actions"][0]["deep"] = json!(1);
    assert_eq!(
        unknown_keys(&schema, &schema, &wrong, ""),
        ["/actions/0/deep"]
    );
}

/// Editors take it from there, the page's own among them.
#[test]
fn the_page_publishes_the_schemas_as_they_are() {
    for (file, schema) in [
        ("scenario", schema()),
        ("lesson", documents::lesson::schema()),
        ("challenge", documents::challenge::schema()),
        ("fidelity", run::fidelity::schema()),
        ("real", run::measured::schema()),
    ] {
        let text = format!("{schema:#}\n");
        crate::common::check_written(&format!("public/schema/{file}.json"), &text, "schemas");
    }
}

/// Paths of keys that the schema does not describe.
pub(crate) fn unknown_keys(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let schema = match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => root
            .pointer(reference.trim_start_matches('#'))
            .expect("a definition"),
        None => schema,
    };
    for branches in ["oneOf", "anyOf"] {
        let Some(branches) = schema.get(branches).and_then(Value::as_array) else {
            continue;
        };
        let results = branches.iter().filter(|branch| same_action(branch, value));
        let results = results.map(|branch| unknown_keys(root, branch, value, at));
        return results.min_by_key(Vec::len).expect("a branch");
    }
    match value {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| {
                let path = format!("{at}/{key}");
                let known = schema.pointer(&format!("/properties/{key}"));
                match known.or_else(|| schema.get("additionalProperties")) {
                    Some(Value::Bool(false)) | None => vec![path],
                    Some(Value::Bool(true)) => Vec::new(),
                    Some(inner) => unknown_keys(root, inner, value, &path),
                }
            })
            .collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .filter_map(|(i, value)| {
                let inner = schema
                    .get("items")
                    .or_else(|| schema.pointer(&format!("/prefixItems/{i}")));
                inner.map(|inner| unknown_keys(root, inner, value, &format!("{at}/{i}")))
            })
            .flatten()
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a branch describes actions of this value's kind, if it describes actions.
fn same_action(branch: &Value, value: &Value) -> bool {
    match branch.pointer("/properties/do/const") {
        Some(word) => value.get("do") == Some(word),
        None => true,
    }
}
