//! A stale read at a store: served at once if the replica's past is complete up to the read time,
//! by a leader after it has made sure that it leads, and else refused, so that the gateway goes
//! elsewhere (TiKV `DataIsNotReady`, YugabyteDB "not safe at this follower").

use crate::context::Context;
use crate::group::PendingRead;
use crate::store::{ReplicaIndex, Store};
use model::config::{SafeTime, Service};
use model::fact::{Fact, Refusal};
use model::timestamp::{self, Timestamp};

impl Store {
    /// A stale read reaches a replica.
    pub(crate) fn stale_arrives(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut read: PendingRead,
    ) {
        let safe = self.safe_now(cx, index);
        if read.freshest && safe > read.read_ts {
            // CockroachDB's bounded staleness: the bound is the least that will do.
            read.read_ts = safe;
        }
        if safe >= read.read_ts {
            return self.begin_service(cx, index, read);
        }
        if self.replicas[index].is_asleep() {
            // Nobody says any more what is safe.
            self.wake(cx, index);
            self.call_leader_awake(cx, index);
        }
        let replica = &self.replicas[index];
        let (leads, ts) = (replica.is_leader(), read.read_ts);
        // What no clock shows here is not past: nothing is promised of it.
        let is_past = ts <= self.latest_time(cx);
        if leads && is_past && cx.settings.reads.keeps_safe_times() {
            // Nothing may be written there any more.
            self.replicas[index].safe_state().promise.raise(ts);
            return self.ask_read_index(cx, index, read);
        }
        self.refuse_unsafe(cx, index, &read, safe);
    }

    /// Up to where a replica's past is complete now, by its own word.
    fn safe_now(&mut self, cx: &Context, index: ReplicaIndex) -> Timestamp {
        let closes = matches!(
            cx.settings.reads.safe_time,
            SafeTime::Hybrid | SafeTime::Closed
        );
        if closes && self.replicas[index].is_leader() {
            self.call_safe(cx, index);
        }
        let known = self.replicas[index].safe.as_ref();
        known.map_or(0, |state| state.safe())
    }

    /// Checks a stale read again, now that its service is over. False when it was refused.
    pub(crate) fn still_safe(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: &PendingRead,
    ) -> bool {
        if read.mode.service() != Service::Past || read.index.is_some() {
            return true;
        }
        let known = self.replicas[index].safe.as_ref();
        let safe = known.map_or(0, |state| state.safe());
        if safe < read.read_ts {
            self.refuse_unsafe(cx, index, read, safe);
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

    fn refuse_unsafe(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        read: &PendingRead,
        safe: Timestamp,
    ) {
        let (gateway, slot, request) = (read.gateway, read.slot, read.request);
        let figure = timestamp::instant(safe);
        self.refuse_with(
            cx,
            index,
            gateway,
            (slot, request),
            Refusal::NotSafeYet,
            figure,
        );
    }
}
