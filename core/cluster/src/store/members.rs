//! Who is in a group: replicas that are added, promoted, removed and replaced while the cluster
//! runs, each by a configuration change in the group's own log (Raft thesis, chapter 4).
//!
//! A new member gets a peer id that was never used before and exists on its store from the first
//! message that reaches it there; its rows come as a snapshot. A removed one deletes itself when it
//! applies its removal, or when a member that applied it says so. This module carries changes out;
//! `plan` decides which change is next.

use prost::Message as _;
use raft::eraftpb::{
    ConfChangeSingle, ConfChangeType, ConfChangeV2, ConfState, Entry, EntryType, Message,
    MessageType as RaftType,
};
use sim::{NodeId, sort_short};

use crate::context::Context;
use crate::store::orphan::Grave;
use crate::store::storage::ReplicaStorage;
use crate::store::{ReplicaIndex, Store};
use kv::admin::{timestamp_of, with_timestamp};
use model::fact::{Change, Fact, ReplicaRef};
use model::view::Epoch;

/// Length of the store's number in the context of a change.
const STORE_BYTES: usize = size_of::<u16>();

/// What a peer is in a group.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    /// Votes (in a joint configuration: in either of the two).
    Voter,
    /// Receives the log and has no vote.
    Learner,
}

/// Peers of a group, rising.
type Members = [(u64, Membership)];

/// Every peer of a group, rising, with what it is.
pub(crate) fn members_of(conf: &ConfState) -> Vec<(u64, Membership)> {
    let voters = conf.voters.iter().chain(&conf.voters_outgoing);
    let mut members: Vec<(u64, Membership)> = Vec::new();
    for &peer in voters {
        if !members.iter().any(|(known, _)| *known == peer) {
            members.push((peer, Membership::Voter));
        }
    }
    for &peer in &conf.learners {
        members.push((peer, Membership::Learner));
    }
    sort_short(&mut members, |(peer, _)| *peer);
    members
}

fn sort_members(conf: &mut ConfState) {
    let lists = [
        &mut conf.voters,
        &mut conf.learners,
        &mut conf.voters_outgoing,
        &mut conf.learners_next,
    ];
    for list in lists {
        sort_short(list, |peer| *peer);
    }
}

/// Whether a Raft message may make its receiver exist (TiKV's `is_initial_msg`): it says the
/// range's keys, so that a store can see whether it has room.
fn is_initial(message: &Message) -> bool {
    is_vote_request(message)
        || message.get_msg_type() == RaftType::MsgHeartbeat && message.commit == 0
}

/// One change of a group.
pub(crate) fn single(peer: u64, what: ConfChangeType) -> ConfChangeSingle {
    let mut change = ConfChangeSingle {
        node_id: peer,
        ..Default::default()
    };
    change.set_change_type(what);
    change
}

impl Store {
    /// The member that a replica knows on a store, by the configuration that it has applied.
    pub(crate) fn member_on(
        &self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        store: NodeId,
    ) -> Option<(u64, Membership)> {
        let replica = &self.replicas[index];
        let members = members_of(replica.storage().conf_state());
        let on_store = |peer: u64| cx.node_of_peer(replica.at.range, peer) == Some(store);
        members.into_iter().find(|(peer, _)| on_store(*peer))
    }

    /// Proposes changes of the members at a leader: one by itself, several as a joint
    /// configuration that is left by itself. False when Raft would not take it now.
    pub(crate) fn propose_members(
        &mut self,
        cx: &mut Context<'_>,
        index: ReplicaIndex,
        changes: Vec<ConfChangeSingle>,
        store: NodeId,
    ) -> bool {
        let change = ConfChangeV2 {
            changes,
            ..Default::default()
        };
        let raft = self.replicas[index].node();
        // raft-rs would put an empty entry in its place and say nothing.
        if raft.raft.has_pending_conf() {
            return false;
        }
        let Some(ts) = self.reshape_timestamp(cx, index) else {
            return false;
        };
        let context = with_timestamp(store.0.to_be_bytes().to_vec(), ts);
        let raft = self.replicas[index].node();
        let taken = raft.propose_conf_change(context, change).is_ok();
        if taken {
            self.note_reshape(index, ts);
        }
        self.after_call(cx, index);
        taken
    }

