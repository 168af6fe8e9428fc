//! Checkpoints of a scenario: what may be asked of an instant, and how it is found out.

use documents::scenario::Scenario;
use run::checkpoints::{Stop, replay};
use run::playground::Playground;
use serde_json::{Value, json};

const FIRST_LOOK: &str = include_str!("../../../../public/scenarios/first-look.json");

/// The first scenario, whose leader's way to oregon is cut and which is then crashed, asked this.
fn asked(checkpoints: &Value) -> String {
    let mut file: Value = serde_json::from_str(FIRST_LOOK).expect("JSON");
    file["duration"] = json!("8s");
    file["conclusion"]["at"] = json!("1s");
    file["expect"] = json!([]);
    file["actions"] = json!([
        { "at": "3s", "do": "cut", "from": "Ohio", "to": "Oregon", "one_way": true },
        { "at": "5s", "do": "crash", "store": "s2" },
    ]);
    file["checkpoints"] = checkpoints.clone();
    file.to_string()
}

fn replayed(checkpoints: &Value) -> Vec<Stop> {
    let scenario = Scenario::parse(&asked(checkpoints)).expect("accepted");
    replay(&scenario.resolve(None, None).expect("it runs"))
}

fn lines(checkpoints: &Value) -> Vec<String> {
    let stops = replayed(checkpoints).into_iter();
    let all = stops.flat_map(|stop| stop.checkpoints);
    all.filter_map(|one| Some(one.found?.line)).collect()
}

fn refusal(checkpoint: &Value) -> String {
    let error = Scenario::parse(&asked(&json!([checkpoint]))).expect_err("refused");
    error.to_string()
}

#[test]
fn each_is_judged_at_its_instant_in_the_order_of_time() {
    let found = lines(&json!([
        { "at": "6s", "down": "s2" },
        { "at": "2s", "leader": "s2" },
        { "at": "2s", "down": "s2" },
        { "at": "4s", "cut": ["Ohio", "Oregon"] },
        { "at": "4s", "cut": ["Oregon", "Ohio"] },
        { "at": "4s", "metric": "state.faults", "equals": 1 },
        { "at": "8s", "leader": "s2", "range": 0 },
    ]));
    let expected = [
        "met: leader of range 0: s2; the goal is s2",
        "NOT MET: store s2: up; the goal is down",
        "met: link from Ohio to Oregon: cut; the goal is cut",
        "NOT MET: link from Oregon to Ohio: open; the goal is cut",
        "met: faults that stand: 1; the goal is 1",
        "met: store s2: down; the goal is down",
    ];
    assert_eq!(found[..expected.len()], expected);
    assert!(
        found[6].starts_with("NOT MET: leader of range 0: s"),
        "{}",
        found[6]
    );
}

#[test]
fn looking_on_the_way_changes_nothing_and_the_end_is_always_looked_at() {
    let often = replayed(&json!([{ "at": "1s", "leader": "s2" }, { "at": "7s", "down": "s2" }]));
    let once = replayed(&json!([]));
    let instants: Vec<u64> = often.iter().map(|stop| stop.at_us).collect();
    assert_eq!(instants, [1_000_000, 7_000_000, 8_000_000]);
    assert_eq!(once.len(), 1);
    assert_eq!(often[2].digest, once[0].digest);
}

#[test]
fn a_page_that_stands_there_is_told_the_same_and_of_other_instants_nothing() {
    let checkpoints = json!([{ "at": "2s", "leader": "s2" }, { "at": "6s", "down": "s2" }]);
    let mut page = Playground::open(&asked(&checkpoints), "", None).expect("it opens");
    page.advance(2_000_000, u64::MAX);
    let here = page.checkpoints();
    assert_eq!(here[0], replayed(&checkpoints)[0].checkpoints[0]);
    assert_eq!(here[1].found, None);
    assert_eq!(
        serde_json::to_value(&here[0].shown).expect("plain data"),
        json!({ "what": "leader", "store": "s2", "range": 0 })
    );
}

#[test]
fn a_variant_may_ask_other_things() {
    let mut file: Value = serde_json::from_str(&asked(&json!([]))).expect("JSON");
    file["variants"] = json!({ "a": {}, "b": { "checkpoints": [{ "at": "1s", "leader": "s2" }] } });
    let scenario = Scenario::parse(&file.to_string()).expect("accepted");
    let of = |variant| {
        scenario
            .resolve(Some(variant), None)
            .expect("it runs")
            .checkpoints
            .len()
    };
    assert_eq!((of("a"), of("b")), (0, 1));
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_place() {
    for (checkpoint, expected) in [
        (
            json!({ "at": "9s", "down": "s2" }),
            "checkpoints[0].at: found 9s, expected 0us to 8s",
        ),
        (
            json!({ "at": "1s", "down": "s9" }),
            "checkpoints[0].down: found \"s9\", expected one of \"s1\", \"s2\", \"s3\"",
        ),
        (
            json!({ "at": "1s", "cut": ["Ohio", "s1"] }),
            "checkpoints[0].cut[1]: found \"s1\", expected one of \"Oregon\"",
        ),
        (
            json!({ "at": "1s", "metric": "usdd", "at_most": 1 }),
            "expected \"usd\"",
        ),
        (json!({ "at": "1s", "metric": "usd" }), "checkpoints[0]"),
        (
            json!({ "at": "1s" }),
            "expected one of \"metric\" with its bounds",
        ),
        (
            json!({ "at": "1s", "leader": "s1", "down": "s2" }),
            "expected one of \"metric\" with its bounds",
        ),
        (
            json!({ "at": "1s", "leeder": "s1" }),
            "checkpoints[0].leeder",
        ),
    ] {
        let found = refusal(&checkpoint);
        assert!(found.contains(expected), "{found}");
    }
}
