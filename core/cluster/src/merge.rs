//! Two neighbouring ranges become one, in the way of CockroachDB: the range that goes is frozen by
//! a command in its log; its leader waits until every replica of it knows that it is committed;
//! then the leader of the range that stays, on the same store, puts a command into its own log, and
//! each replica takes over the rows of the other's replica beside it.
//!
//! That every replica has the whole history of the frozen range before the second command exists is
//! what makes the take-over sound without sending rows or missing entries (TiKV sends the entries
//! with the command instead and need not wait for a slow replica). A merge that waits too long is
//! taken back by a third command; never after the second one was proposed.

use raft::eraftpb::Message;
use sim::NodeId;

use crate::admin::{Admin, CommitMerge, PrepareMerge};
use crate::cluster::{Cluster, Phase, ReplicaIndex};
use crate::fact::{Change, Observer};
use crate::machine::Merging;
use crate::members::{Membership, members_of};
use crate::plan::{NotNow, Operation};
use crate::view::StoreStatus;
use crate::wire::SnapshotData;

impl<O: Observer> Cluster<O> {
    /// Whether a range can go into another as things stand.
    pub(crate) fn check_merge(&self, range: u32, into: u32) -> Result<(), NotNow> {
        if range == into || !self.range_exists(into) {
            return Err(NotNow::NoRange);
        }
        if self.is_busy(into) {
            return Err(NotNow::Busy);
        }
        let (source, target) = (&self.ranges[range as usize], &self.ranges[into as usize]);
        if source.end_key != target.first_key && target.end_key != source.first_key {
            return Err(NotNow::NoNeighbour);
        }
        let (source, target) = (self.leader_of(range), self.leader_of(into));
        let (source, target) = (
            source.ok_or(NotNow::NoLeader)?,
            target.ok_or(NotNow::NoLeader)?,
        );
        if !self.same_stores(source, target) {
            return Err(NotNow::OtherStores);
        }
        let stores = self.stores_of(source);
        let is_up = |(node, _): &(NodeId, Membership)| {
            self.stores[usize::from(node.0)].status != StoreStatus::Crashed
        };
        if stores.iter().all(is_up) {
            Ok(())
        } else {
            Err(NotNow::StoreDown)
        }
    }

    /// Stores of the members that a replica knows, with what they are there, in their order.
    fn stores_of(&self, index: ReplicaIndex) -> Vec<(NodeId, Membership)> {
        let replica = &self.replicas[index as usize];
        let mut stores: Vec<(NodeId, Membership)> = Vec::new();
        for (peer, what) in members_of(replica.storage().conf_state()) {
            let node = self
                .node_of_peer(replica.at.range, peer)
                .expect("a member is a peer");
            let place = stores.partition_point(|(known, _)| *known < node);
            stores.insert(place, (node, what));
        }
        stores
    }

    fn same_stores(&self, source: ReplicaIndex, target: ReplicaIndex) -> bool {
        let is_joint = |index: ReplicaIndex| self.replicas[index as usize].storage().is_joint();
        let same = self.stores_of(source) == self.stores_of(target);
        same && !is_joint(source) && !is_joint(target)
    }

    /// The next step of a merge, at the leader of the range that goes.
    pub(crate) fn advance_merge(&mut self, index: ReplicaIndex, into: u32, late: bool) {
        let range = self.replicas[index as usize].at.range;
        let Some(plan) = self.ranges[range as usize].plan else {
            return;
        };
        let merging = self.replicas[index as usize].storage().machine.merging;
        if !plan.committing && (late || plan.cancelled) {
            return self.take_back(index, merging);
        }
        if !plan.committing && self.is_asked(index) {
            return;
        }
        let own = self.replicas[index as usize].at.node;
        let Some(target) = self.leader_of(into) else {
            return;
        };
        let target_node = self.replicas[target as usize].at.node;
        if target_node != own {
            return self.join_leader(index, target_node);
        }
        let changing = |cluster: &mut Self, index: ReplicaIndex| {
            cluster.replicas[index as usize]
                .node()
                .raft
                .has_pending_conf()
        };
        if changing(self, index) || changing(self, target) || !self.same_stores(index, target) {
            return;
        }
        match merging {
            None => {
                let prepare = Admin::PrepareMerge(PrepareMerge { target: into });
                self.ask_admin(index, range, &prepare);
            }
            Some(merging) if self.all_know(index, merging.index) => {
                self.commit_merge(index, target, range);
            }
            Some(_) => {}
        }
    }

