//! The verdict on a history: key by key, with what cannot be ordered.

use crate::history::{History, Key, Op, Operation};
use crate::search::{Found, search};
use crate::shrink::{shrink, until};
use crate::values::{Value, Values};

/// What holds of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some order explains what all clients saw.
    Linearizable,
    /// No order does.
    NotLinearizable(Offence),
}

/// Operations of one key that no order explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offence {
    /// The key.
    pub key: Key,
    /// All that began before the end that no order gets past, in the order of their calls.
    pub operations: Vec<Operation>,
    /// The operation of that end.
    pub at: Operation,
}

/// A part of an offence's operations that no order explains either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The operations, in the order of their calls.
    pub operations: Vec<Operation>,
    /// Leave out any one of them, with whoever saw its value, and the rest can be ordered. If not,
    /// finding out was given up.
    pub is_smallest: bool,
}

/// The first search of each key takes so many steps at most: what is quickly found shall not wait
/// for what is not.
const STEPS_FIRST: u64 = 100_000;

/// Judges a history. The first key that is found to have no order decides.
pub fn judge(history: &History) -> Verdict {
    judge_within(history, u64::MAX).0
}

/// The same, with so many steps for each key; answers also with how many keys it gave up on, of
/// which nothing is said. Histories with dozens of operations at once can take for ever.
pub fn judge_within(history: &History, steps_max: u64) -> (Verdict, usize) {
    let mut values = history.values.clone();
    let mut left: Vec<usize> = (0..history.keys.len()).collect();
    for steps_max in [steps_max.min(STEPS_FIRST), steps_max] {
        let mut given_up = Vec::new();
        for (position, place) in left.iter().enumerate() {
            let (key, operations) = &history.keys[*place];
            let told: Vec<Operation> = telling(operations, &values);
            match search(&told, history.initial, &mut values, steps_max).0 {
                Found::Order => {}
                Found::GaveUp => given_up.push(*place),
                Found::None { stuck } => {
                    let stuck = earliest(&told, stuck, history.initial, &mut values);
                    let offence = Offence {
                        key: key.clone(),
                        operations: until(&told, stuck),
                        at: told[stuck].clone(),
                    };
                    let open = given_up.len() + left.len() - position - 1;
                    return (Verdict::NotLinearizable(offence), open);
                }
            }
        }
        left = given_up;
    }
    (Verdict::Linearizable, left.len())
}

/// The operation at whose end, of all that end no later than this one, it can first be known that
/// there is no order. The search names that end itself unless a text that was read later was its
/// reason.
fn earliest(told: &[Operation], stuck: usize, initial: Value, values: &mut Values) -> usize {
    if !values.are_texts() {
        return stuck;
    }
    let mut ends: Vec<usize> = (0..told.len())
        .filter(|place| {
            told[*place]
                .ret
                .is_some_and(|ret| Some(ret) <= told[stuck].ret)
        })
        .collect();
    ends.sort_unstable_by_key(|place| told[*place].ret);
    // What began before an end has an order if what began before a later one has.
    let first = ends.partition_point(|end| {
        let begun = until(told, *end);
        !matches!(
            search(&begun, initial, values, STEPS_FIRST).0,
            Found::None { .. }
        )
    });
    ends.get(first).copied().unwrap_or(stuck)
}

impl Offence {
    /// As few of its operations as so much work allows: steps of searches, and comparisons.
    pub fn part(&self, history: &History, work_max: u64) -> Part {
        let mut values = history.values.clone();
        let operations = self.operations.clone();
        let shrunk = shrink(
            operations,
            history.initial,
            history.lock,
            &mut values,
            work_max,
        );
        Part {
            operations: shrunk.operations,
            is_smallest: shrunk.is_smallest,
        }
    }
}

/// Operations that say anything: not reads without an end, nor writes without one whose value
/// nobody can have seen. Each of the latter would double the orders to be tried.
fn telling(operations: &[Operation], values: &Values) -> Vec<Operation> {
    let failed = |operation: &Operation| {
        matches!(
            operation.op,
            Op::Cas {
                done: Some(false),
                ..
            }
        )
    };
    let texts = values.are_texts();
    // A failed cas sees that a value is gone: then any write may matter.
    let any_matters = operations.iter().any(failed);
    let mut seen: Vec<_> = operations.iter().filter_map(seen_by).collect();
    seen.sort_unstable();
    seen.dedup();
    let matters = |operation: &Operation| {
        if operation.ret.is_some() {
            return true;
        }
        match operation.op {
            Op::Read(_) => false,
            Op::Write(new) | Op::Cas { new, .. } if !texts => {
                any_matters || seen.binary_search(&new).is_ok()
            }
            Op::Write(new) | Op::Append(new) | Op::Cas { new, .. } => {
                let text = values.text(new);
                any_matters || seen.iter().any(|seen| values.text(*seen).contains(text))
            }
        }
    };
    operations.iter().filter(|o| matters(o)).cloned().collect()
}

/// The value that an operation needs to have found.
fn seen_by(operation: &Operation) -> Option<Value> {
    match operation.op {
        Op::Read(seen) if operation.ret.is_some() => Some(seen),
        Op::Cas { old, .. } => Some(old),
        Op::Read(_) | Op::Write(_) | Op::Append(_) => None,
    }
}
