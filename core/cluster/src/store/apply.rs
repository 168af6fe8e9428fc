//! Committed entries reach their replica's state machine, at the cost of core time, and change
//! groups and ranges. A split is a command in the group's log, so that every replica cuts at the
//! same point of its history: the new range is a new group on the same stores, whose replicas keep
//! the rows that they have. Who leads the old one stands for election in the new one at once.

use raft::eraftpb::{ConfState, Entry, EntryType, HardState};

use crate::context::Context;
use crate::replica::{ReplicaStorage, is_command, members_of};
use crate::store::Store;
use crate::timeline::ReplicaIndex;
use kv::admin::{Admin, KIND_BYTES, Split, timestamp_of};
use model::fact::{Change, ReplicaRef};
use model::ids::RangeId;

/// Index and term at which a new range's log begins: not 0, so that a replica without anything
/// cannot begin with the first entry (TiKV's `RAFT_INIT_LOG_INDEX`, `RAFT_INIT_LOG_TERM`).
pub(crate) const BASE: (u64, u64) = (5, 5);

impl Store {
    /// Entries whose apply delay is over.
    pub(super) fn apply_due(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let Some(entries) = self.replicas[index].take_due(cx.now()) else {
            return;
        };
        self.apply(cx, index, entries);
        let (replica, at) = &mut self.at_replica(cx, index);
        if replica.is_up() {
            replica.after_call(at);
        }
    }

    /// Applies entries, and does what waited for them.
    pub(super) fn apply(&mut self, cx: &mut Context, index: ReplicaIndex, entries: Vec<Entry>) {
        let cost_ns = cx.config.costs.apply_ns * entries.len() as u64;
        self.at_process(cx).submit(cost_ns);
        let last = entries[entries.len() - 1].index;
        for entry in entries {
            let (replica, at) = &mut self.at_replica(cx, index);
            let range = replica.at.range;
            if let Err(elsewhere) = replica.apply_entry(at, &entry) {
                self.refuse_elsewhere(cx, range, elsewhere);
            }
            if !is_command(&entry) {
                self.apply_change(cx, index, &entry);
                if !self.replicas[index].is_up() {
                    return;
                }
            }
        }
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.applied(at, last);
    }

    /// Applies an entry that changes no row but the group or the range.
    pub(crate) fn apply_change(&mut self, cx: &mut Context, index: ReplicaIndex, entry: &Entry) {
        if entry.get_entry_type() == EntryType::EntryNormal {
            self.apply_admin(cx, index, entry);
        } else {
            cx.record_reshaped();
            let (replica, at) = &mut self.at_replica(cx, index);
            if let Some(next) = replica.apply_members(at, entry) {
                self.destroy_replica(cx, index, next);
            }
        }
    }

    /// Applies a command that changes the range; the entry is counted as applied already.
    pub(crate) fn apply_admin(&mut self, cx: &mut Context, index: ReplicaIndex, entry: &Entry) {
        cx.record_reshaped();
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.reshape_safe_time(at, timestamp_of(&entry.context, KIND_BYTES));
        match Admin::decode(&entry.context, &entry.data) {
            Admin::Split(split) => self.apply_split(cx, index, &split),
            Admin::PrepareMerge(prepare) => replica.apply_prepare_merge(at, &prepare),
            Admin::CommitMerge(commit) => self.apply_commit_merge(cx, index, &commit),
            Admin::RollbackMerge => replica.apply_rollback_merge(at),
            Admin::RefuseMerge(refuse) => replica.apply_refuse_merge(&refuse),
        }
    }

