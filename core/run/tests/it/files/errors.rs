//! What is said of a file that is wrong: place, found, expected.

use documents::problems::problems;
use model::config::ReadMode;
use serde_json::{Value, json};

use super::fixture::{check, error_of, full};

#[test]
fn what_is_no_json_is_said_with_line_and_column() {
    for (text, expected) in [
        (
            "",
            "not valid JSON at line 1 column 0: EOF while parsing a value",
        ),
        (
            "{\n  \"format\": }",
            "not valid JSON at line 2 column 13: expected value",
        ),
        (
            "{} x",
            "not valid JSON at line 1 column 4: trailing characters",
        ),
        (
            "{\"a\":1,\n\"a\":2}",
            "not valid JSON at line 2 column 3: the key \"a\" stands twice",
        ),
    ] {
        assert_eq!(error_of(text), expected);
    }
    let deep = "[".repeat(100_000);
    assert!(
        error_of(&deep).contains("recursion limit exceeded"),
        "{}",
        error_of(&deep)
    );
    assert_eq!(error_of("[]"), "found a list, expected an object");
    assert_eq!(error_of("null"), "found null, expected an object");
    assert_eq!(
        error_of("{}"),
        "found nothing, expected the key \"format\"\n\
        found nothing, expected the key \"title\"\n\
        found nothing, expected the key \"topology\""
    );
}

#[test]
fn whoever_writes_a_file_sees_each_problem_at_its_place() {
    let mut file = full();
    file["titel"] = file["title"].take();
    file.as_object_mut().unwrap().remove("title");
    file["topology"]["stores"][1]["cores"] = json!("two");
    file["topology"]["stores"][2]["colour"] = json!("blue");
    let found: Value = serde_json::from_str(&problems(&file.to_string())).unwrap();
    let paths: Vec<&str> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["path"].as_str().unwrap())
        .collect();
    assert_eq!(
        paths,
        [
            "titel",
            "",
            "topology.stores[1].cores",
            "topology.stores[2].colour"
        ]
    );
    assert_eq!(
        found[1]["text"],
        "found nothing, expected the key \"title\""
    );
    assert_eq!(problems(&full().to_string()), "[]");
    let lesson = json!({ "format": "raft-atlas-lesson/1", "title": "One", "minuts": 3 });
    assert!(
        problems(&lesson.to_string()).contains("minuts"),
        "a lesson is read as one: {}",
        problems(&lesson.to_string())
    );
    let many = json!({ "a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1 });
    assert_eq!(
        error_of(&many.to_string()).lines().count(),
        8,
        "at most eight"
    );
}

#[test]
fn noise_is_refused_by_its_length() {
    let noise = "x".repeat(10_000_000);
    assert_eq!(
        error_of(&noise),
        "found a file of 10000000 bytes, expected at most 2097152 (2 MiB)"
    );
}

#[test]
fn an_unknown_key_or_word_is_named_with_its_place() {
    check(
        "/tempo",
        json!(1),
        "tempo: unknown key, expected one of \"$schema\", \"format\", \
        \"title\", \"text\", \"seed\", \"duration\", \"measure_from\", \"record\", \"speed\", \
        \"topology\", \"data\", \"raft\", \
        \"costs\", \"schedule\", \"reads\", \"settings\", \"workload\", \"actions\", \"proves\", \"variants\", \"try\", \
        \"conclusion\", \"show\", \"checkpoints\", \"expect\"",
    );
    check(
        "/topology/zones/1/regio",
        json!(""),
        "topology.zones[1].regio: unknown key, expected one of \"id\", \"name\", \"region\"",
    );
    check(
        "/format",
        json!("raft-atlas/2"),
        "format: found \"raft-atlas/2\", expected \"raft-atlas/1\"",
    );
    let built = ReadMode::ALL.iter().map(|mode| mode.id());
    let modes: Vec<String> = built.map(|id| format!("\"{id}\"")).collect();
    let expected = format!(
        "settings.read_mode: found \"quorum\", expected one of {}",
        modes.join(", ")
    );
    check("/settings/read_mode", json!("quorum"), &expected);
    check(
        "/workload/0/op",
        json!(3),
        "workload[0].op: found 3, expected a text",
    );
}

#[test]
fn a_wrong_type_or_unit_is_named_with_its_place() {
    let duration = "expected a duration in whole microseconds such as \"250us\", \"3ms\", \
        \"1.5s\" or \"2m\"";
    check(
        "/duration",
        json!("30 parsecs"),
        &format!("duration: found \"30 parsecs\", {duration}"),
    );
    check(
        "/duration",
        json!(30),
        &format!("duration: found 30, {duration}"),
    );
    check(
        "/topology/stores/1/fsync",
        json!("1.5ns"),
        &format!("topology.stores[1].fsync: found \"1.5ns\", {duration}"),
    );
    check(
        "/topology/links/between/0/bandwidth",
        json!("297MB"),
        "topology.links.between[0].bandwidth: found \"297MB\", expected a bandwidth such as \
        \"500kbps\", \"297Mbps\" or \"10Gbps\"",
    );
    check(
        "/topology/links/cross_zone/loss",
        json!(5),
        "topology.links.cross_zone.loss: found 5.0, expected a number from 0 to 1, e.g. 0.05 for 5 %",
    );
    check(
        "/seed",
        json!(-1),
        "seed: found -1, expected a whole number, 0 or more",
    );
    check(
        "/seed",
        json!(1.5),
        "seed: found 1.5, expected a whole number, 0 or more",
    );
    check(
        "/seed",
        json!("7"),
        "seed: found \"7\", expected a whole number, 0 or more",
    );
    check(
        "/title",
        json!(["a"]),
        "title: found a list, expected a text",
    );
    check(
        "/topology",
        json!([]),
        "topology: found a list, expected an object",
    );
    check(
        "/topology/stores",
        Value::Null,
        "topology: found nothing, expected the key \"stores\"",
    );
    check(
        "/workload/0/keys",
        json!([1]),
        "workload[0].keys: found a list of 1, \
        expected a list of 2",
    );
}
