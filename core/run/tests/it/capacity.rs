//! Capacity: sizes given while a run goes on, loads swept, and percentiles that show a stall to
//! clients who arrive whatever happens.

use documents::scenario::{Scenario, at_load, loads};
use run::load_sweep::load_sweep;
use run::playground::{FrameRequest, Playground};
use run::runner;
use serde_json::{Value, json};

use crate::common::{check_golden, scenario_text};

/// One zone; a gateway of one core that serves 2,000 statements a second at most.
fn scenario(workload: &Value, actions: &Value) -> String {
    let document = json!({
        "format": "raft-atlas/1",
        "title": "One core",
        "seed": 7,
        "duration": "4s",
        "measure_from": "1s",
        "topology": {
            "zones": [{ "id": "a", "region": "r" }],
            "stores": [{ "id": "s1", "zone": "a" }, { "id": "s2", "zone": "a" },
                { "id": "s3", "zone": "a" }],
            "gateways": [{ "id": "g1", "zone": "a", "cores": 1 }],
        },
        "data": { "rows": 1_000, "row_bytes": 100, "leaders": ["s1"] },
        "settings": { "read_mode": "lease" },
        "costs": { "execute": "500us", "spread": "exponential" },
        "workload": [workload],
        "actions": actions,
    });
    document.to_string()
}

fn arrivals(rate: u32) -> Value {
    json!({ "id": "reads", "from": "a", "op": "get", "rate": rate })
}

#[test]
fn no_rate_is_told_at_which_a_core_is_full_while_requests_go_without_an_answer() {
    let limit_at = |rate: u32| {
        let mut load = arrivals(rate);
        load["timeout"] = json!("200ms");
        let text = scenario(&load, &json!([]));
        let mut run = Playground::open(&text, "", None).expect("a scenario");
        run.advance(4_000_000, u64::MAX);
        let limit = run.frame(FrameRequest::default()).limit;
        limit.expect("something is used")
    };
    let most = limit_at(1_500).ceiling_qps.expect("all are answered");
    assert!((1_900.0..2_100.0).contains(&most), "{most}");
    // Twice what the core can do: who waits longest gives up, and its work was for nothing.
    let over = limit_at(4_000);
    assert!(over.limits);
    assert_eq!((over.ceiling_qps, over.next_ceiling_qps), (None, None));
}

fn report(text: &str) -> Value {
    let scenario = Scenario::parse(text).expect("a right scenario");
    let run = scenario.resolve(None, None).expect("it has no variants");
    runner::run(&run, run.duration_us).to_json()
}

fn us(report: &Value, path: &str) -> u64 {
    let value = report.pointer(path).and_then(Value::as_u64);
    value.unwrap_or_else(|| panic!("no {path} in {report:#}"))
}

#[test]
fn a_stall_shows_in_the_percentiles_of_those_who_arrive_meanwhile() {
    let calm = report(&scenario(&arrivals(200), &json!([])));
    assert!(us(&calm, "/workload/reads/p99_us") < 10_000);
    // A twentieth of the measured time: who arrives in it waits from the instant of arrival on.
    let stall = json!([{ "at": "2s", "do": "pause", "store": "s1" },
        { "at": "2.15s", "do": "resume", "store": "s1" }]);
    let stalled = report(&scenario(&arrivals(200), &stall));
    let p99_us = us(&stalled, "/workload/reads/p99_us");
    assert!((90_000..160_000).contains(&p99_us), "{p99_us}");
    assert!(us(&stalled, "/workload/reads/p50_us") < 10_000);
    // One client that waits for its answer sends nothing meanwhile, and hardly notices.
    let closed = json!({ "id": "reads", "from": "a", "op": "get", "clients": 1, "think": "4ms" });
    let patient = report(&scenario(&closed, &stall));
    assert!(us(&patient, "/workload/reads/p99_us") < 10_000);
}

