//! `raft-atlas check` from outside, on the samples of `core/linear/testdata`.

use std::path::PathBuf;

use crate::common::raft_atlas;

fn sample(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../linear/testdata");
    folder.join(name).display().to_string()
}

/// Exit code and what it printed, complaints included.
fn check(name: &str, format: &str, more: &[&str]) -> (Option<i32>, String) {
    let path = sample(name);
    let mut args = vec!["check", &path, "--format", format];
    args.extend_from_slice(more);
    let output = raft_atlas(&args);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

#[test]
fn a_linearizable_history_is_said_to_be_one_with_exit_code_0() {
    let register = "linearizable: 4 operations on 1 keys\n";
    assert_eq!(
        check("register-right.log", "jepsen", &[]),
        (Some(0), register.to_string())
    );
    let store = "linearizable: 3 operations on 1 keys\n";
    let model = ["--model", "kv"];
    assert_eq!(
        check("store-right.edn", "kv", &model),
        (Some(0), store.to_string())
    );
}

#[test]
fn operations_that_cannot_be_ordered_are_listed_with_exit_code_1() {
    let (code, text) = check("register-wrong.log", "jepsen", &["--model", "register"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        text,
        "not linearizable: no order explains what was seen until line 7: process 3, read nil\n\
         smallest part without an order, 2 of 3 operations:\n  \
         line 1: process 0, events 1 to 3: write 1\n  \
         line 7: process 3, events 6 to 7: read nil\n"
    );
    let (code, text) = check("store-wrong.edn", "kv", &[]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("on key \"0\"") && text.contains("read \"x\""),
        "{text}"
    );
}

#[test]
fn what_is_no_history_is_named_with_line_and_column_and_exit_code_2() {
    let (code, text) = check("store-right.edn", "jepsen", &[]);
    assert_eq!(code, Some(2));
    assert!(
        text.contains("line 1 column 32: found :append, expected one of :read, :write, :cas"),
        "{text}"
    );
    let (code, text) = check("register-right.log", "kv", &[]);
    assert_eq!(code, Some(2));
    assert!(text.contains("line 1 column 1: found INFO"), "{text}");
    let (code, text) = check("register-right.log", "jepsen", &["--model", "kv"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("expected register"), "{text}");
    assert_eq!(check("nowhere.log", "kv", &[]).0, Some(2));
}

/// Writes a history and checks it.
fn check_text(name: &str, text: &str, format: &str, more: &[&str]) -> (Option<i32>, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("written");
    check(&path.display().to_string(), format, more)
}

#[test]
fn a_history_in_which_nothing_may_have_happened_is_right() {
    let nemesis = "{:type :info, :process :nemesis, :f :start, :value nil}\n";
    let failed = "{:type :invoke, :process 0, :f :write, :value 1}\n\
                  {:type :fail, :process 0, :f :write, :value 1}\n";
    let note = "linearizable: no operation of a client may have happened";
    for text in [nemesis, failed] {
        let (code, said) = check_text("nothing.edn", text, "jepsen", &[]);
        assert_eq!(code, Some(0), "{text}: {said}");
        assert!(said.starts_with(note), "{said}");
    }
    // Nobody wrote a history there: the file may have been cut off.
    for (text, format) in [("", "jepsen"), ("\n", "kv"), ("", "jsonl")] {
        let (code, said) = check_text("empty.edn", text, format, &[]);
        assert_eq!(code, Some(2), "{text:?}: {said}");
        assert!(said.contains("found an empty file"), "{said}");
    }
}

#[test]
fn what_was_passed_over_is_told() {
    let text = "{:type :info, :process :nemesis, :f :start, :value nil}\n\
                {:type :invoke, :process 0, :f :write, :value 1}\n\
                {:type :ok, :process 0, :f :write, :value 1}\n";
    let said = "linearizable: 1 operations on 1 keys (1 line or map of no client passed over)\n";
    let found = check_text("nemesis.edn", text, "jepsen", &[]);
    assert_eq!(found, (Some(0), said.to_string()));
}

/// A write, then reads of it in two modes: the stale one does not see it.
const OF_TWO_MODES: &str = r#"{"format":"raft-atlas-facts/1"}
{"fact":"invoked","request":1,"op":"put","key":7,"mode":null}
{"fact":"completed","request":1,"outcome":"ok","value":1}
{"fact":"invoked","request":2,"op":"get","key":7,"mode":"leader"}
{"fact":"completed","request":2,"outcome":"ok","value":1}
{"fact":"invoked","request":3,"op":"get","key":7,"mode":"stale"}
{"fact":"completed","request":3,"outcome":"ok","value":0}
"#;

#[test]
fn a_run_of_several_modes_is_judged_by_each_of_them() {
    let judged = |more: &[&str]| check_text("modes.jsonl", OF_TWO_MODES, "jsonl", more);
    assert_eq!(judged(&[]).0, Some(1));
    assert_eq!(judged(&["--mode", "stale"]).0, Some(1));
    let (code, said) = judged(&["--mode", "leader"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("linearizable: 2 operations on 1 keys"),
        "{said}"
    );
    let (code, said) = check("register-right.log", "jepsen", &["--mode", "leader"]);
    assert_eq!(code, Some(2));
    assert!(
        said.contains("--mode: found --format jepsen, expected jsonl"),
        "{said}"
    );
}

/// Fifty clients append to ten keys and read them, in rounds; the last read of each key misses what
/// was appended first.
fn appends(rounds: u64) -> String {
    let (mut text, mut keys) = (String::new(), vec![String::new(); 10]);
    for round in 0..rounds {
        for process in 0..50 {
            let key = (process + round) % 10;
            add(
                &mut text,
                format!(
                    "{{:process {process}, :type :invoke, :f :append, :key \"{key}\", \
                 :value \"x {process} {round} y\"}}\n"
                ),
            );
        }
        for process in (0..50).rev() {
            let key = (process + round) % 10;
            add(&mut keys[key as usize], format!("x {process} {round} y"));
            add(
                &mut text,
                format!("{{:process {process}, :type :ok, :f :append, :key \"{key}\"}}\n"),
            );
        }
    }
    for (key, seen) in keys.iter().enumerate() {
        let (_, late) = seen.split_once('y').expect("something was appended");
        add(
            &mut text,
            format!(
                "{{:process {key}, :type :invoke, :f :get, :key \"{key}\", :value nil}}\n\
             {{:process {key}, :type :ok, :f :get, :key \"{key}\", :value \"{late}\"}}\n"
            ),
        );
    }
    text
}

#[test]
fn a_long_history_without_an_order_is_answered_at_once_and_shrunk_as_far_as_allowed() {
    let text = appends(40);
    let (code, said) = check_text("appends.edn", &text, "kv", &["--shrink-steps", "20000"]);
    assert_eq!(code, Some(1));
    let first = said.lines().next().expect("a verdict");
    assert!(
        first.starts_with("not linearizable: no order on key \"0\" explains what was seen until "),
        "{first}"
    );
    assert!(said.contains("gave up after 20000 steps"), "{said}");
    let (code, said) = check_text("appends.edn", &appends(2), "kv", &[]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("smallest part without an order, 11 of 11"),
        "{said}"
    );
}

#[test]
fn a_search_that_gives_up_says_that_nothing_is_known_with_exit_code_3() {
    let (code, text) = check("register-right.log", "jepsen", &["--search-steps", "0"]);
    assert_eq!(code, Some(3));
    assert!(
        text.starts_with("not known: the search for an order gave up on 1 of 1 keys"),
        "{text}"
    );
}

#[test]
fn a_run_of_the_engine_that_was_exported_is_checked_like_any_other() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let scenarios = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios");
    for (name, expected) in [("first-look", 0), ("stale-leader", 1)] {
        let scenario = scenarios.join(format!("{name}.json")).display().to_string();
        let out = folder.join(format!("{name}.jsonl")).display().to_string();
        let mut args = vec!["export", &scenario, "--format", "jsonl", "--out", &out];
        if name == "stale-leader" {
            args.extend_from_slice(&["--variant", "leader-unchecked"]);
        }
        let exported = raft_atlas(&args);
        assert!(
            exported.status.success(),
            "{:?}",
            String::from_utf8(exported.stderr)
        );
        let output = raft_atlas(&["check", &out, "--format", "jsonl"]);
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(expected), "{name}: {text}");
    }
}

/// Writes something more into a history.
fn add(text: &mut String, more: String) {
    text.push_str(&more);
}

fn example(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    folder.join(name).display().to_string()
}

#[test]
fn the_files_of_etcd_s_clients_are_one_history_whose_lines_are_told_by_file() {
    let (one, two) = (
        example("etcd-client-1.jsonl"),
        example("etcd-client-2.jsonl"),
    );
    let output = raft_atlas(&["check", &one, &two]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1));
    let first = text.lines().next().expect("a line");
    assert!(
        first.contains("on key \"key0\"") && first.contains("client-2.jsonl line 2"),
        "{text}"
    );
    assert!(
        text.contains("client-1.jsonl line 2: process 1, "),
        "{text}"
    );
    let output = raft_atlas(&["check", &one, &example("lock.edn")]);
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("lock.edn: line 1 column 1: found what is no JSON"),
        "{text}"
    );
}

#[test]
fn without_a_format_a_history_is_read_as_what_it_begins_like() {
    let output = raft_atlas(&["check", &example("lock.edn")]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.contains("smallest part without an order, 2 of"),
        "{text}"
    );
    let output = raft_atlas(&["check", &example("element.html")]);
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains("expected one in the format jepsen, kv, jsonl or etcd"),
        "{text}"
    );
    let twice = raft_atlas(&["check", &example("lock.edn"), &example("lock.edn")]);
    let text = String::from_utf8(twice.stderr).expect("text");
    assert!(
        text.contains("FILE: found 2 with --format jepsen, expected one"),
        "{text}"
    );
}
