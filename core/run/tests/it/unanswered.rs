//! A request without an answer: one by hand says why, and what was never sent cannot have happened.

use format::moments::Moment;
use report::summary::VariantSummary;
use run::playground::Playground;
use run::runner;
use serde_json::{Value, json};

use crate::common::{WISH, kept};

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

/// How often something happened.
fn count(summary: &VariantSummary, kind: Moment) -> u64 {
    let mut moments = summary.moments.iter();
    let found = moments.find(|moment| moment.kind == kind);
    found.map_or(0, |moment| moment.total.count)
}

/// Two clients put at another gateway when the leader's store crashes: no more than two puts can be
/// under way. Every put after that was said to have happened perhaps, though its connection was
/// refused: hundreds, each after 2 ms, and each counted as timed out after 5 s.
#[test]
fn found_puts_that_were_never_sent_and_might_have_happened() {
    for seed in 1..6 {
        let resolved = kept("gateways/refused-connection.json", Some("crash"), seed);
        let summary = runner::run(&resolved, resolved.duration_us);
        let puts = &summary.workloads[0];
        assert!(puts.unknown <= 2, "seed {seed}: {} unknown", puts.unknown);
        assert_eq!(puts.failed, 0, "seed {seed}: the next leader takes them");
        assert_eq!(count(&summary, Moment::TimedOut), 0, "seed {seed}");
        let lost = count(&summary, Moment::ConnectionLost);
        assert_eq!(lost, puts.unknown, "seed {seed}");
    }
}

/// No machine answers for a store that stands still or is cut off: what was sent to it waits out
/// its time, and may have happened.
#[test]
fn puts_to_a_store_that_says_nothing_time_out() {
    for variant in ["pause", "isolate"] {
        let resolved = kept("gateways/refused-connection.json", Some(variant), 1);
        let summary = runner::run(&resolved, resolved.duration_us);
        let puts = &summary.workloads[0];
        assert!(
            (1..=2).contains(&puts.unknown),
            "{variant}: {}",
            puts.unknown
        );
        assert!(
            count(&summary, Moment::TimedOut) >= puts.unknown,
            "{variant}"
        );
        assert_eq!(count(&summary, Moment::ConnectionLost), 0, "{variant}");
    }
}
