//! Figures of an instant, what stands and what was refused, and what is told at the end.

use crate::expected::Expected;
use crate::playground::tests::*;
use documents::scenario::{Scenario, with_log};
use model::ids::RangeId;
use serde_json::{Value, json};

#[test]
fn every_figure_is_that_of_its_instant_also_when_a_run_goes_event_by_event() {
    let whole = at(2_345_678);
    let mut steps = open();
    while steps
        .next_event_us()
        .is_some_and(|at_us| at_us <= 2_345_678)
    {
        steps.step();
    }
    steps.advance(2_345_678, u64::MAX);
    assert_eq!(look(&steps), look(&whole));
    let frame = look(&whole);
    assert_eq!(frame.recent_us, 1_000_000);
    let recent: f64 = frame.recent_bytes.iter().sum();
    let all: f64 = frame.bytes.iter().sum();
    assert!(recent > 0.0 && recent < all, "{recent} of {all}");
}

#[test]
fn standing_faults_are_sent_when_they_are_others_than_the_page_has() {
    let act = |cut: &str, at_us: Micros| {
        let mut playground = at(at_us);
        playground.apply(cut).expect("a right action");
        playground.advance(at_us + 10, u64::MAX);
        playground
    };
    let known = |playground: &Playground, faults: u64| {
        let request = FrameRequest {
            faults,
            ..FrameRequest::default()
        };
        playground.frame(request).faults.len()
    };
    let worse = r#"{"do":"degrade","from":"az1","to":"az2","delay":"1ms"}"#;
    let one = act(worse, 1_000_000);
    let mark = look(&one).faults_mark;
    assert_eq!((known(&one, 0), known(&one, mark)), (1, 0));
    let otherwise = act(&worse.replace("1ms", "2ms"), 1_000_000);
    assert_eq!(
        known(&otherwise, mark),
        1,
        "the same link, made worse otherwise"
    );
    assert_eq!(look(&act(worse, 1_000_000)).faults_mark, mark);
}

#[test]
fn what_could_not_be_done_is_counted_and_told_with_its_reason() {
    let mut playground = open();
    playground.advance(2_000_000, u64::MAX);
    for action in [
        r#"{"do":"split","range":0,"key":0}"#,
        r#"{"do":"split","range":0,"key":0}"#,
        r#"{"do":"drop","message":999999}"#,
        r#"{"do":"split","range":0,"key":50}"#,
    ] {
        playground.apply(action).expect("a right action");
        playground.advance(playground.now_us() + 1, u64::MAX);
    }
    assert_eq!(look(&playground).refused, 3);
    let end = playground.outcome("{}", "[]").expect("reports");
    assert_eq!(
        end.refused,
        [
            "2 actions could not be done: the key is not inside the range, or is its first. \
             The first, at 2.000001s: Split range 0 at key 0.",
            "1 action could not be done: the message is no longer in flight. \
             At 2.000003s: Drop message 999999.",
        ]
    );
    assert_eq!((end.expects, end.missing.len()), (0, 0));
}

/// Found by a walk through the page: it still showed a range of another run, and what was done to
/// it made a log that was no file.
#[test]
fn a_range_that_never_was_is_refused_at_once_and_one_that_split_off_is_not() {
    let mut playground = open();
    playground.advance(2_000_000, u64::MAX);
    let campaign = |range: RangeId| format!(r#"{{"do":"campaign","store":"s1","range":{range}}}"#);
    let refused = playground
        .apply(&campaign(RangeId(1)))
        .err()
        .map(|e| e.to_string());
    let text = "range: found 1, expected a range from 0 to 0";
    assert_eq!(refused.as_deref(), Some(text));
    let mut log = Vec::new();
    let mut act = |playground: &mut Playground, action: &str| {
        let logged = playground.apply(action).expect("a right action");
        let action: Value = serde_json::from_str(&logged.action).expect("JSON");
        log.push(json!({ "at_us": logged.at_us, "action": action }));
        playground.advance(playground.now_us() + 1_000_000, u64::MAX);
    };
    act(&mut playground, r#"{"do":"split","range":0,"key":50}"#);
    act(&mut playground, &campaign(RangeId(1)));
    let file = with_log(SCENARIO, None, None, &Value::Array(log).to_string());
    assert!(file.expect("a file").contains("\"range\": 1"));
}

#[test]
fn expectations_are_judged_in_the_words_of_the_command_line() {
    let expects = r#""variants": { "a": {}, "b": {} },
        "expect": [{ "metric": "a/elections", "equals": 1 },
                   { "metric": "a/usd", "at_most": 0, "times": "b/usd" }],
        "topology""#;
    let text = SCENARIO.replacen("\"topology\"", expects, 1);
    let mut playground = Playground::open(&text, "a", None).expect("right");
    playground.advance(10_000_000, u64::MAX);
    let alone = playground.outcome("{}", "[]").expect("reports");
    assert_eq!(
        (alone.missing, alone.verdicts.len()),
        (vec!["b".to_string()], 0)
    );

    let outcome = crate::runner::run_all(&Scenario::parse(&text).unwrap(), None, None).unwrap();
    let others = outcome.to_json()["variants"].to_string();
    let end = playground.outcome(&others, "[]").expect("reports");
    let lines = outcome.verdicts.iter().map(Expected::from);
    assert_eq!(end.verdicts, lines.collect::<Vec<_>>());
    assert_eq!(
        end.verdicts[0].line,
        "met: elections of a leader in the run “a”: 1; the goal is 1"
    );
    assert!(!end.verdicts[1].met);
}

#[test]
fn what_a_person_expects_of_a_run_is_judged_in_the_words_of_the_command_line() {
    let playground = Playground::open(SCENARIO, "", None).expect("a right scenario");
    let own = r#"[{"metric": "run/elections", "at_most": 5, "at_least": 1}]"#;
    let end = playground.outcome("{}", own).expect("right goals");
    let [most, least] = end.own.as_slice() else {
        panic!("{:?}, expected one line for each bound", end.own);
    };
    assert!(most.met && most.line.starts_with("met: "), "{most:?}");
    assert!(
        !least.met && least.line.starts_with("NOT MET: "),
        "{least:?}"
    );
    let wrong = playground.outcome("{}", r#"[{"metric": "run/no.such", "at_most": 1}]"#);
    assert!(wrong.is_err(), "a metric that no report has is refused");
}

#[test]
fn what_may_become_of_a_message_is_told_of_each_fate() {
    let told = include_str!("../frame.rs")
        .lines()
        .take_while(|line| !line.contains("pub fate:"))
        .last()
        .expect("the column says what its numbers mean");
    for number in 0..=sim::Fate::Closed as u8 {
        assert!(told.contains(&format!(" {number} ")), "{number}: {told}");
    }
}
