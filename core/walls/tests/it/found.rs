//! That a circle is found, whichever way it goes, and that what is none is not taken for one.

use std::collections::BTreeSet;

use walls::{Crate, Names, Place, Way, circles, leans};

/// The circles of a crate of these files, with how their modules lean on one another.
fn circles_of(folder: &str, files: &[(&str, &str)]) -> Vec<(Vec<String>, Vec<String>)> {
    let read = Crate::of(files);
    let found = leans(&read, &Names::of(&read), &BTreeSet::from(["shared"]));
    let folder: Place = folder
        .split('/')
        .filter(|part| !part.is_empty())
        .map(String::from)
        .collect();
    let told = circles(&folder, &found).into_iter().map(|(circle, leans)| {
        let told = leans.iter().map(ToString::to_string);
        (circle, told.collect())
    });
    told.collect()
}

const STORE: (&str, &str) = (
    "store",
    "mod apply; mod pump; pub struct Store { pub disk: Disk }",
);

#[test]
fn modules_that_import_each_other_are_a_circle() {
    let one = ("one", "use crate::other::Other; pub struct One;");
    let other = ("other", "pub struct Other { one: super::one::One }");
    let found = circles_of("", &[one, other]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, ["one", "other"]);
    let expected = [
        "one names crate::other::Other (other)",
        "other names super::one::One (one)",
    ];
    assert_eq!(found[0].1, expected);
}

#[test]
fn files_that_call_methods_of_one_type_in_each_other_are_a_circle() {
    let pump = "use super::Store; impl Store { fn pump(&mut self) { self.apply(); } }";
    let apply = "use super::Store; impl Store { fn apply(&mut self) { if true { self.pump() } } }";
    let files = [STORE, ("store/pump", pump), ("store/apply", apply)];
    let found = circles_of("store", &files);
    let calls = [
        "store/apply calls Store::pump (store/pump)",
        "store/pump calls Store::apply (store/apply)",
    ];
    assert_eq!(found[0].1, calls);
    assert!(circles_of("", &files).is_empty(), "it is one room's own");
}

#[test]
fn a_method_without_a_stated_type_counts_if_one_room_alone_has_it() {
    let disk = (
        "disk",
        "pub struct Disk; impl Disk { pub fn sync(&self) { crate::world::go() } }",
    );
    let calls = |text| circles_of("", &[disk, ("world", text)]);
    assert_eq!(
        calls("pub fn go() { for d in all() { d.sync() } }").len(),
        1
    );
    assert_eq!(
        calls("pub fn go() { assert!(all()[0].sync(), \"it went\") }").len(),
        1
    );
    assert_eq!(
        calls("pub fn go(file: &std::fs::File) { file.sync() }").len(),
        0
    );
    assert_eq!(
        calls("pub fn go() { for d in all() { d.shared() } }").len(),
        0
    );
}

#[test]
fn fields_and_results_tell_whose_method_is_called() {
    let disk = "use crate::world::W; pub struct Disk; impl Disk { pub fn len(&self) {} }";
    let store = "use crate::disk::Disk; pub struct Store { disk: Disk } \
                 impl Store { pub fn disk(&self) -> &Disk { &self.disk } }";
    let through = |text| circles_of("", &[("disk", disk), ("store", store), ("world", text)]).len();
    assert_eq!(
        through("pub struct W; fn f(s: &crate::store::Store) { s.disk().len() }"),
        1
    );
    assert_eq!(
        through("pub struct W; fn f(s: &crate::store::Store) { s.disk.len() }"),
        1
    );
    assert_eq!(through("pub struct W; fn f(s: &[u8]) { s.len() }"), 0);
}

#[test]
fn unit_tests_and_what_a_module_hands_on_are_no_circle() {
    let one = "pub use other::Other; mod other; #[cfg(test)] mod tests { use super::other; }";
    let other = "pub struct Other; #[cfg(test)] mod tests { fn f() { crate::two::call() } }";
    let two = "use crate::one::Other; pub fn call() {}";
    let found = circles_of("", &[("one", one), ("one/other", other), ("two", two)]);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn whoever_adds_to_a_type_of_another_file_is_found() {
    let read = Crate::of(&[STORE, ("gateway", "use crate::store::Store; impl Store {}")]);
    let found = leans(&read, &Names::of(&read), &BTreeSet::new());
    let adds: Vec<_> = found
        .iter()
        .filter(|lean| lean.way == Way::Extends)
        .collect();
    assert_eq!(adds.len(), 1);
    assert_eq!(adds[0].to_string(), "gateway adds to Store (store)");
}
