//! Where files come from and go to: standard input, folders of this machine, and addresses, which
//! are refused.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{raft_atlas, raft_atlas_given, refused, scenario, stderr, stdout};

/// Calls it in an empty folder of its own, with this text on standard input.
fn apart(name: &str, args: &[&str], input: &str) -> (Output, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("made");
    (raft_atlas_given(args, &folder, input), folder)
}

#[test]
fn an_address_is_refused_wherever_something_is_written() {
    let file = scenario("first-look");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public");
    let sweep = folder.join("sweeps/read-modes.json").display().to_string();
    let form = folder.join("advice/three-zones.json").display().to_string();
    for args in [
        vec!["sweep", &sweep, "--out", "s3://bucket/x"],
        vec!["sweep", "report", "s3://bucket/x"],
        vec!["swarm", &file, "--seeds", "0..1", "--out", "s3://bucket/x"],
        vec!["run", &file, "--csv", "s3://bucket/x"],
        vec![
            "export",
            &file,
            "--format",
            "jsonl",
            "--out",
            "s3://bucket/x",
        ],
        vec!["advise", &form, "--sweep", "s3://bucket/x"],
        vec!["advise", &form, "--from", "s3://bucket/x"],
    ] {
        let (output, folder) = apart("no-address", &args, "");
        refused(
            &output,
            "found an address of s3://, expected a path on this machine",
        );
        let left = std::fs::read_dir(folder).expect("it is there").count();
        assert_eq!(left, 0, "{args:?}");
    }
}

#[test]
fn a_minus_is_standard_input_for_every_command_that_reads_a_file() {
    let text = std::fs::read_to_string(scenario("first-look")).expect("it ships");
    for args in [
        vec!["validate", "-"],
        vec!["digest", "-"],
        vec!["run", "-", "--until", "1s"],
    ] {
        let (output, _) = apart("minus", &args, &text);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{args:?}: {}",
            stderr(&output)
        );
    }
    let (output, _) = apart("minus", &["validate", "-"], "{}");
    refused(&output, "standard input");
    let history = "{:type :invoke, :process 0, :f :write, :value 1}\n";
    let (output, _) = apart("minus", &["check", "-", "--format", "jepsen"], history);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn digest_takes_a_seed() {
    let digest = |args: &[&str]| {
        let file = scenario("first-look");
        let mut all = vec!["digest", &file];
        all.extend_from_slice(args);
        stdout(&raft_atlas(&all))
    };
    let own = digest(&[]);
    assert_eq!(digest(&["--seed", "1"]), own, "the file's own seed is 1");
    assert_ne!(digest(&["--seed", "2"]), own);
}

#[test]
fn what_happens_after_the_end_of_the_run_is_warned_of() {
    let text = std::fs::read_to_string(scenario("first-look")).expect("it ships");
    let mut tree: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    tree["duration"] = "5s".into();
    tree["show"] = serde_json::json!({});
    tree["checkpoints"] = serde_json::json!([]);
    tree["expect"] = serde_json::json!([]);
    for key in ["try", "conclusion", "measure_from"] {
        tree.as_object_mut().expect("an object").remove(key);
    }
    tree["actions"] = serde_json::json!([{ "at": "6s", "do": "heal" }]);
    let (output, _) = apart("late", &["validate", "-"], &tree.to_string());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("actions[0].at: 6s is after the end of the run at 5s"),
        "{}",
        stderr(&output)
    );
}

/// The list and its scenarios are in the program.
#[test]
fn fidelity_finds_its_list_in_any_folder() {
    let (output, _) = apart("fidelity", &["fidelity", "--of", "same-city", "--json"], "");
    assert!(output.status.success(), "{}", stderr(&output));
    let told: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert!(told["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
}
