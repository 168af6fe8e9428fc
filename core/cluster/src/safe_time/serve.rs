//! A stale read at a store: served at once if the replica's past is complete up to the read time,
//! by a leader after it has made sure that it leads, and else refused, so that the gateway goes
//! elsewhere (TiKV `DataIsNotReady`, YugabyteDB "not safe at this follower").

use crate::cluster::{Cluster, ReplicaIndex};
use crate::replica::PendingRead;
use model::config::{ReadMode, SafeTime};
use model::fact::{Fact, Observer, Refusal};
use model::timestamp::{self, Timestamp};

impl<O: Observer> Cluster<O> {
    /// A stale read reaches a replica.
    pub(crate) fn stale_arrives(&mut self, index: ReplicaIndex, mut read: PendingRead) {
        let safe = self.safe_now(index);
        if read.freshest && safe > read.read_ts {
            // CockroachDB's bounded staleness: the bound is the least that will do.
            read.read_ts = safe;
        }
        if safe >= read.read_ts {
            return self.begin_service(index, read);
        }
        if self.is_asleep(index) {
            // Nobody says any more what is safe.
            self.wake(index);
            self.call_leader_awake(index);
        }
        let replica = &self.replicas[index as usize];
        let (leads, ts) = (replica.is_leader(), read.read_ts);
        // What no clock shows here is not past: nothing is promised of it.
        let is_past = ts <= self.latest_time(replica.at.node);
        if leads && is_past && self.keeps_safe_times() {
            // Nothing may be written there any more.
            self.safe_state(index).promise.raise(ts);
            return self.ask_read_index(index, read);
        }
        self.refuse_unsafe(index, &read, safe);
    }

    /// Up to where a replica's past is complete now, by its own word.
    fn safe_now(&mut self, index: ReplicaIndex) -> Timestamp {
        let closes = matches!(
            self.settings.reads.safe_time,
            SafeTime::Hybrid | SafeTime::Closed
        );
        if closes && self.replicas[index as usize].is_leader() {
            self.call_safe(index);
        }
        let known = self.replicas[index as usize].safe.as_ref();
        known.map_or(0, |state| state.safe())
    }

    /// The read index of a leader's stale read is known: writes that have a timestamp at or below
    /// the read's must be applied too, committed or not.
    pub(crate) fn wait_for_past(
        &mut self,
        index: ReplicaIndex,
        request: u64,
        read_ts: Timestamp,
        known: u64,
    ) {
        let replica = &mut self.replicas[index as usize];
        let state = replica.safe.as_ref();
        let pending = state.and_then(|state| state.promise.pending_up_to(read_ts));
        let waits = |read: &&mut PendingRead| read.request == request;
        if let (Some(pending), Some(read)) = (pending, replica.reads.iter_mut().find(waits)) {
            read.index = Some(known.max(pending));
        }
    }

    /// Checks a stale read again, now that its service is over. False when it was refused.
    pub(crate) fn still_safe(&mut self, index: ReplicaIndex, read: &PendingRead) -> bool {
        if read.mode != ReadMode::Stale || read.index.is_some() {
            return true;
        }
        let known = self.replicas[index as usize].safe.as_ref();
        let safe = known.map_or(0, |state| state.safe());
        if safe < read.read_ts {
            self.refuse_unsafe(index, read, safe);
            return false;
        }
        if read.freshest {
            self.emit(Fact::Timestamped {
                request: read.request,
                ts: read.read_ts,
                index: 0,
            });
        }
        true
    }

    fn refuse_unsafe(&mut self, index: ReplicaIndex, read: &PendingRead, safe: Timestamp) {
        let (gateway, slot, request) = (read.gateway, read.slot, read.request);
        let figure = timestamp::instant(safe);
        self.refuse_with(index, gateway, (slot, request), Refusal::NotSafeYet, figure);
    }
}
