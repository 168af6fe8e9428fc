//! What came of requests is counted by one definition, whatever tells it (docs/design/figures.md).

use run::runner;
use serde_json::{Value, json};
use sim::SECONDS;

use crate::common::{outcomes, three_zones};

/// A figure of every entry of a part of a report, added up.
fn sum(report: &Value, part: &str, key: &str) -> u64 {
    let entries = report[part].as_object().into_iter().flatten();
    entries.filter_map(|(_, entry)| entry[key].as_u64()).sum()
}

fn moments(report: &Value, kind: &str) -> u64 {
    report["moments"][kind]["count"].as_u64().unwrap_or(0)
}

fn agree(name: &str, report: &Value) {
    let (failed, unknown) = (
        sum(report, "workload", "failed"),
        sum(report, "workload", "unknown"),
    );
    assert_eq!(
        failed + unknown,
        ["refused", "connection_lost", "timed_out"]
            .map(|kind| moments(report, kind))
            .iter()
            .sum::<u64>(),
        "{name}: without an answer"
    );
    let stale = sum(report, "workload", "stale");
    assert_eq!(
        stale,
        moments(report, "stale_read"),
        "{name}: stale, as told by moments"
    );
    assert_eq!(
        stale,
        sum(report, "modes", "stale"),
        "{name}: stale, as told by modes"
    );
    for (load, figures) in report["workload"].as_object().into_iter().flatten() {
        assert!(
            figures["stale"].as_u64() <= figures["ok"].as_u64(),
            "{name}, {load}"
        );
    }
    for (mode, figures) in report["modes"].as_object().into_iter().flatten() {
        assert!(
            figures["stale"].as_u64() <= figures["reads"].as_u64(),
            "{name}, {mode}"
        );
    }
}

#[test]
fn all_that_ships_counts_answers_and_what_has_none_alike() {
    for (name, outcome) in outcomes() {
        for variant in &outcome.variants {
            agree(&format!("{name}/{}", variant.name), &variant.to_json());
        }
    }
}

/// Statements over a range that is gone fail after a part of them has read something old.
#[test]
fn a_statement_that_failed_is_not_stale_whatever_its_parts_had_read() {
    let resolved = three_zones(&json!({
        "duration": "12s",
        "data": { "ranges": 2, "replicas": 1, "rows": 200, "row_bytes": 100, "leaders": [] },
        "settings": { "request_timeout": "300ms", "safe_time": "hybrid", "read_mode": "stale",
            "staleness": "1s" },
        "workload": [
            { "id": "put", "from": "ga", "op": "put", "clients": 2, "think": "2ms",
                "keys": [0, 4] },
            { "id": "st", "from": "gc", "op": "statement", "rows": 200, "clients": 2,
                "think": "20ms", "read_mode": "stale", "staleness": "1s" },
        ],
        "actions": [{ "at": "3s", "do": "crash", "store": "s2" }],
    }));
    let report = runner::run(&resolved, 12 * SECONDS).to_json();
    let statements = &report["workload"]["st"];
    assert!(statements["failed"].as_u64() > Some(50), "{statements}");
    assert!(statements["stale"].as_u64() > Some(50), "{statements}");
    agree("statements", &report);
}
