//! What calls raft-rs besides messages: its start, ticks, switches. After each call its timeout is
//! pinned, and what it has ready is done when the event is over.

use crate::process::StoreContext;
use crate::replica::Replica;
use crate::timeline::Event;

impl Replica {
    /// Starts on its disk, if it exists. The store's first replica draws the phase of its ticks.
    pub(crate) fn start_up(&mut self, cx: &mut StoreContext) {
        if !self.exists() {
            return;
        }
        let process = &cx.process;
        self.start(
            &cx.config.raft,
            process.election_ticks,
            cx.settings,
            &process.log,
        );
        self.start_safe_time(cx);
        self.assign_commit_groups(cx);
        if !std::mem::replace(&mut cx.process.ticks, true) {
            let tick_us = cx.config.raft.tick_us;
            let (ordinal, life) = (u64::from(self.ordinal), u64::from(self.life));
            let phase = sim::mix(sim::mix(cx.config.seed, ordinal), life) % tick_us;
            let (store, life) = (self.at.node, cx.process.life);
            let first = cx.now() + 1 + phase;
            cx.at(first, Event::Tick { store, life });
        }
    }

    /// Switches changed: raft-rs goes by them, if it runs.
    pub(crate) fn set_raft(&mut self, cx: &mut StoreContext) {
        if self.is_up() {
            let raft = &mut self.node().raft;
            raft.check_quorum = cx.settings.check_quorum;
            raft.pre_vote = cx.settings.pre_vote;
            raft.skip_bcast_commit(cx.settings.skip_commit_broadcast);
        }
    }

    /// The switch of group commit was turned: a running replica goes by it.
    pub(crate) fn regroup(&mut self, cx: &mut StoreContext) {
        if self.is_up() {
            self.assign_commit_groups(cx);
            self.after_call(cx);
        }
    }

    /// A tick by the store's clock, of a replica that is awake.
    pub(crate) fn tick(&mut self, cx: &mut StoreContext) {
        self.count_tick();
        if self.is_leader() {
            self.lend(&mut cx.process.list);
        }
        let raft = self.node();
        raft.tick();
        // raft-rs campaigns inside tick when the timeout has passed, and then starts to count anew.
        let campaigned = raft.raft.election_elapsed == 0
            && raft.raft.state != raft::StateRole::Leader
            && raft.raft.leader_id == 0;
        if campaigned {
            self.count_campaign();
        }
        self.after_call(cx);
        self.tick_relays(cx);
        self.tick_acks(cx);
        self.tick_reads(cx);
        self.look_at_lease(cx);
        self.tick_snapshots(cx);
        self.tick_orphan(cx);
    }

    /// After every call into raft-rs. What it has ready, and how it changed, is looked at once for
    /// all calls of an event (`ready`).
    pub(crate) fn after_call(&mut self, cx: &mut StoreContext) {
        self.pin();
        if !std::mem::replace(&mut self.was_called, true) {
            cx.note_call(self.at.node, self.number);
        }
    }
}
