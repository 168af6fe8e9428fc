//! What lessons say of futures: in how many of them a read is stale, until when some escape it, and
//! what a switch changes. The sentences are quoted, so that they change together.

use ::futures::{Asked, Outcome, Share, changes};
use documents::scenario::Scenario;
use model::chance::Chances;
use run::past::Past;

use crate::common::scenario_text;

const S: u64 = 1_000_000;

fn lesson(name: &str) -> String {
    let path = format!(
        "{}/../../public/lessons/{name}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(path).expect("a public lesson")
}

/// In how many futures of an instant a read is stale, counted from `since_us` on.
fn stale(
    (text, variant): (&str, &str),
    (since_us, at_us, end_us): (u64, u64, u64),
    futures: u32,
) -> Share {
    let scenario = Scenario::parse(text).expect("it is right");
    let resolved = scenario.resolve(Some(variant), None).expect("it is right");
    let goal = r#"{"happened": "stale_read"}"#;
    let asked = Asked {
        outcomes: vec![Outcome::parse(goal, &[]).expect("it is a goal")],
        figures: Vec::new(),
    };
    let past = Past::new(&scenario, resolved, (Chances::ALL, end_us), asked);
    let mut share = Share::default();
    for stream in 1..=futures {
        share.add(past.future(since_us, at_us, stream).answer.came[0]);
    }
    share
}

#[test]
fn an_old_leader_with_check_quorum_answers_wrong_in_one_future_of_five() {
    let told = lesson("old-leader");
    assert!(told.contains("In 35 of 200 futures a read is stale"));
    assert!(told.contains("between 13 % and 23 %"));
    let text = scenario_text("stale-leader");
    let share = stale((&text, "check-quorum"), (5 * S, 5 * S, 10 * S), 200);
    assert_eq!((share.came, share.runs), (35, 200));
    let interval = share.interval();
    let percents = [interval.low, interval.high].map(|end| (end * 100.0).round() as i64);
    assert_eq!(percents, [13, 23]);

    // Where it stands 20 ms before 6 s, and once s2 has asked for pre-votes.
    assert!(told.contains("79 of 100 futures still escaped 20 ms before 6 s"));
    let run = (text.as_str(), "check-quorum");
    assert_eq!(stale(run, (0, 5_977_960, 10 * S), 100).came, 21);
    assert_eq!(stale(run, (0, 5_984_437, 10 * S), 100).came, 100);

    assert!(told.contains("Without check quorum a read is stale in every future"));
    assert!(told.contains("With the read mode “Leader” it is so in none"));
    let found = changes(&text, Some("check-quorum"), None, ("[]", 7 * S)).expect("it is right");
    let changed = |words: &str| {
        let change = found.iter().find(|one| one.text.contains(words));
        let change = change.expect("such a change");
        let at_us = change.at_us;
        let run = (change.scenario.as_str(), change.variant.as_str());
        stale(run, (0, at_us, 10 * S), 100).came
    };
    assert_eq!(changed("check quorum off"), 100);
    assert_eq!(changed("read mode “Leader”"), 0);
}

#[test]
fn a_lease_that_is_too_long_breaks_in_nine_futures_of_ten() {
    let told = lesson("leases");
    assert!(told.contains("In 181 of 200 futures a read is stale"));
    let text = scenario_text("lease-and-drift");
    let share = stale((&text, "too-long"), (5 * S, 5 * S, 10 * S), 200);
    assert_eq!((share.came, share.runs), (181, 200));

    assert!(told.contains("fewer than 2 in 100"));
    let share = stale((&text, "right"), (5 * S, 5 * S, 10 * S), 200);
    assert_eq!(share.came, 0);
    assert!(share.interval().high < 0.02);
}
