//! The scenarios that the page offers: all are listed, read without a word, and described by the
//! schema.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use documents::scenario::{Scenario, schema};
use serde_json::{Value, json};

use super::schema::unknown_keys;

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
        assert!(
            (2..=4).contains(&sentences),
            "{file}: two to four sentences: {}",
            scenario.text()
        );
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

/// The list is searched and shown before any file is read.
#[test]
fn the_index_says_what_each_scenario_is_called_and_which_question_it_answers() {
    let index: Value = serde_json::from_str(&read("index.json")).unwrap();
    let mut questions: Vec<&str> = Vec::new();
    for entry in index.as_array().unwrap() {
        let file = entry["file"].as_str().unwrap();
        let scenario = Scenario::parse(&read(file)).unwrap();
        assert_eq!(entry["title"], scenario.title(), "{file}");
        let question = entry["question"].as_str().unwrap();
        assert!(question.ends_with('?'), "{file}: {question}");
        if questions.last() != Some(&question) {
            assert!(
                !questions.contains(&question),
                "{file}: a question stands once"
            );
            questions.push(question);
        }
    }
}

/// Both lists say which lesson plays which scenario: each leads to the other.
#[test]
fn scenarios_and_lessons_name_each_other() {
    let index: Value = serde_json::from_str(&read("index.json")).unwrap();
    let lessons: Value = serde_json::from_str(&read("../lessons/index.json")).unwrap();
    let lessons = lessons.as_array().unwrap();
    for entry in index.as_array().unwrap() {
        let uses = |lesson: &&Value| {
            lesson["scenarios"]
                .as_array()
                .unwrap()
                .contains(&entry["id"])
        };
        let numbered = lessons
            .iter()
            .enumerate()
            .filter(|(_, lesson)| uses(lesson));
        let expected: Value = numbered
            .map(|(place, lesson)| {
                json!({"number": place + 1, "id": lesson["id"], "title": lesson["title"]})
            })
            .collect();
        assert_eq!(entry["lessons"], expected, "{}", entry["id"]);
    }
}

/// Who writes an address by hand finds every id in one place.
#[test]
fn ids_of_addresses_are_listed_in_a_document() {
    let mut text = String::from(
        "# Ids for addresses\n\nWhat `scenario`, `variant`, `lesson` and `step` may be in an \
         address ([embedding.md](embedding.md)). Written by a test:\n`UPDATE_GOLDEN=1 cargo test \
         -p run --test it ids`.\n\n## Scenarios\n",
    );
    for file in listed() {
        let scenario = Scenario::parse(&read(&file)).unwrap();
        let id = file.trim_end_matches(".json");
        writeln!(text, "\n- `{id}`: {}", scenario.title()).unwrap();
        for variant in scenario.variants() {
            writeln!(text, "  - `{}`: {}", variant.id, variant.title).unwrap();
        }
    }
    text += "\n## Lessons\n";
    let lessons: Value = serde_json::from_str(&read("../lessons/index.json")).unwrap();
    for entry in lessons.as_array().unwrap() {
        let file = format!("../lessons/{}", entry["file"].as_str().unwrap());
        let lesson = documents::lesson::Lesson::parse(&read(&file)).unwrap();
        let id = entry["id"].as_str().unwrap();
        writeln!(text, "\n- `{id}`: {}", lesson.title).unwrap();
        for (place, step) in lesson.steps.iter().enumerate() {
            writeln!(text, "  - {} or `{}`: {}", place + 1, step.id, step.title).unwrap();
        }
    }
    crate::common::check_written("docs/ids.md", &text, "ids");
}

#[test]
fn every_variant_is_called_something_that_a_person_understands() {
    for file in listed() {
        let scenario = Scenario::parse(&read(&file)).unwrap();
        let mut titles = BTreeSet::new();
        for variant in scenario.variants() {
            assert_ne!(variant.title, variant.id, "{file}");
            assert!(
                titles.insert(&variant.title),
                "{file}: {} twice",
                variant.title
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
