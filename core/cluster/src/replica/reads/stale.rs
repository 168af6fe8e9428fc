//! A stale read at a store: served at once if the replica's past is complete up to the read time,
//! by a leader after it has made sure that it leads, and else refused, so that the gateway goes
//! elsewhere (TiKV `DataIsNotReady`, YugabyteDB "not safe at this follower").

use crate::process::{PendingRead, StoreContext};
use crate::replica::Replica;
use model::config::{SafeTime, Service};
use model::fact::{Fact, Refusal};
use model::timestamp::{self, Timestamp};

impl Replica {
    /// A stale read reaches a follower. It is returned if that sleeps and must be woken for it.
    pub(super) fn stale_at_follower(
        &self,
        cx: &mut StoreContext,
        mut read: PendingRead,
    ) -> Option<PendingRead> {
        let safe = self.known_safe();
        if read.is_past(safe) {
            self.begin_service(cx, read);
        } else if self.is_asleep() {
            return Some(read);
        } else {
            self.refuse_unsafe(cx, &read, safe);
        }
        None
    }

    /// A stale read reaches a leader, or a replica that sleeps.
    pub(super) fn stale_arrives(&mut self, cx: &mut StoreContext, mut read: PendingRead) {
        let closes = matches!(
            cx.settings.reads.safe_time,
            SafeTime::Hybrid | SafeTime::Closed
        );
        if closes && self.is_leader() {
            self.call_safe(cx);
        }
        let safe = self.known_safe();
        if read.is_past(safe) {
            return self.begin_service(cx, read);
        }
        if self.is_asleep() {
            // Nobody says any more what is safe.
            self.wake(cx);
            self.call_leader_awake(cx);
        }
        let (leads, ts) = (self.is_leader(), read.read_ts);
        // What no clock shows here is not past: nothing is promised of it.
        let is_past = ts <= cx.latest_time();
        if leads && is_past && cx.settings.reads.keeps_safe_times() {
            // Nothing may be written there any more.
            self.safe_state().promise.raise(ts);
            return self.ask_read_index(cx, read);
        }
        self.refuse_unsafe(cx, &read, safe);
    }

    /// Up to where a replica's past is complete, by its own word.
    fn known_safe(&self) -> Timestamp {
        self.safe.as_ref().map_or(0, |state| state.safe())
    }

    /// Checks a stale read again, now that its service is over. False when it was refused.
    pub(crate) fn still_safe(&self, cx: &mut StoreContext, read: &PendingRead) -> bool {
        if read.mode.service() != Service::Past || read.index.is_some() {
            return true;
        }
        let safe = self.known_safe();
        if safe < read.read_ts {
            self.refuse_unsafe(cx, read, safe);
            return false;
        }
        if read.freshest {
            cx.emit(Fact::Timestamped {
                request: read.request,
                ts: read.read_ts,
                index: 0,
            });
        }
        true
    }

    fn refuse_unsafe(&self, cx: &mut StoreContext, read: &PendingRead, safe: Timestamp) {
        let figure = timestamp::instant(safe);
        self.refuse_with(cx, read.asker(), Refusal::NotSafeYet, figure);
    }
}
