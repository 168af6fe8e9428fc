//! `raft-atlas replay`: checkpoints judged here, and what is said when there is no page to ask.

use std::path::PathBuf;
use std::process::Command;

use crate::common::{raft_atlas, scenario};

/// The first scenario's file with these checkpoints, under a name of its own.
fn with_checkpoints(name: &str, checkpoints: &serde_json::Value) -> String {
    let text = std::fs::read_to_string(scenario("first-look")).expect("it is there");
    let mut file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    file["checkpoints"] = checkpoints.clone();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, file.to_string()).expect("written");
    path.display().to_string()
}

#[test]
fn each_checkpoint_is_a_line_and_an_unmet_one_ends_with_1() {
    let file = with_checkpoints(
        "checkpoints.json",
        &serde_json::json!([
            { "at": "2s", "leader": "s2" },
            { "at": "2s", "metric": "elections", "at_most": 0 },
        ]),
    );
    let output = raft_atlas(&["replay", &file]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "First look",
            "run (seed 1)",
            "  2s  met: leader of range 0: s2; the goal is s2"
        ]
    );
    assert!(
        lines[3].starts_with("  2s  NOT MET: elections of a leader: 1"),
        "{text}"
    );
    assert!(lines[4].starts_with("  2s  digest "), "{text}");
    assert!(lines[5].starts_with("  60s  digest "), "{text}");
    assert_eq!(output.status.code(), Some(1));
    let met = raft_atlas(&["replay", &scenario("first-look")]);
    assert_eq!(met.status.code(), Some(0));
}

#[test]
fn without_what_drives_a_browser_one_sentence_says_what_is_missing() {
    let folder = std::env::temp_dir();
    for (path, expected) in [
        (
            std::env::var("PATH").unwrap_or_default(),
            "needs the package @raft-atlas/replay",
        ),
        (String::new(), "needs Node 20 or later"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
            .args(["replay", &scenario("first-look"), "--browser"])
            .current_dir(&folder)
            .env("PATH", path)
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
