//! Actions that could not be done as things stood: which, when and why. It is for whoever asked for
//! them; the cluster reads nothing of it back.

use sim::Micros;

use model::operation::WhyUndone;

/// So many are remembered one by one; the others are counted.
const KEPT_MAX: usize = 1_000;

/// An action that could not be done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// Its position in the run's list.
    pub ordinal: u32,
    /// When it was due.
    pub at_us: Micros,
    /// Why.
    pub why: WhyUndone,
}

/// All of a run.
#[derive(Clone, Debug, Default)]
pub struct UndoneActions {
    count: u64,
    first: Vec<Undone>,
}

impl UndoneActions {
    pub(super) fn add(&mut self, undone: Undone) {
        self.count += 1;
        if self.first.len() < KEPT_MAX {
            self.first.push(undone);
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first of them, in order.
    pub fn first(&self) -> &[Undone] {
        &self.first
    }
}
