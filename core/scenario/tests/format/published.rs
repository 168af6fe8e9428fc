//! The scenarios that the page offers: all are listed, read without a word, and described by the
//! schema.

use std::collections::BTreeSet;
use std::path::PathBuf;

use scenario::format::{Scenario, schema};
use serde_json::Value;

use crate::schema::unknown_keys;

/// The one home of scenarios.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios")
}

pub(crate) fn read(file: &str) -> String {
    let path = folder().join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files that the index names, in teaching order.
pub(crate) fn listed() -> Vec<String> {
    let index: Value = serde_json::from_str(&read("index.json")).unwrap();
    let entries = index.as_array().unwrap().iter();
    entries
        .map(|entry| {
            let (id, file) = (
                entry["id"].as_str().unwrap(),
                entry["file"].as_str().unwrap(),
            );
            assert_eq!(file, format!("{id}.json"));
            file.to_string()
        })
        .collect()
}

#[test]
fn the_index_lists_every_scenario_once() {
    let listed = listed();
    let unique: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(unique.len(), listed.len());
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "index.json")
        .collect();
    assert_eq!(files, unique);
}

#[test]
fn every_scenario_is_valid_and_explained() {
    for file in listed() {
        let scenario = Scenario::parse(&read(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let sentences = scenario.text().matches(". ").count() + 1;
        assert_eq!(sentences, 2, "{file}: two sentences: {}", scenario.text());
        assert!(scenario.text().ends_with('.'), "{file}");
        assert!(
            !scenario.expect().is_empty(),
            "{file}: something must be expected"
        );
        for variant in scenario.variants() {
            assert!(
                !variant.text.is_empty(),
                "{file}: {} says what it shows",
                variant.id
            );
        }
    }
}

#[test]
fn the_schema_describes_every_scenario() {
    let schema = schema();
    for file in listed() {
        let tree: Value = serde_json::from_str(&read(&file)).unwrap();
        assert_eq!(
            unknown_keys(&schema, &schema, &tree, ""),
            Vec::<String>::new(),
            "{file}"
        );
    }
}
