//! That a circle is found, and that what is none is not taken for one.

use walls::{Crate, Place, Way, circles, leans};

/// The circles of a crate of these files, with how their modules lean on one another.
fn circles_of(folder: &str, files: &[(&str, &str)]) -> Vec<(Vec<String>, Vec<String>)> {
    let read = Crate::of(files);
    let found = leans(&read);
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
fn files_of_a_folder_that_name_each_other_are_a_circle_in_it_alone() {
    let store = ("store", "mod apply; mod pump;");
    let pump = "fn pump() { super::apply::apply() }";
    let apply = "fn apply() { if true { debug(format!(\"{}\", crate::store::pump::pump())) } }";
    let files = [store, ("store/pump", pump), ("store/apply", apply)];
    let found = circles_of("store", &files);
    let names = [
        "store/apply names crate::store::pump::pump (store/pump)",
        "store/pump names super::apply::apply (store/apply)",
    ];
    assert_eq!(found[0].1, names);
    assert!(circles_of("", &files).is_empty(), "it is one room's own");
}

#[test]
fn what_a_module_hands_on_is_of_the_module_that_defines_it() {
    let lib = ("", "pub use one::One; pub use two::Two; mod one; mod two;");
    let one = ("one", "pub struct One(crate::Two);");
    let two = ("two", "use crate::One; pub struct Two;");
    assert_eq!(circles_of("", &[lib, one, two])[0].0, ["one", "two"]);
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
    let read = Crate::of(&[
        ("store", "pub struct Store;"),
        ("gateway", "use crate::store::Store; impl Store {}"),
    ]);
    let found = leans(&read);
    let adds: Vec<_> = found
        .iter()
        .filter(|lean| lean.way == Way::Extends)
        .collect();
    assert_eq!(adds.len(), 1);
    assert_eq!(adds[0].to_string(), "gateway adds to Store (store)");
}
