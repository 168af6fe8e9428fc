//! Names the build by what it is made from: all nodes of a cluster must run the same engine, and
//! two that differ in a line may give other digests.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    if env::var_os("CARGO_FEATURE_EXTENSION").is_none() {
        return;
    }
    let core = Path::new("..");
    let lock = Path::new("../../Cargo.lock");
    let mut files = vec![lock.to_path_buf()];
    sources(core, &mut files);
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in &files {
        let text = fs::read(file).expect("a file of the repository");
        // Ends of lines are no part of what is compiled.
        let bytes = text.iter().filter(|byte| **byte != b'\r');
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=RAFT_ATLAS_BUILD={hash:016x}");
    println!("cargo::rerun-if-changed={}", core.display());
    println!("cargo::rerun-if-changed={}", lock.display());
}

/// What the engine is compiled from: no tests, and no folder of a package that is generated.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let is_source = path.extension().is_some_and(|end| end == "rs");
        let is_left_out = |name: &str| path.file_name().is_some_and(|found| found == name);
        if path.is_dir() {
            if !["tests", "examples", "testdata", "pkg"]
                .into_iter()
                .any(is_left_out)
            {
                sources(&path, files);
            }
        } else if is_source || is_left_out("Cargo.toml") {
            files.push(path);
        }
    }
}
