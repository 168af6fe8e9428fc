//! How far a request is that has no answer yet.

use model::fact::Refusal;
use sim::{Micros, NodeId};

/// How far a pending request is, as far as moments want to know.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Store of its last attempt, plus one; 0 = none yet.
    store: u16,
    /// Whether a read index was asked for in that attempt.
    asked: bool,
    /// Since when it waits for the apply; 0 = it does not.
    waits_us: Micros,
    /// Why the store of its last attempt would not serve it.
    refused: Option<Refusal>,
}

/// Where a request stands that has no answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stood {
    /// It was sent to no store.
    Nowhere,
    /// A store refused it, and no other was asked.
    Refused(NodeId, Refusal),
    /// A store asked for a read index and does not know it.
    NoIndex(NodeId),
    /// A store knows its read index and has not applied that far.
    NotApplied(NodeId),
    /// A store was asked and has not answered.
    NoAnswer(NodeId),
}

impl Steps {
    /// Where it stands.
    pub fn stood(&self) -> Stood {
        let Some(store) = self.store.checked_sub(1).map(NodeId) else {
            return Stood::Nowhere;
        };
        match (self.refused, self.waits_us, self.asked) {
            (Some(why), _, _) => Stood::Refused(store, why),
            (None, 1.., _) => Stood::NotApplied(store),
            (None, 0, true) => Stood::NoIndex(store),
            (None, 0, false) => Stood::NoAnswer(store),
        }
    }

    /// It was sent to a store, so it stands where one stands that was just sent. Returns whether it
    /// went to another one before.
    pub(crate) fn attempted(&mut self, to: NodeId) -> bool {
        let before = std::mem::take(self).store;
        self.store = to.0 + 1;
        before > 0 && before != self.store
    }

    /// A read index is being established for it.
    pub(crate) fn index_asked(&mut self) {
        self.asked = true;
    }

    /// Whether one was, in its last attempt.
    pub(crate) fn has_asked(&self) -> bool {
        self.asked
    }

    /// Its read index is known: it waits for the apply, or need not.
    pub(crate) fn index_known(&mut self, at_us: Micros, waits: bool) {
        self.waits_us = if waits { at_us } else { 0 };
    }

    /// It was served. Returns since when it had waited for the apply.
    pub(crate) fn served(&mut self) -> Option<Micros> {
        let waits_us = std::mem::take(&mut self.waits_us);
        (waits_us > 0).then_some(waits_us)
    }

    pub(crate) fn refused(&mut self, by: NodeId, why: Refusal) {
        if self.store == by.0 + 1 {
            self.refused = Some(why);
        }
    }

    /// Since when it waits for the apply, and where.
    pub(crate) fn waiting(&self) -> Option<(Micros, NodeId)> {
        (self.waits_us > 0 && self.store > 0).then(|| (self.waits_us, NodeId(self.store - 1)))
    }
}
