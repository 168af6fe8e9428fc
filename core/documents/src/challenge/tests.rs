//! What is made of a challenge file, and what it allows.

use serde_json::{Value, json};

use crate::challenge::*;

/// A challenge with every key.
fn full() -> Value {
    json!({
        "$schema": "../schema/challenge.json",
        "format": "raft-atlas-challenge/1",
        "title": "Keep it up",
        "minutes": 5,
        "ask": "Keep it up.",
        "why": "Since it matters.",
        "scenario": {
            "format": "raft-atlas/1",
            "title": "Three stores",
            "seed": 1,
            "duration": "20s",
            "topology": {
                "zones": [{ "id": "az1", "region": "r" }, { "id": "az2", "region": "r" }],
                "stores": [{ "id": "s1", "zone": "az1" }, { "id": "s2", "zone": "az2" }],
                "gateways": [{ "id": "g1", "zone": "az1" }],
                "links": { "same_zone": { "rtt": "1ms" }, "cross_zone": { "rtt": "2ms" } },
            },
            "data": { "ranges": 1, "replicas": 1, "rows": 10, "row_bytes": 100 },
            "workload": [{ "id": "looks", "from": "g1", "op": "get", "rate": 2 }],
            "variants": { "a": {}, "b": { "seed": 3 } },
        },
        "variant": "b",
        "seed": 9,
        "lasts": "12s",
        "may": [
            { "do": "set", "settings": { "read_mode": ["leader", "follower"], "lease": [] } },
            { "do": "crash", "with": { "store": ["s1", "s2"] }, "times": 1 },
            { "do": "heal", "text": "End whatever is broken" },
        ],
        "acts": 3,
        "conditions": [{ "not": { "happened": "stale_read" } }],
        "score": { "metric": "workload.looks.p99_us", "better": "less", "stars": [900, 500] },
        "hints": ["Look."],
    })
}

/// What is said of the challenge with one place changed.
#[track_caller]
fn check(place: &str, value: Value, expected: &[&str]) {
    let mut challenge = full();
    let (parent, key) = place.rsplit_once('/').unwrap();
    let parent = challenge.pointer_mut(parent).unwrap();
    match (parent, key.parse::<usize>()) {
        (Value::Array(list), Ok(index)) => list[index] = value,
        (Value::Object(map), _) if value == json!("(gone)") => drop(map.remove(key)),
        (Value::Object(map), _) => drop(map.insert(key.to_string(), value)),
        _ => unreachable!(),
    }
    let error = Challenge::parse(&challenge.to_string()).unwrap_err();
    assert_eq!(error.to_string(), expected.join("\n"));
}

fn read() -> Challenge {
    Challenge::parse(&full().to_string()).unwrap()
}

#[test]
fn a_challenge_with_every_key_is_read_and_says_what_may_be_done() {
    let challenge = read();
    assert_eq!(
        challenge.allowed,
        [
            "Set “Lease” and “Read mode” to Leader or Follower",
            "Crash a store or a gateway: store s1 or s2, once",
            "End whatever is broken",
        ]
    );
    assert!(challenge.own_scenario().is_some());
    assert_eq!(challenge.end_us(), 12_000_000);
    let mut whole = full();
    whole.as_object_mut().unwrap().remove("lasts");
    let whole = Challenge::parse(&whole.to_string()).unwrap();
    assert_eq!(whole.end_us(), 20_000_000, "as long as its scenario");
    let mut named = full();
    named["scenario"] = json!("first-look");
    named["variant"] = Value::Null;
    let without = {
        let mut named = named.clone();
        named["lasts"] = Value::Null;
        Challenge::parse(&named.to_string())
            .unwrap_err()
            .to_string()
    };
    assert!(without.contains("the key \"lasts\""), "{without}");
    let named = Challenge::parse(&named.to_string()).unwrap();
    assert_eq!(named.scenario, Stage::Named("first-look".to_string()));
    assert_eq!(named.own_scenario(), None);
}

#[test]
fn what_is_wrong_with_a_challenge_is_said_with_its_place() {
    check(
        "/format",
        json!("raft-atlas/1"),
        &["format: found \"raft-atlas/1\", expected \"raft-atlas-challenge/1\""],
    );
    check(
        "/may",
        json!([]),
        &["may: found 0, expected 1 to 30 kinds of acts"],
    );
    check(
        "/acts",
        json!(0),
        &["acts: found 0, expected 1 to 200 acts"],
    );
    check(
        "/lasts",
        json!("30s"),
        &["lasts: found 30s, expected 1us to 20s"],
    );
    check(
        "/conditions/0",
        json!({ "happened": "stale_read", "where": "rome" }),
        &[
            "conditions[0].where: found \"rome\", expected a zone, store or gateway: one of \
           \"az1\", \"az2\", \"s1\", \"s2\", \"g1\"",
        ],
    );
    check(
        "/score/metric",
        json!("workload.loks.p99_us"),
        &["score.metric: found \"loks\" in \"workload.loks.p99_us\", expected \"looks\""],
    );
    check(
        "/score/stars",
        json!([500, 900]),
        &[
            "score.stars: found 500, 900, expected a third star that asks for no more than the \
           second",
        ],
    );
    check(
        "/scenario/topology/stores/0/zone",
        json!("rome"),
        &["scenario.topology.stores[0].zone: found \"rome\", expected one of \"az1\", \"az2\""],
    );
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let mut challenge = full();
    challenge["minutes"] = json!(0);
    challenge["may"][0]["settings"] = json!({ "read_mod": [] });
    challenge["may"][1] = json!({ "do": "explode" });
    challenge["may"][2] = json!({ "do": "heal", "settings": { "lease": 3 } });
    let error = Challenge::parse(&challenge.to_string()).unwrap_err();
    let paths: Vec<&str> = error
        .problems()
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    let expected = [
        "minutes",
        "may[0].settings",
        "may[1].do",
        "may[2]",
        "may[2].settings.lease",
    ];
    assert_eq!(paths, expected, "{error}");
}

