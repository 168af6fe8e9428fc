//! The order of the cluster's rooms: each leans only on rooms that stand before it and that it may
//! know, and nobody but a room itself adds functions to its types.

use std::collections::BTreeSet;

use walls::{Lean, Way};

use crate::ENGINE;

/// Every room, and the rooms that it may know.
const ROOMS: [(&str, &[&str]); 16] = [
    ("message", &[]),
    ("timeline", &["message"]),
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
    ("process", &["message", "timeline", "transport", "context"]),
    (
        "replica",
        &["message", "timeline", "names", "hand", "context", "process"],
    ),
    ("bare", &["replica"]),
    (
        "store",
        &[
            "message",
            "timeline",
            "transport",
            "context",
            "process",
            "replica",
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
            "process",
            "replica",
            "store",
        ],
    ),
];

/// What rooms of the cluster lean on in other rooms; the crate's own file only hands on.
fn between_rooms() -> Vec<Lean> {
    let leans = ENGINE["cluster"].leans.iter();
    let is_between = |lean: &&Lean| !lean.to.is_empty() && lean.from[0] != lean.to[0];
    leans
        .filter(|lean| !lean.from.is_empty())
        .filter(is_between)
        .cloned()
        .collect()
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
fn a_room_leans_on_those_alone_that_it_may_know() {
    let leans = between_rooms();
    let mut strange = Vec::new();
    for (room, may_know) in ROOMS {
        let mut known = BTreeSet::new();
        for lean in leans.iter().filter(|lean| lean.from[0] == room) {
            known.insert(lean.to[0].as_str());
            strange.extend((!may_know.contains(&lean.to[0].as_str())).then_some(lean));
        }
        let unused: Vec<_> = may_know.iter().filter(|r| !known.contains(**r)).collect();
        assert!(unused.is_empty(), "{room} has no need of {unused:?}");
    }
    let strange: Vec<String> = strange.into_iter().map(ToString::to_string).collect();
    assert!(strange.is_empty(), "{strange:#?}");
    let named = |room: &str| ROOMS.iter().any(|(known, _)| *known == room);
    let unknown = leans.iter().find(|lean| !named(&lean.from[0]));
    assert!(
        unknown.is_none(),
        "{unknown:?}: a room without a place in the order"
    );
}

#[test]
fn nobody_adds_functions_to_the_types_of_another_room() {
    let mut leans = between_rooms().into_iter();
    let added = leans.find(|lean| lean.way == Way::Extends);
    assert!(added.is_none(), "{}", added.expect("it was just found"));
}
