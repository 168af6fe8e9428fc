//! A disk that loses power, and what raft-rs reads from it.

use model::ids::RequestId;

use super::*;

fn entry(index: u64, term: u64) -> Entry {
    Entry {
        index,
        term,
        ..Default::default()
    }
}

fn terms(storage: &ReplicaStorage) -> Vec<u64> {
    (storage.first()..=storage.last())
        .map(|i| storage.term(i).expect("held"))
        .collect()
}

#[test]
fn a_crash_loses_the_unsynced_tail_and_brings_back_what_it_had_replaced() {
    let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
    storage.begin_write(1);
    storage.append(vec![entry(1, 1), entry(2, 1), entry(3, 1)]);
    storage.synced(1);
    storage.begin_write(2);
    storage.append(vec![entry(2, 2)]);
    storage.set_hard_state(HardState {
        term: 2,
        vote: 3,
        commit: 0,
    });
    storage.begin_write(3);
    storage.append(vec![entry(3, 2), entry(4, 2)]);
    assert_eq!(terms(&storage), [1, 2, 2, 2]);
    storage.crash(1);
    assert_eq!(terms(&storage), [1, 1, 1]);
    assert_eq!(storage.hard_state().term, 0);
}

#[test]
fn a_crash_forgets_a_commit_index_beyond_the_synced_log() {
    let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
    storage.begin_write(1);
    storage.append(vec![entry(1, 1)]);
    storage.set_hard_state(HardState {
        term: 1,
        vote: 2,
        commit: 0,
    });
    storage.synced(1);
    storage.begin_write(2);
    storage.append(vec![entry(2, 1)]);
    storage.set_hard_state(HardState {
        term: 1,
        vote: 2,
        commit: 2,
    });
    storage.crash(1);
    assert_eq!((storage.last(), storage.hard_state().commit), (1, 0));
}

/// Three entries on disk, and a commit index that was written after them without a sync.
fn with_unsynced_commit() -> ReplicaStorage {
    let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
    let hard_state = |commit: u64| HardState {
        term: 1,
        vote: 2,
        commit,
    };
    storage.begin_write(1);
    storage.append(vec![entry(1, 1), entry(2, 1), entry(3, 1)]);
    storage.set_hard_state(hard_state(0));
    storage.synced(1);
    storage.begin_write(2);
    storage.set_hard_state(hard_state(1));
    storage.set_hard_state(hard_state(2));
    storage
}

#[test]
fn a_commit_index_alone_is_lost_with_the_power_until_a_later_write_is_synced() {
    let mut lost = with_unsynced_commit();
    lost.crash(1);
    assert_eq!((lost.last(), lost.hard_state().commit), (3, 0));
    assert_eq!((lost.hard_state().term, lost.hard_state().vote), (1, 2));
    // Another replica of the store wrote, and one sync covers the whole disk.
    let mut kept = with_unsynced_commit();
    kept.crash(2);
    assert_eq!(kept.hard_state().commit, 2);
}

#[test]
fn a_lost_commit_index_never_falls_below_what_was_applied() {
    let mut storage = with_unsynced_commit();
    storage.machine.apply(1, 1, &[], 0);
    storage.crash(1);
    assert_eq!(
        (storage.machine.applied, storage.hard_state().commit),
        (1, 1)
    );
}

/// It applied an entry that another had replaced: found by a swarm.
#[test]
fn a_crash_forgets_that_what_it_takes_away_was_committed() {
    let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
    storage.begin_write(1);
    storage.append(vec![entry(1, 1), entry(2, 1), entry(3, 1)]);
    let hard_state = |commit: u64| HardState {
        term: 2,
        vote: 1,
        commit,
    };
    storage.set_hard_state(hard_state(1));
    storage.synced(1);
    storage.begin_write(2);
    storage.append(vec![entry(2, 2)]);
    storage.set_hard_state(hard_state(2));
    storage.crash(1);
    assert_eq!(terms(&storage), [1, 1, 1]);
    assert_eq!(storage.hard_state().commit, 1);
}

#[test]
fn a_crash_after_the_sync_loses_nothing() {
    let mut storage = ReplicaStorage::new(vec![1], Machine::new(0, 10, 8));
    storage.begin_write(1);
    storage.append(vec![entry(1, 1)]);
    storage.synced(1);
    storage.crash(1);
    assert_eq!(terms(&storage), [1]);
}

#[test]
fn compaction_keeps_the_asked_number_of_applied_entries() {
    let mut storage = ReplicaStorage::new(vec![1], Machine::new(0, 10, 8));
    for index in 1..=30 {
        storage.begin_write(index);
        storage.append(vec![entry(index, 1)]);
        storage.machine.apply(index, 1, &[], 0);
    }
    storage.synced(30);
    assert_eq!(storage.compact(20), None);
    assert_eq!(storage.compact(10), Some(21));
    assert_eq!(storage.term(20).expect("kept for matching"), 1);
    assert_eq!(storage.last(), 30);
}

#[test]
fn raft_rs_reads_the_entries_that_it_wrote_whatever_they_hold() {
    let long = |write_id: u64| {
        kv::command::encode(&kv::command::PutOf {
            row: write_id % 10,
            rows: 1,
            write_id,
            value_bytes: 16_384,
            values: model::config::ValueKind::ALL[(write_id % 4) as usize],
            at_ms: 0,
        })
    };
    let mut written: Vec<Entry> = (1..=12).map(|index| entry(index, 1)).collect();
    for (place, entry) in written.iter_mut().enumerate() {
        match place % 4 {
            0 => entry.data = long(place as u64 + 1),
            1 => {
                entry.context = vec![1];
                entry.data = vec![5; 900];
            }
            2 => {
                entry.set_entry_type(raft::eraftpb::EntryType::EntryConfChangeV2);
                entry.data = vec![9; 20];
            }
            _ => {}
        }
    }
    let mut storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
    storage.begin_write(1);
    storage.append(written.clone());
    let context = || GetEntriesContext::empty(false);
    let read = storage.entries(1, 13, None, context()).expect("held");
    assert_eq!(read, written);
    // The same once they are applied, and kept in few bytes.
    storage.machine.applied = 12;
    assert_eq!(storage.compact(100), None);
    let read = storage.entries(1, 13, None, context()).expect("held");
    assert_eq!(read, written);
    // Its limit is of the bytes that it wrote, not of those that the log takes.
    let first = storage.entries(1, 13, 16_000, context()).expect("held");
    assert_eq!(first, written[..1]);
    let commands: Vec<bool> = (1..=4).map(|i| storage.command(i).is_some()).collect();
    assert_eq!(commands, [true, false, false, false]);
    assert_eq!(storage.command(1), Some(written[0].data.clone()));
    let view = storage.view(1).expect("held");
    assert_eq!(view.request, RequestId(1));
    assert_eq!(view.bytes as usize, written[0].encoded_len());
    // What lost its place to other entries comes back with a crash.
    storage.synced(1);
    storage.begin_write(2);
    storage.machine.applied = 4;
    storage.append(vec![entry(5, 2)]);
    storage.crash(1);
    let read = storage.entries(1, 13, None, context()).expect("held");
    assert_eq!(read, written);
}
