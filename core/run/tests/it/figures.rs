//! Figures say what they rest on: payload and wire side by side, money on the wire, and rates,
//! percentiles and a month's cost of one window that the report states.

use documents::scenario::Scenario;
use report::summary::VariantSummary;
use run::runner;
use serde_json::{Value, json};

/// The same load all the time from 2 s on; before that half of it, and nobody leads at first.
fn steady(measure_from: &str) -> Scenario {
    let document = json!({
        "format": "raft-atlas/1",
        "title": "The same load",
        "seed": 7,
        "duration": "40s",
        "measure_from": measure_from,
        "topology": {
            "zones": [{ "id": "a", "region": "r" }, { "id": "b", "region": "r" },
                { "id": "c", "region": "r" }],
            "stores": [{ "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" },
                { "id": "s3", "zone": "c" }],
            "gateways": [{ "id": "g1", "zone": "a" }, { "id": "g2", "zone": "b" }],
            "links": { "cross_zone": { "rtt": "2ms", "usd_per_gb": 0.02 } },
        },
        "data": { "rows": 1_000, "row_bytes": 500, "leaders": ["a"] },
        "workload": [
            { "id": "scans", "from": "b", "op": "scan", "rows": 50, "clients": 4, "think": "8ms" },
            { "id": "more", "from": "b", "op": "scan", "rows": 50, "clients": 4, "think": "8ms",
                "start": "2s" },
        ],
    });
    Scenario::parse(&document.to_string()).expect("a right scenario")
}

fn run(scenario: &Scenario, until_us: u64) -> VariantSummary {
    let resolved = scenario.resolve(None, None).expect("it has no variants");
    runner::run(&resolved, until_us)
}

fn per_month(scenario: &Scenario, until_us: u64) -> f64 {
    let report = run(scenario, until_us).to_json();
    report["money"]["per_month"].as_f64().expect("time passed")
}

/// By how many parts of a hundred the second differs from the first.
fn percent_apart(a: f64, b: f64) -> f64 {
    ((b - a) / a * 100.0).abs()
}

const SHORT_US: u64 = 8_000_000;
const LONG_US: u64 = 40_000_000;

#[test]
fn the_same_load_costs_the_same_a_month_over_8_and_over_40_seconds() {
    let measured = steady("3s");
    let (short, long) = (
        per_month(&measured, SHORT_US),
        per_month(&measured, LONG_US),
    );
    assert!(percent_apart(short, long) < 1.0, "{short} and {long} USD");
    // Measured from the start, the two seconds of half the load are a part of the rate.
    let whole = steady("0s");
    let (short, long) = (per_month(&whole, SHORT_US), per_month(&whole, LONG_US));
    assert!(percent_apart(short, long) > 5.0, "{short} and {long} USD");
}

#[test]
fn a_report_states_the_window_of_its_rates_and_counts_the_whole_run() {
    let warmed = run(&steady("3s"), SHORT_US).to_json();
    let whole = run(&steady("0s"), SHORT_US).to_json();
    assert_eq!(
        warmed["window"],
        json!({ "from_us": 3_000_000, "to_us": 8_000_000 })
    );
    assert_eq!(whole["window"], json!({ "from_us": 0, "to_us": 8_000_000 }));
    for same in [
        "digest",
        "bytes",
        "wire",
        "usd",
        "usd_payload",
        "checks",
        "messages",
    ] {
        assert_eq!(warmed[same], whole[same], "{same} is of the whole run");
    }
    let scans = |report: &Value, key: &str| report["workload"]["scans"][key].as_u64();
    assert_eq!(scans(&warmed, "ok"), scans(&whole, "ok"));
    assert_eq!(scans(&whole, "measured"), scans(&whole, "ok"));
    assert!(scans(&warmed, "measured") < scans(&whole, "measured"));
    // The first statements wait for an election: in the whole run the longest is one of them.
    assert!(scans(&warmed, "max_us") < scans(&whole, "max_us"));
    let seconds = 5.0;
    let rate = warmed["workload"]["scans"]["qps"].as_f64().expect("a rate");
    let measured = scans(&warmed, "measured").expect("a count") as f64;
    assert!((rate - measured / seconds).abs() < 0.01);
}

#[test]
fn a_run_that_ends_in_its_warm_up_has_no_rate_and_no_month() {
    let report = run(&steady("3s"), 2_500_000).to_json();
    assert_eq!(
        report["window"],
        json!({ "from_us": 2_500_000, "to_us": 2_500_000 })
    );
    assert!(report["money"]["per_month"].is_null());
    assert_eq!(report["workload"]["scans"]["qps"], 0.0);
    assert_eq!(report["workload"]["scans"]["p99_us"], 0);
}

#[test]
fn a_warm_up_ends_before_the_run_does() {
    let error = steady("0s")
        .measured_from(LONG_US)
        .expect_err("nothing would be measured");
    assert_eq!(
        error.to_string(),
        "measure_from: found 40s, expected less than the duration of 40s"
    );
    let text = json!({ "format": "raft-atlas/1", "title": "t", "duration": "5s",
        "measure_from": "5s", "topology": { "zones": [], "stores": [] } });
    let error = Scenario::parse(&text.to_string())
        .expect_err("a bad file")
        .to_string();
    assert!(
        error.contains("measure_from: found 5s, expected less than 5s"),
        "{error}"
    );
}

/// Figures that stand once as payload and once as wire.
fn shape(amount: &Value) -> Vec<String> {
    let own = ["saved", "framing"];
    let keys = amount.as_object().expect("an object").keys();
    keys.filter(|key| !own.contains(&key.as_str()))
        .cloned()
        .collect()
}

#[test]
fn payload_and_wire_have_the_same_figures_and_money_is_the_wires() {
    let summary = run(&steady("0s"), SHORT_US);
    let report = summary.to_json();
    let (bytes, wire) = (&report["bytes"], &report["wire"]);
    assert_eq!(shape(bytes), shape(wire));
    assert_eq!(shape(&bytes["cross_zone"]), shape(&wire["cross_zone"]));
    let total = |amount: &Value| amount["cross_zone"]["total"].as_u64().expect("a count");
    assert_eq!(
        total(wire),
        total(bytes) + bytes["cross_zone"]["framing"].as_u64().expect("a count")
    );
    // Every link between zones has one price here.
    let nanos = |count: u64| u128::from(count) * 20_000_000 / 1_000_000_000;
    assert_eq!(summary.usd_nanos, nanos(total(wire)));
    assert_eq!(summary.usd_nanos_payload, nanos(total(bytes)));
    for pair in wire["between"].as_array().expect("a list") {
        assert!(pair["total"].as_u64() > Some(0));
    }
}
