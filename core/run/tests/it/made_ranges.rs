//! Ranges that a run makes: what is asked of them, and what was done to them, is told like that of
//! the ranges of its start.

use explain::why::{Question, Record, why};
use model::ids::RangeId;
use run::runner;
use serde_json::json;
use sim::SECONDS;

use crate::common::three_zones;

const SPLIT: &str = r#"{"do":"split","range":0,"key":500}"#;
const TRANSFER: &str = r#"{"do":"transfer","to":"s2","range":1}"#;

#[test]
fn after_an_act_on_a_range_made_in_the_run_every_question_has_its_answer() {
    let by_script = three_zones(&json!({
        "duration": "10s",
        "data": { "rows": 1000, "leaders": ["s1"] },
        "actions": [
            { "at": "2s", "do": "split", "range": 0, "key": 500 },
            { "at": "4s", "do": "transfer", "to": "s2", "range": 1 },
        ],
    }));
    let mut by_hand = by_script.clone();
    by_hand.actions.clear();
    // A page reads the acts one by one, and knows the ranges of the run's start.
    let mut record = Record::new(&by_hand);
    record.act(2 * SECONDS, SPLIT).expect("a right action");
    record
        .act(4 * SECONDS, TRANSFER)
        .expect("a range that comes in the run");
    runner::record(&by_script, 5 * SECONDS, |rows| record.push(rows));
    assert_eq!(record.ranges(), 2);

    let role = why(
        &record,
        Question::Role {
            range: RangeId(1),
            node: 1,
        },
    );
    let (question, short) = (role.question.plain(), role.short.plain());
    assert!(
        question.starts_with("Why is s2 leader in term"),
        "{question}"
    );
    assert!(question.ends_with("of range 1?"), "{question}");
    assert!(short.contains("Transfer"), "{short}");
    let moved = why(&record, Question::NotMoved(RangeId(1))).short.plain();
    assert_eq!(moved, "It did: the transfer to s2 went through.");
    // With two ranges the first is named too.
    let first = why(
        &record,
        Question::Role {
            range: RangeId(0),
            node: 0,
        },
    );
    let question = first.question.plain();
    assert!(question.ends_with("of range 0?"), "{question}");
}
