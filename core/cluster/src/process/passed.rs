//! Reads that a store passed on to their range's leader: it waits for one answer a read, as a
//! server in the middle of two calls does, and forgets it with the read's deadline.

use sim::{Micros, NodeId};

use crate::message::{Payload, client_label};
use crate::process::{Asker, Refused, StoreContext};
use model::fact::{MessageType, Refusal};
use model::ids::{RangeId, RequestId};

/// A read that a store has passed on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Passed {
    pub(crate) asker: Asker,
    pub(crate) range: RangeId,
    /// The store that it was passed on to.
    pub(crate) to: NodeId,
    pub(crate) deadline_us: Micros,
}

/// The reads that a store has passed on, oldest first.
#[derive(Default)]
pub(crate) struct PassedReads(Vec<Passed>);

impl PassedReads {
    /// Another one. Those whose clients gave up are forgotten.
    pub(crate) fn add(&mut self, now: Micros, passed: Passed) {
        self.0.retain(|passed| passed.deadline_us > now);
        self.0.push(passed);
    }

    /// The one of this request that went to a store, which is none any more.
    pub(crate) fn take(&mut self, to: NodeId, request: RequestId) -> Option<Passed> {
        let is_meant = |passed: &Passed| passed.asker.request == request && passed.to == to;
        let place = self.0.iter().position(is_meant)?;
        Some(self.0.remove(place))
    }

    /// Those that wait for a store.
    pub(crate) fn at(&self, store: NodeId) -> impl Iterator<Item = &Passed> {
        self.0.iter().filter(move |passed| passed.to == store)
    }

    /// Crash: forget everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl StoreContext<'_, '_> {
    /// An answer to a read that the store passed on goes to the gateway as it is.
    pub(crate) fn relay_answer(
        &mut self,
        from: NodeId,
        request: RequestId,
        bytes: u64,
        payload: Payload,
    ) {
        let Some(passed) = self.process.passed.take(from, request) else {
            return;
        };
        let what = match payload {
            Payload::Refused { .. } | Payload::LockMet { .. } => MessageType::Refusal,
            _ => MessageType::Rows,
        };
        let mut label = client_label(what, passed.range, 0, request);
        label.bytes = bytes;
        label.reject = what == MessageType::Refusal;
        self.send(passed.asker.gateway, label, payload);
    }

    /// The store's connection to the store is gone to which it passed a read on.
    pub(crate) fn passed_broken(&mut self, request: RequestId, to: NodeId) {
        if let Some(passed) = self.process.passed.take(to, request) {
            let refused = Refused::plainly(Refusal::Unavailable);
            self.send_refusal(passed.range, passed.asker, refused);
        }
    }
}
