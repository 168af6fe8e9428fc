//! What a comparison says of two made-up reports.

use serde_json::{Value, json};

use crate::compare::*;
use crate::testing::{assert_said, with_templates};

mod reading;
mod travel;

/// A run of a load `scans` in two zones, with these changes to its figures.
fn side(name: &str, changes: &Value) -> Side {
    let mut figures = json!({
        "digest": name,
        "simulated_us": 1_000_000,
        "elections": 1,
        "settings": {"read_mode": "leader", "pre_vote": true, "check_quorum": true,
                     "skip_commit_broadcast": true, "apply_delay": "0us"},
        "settings_changes": 0,
        "bytes": {
            "total": 11_000, "read": 10_000, "append": 1_000, "reads_crossed": 10_000,
            "cross_zone": {"total": 11_000, "read": 10_000, "append": 1_000},
            "between": [
                {"from": "east", "to": "west", "total": 10_000, "read": 9_500, "append": 500},
                {"from": "west", "to": "east", "total": 1_000, "read": 500, "append": 500},
            ],
        },
        "usd": 0.000_000_22,
        "commit": {"entries": 10, "p50_us": 8_000, "p99_us": 9_000},
        "workload": {"scans": {"ok": 100, "failed": 0, "unknown": 0, "mean_us": 100_000,
            "p50_us": 90_000, "p99_us": 120_000, "stale": 0, "max_staleness_us": 0}},
    });
    merge(&mut figures, changes);
    Side::new(name, &figures).expect("a report")
}

fn merge(into: &mut Value, changes: &Value) {
    match changes {
        Value::Object(changes) => {
            for (key, change) in changes {
                merge(&mut into[key], change);
            }
        }
        other => *into = other.clone(),
    }
}

fn compared(a: &Value, b: &Value) -> Comparison {
    let (a, b) = (side("a", a), side("b", b));
    let comparison = compare(&a, &b).expect("the same instant");
    let marked = with_templates(|| compare(&a, &b)).expect("the same instant");
    assert_said(&marked.reason, &comparison.reason);
    for (marked, row) in marked.rows.iter().zip(&comparison.rows) {
        assert_said(&marked.title, &row.title);
        assert_eq!(marked.name, row.name, "files have names of figures");
    }
    comparison
}

fn row<'a>(comparison: &'a Comparison, group: &str, name: &str) -> &'a Row {
    let mut rows = comparison.rows.iter();
    rows.find(|row| json!(row.group) == group && row.name == name)
        .expect("the row")
}

/// What follower reads come to beside leader reads.
fn follower() -> Value {
    json!({
        "settings": {"read_mode": "follower"},
        "bytes": {"reads_crossed": 0,
            "cross_zone": {"total": 1_100, "read": 0, "read_index": 100},
            "between": [{"from": "east", "to": "west", "append": 500, "read_index": 50},
                        {"from": "west", "to": "east", "append": 500, "read_index": 50}]},
        "usd": 0.000_000_022,
        "workload": {"scans": {"p50_us": 40_000}},
    })
}

#[test]
fn a_row_has_a_difference_with_a_sign_and_a_ratio() {
    let comparison = compared(&json!({}), &follower());
    let total = row(&comparison, "between_zones", "total");
    assert_eq!(total.difference, Some(-9_900.0));
    assert_eq!(total.ratio, Some(0.1));
    let read_index = row(&comparison, "between_zones", "read_index");
    assert_eq!(read_index.a, None, "the first run's report has none");
    assert_eq!((read_index.difference, read_index.ratio), (None, None));
    let p50 = row(&comparison, "workload", "p50 latency");
    assert_eq!(p50.difference, Some(-50_000.0));
    let usd = row(&comparison, "money", "total");
    assert_eq!(usd.difference, Some(-0.000_000_198));
}

#[test]
fn follower_reads_are_explained_by_where_the_rows_come_from() {
    let expected =
        "Rows come from a replica in the reader's own zone; only the read index crosses.";
    assert_eq!(compared(&json!({}), &follower()).reason, expected);
    assert_eq!(compared(&follower(), &json!({})).reason, expected);
}

#[test]
fn a_rule_is_silent_where_the_figures_do_not_bear_it_out() {
    let mut crossing = follower();
    merge(&mut crossing, &json!({"bytes": {"reads_crossed": 10}}));
    let comparison = compared(&json!({}), &crossing);
    assert_eq!(
        comparison.reason,
        "The sum of read bytes between zones differs most. Between zones the bytes of read from \
         east to west changed most: 9.5 kB in the first run, 0 B in the second."
    );
}

#[test]
fn switches_that_changed_on_the_way_explain_nothing() {
    let mut changed = follower();
    merge(&mut changed, &json!({"settings_changes": 1}));
    let comparison = compared(&json!({}), &changed);
    assert!(
        comparison.reason.starts_with("The sum of read bytes"),
        "{}",
        comparison.reason
    );
}

