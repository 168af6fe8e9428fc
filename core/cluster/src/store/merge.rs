//! Two neighbouring ranges become one. The range that goes is frozen by a command in its log;
//! its leader waits until every member's acknowledgements say that its disk holds that command;
//! then the leader of the range that stays, on the same store, puts a command into its own log, and
//! each replica takes over the rows of the other's replica beside it, up to the command that froze
//! it. So no rows are sent and no entries are missing (CockroachDB waits like this; TiKV sends the
//! missing entries with the command instead, and need not wait for a slow replica).
//!
//! No leader looks at another store. What it goes by is its own log, its members' acknowledgements,
//! and the replica of the other range on its own store, which is there because both ranges have
//! their replicas on the same stores. Whether the two become one is decided in one place, the log
//! of the range that stays. As in TiKV the commands name its shape: the one that takes over does
//! nothing in another shape than the frozen range counts on. So a frozen range is set free
//! - by the leader that froze it, in the same term, as long as it has not asked to be taken over:
//!   nobody else can have asked;
//! - else when the replica beside it has left that shape behind without taking it in: then nobody
//!   ever will. A leader that has waited too long has the shape changed for that purpose.
//!
//! A leader acts on a frozen range only after it has applied an entry of its own term, so that no
//! command of an earlier leader still comes.

use crate::context::Context;
use crate::group::Membership;
use crate::store::{ReplicaIndex, Store};
use kv::admin::{Admin, CommitMerge, PrepareMerge, RefuseMerge};
use kv::machine::Merging;
use model::fact::Change;
use model::view::Epoch;

impl Store {
    /// The next step of a merge, at the leader of the range that goes.
    pub(crate) fn advance_merge(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        into: u32,
        late: bool,
    ) {
        let Some(plan) = self.replicas[index].plan_of() else {
            return;
        };
        let replica = &mut self.replicas[index];
        let term = replica.node().raft.term;
        let machine = &replica.storage().machine;
        let (merging, is_settled) = (machine.merging, machine.applied_term == term);
        if !is_settled || self.replicas[index].is_asked() {
            return;
        }
        match merging {
            None if late || plan.cancelled => self.replicas[index].end_plan(cx),
            None => self.prepare_merge(cx, index, into),
            Some(merging) => self.pursue_merge(cx, index, merging, late),
        }
    }

    /// Freezes a range, once its leader is where the other range is led.
    fn prepare_merge(&mut self, cx: &mut Context, index: ReplicaIndex, into: u32) {
        let Some(target) = self.leader_beside(cx, index, into) else {
            return;
        };
        let mut changes = |index: ReplicaIndex| {
            let raft = &self.replicas[index].node().raft;
            raft.has_pending_conf()
        };
        let is_changing =
            changes(index) || changes(target) || self.replicas[target].plan_of().is_some();
        if is_changing || self.check_merge(cx, index, into).is_err() {
            return;
        }
        let shape = self.replicas[target].storage().machine.epoch;
        let prepare = PrepareMerge {
            target: into,
            members: shape.members,
            keys: shape.keys,
        };
        self.ask_admin(cx, index, &Admin::PrepareMerge(prepare));
    }

    /// The replica of the other range on a leader's store, if it leads. Else the leader goes to
    /// where that replica knows its leader: there the range that stays can see the one that goes.
    fn leader_beside(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        range: u32,
    ) -> Option<ReplicaIndex> {
        let own = self.node;
        let beside = self.running_replica(range)?;
        let soft = self.replicas[beside].soft();
        if self.replicas[beside].is_leader() {
            return Some(beside);
        }
        let node = cx.node_of_peer(range, soft.leader_peer)?;
        if let Some((peer, Membership::Voter)) = self.replicas[index].member_on(cx, node)
            && node != own
        {
            self.hand_over(cx, index, peer);
        }
        None
    }

    /// A range is frozen: it is taken over, or set free.
    fn pursue_merge(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        merging: Merging,
        late: bool,
    ) {
        let Some(plan) = self.replicas[index].plan_of() else {
            return;
        };
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let raft = &replica.node().raft;
        let froze_it = raft.raft_log.term(merging.index) == Ok(raft.term);
        let is_free = froze_it && !plan.committing && (late || plan.cancelled);
        if is_free || self.is_void(at.range, merging) {
            if let Some(plan) = &mut self.replicas[index].plan {
                plan.cancelled = true;
            }
            return self.ask_admin(cx, index, &Admin::RollbackMerge);
        }
        let all_have = self.all_have(index, merging.index);
        if !all_have && !late {
            return;
        }
        let Some(target) = self.leader_beside(cx, index, merging.target) else {
            return;
        };
        let shape = merging.shape;
        let command = if all_have {
            let (first_key, end_key) = self.replicas[index].storage().machine.keys();
            Admin::CommitMerge(CommitMerge {
                source: at.range,
                first_key,
                end_key,
                index: merging.index,
                members: shape.members,
                keys: shape.keys,
            })
        } else {
            Admin::RefuseMerge(RefuseMerge {
                members: shape.members,
                keys: shape.keys,
            })
        };
        self.ask_beside(cx, index, target, &command);
    }