    /// Both leaders must be on one store: there the range that stays can see the other's replica.
    fn join_leader(&mut self, index: ReplicaIndex, node: NodeId) {
        if let Some((peer, Membership::Voter)) = self.member_on(index, node) {
            let raft = self.replicas[index as usize].node();
            if raft.raft.lead_transferee.is_none() {
                raft.transfer_leader(peer);
                self.after_call(index);
            }
        }
    }

    /// Whether every member has the log up to an index on its disk and knows it as committed.
    fn all_know(&mut self, index: ReplicaIndex, upto: u64) -> bool {
        let own = self.replicas[index as usize].at.peer;
        let raft = &self.replicas[index as usize].node().raft;
        let knows = |progress: &raft::Progress| {
            progress.matched >= upto && progress.committed_index >= upto
        };
        raft.prs()
            .iter()
            .all(|(peer, progress)| *peer == own || knows(progress))
    }

    fn commit_merge(&mut self, index: ReplicaIndex, target: ReplicaIndex, range: u32) {
        let raft = &self.replicas[target as usize].node().raft;
        // Proposed in the target's log: asked for anew when another leads there, or it got lost.
        let (term, last) = (raft.term, raft.raft_log.last_index());
        let plan = self.ranges[range as usize].plan.expect("it is under way");
        let applied = self.replicas[target as usize].storage().machine.applied;
        let waits = plan.committing && plan.asked.0 == term && plan.asked.1 > applied;
        if waits {
            return;
        }
        let (first_key, end_key) = self.replicas[index as usize].storage().machine.keys();
        let commit = Admin::CommitMerge(CommitMerge {
            source: range,
            first_key,
            end_key,
        });
        if let Some(plan) = &mut self.ranges[range as usize].plan {
            plan.committing = true;
            plan.asked = (term, last + 1);
        }
        self.heed_neighbour(target, index);
        self.propose_admin(target, &commit);
    }

    /// Takes a merge back: at once while nothing was frozen, else by a command.
    fn take_back(&mut self, index: ReplicaIndex, merging: Option<Merging>) {
        let range = self.replicas[index as usize].at.range;
        if self.is_asked(index) {
            return;
        }
        if merging.is_none() {
            return self.end_plan(range);
        }
        if let Some(plan) = &mut self.ranges[range as usize].plan {
            plan.cancelled = true;
        }
        self.ask_admin(index, range, &Admin::RollbackMerge);
    }

    /// A leader finds its range frozen although nobody merges it: the command that froze it was
    /// given up for lost and came through after all. It is taken back.
    pub(crate) fn undo_lost_merge(&mut self, index: ReplicaIndex) {
        let replica = &self.replicas[index as usize];
        let (range, merging) = (replica.at.range, replica.storage().machine.merging);
        if let Some(merging) = merging {
            let step = Operation::Merge {
                into: merging.target,
            };
            self.set_plan(range, step, 0);
        }
    }

    pub(crate) fn apply_prepare_merge(&mut self, index: ReplicaIndex, target: u32) {
        let replica = &mut self.replicas[index as usize];
        let at = replica.at;
        let machine = &mut replica.node().mut_store().machine;
        if machine.merging.is_some() {
            return;
        }
        let frozen = machine.applied;
        machine.merging = Some(Merging {
            target,
            index: frozen,
        });
        machine.epoch.keys += 1;
        if self.settings.reads.suspend_lease {
            self.suspend_lease(index, 0);
        }
        self.tell_change(at, Change::MergePrepared, u64::from(target), 0);
    }

    pub(crate) fn apply_rollback_merge(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        let at = replica.at;
        let machine = &mut replica.node().mut_store().machine;
        if machine.merging.take().is_some() {
            machine.epoch.keys += 1;
            self.tell_change(at, Change::MergeTakenBack, 0, 0);
        }
    }

