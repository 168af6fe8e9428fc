//! Who goes over the kinds of a table names them all: a `match` that names many and leaves the rest
//! to `_` would pass over the one that comes new, and the compiler would not say so.

use walls::{Crate, left_open};

use crate::crates;

/// Tables of kinds.
const TABLES: [&str; 7] = [
    "Fact",
    "MessageType",
    "ByteKind",
    "Deed",
    "Reason",
    "Change",
    "Check",
];
/// Who names more picks none out: it goes over them.
const PICKED_MAX: usize = 10;

#[test]
fn who_goes_over_the_kinds_of_a_table_names_them_all() {
    let is_list = |(_, of, named): &(String, String, usize)| {
        TABLES.contains(&of.as_str()) && *named > PICKED_MAX
    };
    let found: Vec<_> = crates()
        .iter()
        .flat_map(left_open)
        .filter(is_list)
        .collect();
    assert!(found.is_empty(), "these leave kinds to `_`: {found:#?}");
}

#[test]
fn a_match_with_an_arm_for_the_rest_is_open() {
    let text =
        "fn f(a: A) { match a { A::One | A::Two(_) => 1, x::A::Three { .. } => 2, _ => 3 }; }";
    let read = Crate::of(&[("", text)]);
    assert_eq!(
        left_open(&read),
        [("texts/".to_string(), "A".to_string(), 3)]
    );
    let whole = "fn f(a: A) { match a { A::One => 1, A::Two => 2 }; }";
    assert!(left_open(&Crate::of(&[("", whole)])).is_empty());
}
