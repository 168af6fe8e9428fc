//! What a range's rows come to: snapshots, splits and merges, versions, and equal histories.

use super::*;
use crate::command::PutOf;
use model::config::ValueKind;
use model::ids::{RangeId, RequestId};

fn put(row: u64, rows: u32, write_id: u64, value_bytes: u32) -> Vec<u8> {
    command::encode(&PutOf {
        row,
        rows,
        write_id,
        value_bytes,
        values: ValueKind::Line,
        at_ms: write_id,
    })
}

#[test]
fn a_snapshot_carries_all_rows_and_the_history_hash() {
    let mut one = Machine::new(100, 110, 50);
    for index in 1..=30u64 {
        let rows = 1 + (index % 3) as u32;
        let data = put(100 + index % 7, rows, index, 8 + index as u32);
        one.apply(index, 1, &data, index);
    }
    one.apply(31, 2, &[], 0);
    let mut other = Machine::new(100, 110, 50);
    other.restore(&one.snapshot(), one.applied, one.applied_term);
    assert_eq!(one.rows, other.rows);
    assert_eq!(one.chain, other.chain);
    assert_eq!(one.state_hash(), other.state_hash());
    assert_eq!(one.rows_wire_bytes, other.rows_wire_bytes);
    let recount: u64 = one
        .rows
        .iter()
        .map(|r| u64::from(row_bytes(r.value_bytes)))
        .sum();
    assert_eq!(one.rows_wire_bytes, recount);
}

#[test]
fn a_range_that_was_split_and_merged_is_what_it_was() {
    let mut whole = Machine::new(100, 110, 50);
    for index in 1..=30u64 {
        let data = put(100 + index % 10, 1, index, 8 + index as u32);
        assert_eq!(whole.apply(index, 1, &data, index), Effect::Done);
    }
    let before = whole.clone();
    let upper = whole.split_off(104, (5, 5));
    assert_eq!((whole.keys(), upper.keys()), ((100, 104), (104, 110)));
    let not_its_key = whole.apply(31, 1, &put(107, 1, 31, 8), 31);
    assert_eq!(not_its_key, Effect::WrongRange);
    let mut lower_first = whole.clone();
    lower_first.absorb(RangeId(2), &upper);
    let mut upper_first = upper.clone();
    upper_first.absorb(RangeId(1), &whole);
    for merged in [lower_first, upper_first] {
        assert_eq!((merged.keys(), &merged.rows), (before.keys(), &before.rows));
        assert_eq!(merged.rows_wire_bytes, before.rows_wire_bytes);
        assert_eq!(merged.state_hash(), before.state_hash());
    }
    let mut blank = Machine::blank(50);
    blank.restore(&upper.snapshot(), 9, 5);
    assert_eq!((blank.keys(), &blank.rows), (upper.keys(), &upper.rows));
    assert_eq!(blank.epoch, upper.epoch);
}

fn transact(machine: &mut Machine, start_ts: u64, rows: &[u64], step: Step) -> Effect {
    let command = Command {
        request: RequestId(start_ts),
        start_ts,
        primary: rows[0],
        step,
        rows: rows.iter().map(|&row| (row, 30)).collect(),
    };
    let data = command.encode(ValueKind::Line);
    machine.apply(machine.applied + 1, 1, &data, start_ts)
}

fn ids(read: Result<Vec<RowState>, Unreadable>) -> Vec<u64> {
    let rows = read.expect("nothing is locked");
    rows.iter().map(|row| row.write_id).collect()
}

#[test]
fn rows_are_read_as_they_were_at_a_timestamp_also_after_a_snapshot_and_a_split() {
    let mut machine = Machine::new(100, 110, 50);
    let done = Effect::Verdict(Verdict::Done);
    for start_ts in [10, 30] {
        let expires_ts = start_ts + 100;
        let prewrite = Step::Prewrite { expires_ts };
        assert_eq!(
            transact(&mut machine, start_ts, &[103, 107], prewrite),
            done
        );
        let locked = machine.read_at(100, 10, start_ts);
        assert!(matches!(locked, Err(Unreadable::Locked(lock)) if lock.key == 103));
        assert_eq!(machine.min_lock(), Some(start_ts));
        let commit_ts = start_ts + 10;
        assert_eq!(
            transact(
                &mut machine,
                start_ts,
                &[103, 107],
                Step::Commit { commit_ts }
            ),
            done
        );
    }
    assert_eq!((machine.newest_commit(), machine.min_lock()), (40, None));
    let mut copy = Machine::new(100, 110, 50);
    copy.restore(&machine.snapshot(), machine.applied, 1);
    assert_eq!(
        (copy.bytes(), copy.rows_wire_bytes),
        (machine.bytes(), machine.rows_wire_bytes)
    );
    assert_eq!(copy.state_hash(), machine.state_hash());
    let upper = copy.split_off(105, (5, 5));
    let mut merged = copy.clone();
    merged.absorb(RangeId(1), &upper);
    assert_eq!(merged.state_hash(), machine.state_hash());
    for (ts, expected) in [(19, 0), (20, 10), (39, 10), (40, 30), (0, 30)] {
        assert_eq!(ids(machine.read_at(102, 2, ts)), [0, expected]);
        assert_eq!(ids(copy.read_at(102, 9, ts)), [0, expected, 0]);
        assert_eq!(ids(upper.read_at(107, 1, ts)), [expected]);
    }
    assert_eq!(
        transact(&mut copy, 50, &[103, 107], Step::Rollback),
        Effect::WrongRange
    );
}

#[test]
fn equal_histories_with_another_row_version_or_lock_have_other_hashes() {
    let mut one = Machine::new(100, 110, 50);
    one.apply(1, 1, &put(103, 2, 7, 30), 0);
    let mut other = one.clone();
    other.lose_a_row();
    assert_eq!(one.chain, other.chain);
    assert_ne!(one.state_hash(), other.state_hash());
    let expires_ts = 90;
    let steps = [
        Step::Prewrite { expires_ts },
        Step::Commit { commit_ts: 30 },
    ];
    let mut seen = vec![one.state_hash()];
    for step in steps {
        transact(&mut one, 20, &[105], step);
        seen.push(one.state_hash());
    }
    transact(&mut one, 40, &[106], Step::Rollback);
    seen.push(one.state_hash());
    let distinct: std::collections::BTreeSet<u64> = seen.iter().copied().collect();
    assert_eq!(distinct.len(), seen.len());
}

#[test]
fn a_put_without_a_timestamp_leaves_no_past() {
    let mut machine = Machine::new(100, 110, 50);
    transact(&mut machine, 10, &[103], Step::Put);
    machine.apply(2, 1, &put(103, 1, 77, 8), 0);
    assert_eq!(ids(machine.read_at(103, 1, 5)), [77]);
}

#[test]
fn a_range_that_is_merged_away_changes_no_more() {
    let mut machine = Machine::new(0, 10, 8);
    machine.merging = Some(Merging {
        target: RangeId(3),
        index: 0,
        shape: Epoch::default(),
    });
    let effect = machine.apply(1, 1, &put(4, 1, 1, 8), 0);
    assert_eq!(effect, Effect::WrongRange);
    assert_eq!(machine.scan(4, 1)[0].write_id, 0);
}

#[test]
fn a_scan_stops_at_the_end_of_the_range() {
    let machine = Machine::new(0, 10, 8);
    assert_eq!(machine.scan(7, 100).len(), 3);
    assert_eq!(machine.scan(0, 4).len(), 4);
}
