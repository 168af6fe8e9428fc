//! Bytes over time: what lines carry, when they carry it.

use documents::scenario::Scenario;
use run::runner;
use serde_json::{Value, json};

use crate::common::three_zones_file;

/// A store that was cut off for some seconds gets all that it missed at once, over 50 Mbit/s.
fn catching_up(loads: &[Value]) -> Scenario {
    let puts = json!({ "id": "puts", "from": "ga", "op": "put", "clients": 4, "think": "5ms",
        "value_bytes": 20_000 });
    let loads: Vec<&Value> = [&puts].into_iter().chain(loads).collect();
    let mut file = three_zones_file(&json!({
        "duration": "14s",
        "measure_from": "8s",
        "data": { "rows": 2000, "row_bytes": 20_000, "leaders": ["s1"] },
        "settings": { "request_timeout": "5s" },
        "workload": loads,
        "actions": [
            { "at": "2s", "do": "isolate", "place": "b" },
            { "at": "8s", "do": "heal" },
        ],
        "raft": { "log_keep": 100_000 },
    }));
    file["topology"]["links"]["cross_zone"]["bandwidth"] = json!("50Mbps");
    Scenario::parse(&file.to_string()).expect("a right scenario")
}

/// Links were one queue each: after the heal not one read was answered that a gateway in the zone
/// that was cut off sent to the leader, since its rows stood behind seconds of appends.
#[test]
fn a_reader_has_its_share_of_a_line_that_is_full_of_appends() {
    let gets = json!({ "id": "gets", "from": "gb", "op": "get", "read_mode": "lease", "clients": 4,
        "think": "20ms" });
    let outcome = runner::run_all(&catching_up(&[gets]), None, None).expect("it runs");
    let report = outcome.variants[0].to_json();
    let gets = &report["workload"]["gets"];
    let figure = |name: &str| gets[name].as_u64().expect("a count");
    // A row takes 3.2 ms alone and twice that beside the appends, and 2 ms there and back.
    assert!(figure("measured") > 200, "{gets}");
    assert!(figure("p99_us") < 10_000, "{gets}");
}

#[test]
fn no_tenth_of_a_second_has_more_bytes_than_the_lines_carry_in_it() {
    let gets = json!({ "id": "gets", "from": "gb", "op": "get", "read_mode": "lease", "clients": 4,
        "think": "20ms" });
    for loads in [&[][..], &[gets]] {
        bytes_by_tenths(&catching_up(loads));
    }
}

fn bytes_by_tenths(scenario: &Scenario) {
    let mut tenths: Vec<(u64, u64)> = Vec::new();
    let outcome = runner::run_all_seen(scenario, None, None, |second| {
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
