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
use crate::replica::{Membership, MergeTurn};
use crate::store::Store;
use crate::timeline::ReplicaIndex;
use kv::admin::{Admin, CommitMerge, PrepareMerge, RefuseMerge};
use kv::machine::Merging;
use model::fact::Change;
use model::ids::RangeId;
use model::operation::{NotNow, Operation};
use pd::report::ScheduleOrder;

impl Store {
    /// An order reaches a store: its leader does it, if it still leads. What cannot be done now is
    /// ordered again by the next round.
    pub(super) fn schedule_order_arrives(&mut self, cx: &mut Context, order: ScheduleOrder) {
        let running = self.running_replica(order.range);
        let Some(index) = running.filter(|&index| self.replicas[index].is_leader()) else {
            return;
        };
        let takes_in = self.replicas.is_target(cx, index);
        let is_busy = self.replicas[index].is_busy(takes_in);
        if is_busy || self.check_step(cx, index, order.step).is_err() {
            return;
        }
        let (replica, at) = &mut self.at_replica(cx, index);
        if replica.take_order(at, order.step) {
            self.advance_plan(cx, index);
        }
    }

    /// A person orders a step that can be taken.
    pub(crate) fn begin_by_hand(&mut self, cx: &mut Context, index: ReplicaIndex, step: Operation) {
        let (replica, at) = &mut self.at_replica(cx, index);
        if replica.begin_by_hand(at, step) {
            self.advance_plan(cx, index);
        }
    }

    /// Whether a step can be taken, by what its leader knows.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) fn check_step(
        &self,
        cx: &Context,
        index: ReplicaIndex,
        step: Operation,
    ) -> Result<(), NotNow> {
        self.replicas[index].check_step(cx, step)?;
        let Operation::Merge { into } = step else {
            return Ok(());
        };
        let beside = self.running_replica(into).ok_or(NotNow::OtherStores)?;
        self.replicas.check_merge(cx, index, beside)
    }

    /// Takes the next step of a leader's operation, if there is one and it can be taken.
    pub(super) fn advance_plan(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let (replica, at) = &mut self.at_replica(cx, index);
        if let Some(turn) = replica.advance_plan(at) {
            self.advance_merge(cx, index, turn);
        }
    }

    /// The next step of a merge, at the leader of the range that goes.
    fn advance_merge(&mut self, cx: &mut Context, index: ReplicaIndex, turn: MergeTurn) {
        let replica = &mut self.replicas[index];
        let Some(plan) = replica.plan_of() else {
            return;
        };
        let term = replica.node().raft.term;
        let machine = &replica.storage().machine;
        let (merging, is_settled) = (machine.merging, machine.applied_term == term);
        if !is_settled || replica.is_asked() {
            return;
        }
        match merging {
            None if turn.late || plan.cancelled => replica.end_plan(cx),
            None => self.prepare_merge(cx, index, turn.into),
            Some(merging) => self.pursue_merge(cx, index, merging, turn.late),
        }
    }

    /// Freezes a range, once its leader is where the other range is led.
    fn prepare_merge(&mut self, cx: &mut Context, index: ReplicaIndex, into: RangeId) {
        let Some(target) = self.leader_beside(cx, index, into) else {
            return;
        };
        let mut changes = |index: ReplicaIndex| {
            let raft = &self.replicas[index].node().raft;
            raft.has_pending_conf()
        };
        let is_changing =
            changes(index) || changes(target) || self.replicas[target].plan_of().is_some();
        if is_changing || self.replicas.check_merge(cx, index, target).is_err() {
            return;
        }
        let shape = self.replicas[target].storage().machine.epoch;
        let prepare = Admin::PrepareMerge(PrepareMerge {
            target: into.0,
            members: shape.members,
            keys: shape.keys,
        });
        let (replica, at) = &mut self.at_replica(cx, index);
        replica.ask_admin(at, &prepare);
    }

    /// The replica of the other range on a leader's store, if it leads. Else the leader goes to
    /// where that replica knows its leader: there the range that stays can see the one that goes.
    fn leader_beside(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        range: RangeId,
    ) -> Option<ReplicaIndex> {
        let beside = self.running_replica(range)?;
        if self.replicas[beside].is_leader() {
            return Some(beside);
        }
        let leader = self.replicas[beside].soft().leader_peer;
        let node = cx.node_of_peer(range, leader)?;
        let (replica, at) = &mut self.at_replica(cx, index);
        if let Some((peer, Membership::Voter)) = replica.member_on(at, node)
            && node != replica.at.node
        {
            replica.hand_over(at, peer);
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
        let replica = &mut self.replicas[index];
        let Some(plan) = replica.plan_of() else {
            return;
        };
        let range = replica.at.range;
        let raft = &replica.node().raft;
        let froze_it = raft.raft_log.term(merging.index) == Ok(raft.term);
        let is_free = froze_it && !plan.committing && (late || plan.cancelled);
        if is_free || self.replicas.is_void(range, merging) {
            let (replica, at) = &mut self.at_replica(cx, index);
            if let Some(plan) = &mut replica.plan {
                plan.cancelled = true;
            }
            return replica.ask_admin(at, &Admin::RollbackMerge);
        }
        let all_have = self.replicas[index].all_have(merging.index);
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
                source: range.0,
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
        let taker = &mut self.replicas[target];
        let applied = taker.storage().machine.applied;
        let raft = &taker.node().raft;
        let (term, last) = (raft.term, raft.raft_log.last_index());
        if plan.asked_beside.0 == term && plan.asked_beside.1 > applied {
            return;
        }
        let is_commit = matches!(command, Admin::CommitMerge(_));
        let replica = &mut self.replicas[index];
        if let Some(plan) = &mut replica.plan {
            plan.committing |= is_commit;
            plan.asked_beside = (term, last + 1);
        }
        let froze = replica.storage().machine.reshaped_ts;
        let (taker, at) = &mut self.at_replica(cx, target);
        if is_commit {
            taker.rise_above_source(at, froze);
        }
        if !taker.propose_admin(at, command)
            && let Some(plan) = &mut self.replicas[index].plan
        {
            plan.asked_beside = (0, 0);
        }
    }

    /// The range that stays takes the other in.
    pub(super) fn apply_commit_merge(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        commit: &CommitMerge,
    ) {
        let replica = &self.replicas[index];
        let at = replica.at;
        // Asked for twice, done once; and not at all where the other was told so.
        let now = replica.storage().machine.epoch;
        if (now.members, now.keys) != (commit.members, commit.keys) {
            return;
        }
        let beside = self.replicas.on(RangeId(commit.source));
        let source = beside.expect("it was here when the other was frozen, and could not leave");
        let entries = self.replicas[source].take_upto(commit.index);
        if !entries.is_empty() {
            self.apply(cx, source, entries);
        }
        let rows = self.replicas[source].storage().machine.clone();
        assert_eq!(
            rows.keys(),
            (commit.first_key, commit.end_key),
            "it is frozen"
        );
        assert!(rows.merging.is_some(), "it is frozen until it is taken in");
        let machine = &mut self.replicas[index].node().mut_store().machine;
        machine.absorb(RangeId(commit.source), &rows);
        if cx.settings.reads.keeps_safe_times() {
            let other = self.replicas[source].safe.take();
            let safe = other.map_or(0, |state| state.safe());
            self.replicas[index].merge_safe_time(safe);
        }
        let machine = &self.replicas[index].storage().machine;
        let (_, end) = machine.keys();
        cx.emit_change(at, Change::Merged, u64::from(commit.source), end);
        cx.record_merged(commit, at.range);
        self.destroy_replica(cx, source, Vec::new());
    }
}
