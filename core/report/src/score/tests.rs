//! Scores by hand-made reports.

use serde_json::{Map, Value, json};

use crate::goal;
use crate::goal::{Goal, Reports};
use crate::score::{Better, RunScore, Score, ScoredRun, score};
use crate::testing::{assert_said, with_templates};
use format::tree;

fn reports(usd: f64, stale: u64) -> Map<String, Value> {
    let report = json!({ "run": {
        "money": { "per_month": usd },
        "workload": { "reads": { "ok": 100, "stale": stale } },
        "simulated_us": 9,
    } });
    report.as_object().cloned().unwrap()
}

fn rule(value: Value) -> Score {
    tree::read(&value).unwrap()
}

fn scored(rule: &Score, report: &Map<String, Value>, is_over: bool, is_fair: bool) -> RunScore {
    let reports = Reports {
        own: "run",
        by_name: report,
        began: None,
    };
    let fresh: Goal =
        goal::read(&json!({ "metric": "workload.reads.stale", "at_most": 0 })).expect("a goal");
    let run = ScoredRun {
        reports: &reports,
        acts: 2,
        is_over,
        is_fair,
    };
    let goals = [fresh];
    let came = score(&goals, rule, &run);
    let marked = with_templates(|| score(&goals, rule, &run));
    assert_said(&marked.label, &came.label);
    for (marked, asked) in marked.asked.iter().zip(&came.asked) {
        assert_said(marked, asked);
    }
    came
}

fn money() -> Score {
    rule(json!({ "metric": "money.per_month", "better": "less", "stars": [30, 20] }))
}

#[test]
fn the_conditions_earn_the_first_star_and_the_figure_the_others() {
    for (usd, stars) in [(31.2, 1), (30.0, 2), (20.5, 2), (20.0, 3)] {
        let came = scored(&money(), &reports(usd, 0), true, true);
        assert!(came.solved && came.over && !came.lost);
        assert_eq!(came.stars, stars, "{usd}");
        assert_eq!(came.value, Some(usd));
    }
    let came = scored(&money(), &reports(31.2, 0), true, true);
    assert_eq!(came.told, "$31.20");
    assert_eq!(came.label, "This load for 30 days, on the wire");
    assert_eq!(came.asked, ["at most $30.00", "at most $20.00"]);
}

#[test]
fn without_its_conditions_a_run_has_no_star_whatever_its_figure() {
    let came = scored(&money(), &reports(1.0, 3), true, true);
    assert!(!came.solved && came.lost);
    assert_eq!(came.stars, 0);
}

#[test]
fn before_its_end_nothing_is_solved_and_what_is_not_allowed_is_lost() {
    let before = scored(&money(), &reports(1.0, 0), false, true);
    assert!(!before.solved && !before.over && !before.lost);
    assert_eq!(before.stars, 3);
    let unfair = scored(&money(), &reports(1.0, 0), true, false);
    assert!(!unfair.solved && unfair.lost);
    assert_eq!(unfair.stars, 0);
}

#[test]
fn a_figure_that_is_not_there_earns_one_star_at_most() {
    let rule = rule(json!({ "metric": "zones.rome.p99_us", "better": "less", "stars": [9, 1] }));
    let came = scored(&rule, &reports(1.0, 0), true, true);
    assert_eq!((came.value, came.stars), (None, 1));
    assert_eq!(came.told, "none");
}

#[test]
fn points_are_the_sum_of_the_goals_that_hold() {
    let rule = rule(json!({ "stars": [2, 5], "points": [
        { "goal": { "metric": "money.per_month", "at_most": 40 }, "worth": 2 },
        { "goal": { "metric": "money.per_month", "at_most": 4 }, "worth": 3 },
    ] }));
    let came = scored(&rule, &reports(31.2, 0), true, true);
    assert_eq!((came.told.as_str(), came.stars), ("2 points", 2));
    assert_eq!(came.points.len(), 2);
    assert_eq!(came.better, Better::More);
    let came = scored(&rule, &reports(3.0, 0), true, true);
    assert_eq!((came.value, came.stars), (Some(5.0), 3));
}

#[test]
fn acts_are_counted() {
    let rule = rule(json!({ "acts": "less", "stars": [2, 1] }));
    let came = scored(&rule, &reports(1.0, 0), true, true);
    assert_eq!((came.told.as_str(), came.stars), ("2 acts", 2));
}

#[test]
fn a_score_that_is_none_is_told_what_it_may_be() {
    let error = tree::read::<Score>(&json!({ "better": "less" })).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("\"metric\", \"points\", \"acts\""),
        "{error}"
    );
}
