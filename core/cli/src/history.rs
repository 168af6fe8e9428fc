//! What a run's clients saw, judged by the search of Wing, Gong and Lowe: the engine's live verdict
//! by another way.

use linear::{Recorded, Verdict, judge_within, registers};
use scenario::runner::told;
use scenario::watch::history::Operation;

/// Steps of the search for each key: a key on which dozens of requests wait at once can take for
/// ever, and the live verdict has said already what there is to say.
const STEPS_MAX: u64 = 200_000;

/// Why the history has no order; `None` if it has one, or if its beginning is not kept any more.
pub(crate) fn offence(operations: &[Operation]) -> Option<String> {
    let told = told(operations, false)?;
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
    match judge_within(&history, STEPS_MAX).0 {
        Verdict::Linearizable => None,
        Verdict::NotLinearizable(offence) => {
            let words = offence.operations.iter().map(|one| history.words(one));
            let words: Vec<String> = words.collect();
            Some(format!("{}: {}", offence.key, words.join(", ")))
        }
    }
}