#[test]
fn percentiles_are_told_by_load_mode_and_zone() {
    let report = report(&scenario(&arrivals(500), &json!([])));
    let shares = ["mean", "p50", "p90", "p95", "p99", "p999", "p9999", "max"];
    for of in ["/workload/reads", "/modes/lease", "/zones/a", "/latency"] {
        for share in shares {
            let one = us(&report, &format!("{of}/{share}_us"));
            // There is one load, one mode and one zone.
            assert_eq!(one, us(&report, &format!("/workload/reads/{share}_us")));
        }
        let rising = shares[1..].windows(2).all(|pair| {
            us(&report, &format!("{of}/{}_us", pair[0]))
                <= us(&report, &format!("{of}/{}_us", pair[1]))
        });
        assert!(rising, "{of}");
    }
}

#[test]
fn cores_that_come_while_it_runs_are_counted_in_the_share_that_was_used() {
    let more = json!([{ "at": "2.5s", "do": "resize", "what": "cores", "of": "g1", "to": 4 }]);
    let report = report(&scenario(&arrivals(1_000), &more));
    let g1 = &report["resources"]["g1"];
    assert_eq!(g1["servers"], 4);
    // Half of one core for 1.5 s, an eighth of four for 1.5 s: 1.5 of 7.5 core seconds.
    let used = g1["used"].as_f64().expect("a share");
    assert!((0.19..0.21).contains(&used), "{used}");
}

#[test]
fn a_sweep_goes_from_a_tenth_of_the_load_to_twice_it() {
    assert_eq!(loads(3), [10, 105, 200]);
    assert_eq!(loads(2), [10, 200]);
    assert_eq!(loads(8)[0], 10);
}

#[test]
fn a_point_of_a_sweep_is_the_scenario_at_that_load() {
    let mut load = arrivals(1_000);
    load["ramp"] = json!([{ "at": "2s", "rate": 3_000 }]);
    let text = scenario(&load, &json!([]));
    let by_hand = json!([
        { "at_us": 900_000, "action":
            { "do": "resize", "what": "cores", "of": "g1", "to": 2 } },
        { "at_us": 900_000, "action":
            { "do": "resize", "what": "rate", "of": "reads", "to": 400 } },
        { "at_us": 950_000, "action": { "do": "crash", "store": "s3" } },
    ]);
    let file = at_load(&text, None, Some(9), &by_hand.to_string(), 50).expect("it fits");
    let file: Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(file["title"], "50 % of the load: One core");
    assert_eq!(
        (&file["seed"], &file["duration"]),
        (&json!(9), &json!("3s"))
    );
    assert_eq!(file["workload"][0]["rate"], 500.0);
    assert_eq!(file["workload"][0]["ramp"][0]["rate"], 1_500.0);
    assert_eq!(
        file["actions"],
        json!([
            { "at": "1us", "do": "resize", "what": "cores", "of": "g1", "to": 2 },
            { "at": "1us", "do": "resize", "what": "rate", "of": "reads", "to": 200 },
        ])
    );
}

#[test]
fn the_ceiling_is_known_before_it_is_reached() {
    let text = scenario(&arrivals(1_500), &json!([]));
    let found = load_sweep(&text, None, None, "[]", &[10, 40, 80, 160]).expect("it fits");
    // 500 us a statement: 2,000 a second, seen at 1,200 already.
    assert_eq!(found.predicted_from, Some(2));
    assert!((found.ceiling_qps - 2_000.0).abs() < 60.0, "{found:?}");
    let reached = found.points[3].qps;
    assert!((reached - 2_000.0).abs() < 60.0, "{reached}");
    assert!(found.points[3].p99_us > 20.0 * found.points[0].p99_us);
}

/// The page's own test sweeps the same and compares.
#[test]
fn a_sweep_is_the_same_here_and_in_the_page() {
    let text = scenario_text("ladder-tenth");
    let found = load_sweep(&text, Some("rung-2"), Some(1), "[]", &loads(3)).expect("it fits");
    let told = serde_json::to_value(&found).expect("plain data");
    check_golden("sweep.json", &format!("{told:#}\n"));
    assert_eq!(found.points[0].resource.as_deref(), Some("lb1"));
}
