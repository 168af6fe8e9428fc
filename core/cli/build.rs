//! Names the commit in `--version`. This crate alone depends on it: another commit compiles the
//! command line anew and nothing else, and the same commit gives the same bytes.

#[path = "commit.rs"]
mod commit;

use std::fs;
use std::path::Path;

/// What the workspace is made from, beside its crates.
const WHOLE: [&str; 5] = [
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    "public/fidelity.json",
    "public/scenarios",
];

/// What a crate is made from: neither its tests nor what is generated beside it.
const OF_A_CRATE: [&str; 3] = ["src", "Cargo.toml", "build.rs"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = sources(&root);
    let found = commit::commit_of(&root, &sources);
    // Whether sources differ from the commit is asked again where one is written.
    for source in &sources {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    for file in found.iter().flat_map(|found| &found.watched) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let told = found.map_or_else(|| "built without git".to_owned(), |found| found.told);
    println!("cargo::rustc-env=RAFT_ATLAS_BUILT_FROM={told}");
}

/// Files and folders, from the root.
fn sources(root: &Path) -> Vec<String> {
    let mut found: Vec<String> = WHOLE.map(str::to_owned).into();
    for entry in fs::read_dir(root.join("core")).expect("the folder of the crates") {
        let name = entry
            .expect("a crate")
            .file_name()
            .into_string()
            .expect("a name");
        found.extend(OF_A_CRATE.map(|part| format!("core/{name}/{part}")));
    }
    found.retain(|source| root.join(source).exists());
    found
}
