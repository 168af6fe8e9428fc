//! What the lines of an exported run tell of requests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{raft_atlas, stderr, stdout};

/// Two clients ask again while the only leader is cut off.
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
        }],
        "actions": [{ "at": "1s", "do": "isolate", "place": "a" }, { "at": "3s", "do": "heal" }],
    });
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("asked-again.json");
    std::fs::write(&path, scenario.to_string()).expect("written");
    let path = path.display().to_string();
    let output = raft_atlas(&["export", &path, "--format", "jsonl"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let line = |line: &str| serde_json::from_str(line).expect("an object a line");
    stdout(&output).lines().map(line).collect()
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
    assert!(repeated > 4, "{repeated} of {}", by_number.len());
}
