//! What a request waited for: every stretch of time has its cause, whichever wait it was.

use std::collections::BTreeMap;

use explain::why::{Answer, Question, Record, StepKind, why};
use model::fact::Fact;
use model::ids::RequestId;
use record::{Row, What};
use run::runner;
use serde_json::{Value, json};
use sim::{Micros, SECONDS};

use crate::common::{runs_of, three_zones};

fn recorded(rest: &Value, until_us: Micros) -> (Record, Vec<Row>) {
    let resolved = three_zones(rest);
    let mut record = Record::new(&resolved);
    let mut rows = Vec::new();
    runner::record(&resolved, until_us, |piece| {
        record.push(piece);
        rows.extend_from_slice(piece);
    });
    (record, rows)
}

fn words(answer: &Answer) -> String {
    let steps = answer.steps.iter().map(|step| {
        let wait = step.wait.as_ref();
        let wait = wait.map_or(String::new(), |wait| {
            format!(" [{} us {}]", wait.us, wait.what)
        });
        format!("{} {}{wait}", step.at_us, step.text.plain())
    });
    steps.collect::<Vec<_>>().join("\n")
}

/// A transaction locks k5 and k150, and its gateway loses power at once; two readers meet the
/// locks.
fn left_over_lock() -> (Record, Vec<Row>) {
    let rest = json!({
        "duration": "8s",
        "data": { "ranges": 2, "replicas": 3, "rows": 200, "row_bytes": 100, "leaders": ["s1"] },
        "settings": { "request_timeout": "6s", "timestamps": "tso" },
        "workload": [],
        "actions": [
            { "at": "1s", "do": "insert", "from": "ga", "keys": [5, 150] },
            { "at": "1.004s", "do": "crash", "store": "ga" },
            { "at": "1.2s", "do": "statement", "from": "gb", "keys": [5, 60], "read_mode": "leader" },
            { "at": "1.2s", "do": "get", "from": "gc", "key": 150, "read_mode": "leader" },
        ],
    });
    recorded(&rest, 8 * SECONDS)
}

#[test]
fn a_statement_whose_part_met_a_lock_waited_for_the_lock_and_for_no_link() {
    let (record, _) = left_over_lock();
    let answer = why(&record, Question::Slow(RequestId(2)));
    let (short, story) = (answer.short.plain(), words(&answer));
    assert!(
        short.ends_with("for the lock of r1 on k5."),
        "{short}\n{story}"
    );
    assert!(short.contains("it waited longest, 2."), "{short}");
    assert!(
        story.contains("Its gateway ga has been down since"),
        "{story}"
    );
    let crash = |kind, text: String| kind == StepKind::Action && text.contains("Crash ga");
    assert!(
        answer
            .steps
            .iter()
            .any(|step| crash(step.kind, step.text.plain())),
        "{story}"
    );
}

#[test]
fn a_get_that_met_a_lock_again_and_again_tells_the_whole_wait_in_a_few_steps() {
    let (record, _) = left_over_lock();
    let answer = why(&record, Question::Slow(RequestId(3)));
    let (short, story) = (answer.short.plain(), words(&answer));
    assert!(short.contains("it waited longest, 2."), "{short}\n{story}");
    assert!(short.contains("for the lock of r1 on k150"), "{short}");
    assert!(answer.steps.len() < 40, "{story}");
}

#[test]
fn a_read_without_a_leader_waited_for_one() {
    let rest = json!({
        "duration": "12s",
        "data": { "rows": 100, "row_bytes": 100, "leaders": ["s1"] },
        "settings": { "request_timeout": "10s" },
        "workload": [],
        "actions": [
            { "at": "1s", "do": "crash", "store": "s1" },
            { "at": "1.1s", "do": "get", "from": "gb", "key": 5, "read_mode": "leader" },
        ],
    });
    let (record, _) = recorded(&rest, 12 * SECONDS);
    let answer = why(&record, Question::Slow(RequestId(1)));
    let short = answer.short.plain();
    assert!(
        short.ends_with("for a leader that takes it."),
        "{short}\n{}",
        words(&answer)
    );
}

