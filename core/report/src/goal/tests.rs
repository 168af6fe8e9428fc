//! What is made of a goal: read, checked, judged, told.

mod sentences;
mod standings;

use serde_json::{Map, Value, json};

use crate::goal::*;
use crate::testing::{assert_said, with_templates};
use format::moments::Moment;
use format::tree;

/// What a run came to: two leaders for a while, a stale read at one place, and some figures.
fn reports() -> Map<String, Value> {
    let reports = json!({
        "on": {
            "usd": 1.5,
            "simulated_us": 10_000_000,
            "settings": { "group_commit": true, "follower_replication": ["az2"] },
            "workload": { "scan": { "ok": 40, "measured": 40, "p50_us": 205_000, "failed": 0,
                                    "unknown": 0, "stale": 3 } },
            "modes": { "follower": { "reads": 40, "stale": 3 } },
            "state": { "ranges": [{ "leader": "s2", "term": 3 }], "down": ["s1"] },
            "moments": {
                "two_leaders": { "count": 2, "first_us": 4_000_000, "last_us": 9_000_000,
                                 "longest_us": 2_500_000 },
                "stale_read": { "count": 3, "first_us": 5_000_000, "last_us": 6_000_000,
                                "at": { "az2": { "count": 1, "first_us": 6_000_000,
                                                 "last_us": 6_000_000 } } },
                "elected": { "count": 1, "first_us": 4_000_000, "last_us": 4_000_000 },
            },
        },
        "off": { "usd": 3.0 },
    });
    reports.as_object().cloned().unwrap()
}

fn judged(goal: &Value) -> Judged {
    check(&read(goal).unwrap(), "", &Scope::OPEN).unwrap();
    judged_unchecked(goal)
}

/// As when a report lacks what its kind can have.
fn judged_unchecked(goal: &Value) -> Judged {
    let goal = read(goal).unwrap();
    let by_name = reports();
    let reports = Reports {
        own: "on",
        by_name: &by_name,
        began: None,
    };
    let judged = judge(&goal, &reports);
    let marked = with_templates(|| judge(&goal, &reports));
    assert_said(&marked.found, &judged.found);
    if goal.text().is_none() {
        assert_said(&marked.text, &judged.text);
    }
    assert_eq!(
        (marked.standing, marked.at_us),
        (judged.standing, judged.at_us)
    );
    judged
}

#[track_caller]
fn met_at(goal: Value, at_us: Option<u64>) {
    let judged = judged(&goal);
    assert!(judged.holds(), "{goal}: {}", judged.found);
    assert_eq!(judged.at_us, at_us, "{goal}");
}

#[track_caller]
fn not_met(goal: Value) {
    let judged = judged(&goal);
    assert!(!judged.holds(), "{goal}: {}", judged.found);
    let is_open = judged.standing != Standing::Broken;
    assert!(
        judged.at_us.is_none() || !is_open,
        "what may still be met has no instant"
    );
}

/// What is wrong with a goal.
fn error(goal: Value) -> String {
    let scope = Scope {
        variants: Some(vec!["off", "on"]),
        has_own: false,
        places: Some(vec!["az1", "s1"]),
        workloads: None,
    };
    match read(&goal) {
        Err(error) => error.to_string(),
        Ok(goal) => check(&goal, "expect[0]", &scope).unwrap_err().to_string(),
    }
}

#[test]
fn a_figure_without_a_variant_is_of_the_run_that_is_judged() {
    met_at(json!({"metric": "usd", "at_most": 1.5}), Some(0));
    met_at(json!({"metric": "off/usd", "equals": 3}), None);
    met_at(
        json!({"metric": "usd", "at_most": 0.5, "times": "off/usd"}),
        None,
    );
    not_met(json!({"metric": "usd", "at_least": 2}));
    not_met(json!({"metric": "usd", "at_least": 1, "at_most": 1.4}));
}

#[test]
fn a_path_leads_through_lists() {
    met_at(
        json!({"metric": "state.ranges.0.leader", "equals": "s2"}),
        None,
    );
    met_at(json!({"metric": "state.down.0", "equals": "s1"}), None);
    not_met(json!({"metric": "state.ranges.1.leader", "equals": "s2"}));
}

