//! The walk back from a fact: what made it happen, what made that happen, until a timer, an action,
//! a client or the start.

use crate::why::cause::Next;
use crate::why::chain::Chain;
use crate::why::{Step, Wait};
use text::say;

/// Steps nearest to the question that are told one by one.
const NEAR_MAX: usize = 28;
/// Steps nearest to the chain's end that are told one by one.
const FAR_MAX: usize = 4;
/// Longer chains are not walked.
const WALK_MAX: usize = 4_096;

impl Chain<'_, '_> {
    /// Walks back from a row.
    pub(super) fn back(&mut self, row: usize) {
        let mut steps: Vec<Step> = Vec::new();
        let mut at = row;
        while self.seen.insert(at) && steps.len() < WALK_MAX {
            let Some(fact) = self.index.fact(at) else {
                break;
            };
            let mut step = self.step(at, fact);
            self.explain(at, fact);
            match self.next(at, fact) {
                Next::Row(before, what) => {
                    steps.push(self.waited(step, before, what));
                    at = before;
                    continue;
                }
                Next::Over(left, what, before) => {
                    steps.push(self.waited(step, left, what));
                    if let Some(fact) = self.index.fact(left) {
                        let told = self.step(left, fact);
                        let what = say!("before it could tell");
                        steps.push(self.waited(told, before, Some(what)));
                    }
                    at = before;
                    continue;
                }
                Next::Last(last) => steps.extend([step, last]),
                Next::End(kind) => {
                    step.kind = kind;
                    steps.push(step);
                    self.explain_end(at, fact, kind);
                }
                Next::Lost => {
                    steps.push(step);
                    if !self.index.is_whole() {
                        self.wanted_us = Some(self.index.first_us());
                    }
                }
            }
            break;
        }
        self.steps.extend(folded(steps));
    }

    /// A step that came some time after a row.
    fn waited(&self, mut step: Step, since: usize, what: Option<String>) -> Step {
        let us = step.at_us.saturating_sub(self.index.rows[since].at_us);
        let what = what.filter(|what| us > 0 && !what.is_empty());
        step.wait = what.map(|what| Wait { us, what });
        step
    }
}

/// Long chains with their middle left out.
fn folded(mut steps: Vec<Step>) -> Vec<Step> {
    if steps.len() <= NEAR_MAX + FAR_MAX + 1 {
        return steps;
    }
    let far = steps.split_off(steps.len() - FAR_MAX);
    let left_out = steps.len() - NEAR_MAX;
    steps.truncate(NEAR_MAX);
    if let Some(last) = steps.last_mut() {
        last.folded = left_out as u32;
    }
    steps.extend(far);
    steps
}
