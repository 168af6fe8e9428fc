//! A request by hand that has no answer says why.

use run::playground::Playground;
use serde_json::{Value, json};

use crate::common::WISH;

/// What is told of a request that was sent by hand three seconds after Dublin was cut off.
fn told(variant: &str, request: &Value) -> String {
    let text = crate::common::scenario_text("stale-leader");
    let mut run = Playground::open(&text, variant, None).expect("a scenario");
    run.advance(8_000_000, u64::MAX);
    run.apply(&request.to_string()).expect("an action");
    run.advance(12_000_000, u64::MAX);
    let notables = run.frame(WISH).notables;
    let of_it = notables
        .iter()
        .find(|notable| notable.text.starts_with("g1: the "));
    of_it.map_or_else(String::new, |notable| notable.text.clone())
}

#[test]
fn a_get_that_is_cut_off_names_the_store_that_was_asked_last() {
    assert_eq!(
        told("leader", &json!({ "do": "get", "from": "g1", "key": 3 })),
        "g1: the get of k3 failed after 1 s: s3 did not answer in time."
    );
}

#[test]
fn a_put_there_names_the_store_that_did_not_answer() {
    assert_eq!(
        told(
            "leader-unchecked",
            &json!({ "do": "put", "from": "g1", "key": 3 })
        ),
        "g1: the put of k3 got no answer in 1 s, and may have happened: s1 did not answer in time."
    );
}
