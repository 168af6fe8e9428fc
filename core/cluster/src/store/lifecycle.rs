//! A replica begins to exist on its store, and goes.

use crate::context::Context;
use crate::group::{ReplicaStorage, TombstoneState};
use crate::store::{ReplicaIndex, Store};
use model::fact::Change;

impl Store {
    /// A replica begins to exist on its store, with this disk.
    pub(crate) fn create_replica(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        storage: ReplicaStorage,
    ) {
        let last = storage.last();
        let term = raft::Storage::term(&storage, last).expect("it is where its log begins");
        let early = self.replicas[index].create(storage);
        let at = self.replicas[index].at;
        self.enlist(at.range, index);
        cx.record_created(at);
        cx.emit_change(at, Change::ReplicaCreated, last, term);
        self.start_replica(cx, index);
        self.after_call(cx, index);
        if let Some(early) = early {
            self.step_raft(cx, index, early);
        }
    }

    /// A replica is no member any more: it goes, with its disk, but for a note of what it knew of
    /// its group: who was removed, and whom to ask `next`.
    pub(crate) fn destroy_replica(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        next: Vec<u64>,
    ) {
        let at = self.replicas[index].at;
        self.refuse_all_reads(cx, index);
        let removed = self.replicas[index].storage().removed().to_vec();
        self.replicas[index].destroy(TombstoneState::new(removed, next));
        self.forget_writes(index);
        self.strike_off(at.range, index);
        cx.record_destroyed(at);
        cx.emit_change(at, Change::ReplicaDestroyed, 0, 0);
    }

    /// Nothing waits for its writes any more.
    pub(crate) fn forget_writes(&mut self, index: ReplicaIndex) {
        self.sync_waits.retain(|(_, waiting)| *waiting != index);
    }

    /// A snapshot is on the disk: replicas of ranges that went into this one, whose keys it
    /// holds now, are of no use any more. Not before: a crash would take the snapshot back.
    pub(crate) fn clear_room(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if !std::mem::take(&mut self.replicas[index].took_snapshot) {
            return;
        }
        let replica = &self.replicas[index];
        let (at, keys) = (replica.at, replica.storage().machine.keys());
        let others: Vec<ReplicaIndex> = self.overlapping(at.range, keys).collect();
        for other in others {
            self.destroy_replica(cx, other, Vec::new());
        }
    }
}
