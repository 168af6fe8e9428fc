//! Another future of a run: the same until an instant, other chance from there on, and one digest
//! for each number.

use std::fmt::Write as _;

use documents::scenario::{Scenario, with_log};
use run::playground::Playground;
use run::runner;
use serde_json::{Value, json};

use crate::common::{check_golden, scenario_text};

const S: u64 = 1_000_000;

fn redraw(stream: u32, of: &[&str]) -> Value {
    json!({"do": "redraw", "stream": stream, "of": of})
}

/// Digests at 5 s, just before the draws, and at 8 s.
fn played(scenario: &str, variant: &str, log: &[(u64, Value)]) -> [String; 2] {
    let mut run = Playground::open(&scenario_text(scenario), variant, None).expect("it opens");
    run.advance(5 * S, u64::MAX);
    let before = run.digest();
    for (at_us, action) in log {
        run.advance(at_us - 1, u64::MAX);
        run.replay(*at_us, &action.to_string()).expect("it is read");
    }
    run.advance(8 * S, u64::MAX);
    [before, run.digest()]
}

fn future(stream: u32, of: &[&str]) -> String {
    let [_, after] = played("first-look", "", &[(5 * S + 1, redraw(stream, of))]);
    after
}

const ALL: [&str; 4] = ["network", "elections", "arrivals", "service"];

#[test]
fn a_future_is_the_run_until_its_instant_and_another_one_after_it() {
    let [before, after] = played("first-look", "", &[]);
    let log = [(5 * S + 1, redraw(1, &ALL))];
    let [before_draw, after_draw] = played("first-look", "", &log);
    assert_eq!(before, before_draw);
    assert_ne!(after, after_draw);
}

#[test]
fn each_number_is_one_future_and_no_two_are_the_same() {
    let digests: Vec<String> = (1..=12).map(|stream| future(stream, &ALL)).collect();
    for (place, digest) in digests.iter().enumerate() {
        assert_eq!(*digest, future(place as u32 + 1, &ALL));
        assert!(!digests[..place].contains(digest), "future {}", place + 1);
    }
}

#[test]
fn only_what_is_asked_for_is_drawn_anew() {
    let of = |of: &[&str]| future(3, of);
    let kinds = ["network", "arrivals"].map(|kind| of(&[kind]));
    assert_ne!(kinds[0], kinds[1]);
    // Nobody stands for election in these seconds and work takes as long as it always does, so no
    // digest tells of their draws: the action alone is in it.
    let quiet = |kind: &str| {
        let log = [(5 * S + 1, redraw(3, &[kind]))];
        let mut run = Playground::open(&scenario_text("first-look"), "", None).expect("it opens");
        run.advance(5 * S, u64::MAX);
        run.replay(log[0].0, &log[0].1.to_string())
            .expect("it is read");
        run.advance(8 * S, u64::MAX);
        run.events()
    };
    let mut plain = Playground::open(&scenario_text("first-look"), "", None).expect("it opens");
    plain.advance(8 * S, u64::MAX);
    for kind in ["elections", "service"] {
        assert_eq!(quiet(kind), plain.events() + 1, "{kind}");
    }
}

#[test]
fn a_future_of_a_future_is_new() {
    let once = [(5 * S + 1, redraw(4, &ALL))];
    let twice = [once[0].clone(), (6 * S + 1, redraw(4, &ALL))];
    let late = [(6 * S + 1, redraw(4, &ALL))];
    let digest = |log: &[(u64, Value)]| played("first-look", "", log)[1].clone();
    let all = [digest(&once), digest(&twice), digest(&late)];
    assert_ne!(all[0], all[1]);
    assert_ne!(all[1], all[2]);
    assert_eq!(all[1], digest(&twice));
}

#[test]
fn every_kind_of_load_and_link_can_be_drawn_anew() {
    // Open and closed loads, ramps, links that lose, links that are shared segment by segment.
    for (scenario, variant) in [
        ("stale-leader", "check-quorum"),
        ("two-cities", ""),
        ("hot-key", ""),
        ("ladder-tenth", "rung-2"),
    ] {
        let log = [(5 * S + 1, redraw(9, &ALL))];
        let all = [(); 2].map(|()| played(scenario, variant, &log));
        assert_eq!(all[0], all[1], "{scenario}");
        assert_ne!(all[0], played(scenario, variant, &[]), "{scenario}");
    }
}

#[test]
fn a_future_that_is_written_as_a_scenario_replays_to_its_digest() {
    let text = scenario_text("stale-leader");
    let log = [(5 * S + 1, redraw(2, &ALL))];
    let [_, played] = played("stale-leader", "leader", &log);
    let logged = json!([{"at_us": log[0].0, "action": log[0].1}]).to_string();
    let file = with_log(&text, Some("leader"), None, &logged).expect("it is written");
    let scenario = Scenario::parse(&file).expect("it is right");
    let resolved = scenario.resolve(None, None).expect("it is right");
    let digest = runner::run(&resolved, 8 * S).digest;
    assert_eq!(report::summary::digest_text(digest), played);
}

#[test]
fn a_draw_needs_a_number_and_something_to_draw() {
    let mut run = Playground::open(&scenario_text("first-look"), "", None).expect("it opens");
    let mut refused = |action: Value| {
        let error = run.apply(&action.to_string()).expect_err("it is wrong");
        error.to_string()
    };
    assert_eq!(
        refused(redraw(0, &ALL)),
        "stream: found 0, expected 1 or more: the run's own stream has no number"
    );
    assert_eq!(
        refused(redraw(1, &[])),
        "of: found [], expected one or more kinds of chance, each once"
    );
    assert_eq!(
        refused(redraw(1, &["network", "network"])),
        "of: found [\"network\", \"network\"], expected one or more kinds of chance, each once"
    );
    assert!(refused(redraw(1, &["luck"])).contains("found \"luck\""));
}

/// The page's own runs of the same draws come to these digests: `digests.test.ts` of the worker.
#[test]
fn futures_have_the_digests_that_are_pinned() {
    let mut lines = String::new();
    for (scenario, variant) in [
        ("first-look", ""),
        ("stale-leader", "check-quorum"),
        ("two-cities", "leader"),
    ] {
        for stream in [1, 2] {
            let log = [(5 * S + 1, redraw(stream, &ALL))];
            let [_, digest] = played(scenario, variant, &log);
            let variant = if variant.is_empty() { "run" } else { variant };
            let _ = writeln!(lines, "{scenario} {variant} {stream} {digest}");
        }
    }
    check_golden("futures.txt", &lines);
}
