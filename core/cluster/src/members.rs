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

use crate::cluster::{Cluster, ReplicaIndex};
use crate::orphan::Grave;
use crate::replica::Replica;
use crate::storage::ReplicaStorage;
use kv::admin::{timestamp_of, with_timestamp};
use model::fact::{Change, Fact, Observer, ReplicaRef, Role};
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

impl<O: Observer> Cluster<O> {
    /// The replica of a peer, whether it exists yet, or still, or not.
    pub(crate) fn replica_of_peer(&self, range: u32, peer: u64) -> Option<ReplicaIndex> {
        let place = usize::try_from(peer.checked_sub(1)?).ok()?;
        self.ranges.get(range as usize)?.peers.get(place).copied()
    }

    /// The running leader of a range, of the highest term if two believe that they lead.
    pub(crate) fn leader_of(&self, range: u32) -> Option<ReplicaIndex> {
        let replicas = self.ranges.get(range as usize)?.replicas.iter().copied();
        replicas
            .filter(|&index| {
                let at = self.replicas[index as usize].at;
                self.running_replica(at.node, range) == Some(index)
            })
            .map(|index| (self.replicas[index as usize].soft(), index))
            .filter(|(soft, _)| soft.role == Role::Leader)
            .max_by_key(|(soft, _)| soft.term)
            .map(|(_, index)| index)
    }

    /// The member that a replica knows on a store, by the configuration that it has applied.
    pub(crate) fn member_on(
        &self,
        index: ReplicaIndex,
        store: NodeId,
    ) -> Option<(u64, Membership)> {
        let replica = &self.replicas[index as usize];
        let members = members_of(replica.storage().conf_state());
        let on_store = |peer: u64| self.node_of_peer(replica.at.range, peer) == Some(store);
        members.into_iter().find(|(peer, _)| on_store(*peer))
    }

    /// The id of a new peer on a store. Nobody else has it: where TiKV asks PD for one, here it is
    /// just drawn. Where a peer is, is a part of its name, as in TiKV's region descriptors, and
    /// whoever knows the one knows the other.
    pub(crate) fn add_peer(&mut self, range: u32, node: NodeId) -> u64 {
        let index = self.replicas.len() as ReplicaIndex;
        let peers = &mut self.ranges[range as usize].peers;
        peers.push(index);
        let peer = peers.len() as u64;
        let at = ReplicaRef { range, node, peer };
        self.replicas.push(Replica::unborn(at, self.config.seed));
        peer
    }

    /// Proposes changes of the members at a leader: one by itself, several as a joint
    /// configuration that is left by itself. False when Raft would not take it now.
    pub(crate) fn propose_members(
        &mut self,
        index: ReplicaIndex,
        changes: Vec<ConfChangeSingle>,
        store: NodeId,
    ) -> bool {
        let change = ConfChangeV2 {
            changes,
            ..Default::default()
        };
        let raft = self.replicas[index as usize].node();
        // raft-rs would put an empty entry in its place and say nothing.
        if raft.raft.has_pending_conf() {
            return false;
        }
        let Some(ts) = self.reshape_timestamp(index) else {
            return false;
        };
        let context = with_timestamp(store.0.to_be_bytes().to_vec(), ts);
        let raft = self.replicas[index as usize].node();
        let taken = raft.propose_conf_change(context, change).is_ok();
        if taken {
            self.note_reshape(index, ts);
        }
        self.after_call(index);
        taken
    }

