//! What the lines of an exported run tell of requests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{raft_atlas, scenario, stderr, stdout};

/// Two clients, and others that come and go, ask again while the only leader is cut off.
fn lines_of_a_run_with_retries() -> Vec<Value> {
    let scenario = json!({
        "format": "raft-atlas/1", "title": "Asked again", "duration": "4s",
        "topology": {
            "zones": [{ "id": "a" }, { "id": "b" }],
            "stores": [{ "id": "s1", "zone": "a" }],
            "gateways": [{ "id": "g1", "zone": "b" }],
        },
        "data": { "replicas": 1, "rows": 10, "leaders": ["s1"] },
        "workload": [{
            "id": "reads", "from": "g1", "op": "get", "clients": 2, "think": "50ms",
            "timeout": "200ms", "retry": { "attempts": 4, "backoff": "20ms" },
        }, {
            "id": "arrivals", "from": "g1", "op": "get", "rate": 100,
            "timeout": "200ms", "retry": { "attempts": 4, "backoff": "20ms" },
        }],
        "actions": [{ "at": "1s", "do": "isolate", "place": "a" }, { "at": "3s", "do": "heal" }],
    });
    exported("asked-again.json", &scenario)
}

/// The lines of a run.
fn exported(name: &str, scenario: &Value) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, scenario.to_string()).expect("written");
    let path = path.display().to_string();
    let output = raft_atlas(&["export", &path, "--format", "jsonl"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let line = |line: &str| serde_json::from_str(line).expect("an object a line");
    stdout(&output).lines().map(line).collect()
}

#[test]
fn the_end_of_a_scan_tells_every_row() {
    let scenario = json!({
        "format": "raft-atlas/1", "title": "Scans", "duration": "3s",
        "topology": {
            "zones": [{ "id": "a" }],
            "stores": [{ "id": "s1", "zone": "a" }],
            "gateways": [{ "id": "g1", "zone": "a" }],
        },
        "data": { "ranges": 2, "replicas": 1, "rows": 20 },
        "workload": [
            { "id": "scans", "from": "g1", "op": "scan", "rows": 8, "clients": 1, "think": "20ms" },
            { "id": "puts", "from": "g1", "op": "put", "clients": 1, "think": "5ms" },
        ],
    });
    let lines = exported("scans.json", &scenario);
    let of = |fact: &str| {
        let lines = lines.iter().filter(|line| line["fact"] == fact);
        let by_number = lines.map(|line| (line["request"].as_u64().expect("a number"), line));
        by_number.collect::<BTreeMap<u64, &Value>>()
    };
    let (invoked, completed) = (of("invoked"), of("completed"));
    let (mut written, mut scans) = (0, 0);
    for (request, end) in &completed {
        let asked = invoked[request];
        // A scan over two ranges has two parts, and they have its rows.
        let is_whole = invoked.values().any(|part| part["parent"] == *request);
        if asked["op"] != "scan" || is_whole {
            assert_eq!(end["values"], Value::Null, "{end}");
            continue;
        }
        scans += 1;
        let values = end["values"].as_array().expect("its rows");
        assert_eq!(json!(values.len()), asked["rows"], "{asked}\n{end}");
        assert_eq!(values[0], end["value"]);
        let first = asked["key"].as_u64().expect("a key");
        for (key, value) in (first..).zip(values).filter(|(_, value)| **value != 0) {
            let put = invoked[&value.as_u64().expect("the number of a put")];
            assert_eq!(
                (&put["op"], &put["key"]),
                (&json!("put"), &json!(key)),
                "{put}"
            );
            written += 1;
        }
    }
    assert!(
        scans > 10 && written > 40,
        "{scans} scans, {written} rows written before"
    );
}

#[test]
fn faults_are_written_for_programs_that_cause_them_and_what_is_left_out_is_told() {
    let file = scenario("lease-and-restart");
    for (format, start) in [
        ("chaos-mesh", "# Faults of "),
        ("toxiproxy", "{\n  \"title\": "),
        ("tc", "#!/bin/sh\n"),
    ] {
        let output = raft_atlas(&["export", &file, "--format", format]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).starts_with(start), "{}", stdout(&output));
        let told = stderr(&output);
        assert!(
            told.lines().all(|line| line.starts_with("left out: ")),
            "{told}"
        );
        assert_eq!(
            told.contains("crash:"),
            format != "chaos-mesh",
            "{format}: {told}"
        );
    }
    let quiet = raft_atlas(&["export", &scenario("two-cities"), "--format", "tc"]);
    assert!(stderr(&quiet).contains("the scenario has no faults"));
}

#[test]
fn a_repeated_request_tells_which_one_it_repeats() {
    let lines = lines_of_a_run_with_retries();
    let invoked = lines.iter().filter(|line| line["fact"] == "invoked");
    let by_number: BTreeMap<u64, &Value> = invoked
        .map(|line| (line["request"].as_u64().expect("a number"), line))
        .collect();
    let outcome = |request: &Value| {
        let is_end = |line: &&Value| line["fact"] == "completed" && line["request"] == *request;
        lines
            .iter()
            .find(is_end)
            .map(|line| line["outcome"].clone())
    };
    let mut repeated = 0;
    for line in by_number.values() {
        let Some(first) = line["retry_of"].as_u64() else {
            assert_eq!(line["retry"], Value::Null, "{line}");
            continue;
        };
        repeated += 1;
        let first = by_number[&first];
        assert_eq!(first["retry"], Value::Null, "it is the first: {first}");
        for key in ["workload", "client", "key", "op"] {
            assert_eq!(first[key], line[key], "{first}\n{line}");
        }
        assert_eq!(outcome(&first["request"]), Some(json!("failed")), "{first}");
    }
    assert!(repeated > 100, "{repeated} of {}", by_number.len());
}
