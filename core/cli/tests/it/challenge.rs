//! `raft-atlas challenge` from outside: what it prints, and its exit codes.

use std::path::PathBuf;

use crate::common::{raft_atlas, refused, stdout};

fn challenge(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/challenges");
    folder.join(format!("{name}.json")).display().to_string()
}

fn acts(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

const SOLVES: &str = r#"[{"at": "1.5s", "do": "set_clock", "store": "s1", "drift_ppm": -750000},
    {"at": "2s", "do": "isolate", "place": "Dublin"}]"#;

#[test]
fn nothing_done_is_not_solved_and_a_solution_is() {
    let file = challenge("lease-lie");
    let nothing = raft_atlas(&["challenge", &file]);
    assert_eq!(nothing.status.code(), Some(1));
    let text = stdout(&nothing);
    assert!(
        text.contains("DOES NOT HOLD") && text.contains("\nNOT SOLVED, 0 of 3 stars"),
        "{text}"
    );
    let solved = raft_atlas(&[
        "challenge",
        &file,
        "--actions",
        &acts("solves.json", SOLVES),
    ]);
    assert_eq!(solved.status.code(), Some(0));
    let text = stdout(&solved);
    assert!(
        text.contains("\nsolved, 2 of 3 stars, 2 acts, digest "),
        "{text}"
    );
}

#[test]
fn as_json_it_is_what_the_page_gets() {
    let file = acts("solves-json.json", SOLVES);
    let output = raft_atlas(&[
        "challenge",
        &challenge("lease-lie"),
        "--actions",
        &file,
        "--json",
    ]);
    let run: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON alone");
    assert_eq!(run["score"]["solved"], true);
    assert_eq!(run["score"]["conditions"][0]["standing"], "met");
    assert_eq!(run["digest"].as_str().map(str::len), Some(16));
}

#[test]
fn what_is_not_allowed_is_told_and_what_cannot_be_read_is_bad_input() {
    let file = challenge("lease-lie");
    let stops = acts(
        "stops.json",
        r#"[{"at": "1s", "do": "stop", "workload": "reads"}]"#,
    );
    let output = raft_atlas(&["challenge", &file, "--actions", &stops]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(
        text.contains("NOT ALLOWED at 1.000000s: Not allowed in this challenge"),
        "{text}"
    );
    let broken = acts("broken.json", r#"[{"do": "heal"}]"#);
    let output = raft_atlas(&["challenge", &file, "--actions", &broken]);
    refused(&output, "expected the key \"at\"");
    let unknown = acts(
        "unknown.json",
        r#"[{"at": "1s", "do": "isolate", "place": "rome"}]"#,
    );
    let output = raft_atlas(&["challenge", &file, "--actions", &unknown]);
    refused(&output, "[0].place: found \"rome\"");
    refused(
        &raft_atlas(&["challenge", "no-such-file.json"]),
        "cannot be read",
    );
}
