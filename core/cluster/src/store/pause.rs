//! While its process stands still, a store's timers and messages wait for it to go on.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use model::view::StoreStatus;

impl Store {
    /// What waits for the store, which waits no more.
    pub(crate) fn take_backlog(&mut self) -> Vec<(Event, u64)> {
        self.buffered.clear();
        std::mem::take(&mut self.backlog)
    }

    /// Whether a replica's event happens now: the replica has not restarted or gone since it was
    /// scheduled, and the store is not paused (it then happens when the store resumes).
    #[inline]
    pub(crate) fn is_due(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        life: u32,
        event: Event,
    ) -> bool {
        self.replicas[index].lives(life) && !self.hold_back(cx, event)
    }

    /// Keeps an event until the store resumes. False when it is not paused.
    pub(crate) fn hold_back(&mut self, cx: &Context, event: Event) -> bool {
        let is_paused = self.status == StoreStatus::Paused;
        if is_paused {
            self.backlog.push((event, cx.cause()));
        }
        is_paused
    }
}
