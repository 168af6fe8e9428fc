//! Says what to do where `protoc` is missing: the build of raft-proto, which calls it, then ends in
//! a panic that does not. Cargo reads `.cargo/config.toml`, which names the one that set-up puts
//! into `.tools`, from the folder where it is called, not from that of the package.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

fn main() {
    println!("cargo::rerun-if-env-changed=PROTOC");
    println!("cargo::rerun-if-env-changed=PATH");
    let named = env::var("PROTOC").ok();
    if let Some(complaint) = complaint(named.as_deref()) {
        println!("cargo::error={complaint}");
    }
}

/// What is wrong with the `protoc` that raft-proto will call, if anything: the one that is named,
/// or else the one on the path.
pub(crate) fn complaint(named: Option<&str>) -> Option<String> {
    let program = named.unwrap_or("protoc");
    let runs = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if runs {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = match named {
        Some(named) => format!("PROTOC names {named}, which does not run"),
        None => "found no protoc, which raft-rs needs at build time".to_string(),
    };
    Some(format!(
        "{found}. Install protobuf's compiler (Debian: apt-get install protobuf-compiler; macOS: \
         brew install protobuf), or run `npm run setup` in a checkout and set PROTOC to its \
         .tools/bin/protoc, e.g. PROTOC={}/.tools/bin/protoc",
        root.display()
    ))
}