#[test]
fn a_happening_came_true_when_it_first_happened() {
    met_at(json!({"happened": "stale_read"}), Some(5_000_000));
    met_at(
        json!({"happened": "stale_read", "at_least": 3}),
        Some(6_000_000),
    );
    not_met(json!({"happened": "stale_read", "at_least": 4}));
    not_met(json!({"happened": "broken_promise"}));
    not_met(json!({"happened": "stale_read", "variant": "off"}));
    not_met(json!({"happened": "stale_read", "variant": "none"}));
}

#[test]
fn a_happening_may_be_asked_for_at_a_place_for_a_time_and_within_a_time() {
    met_at(
        json!({"happened": "stale_read", "where": "az2"}),
        Some(6_000_000),
    );
    not_met(json!({"happened": "stale_read", "where": "az1"}));
    met_at(
        json!({"happened": "two_leaders", "lasting": "2500ms"}),
        Some(6_500_000),
    );
    not_met(json!({"happened": "two_leaders", "lasting": "2501ms"}));
    met_at(
        json!({"happened": "two_leaders", "after": "9s"}),
        Some(9_000_000),
    );
    not_met(json!({"happened": "two_leaders", "after": "9001ms"}));
    met_at(
        json!({"happened": "two_leaders", "before": "4s"}),
        Some(4_000_000),
    );
    not_met(json!({"happened": "two_leaders", "before": "3999ms"}));
}

#[test]
fn what_lasts_came_true_when_it_had_lasted_and_not_when_it_began() {
    let two = |lasting: &str| json!({"happened": "two_leaders", "lasting": lasting});
    let began_us = 4_000_000;
    met_at(two("2s"), Some(began_us + 2_000_000));
    let later = json!({"happened": "stale_read", "at_least": 3});
    met_at(
        json!({"all": [two("2500ms"), later]}),
        Some(began_us + 2_500_000),
    );
    met_at(json!({"any": [two("2s"), later]}), Some(6_000_000));
    met_at(
        json!({"happened": "elected", "then": {"happened": "two_leaders", "lasting": "1s"}}),
        Some(10_000_000),
    );
    let never = judged(&json!({"not": two("2s")}));
    let broken = (Standing::Broken, Some(began_us + 2_000_000));
    assert_eq!((never.standing, never.at_us), broken);
}

#[test]
fn what_lasts_came_true_by_now_where_the_last_one_has_not_lasted_yet() {
    met_at(
        json!({"happened": "two_leaders", "lasting": "2s", "after": "9s"}),
        Some(10_000_000),
    );
}

#[test]
fn what_comes_then_comes_later_than_the_beginning_of_the_first() {
    let then = |first: &str, later: &str| json!({"happened": first, "then": {"happened": later}});
    met_at(then("elected", "stale_read"), Some(5_000_000));
    met_at(then("elected", "two_leaders"), Some(9_000_000));
    not_met(then("stale_read", "elected"));
    not_met(then("elected", "elected"));
    not_met(then("elected", "broken_promise"));
    not_met(then("broken_promise", "elected"));
    let both = json!([{"happened": "stale_read"}, {"happened": "elected"}]);
    not_met(json!({"happened": "elected", "then": {"all": both}}));
    met_at(
        json!({"happened": "elected", "then": {"any": both}}),
        Some(5_000_000),
    );
}

#[test]
fn all_come_true_with_the_last_and_any_with_the_first() {
    let stale = json!({"happened": "stale_read"});
    let elected = json!({"happened": "elected"});
    let never = json!({"happened": "broken_promise"});
    let cheap = json!({"metric": "usd", "at_most": 2});
    met_at(json!({"all": [stale, elected]}), Some(5_000_000));
    met_at(json!({"all": [stale, cheap]}), Some(5_000_000));
    not_met(json!({"all": [stale, never]}));
    met_at(json!({"any": [stale, elected, never]}), Some(4_000_000));
    met_at(json!({"any": [never, cheap]}), Some(0));
    not_met(json!({"any": [never, never]}));
    met_at(json!({"not": never}), Some(0));
    not_met(json!({"not": {"any": [stale, never]}}));
}