    /// Applies a change of the members.
    pub(crate) fn apply_members(
        &mut self,
        cx: &mut Context<'_>,
        index: ReplicaIndex,
        entry: &Entry,
    ) {
        assert_eq!(entry.get_entry_type(), EntryType::EntryConfChangeV2);
        let change = ConfChangeV2::decode(&entry.data[..]).expect("our own encoding");
        // Leaving a joint configuration needs none: in it both groups heard every promise.
        if !entry.context.is_empty() {
            self.reshape_safe_time(cx, index, timestamp_of(&entry.context, STORE_BYTES));
        }
        let replica = &mut self.replicas[index];
        let at = replica.at;
        // Stores of a range that goes must stay those of the range that takes it in.
        if replica.storage().machine.merging.is_some() {
            return;
        }
        let before = replica.storage().conf_state().clone();
        // Every replica has the same configuration here, so all of them refuse or none.
        let Ok(mut after) = replica.node().apply_conf_change(&change) else {
            return;
        };
        sort_members(&mut after);
        let (old, new) = (members_of(&before), members_of(&after));
        let is_in = |members: &[(u64, Membership)], peer: u64| {
            members.iter().any(|(known, _)| *known == peer)
        };
        let gone = old.iter().map(|(peer, _)| *peer);
        let removed: Vec<u64> = gone.filter(|peer| !is_in(&new, *peer)).collect();
        let grew = new.iter().any(|(peer, _)| !is_in(&old, *peer));
        let storage = replica.node().mut_store();
        storage.set_members(after.clone(), &removed);
        if let Some(first) = grew.then(|| storage.drop_first()).flatten() {
            cx.emit(Fact::Compacted { at, first });
        }
        self.tell_members(cx, at, (&before, &after), (&old, &new));
        if is_in(&new, at.peer) {
            self.assign_commit_groups(cx, index);
        } else {
            let next = new.iter().map(|(peer, _)| *peer).collect();
            self.destroy_replica(cx, index, next);
        }
    }

    fn tell_members(
        &mut self,
        cx: &mut Context<'_>,
        at: ReplicaRef,
        (before, after): (&ConfState, &ConfState),
        (old, new): (&Members, &Members),
    ) {
        let find = |members: &[(u64, Membership)], peer: u64| {
            let found = members.iter().find(|(known, _)| *known == peer);
            found.map(|(_, what)| *what)
        };
        let mut told = Vec::new();
        for (peer, is) in new {
            let what = match (find(old, *peer), is) {
                (None, Membership::Voter) => Change::MemberAdded,
                (None, Membership::Learner) => Change::LearnerAdded,
                (Some(Membership::Learner), Membership::Voter) => Change::MemberPromoted,
                (Some(Membership::Voter), Membership::Learner) => Change::MemberDemoted,
                _ => continue,
            };
            told.push((what, *peer));
        }
        let gone = old.iter().filter(|(peer, _)| find(new, *peer).is_none());
        told.extend(gone.map(|(peer, _)| (Change::MemberRemoved, *peer)));
        for (what, peer) in told {
            let node = cx.node_of_peer(at.range, peer).map_or(0, |node| node.0);
            cx.tell_change(at, what, peer, u64::from(node));
        }
        let is_joint = |conf: &ConfState| !conf.voters_outgoing.is_empty();
        match (is_joint(before), is_joint(after)) {
            (false, true) => cx.tell_change(at, Change::JointEntered, 0, 0),
            (true, false) => cx.tell_change(at, Change::JointLeft, 0, 0),
            _ => {}
        }
    }

