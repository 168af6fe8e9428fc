//! The command line as another program, and the files that it is called with.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A published scenario's path.
pub(crate) fn scenario(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public/scenarios");
    folder.join(format!("{name}.json")).display().to_string()
}

/// Calls it and waits until it ends.
pub(crate) fn raft_atlas(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(args)
        .output()
        .expect("the binary runs")
}

/// Calls it in a folder, with this text on standard input.
pub(crate) fn raft_atlas_given(args: &[&str], folder: &Path, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    // Who is refused at once does not listen.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// What it printed.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What it complained of.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Bad input gives 2, nothing on stdout, and this on stderr.
pub(crate) fn refused(output: &Output, expected: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", stderr(output));
    assert_eq!(stdout(output), "");
    assert!(stderr(output).contains(expected), "{}", stderr(output));
    assert!(!stderr(output).contains("panicked"), "{}", stderr(output));
}
