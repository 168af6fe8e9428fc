//! What is said of runs whose writes travel in other ways.

use serde_json::{Value, json};

use crate::compare::tests::compared;

fn appends(on: &Value, bytes: u64, saved: u64) -> Value {
    json!({
        "settings": {"follower_replication": on},
        "bytes": {
            "total": 20_000 + bytes,
            "saved": {"relay": saved},
            "cross_zone": {"total": 10_000 + bytes, "append": bytes},
        },
        "usd": 0.000_000_000_02 * (10_000 + bytes) as f64,
    })
}

#[test]
fn follower_replication_is_told_with_the_bytes_of_both_runs() {
    let (off, on) = (
        appends(&json!(false), 40_000, 0),
        appends(&json!(true), 20_000, 20_000),
    );
    let expected = "With follower replication entries enter a zone once and a delegate passes \
                    them on: 20 kB of appends between zones, 40 kB without it.";
    assert_eq!(compared(&off, &on).reason, expected);
    assert_eq!(compared(&on, &off).reason, expected);
    let some = appends(&json!(["az2"]), 20_000, 20_000);
    assert_eq!(compared(&off, &some).reason, expected);
}

#[test]
fn a_relay_that_saved_nothing_explains_nothing() {
    let (off, on) = (
        appends(&json!(false), 40_000, 0),
        appends(&json!(true), 20_000, 0),
    );
    let reason = compared(&off, &on).reason;
    assert!(reason.starts_with("The "), "{reason}");
}

#[test]
fn group_commit_is_told_by_the_time_to_commit() {
    let run = |on: bool, p50_us: u64| {
        json!({
            "settings": {"group_commit": on},
            "commit": {"entries": 10, "p50_us": p50_us, "p99_us": p50_us + 1_000},
        })
    };
    let reason = compared(&run(false, 8_000), &run(true, 40_000)).reason;
    assert!(
        reason.starts_with("With group commit an entry waits for a second zone: 40"),
        "{reason}"
    );
}
