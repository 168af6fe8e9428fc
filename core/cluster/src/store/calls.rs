//! What calls raft-rs besides messages: ticks, a person's orders, switches.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;
use model::operation::{NotNow, WhyUndone};

impl Store {
    /// One tick of a replica by its store's clock.
    pub(crate) fn tick(&mut self, cx: &mut Context, index: ReplicaIndex, life: u32, event: Event) {
        if !self.replicas[index].ticks_on() {
            return;
        }
        let replica = &mut self.replicas[index];
        replica.ticks += 1;
        replica.tick_promise();
        let raft = replica.node();
        raft.tick();
        // raft-rs campaigns inside tick when the timeout has passed, and then starts to count anew.
        let campaigned = raft.raft.election_elapsed == 0
            && raft.raft.state != raft::StateRole::Leader
            && raft.raft.leader_id == 0;
        if campaigned {
            replica.count_campaign();
        }
        self.after_call(cx, index);
        self.tick_relays(cx, index);
        self.tick_acks(cx, index);
        self.tick_reads(cx, index);
        self.replicas[index].look_at_lease(cx, &self.clock);
        self.tick_snapshots(cx, index);
        self.tick_orphan(cx, index);
        if self.replicas[index].is_leader() {
            self.tick_drowsy(cx, index);
            self.tick_joint(cx, index);
            self.advance_plan(cx, index);
        }
        if !self.replicas[index].lives(life) {
            return;
        }
        let tick_us = cx.config.raft.tick_us;
        let sleep_us = self.clock.sim_duration(tick_us);
        cx.at(cx.now() + sleep_us, event);
    }

    /// The store's replica of the range is told to start an election now. It would vote for itself,
    /// and does not while it has promised its vote.
    pub(crate) fn campaign(&mut self, cx: &mut Context, range: u32) -> Result<(), WhyUndone> {
        self.replica_on(range).ok_or(NotNow::NoReplicaThere)?;
        let running = self.running_replica(range);
        let index = running.ok_or(NotNow::StoreDown)?;
        self.wake(cx, index);
        // Without a vote or a configuration yet: raft-rs would take it for a group of none.
        let has_vote = self.replicas[index].node().raft.promotable();
        if !has_vote || self.withholds_own(cx, index) {
            return Err(WhyUndone::MayNotStand);
        }
        self.begin_campaign(cx, index);
        Ok(())
    }

    /// A leader is told to hand over.
    pub(crate) fn transfer_leader(&mut self, cx: &mut Context, leader: ReplicaIndex, peer: u64) {
        self.wake(cx, leader);
        self.replicas[leader].node().transfer_leader(peer);
        self.after_call(cx, leader);
    }

    /// Switches changed: a running replica's raft-rs goes by them.
    pub(crate) fn set_raft(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.is_up() {
            let raft = &mut replica.node().raft;
            raft.check_quorum = cx.settings.check_quorum;
            raft.pre_vote = cx.settings.pre_vote;
            raft.skip_bcast_commit(cx.settings.skip_commit_broadcast);
        }
    }

    /// The switch was turned: a running replica goes by it.
    pub(crate) fn regroup(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].is_up() {
            self.replicas[index].assign_commit_groups(cx);
            self.after_call(cx, index);
        }
    }

    /// A replica starts an election now.
    pub(crate) fn begin_campaign(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        // A leader ignores the call; raft-rs refuses it while a conf change waits to be applied.
        let _ = replica.node().campaign();
        replica.count_campaign();
        self.after_call(cx, index);
    }
}
