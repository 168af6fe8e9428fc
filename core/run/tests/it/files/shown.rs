//! How a file says the page shall show it, and what is derived where it says nothing.

use documents::scenario::{Scenario, Show};
use format::lanes::LaneName;
use run::playground::{FrameRequest, Playground};
use serde_json::json;

use super::fixture::{changed, error_of, full};
use super::published::{listed, read};

fn shown(text: &str, variant: &str) -> Show {
    let scenario = Scenario::parse(text).expect("accepted");
    scenario.resolve(Some(variant), None).expect("it runs").show
}

#[test]
fn lanes_what_they_are_held_against_and_where_it_opens_are_named() {
    let show = json!({ "lanes": ["commit", "between"], "against": "on", "from": "8s" });
    let text = changed("/show", show);
    let expected = Show {
        lanes: vec![LaneName::Commit, LaneName::Between],
        against: "on".to_string(),
        from_us: 8_000_000,
        picture: None,
        beats: vec![],
        doors: vec![],
    };
    assert_eq!(shown(&text, "off"), expected);
    let own = shown(&text, "on");
    assert_eq!(own.against, "off", "no run is held against itself");
}

#[test]
fn nothing_is_held_against_it_until_something_is_done_where_the_file_says_so() {
    let text = changed("/show", json!({ "against": "without-last" }));
    assert_eq!(shown(&text, "off").against, "");
}

#[test]
fn without_a_word_it_opens_a_second_before_the_first_action_against_another_variant() {
    let derived = shown(&full().to_string(), "off");
    let expected = Show {
        lanes: vec![],
        against: "on".to_string(),
        from_us: 9_000_000,
        picture: None,
        beats: vec![],
        doors: vec![],
    };
    assert_eq!(derived, expected);
    let mut quiet = full();
    quiet["actions"] = json!([{ "at": "0s", "do": "crash", "store": "s3" }]);
    quiet["workload"][1]["start"] = json!("3s");
    let opens = shown(&quiet.to_string(), "off").from_us;
    assert_eq!(
        opens, 2_900_000,
        "what does not run from the start does not count"
    );
}

#[test]
fn whoever_writes_it_wrong_is_told_all_of_it_at_once() {
    let show = json!({ "lanes": ["commit", "commit"], "from": "31s" });
    assert_eq!(
        error_of(&changed("/show", show)),
        "show.lanes[1]: found \"commit\", expected each lane once\n\
         show.from: found 31s, expected 0us to 30s"
    );
    let error = error_of(&changed("/show", json!({ "lanes": ["betwen"] })));
    assert!(
        error.starts_with("show.lanes[0]: found \"betwen\", expected"),
        "{error}"
    );
    let error = error_of(&changed("/show", json!({ "against": "none" })));
    assert_eq!(
        error,
        "show.against: found \"none\", expected one of \"off\", \"on\", \"without-last\""
    );
}

/// Nobody waits for what a scenario is about.
#[test]
fn every_scenario_opens_before_what_it_shows_and_not_in_silence() {
    const SOON_US: u64 = 10_000_000;
    const STEP_US: u64 = 100_000;
    for file in listed() {
        let mut playground = Playground::open(&read(&file), "", None).expect("it opens");
        let world = playground.world();
        let from_us = world.show.from_us;
        let seen_us = world
            .conclusion
            .map_or(world.duration_us, |told| told.at_us);
        assert!(from_us < seen_us, "{file}: it has been seen by then");
        playground.advance(from_us, u64::MAX);
        let before = playground.frame(FrameRequest::default());
        // Most begin at once: no run goes on for longer than until something has happened.
        let happens = (from_us..from_us + SOON_US)
            .step_by(STEP_US as usize)
            .any(|us| {
                playground.advance(us + STEP_US, u64::MAX);
                let after = playground.frame(FrameRequest::default());
                after.completions.total > before.completions.total
                    || after.faults_mark > before.faults_mark
                    || after.shape > before.shape
            });
        assert!(
            happens,
            "{file}: nothing happens in the ten seconds after {from_us} µs"
        );
    }
}
