//! What crosses to a page of another language: the same English, with its templates.

use crate::playground::tests::*;
use serde_json::Value;
use text::said::{BEGIN, END, english_of, in_english, keep_templates};

/// Faults, switches, sizes, requests by hand, and what cannot be done.
const ACTIONS: [&str; 12] = [
    r#"{"do":"get","from":"g1","key":3}"#,
    r#"{"do":"cut","from":"az1","to":"az2","one_way":true}"#,
    r#"{"do":"degrade","from":"az2","to":"az3","delay":"5ms","loss":0.1}"#,
    r#"{"do":"set","settings":{"check_quorum":false,"count_framing":false}}"#,
    r#"{"do":"resize","what":"rate","of":"put","to":20}"#,
    r#"{"do":"scan","from":"g1","key":3,"rows":5}"#,
    r#"{"do":"crash","store":"s1"}"#,
    r#"{"do":"split","range":0,"key":0}"#,
    r#"{"do":"stop","workload":"put"}"#,
    r#"{"do":"split","range":0,"key":50}"#,
    r#"{"do":"cut","from":"az1","to":"nowhere"}"#,
    r#"{"do":"heal"}"#,
];

/// All that the page is told in such a run, and the report at its end.
fn told() -> (Vec<Value>, String) {
    let mut playground = open();
    let mut told = Vec::new();
    for (turn, action) in (1..).zip(ACTIONS) {
        playground.advance(turn * 1_000_000, u64::MAX);
        told.push(match playground.apply(action) {
            Ok(logged) => logged.text.into(),
            Err(error) => error.to_string().into(),
        });
        told.push(serde_json::to_value(look(&playground)).expect("plain data"));
    }
    playground.advance(13_000_000, u64::MAX);
    told.push(serde_json::to_value(look(&playground)).expect("plain data"));
    told.push(serde_json::to_value(playground.world()).expect("plain data"));
    let outcome = playground.outcome("{}", "[]").expect("no goals");
    told.push(serde_json::to_value(outcome).expect("plain data"));
    (told, in_english(|| playground.report()))
}

/// Every text within, read back to English.
fn english(value: &mut Value, marked: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            if text.contains(BEGIN) {
                marked.push(text.clone());
                *text = english_of(text);
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| english(one, marked)),
        Value::Object(fields) => fields.values_mut().for_each(|one| english(one, marked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn sentences_with_their_templates_are_the_same_english_and_reports_know_none() {
    let (plain, report) = told();
    keep_templates(true);
    let (mut marked, marked_report) = told();
    keep_templates(false);
    assert_eq!(marked_report, report);
    let mut templates = Vec::new();
    for one in &mut marked {
        english(one, &mut templates);
    }
    for (marked, plain) in marked.iter().zip(&plain) {
        assert_eq!(marked, plain);
    }
    let said = |part: &str| templates.iter().any(|text| text.contains(part));
    for part in [
        "The link from {from} to {to} is cut; the other way still works.",
        "{from} crashed; what it had not synced to its disk is gone.",
        "{gateway}: {what} returned {value} after {after}.",
        "{store} was elected leader{range} in term {term} with {count} of {votes}: {voters}.",
        "The load \"{load}\" stops.",
    ] {
        assert!(said(part), "{part}: {templates:#?}");
    }
    let whole = |text: &String| text.matches(BEGIN).count() == text.matches(END).count();
    assert!(templates.iter().all(whole));
}
