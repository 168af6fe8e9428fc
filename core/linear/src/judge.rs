//! The verdict on a history: key by key, with what cannot be ordered.

use crate::history::{Act, History, Key, Operation};
use crate::search::{Found, search_within};
use crate::shrink::shrink;
use crate::values::Values;

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
    /// The operations, in the order of their calls; leave out any one of them, with whoever saw
    /// its value, and the rest can be ordered.
    pub operations: Vec<Operation>,
}

/// Judges a history. The first key that has no order decides.
pub fn judge(history: &History) -> Verdict {
    judge_within(history, u64::MAX).0
}

/// The same, with so many steps for each key; answers also with how many keys it gave up on, of
/// which nothing is said. Histories with dozens of operations at once can take for ever.
pub fn judge_within(history: &History, steps_max: u64) -> (Verdict, usize) {
    let mut values = history.values.clone();
    let mut given_up = 0;
    for (key, operations) in &history.keys {
        let told: Vec<Operation> = telling(operations, &values);
        match search_within(&told, history.initial, &mut values, steps_max) {
            Found::Order => {}
            Found::GaveUp => given_up += 1,
            Found::None { stuck } => {
                let operations = shrink(&told, stuck, history.initial, &mut values);
                let key = key.clone();
                let offence = Offence { key, operations };
                return (Verdict::NotLinearizable(offence), given_up);
            }
        }
    }
    (Verdict::Linearizable, given_up)
}

/// Operations that say anything: not reads without an end, nor writes without one whose value
/// nobody can have seen. Each of the latter would double the orders to be tried.
fn telling(operations: &[Operation], values: &Values) -> Vec<Operation> {
    let failed = |operation: &Operation| {
        matches!(
            operation.act,
            Act::Cas {
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
        match operation.act {
            Act::Read(_) => false,
            Act::Write(new) | Act::Cas { new, .. } if !texts => {
                any_matters || seen.binary_search(&new).is_ok()
            }
            Act::Write(new) | Act::Append(new) | Act::Cas { new, .. } => {
                let text = values.text(new);
                any_matters || seen.iter().any(|seen| values.text(*seen).contains(text))
            }
        }
    };
    operations.iter().filter(|o| matters(o)).cloned().collect()
}

/// The value that an operation needs to have found.
fn seen_by(operation: &Operation) -> Option<crate::values::Value> {
    match operation.act {
        Act::Read(seen) if operation.ret.is_some() => Some(seen),
        Act::Cas { old, .. } => Some(old),
        Act::Read(_) | Act::Write(_) | Act::Append(_) => None,
    }
}
