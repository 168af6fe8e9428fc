//! The logs of a range, and what is known of one thing: numbers in the layouts that they have.

use crate::playground::tests::*;

/// What the columns say of one replica.
struct LogOf {
    first: u64,
    terms: Vec<u64>,
    requests: Vec<u64>,
    lost: Vec<(u64, u64)>,
    matched: u64,
    next: u64,
}

fn logs(numbers: &[f64]) -> Vec<LogOf> {
    let mut at = log::HEAD;
    let mut logs = Vec::new();
    for _ in 0..numbers[4] as usize {
        let head: Vec<u64> = numbers[at..at + log::REPLICA]
            .iter()
            .map(|n| *n as u64)
            .collect();
        at += log::REPLICA;
        let entries = numbers[at..at + head[5] as usize * log::ENTRY].chunks(log::ENTRY);
        at += head[5] as usize * log::ENTRY;
        let lost = numbers[at..at + head[6] as usize * log::LOST].chunks(log::LOST);
        at += head[6] as usize * log::LOST;
        logs.push(LogOf {
            first: head[4],
            terms: entries.clone().map(|entry| entry[0] as u64).collect(),
            requests: entries.map(|entry| entry[3] as u64).collect(),
            lost: lost.map(|gone| (gone[0] as u64, gone[1] as u64)).collect(),
            matched: head[2],
            next: head[3],
        });
    }
    assert_eq!(at, numbers.len(), "the layout is what it says");
    logs
}

#[test]
fn the_logs_of_a_range_are_columns_of_the_stretch_that_was_asked_for() {
    let playground = at(2_000_000);
    let columns = look(&playground).replicas;
    let last = columns.last.iter().copied().fold(0.0, f64::max) as u64;
    let tail = playground.log(0, -1, 8);
    assert_eq!(
        tail[..5],
        [(last - 7) as f64, (last + 1) as f64, 1.0, last as f64, 3.0]
    );
    let start = logs(&playground.log(0, 1, 4));
    for (replica, log) in start.iter().enumerate() {
        assert_eq!((log.first, log.terms.len()), (1, 4), "replica {replica}");
        assert_eq!(log.requests[0], 0, "the first entry is a new leader's");
        assert!(log.requests[1..].iter().all(|request| *request > 0));
    }
    let (leader, follower) = (&start[0], &start[1]);
    assert_eq!(
        (leader.matched, leader.next),
        (0, 0),
        "it has no progress of itself"
    );
    assert!(follower.matched > 0 && follower.next > follower.matched);
    assert!(
        playground.log(1, -1, 8).is_empty(),
        "there is no such range"
    );
    assert_eq!(
        playground.log(0, -1, u64::MAX)[1] as u64,
        1 + log::ENTRIES_MAX
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
        logs(&playground.log(0, -1, 64))
            .iter()
            .all(|log| log.lost.is_empty())
    );
    let old = look(&playground).replicas.last[0] as u64;
    playground
        .apply(r#"{"do":"heal"}"#)
        .expect("a right action");
    playground.advance(4_000_000, u64::MAX);
    let after = logs(&playground.log(0, 1, 512));
    assert!(!after[0].lost.is_empty() && after[1].lost.is_empty());
    for (index, term) in &after[0].lost {
        assert!(*index <= old);
        let now = after[0].terms[*index as usize - 1];
        assert!(now > *term, "a later term took its place");
        assert_eq!(now, after[1].terms[*index as usize - 1]);
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
        let after = logs(&playground.log(0, -1, 64));
        for (index, _) in &after[0].lost {
            assert!(*index > look(&playground).replicas.last[0] as u64);
            lost += 1;
        }
    }
    assert!(lost > 0, "none of 60 crashes met a write");
}

#[test]
fn what_is_known_of_a_range_and_an_entry_has_the_layout_that_it_says() {
    let playground = at(2_000_000);
    let range = playground.inspect(Target::Range(0));
    let replicas = look(&playground).replicas;
    let mut at = 2;
    for place in 0..3 {
        let told = [range[at], range[at + 11], range[at + 13]].map(|n| n as u64);
        let (last, commit) = (replicas.last[place] as u64, replicas.commit[place] as u64);
        assert_eq!(told, [replicas.node[place].into(), last, commit]);
        at += inspect::REPLICA + 3 * range[at + inspect::REPLICA - 1] as usize;
    }
    assert_eq!((range[1] as usize, at), (3, range.len()));
    // What is not known is no number, which equals nothing: compared by bits.
    let bits = |told: &[f64]| told.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
    let replica = playground.inspect(Target::Replica { range: 0, node: 2 });
    assert_eq!(bits(&replica), bits(&range));
    let entry = playground.inspect(Target::Entry { range: 0, index: 1 });
    assert_eq!(bits(&entry[..at]), bits(&range));
    assert_eq!(entry.len(), at + 3 * 5);
    assert_eq!(
        entry[at..at + 3],
        [1.0, 1.0, 1.0],
        "held, term 1, a new leader's empty entry"
    );
}