    pub(crate) fn apply_commit_merge(&mut self, index: ReplicaIndex, commit: &CommitMerge) {
        let replica = &mut self.replicas[index as usize];
        let at = replica.at;
        let (first, end) = replica.storage().machine.keys();
        // Asked for twice, done once: the second time the ranges do not touch any more.
        if commit.end_key != first && end != commit.first_key {
            return;
        }
        let beside = self.replica_on(at.node, commit.source);
        let source = beside.expect("every replica of the range was here when this was proposed");
        self.apply_all_committed(source);
        let rows = self.replicas[source as usize].storage().machine.clone();
        assert_eq!(
            rows.keys(),
            (commit.first_key, commit.end_key),
            "it is frozen"
        );
        let machine = &mut self.replicas[index as usize].node().mut_store().machine;
        machine.absorb(&rows);
        self.merge_safe_time(index, source);
        let machine = &self.replicas[index as usize].storage().machine;
        let (_, end) = machine.keys();
        self.tell_change(at, Change::Merged, u64::from(commit.source), end);
        if self.ranges[commit.source as usize].phase == Phase::Live {
            self.end_range(commit, at.range);
        }
        self.destroy_replica(source);
    }

    /// The first replica has merged: requests for the other range's keys go to this one now.
    fn end_range(&mut self, commit: &CommitMerge, into: u32) {
        self.end_plan(commit.source);
        self.ranges[commit.source as usize].phase = Phase::Ended;
        self.routes.retain(|(_, range)| *range != commit.source);
        let target = &mut self.ranges[into as usize];
        if commit.end_key == target.first_key {
            let old = target.first_key;
            target.first_key = commit.first_key;
            let place = self.routes.partition_point(|(first, _)| *first < old);
            self.routes[place].0 = commit.first_key;
        } else {
            target.end_key = commit.end_key;
        }
    }

    /// Applies what a replica knows as committed, without its delay.
    fn apply_all_committed(&mut self, index: ReplicaIndex) {
        let replica = &mut self.replicas[index as usize];
        replica.to_apply.clear();
        let applied = replica.storage().machine.applied;
        let log = &replica.node().raft.raft_log;
        let upto = log.committed.min(log.persisted);
        if upto > applied {
            let context = raft::GetEntriesContext::empty(false);
            let entries =
                raft::Storage::entries(replica.storage(), applied + 1, upto + 1, None, context);
            self.apply(
                index,
                entries.expect("what is not applied is not compacted"),
            );
        }
    }

    /// Before a replica takes a snapshot: replicas of other ranges that hold some of its keys will
    /// have to go, and may if they were frozen to go into this range. False when one must stay: the
    /// snapshot is refused.
    pub(crate) fn has_room(&self, index: ReplicaIndex, message: &Message) -> bool {
        let data = prost::Message::decode(message.get_snapshot().get_data());
        let data: SnapshotData = data.expect("our own encoding");
        let Some(keys) = data.keys() else {
            return true;
        };
        let at = self.replicas[index as usize].at;
        let others: Vec<ReplicaIndex> = self.overlapping(at, keys).collect();
        let goes = |other: &ReplicaIndex| {
            let machine = &self.replicas[*other as usize].storage().machine;
            machine
                .merging
                .is_some_and(|merging| merging.target == at.range)
        };
        others.iter().all(goes)
    }

    /// A snapshot is on the disk: replicas that were frozen to go into this range, and whose keys
    /// it holds now, are of no use any more. Not before: a crash would take the snapshot back.
    pub(crate) fn clear_room(&mut self, index: ReplicaIndex) {
        if !std::mem::take(&mut self.replicas[index as usize].took_snapshot) {
            return;
        }
        let replica = &self.replicas[index as usize];
        let (at, keys) = (replica.at, replica.storage().machine.keys());
        let others: Vec<ReplicaIndex> = self.overlapping(at, keys).collect();
        for other in others {
            self.destroy_replica(other);
        }
    }
}
