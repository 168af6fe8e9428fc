//! When nobody reads what the command line prints, or there is no room for it, it ends without a
//! word, or with one sentence: never with a panic or a replay of our own bug.
#![cfg(unix)]

use std::fs::OpenOptions;
use std::io::{PipeWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn public(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public");
    folder.join(path).display().to_string()
}

/// A command for each way of printing: lines, one long text, lines in a loop, a stream.
fn commands() -> Vec<Vec<String>> {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let look = public("scenarios/first-look.json");
    vec![
        words(&["schema"]),
        words(&["--help"]),
        words(&["validate", &look]),
        words(&["run", &look, "--until", "1s"]),
        words(&["digest", &look]),
        words(&["swarm", &look, "--seeds", "0..2"]),
        words(&["export", &look, "--format", "jsonl", "--until", "1s"]),
        words(&["why", &look, "--range", "0", "--at", "2s"]),
        words(&[
            "check",
            &public("../core/linear/testdata/register-wrong.log"),
            "--format",
            "jepsen",
        ]),
    ]
}

fn run(args: &[String], stdout: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(args)
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .expect("the binary runs")
}

/// A pipe whose reader is gone. To drop our end is not enough: a process that another test starts
/// holds a copy of it from its fork to its exec. Until then writing succeeds, or waits.
fn pipe_that_nobody_reads() -> PipeWriter {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    while writer.write(&[0]).is_ok() {}
    writer
}

#[test]
fn a_reader_that_is_gone_ends_it_quietly_as_sigpipe_would() {
    for args in commands() {
        let output = run(&args, pipe_that_nobody_reads().into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), said.as_ref()),
            (Some(141), ""),
            "{args:?}"
        );
    }
}

#[test]
fn a_full_disk_ends_it_with_one_sentence() {
    for args in commands() {
        let full = OpenOptions::new().write(true).open("/dev/full");
        // Only Linux has it.
        let Ok(full) = full else { return };
        let output = run(&args, full.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.starts_with("The output cannot be written: "),
            "{args:?}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
    }
}

#[test]
fn nobody_to_complain_to_changes_no_exit_code() {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        return;
    };
    let status = Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(["validate", "no-such-file.json"])
        .stderr(full)
        .status();
    assert_eq!(status.expect("the binary runs").code(), Some(2));
}
