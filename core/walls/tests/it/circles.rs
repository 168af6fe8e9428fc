//! No crate has a circle among its modules, nor a folder among its files, but for the ways back
//! that are named here. One that stands here without need fails the test.

use std::fmt::Write as _;

use walls::{Lean, Way, circles};

use crate::ENGINE;

/// Calls that lead back to where a folder's work begins, and are meant to: the folder, the module
/// that calls (or any), the function. Each with its reason.
const WAYS_BACK: &[(&str, &str, &str, &str)] = &[
    (
        "cluster/gateway",
        "ending",
        "part_ended",
        "a request that is part of another ends, and the other goes on",
    ),
    (
        "cluster/gateway",
        "txn",
        "retry",
        "a read met a lock, and is tried again once the lock is settled",
    ),
    (
        "cluster/gateway",
        "ending",
        "client",
        "a client that does not think asks again in the event that brings its answer",
    ),
    (
        "cluster/gateway",
        "ending",
        "invoke",
        "an operation of two requests sends the second in the event that ends the first",
    ),
    (
        "cluster/gateway",
        "txn",
        "next_part",
        "a transfer begins as a request of two reads",
    ),
    (
        "cluster/store",
        "merge",
        "apply",
        "a range that is taken in applies the rest of its log first",
    ),
    (
        "cluster/store",
        ANY,
        "step_raft",
        "a message that came within another one, or was made here, is one for raft-rs",
    ),
];
/// Any module of the folder.
const ANY: &str = "any";

/// A folder with its crate's name: `cluster/store`.
fn path_of(name: &str, folder: &[String]) -> String {
    [&[name.to_string()], folder].concat().join("/")
}

/// A call that leads back: its folder, the module that calls, the function.
type WayBack = (&'static str, &'static str, &'static str);

/// Every circle by its folder, if these calls count for nothing: its modules and what they do.
fn circles_without(ways_back: &[WayBack]) -> Vec<(String, String, Vec<Lean>)> {
    let mut found = Vec::new();
    for (name, walls) in &*ENGINE {
        for folder in &walls.folders {
            let path = path_of(name, folder);
            let leads_back = |lean: &Lean| {
                let from = lean.from.get(folder.len()).map_or("", String::as_str);
                let is_it = |&(at, caller, function): &WayBack| {
                    at == path && (caller == from || caller == ANY) && function == lean.name()
                };
                lean.way == Way::Calls && ways_back.iter().any(is_it)
            };
            let counted = walls.leans.iter().filter(|lean| !leads_back(lean));
            for (circle, reasons) in circles(folder, &counted.cloned().collect()) {
                found.push((path.clone(), circle.join(" "), reasons));
            }
        }
    }
    found
}

fn ways_back() -> Vec<WayBack> {
    let place = |&(folder, caller, function, _): &(_, _, _, _)| (folder, caller, function);
    WAYS_BACK.iter().map(place).collect()
}

#[test]
fn no_modules_of_a_folder_lean_on_one_another_in_a_circle() {
    let mut told = String::new();
    for (folder, circle, reasons) in circles_without(&ways_back()) {
        writeln!(told, "{folder}: {circle}").expect("it is memory");
        for reason in reasons {
            writeln!(told, "    {reason}").expect("it is memory");
        }
    }
    assert!(told.is_empty(), "circles:\n{told}");
}

#[test]
fn each_way_back_is_needed() {
    let count = |ways: &[WayBack]| -> usize {
        circles_without(ways)
            .iter()
            .map(|(_, _, reasons)| reasons.len())
            .sum()
    };
    let all = ways_back();
    let least = count(&all);
    for (place, way) in all.iter().enumerate() {
        let mut others = all.clone();
        others.remove(place);
        assert!(
            count(&others) > least,
            "{way:?} makes no circle: take it from the list"
        );
    }
}
