//! What a scenario asks to try: judged by the engine while it runs, and as a goal of the same words
//! is judged on its report.

use std::path::PathBuf;

use documents::scenario::Scenario;
use run::playground::Playground;
use serde_json::{Value, json};

use crate::common::WISH;

fn first_look() -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios");
    std::fs::read_to_string(folder.join("first-look.json")).expect("the first scenario")
}

/// The first scenario with something else to try.
fn trying(goal: &Value) -> String {
    let mut file: Value = serde_json::from_str(&first_look()).expect("JSON");
    file["try"] = json!({ "text": "Do it.", "done": "Done.", "goal": goal });
    file.to_string()
}

/// Plays the first scenario with these done at 4 s, and says what is so at an instant: whether it
/// has begun, and when it was done.
fn tried(seed: u64, actions: &[Value], until_us: u64) -> (bool, Option<u64>) {
    let mut run = Playground::open(&first_look(), "", Some(seed as f64)).expect("a scenario");
    run.advance(4_000_000, u64::MAX);
    for action in actions {
        run.apply(&action.to_string()).expect("an action");
    }
    run.advance(until_us, u64::MAX);
    let come = run.frame(WISH).attempts[0];
    (come.begun, come.at_us)
}

fn cut(from: &str, to: &str) -> Value {
    json!({ "do": "cut", "from": from, "to": to })
}

#[test]
fn what_the_first_scenario_asks_for_comes_true_soon_after_it_was_done_and_not_before() {
    for seed in 0..40 {
        let done = [cut("Ohio", "Oregon")];
        assert_eq!(tried(seed, &done, 4_300_000), (true, None), "seed {seed}");
        let (_, at_us) = tried(seed, &done, 8_000_000);
        assert!(at_us.is_some_and(|at_us| at_us > 4_300_000), "seed {seed}");
    }
}

#[test]
fn after_it_the_leader_is_crashed_and_the_others_choose_a_new_one() {
    let mut run = Playground::open(&first_look(), "", None).expect("a scenario");
    run.advance(4_000_000, u64::MAX);
    let crash = json!({ "do": "crash", "store": "s2" });
    run.apply(&crash.to_string()).expect("an action");
    run.advance(4_300_000, u64::MAX);
    let second = |run: &mut Playground| run.frame(WISH).attempts[1];
    assert!(second(&mut run).begun && second(&mut run).at_us.is_none());
    run.advance(9_000_000, u64::MAX);
    // The leader of the very start does not count.
    assert!(
        second(&mut run)
            .at_us
            .is_some_and(|at_us| at_us > 4_300_000)
    );
}

#[test]
fn it_does_not_come_true_by_itself_nor_by_another_cut() {
    for seed in 0..10 {
        assert_eq!(tried(seed, &[], 12_000_000), (false, None));
        let other = [cut("Ohio", "Virginia")];
        assert_eq!(tried(seed, &other, 12_000_000), (false, None));
        // Its leader is heard all the same.
        let way_back = [json!({ "do": "cut", "from": "Oregon", "to": "Ohio", "one_way": true })];
        assert_eq!(tried(seed, &way_back, 12_000_000), (true, None));
    }
}

#[test]
fn the_engine_judges_as_the_report_is_judged() {
    let goals = [
        json!({ "happened": "elected", "at_least": 2 }),
        json!({ "happened": "candidate", "where": "s1" }),
        json!({ "happened": "no_commit", "lasting": "1.5s" }),
        json!({ "happened": "elected", "after": "4s" }),
        json!({ "happened": "crashed", "where": "Ohio", "before": "4s" }),
        json!({ "happened": "crashed", "where": "s2", "then": { "happened": "elected" } }),
        json!({ "happened": "cut", "then": { "any": [
            { "happened": "elected", "at_least": 3 },
            { "happened": "candidate", "where": "Virginia" },
        ] } }),
        json!({ "all": [{ "happened": "crashed" }, { "happened": "restarted" }] }),
        json!({ "any": [{ "happened": "healed" }, { "happened": "restarted" }] }),
    ];
    let mut met = 0;
    for goal in &goals {
        let text = trying(goal);
        let list = Value::Array(vec![goal.clone()]).to_string();
        for seed in 0..5 {
            let mut run = Playground::open(&text, "", Some(f64::from(seed))).expect("a scenario");
            for (at_us, action) in [
                (3_000_000, json!({ "do": "crash", "store": "s2" })),
                (6_000_000, json!({ "do": "restart", "store": "s2" })),
                (8_000_000, cut("Oregon", "Ohio")),
                (
                    11_000_000,
                    json!({ "do": "heal", "fault": "cut:Oregon:Ohio" }),
                ),
            ] {
                run.replay(at_us, &action.to_string()).expect("an action");
            }
            for step in 1..28 {
                run.advance(step * 500_000, u64::MAX);
                let come = run.frame(WISH).attempts[0];
                let judged = run.judge(&list, "{}", "{}").expect("a goal");
                let place = format!("{goal} with seed {seed} at {} ms", step * 500);
                assert_eq!(come.at_us.is_some(), judged[0].holds(), "{place}");
                assert_eq!(come.at_us, judged[0].at_us, "{place}");
                met += usize::from(judged[0].holds());
            }
        }
    }
    assert!(met > 200, "met {met} times only: they are hardly compared");
}

#[test]
fn what_cannot_be_tried_is_named_with_its_place() {
    let refused = |goal: Value| Scenario::parse(&trying(&goal)).unwrap_err().to_string();
    let figure = refused(json!({ "metric": "run/elections", "at_least": 2 }));
    assert!(figure.contains("try.goal"), "{figure}");
    let place = refused(json!({ "happened": "crashed", "where": "Paris" }));
    assert!(
        place.contains("try.goal.where") && place.contains("Paris"),
        "{place}"
    );
    let variant = refused(json!({ "happened": "crashed", "variant": "other" }));
    assert!(variant.contains("try.goal.variant"), "{variant}");
    let never = refused(json!({ "not": { "happened": "crashed" } }));
    assert!(never.contains("try.goal"), "{never}");
}
