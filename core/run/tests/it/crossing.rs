//! Bytes over time: what lines carry, when they carry it.

use documents::scenario::Scenario;
use run::runner;
use serde_json::json;

use crate::common::three_zones_file;

/// A store that was cut off for some seconds gets all that it missed at once, over 50 Mbit/s.
#[test]
fn no_tenth_of_a_second_has_more_bytes_than_the_lines_carry_in_it() {
    let mut file = three_zones_file(&json!({
        "duration": "14s",
        "data": { "rows": 2000, "row_bytes": 20_000, "leaders": ["s1"] },
        "settings": { "request_timeout": "5s" },
        "workload": [
            { "id": "puts", "from": "ga", "op": "put", "clients": 4, "think": "5ms",
                "value_bytes": 20_000 },
        ],
        "actions": [
            { "at": "2s", "do": "isolate", "place": "b" },
            { "at": "8s", "do": "heal" },
        ],
        "raft": { "log_keep": 100_000 },
    }));
    file["topology"]["links"]["cross_zone"]["bandwidth"] = json!("50Mbps");
    let scenario = Scenario::parse(&file.to_string()).expect("a right scenario");
    let mut tenths: Vec<(u64, u64)> = Vec::new();
    let outcome = runner::run_all_seen(&scenario, None, None, |second| {
        let sum = |bucket: &runner::TrafficBucket| bucket.kinds().map(|(_, bytes)| bytes).sum();
        tenths.extend(
            second
                .traffic
                .iter()
                .map(|bucket| (bucket.from_us, sum(bucket))),
        );
        true
    });
    let report = outcome.expect("it runs").variants[0].to_json();
    let all: u64 = tenths.iter().map(|(_, bytes)| bytes).sum();
    assert_eq!(
        json!(all),
        report["wire"]["cross_zone"]["total"],
        "every byte once"
    );
    // From the leader's zone to each of the others, and a little that goes back.
    let lines = 2 * 50_000_000 / 8 / 10;
    let most = tenths.iter().max_by_key(|(_, bytes)| *bytes);
    assert!(
        most.is_some_and(|(_, bytes)| *bytes < lines * 12 / 10),
        "{most:?} of {lines}"
    );
    // For longer than a second the line to what was cut off is full.
    let full = tenths
        .iter()
        .filter(|(_, bytes)| *bytes > lines / 2)
        .count();
    assert!(full > 10, "{full} tenths");
}