fn log(acts: Value) -> Vec<RecordedAction> {
    read_acts(&acts.to_string()).unwrap()
}

/// What is said of the acts that are not allowed, with their places.
fn refused(acts: Value) -> Vec<(usize, String)> {
    let refused = read().refusals(&log(acts), 12_000_000).into_iter();
    refused.map(|act| (act.index, act.text)).collect()
}

#[test]
fn what_is_allowed_is_not_refused() {
    assert_eq!(
        refused(json!([
            { "at": "1s", "do": "set", "settings": { "read_mode": "follower", "lease": "1s" } },
            { "at": "2s", "do": "crash", "store": "s2" },
            { "at": "3s", "do": "set", "settings": { "count_framing": false } },
            { "at": "4s", "do": "heal" },
        ])),
        []
    );
}

#[test]
fn an_act_that_is_not_allowed_is_told_and_what_is() {
    let may = "You may: Set “Lease” and “Read mode” to Leader or Follower; Crash a store or a \
               gateway: store s1 or s2, once; End whatever is broken.";
    let one = |act: Value| {
        let mut all = refused(json!([act]));
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0).1
    };
    assert_eq!(
        one(json!({ "at": "1s", "do": "stop", "workload": "looks" })),
        format!("Not allowed in this challenge: Stop a load. {may}")
    );
    assert_eq!(
        one(json!({ "at": "1s", "do": "set", "settings": { "hibernate": true } })),
        format!("Not allowed in this challenge: Set “Hibernate idle ranges”. {may}")
    );
    assert_eq!(
        one(json!({ "at": "1s", "do": "set", "settings": { "read_mode": "local" } })),
        "This challenge does not allow that value. Allowed is: Set “Lease” and “Read mode” to \
         Leader or Follower."
    );
    assert_eq!(
        one(json!({ "at": "1s", "do": "crash", "store": "g1" })),
        "This challenge allows that in another way only: Crash a store or a gateway: store s1 or \
         s2, once."
    );
    assert_eq!(
        one(json!({ "at": "13s", "do": "heal" })),
        "The time of this challenge is over."
    );
}

#[test]
fn acts_beyond_their_number_are_refused() {
    let all = refused(json!([
        { "at": "1s", "do": "crash", "store": "s1" },
        { "at": "2s", "do": "crash", "store": "s2" },
        { "at": "3s", "do": "heal" },
        { "at": "4s", "do": "heal" },
    ]));
    assert_eq!(all.len(), 2, "{all:?}");
    assert_eq!(all[0].0, 1);
    assert!(
        all[0]
            .1
            .starts_with("This challenge allows it no more often."),
        "{}",
        all[0].1
    );
    assert_eq!(all[1].0, 3);
    assert!(
        all[1]
            .1
            .starts_with("This challenge allows 3 acts, and they are done.")
    );
}

#[test]
fn a_run_stands_by_its_report() {
    let report = json!({ "variants": { "b": {
        "simulated_us": 12_000_000, "digest": "00aa", "modes": {},
        "workload": { "looks": { "p99_us": 700 } },
    } } });
    let log = log(json!([{ "at": "1s", "do": "heal" }]));
    let run = read().stand_of_report(&report.to_string(), &log).unwrap();
    assert!(run.score.solved, "{run:#?}");
    assert_eq!((run.score.stars, run.acts), (2, 1));
    assert_eq!((run.end_us, run.digest.as_str()), (12_000_000, "00aa"));
    assert!(read().stand_of_report("{}", &[]).is_err());
}

#[test]
fn every_action_has_words() {
    let schema = serde_json::to_value(schemars::schema_for!(crate::scenario::ActionText)).unwrap();
    let branches = schema["oneOf"].as_array().unwrap();
    let word = |branch: &Value| {
        branch["properties"]["do"]["const"]
            .as_str()
            .unwrap()
            .to_string()
    };
    let mut known: Vec<String> = branches.iter().map(word).collect();
    let mut told: Vec<&str> = acts::ACTS.iter().map(|(word, _)| *word).collect();
    known.sort();
    told.sort_unstable();
    assert_eq!(known, told);
}

#[test]
fn any_text_is_safe_to_read() {
    let text = full().to_string();
    for length in (0..text.len()).filter(|length| text.is_char_boundary(*length)) {
        assert!(
            Challenge::parse(&text[..length]).is_err(),
            "cut at {length}"
        );
    }
    for noise in ["", "[]", "{}", "null", "{\"may\": [{}]}", "\u{feff}"] {
        assert!(Challenge::parse(noise).is_err());
        assert!(read_log(noise).is_err() || noise == "[]");
    }
}

#[test]
fn the_schema_describes_every_key() {
    let schema = schema();
    let known = schema["properties"].as_object().unwrap();
    for key in full().as_object().unwrap().keys() {
        assert!(known.contains_key(key), "{key}");
    }
    assert_eq!(schema["$id"], "raft-atlas-challenge/1");
}