    /// Whether a frozen range can be taken over no more: the replica beside it, or the one that
    /// took that in, has left the shape behind in which it could be, and has not taken it in.
    fn is_void(&self, range: u32, merging: Merging) -> bool {
        let beside = self.present.iter();
        let is_past = |other: &ReplicaIndex| {
            let replica = &self.replicas[*other];
            let machine = &replica.storage().machine;
            let (shape, now) = (merging.shape, machine.epoch);
            let has_changed = now.members > shape.members || now.keys > shape.keys;
            let is_target = replica.at.range == merging.target && has_changed;
            let took_target = machine.absorbed.contains(&merging.target);
            (is_target || took_target) && !machine.absorbed.contains(&range)
        };
        beside.into_iter().any(is_past)
    }

    /// Whether every member acknowledged the log up to an index: it is on its disk.
    fn all_have(&mut self, index: ReplicaIndex, upto: u64) -> bool {
        let own = self.replicas[index].at.peer;
        let raft = &self.replicas[index].node().raft;
        let mut members = raft.prs().iter();
        members.all(|(peer, progress)| *peer == own || progress.matched >= upto)
    }

    /// Puts a command of a merge into the log of the range that stays; anew when another leads
    /// there or it got lost.
    fn ask_beside(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        target: ReplicaIndex,
        command: &Admin,
    ) {
        let Some(plan) = self.replicas[index].plan_of() else {
            return;
        };
        let replica = &mut self.replicas[target];
        let applied = replica.storage().machine.applied;
        let raft = &replica.node().raft;
        let (term, last) = (raft.term, raft.raft_log.last_index());
        if plan.asked_beside.0 == term && plan.asked_beside.1 > applied {
            return;
        }
        if let Some(plan) = &mut self.replicas[index].plan {
            plan.committing |= matches!(command, Admin::CommitMerge(_));
            plan.asked_beside = (term, last + 1);
        }
        if matches!(command, Admin::CommitMerge(_)) {
            self.rise_above_source(cx, target, index);
        }
        if !self.propose_admin(cx, target, command)
            && let Some(plan) = &mut self.replicas[index].plan
        {
            plan.asked_beside = (0, 0);
        }
    }

    pub(crate) fn apply_prepare_merge(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        prepare: &PrepareMerge,
    ) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let machine = &mut replica.node().mut_store().machine;
        if machine.merging.is_some() {
            return;
        }
        let frozen = machine.applied;
        machine.merging = Some(Merging {
            target: prepare.target,
            index: frozen,
            shape: Epoch {
                members: prepare.members,
                keys: prepare.keys,
            },
        });
        machine.epoch.keys += 1;
        if cx.settings.reads.suspend_lease {
            self.replicas[index].suspend_lease(cx, &self.clock);
        }
        cx.emit_change(at, Change::MergePrepared, u64::from(prepare.target), 0);
    }

    pub(crate) fn apply_rollback_merge(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        let machine = &mut replica.node().mut_store().machine;
        if machine.merging.take().is_some() {
            machine.epoch.keys += 1;
            cx.emit_change(at, Change::MergeTakenBack, 0, 0);
        }
    }

    /// In the shape that it names no more: whoever counts on it is set free.
    pub(crate) fn apply_refuse_merge(&mut self, index: ReplicaIndex, refuse: &RefuseMerge) {
        let machine = &mut self.replicas[index].node().mut_store().machine;
        if (machine.epoch.members, machine.epoch.keys) == (refuse.members, refuse.keys) {
            machine.epoch.keys += 1;
        }
    }

    pub(crate) fn apply_commit_merge(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        commit: &CommitMerge,
    ) {
        let replica = &mut self.replicas[index];
        let at = replica.at;
        // Asked for twice, done once; and not at all where the other was told so.
        let now = replica.storage().machine.epoch;
        if (now.members, now.keys) != (commit.members, commit.keys) {
            return;
        }
        let beside = self.replica_on(commit.source);
        let source = beside.expect("it was here when the other was frozen, and could not leave");
        self.apply_upto(cx, source, commit.index);
        let rows = self.replicas[source].storage().machine.clone();
        assert_eq!(
            rows.keys(),
            (commit.first_key, commit.end_key),
            "it is frozen"
        );
        assert!(rows.merging.is_some(), "it is frozen until it is taken in");
        let machine = &mut self.replicas[index].node().mut_store().machine;
        machine.absorb(commit.source, &rows);
        self.merge_safe_time(cx, index, source);
        let machine = &self.replicas[index].storage().machine;
        let (_, end) = machine.keys();
        cx.emit_change(at, Change::Merged, u64::from(commit.source), end);
        cx.record_merged(commit, at.range);
        self.destroy_replica(cx, source, Vec::new());
    }

    /// Applies a frozen range's log up to where it ends. That it is committed so far is known from
    /// the log of the range that stays, whatever this replica has heard itself; that it is on the
    /// disk, from its acknowledgement.
    fn apply_upto(&mut self, cx: &mut Context, index: ReplicaIndex, upto: u64) {
        let replica = &mut self.replicas[index];
        let applied = replica.storage().machine.applied;
        if upto <= applied {
            return;
        }
        replica.to_apply.clear();
        replica.node().raft.raft_log.commit_to(upto);
        let context = raft::GetEntriesContext::empty(false);
        let entries =
            raft::Storage::entries(replica.storage(), applied + 1, upto + 1, None, context);
        self.apply(
            cx,
            index,
            entries.expect("what is not applied is not compacted"),
        );
    }
}
