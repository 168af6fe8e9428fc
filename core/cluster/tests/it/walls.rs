//! Walls within the crate that the compiler does not hold: each room imports only from rooms that
//! stand before it, and nobody but a room itself adds methods to its types. So a call from room to
//! room needs an import, and there is no circle. Fields of a room's types are its own: the compiler
//! sees to that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every room, and the rooms that it may know.
const ROOMS: [(&str, &[&str]); 15] = [
    ("message", &[]),
    ("timeline", &[]),
    ("names", &[]),
    ("hand", &[]),
    ("directory", &[]),
    ("route", &["message"]),
    ("transport", &["message", "timeline"]),
    (
        "context",
        &[
            "message",
            "timeline",
            "names",
            "hand",
            "directory",
            "transport",
        ],
    ),
    ("driver", &["message", "timeline", "transport", "context"]),
    (
        "oracle",
        &["message", "timeline", "route", "transport", "context"],
    ),
    (
        "gateway",
        &["message", "timeline", "route", "transport", "context"],
    ),
    ("group", &["message", "names", "context"]),
    ("bare", &["group"]),
    (
        "store",
        &[
            "message",
            "timeline",
            "hand",
            "transport",
            "context",
            "group",
        ],
    ),
    (
        "world",
        &[
            "message",
            "timeline",
            "names",
            "hand",
            "directory",
            "route",
            "transport",
            "context",
            "driver",
            "oracle",
            "gateway",
            "group",
            "store",
        ],
    ),
];

/// A file's room, how deep it is in the crate, and its code without comments.
struct Source {
    room: String,
    depth: usize,
    path: PathBuf,
    code: String,
}

fn sources() -> Vec<Source> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let paths = files(&source).into_iter();
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(&source).expect("it is in there");
        let first = inside.iter().next().expect("it has a name");
        let room = Path::new(first).with_extension("");
        let text = fs::read_to_string(&path).expect("it is text");
        let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
        let depth = inside.iter().count() - usize::from(inside.ends_with("mod.rs"));
        Source {
            depth,
            room: room.to_string_lossy().into_owned(),
            code: lines.collect::<Vec<_>>().join("\n"),
            path,
        }
    };
    let all = paths.map(read);
    all.filter(|source| source.room != "lib").collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_path_buf()];
    }
    let entries = fs::read_dir(folder).expect("it is a folder of this crate");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut found: Vec<PathBuf> = paths.flat_map(|path| files(&path)).collect();
    found.sort();
    found
}

/// The name that code begins with.
fn word(code: &str) -> &str {
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_');
    &code[..end.unwrap_or(code.len())]
}

/// The rooms that code names.
fn imports(code: &str) -> BTreeSet<&str> {
    code.split("crate::").skip(1).map(word).collect()
}

/// The type of an `impl` block's head, if methods are added to it there.
fn subject(line: &str) -> Option<&str> {
    let head = line.strip_prefix("impl")?;
    let head = match head.strip_prefix('<') {
        Some(generic) => generic.split_once("> ")?.1,
        None => head.trim_start(),
    };
    (!line.contains(" for ")).then(|| word(head))
}

/// The types to which code adds methods and that none of a room's code defines.
fn strangers<'a>(code: &'a str, room: &str) -> Vec<&'a str> {
    let defines = |name: &str, kind: &str| {
        let found = room.split(kind).skip(1).map(word);
        found.into_iter().any(|defined| defined == name)
    };
    let subjects = code.lines().filter_map(subject);
    let is_strange = |name: &&str| !["struct ", "enum "].iter().any(|kind| defines(name, kind));
    subjects.filter(is_strange).collect()
}

/// Whether code leaves its room by way of the module above it; unit tests are a module deeper.
fn climbs_out(code: &str, depth: usize) -> bool {
    let code = code.split("mod tests {").next().unwrap_or(code);
    code.contains(&"super::".repeat(depth))
}

#[test]
fn rooms_stand_in_an_order() {
    for (place, (room, may_know)) in ROOMS.iter().enumerate() {
        for other in *may_know {
            let before = ROOMS[..place].iter().any(|(earlier, _)| earlier == other);
            assert!(before, "{room} stands before {other} and may not know it");
        }
    }
}

#[test]
fn a_room_imports_from_those_that_it_may_know() {
    let sources = sources();
    for (room, may_know) in ROOMS {
        let files = || sources.iter().filter(|source| source.room == room);
        let mut known = BTreeSet::new();
        for source in files() {
            let path = source.path.display();
            let found = imports(&source.code);
            let others = found.into_iter().filter(|other| *other != room);
            for other in others {
                assert!(may_know.contains(&other), "{path} imports from {other}");
                known.insert(other.to_string());
            }
            let depth = source.depth;
            assert!(!climbs_out(&source.code, depth), "{path} leaves its room");
        }
        let unused: Vec<_> = may_know.iter().filter(|r| !known.contains(**r)).collect();
        assert!(unused.is_empty(), "{room} has no need of {unused:?}");
    }
    let named = |room: &str| ROOMS.iter().any(|(known, _)| *known == room);
    let unknown = sources.iter().find(|source| !named(&source.room));
    assert!(unknown.is_none(), "a room without a place in the order");
}

#[test]
fn nobody_adds_methods_to_the_types_of_another_room() {
    let sources = sources();
    for (room, _) in ROOMS {
        let code = || sources.iter().filter(|source| source.room == room);
        let all: String = code().map(|source| source.code.as_str()).collect();
        for source in code() {
            let path = source.path.display();
            let strangers = strangers(&source.code, &all);
            assert!(strangers.is_empty(), "{path} adds to {strangers:?}");
        }
    }
}

#[test]
fn what_goes_through_a_wall_is_found() {
    let code = "use crate::context::Context;\nfn f(s: &crate::store::Store) {}\n";
    assert_eq!(imports(code), BTreeSet::from(["context", "store"]));
    let code = "impl<O: Observer> Cluster<O> {\nimpl Store {\nimpl Index<u32> for Other {\n";
    let subjects: Vec<_> = code.lines().filter_map(subject).collect();
    assert_eq!(subjects, ["Cluster", "Store"]);
    assert_eq!(strangers(code, "pub(crate) struct Store {"), ["Cluster"]);
    assert!(climbs_out("use super::super::gateway::Gateways;", 2));
    assert!(!climbs_out("use super::super::Store;", 3));
}
