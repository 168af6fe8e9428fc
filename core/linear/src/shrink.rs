//! Makes what cannot be ordered small: operations are left out as long as the rest still cannot be
//! ordered for the same kind of reason.
//!
//! A write is left out only together with whoever saw its value: else a read would seem to have
//! invented it. Of a lock, holds are left out as a whole: without its release a hold would seem to
//! last.

use crate::history::{Op, Operation};
use crate::search::{Found, search};
use crate::values::{Value, Values};

/// Steps that one search of many may take: an order that is hard to find need not be known.
const STEPS_MAX_EACH: u64 = 200_000;

/// What is left of operations that have no order.
pub(crate) struct Shrunk {
    pub(crate) operations: Vec<Operation>,
    /// Whether every way to leave out more was tried.
    pub(crate) is_smallest: bool,
}

/// The work that shrinking may still do: steps of searches, and comparisons of values.
struct Budget {
    left: u64,
    /// Something was not tried to its end.
    is_spent: bool,
}

impl Budget {
    fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
        self.is_spent |= self.left == 0;
    }
}

/// Leaves out one part of operations that have no order after the other, greater parts first, until
/// none can go or the work is done.
pub(crate) fn shrink(
    operations: Vec<Operation>,
    initial: Value,
    lock: Option<(Value, Value)>,
    values: &mut Values,
    work_max: u64,
) -> Shrunk {
    let mut budget = Budget {
        left: work_max,
        is_spent: work_max == 0,
    };
    let mut kept = match window(&operations, initial, (values, lock), &mut budget) {
        Some(few) => few,
        None => operations,
    };
    let mut size = kept.len().div_ceil(2);
    while size > 0 && budget.left > 0 {
        let mut from = 0;
        while from < kept.len() && budget.left > 0 {
            let end = (from + size).min(kept.len());
            let rest = match lock {
                Some((free, _)) => without_holds(&kept, from..end, free),
                None => without(&kept, from..end, values, &mut budget),
            };
            if rest.len() < kept.len() && has_no_order(&rest, initial, values, &mut budget) {
                kept = rest;
            } else {
                from = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Shrunk {
        operations: kept,
        is_smallest: !budget.is_spent,
    }
}

/// The last few operations of registers before the end that no order gets past, with whoever wrote
/// what that one saw, if they have no order either: most reasons are near, and to find out that
/// many operations have none takes long.
fn window(
    operations: &[Operation],
    initial: Value,
    (values, lock): (&mut Values, Option<(Value, Value)>),
    budget: &mut Budget,
) -> Option<Vec<Operation>> {
    if values.are_texts() || lock.is_some() {
        return None;
    }
    let stuck = operations.iter().max_by_key(|operation| operation.ret)?;
    let wanted = seen(stuck.op);
    let mut size = 4;
    while size < operations.len() / 2 && budget.left > 0 {
        let from = operations.len() - size;
        let is_in = |(place, operation): &(usize, &Operation)| {
            let writes_it = wanted.is_some() && written(operation.op) == wanted;
            *place >= from || writes_it || operation.call == stuck.call
        };
        let few = operations.iter().enumerate().filter(is_in);
        let mut few: Vec<Operation> = few.map(|(_, operation)| operation.clone()).collect();
        budget.spend(operations.len() as u64);
        // Whoever saw what others wrote would seem to have invented it.
        loop {
            let mut there: Vec<Value> = few.iter().filter_map(|one| written(one.op)).collect();
            there.push(initial);
            there.sort_unstable();
            let before = few.len();
            few.retain(|one| {
                let saw = seen(one.op).is_none_or(|value| there.binary_search(&value).is_ok());
                saw || one.call == stuck.call
            });
            if few.len() == before {
                break;
            }
        }
        // What was there at first may be gone since: only whoever wrote since can say so.
        few.retain(|one| seen(one.op) != Some(initial) || one.call == stuck.call);
        let writers = |of: &[Operation]| {
            let it_is = |one: &&Operation| wanted.is_some() && written(one.op) == wanted;
            of.iter().filter(it_is).count()
        };
        let keeps_writers = writers(&few) == writers(operations);
        if keeps_writers && has_no_order(&few, initial, values, budget) {
            return Some(few);
        }
        size *= 2;
    }
    None
}

/// The value that an operation that ended needs to have found.
fn seen(op: Op) -> Option<Value> {
    match op {
        Op::Read(seen) => Some(seen),
        Op::Cas { old, .. } => Some(old),
        Op::Write(_) | Op::Append(_) => None,
    }
}

/// What began before an operation ended; what ended later has not ended yet.
pub(crate) fn until(operations: &[Operation], stuck: usize) -> Vec<Operation> {
    let end = operations[stuck].ret.expect("it got stuck at an end");
    let begun = operations.iter().filter(|operation| operation.call < end);
    let cut = begun.filter_map(|operation| {
        let mut operation = operation.clone();
        if operation.ret.is_some_and(|ret| ret > end) {
            operation.ret = None;
            match &mut operation.op {
                // Nobody has seen its answer yet.
                Op::Read(_) => return None,
                Op::Cas { done, .. } => *done = None,
                Op::Write(_) | Op::Append(_) => {}
            }
        }
        Some(operation)
    });
    cut.collect()
}

/// What is left without some operations, and without whoever saw what they alone wrote.
fn without(
    kept: &[Operation],
    out: std::ops::Range<usize>,
    values: &Values,
    budget: &mut Budget,
) -> Vec<Operation> {
    let mut rest: Vec<Operation> = Vec::with_capacity(kept.len());
    rest.extend_from_slice(&kept[..out.start]);
    rest.extend_from_slice(&kept[out.end..]);
    let mut left_out: Vec<Operation> = kept[out].to_vec();
    // Whoever goes because of a value may have written one itself.
    while !left_out.is_empty() {
        let mut gone: Vec<Value> = left_out
            .iter()
            .filter_map(|gone| written(gone.op))
            .collect();
        gone.sort_unstable();
        gone.dedup();
        let mut still: Vec<Value> = rest.iter().filter_map(|kept| written(kept.op)).collect();
        still.sort_unstable();
        gone.retain(|value| still.binary_search(value).is_err());
        if gone.is_empty() {
            break;
        }
        // Only texts are looked through for parts of them.
        let each = if values.are_texts() { gone.len() } else { 1 };
        budget.spend(each as u64 * rest.len() as u64);
        let is_gone = |value: Value| gone.binary_search(&value).is_ok();
        let lacks = |operation: &Operation| match operation.op {
            Op::Read(seen) if values.are_texts() => {
                gone.iter().any(|value| is_in(*value, seen, values))
            }
            Op::Read(seen) => is_gone(seen),
            Op::Cas { old, .. } => is_gone(old),
            Op::Write(_) | Op::Append(_) => false,
        };
        (left_out, rest) = rest.into_iter().partition(lacks);
    }
    rest
}

/// What is left of a lock's operations without some, each with the other end of its hold.
fn without_holds(kept: &[Operation], out: std::ops::Range<usize>, free: Value) -> Vec<Operation> {
    let acquires =
        |operation: &Operation| matches!(operation.op, Op::Cas { old, .. } if old == free);
    let other_end = |place: usize| {
        let is_own = |other: &usize| kept[*other].process == kept[place].process;
        let other = if acquires(&kept[place]) {
            (place + 1..kept.len()).find(is_own)
        } else {
            (0..place).rev().find(is_own)
        };
        other.filter(|other| acquires(&kept[*other]) != acquires(&kept[place]))
    };
    let others: Vec<usize> = out.clone().filter_map(other_end).collect();
    let stays = |place: &usize| !out.contains(place) && !others.contains(place);
    let rest = (0..kept.len()).filter(stays);
    rest.map(|place| kept[place].clone()).collect()
}

/// Whether a text that was read shows that another was written.
fn is_in(written: Value, seen: Value, values: &Values) -> bool {
    let text = values.text(written);
    written == seen || (!text.is_empty() && values.text(seen).contains(text))
}

fn written(op: Op) -> Option<Value> {
    match op {
        Op::Write(new) | Op::Append(new) | Op::Cas { new, .. } => Some(new),
        Op::Read(_) => None,
    }
}

fn has_no_order(
    operations: &[Operation],
    initial: Value,
    values: &mut Values,
    budget: &mut Budget,
) -> bool {
    let steps_max = budget.left.min(STEPS_MAX_EACH);
    let (found, steps) = search(operations, initial, values, steps_max);
    // Every search looks at all operations at least once.
    budget.spend(steps + operations.len() as u64);
    budget.is_spent |= found == Found::GaveUp;
    matches!(found, Found::None { .. })
}
