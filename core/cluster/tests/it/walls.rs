//! Walls within the crate that the compiler does not hold: a node that gets a context reaches
//! nothing but what it owns and that context.

use std::fs;
use std::path::{Path, PathBuf};

/// What owns its state, and must not know the cluster, its replicas or Raft.
const ROOMS: [&str; 7] = [
    "gateway",
    "oracle",
    "driver.rs",
    "context.rs",
    "transport/post.rs",
    "transport/label.rs",
    "transport/corrupt.rs",
];

const FORBIDDEN: [&str; 6] = [
    "crate::cluster",
    "crate::nodes",
    "crate::replica",
    "crate::storage",
    "Cluster<",
    "raft::",
];

fn files(room: &Path) -> Vec<PathBuf> {
    if room.is_file() {
        return vec![room.to_path_buf()];
    }
    let entries = fs::read_dir(room).expect("it is a room of this crate");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths.flat_map(|path| files(&path)).collect()
}

/// The first line of code that names what a room must not know.
fn broken(text: &str) -> Option<&str> {
    let mut code = text.lines().filter(|line| !line.trim().starts_with("//"));
    code.find(|line| FORBIDDEN.iter().any(|word| line.contains(word)))
}

#[test]
fn who_gets_a_context_reaches_no_other_node() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in ROOMS.iter().flat_map(|room| files(&source.join(room))) {
        let text = fs::read_to_string(&file).expect("it is text");
        assert_eq!(
            broken(&text),
            None,
            "{} goes through a wall",
            file.display()
        );
    }
}

#[test]
fn a_line_that_goes_through_a_wall_is_found() {
    let through = "    let raft = raft::RawNode::new(&config);";
    let text = format!("//! Knows no Cluster<O>.\nuse sim::NodeId;\n{through}\n");
    assert_eq!(broken(&text), Some(through));
    assert_eq!(broken("use crate::context::Context;"), None);
    // The cluster itself does what its rooms must not.
    assert!(broken(include_str!("../../src/nodes.rs")).is_some());
}
