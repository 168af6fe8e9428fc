//! What a run's clients saw, judged by the search of Wing, Gong and Lowe: the engine's live verdict
//! by another way.

use linear::{Recorded, Verdict, judge_within, registers};
use observe::history::Operation;
use run::runner::told;

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
    let Some(told) = told(operations, false) else {
        return Searched {
            keys: 1,
            given_up: 1,
            ..Searched::default()
        };
    };
    let recorded: Vec<Recorded> = told
        .iter()
        .map(|operation| Recorded {
            key: operation.key,
            is_write: operation.is_write,
            value: operation.value,
            from: operation.from_us,
            until: operation.until_us,
        })
        .collect();
    let history = registers(&recorded);
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
