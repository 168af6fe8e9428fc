//! `raft-atlas check` from outside, on the samples of `core/linear/testdata`.

use std::path::PathBuf;
use std::process::{Command, Output};

fn sample(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../linear/testdata");
    folder.join(name).display().to_string()
}

fn raft_atlas(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(args)
        .output()
        .expect("the binary runs")
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
        "not linearizable: no order explains what these operations saw\n  \
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
        text.contains("line 1 column 1: found \"{:process\""),
        "{text}"
    );
    let (code, text) = check("register-right.log", "jepsen", &["--model", "kv"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("expected register"), "{text}");
    assert_eq!(check("nowhere.log", "kv", &[]).0, Some(2));
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
