//! Who is in a group: replicas that are added, promoted, removed and replaced while the cluster
//! runs, each by a configuration change in the group's own log (Raft thesis, chapter 4).
//!
//! A new member gets a peer id that was never used before and exists on its store from the first
//! message that reaches it there; its rows come as a snapshot. A removed one deletes itself when it
//! applies its removal, or when a member that applied it says so. This module carries changes out;
//! `plan` decides which change is next.

use prost::Message as _;
use raft::eraftpb::{ConfChangeSingle, ConfChangeV2, ConfState, Entry, EntryType};
use sim::NodeId;

use crate::process::StoreContext;
use crate::replica::Replica;
use crate::replica::{Membership, members_of, sort_members};
use kv::admin::{timestamp_of, with_timestamp};
use model::fact::{Change, Fact, ReplicaRef};

/// Length of the store's number in the context of a change.
const STORE_BYTES: usize = size_of::<u16>();

/// Peers of a group, rising.
type Members = [(u64, Membership)];

impl Replica {
    /// Proposes changes of the members at a leader: one by itself, several as a joint
    /// configuration that is left by itself. False when Raft would not take it now.
    pub(crate) fn propose_members(
        &mut self,
        cx: &mut StoreContext,
        changes: Vec<ConfChangeSingle>,
        store: NodeId,
    ) -> bool {
        let change = ConfChangeV2 {
            changes,
            ..Default::default()
        };
        let raft = self.node();
        // raft-rs would put an empty entry in its place and say nothing.
        if raft.raft.has_pending_conf() {
            return false;
        }
        let Some(ts) = self.reshape_timestamp(cx) else {
            return false;
        };
        let context = with_timestamp(store.0.to_be_bytes().to_vec(), ts);
        let raft = self.node();
        let taken = raft.propose_conf_change(context, change).is_ok();
        if taken {
            self.record_reshape(ts);
        }
        self.after_call(cx);
        taken
    }

    /// Applies a change of the members. Who stays, if this replica is none of them any more.
    pub(crate) fn apply_members(
        &mut self,
        cx: &mut StoreContext,
        entry: &Entry,
    ) -> Option<Vec<u64>> {
        assert_eq!(entry.get_entry_type(), EntryType::EntryConfChangeV2);
        let change = ConfChangeV2::decode(&entry.data[..]).expect("our own encoding");
        // Leaving a joint configuration needs none: in it both groups heard every promise.
        if !entry.context.is_empty() {
            self.reshape_safe_time(cx, timestamp_of(&entry.context, STORE_BYTES));
        }
        let at = self.at;
        // Stores of a range that goes must stay those of the range that takes it in.
        if self.storage().machine.merging.is_some() {
            return None;
        }
        let before = self.storage().conf_state().clone();
        // Every replica has the same configuration here, so all of them refuse or none.
        let mut after = self.node().apply_conf_change(&change).ok()?;
        sort_members(&mut after);
        let (old, new) = (members_of(&before), members_of(&after));
        let is_in = |members: &[(u64, Membership)], peer: u64| {
            members.iter().any(|(known, _)| *known == peer)
        };
        let gone = old.iter().map(|(peer, _)| *peer);
        let removed: Vec<u64> = gone.filter(|peer| !is_in(&new, *peer)).collect();
        let grew = new.iter().any(|(peer, _)| !is_in(&old, *peer));
        let storage = self.node().mut_store();
        storage.set_members(after.clone(), &removed);
        if let Some(first) = grew.then(|| storage.drop_first()).flatten() {
            cx.emit(Fact::Compacted { at, first });
        }
        emit_members(cx, at, (&before, &after), (&old, &new));
        if is_in(&new, at.peer) {
            self.assign_commit_groups(cx);
            return None;
        }
        Some(new.iter().map(|(peer, _)| *peer).collect())
    }

    /// A leader in a joint configuration leaves it by itself, unless it lost its lead in a bad
    /// moment (raft-rs says so at `commit_apply`): then this asks for it again.
    pub(crate) fn tick_joint(&mut self, cx: &mut StoreContext) {
        let patience = cx.config.raft.election_ticks as u64;
        if !self.storage().is_joint() || !self.ticks().is_multiple_of(patience) {
            return;
        }
        let raft = self.node();
        if raft.raft.has_pending_conf() {
            return;
        }
        // A change that lists nothing leaves; refused only while leadership moves.
        let _ = raft.propose_conf_change(Vec::new(), ConfChangeV2::default());
        self.after_call(cx);
    }
}

fn emit_members(
    cx: &mut StoreContext,
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
        cx.emit_change(at, what, peer, u64::from(node));
    }
    let is_joint = |conf: &ConfState| !conf.voters_outgoing.is_empty();
    match (is_joint(before), is_joint(after)) {
        (false, true) => cx.emit_change(at, Change::JointEntered, 0, 0),
        (true, false) => cx.emit_change(at, Change::JointLeft, 0, 0),
        _ => {}
    }
}