    /// Applies a change of the members.
    pub(crate) fn apply_members(&mut self, index: ReplicaIndex, entry: &Entry) {
        assert_eq!(entry.get_entry_type(), EntryType::EntryConfChangeV2);
        let change = ConfChangeV2::decode(&entry.data[..]).expect("our own encoding");
        // Leaving a joint configuration needs none: in it both groups heard every promise.
        if !entry.context.is_empty() {
            self.reshape_safe_time(index, timestamp_of(&entry.context, STORE_BYTES));
        }
        let replica = &mut self.replicas[index as usize];
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
            self.emit(Fact::Compacted { at, first });
        }
        self.tell_members(at, (&before, &after), (&old, &new));
        if is_in(&new, at.peer) {
            self.assign_commit_groups(index);
        } else {
            let next = new.iter().map(|(peer, _)| *peer).collect();
            self.destroy_replica(index, next);
        }
    }

    fn tell_members(
        &mut self,
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
            let node = self.node_of_peer(at.range, peer).map_or(0, |node| node.0);
            self.tell_change(at, what, peer, u64::from(node));
        }
        let is_joint = |conf: &ConfState| !conf.voters_outgoing.is_empty();
        match (is_joint(before), is_joint(after)) {
            (false, true) => self.tell_change(at, Change::JointEntered, 0, 0),
            (true, false) => self.tell_change(at, Change::JointLeft, 0, 0),
            _ => {}
        }
    }

    pub(crate) fn tell_change(&mut self, at: ReplicaRef, what: Change, a: u64, b: u64) {
        self.emit(Fact::Changed { at, what, a, b });
    }

    /// A leader in a joint configuration leaves it by itself, unless it lost its lead in a bad
    /// moment (raft-rs says so at `commit_apply`): then this asks for it again.
    pub(crate) fn tick_joint(&mut self, index: ReplicaIndex) {
        let patience = self.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index as usize];
        if !replica.storage().is_joint() || !replica.ticks.is_multiple_of(patience) {
            return;
        }
        let raft = replica.node();
        if raft.raft.has_pending_conf() {
            return;
        }
        // A change that lists nothing leaves; refused only while leadership moves.
        let _ = raft.propose_conf_change(Vec::new(), ConfChangeV2::default());
        self.after_call(index);
    }

    /// The keys that a message must say because its receiver may not exist yet. A range that never
    /// changed has all its replicas from the start.
    pub(crate) fn keys_for(&self, index: ReplicaIndex, message: &Message) -> Option<(u64, u64)> {
        if !is_initial(message) {
            return None;
        }
        let machine = &self.replicas[index as usize].storage().machine;
        let keys = machine.keys();
        (machine.epoch != Epoch::default() && keys.0 < keys.1).then_some(keys)
    }

    /// A Raft message reaches the store of its receiver.
    pub(crate) fn raft_arrives(
        &mut self,
        range: u32,
        message: Box<Message>,
        keys: Option<(u64, u64)>,
    ) {
        let Some(index) = self.replica_of_peer(range, message.to) else {
            return;
        };
        let replica = &self.replicas[index as usize];
        if replica.is_unborn() && !self.born_by_message(index, message.from, keys) {
            if is_vote_request(&message) {
                self.replicas[index as usize].keep_early(message);
            }
            return;
        }
        let replica = &self.replicas[index as usize];
        if self.reshaped && self.knows_removed(index, message.from) {
            return self.send_tombstone(index, message.from);
        }
        if !replica.is_up() {
            return;
        }
        if self.reshaped
            && message.get_msg_type() == RaftType::MsgSnapshot
            && !self.has_room(index, &message)
        {
            return;
        }
        let message = self.transport.flights.unboxed(message);
        self.step_raft(index, message);
    }

    /// A store hears of a new member of a group that it shall hold: it exists from now on, without
    /// a log and without rows. Only by a message that says the range's keys, and not while a
    /// replica that is about to be split still holds some of them here.
    fn born_by_message(
        &mut self,
        index: ReplicaIndex,
        from: u64,
        keys: Option<(u64, u64)>,
    ) -> bool {
        let at = self.replicas[index as usize].at;
        let is_free = |keys| self.overlapping(at, keys).next().is_none();
        if !keys.is_some_and(is_free) {
            return false;
        }
        // An older member of the same group on this store was removed and does not know it. One
        // that is younger was not: then this message is late.
        if let Some(other) = self.replica_on(at.node, at.range) {
            if self.replicas[other as usize].at.peer > at.peer {
                return false;
            }
            self.destroy_replica(other, vec![from]);
        }
        self.replicas[index as usize].told_by = from;
        let storage = ReplicaStorage::blank(self.config.data.row_bytes);
        self.bear(index, storage);
        true
    }

    /// Replicas of other ranges on a store that hold some of these keys.
    pub(crate) fn overlapping(
        &self,
        at: ReplicaRef,
        (first, end): (u64, u64),
    ) -> impl Iterator<Item = ReplicaIndex> {
        let replicas = self.stores[usize::from(at.node.0)].replicas.iter().copied();
        replicas.filter(move |&other| {
            let other = &self.replicas[other as usize];
            let keys = other.storage().machine.keys();
            other.at.range != at.range && keys.0 < end && first < keys.1
        })
    }

    /// A replica begins to exist on its store, with this disk.
    pub(crate) fn bear(&mut self, index: ReplicaIndex, storage: ReplicaStorage) {
        let last = storage.last();
        let term = raft::Storage::term(&storage, last).expect("it is where its log begins");
        let early = self.replicas[index as usize].be_born(storage);
        let at = self.replicas[index as usize].at;
        let replicas = &mut self.ranges[at.range as usize].replicas;
        if !replicas.contains(&index) {
            let replicas_by_peer =
                |other: &ReplicaIndex| self.replicas[*other as usize].at.peer < at.peer;
            let place = replicas.partition_point(replicas_by_peer);
            replicas.insert(place, index);
            self.stores[usize::from(at.node.0)].replicas.push(index);
        }
        self.tell_change(at, Change::ReplicaCreated, last, term);
        self.start_replica(index);
        self.after_call(index);
        if let Some(early) = early {
            let message = self.transport.flights.unboxed(early);
            self.step_raft(index, message);
        }
    }

    /// A replica is no member any more: it goes, with its disk, but for a note of what it knew of
    /// its group: who was removed, and whom to ask `next`.
    pub(crate) fn destroy_replica(&mut self, index: ReplicaIndex, next: Vec<u64>) {
        let at = self.replicas[index as usize].at;
        self.refuse_all_reads(index);
        let removed = self.replicas[index as usize].storage().removed().to_vec();
        self.replicas[index as usize].destroy(Grave::new(removed, next));
        self.forget_writes(index);
        let store = &mut self.stores[usize::from(at.node.0)];
        store.replicas.retain(|other| *other != index);
        let range = &mut self.ranges[at.range as usize];
        range.replicas.retain(|other| *other != index);
        self.tell_change(at, Change::ReplicaDestroyed, 0, 0);
    }

    /// Nothing waits for its writes any more.
    pub(crate) fn forget_writes(&mut self, index: ReplicaIndex) {
        let node = self.replicas[index as usize].at.node;
        let waits = &mut self.stores[usize::from(node.0)].sync_waits;
        waits.retain(|(_, waiting)| *waiting != index);
    }
}

fn is_vote_request(message: &Message) -> bool {
    matches!(
        message.get_msg_type(),
        RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
    )
}
