//! What a run's clients saw, judged by the search of Wing, Gong and Lowe: the engine's live verdict
//! by another way.

use linear::{Recorded, Verdict, judge_within, registers};
use model::config::OpKind;
use model::fact::Outcome;
use observe::history::{OPERATIONS_MAX, Operation};
use observe::modes::is_ordered;

/// What the search says of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Searched {
    /// Why it has no order; `None` if it has one, or if nothing is known.
    pub(crate) offence: Option<String>,
    /// Keys that were looked at.
    pub(crate) keys: usize,
    /// Keys on which the search gave up: nothing is said of them.
    pub(crate) given_up: usize,
}

/// Searches an order of what clients saw. Of a history whose beginning is not kept any more it says
/// that it gave up; so it does after so many steps on one key, since a key on which dozens of
/// requests wait at once can take for ever.
pub(crate) fn search(operations: &[Operation], steps_max: u64) -> Searched {
    let Some(ops) = register_ops(operations) else {
        return Searched {
            keys: 1,
            given_up: 1,
            ..Searched::default()
        };
    };
    let history = registers(&ops);
    let (verdict, given_up) = judge_within(&history, steps_max);
    let offence = match verdict {
        Verdict::Linearizable => None,
        Verdict::NotLinearizable(offence) => {
            let part = offence.part(&history, steps_max);
            let words = part.operations.iter().map(|one| history.words(one));
            let words: Vec<String> = words.collect();
            Some(format!("{}: {}", offence.key, words.join(", ")))
        }
    };
    Searched {
        offence,
        keys: history.keys.len(),
        given_up,
    }
}

/// Writes, and the reads whose mode gives them an order; of a scan the first row. `None`
/// when the beginning of the run is not kept any more.
pub fn register_ops(operations: &[Operation]) -> Option<Vec<Recorded>> {
    if operations.len() >= OPERATIONS_MAX {
        return None;
    }
    let mut ops = Vec::with_capacity(operations.len());
    for operation in operations {
        let is_write = operation.op == OpKind::Put;
        let counts = match operation.outcome {
            Outcome::Failed => false,
            Outcome::Unknown => is_write,
            Outcome::Ok => is_write || is_ordered(operation.mode),
        };
        if !counts || operation.op.is_composed() {
            continue;
        }
        let rows = if is_write { operation.rows } else { 1 };
        ops.extend((0..u64::from(rows)).map(|row| Recorded {
            key: operation.key + row,
            is_write,
            value: if is_write {
                operation.request.write_id()
            } else {
                operation.value
            },
            from: operation.invoked_us,
            until: (operation.outcome == Outcome::Ok).then_some(operation.completed_us),
        }));
    }
    Some(ops)
}
