//! What calls raft-rs besides messages: ticks, a person's orders, switches.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use crate::timeline::Event;

impl Store {
    /// A tick of all replicas by the store's clock, as in TiKV those tick together that were
    /// started together. The event is that of the first; each of the others that do something has
    /// its own.
    pub(crate) fn tick(&mut self, cx: &mut Context, event: Event) {
        let own = cx.event();
        let mut present = self.present.iter();
        self.ticks = present.any(|index| !self.replicas.sleeps(*index));
        if self.ticks {
            self.tick_again(cx, event, own);
        }
        let (store, life) = (self.node, self.life);
        let mut first = None;
        for (place, replica) in self.present.iter().copied().enumerate() {
            // Once a group or range changed, its replicas ask at some ticks whether they are
            // members.
            let passes = !cx.reshaped() && self.replicas.pass_tick(replica);
            if passes || !self.replicas[replica].is_up() {
                continue;
            }
            if place == 0 {
                first = Some(replica);
                continue;
            }
            let event = Event::TickReplica {
                store,
                replica,
                life,
            };
            cx.follow(event, own);
        }
        if let Some(first) = first {
            self.tick_replica(cx, first);
        }
    }

    fn tick_again(&mut self, cx: &mut Context, event: Event, cause: u64) {
        let tick_us = self.clock.sim_duration(cx.config.raft.tick_us);
        cx.at_with_cause(cx.now() + tick_us, event, cause);
    }

    /// A replica woke: the store ticks, if it did not for want of one that is awake.
    pub(crate) fn begin_ticks(&mut self, cx: &mut Context) {
        if !std::mem::replace(&mut self.ticks, true) {
            let (store, life) = (self.node, self.life);
            let own = cx.event();
            self.tick_again(cx, Event::Tick { store, life }, own);
        }
    }

    /// A tick of one replica, and what raft-rs has ready then.
    #[inline(never)]
    pub(crate) fn tick_replica(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].is_up() {
            self.tick_up(cx, index);
            self.finish_calls(cx);
        }
    }

    fn tick_up(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        if replica.is_asleep() {
            return self.replicas.settle(index);
        }
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
