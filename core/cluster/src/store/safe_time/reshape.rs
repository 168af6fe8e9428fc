//! Promises where replicas start again and where ranges and groups change.
//!
//! Every command that changes a range or its group has a timestamp as a write has: above all that
//! was called safe before, and until its proposer has applied it nothing at or above it is. So
//! whoever has applied it knows a bound of all promises that were made to the old group and of the
//! old keys, by its log or its snapshot, without being told (CockroachDB hands closed timestamps on
//! with the commands that split and merge).

use crate::context::Context;
use crate::group::SafeState;
use crate::store::{ReplicaIndex, Store};
use model::timestamp::{self, Timestamp};

impl Store {
    /// A replica starts. One that ran before may have heard of promises and forgotten them.
    pub(crate) fn start_safe_time(&mut self, cx: &Context, index: ReplicaIndex) {
        if self.replicas[index].life > 0 && cx.settings.reads.keeps_safe_times() {
            self.suspect_promises(cx, index);
        }
    }

    /// A replica does not know what was promised: nothing that any clock shows by now is ruled out.
    fn suspect_promises(&mut self, cx: &Context, index: ReplicaIndex) {
        let until = self.latest_of_all(cx);
        let state = self.replicas[index].safe_state();
        state.witness.raise(until);
        state.promise.raise(until);
    }

    /// What no clock is ahead of by now.
    fn latest_of_all(&self, cx: &Context) -> Timestamp {
        let skew_us = cx.config.reads.max_clock_skew_us;
        self.clock_timestamp(cx) + timestamp::at(skew_us)
    }

    /// The timestamp of a command that changes this leader's range or group; 0 where none is kept,
    /// `None` while there is none to give.
    pub(crate) fn reshape_timestamp(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
    ) -> Option<Timestamp> {
        if cx.settings.reads.keeps_safe_times() {
            self.put_timestamp(cx, index)
        } else {
            Some(0)
        }
    }

    /// The range beside goes into this leader's: it gives no timestamp that was called safe there.
    pub(crate) fn rise_above_source(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        source: ReplicaIndex,
    ) {
        if cx.settings.reads.keeps_safe_times() {
            let froze = self.replicas[source].storage().machine.reshaped_ts;
            self.replicas[index].safe_state().promise.pass(froze);
        }
    }

    /// A replica applies a command that changes its range or its group.
    pub(crate) fn reshape_safe_time(&mut self, cx: &Context, index: ReplicaIndex, ts: Timestamp) {
        let replica = &mut self.replicas[index];
        let machine = &mut replica.node().mut_store().machine;
        machine.reshaped_ts = machine.reshaped_ts.max(ts);
        if ts == 0 && replica.safe.is_some() {
            // Proposed while no safe times were kept.
            self.suspect_promises(cx, index);
        }
    }

    /// A new range begins with what the old one's replica has. What was promised of its keys is
    /// below the command that split it off.
    pub(crate) fn split_safe_time(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        child: ReplicaIndex,
    ) {
        let known = &self.replicas[child];
        if known.is_gone() || known.exists() && known.storage().is_initialized() {
            return;
        }
        let Some(state) = &self.replicas[index].safe else {
            return;
        };
        let mut progress = state.progress.clone();
        // Indexes are of another log.
        progress.join(Timestamp::MAX);
        let before = self.replicas[child].safe.take();
        self.replicas[child].safe = Some(Box::new(SafeState {
            progress,
            witness: before.map_or_else(Default::default, |state| state.witness),
            ..SafeState::default()
        }));
        if self.replicas[index].storage().machine.reshaped_ts == 0 {
            self.suspect_promises(cx, child);
        }
    }

    /// A range's replica takes in another's rows. What was promised of them is below the command
    /// that does it.
    pub(crate) fn merge_safe_time(
        &mut self,
        cx: &Context,
        index: ReplicaIndex,
        source: ReplicaIndex,
    ) {
        if !cx.settings.reads.keeps_safe_times() {
            return;
        }
        let other = self.replicas[source].safe.take();
        let other = other.map_or(0, |state| state.safe());
        let merged = self.replicas[index].storage().machine.merged_at;
        let state = self.replicas[index].safe_state();
        state.progress.join(other);
        state.merged = merged;
    }
}