    /// A leader in a joint configuration leaves it by itself, unless it lost its lead in a bad
    /// moment (raft-rs says so at `commit_apply`): then this asks for it again.
    pub(crate) fn tick_joint(&mut self, cx: &mut Context<'_>, index: ReplicaIndex) {
        let patience = cx.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index];
        if !replica.storage().is_joint() || !replica.ticks.is_multiple_of(patience) {
            return;
        }
        let raft = replica.node();
        if raft.raft.has_pending_conf() {
            return;
        }
        // A change that lists nothing leaves; refused only while leadership moves.
        let _ = raft.propose_conf_change(Vec::new(), ConfChangeV2::default());
        self.after_call(cx, index);
    }

    /// The keys that a message must say because its receiver may not exist yet. A range that never
    /// changed has all its replicas from the start.
    pub(crate) fn keys_for(&self, index: ReplicaIndex, message: &Message) -> Option<(u64, u64)> {
        if !is_initial(message) {
            return None;
        }
        let machine = &self.replicas[index].storage().machine;
        let keys = machine.keys();
        (machine.epoch != Epoch::default() && keys.0 < keys.1).then_some(keys)
    }

    /// A Raft message reaches the store of its receiver.
    pub(crate) fn raft_arrives(
        &mut self,
        cx: &mut Context<'_>,
        range: u32,
        message: Box<Message>,
        keys: Option<(u64, u64)>,
    ) {
        let Some(index) = self.meet_peer(cx, range, message.to) else {
            return;
        };
        let replica = &self.replicas[index];
        if replica.is_unborn() && !self.born_by_message(cx, index, message.from, keys) {
            if is_vote_request(&message) {
                self.replicas[index].keep_early(message);
            }
            return;
        }
        let replica = &self.replicas[index];
        if cx.reshaped() && self.knows_removed(index, message.from) {
            return self.send_tombstone(cx, index, message.from);
        }
        if !replica.is_up() {
            return;
        }
        if cx.reshaped()
            && message.get_msg_type() == RaftType::MsgSnapshot
            && !self.has_room(index, &message)
        {
            return;
        }
        let message = self.boxes.unboxed(message);
        self.step_raft(cx, index, message);
    }

    /// A store hears of a new member of a group that it shall hold: it exists from now on, without
    /// a log and without rows. Only by a message that says the range's keys, and not while a
    /// replica that is about to be split still holds some of them here.
    fn born_by_message(
        &mut self,
        cx: &mut Context<'_>,
        index: ReplicaIndex,
        from: u64,
        keys: Option<(u64, u64)>,
    ) -> bool {
        let at = self.replicas[index].at;
        let is_free = |keys| self.overlapping(at.range, keys).next().is_none();
        if !keys.is_some_and(is_free) {
            return false;
        }
        // An older member of the same group on this store was removed and does not know it. One
        // that is younger was not: then this message is late.
        if let Some(other) = self.replica_on(at.range) {
            if self.replicas[other].at.peer > at.peer {
                return false;
            }
            self.destroy_replica(cx, other, vec![from]);
        }
        self.replicas[index].told_by = from;
        let storage = ReplicaStorage::blank(cx.config.data.row_bytes);
        self.bear(cx, index, storage);
        true
    }

    /// Replicas of other ranges that hold some of these keys.
    pub(crate) fn overlapping(
        &self,
        range: u32,
        (first, end): (u64, u64),
    ) -> impl Iterator<Item = ReplicaIndex> {
        let replicas = self.present.iter().copied();
        replicas.filter(move |&other| {
            let other = &self.replicas[other];
            let keys = other.storage().machine.keys();
            other.at.range != range && keys.0 < end && first < keys.1
        })
    }

    /// A replica begins to exist on its store, with this disk.
    pub(crate) fn bear(
        &mut self,
        cx: &mut Context<'_>,
        index: ReplicaIndex,
        storage: ReplicaStorage,
    ) {
        let last = storage.last();
        let term = raft::Storage::term(&storage, last).expect("it is where its log begins");
        let early = self.replicas[index].be_born(storage);
        let at = self.replicas[index].at;
        self.enlist(at.range, index);
        cx.note_created(at);
        cx.tell_change(at, Change::ReplicaCreated, last, term);
        self.start_replica(cx, index);
        self.after_call(cx, index);
        if let Some(early) = early {
            let message = self.boxes.unboxed(early);
            self.step_raft(cx, index, message);
        }
    }

    /// A replica is no member any more: it goes, with its disk, but for a note of what it knew of
    /// its group: who was removed, and whom to ask `next`.
    pub(crate) fn destroy_replica(
        &mut self,
        cx: &mut Context<'_>,
        index: ReplicaIndex,
        next: Vec<u64>,
    ) {
        let at = self.replicas[index].at;
        self.refuse_all_reads(cx, index);
        let removed = self.replicas[index].storage().removed().to_vec();
        self.replicas[index].destroy(Grave::new(removed, next));
        self.forget_writes(index);
        self.strike_off(at.range, index);
        cx.note_destroyed(at);
        cx.tell_change(at, Change::ReplicaDestroyed, 0, 0);
    }

    /// Nothing waits for its writes any more.
    pub(crate) fn forget_writes(&mut self, index: ReplicaIndex) {
        self.sync_waits.retain(|(_, waiting)| *waiting != index);
    }
}

fn is_vote_request(message: &Message) -> bool {
    matches!(
        message.get_msg_type(),
        RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
    )
}
