//! What a workload may say of its keys and of its clients, and what is said of one that is wrong.

use documents::scenario::Scenario;
use model::config::{KeyDistribution, RampStep, WorkloadConfig};
use serde_json::{Value, json};
use sim::Ratio;

use super::fixture::{changed, check};

/// The fixture's first workload with one key more, and what people call it.
fn loaded(key: &str, value: Value) -> (WorkloadConfig, String) {
    let text = changed(&format!("/workload/0/{key}"), value);
    let scenario = Scenario::parse(&text).expect("it is well formed");
    let run = scenario.resolve(Some("off"), None).expect("it is");
    let load = run.config.workloads[0].clone();
    (load, run.names.workloads[0].text.clone())
}

#[test]
fn keys_have_a_distribution_with_defaults_of_ycsb() {
    let (load, text) = loaded("distribution", json!({ "kind": "zipfian" }));
    let zipfian = KeyDistribution::Zipfian { theta_milli: 990 };
    assert_eq!(load.distribution, zipfian);
    assert_eq!(text, "8 clients scan 100 rows, zipfian keys");
    let (load, _) = loaded("distribution", json!({ "kind": "latest", "theta": 1.2 }));
    let latest = KeyDistribution::Latest { theta_milli: 1_200 };
    assert_eq!(load.distribution, latest);
    let (load, text) = loaded("distribution", json!({ "kind": "hotspot", "keys": 0.1 }));
    let hotspot = KeyDistribution::Hotspot {
        hot_keys: 1_000,
        requests: Ratio { ppm: 800_000 },
    };
    assert_eq!(load.distribution, hotspot);
    assert_eq!(
        text,
        "8 clients scan 100 rows, 80 % of them at 10 % of the keys"
    );
    let (load, text) = loaded("distribution", json!({ "kind": "one", "key": 17 }));
    assert_eq!(load.distribution, KeyDistribution::One { key: 17 });
    assert_eq!(text, "8 clients scan 100 rows, always key 17");
    let (load, _) = loaded("think", json!("1ms"));
    assert_eq!(load.distribution, KeyDistribution::Uniform);
}

#[test]
fn a_distribution_has_its_own_figures_only_and_they_make_sense() {
    let wrong = |value: Value, expected: &str| check("/workload/1/distribution", value, expected);
    wrong(
        json!({ "kind": "pareto" }),
        "workload[1].distribution.kind: found \"pareto\", expected one of \"uniform\", \
        \"zipfian\", \"latest\", \"hotspot\", \"one\"",
    );
    wrong(
        json!({ "kind": "zipfian", "theta": 3, "requests": 0.5, "key": 1 }),
        "workload[1].distribution.theta: found 3, expected 0.001 to 2\n\
        workload[1].distribution.requests: found 0.5, expected no \"requests\", which \
        \"zipfian\" does not have\n\
        workload[1].distribution.key: found 1, expected no \"key\", which \"zipfian\" does not \
        have",
    );
    wrong(
        json!({ "kind": "one", "key": 10 }),
        "workload[1].distribution.key: found 10, expected a key of its \"keys\", 0 to 9",
    );
    wrong(
        json!({ "kind": "hotspot", "keys": 1.5 }),
        "workload[1].distribution.keys: found 1.5, expected 0 to 1",
    );
    wrong(
        json!("zipfian"),
        "workload[1].distribution: found \"zipfian\", expected an object",
    );
}

#[test]
fn a_client_may_have_a_timeout_of_its_own_and_ask_again() {
    let (load, text) = loaded("retry", json!({ "attempts": 3 }));
    let retry = load.retry.expect("it asks again");
    assert_eq!((retry.attempts, retry.backoff_us), (3, 100_000));
    assert_eq!(
        (retry.backoff_max_us, retry.jitter),
        (10_000_000, Ratio::ZERO)
    );
    assert_eq!(text, "8 clients scan 100 rows, each up to 3 times");
    let (load, text) = loaded("timeout", json!("50ms"));
    assert_eq!((load.timeout_us, load.retry), (Some(50_000), None));
    assert_eq!(text, "8 clients scan 100 rows");
    check(
        "/workload/0/retry",
        json!({ "attempts": 1, "backoff": "61s", "jitter": 1.5 }),
        "workload[0].retry.attempts: found 1, expected 2 to 100 requests\n\
        workload[0].retry.backoff: found 61s, expected 0us to 60s\n\
        workload[0].retry.jitter: found 1.5, expected 0 to 1",
    );
    check(
        "/workload/0/retry",
        json!({}),
        "workload[0].retry: found nothing, expected the key \"attempts\"",
    );
    check(
        "/workload/0/timeout",
        json!("0us"),
        "workload[0].timeout: found 0us, expected 1us to 86400s",
    );
}

#[test]
fn a_load_may_change_at_once_or_over_some_time() {
    let ramp = json!([{ "at": "10s", "clients": 200 },
                      { "at": "20s", "over": "5s", "clients": 50 }]);
    let (load, text) = loaded("ramp", ramp);
    let step = |at_us, over_us, level| RampStep {
        at_us,
        over_us,
        level,
    };
    let steps = [step(10_000_000, 0, 200), step(20_000_000, 5_000_000, 50)];
    assert_eq!(load.ramp, steps);
    assert_eq!(text, "8 clients scan 100 rows, 200 from 10s on, 50 by 25s");
    check(
        "/workload/1/ramp",
        json!([{ "at": "5s", "over": "2s", "rate": 100 }, { "at": "6s", "rate": 2e6 }]),
        "workload[1].ramp[1].at: found 6s, expected 7s to 86400s\n\
        workload[1].ramp[1].rate: found 2000000, expected 0 to 1000000",
    );
    check(
        "/workload/1/ramp",
        json!([{ "at": "5s", "clients": 100 }, { "at": "6s" }]),
        "workload[1].ramp[0]: found \"clients\", expected \"rate\", as its workload has\n\
        workload[1].ramp[1]: found neither, expected \"rate\", as its workload has",
    );
    check(
        "/workload/0/ramp",
        json!([{ "at": "5s", "clients": 200_000 }]),
        "workload[0].ramp[0].clients: found 200000, expected 0 to 100000 clients",
    );
}

#[test]
fn an_insert_transaction_says_what_it_is_and_needs_keys_for_its_ten_rows() {
    let load = |more: Value| {
        let mut load = json!({ "id": "scan", "from": "g1", "op": "insert", "clients": 2 });
        let all = load.as_object_mut().expect("it is one");
        all.extend(more.as_object().expect("it is one").clone());
        load
    };
    let text = changed("/workload/0", load(json!({})));
    let scenario = Scenario::parse(&text).expect("it is well formed");
    let run = scenario.resolve(Some("off"), None).expect("it is");
    assert_eq!(
        run.names.workloads[0].text,
        "2 clients insert rows in five tables"
    );
    check(
        "/workload/0",
        load(json!({ "rows": 10, "keys": [0, 9] })),
        "workload[0].rows: found 10, expected no \"rows\", since an insert has ten\n\
        workload[0].keys: found 9, expected at least the 10 rows of one of its requests",
    );
}
