//! Comparisons of published scenarios: what a person is told about "with and without".

use documents::scenario::Scenario;
use report::compare::{Comparison, Group, Side, compare, compare_reports};
use run::playground::Playground;
use run::runner;

fn text(name: &str) -> String {
    let folder =
        std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios");
    std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("a published scenario")
}

fn compared(name: &str, variants: [&str; 2], until_us: u64) -> Comparison {
    let scenario = Scenario::parse(&text(name)).expect("valid");
    let [a, b] = variants.map(|variant| {
        let resolved = scenario.resolve(Some(variant), None).expect("a variant");
        let summary = runner::run(&resolved, until_us);
        Side::new(&summary.name, &summary.to_json()).expect("a report")
    });
    compare(&a, &b).expect("the same instant")
}

#[test]
fn follower_reads_save_the_rows_and_the_reason_says_so() {
    let comparison = compared("follower-read", ["leader", "follower"], 5_000_000);
    let largest = &comparison.rows[comparison.largest.expect("they differ")];
    assert_eq!(
        (largest.group, largest.name.as_str()),
        (Group::BetweenZones, "total"),
        "what the scenario is about"
    );
    assert_eq!(comparison.proof, comparison.largest);
    let read = comparison.rows.iter().find(|row| row.name == "read");
    // What is left are refusals: the gateways learn who leads.
    assert_eq!(read.and_then(|row| row.b), Some(10.0));
    assert_eq!(comparison.differs, ["read mode: leader, follower"]);
    assert_eq!(
        comparison.reason,
        "Rows come from a replica in the reader's own zone; only the read index crosses."
    );
}

#[test]
fn commits_take_a_round_to_the_closest_other_zone() {
    // Boston leads and New York is 4 ms away: 8 ms there and back, and an fsync on the way.
    let comparison = compared("follower-read", ["leader", "follower"], 5_000_000);
    let p50 = comparison
        .rows
        .iter()
        .find(|row| row.name == "p50 of commit");
    let p50_us = p50.and_then(|row| row.b).expect("entries were committed");
    assert!((8_000.0..12_000.0).contains(&p50_us), "{p50_us} us");
}

#[test]
fn a_leader_that_asks_nobody_is_the_reason_for_stale_reads() {
    let comparison = compared("stale-leader", ["leader-unchecked", "leader"], 20_000_000);
    let largest = &comparison.rows[comparison.largest.expect("they differ")];
    assert_eq!(largest.group, Group::Freshness);
    assert!(
        comparison
            .reason
            .starts_with("A leader that asks no quorum cannot know that it was replaced: "),
        "{}",
        comparison.reason
    );
}

#[test]
fn a_run_driven_by_hand_compares_as_one_from_the_command_line() {
    let text = text("follower-read");
    let played = |variant: &str| {
        let mut playground = Playground::open(&text, variant, None).expect("valid");
        playground.advance(3_000_000, u64::MAX);
        playground.report()
    };
    let by_hand = compare_reports(&played("leader"), &played("follower")).expect("reports");
    let by_command = compared("follower-read", ["leader", "follower"], 3_000_000);
    assert_eq!(by_hand, by_command);
}

#[test]
fn a_run_beside_itself_is_the_same() {
    let comparison = compared("follower-read", ["leader", "leader"], 2_000_000);
    assert_eq!(comparison.largest, None);
    assert_eq!(
        comparison.reason,
        "Both runs are the same, event for event."
    );
}
