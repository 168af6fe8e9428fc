//! `raft-atlas futures`: its table, its files, the point of no return; the same for any number of
//! threads.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{raft_atlas, refused, scenario, stdout};

fn futures(args: &[&str]) -> String {
    let file = scenario("stale-leader");
    let output = raft_atlas(&[&["futures", &file], args].concat());
    assert_eq!(output.status.code(), Some(0));
    stdout(&output)
}

#[test]
fn shares_have_their_intervals_and_are_the_same_for_any_number_of_threads() {
    let ask = |threads: &str| {
        let args = ["--at", "5s", "--span", "3s", "--count", "30", "--threads"];
        futures(&[&args[..], &[threads]].concat())
    };
    let one = ask("1");
    let row = |id: &str| {
        let found = one
            .lines()
            .find(|line| line.split_whitespace().next() == Some(id));
        found.expect("each outcome has a row").to_string()
    };
    let words = |id: &str| row(id).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        words("stale-read"),
        "stale-read 30 100.0 % 92.0 to 100.0 % yes a read was stale"
    );
    assert!(words("broken-promise").starts_with("broken-promise 0 0.0 % 0.0 to 8.0 % no"));
    assert!(one.contains("moments.stale_read.count: least "), "{one}");
    assert_eq!(one, ask("2"));
    assert_eq!(one, ask("7"));
}

#[test]
fn the_point_of_no_return_is_named_with_what_happened_there() {
    let ask = |threads: &str| {
        let args = [
            "--variant",
            "check-quorum",
            "--span",
            "12s",
            "--count",
            "40",
        ];
        let search = ["--no-return", "stale-read", "--threads", threads];
        futures(&[&args[..], &search[..]].concat())
    };
    let found = ask("1");
    // Who stands before the old leader steps down has decided it.
    assert!(found.contains("it came at 6.632104s"), "{found}");
    assert!(found.contains("still escaped it"), "{found}");
    assert!(
        found.contains("5.981203s   election  s2 asks for pre-votes."),
        "{found}"
    );
    assert_eq!(found, ask("2"));
}

#[test]
fn a_folder_gets_a_row_for_each_future_and_examples_that_replay_to_their_digests() {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("futures");
    let _ = fs::remove_dir_all(&out);
    let folder = out.display().to_string();
    futures(&[
        "--at",
        "5s",
        "--count",
        "5",
        "--outcome",
        "stale-read",
        "--out",
        &folder,
    ]);
    let rows = fs::read_to_string(out.join("futures.csv")).expect("written");
    let mut rows = rows.lines();
    let head = "stream,digest,stale-read,moments.stale_read.count";
    assert_eq!(rows.next(), Some(head));
    let first = rows.next().expect("a row each");
    assert_eq!(rows.count(), 4);
    let digest = first.split(',').nth(1).expect("a digest");
    let file = out.join("with-stale-read.json").display().to_string();
    let replayed = stdout(&raft_atlas(&["digest", &file]));
    assert!(replayed.contains(digest), "{replayed}");
}

#[test]
fn one_thing_changed_is_told_beside_the_run_as_it_is() {
    let ask = |threads: &str| {
        let args = ["--variant", "check-quorum", "--blame", "stale-read"];
        let more = ["--span", "10s", "--count", "20", "--threads", threads];
        futures(&[&args[..], &more].concat())
    };
    let told = ask("1");
    let row = |words: &str| {
        let found = told.lines().find(|line| line.contains(words));
        let found = found.unwrap_or_else(|| panic!("{words} in {told}"));
        found.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(row("Without: Isolate Dublin.").contains("0 of 20 "));
    assert!(row("check quorum off").contains("20 of 20 "));
    assert!(row("read mode “Leader”").contains("0 of 20 "));
    assert_eq!(told, ask("3"));
}

#[test]
fn a_plan_is_a_sweep_whose_rows_are_these_futures() {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("futures-plan");
    let _ = fs::remove_dir_all(&out);
    fs::create_dir_all(&out).expect("a folder");
    let place = |name: &str| out.join(name).display().to_string();
    let asked = ["--variant", "check-quorum", "--at", "5s", "--span", "3s"];
    let count = ["--count", "3"];
    let plan = place("plan.json");
    let told = futures(&[&asked[..], &count, &["--plan", &plan]].concat());
    assert!(
        told.starts_with("3 futures are written as a sweep"),
        "{told}"
    );
    let swept = raft_atlas(&["sweep", &plan, "--out", &place("swept")]);
    assert_eq!(swept.status.code(), Some(0), "{swept:?}");
    futures(
        &[
            &asked[..],
            &count,
            &["--outcome", "stale-read", "--out", &place("played")],
        ]
        .concat(),
    );
    let rows = fs::read_to_string(out.join("played/futures.csv")).expect("written");
    let plan = fs::read_to_string(out.join("plan.json")).expect("written");
    let mut scenario = serde_json::from_str::<Value>(&plan).expect("JSON")["scenario"].take();
    for row in rows.lines().skip(1) {
        let [stream, digest] = [0, 1].map(|place| row.split(',').nth(place).expect("a column"));
        let actions = scenario["actions"].as_array_mut().expect("a list");
        let last = actions.last_mut().expect("the draw");
        last["stream"] = json!(stream.parse::<u32>().expect("a number"));
        fs::write(out.join("point.json"), scenario.to_string()).expect("written");
        let point = stdout(&raft_atlas(&["digest", &place("point.json")]));
        assert!(point.contains(digest), "{digest} in {point}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused_with_what_could() {
    let file = scenario("stale-leader");
    let ask = |args: &[&str]| raft_atlas(&[&["futures", &file], args].concat());
    refused(
        &ask(&["--at", "30s"]),
        "--at: found an instant at or after the end of the run",
    );
    refused(
        &ask(&["--outcome", "luck"]),
        "--outcome: found \"luck\", expected a goal as JSON or one of stale-read, broken-promise",
    );
    refused(
        &ask(&["--of", "luck"]),
        "expected one of network, elections, arrivals, service",
    );
    refused(
        &ask(&["--no-return", "broken-promise"]),
        "--no-return: broken-promise did not come in this run",
    );
}
