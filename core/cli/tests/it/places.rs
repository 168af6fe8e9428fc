//! Where files go to: folders of this machine; addresses are refused.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{refused, scenario};

/// Calls it in an empty folder of its own, with this text on standard input.
fn apart(name: &str, args: &[&str], input: &str) -> (Output, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("made");
    let mut child = Command::new(env!("CARGO_BIN_EXE_raft-atlas"))
        .args(args)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    // Who is refused does not listen.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    (child.wait_with_output().expect("it ends"), folder)
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
