//! `raft-atlas real`: a result of a real cluster beside the simulated run.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{raft_atlas_given, refused, stdout};

/// A result of one run of the first scenario, as `npm run real` writes it.
fn result(scenario: &str) -> Value {
    let late = json!({ "count": 9, "p50_us": 100, "p99_us": 900, "worst_us": 2000 });
    json!({
        "format": "raft-atlas-real/1", "system": "etcd", "scenario": scenario, "variant": "run",
        "plan": "0", "date": "2026-01-31",
        "versions": { "etcd": "3.6.15", "go": "1.26", "raft_atlas": "1.0.0" },
        "machine": { "cpu": "a processor", "cores": 2, "memory_bytes": 1, "os": "Linux x86_64" },
        "left_out": ["costs: Core times are this machine’s own."], "refused_runs": 1,
        "runs": [{
            "elections": 1, "leaderless_us": 0, "no_write_longest_us": 800_000,
            "loads": [{
                "id": "puts", "op": "put", "zone": "Oregon", "ok": 100, "failed": 0,
                "measured": 100, "p50_us": 82_000, "p95_us": 84_000, "p99_us": 90_000
            }],
            "member_bytes": [{ "from": "s1", "to": "s2", "bytes": 700 }],
            "timers": late, "passed": late, "fsync_p50_us": 200, "not_done": []
        }]
    })
}

fn real(scenario: &str, more: &[&str]) -> std::process::Output {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("measured-{scenario}.json"));
    std::fs::write(&file, result(scenario).to_string()).expect("it can be written");
    let file = file.display().to_string();
    let args = [&["real", &file], more].concat();
    raft_atlas_given(&args, Path::new("."), "")
}

#[test]
fn each_figure_stands_beside_the_simulated_one_with_their_ratio() {
    let output = real("first-look", &["--json"]);
    let told: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let rows = told["rows"].as_array().expect("rows");
    let row = |figure: &str| {
        rows.iter()
            .find(|row| row["figure"] == figure)
            .expect("a row")
    };
    let p50 = row("loads.puts.p50_us");
    assert_eq!(p50["measured"], 82_000.0);
    let simulated = p50["simulated"].as_f64().expect("it is simulated");
    assert!((p50["ratio"].as_f64().expect("both") - simulated / 82_000.0).abs() < 1e-9);
    assert_eq!(row("elections")["ratio"], 1.0);
    assert_eq!(row("leaderless_us")["simulated"], Value::Null);
}

#[test]
fn the_table_says_where_it_was_measured_and_what_was_left_out() {
    let told = stdout(&real("first-look", &[]));
    for words in [
        "etcd 3.6.15 on a processor, 2 cores, 2026-01-31",
        "1 runs count; 1 do not",
        "not carried over: costs",
        "  <",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_result_of_an_unknown_scenario_asks_for_it() {
    refused(
        &real("nowhere", &[]),
        "found the scenario \"nowhere\", which is not built in, expected --scenario",
    );
}
