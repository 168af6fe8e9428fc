//! Makes what cannot be ordered small: operations are left out as long as the rest still cannot be
//! ordered for the same kind of reason.
//!
//! A write is left out only together with whoever saw its value: else a read would seem to have
//! invented it.

use crate::history::{Act, Operation};
use crate::search::{Found, search};
use crate::values::{Value, Values};

/// Searches that one shrinking may take: beyond, what is left is shown as it is.
const SEARCHES_MAX: usize = 4_000;

/// A smallest part (by leaving out one after the other) of operations that have no order.
pub(crate) fn shrink(
    operations: &[Operation],
    stuck: usize,
    initial: Value,
    values: &mut Values,
) -> Vec<Operation> {
    let mut kept = until(operations, stuck);
    let mut searches = 0;
    let mut size = kept.len().div_ceil(2);
    while size > 0 && searches < SEARCHES_MAX {
        let mut from = 0;
        while from < kept.len() && searches < SEARCHES_MAX {
            let end = (from + size).min(kept.len());
            let rest = without(&kept, from..end, values);
            searches += 1;
            if rest.len() < kept.len() && has_no_order(&rest, initial, values) {
                kept = rest;
            } else {
                from = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    kept
}

/// What began before an operation ended; what ended later has not ended yet.
fn until(operations: &[Operation], stuck: usize) -> Vec<Operation> {
    let end = operations[stuck].ret.expect("it got stuck at an end");
    let begun = operations.iter().filter(|operation| operation.call < end);
    let cut = begun.filter_map(|operation| {
        let mut operation = operation.clone();
        if operation.ret.is_some_and(|ret| ret > end) {
            operation.ret = None;
            match &mut operation.act {
                // Nobody has seen its answer yet.
                Act::Read(_) => return None,
                Act::Cas { done, .. } => *done = None,
                Act::Write(_) | Act::Append(_) => {}
            }
        }
        Some(operation)
    });
    cut.collect()
}

/// What is left without some operations, and without whoever saw what they alone wrote.
fn without(kept: &[Operation], out: std::ops::Range<usize>, values: &Values) -> Vec<Operation> {
    let mut rest: Vec<Operation> = Vec::with_capacity(kept.len());
    rest.extend_from_slice(&kept[..out.start]);
    rest.extend_from_slice(&kept[out.end..]);
    let mut gone: Vec<Value> = kept[out]
        .iter()
        .filter_map(|gone| written(gone.act))
        .collect();
    gone.sort_unstable();
    gone.dedup();
    if gone.is_empty() {
        return rest;
    }
    let mut still: Vec<Value> = rest.iter().filter_map(|kept| written(kept.act)).collect();
    still.sort_unstable();
    gone.retain(|value| still.binary_search(value).is_err());
    let lacks = |operation: &Operation| match operation.act {
        Act::Read(seen) => gone.iter().any(|value| is_in(*value, seen, values)),
        Act::Cas { old, .. } => gone.contains(&old),
        Act::Write(_) | Act::Append(_) => false,
    };
    rest.retain(|operation| !lacks(operation));
    rest
}

/// Whether a value that was read shows that another was written.
fn is_in(written: Value, seen: Value, values: &Values) -> bool {
    let text = values.text(written);
    written == seen || (values.are_texts() && !text.is_empty() && values.text(seen).contains(text))
}

fn written(act: Act) -> Option<Value> {
    match act {
        Act::Write(new) | Act::Append(new) | Act::Cas { new, .. } => Some(new),
        Act::Read(_) => None,
    }
}

fn has_no_order(operations: &[Operation], initial: Value, values: &mut Values) -> bool {
    search(operations, initial, values) != Found::Order
}
