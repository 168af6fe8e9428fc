//! The command line as another program, and the files that it is called with.

use std::path::PathBuf;
use std::process::{Command, Output};

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
