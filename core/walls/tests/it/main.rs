//! The walls within the engine's crates: what leans on what, and that nothing leans in a circle.

mod circles;
mod found;
mod kinds;
mod rooms;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use walls::{Crate, Lean, Place, leans, levels};

/// A crate of the engine: its folders, and what its files lean on in it.
struct Walls {
    folders: BTreeSet<Place>,
    leans: BTreeSet<Lean>,
}

/// Every crate of the engine by name.
static ENGINE: LazyLock<BTreeMap<String, Walls>> = LazyLock::new(|| {
    let walls = |read: Crate| {
        let walls = Walls {
            folders: levels(&read),
            leans: leans(&read),
        };
        (read.name, walls)
    };
    crates().into_iter().map(walls).collect()
});

/// The crates of the engine, read anew.
fn crates() -> Vec<Crate> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(core).expect("the engine's folder");
    let folders = entries.map(|entry| entry.expect("it can be listed").path());
    folders.map(|folder| Crate::read(&folder)).collect()
}
