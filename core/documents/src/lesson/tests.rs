//! What is made of a lesson file.

use serde_json::{Value, json};

use crate::lesson::*;

/// A lesson with every key.
fn full() -> Value {
    json!({
        "$schema": "lesson.json",
        "format": "raft-atlas-lesson/1",
        "title": "What a leader is for",
        "minutes": 8,
        "text": "You can tell what a *leader* does.",
        "sources": [{"id": "raft", "title": "In Search of an Understandable Consensus Algorithm",
                     "by": "Ongaro and Ousterhout", "year": 2014}],
        "steps": [
            {
                "id": "crash", "title": "Crash it", "text": "The leader …",
                "scenario": "first-look", "variant": "", "seed": 7, "start": "5s", "speed": 0.5,
                "play": "4s",
                "show": "requests", "open": "faults",
                "predict": {"question": "What then?", "answers": [
                    {"text": "Nothing.", "reply": "Look."},
                    {"text": "An election.", "right": true, "reply": "Yes."}]},
                "do": {"text": "Crash the leader.", "goal": {"happened": "elected", "after": "5s"},
                       "lost": {"metric": "follower/usd", "at_least": 9}, "by": "40s",
                       "hints": ["Press it."]},
                "explain": {"text": "It took {{commit.p50_us|us}}, not {{stale/usd|usd}}.",
                            "figures": [{"label": "median", "metric": "commit.p50_us",
                                         "over": "leader/commit.p50_us", "unit": "ratio",
                                         "published": {"text": "200 ms", "value": 200_000,
                                                       "source": "raft"}}]},
                "solution": {"actions": [{"at": "6s", "do": "crash", "store": "s1"}],
                             "until": "20s"},
                "wrong": {"variant": "off", "actions": [], "until": "40s"},
                "others": "same_actions",
            },
            {"id": "look", "title": "Look"},
        ],
    })
}

fn parse(lesson: &Value) -> Result<Lesson, ScenarioError> {
    Lesson::parse(&lesson.to_string())
}

/// What is said of the lesson with one place changed.
#[track_caller]
fn check(place: &str, value: Value, expected: &str) {
    let mut lesson = full();
    let (parent, key) = place.rsplit_once('/').unwrap();
    let parent = lesson.pointer_mut(parent).unwrap();
    match (parent, key.parse::<usize>()) {
        (Value::Array(list), Ok(index)) => list[index] = value,
        (Value::Object(map), _) if value == json!("(gone)") => drop(map.remove(key)),
        (Value::Object(map), _) => drop(map.insert(key.to_string(), value)),
        _ => unreachable!(),
    }
    assert_eq!(parse(&lesson).unwrap_err().to_string(), expected);
}

#[test]
fn a_lesson_with_every_key_is_read() {
    let lesson = parse(&full()).unwrap();
    assert_eq!(lesson.steps.len(), 2);
    let step = &lesson.steps[0];
    assert_eq!(step.variants, ["follower", "leader", "stale"]);
    let [done] = &step.solution.as_ref().unwrap().actions[..] else {
        panic!("one action");
    };
    assert_eq!(done.at_us, 6_000_000);
    assert_eq!(done.action, json!({"do": "crash", "store": "s1"}));
    assert_eq!(step.others, Others::SameActions);
    assert_eq!(
        serde_json::to_value(step).unwrap()["play_us"],
        json!(4_000_000)
    );
    assert!(lesson.steps[1].task.is_none(), "a step to look at");
    assert_eq!(lesson.steps[1].others, Others::Prescribed);
}

