//! What calls raft-rs besides messages: ticks, a person's orders, switches.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;

impl Store {
    /// One tick of a replica by its store's clock.
    pub(crate) fn tick(&mut self, cx: &mut Context, index: ReplicaIndex, life: u32, event: Event) {
        if !self.replicas[index].ticks_on() {
            return;
        }
        let replica = &mut self.replicas[index];
        replica.count_tick();
        if replica.is_leader() {
            replica.lend(&mut self.list);
        }
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
            self.count_quiet_ticks(cx, index);
            self.tick_joint(cx, index);
            self.advance_plan(cx, index);
        }
        if !self.replicas[index].lives(life) {
            return;
        }
        self.tick_again(cx, event);
    }

    fn tick_again(&mut self, cx: &mut Context, event: Event) {
        let tick_us = cx.config.raft.tick_us;
        let sleep_us = self.clock.sim_duration(tick_us);
        cx.at(cx.now() + sleep_us, event);
    }

    /// Lets a tick pass that changes nothing, without a look at its replica. False when it may
    /// change something.
    pub(super) fn pass_tick(&mut self, cx: &mut Context, event: Event) -> bool {
        let Event::Tick { replica, life, .. } = event else {
            return false;
        };
        // Once a group or range changed, its replicas ask at some ticks whether they are members.
        if self.is_paused() || cx.reshaped() || !self.replicas.pass_tick(replica, life) {
            return false;
        }
        self.tick_again(cx, event);
        true
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
}
