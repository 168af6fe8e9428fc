//! Transcripts of our own, each block's standing held by `tests/standings.txt`. What they expect is
//! what etcd-raft 3.6.0 says to the same commands.

mod canary;
mod complaints;
mod standings;

use std::fs;
use std::path::PathBuf;

/// A path from the crate's folder.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Names and texts of all transcripts, by name.
pub(crate) fn transcripts() -> Vec<(String, String)> {
    let folder = fs::read_dir(path("testdata")).expect("a folder");
    let mut files: Vec<(String, String)> = folder
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name in UTF-8");
            (name, fs::read_to_string(entry.path()).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// Holds a text against a file. After a change that is meant: `UPDATE_GOLDEN=1 cargo test -p
/// transcript`.
pub(crate) fn golden(name: &str, text: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path(name), text).expect("written");
    }
    let kept = fs::read_to_string(path(name)).expect("it is there");
    assert!(
        kept == text,
        "{name} differs; if that is meant: UPDATE_GOLDEN=1 cargo test -p transcript\n{text}"
    );
}