    fn apply_split(&mut self, cx: &mut Context, index: ReplicaIndex, split: &Split) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let leads = replica.is_leader();
        let storage = replica.node().mut_store();
        let (first, end) = storage.machine.keys();
        // The same on every replica: a split that was asked for twice is done once.
        let inside = first < split.at_key && split.at_key < end;
        if !inside || storage.machine.merging.is_some() {
            return;
        }
        let conf = storage.conf_state().clone();
        let machine = storage.machine.split_off(split.at_key, BASE);
        cx.emit_change(at, Change::Split, u64::from(split.new_range), split.at_key);
        begin_range(cx, at, split, end, &conf);
        let members = members_of(&conf);
        let is_own = |(peer, _): &(u64, _)| *peer == at.peer;
        let Some(place) = members.iter().position(is_own) else {
            return;
        };
        let child = self.get_or_create_peer(cx, RangeId(split.new_range), place as u64 + 1);
        let child = child.expect("its peers have just got their names");
        self.inherit(cx, index, child, leads, |peer| {
            let place = members.iter().position(|(known, _)| *known == peer);
            place.map_or(0, |place| place as u64 + 1)
        });
        self.create_after_split(cx, child, machine, renumbered(&conf));
        if leads && self.replicas[child].is_up() {
            // The others shall learn of the split now and not with the next heartbeat.
            self.replicas[index].node().ping();
            let (child, at) = &mut self.at_replica(cx, child);
            child.begin_campaign(at);
        }
    }

    /// A replica that is split off knows of safe times what the old range's knows, and has promised
    /// to the new range what that one promised: until the old range's leader has applied the split
    /// it answers for the keys of both. `heir` is the peer of the new range on a peer's store.
    fn inherit(
        &mut self,
        cx: &mut Context,
        parent: ReplicaIndex,
        child: ReplicaIndex,
        leads: bool,
        heir: impl Fn(u64) -> u64,
    ) {
        let progress = self.replicas[parent].split_progress();
        let suspects = self.replicas[parent].storage().machine.reshaped_ts == 0;
        let promise = self.replicas[parent].promise();
        let (child, at) = &mut self.at_replica(cx, child);
        if let Some(progress) = progress {
            child.inherit_safe_time(at, progress, suspects);
        }
        if !leads {
            child.inherit_promise(at, promise, heir);
        }
    }

    fn create_after_split(
        &mut self,
        cx: &mut Context,
        child: ReplicaIndex,
        machine: kv::machine::Machine,
        conf: ConfState,
    ) {
        let replica = &mut self.replicas[child];
        if replica.is_gone() || replica.exists() && replica.storage().is_initialized() {
            return;
        }
        // It may have heard of the range before and promised its vote.
        let before: Option<HardState> = replica
            .exists()
            .then(|| replica.storage().hard_state().clone());
        if replica.exists() {
            replica.begin_anew();
            self.replicas[child].carry_promise_over(cx);
            self.forget_writes(child);
        }
        let storage = ReplicaStorage::after_split(conf, machine, BASE, before.as_ref());
        self.create_replica(cx, child, storage);
    }
}

/// The first replica has split: from now on there is a new range, also for requests. Its peers
/// are the old one's members, numbered from 1.
fn begin_range(cx: &mut Context, at: ReplicaRef, split: &Split, end_key: u64, conf: &ConfState) {
    if cx.names.are_given(RangeId(split.new_range)) {
        return;
    }
    cx.record_split(at, split, end_key);
    for (peer, _) in members_of(conf) {
        let node = cx.node_of_peer(at.range, peer);
        let node = node.expect("a member is a peer");
        cx.names.new_peer(RangeId(split.new_range), node);
    }
}

/// The group of a new range: the members of the old one, numbered from 1.
fn renumbered(conf: &ConfState) -> ConfState {
    let members = members_of(conf);
    let number = |peers: &[u64]| -> Vec<u64> {
        let place = |peer: &u64| {
            let found = members.iter().position(|(known, _)| known == peer);
            found.expect("a member") as u64 + 1
        };
        peers.iter().map(place).collect()
    };
    ConfState {
        voters: number(&conf.voters),
        learners: number(&conf.learners),
        voters_outgoing: number(&conf.voters_outgoing),
        learners_next: number(&conf.learners_next),
        auto_leave: conf.auto_leave,
    }
}