#[test]
fn stale_reads_outweigh_bytes_and_are_explained_by_the_mode_that_allows_them() {
    let stale = json!({
        "settings": {"read_mode": "local"},
        "workload": {"scans": {"stale": 40, "max_staleness_us": 900_000}},
    });
    let comparison = compared(&stale, &json!({}));
    let largest = &comparison.rows[comparison.largest.expect("a difference")];
    assert_eq!(largest.group, Group::Freshness);
    assert_eq!(
        comparison.reason,
        "The closest replica answers without asking how far the leader is: 40 reads missed an \
         acknowledged write, and none in the other run."
    );
}

#[test]
fn what_was_answered_failed_and_stale_comes_before_bytes_however_many() {
    let silent = json!({
        "bytes": {"cross_zone": {"total": 20, "read": 0}},
        "usd": 0.0,
        "workload": {"scans": {"ok": 40, "failed": 30}},
    });
    let comparison = compared(&json!({}), &silent);
    let names: Vec<&str> = comparison
        .ranks
        .iter()
        .take(2)
        .map(|&at| name(&comparison, at))
        .collect();
    assert_eq!(names, ["failed", "answered"]);
    assert_eq!(
        comparison.ranks.len(),
        comparison.rows.len(),
        "none is left out"
    );
}

#[test]
fn a_few_answers_more_do_not_come_first() {
    let more = json!({"workload": {"scans": {"ok": 104}}, "bytes": {"cross_zone": {"read": 100}}});
    let comparison = compared(&json!({}), &more);
    assert_eq!(name(&comparison, comparison.ranks[0]), "read");
}

#[test]
fn the_figure_that_the_scenario_is_about_comes_first_and_is_the_one_explained() {
    let proving = |changes: Value| {
        let mut all = json!({"proves": "workload.scans.p50_us"});
        merge(&mut all, &changes);
        all
    };
    let comparison = compared(&proving(json!({})), &proving(follower()));
    let proof = comparison.proof.expect("it is in the table");
    assert_eq!(name(&comparison, proof), "p50 latency");
    assert_eq!(comparison.ranks[0], proof);
    assert_eq!(comparison.largest, Some(proof));
    let same = compared(&proving(json!({})), &proving(json!({"elections": 9})));
    assert_eq!(
        Some(same.ranks[0]),
        same.proof,
        "that it stays the same is worth a line"
    );
    assert_eq!(name(&same, same.largest.expect("another")), "elections");
}

/// The names that scenarios may give are those of the rows.
#[test]
fn every_row_has_the_name_by_which_a_scenario_may_call_it() {
    for row in compared(&json!({}), &follower()).rows {
        assert!(is_figure(&row.metric, ["scans"]), "{}", row.metric);
    }
    assert!(!is_figure("workload.scans.p50_us", ["puts"]));
}

fn name(comparison: &Comparison, place: usize) -> &str {
    &comparison.rows[place].name
}

#[test]
fn elections_are_explained_by_pre_vote_only_when_there_are_more_without_it() {
    let without = |elections: u64| json!({"settings": {"pre_vote": false}, "elections": elections});
    let more = compared(&json!({}), &without(9)).reason;
    assert_eq!(
        more,
        "Without pre-vote a candidate raises its term before it knows whether it could win: \
         9 elections, 1 with it."
    );
    let fewer = compared(&json!({"elections": 9}), &without(1)).reason;
    assert!(
        fewer.starts_with("The number of elections differs most"),
        "{fewer}"
    );
}

#[test]
fn equal_runs_have_no_largest_difference() {
    let same = compare(&side("a", &json!({})), &side("a", &json!({}))).expect("one instant");
    assert_eq!(same.largest, None);
    assert_eq!(same.reason, "Both runs are the same, event for event.");
    let alike = compared(&json!({}), &json!({}));
    assert_eq!(
        alike.reason,
        "The runs differ in their events, and in none of these figures."
    );
}

#[test]
fn small_bytes_of_a_rare_kind_are_not_the_greatest_difference() {
    let vote = json!({"bytes": {"cross_zone": {"vote": 1}}});
    let more = json!({"bytes": {"cross_zone": {"vote": 50, "append": 1_800, "total": 11_850}}});
    let comparison = compared(&vote, &more);
    let largest = &comparison.rows[comparison.largest.expect("a difference")];
    assert_eq!(largest.name, "append");
}

#[test]
fn runs_to_different_instants_are_not_compared() {
    let later = side("b", &json!({"simulated_us": 2_000_000}));
    let refused = compare(&side("a", &json!({})), &later).expect_err("refused");
    assert_eq!(
        refused,
        "found runs to 1000000 µs and to 2000000 µs, expected the same instant"
    );
}

#[test]
fn a_text_that_is_no_report_of_one_run_is_refused_with_its_place() {
    let cases = [
        ("{", "first report: expected JSON: "),
        (
            "{}",
            "first report: format: found null, expected \"raft-atlas-report/1\"",
        ),
        (
            r#"{"format": "raft-atlas-report/1", "variants": {"x": {}, "y": {}}}"#,
            "first report: variants: expected one run",
        ),
        (
            r#"{"format": "raft-atlas-report/1", "variants": {"x": {}}}"#,
            "first report: variants.x.simulated_us: expected a whole number",
        ),
    ];
    for (text, expected) in cases {
        let refused = compare_reports(text, text).expect_err("refused");
        assert!(refused.starts_with(expected), "{refused}");
    }
}
