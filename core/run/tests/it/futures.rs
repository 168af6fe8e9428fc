//! Futures of a public run: their numbers, their files, futures of futures.

use ::futures::{Asked, Outcome};
use documents::scenario::Scenario;
use model::chance::Chances;
use run::past::{Future, Past};
use run::runner;

const S: u64 = 1_000_000;

fn text() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../public/scenarios/stale-leader.json"
    );
    std::fs::read_to_string(path).expect("a public scenario")
}

/// Some of its outcomes, and how many reads were stale.
fn past<'a>(scenario: &'a Scenario, variant: Option<&str>, end_us: u64) -> Past<'a> {
    let resolved = scenario.resolve(variant, None).expect("it is right");
    let asked = Asked {
        outcomes: Outcome::all(scenario, &resolved, end_us),
        figures: vec!["workload.reads.stale".to_string()],
    };
    Past::new(scenario, resolved, (Chances::ALL, end_us), asked)
}

fn came(future: &Future, past: &Past<'_>, id: &str) -> bool {
    let mut outcomes = past.asked().outcomes.iter();
    let place = outcomes.position(|one| one.id == id);
    future.answer.came[place.expect("it is asked")]
}

#[test]
fn the_cut_off_leader_answers_with_old_values_in_every_future() {
    let scenario = Scenario::parse(&text()).expect("it is right");
    let past = past(&scenario, Some("leader-unchecked"), 10 * S);
    let own = past.as_it_is(4 * S);
    assert!(came(&own.future, &past, "stale-read"));
    for stream in 1..=20 {
        let future = past.future(4 * S, 4 * S, stream);
        assert!(came(&future, &past, "stale-read"));
        // Its mode promises nothing, so no promise is broken; and it answers, so nothing fails.
        assert!(!came(&future, &past, "broken-promise"));
        assert!(future.answer.figures[0].is_some_and(|stale| stale > 0.0));
    }
}

#[test]
fn what_happens_counts_from_its_instant_on() {
    let scenario = Scenario::parse(&text()).expect("it is right");
    let past = past(&scenario, Some("leader"), 24 * S);
    // The cut from 5 s to 15 s is over: reads failed in it, and none fails later.
    assert!(came(
        &past.future(4 * S, 20 * S, 1),
        &past,
        "failed-request"
    ));
    assert!(!came(
        &past.future(20 * S, 20 * S, 1),
        &past,
        "failed-request"
    ));
}

#[test]
fn a_future_is_a_file_that_replays_to_its_digest_and_has_futures_of_its_own() {
    let text = text();
    let scenario = Scenario::parse(&text).expect("it is right");
    let of_run = past(&scenario, Some("check-quorum"), 12 * S);
    let future = of_run.future(4 * S, 4 * S, 5);
    let file = of_run.file(&text, 4 * S, 5).expect("it is written");

    let branch = Scenario::parse(&file).expect("it is right");
    let resolved = branch.resolve(None, None).expect("it is right");
    let digest = runner::run(&resolved, 12 * S).digest;
    assert_eq!(report::summary::digest_text(digest), future.digest);

    let of_branch = past(&branch, None, 12 * S);
    let twice = of_branch.future(8 * S, 8 * S, 5);
    assert_ne!(twice.digest, future.digest);
    let file = of_branch.file(&file, 8 * S, 5).expect("it is written");
    let branch = Scenario::parse(&file).expect("it is right");
    let resolved = branch.resolve(None, None).expect("it is right");
    let digest = runner::run(&resolved, 12 * S).digest;
    assert_eq!(report::summary::digest_text(digest), twice.digest);
}

#[test]
fn expectations_are_outcomes_where_the_run_ends_as_its_scenario_says() {
    let scenario = Scenario::parse(&text()).expect("it is right");
    let ids = |end_us| -> Vec<String> {
        let past = past(&scenario, Some("leader"), end_us);
        past.asked()
            .outcomes
            .iter()
            .map(|one| one.id.clone())
            .collect()
    };
    let usual = [
        "stale-read",
        "broken-promise",
        "failed-request",
        "no-leader",
        "no-commit",
    ];
    assert_eq!(ids(10 * S), usual);
    // Of this variant alone: no stale read, none counted, ten failed, enough writes.
    let own = ["expect-2", "expect-6", "expect-7", "expect-8"];
    assert_eq!(ids(25 * S), [&usual[..], &own[..]].concat());
}