#[test]
fn what_is_wrong_with_a_lesson_is_said_with_its_place() {
    check(
        "/format",
        json!("raft-atlas/1"),
        "format: found \"raft-atlas/1\", expected \"raft-atlas-lesson/1\"",
    );
    check(
        "/steps",
        json!([]),
        "steps: found 0, expected 1 to 30 steps",
    );
    check(
        "/minutes",
        json!(0),
        "minutes: found 0, expected 1 to 120 minutes",
    );
    check(
        "/steps/1/id",
        json!("crash"),
        "steps[1].id: found \"crash\" a second time, expected a new id",
    );
    check(
        "/steps/0/scenario",
        json!("(gone)"),
        "steps[0]: found nothing, expected the key \"scenario\": there is no step before this one\n\
         steps[0].variant: found a run of its own, expected no \"variant\": the run of the step \
         before goes on\n\
         steps[0].seed: found a run of its own, expected no \"seed\": the run of the step before \
         goes on",
    );
    check(
        "/steps/0/predict/answers/1/right",
        json!(false),
        "steps[0].predict.answers: found no right answer, expected one at least with \"right\": \
         true",
    );
    check(
        "/steps/0/do/goal",
        json!({"happened": "crash"}),
        &format!(
            "steps[0].do.goal.happened: found \"crash\", expected one of {}",
            format::moments::Moment::ALL
                .map(|kind| format!("\"{}\"", kind.words().id))
                .join(", ")
        ),
    );
    check(
        "/steps/0/do/lost",
        json!({"metric": "usd"}),
        "steps[0].do.lost: found no bound, expected one of \"at_most\", \"at_least\", \"equals\"",
    );
    check(
        "/steps/0/explain/figures/0/published/source",
        json!("thesis"),
        "steps[0].explain.figures[0].published.source: found \"thesis\", expected one of the \
         lesson's sources: \"raft\"",
    );
    check(
        "/steps/0/solution/actions/0/at",
        json!(6),
        "steps[0].solution.actions[0].at: found 6, expected a duration in whole microseconds such \
         as \"250us\", \"3ms\", \"1.5s\" or \"2m\"",
    );
    check(
        "/steps/0/do",
        json!("(gone)"),
        "steps[0]: found nothing, expected the key \"do\", whose goal \"solution\" and \"wrong\" \
         are tried on",
    );
}

#[test]
fn what_plays_by_itself_takes_three_to_twenty_seconds() {
    check(
        "/steps/0/play",
        json!("1s"),
        "steps[0].play: found 1s, expected 1500ms to 10s",
    );
    check(
        "/steps/0/play",
        json!("10001ms"),
        "steps[0].play: found 10001ms, expected 1500ms to 10s",
    );
    check(
        "/steps/0/speed",
        json!("(gone)"),
        "steps[0]: found nothing, expected the key \"speed\", which \"play\" needs",
    );
}

#[test]
fn what_happens_in_other_variants_is_one_of_two_things() {
    check(
        "/steps/0/others",
        json!("person"),
        "steps[0].others: found \"person\", expected \"prescribed\" or \"same_actions\"",
    );
}

#[test]
fn a_figure_in_a_text_has_a_metric_and_a_unit() {
    let units = "{{metric|unit}}, the unit one of \"us\", \"bytes\", \"count\", \"usd\", \
                 \"ratio\", \"percent\"";
    for (text, found) in [
        ("It took {{commit.p50_us}}.", "\"commit.p50_us\""),
        ("It took {{commit.p50_us|ms}}.", "\"commit.p50_us|ms\""),
        ("It took {{|us}}.", "\"|us\""),
        ("It took {{commit.p50_us|us.", "\"commit.p50_us|us.\""),
    ] {
        let expected = format!("steps[0].explain.text: found {found}, expected {units}");
        check("/steps/0/explain/text", json!(text), &expected);
    }
}

#[test]
fn any_text_is_safe_to_read() {
    let text = full().to_string();
    for length in 0..text.len() {
        if text.is_char_boundary(length) {
            assert!(Lesson::parse(&text[..length]).is_err(), "cut at {length}");
        }
    }
    for noise in ["", "[]", "{}", "null", "{\"steps\": [{}]}", "\u{feff}"] {
        assert!(Lesson::parse(noise).is_err());
    }
}

#[test]
fn the_schema_describes_every_key() {
    let schema = schema();
    let steps = schema["$defs"]["Step"]["properties"].as_object().unwrap();
    for key in full()["steps"][0].as_object().unwrap().keys() {
        assert!(steps.contains_key(key), "{key}");
    }
    assert_eq!(schema["$id"], "raft-atlas-lesson/1");
}
