//! The logs of a range, and what is known of it.

use crate::playground::tests::*;
use model::ids::RequestId;
use model::message::MessageType;
use model::view::EntryKind;

fn logs(playground: &Playground, from: i64, count: u64) -> Vec<ReplicaLog> {
    playground
        .log(RangeId(0), from, count)
        .expect("range 0 has logs")
        .replicas
}

#[test]
fn the_logs_of_a_range_are_columns_of_the_stretch_that_was_asked_for() {
    let playground = at(2_000_000);
    let columns = look(&playground).replicas;
    let last = columns.last.iter().copied().fold(0.0, f64::max) as u64;
    let tail = playground.log(RangeId(0), -1, 8).expect("range 0 has logs");
    assert_eq!((tail.from, tail.end), (last - 7, last + 1));
    assert_eq!((tail.first, tail.last, tail.replicas.len()), (1, last, 3));
    let start = logs(&playground, 1, 4);
    for (replica, log) in start.iter().enumerate() {
        let indexes: Vec<u64> = log.entries.iter().map(|entry| entry.index).collect();
        assert_eq!(indexes, [1, 2, 3, 4], "replica {replica}");
        let requests: Vec<RequestId> = log.entries.iter().map(|entry| entry.request).collect();
        assert_eq!(
            requests[0],
            RequestId::NONE,
            "the first entry is a new leader's"
        );
        assert!(
            requests[1..]
                .iter()
                .all(|request| *request != RequestId::NONE)
        );
    }
    let (leader, follower) = (&start[0], &start[1]);
    assert_eq!(
        (leader.matched, leader.next),
        (0, 0),
        "it has no progress of itself"
    );
    assert!(follower.matched > 0 && follower.next > follower.matched);
    assert_eq!(
        playground.log(RangeId(1), -1, 8),
        None,
        "there is no such range"
    );
    let all = playground
        .log(RangeId(0), 1, u64::MAX)
        .expect("range 0 has logs");
    assert_eq!(all.end, 1 + log::ENTRIES_MAX);
}

/// The term of each entry by the stretches that a frame carries, from a replica's first index on.
fn terms_by_stretch(frame: &Frame, replica: u32) -> Vec<u64> {
    let columns = &frame.log_terms;
    let mut terms = Vec::new();
    let mut next = frame.replicas.first[replica as usize];
    for row in 0..columns.replica.len() {
        if columns.replica[row] == replica {
            while next <= columns.last[row] {
                terms.push(columns.term[row] as u64);
                next += 1.0;
            }
        }
    }
    terms
}

#[test]
fn a_frame_tells_the_term_of_every_entry_in_stretches() {
    let mut playground = at(1_000_000);
    playground
        .apply(r#"{"do":"isolate","place":"az1"}"#)
        .expect("a right action");
    playground.advance(4_000_000, u64::MAX);
    let frame = look(&playground);
    for (replica, log) in logs(&playground, 1, 512).iter().enumerate() {
        let terms: Vec<u64> = log.entries.iter().map(|entry| entry.term).collect();
        assert_eq!(terms_by_stretch(&frame, replica as u32), terms);
    }
    let distinct: Vec<u32> = frame.log_terms.replica.iter().copied().collect();
    assert_eq!(
        distinct,
        [0, 1, 1, 2, 2],
        "two terms where the new leader is known"
    );
}

#[test]
fn an_append_on_its_way_tells_its_term_and_the_index_before_its_entries() {
    let mut playground = at(2_000_000);
    let append = MessageType::Append as u8;
    let carries = |flights: &Flights| {
        let rows = 0..flights.count as usize;
        rows.filter(|row| flights.what[*row] == append && flights.entries[*row] > 0)
            .map(|row| (flights.term[row] as u64, flights.index[row] as u64))
            .collect::<Vec<_>>()
    };
    let mut seen = Vec::new();
    while seen.is_empty() {
        playground.step();
        seen = carries(&look(&playground).flights);
    }
    let last = look(&playground).replicas.last[0] as u64;
    assert!(
        seen.iter()
            .all(|(term, before)| *term == 1 && *before < last),
        "{seen:?}"
    );
}

#[test]
fn entries_that_another_leader_replaced_are_remembered() {
    let mut playground = at(1_000_000);
    playground
        .apply(r#"{"do":"isolate","place":"az1"}"#)
        .expect("a right action");
    // The old leader goes on taking puts that it can commit no more.
    playground.advance(3_000_000, u64::MAX);
    assert!(
        logs(&playground, -1, 64)
            .iter()
            .all(|log| log.lost.is_empty())
    );
    let old = look(&playground).replicas.last[0] as u64;
    playground
        .apply(r#"{"do":"heal"}"#)
        .expect("a right action");
    playground.advance(4_000_000, u64::MAX);
    let after = logs(&playground, 1, 512);
    assert!(!after[0].lost.is_empty() && after[1].lost.is_empty());
    for gone in &after[0].lost {
        let index = gone.entry.index;
        assert!(index <= old && !gone.by_crash);
        let now = after[0].entries[index as usize - 1].term;
        assert!(now > gone.entry.term, "a later term took its place");
        assert_eq!(now, after[1].entries[index as usize - 1].term);
    }
}

#[test]
fn entries_that_a_crash_took_are_remembered() {
    // Crashes at many instants: sometimes a write is not on disk yet.
    let mut lost = 0;
    for extra_us in 0..60 {
        let mut playground = at(1_000_000 + extra_us * 137);
        playground
            .apply(r#"{"do":"crash","store":"s1"}"#)
            .expect("a right action");
        playground.advance(playground.now_us() + 1, u64::MAX);
        let after = logs(&playground, -1, 64);
        for gone in &after[0].lost {
            assert!(gone.by_crash);
            assert!(gone.entry.index > look(&playground).replicas.last[0] as u64);
            lost += 1;
        }
    }
    assert!(lost > 0, "none of 60 crashes met a write");
}

#[test]
fn what_is_known_of_a_range_is_known_of_its_replicas_and_its_entries() {
    let playground = at(2_000_000);
    let columns = look(&playground).replicas;
    let range = playground.inspect(Target::Range(RangeId(0)));
    let Some(Inspection::Range { replicas, .. }) = &range else {
        panic!("{range:?}, expected a range")
    };
    for (place, view) in replicas.iter().enumerate() {
        assert_eq!(u32::from(view.node.0), columns.node[place]);
        let told = [columns.last[place], columns.commit[place]].map(|index| index as u64);
        assert_eq!(told, [view.last, view.commit]);
    }
    let replica = Target::Replica {
        range: RangeId(0),
        node: 2,
    };
    assert_eq!(playground.inspect(replica), range);
    let entry = playground.inspect(Target::Entry {
        range: RangeId(0),
        index: 1,
    });
    let Some(Inspection::Entry {
        replicas: holders,
        held,
        command: None,
    }) = entry
    else {
        panic!("{entry:?}, expected a new leader's empty entry")
    };
    assert_eq!(&holders, replicas);
    for view in held {
        let view = view.expect("held");
        assert_eq!((view.term, view.kind), (1, EntryKind::Empty));
    }
}
