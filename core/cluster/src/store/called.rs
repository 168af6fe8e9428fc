//! raft-rs was called: its timeout is pinned, and what it has ready is done when the event is over.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};

impl Store {
    /// After every call into raft-rs. What it has ready, and how it changed, is looked at once for
    /// all calls of an event (`ready`).
    pub(crate) fn after_call(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        replica.pin();
        if !std::mem::replace(&mut replica.was_called, true) {
            cx.note_call(self.node, index);
        }
    }
}
