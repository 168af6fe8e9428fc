//! A replica begins to exist on its store, and goes.

use crate::context::Context;
use crate::message::{StaleCheck, Tombstone};
use crate::replica::{Replica, ReplicaStorage, TombstoneState};
use crate::store::Store;
use crate::timeline::ReplicaIndex;
use model::fact::{Change, ReplicaRef};
use model::ids::RangeId;

impl Store {
    /// A member that was created with its range: it starts with the rows of its keys.
    pub(crate) fn hold(&mut self, replica: Replica) {
        let index = self.replicas.add(replica);
        self.replicas.enlist(index);
    }

    /// The replica of a peer; one of this store of which it had not heard is one that does not
    /// exist yet.
    pub(super) fn get_or_create_peer(
        &mut self,
        cx: &mut Context,
        range: RangeId,
        peer: u64,
    ) -> Option<ReplicaIndex> {
        let known = self.replicas.of_peer(range, peer);
        if known.is_some() {
            return known;
        }
        let (node, ordinal) = cx.names.peer(range, peer)?;
        assert_eq!(
            node, self.process.node,
            "it is for the store of its receiver"
        );
        let at = ReplicaRef { range, node, peer };
        let absent = Replica::absent(at, ordinal, self.timeouts_seed);
        Some(self.replicas.add(absent))
    }

    /// A store hears of a new member of a group that it shall hold: it exists from now on, without
    /// a log and without rows. Only by a message that says the range's keys, and not while a
    /// replica that is about to be split still holds some of them here.
    pub(super) fn created_by_message(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        from: u64,
        keys: Option<(u64, u64)>,
    ) -> bool {
        let at = self.replicas[index].at;
        let is_free = |keys| self.replicas.overlapping(at.range, keys).next().is_none();
        if !keys.is_some_and(is_free) {
            return false;
        }
        // An older member of the same group on this store was removed and does not know it. One
        // that is younger was not: then this message is late.
        if let Some(other) = self.replicas.on(at.range) {
            if self.replicas[other].at.peer > at.peer {
                return false;
            }
            self.destroy_replica(cx, other, vec![from]);
        }
        self.replicas[index].told_by = from;
        let storage = ReplicaStorage::blank(cx.config.data.row_bytes);
        self.create_replica(cx, index, storage);
        true
    }

    /// A replica begins to exist on its store, with this disk.
    pub(super) fn create_replica(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        storage: ReplicaStorage,
    ) {
        let last = storage.last();
        let term = raft::Storage::term(&storage, last).expect("it is where its log begins");
        let early = self.replicas[index].create(storage);
        self.replicas.enlist(index);
        let (replica, at) = &mut self.at_replica(cx, index);
        at.record_created(replica.at);
        at.emit_change(replica.at, Change::ReplicaCreated, last, term);
        replica.start_up(at);
        replica.after_call(at);
        if let Some(early) = early {
            self.step_raft(cx, index, early);
        }
    }

    /// A replica is no member any more: it goes, with its disk, but for a note of what it knew of
    /// its group: who was removed, and whom to ask `next`.
    pub(super) fn destroy_replica(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        next: Vec<u64>,
    ) {
        let at = self.replicas[index].at;
        for read in self.replicas[index].reads.waiting.take_all() {
            self.refuse_elsewhere(cx, at.range, read.elsewhere());
        }
        let removed = self.replicas[index].storage().removed().to_vec();
        self.replicas[index].destroy(TombstoneState::new(removed, next));
        self.forget_writes(index);
        self.replicas.strike_off(index);
        cx.record_destroyed(at);
        cx.emit_change(at, Change::ReplicaDestroyed, 0, 0);
    }

    /// Nothing waits for its writes any more.
    pub(super) fn forget_writes(&mut self, index: ReplicaIndex) {
        let waits = &mut self.process.sync_waits;
        waits.retain(|(_, waiting)| *waiting != index);
    }

    /// A snapshot is on the disk: replicas of ranges that went into this one, whose keys it
    /// holds now, are of no use any more. Not before: a crash would take the snapshot back.
    pub(super) fn clear_room(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if !std::mem::take(&mut self.replicas[index].took_snapshot) {
            return;
        }
        let replica = &self.replicas[index];
        let (at, keys) = (replica.at, replica.storage().machine.keys());
        let others = self.replicas.overlapping(at.range, keys);
        for other in others.map(|other| other.number).collect::<Vec<_>>() {
            self.destroy_replica(cx, other, Vec::new());
        }
    }

    /// A peer asks whether it is still a member.
    pub(super) fn stale_check_arrives(
        &mut self,
        cx: &mut Context,
        range: RangeId,
        check: StaleCheck,
    ) {
        if let Some(index) = self.replicas.of_peer(range, check.to) {
            let (replica, cx) = &mut self.at_replica(cx, index);
            replica.stale_check_arrives(cx, check);
        }
    }

    /// A peer hears that it is no member, and deletes itself.
    pub(super) fn tombstone_arrives(&mut self, cx: &mut Context, range: RangeId, word: Tombstone) {
        let known = self.replicas.of_peer(range, word.to);
        if let Some(index) = known.filter(|&index| self.replicas[index].is_up()) {
            self.destroy_replica(cx, index, vec![word.from]);
        }
    }
}
