//! What a person asks for by hand, and repeats to each new leader until the patience ends, as PD
//! repeats an operator's steps. It must not know who leads, nor what a step takes.

use sim::Micros;

use model::ids::RangeId;
use model::operation::Operation;

/// What was asked for by hand, and until when the hand repeats it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ByHand {
    pub(crate) step: Operation,
    pub(crate) until: Micros,
}

/// What is asked for, one at most for each range.
#[derive(Default)]
pub(crate) struct Hand {
    asked: Vec<(RangeId, ByHand)>,
}

impl Hand {
    /// What is asked for of a range.
    pub(crate) fn asks(&self, range: RangeId) -> Option<ByHand> {
        let asked = self.asked.iter().find(|(known, _)| *known == range);
        asked.map(|(_, by_hand)| *by_hand)
    }

    /// Nothing is asked for of a range any more.
    pub(crate) fn forget(&mut self, range: RangeId) {
        self.asked.retain(|(known, _)| *known != range);
    }

    pub(crate) fn ask(&mut self, range: RangeId, by_hand: ByHand) {
        self.forget(range);
        self.asked.push((range, by_hand));
    }
}