#[test]
fn a_goal_is_read_again_as_it_was_written() {
    for goal in [
        json!({"metric": "usd", "at_most": 1.5, "times": "off/usd"}),
        json!({"happened": "elected", "where": "s1", "lasting": "2s", "at_least": 2,
               "then": {"all": [{"happened": "set"}, {"happened": "cut"}]}, "text": "x"}),
        json!({"any": [{"not": {"metric": "usd", "equals": "ok"}}]}),
    ] {
        let goal = read(&goal).unwrap();
        let again = serde_json::to_value(&goal).unwrap();
        assert_eq!(read(&again).unwrap(), goal);
    }
}

#[test]
fn what_is_wrong_with_a_goal_is_said_with_its_place() {
    for (goal, expected) in [
        (
            json!({"metrik": "usd"}),
            "found an object, expected a goal: an object with one of the keys \"metric\", \
             \"happened\", \"all\", \"any\", \"not\"",
        ),
        (
            json!({"all": [{"metric": "on/usd", "at_least": 1}, {"any": [3]}]}),
            "all[1].any[0]: found 3, expected a goal: an object with one of the keys \"metric\", \
             \"happened\", \"all\", \"any\", \"not\"",
        ),
        (
            json!({"not": {"happened": "elected", "whre": "s1"}}),
            "not.whre: unknown key, expected one of \"happened\", \"where\", \"at_least\", \
             \"lasting\", \"after\", \"before\", \"then\", \"variant\", \"text\"",
        ),
        (
            json!({"any": []}),
            "expect[0].any: found an empty list, expected one goal at least",
        ),
        (
            json!({"happened": "elected", "variant": "of"}),
            "expect[0].variant: found \"of\", expected one of \"off\", \"on\"",
        ),
        (
            json!({"happened": "elected"}),
            "expect[0].variant: found nothing, expected one of \"off\", \"on\"",
        ),
        (
            json!({"happened": "elected", "variant": "on", "where": "az9"}),
            "expect[0].where: found \"az9\", expected a zone, store or gateway: one of \"az1\", \
             \"s1\"",
        ),
        (
            json!({"happened": "elected", "variant": "on", "at_least": 0}),
            "expect[0].at_least: found 0, expected 1 or more: what must not happen is \
             {\"not\": …}",
        ),
        (
            json!({"happened": "elected", "variant": "on",
                   "then": {"metric": "on/usd", "at_least": 1}}),
            "expect[0].then: found a goal without instants, expected happenings, alone or under \
             \"all\" and \"any\"",
        ),
        (
            json!({"metric": "usd", "at_least": 1}),
            "expect[0].metric: found \"usd\", expected a metric such as \"off/usd\"",
        ),
    ] {
        assert_eq!(error(goal), expected);
    }
    let word = error(json!({"happened": "elekted"}));
    assert!(
        word.starts_with("happened: found \"elekted\", expected one of \"elected\","),
        "{word}"
    );
}

#[test]
fn a_goal_has_bounds_in_depth_and_in_number() {
    let mut deep = json!({"metric": "usd", "at_least": 1});
    for _ in 0..5 {
        deep = json!({"not": deep});
    }
    check(&read(&deep).unwrap(), "", &Scope::OPEN).unwrap();
    let deeper = read(&json!({"not": deep})).unwrap();
    let said = check(&deeper, "goal", &Scope::OPEN)
        .unwrap_err()
        .to_string();
    assert_eq!(
        said,
        "goal: found goals in goals, deeper than that, expected at most 6 in each other"
    );
    let many = vec![json!({"metric": "usd", "at_least": 1}); 64];
    let said = check(&read(&json!({"any": many})).unwrap(), "goal", &Scope::OPEN);
    assert_eq!(
        said.unwrap_err().to_string(),
        "goal: found 65 goals in one, expected at most 64"
    );
}

#[test]
fn a_list_of_goals_is_read_from_text() {
    assert_eq!(read_list("[]").unwrap(), Vec::new());
    assert_eq!(read_list(r#"[{"happened": "set"}]"#).unwrap().len(), 1);
    let many = json!(vec![json!({"happened": "set"}); 101]).to_string();
    assert!(read_list(&many).is_err());
    assert_eq!(
        read_list(r#"[{"happened": 3}]"#).unwrap_err().to_string(),
        "[0].happened: found 3, expected a text"
    );
}

#[test]
fn every_kind_has_words_of_its_own() {
    for kind in Moment::ALL {
        let value = Value::String(kind.words().id.to_string());
        let read: Moment = tree::read(&value).unwrap();
        assert_eq!(read, kind, "no other is called so");
    }
}