#[test]
fn a_request_to_a_paused_store_waited_for_the_store() {
    let rest = json!({
        "duration": "6s",
        "data": { "rows": 100, "row_bytes": 100, "leaders": ["s1"] },
        "settings": { "read_mode": "local" },
        "workload": [],
        "actions": [
            { "at": "1s", "do": "pause", "store": "s2" },
            { "at": "1.1s", "do": "get", "from": "gb", "key": 5 },
            { "at": "2s", "do": "resume", "store": "s2" },
        ],
    });
    let (record, _) = recorded(&rest, 6 * SECONDS);
    let answer = why(&record, Question::Slow(RequestId(1)));
    let short = answer.short.plain();
    assert!(
        short.ends_with("for s2, which was paused."),
        "{short}\n{}",
        words(&answer)
    );
}

#[test]
fn without_an_oracle_a_read_waited_for_its_timestamp() {
    let rest = json!({
        "duration": "6s",
        "data": { "rows": 100, "row_bytes": 100, "leaders": ["s1"] },
        "settings": { "timestamps": "tso", "request_timeout": "2s" },
        "workload": [],
        "actions": [
            { "at": "1s", "do": "isolate", "place": "c" },
            { "at": "1.1s", "do": "get", "from": "ga", "key": 5 },
        ],
    });
    let (record, _) = recorded(&rest, 6 * SECONDS);
    let answer = why(&record, Question::Slow(RequestId(1)));
    let short = answer.short.plain();
    assert!(
        short.ends_with("for a timestamp."),
        "{short}\n{}",
        words(&answer)
    );
}

/// How long each message was between its sender and its receiver.
fn on_links(rows: &[Row]) -> BTreeMap<Micros, Vec<Micros>> {
    let mut left = BTreeMap::new();
    let mut ended: BTreeMap<Micros, Vec<Micros>> = BTreeMap::new();
    for row in rows {
        match row.what {
            What::Fact(Fact::Sent(sent)) => {
                left.insert(sent.flight, row.at_us);
            }
            What::Fact(Fact::Delivered { flight } | Fact::Died { flight, .. }) => {
                if let Some(left_us) = left.get(&flight) {
                    ended
                        .entry(row.at_us)
                        .or_default()
                        .push(row.at_us - left_us);
                }
            }
            _ => {}
        }
    }
    ended
}

/// Of all requests of runs that wait in every way: what is told adds up to how long they took, and
/// no message is said to be on its way longer than it was.
#[test]
fn no_wait_is_blamed_on_a_link_beyond_what_its_message_was_on_it() {
    for (name, until_us) in [
        ("stale-leader", 9 * SECONDS),
        ("left-over-lock", 9 * SECONDS),
        ("one-rtt-read", 3 * SECONDS),
        ("interactive-transaction", 3 * SECONDS),
        ("async-apply", 3 * SECONDS),
        ("first-look", 3 * SECONDS),
    ] {
        let run = runs_of(name).remove(0);
        let mut record = Record::new(&run.resolved);
        let mut rows = Vec::new();
        runner::record(&run.resolved, until_us, |piece| {
            record.push(piece);
            rows.extend_from_slice(piece);
        });
        let links = on_links(&rows);
        let ended = rows.iter().filter_map(|row| match row.what {
            What::Fact(Fact::Completed {
                request,
                invoked_us,
                ..
            }) => Some((request, row.at_us - invoked_us)),
            _ => None,
        });
        // Some of each run, all over it.
        for (request, took_us) in ended.step_by(7) {
            let answer = why(&record, Question::Slow(request));
            let waits = || {
                answer
                    .steps
                    .iter()
                    .filter_map(|step| Some((step, step.wait.as_ref()?)))
            };
            let told_us: Micros = waits().map(|(_, wait)| wait.us).sum();
            assert_eq!(told_us, took_us, "{name}, r{request}: {}", words(&answer));
            for (step, wait) in waits().filter(|(_, wait)| wait.what.starts_with("on the way")) {
                let most = links.get(&step.at_us).and_then(|all| all.iter().max());
                assert!(
                    most.is_some_and(|most| wait.us <= *most),
                    "{name}, r{request}: {} {}, {most:?}\n{}",
                    wait.us,
                    wait.what,
                    words(&answer)
                );
            }
            assert!(
                waits().all(|(_, wait)| wait.what != "to be done"),
                "{}",
                words(&answer)
            );
        }
    }
}
