//! Promises where replicas start again and where ranges and groups change.
//!
//! Every command that changes a range or its group has a timestamp as a write has: above all that
//! was called safe before, and until its proposer has applied it nothing at or above it is. So
//! whoever has applied it knows a bound of all promises that were made to the old group and of the
//! old keys, by its log or its snapshot, without being told (CockroachDB hands closed timestamps on
//! with the commands that split and merge).

use super::{Progress, SafeState};
use crate::context::Context;
use crate::process::StoreContext;
use crate::replica::Replica;
use model::timestamp::Timestamp;

impl Replica {
    /// A replica starts. One that ran before may have heard of promises and forgotten them.
    pub(crate) fn start_safe_time(&mut self, cx: &StoreContext) {
        if self.life > 0 && cx.settings.reads.keeps_safe_times() {
            self.suspect_promises(cx);
        }
    }

    /// A replica does not know what was promised: nothing that any clock shows by now is ruled out.
    fn suspect_promises(&mut self, cx: &StoreContext) {
        let until = cx.latest_of_all();
        let state = self.safe_state();
        state.witness.raise(until);
        state.promise.raise(until);
    }

    /// The timestamp of a command that changes this leader's range or group; 0 where none is kept,
    /// `None` while there is none to give.
    pub(crate) fn reshape_timestamp(&mut self, cx: &mut StoreContext) -> Option<Timestamp> {
        if cx.settings.reads.keeps_safe_times() {
            self.put_timestamp(cx)
        } else {
            Some(0)
        }
    }

    /// The range beside goes into this leader's: it gives no timestamp that was called safe there,
    /// up to the one at which it `froze`.
    pub(crate) fn rise_above_source(&mut self, cx: &Context, froze: Timestamp) {
        if cx.settings.reads.keeps_safe_times() {
            self.safe_state().promise.pass(froze);
        }
    }

    /// A replica applies a command that changes its range or its group.
    pub(crate) fn reshape_safe_time(&mut self, cx: &StoreContext, ts: Timestamp) {
        let machine = &mut self.node().mut_store().machine;
        machine.reshaped_ts = machine.reshaped_ts.max(ts);
        if ts == 0 && self.safe.is_some() {
            // Proposed while no safe times were kept.
            self.suspect_promises(cx);
        }
    }

    /// What a replica of a range that is split off knows of safe times, if this one keeps any. What
    /// was promised of its keys is below the command that split it off.
    pub(crate) fn split_progress(&self) -> Option<Progress> {
        let mut progress = self.safe.as_ref()?.progress.clone();
        // Indexes are of another log.
        progress.join(Timestamp::MAX);
        Some(progress)
    }

    /// A new range begins with what the old one's replica has. `suspects`: the split was proposed
    /// while no safe times were kept.
    pub(crate) fn inherit_safe_time(
        &mut self,
        cx: &StoreContext,
        progress: Progress,
        suspects: bool,
    ) {
        if self.is_gone() || self.exists() && self.storage().is_initialized() {
            return;
        }
        let before = self.safe.take();
        self.safe = Some(Box::new(SafeState {
            progress,
            witness: before.map_or_else(Default::default, |state| state.witness),
            ..SafeState::default()
        }));
        if suspects {
            self.suspect_promises(cx);
        }
    }

    /// This replica has taken in another's rows, which were complete up to `other`. What was
    /// promised of them is below the command that does it.
    pub(crate) fn merge_safe_time(&mut self, other: Timestamp) {
        let merged = self.storage().machine.merged_at;
        let state = self.safe_state();
        state.progress.join(other);
        state.merged = merged;
    }
}
