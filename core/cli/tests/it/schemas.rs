//! Files that are wrong in one place, and files that are written in an unusual way: what the reader
//! says of them. `tools/schemas.test.mjs` asks the published schemas of the same table.

use std::path::Path;

use serde_json::{Map, Value};

use crate::common::{raft_atlas_given, stderr};

const TABLE: &str = include_str!("../../testdata/files-that-schema-and-reader-judge.json");

/// The right file of this row, with its place changed or taken out.
fn file(table: &Value, row: &Value) -> String {
    let of = row["of"].as_str().expect("of which format");
    let at = row["at"].as_str().expect("a place");
    let mut tree = table["right"][of].clone();
    let (parent, key) = at.rsplit_once('/').expect("a pointer");
    let mut here = &mut tree;
    for step in parent.split('/').skip(1) {
        here = match here {
            Value::Array(list) => &mut list[step.parse::<usize>().expect("a position")],
            other => other
                .as_object_mut()
                .expect("an object")
                .entry(step)
                .or_insert_with(|| Value::Object(Map::new())),
        };
    }
    match (here, row.get("is")) {
        (Value::Array(list), Some(value)) => {
            list[key.parse::<usize>().expect("a position")] = value.clone();
        }
        (Value::Object(map), Some(value)) => drop(map.insert(key.to_string(), value.clone())),
        (Value::Object(map), None) => drop(map.remove(key).expect("it is there")),
        _ => panic!("no such place: {at}"),
    }
    tree.to_string()
}

/// What `validate -` says of a text: its code, and its complaint.
fn judged(text: &str) -> (Option<i32>, String) {
    let output = raft_atlas_given(&["validate", "-"], Path::new("."), text);
    (output.status.code(), stderr(&output))
}

#[test]
fn right_files_of_each_format_are_taken() {
    let table: Value = serde_json::from_str(TABLE).unwrap();
    for (of, right) in table["right"].as_object().unwrap() {
        assert_eq!(judged(&right.to_string()), (Some(0), String::new()), "{of}");
    }
}

/// `1.0` is a whole number in JSON, which has one kind of number.
#[test]
fn what_a_schema_takes_the_reader_takes() {
    let table: Value = serde_json::from_str(TABLE).unwrap();
    for row in table["taken"].as_array().unwrap() {
        let verdict = judged(&file(&table, row));
        assert_eq!(verdict, (Some(0), String::new()), "{row}");
    }
}

#[test]
fn each_broken_file_is_refused_at_its_place() {
    let table: Value = serde_json::from_str(TABLE).unwrap();
    for row in table["refused"].as_array().unwrap() {
        let (code, complaint) = judged(&file(&table, row));
        assert_eq!(code, Some(2), "{row}: {complaint}");
        assert!(
            complaint.starts_with("standard input"),
            "{row}: {complaint}"
        );
        assert!(!complaint.contains("panicked"), "{row}: {complaint}");
    }
}
