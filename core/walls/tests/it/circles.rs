//! No crate has a circle among its modules, nor a folder among its files, but for what is named
//! here. The lists shrink: what stands in them without need fails the test.

use std::collections::BTreeSet;
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
        "txn",
        "next_part",
        "a transfer begins as a request of two reads",
    ),
    (
        "cluster/store",
        ANY,
        "after_call",
        "raft-rs was called: whatever it has ready then is done",
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

/// Circles that are left, with the modules that may be in them.
const LEFT: &[(&str, &str)] = &[(
    "cluster/store",
    "apply asked_index calls hibernate leases members merge neighbour orphan plan \
         proposals proxy read_index receive refusals relay reports reshape safe_time send \
         serve service step txn_commands version wake",
)];

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
    let found = circles_without(&ways_back());
    let is_left = |folder: &str, circle: &str| {
        let in_one = |(place, modules): &(&str, &str)| {
            let mut left = modules.split(' ');
            *place == folder
                && circle
                    .split(' ')
                    .all(|module| left.any(|other| other == module))
        };
        LEFT.iter().position(in_one)
    };
    let mut unused: BTreeSet<usize> = (0..LEFT.len()).collect();
    let mut told = String::new();
    for (folder, circle, reasons) in &found {
        if let Some(place) = is_left(folder, circle) {
            unused.remove(&place);
            continue;
        }
        writeln!(told, "{folder}: {circle}").expect("it is memory");
        for reason in reasons {
            writeln!(told, "    {reason}").expect("it is memory");
        }
    }
    assert!(told.is_empty(), "circles:\n{told}");
    let unused = unused.into_iter().map(|place| LEFT[place]).next();
    assert_eq!(
        unused, None,
        "it is no circle any more: take it from the list"
    );
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
