//! Searches for the next or the last event that touched a thing.

use model::ids::RequestId;

use crate::playground::tests::*;

const FIRST: RangeId = RangeId(0);

#[test]
fn a_search_stops_at_the_first_event_that_touches_a_thing_and_changes_nothing() {
    let mut searched = at(1_000_000);
    let first = searched.scan(
        Subject::of(Some(Target::Node(1)), FIRST),
        2_000_000,
        u64::MAX,
        true,
    );
    assert_eq!(searched.events(), first);
    assert!(searched.next_event_us().is_some());
    // Event by event there is none before it.
    let mut stepped = at(1_000_000);
    while stepped.events() < first {
        let until_us = stepped.next_event_us().expect("a running cluster");
        let touched = stepped.scan(Subject::of(Some(Target::Node(1)), FIRST), until_us, 1, true);
        assert_eq!(touched != 0, stepped.events() == first);
    }
    searched.advance(3_000_000, u64::MAX);
    assert_eq!(searched.digest(), at(3_000_000).digest());
}

#[test]
fn a_search_names_the_last_event_that_touched_a_thing() {
    let mut playground = at(1_000_000);
    let last = playground.scan(
        Subject::of(Some(Target::Node(1)), FIRST),
        2_000_000,
        500,
        false,
    );
    assert!(last > 0 && last <= playground.events());
    let mut again = at(1_000_000);
    let mut found = 0;
    loop {
        let touched = again.scan(
            Subject::of(Some(Target::Node(1)), FIRST),
            2_000_000,
            500,
            true,
        );
        if touched == 0 || touched > last {
            break;
        }
        found = touched;
    }
    assert_eq!(found, last);
}

#[test]
fn a_search_finds_a_range_a_link_and_a_request_and_not_what_is_not_there() {
    for subject in [
        Subject::Range(FIRST),
        Subject::of(Some(Target::Link { from: 0, to: 1 }), FIRST),
        Subject::of(
            Some(Target::Replica {
                range: FIRST,
                node: 2,
            }),
            FIRST,
        ),
        Subject::of(Some(Target::Event(1)), FIRST),
        Subject::of(None, FIRST),
    ] {
        assert_ne!(at(1_000_000).scan(subject, 2_000_000, u64::MAX, true), 0);
    }
    let mut playground = at(1_000_000);
    let known = look(&playground).requests;
    let newest = known.iter().map(|request| request.id.0).max().unwrap_or(0);
    let coming = Subject::Request(RequestId(newest + 20));
    assert_ne!(playground.scan(coming, 2_000_000, u64::MAX, true), 0);
    let absent = Subject::of(Some(Target::Message(u64::MAX)), FIRST);
    assert_eq!(playground.scan(absent, 2_000_000, u64::MAX, true), 0);
}

#[test]
fn a_search_for_an_entry_stops_where_a_replica_writes_syncs_commits_and_applies_it() {
    let mut playground = at(1_000_000);
    let last = |playground: &Playground| look(playground).replicas.last[0] as u64;
    let index = last(&playground) + 2;
    let entry = Subject::Entry {
        range: FIRST,
        index,
    };
    let stops = |playground: &mut Playground| {
        let mut stops = 0;
        while playground.scan(entry, 2_000_000, u64::MAX, true) != 0 {
            stops += 1;
        }
        stops
    };
    assert!(playground.scan(entry, 2_000_000, u64::MAX, true) != 0);
    assert_eq!(last(&playground), index, "the leader writes it first");
    // Two appends leave; each of the two followers takes one, syncs, learns of the commit; the
    // leader syncs and commits. Some of these are one event.
    let rest = stops(&mut playground);
    assert!((5..=12).contains(&rest), "{rest} more events touch it");
    assert_eq!(stops(&mut playground), 0, "marks that went by count once");
}
