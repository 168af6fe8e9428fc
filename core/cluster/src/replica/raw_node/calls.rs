//! What calls raft-rs: its start, ticks, switches, and messages with what bears on them before and
//! after. After each call its timeout is pinned, and what it has ready is done when the event is
//! over.

use raft::SnapshotStatus;
use raft::eraftpb::{Message, MessageType as RaftType};

use crate::process::StoreContext;
use crate::replica::{Replica, Taken, is_about_sleep};
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

    /// Hands a Raft message to its replica.
    pub(crate) fn step_raft(
        &mut self,
        cx: &mut StoreContext,
        mut message: Box<Message>,
        takes_in: bool,
    ) {
        if cx.settings.hibernate {
            self.wake_by(cx, &mut message);
        }
        // An offer from before the switch went off would be taken, and nothing would wake it again.
        let may_sleep = cx.settings.hibernate;
        let about_sleep = may_sleep && !message.context.is_empty() && is_about_sleep(&message);
        let (kind, from) = (message.get_msg_type(), message.from);
        match kind {
            RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
                if self.withholds(cx, &message) =>
            {
                return;
            }
            RaftType::MsgTimeoutNow if self.is_spent(&message) => return,
            RaftType::MsgReadIndex
                if cx.settings.reads.index_by_lease && self.answer_index_by_lease(cx, &message) =>
            {
                return;
            }
            _ => {}
        }
        let (term, reject) = (message.term, message.reject);
        let taken = Taken::of(&message);
        self.lend(&mut cx.process.list);
        let raft = self.node();
        let term_before = raft.raft.term;
        // Errors are for messages of unknown peers or from removed ones: dropped, as TiKV does.
        let _ = raft.step(cx.process.boxes.unboxed(message));
        let raft_term = raft.raft.term;
        let is_answer = matches!(
            kind,
            RaftType::MsgAppendResponse
                | RaftType::MsgHeartbeatResponse
                | RaftType::MsgRequestVoteResponse
        );
        if is_answer && term == raft_term && !(kind == RaftType::MsgRequestVoteResponse && reject) {
            self.record_heard(from, term);
        }
        if raft_term > term_before && kind == RaftType::MsgTimeoutNow {
            self.count_campaign();
        }
        self.record_promise(cx, taken, term_before);
        if kind == RaftType::MsgAppendResponse {
            self.record_append_answer(from);
        }
        self.after_call(cx);
        if about_sleep {
            self.sleep_by(cx, kind, from, takes_in);
        }
    }

    /// The transport's word on a snapshot that this leader sent.
    pub(crate) fn report_snapshot(&mut self, cx: &mut StoreContext, peer: u64, ok: bool) {
        if self.report_ordered(cx, peer, ok) {
            return;
        }
        let status = if ok {
            SnapshotStatus::Finish
        } else {
            SnapshotStatus::Failure
        };
        self.node().report_snapshot(peer, status);
        self.after_call(cx);
    }

    /// The sender's transport learns that a connection was refused (TiKV reports it to Raft).
    pub(crate) fn unreachable(&mut self, cx: &mut StoreContext, peer: u64) {
        if self.is_asleep() {
            self.wake(cx);
            self.call_leader_awake(cx);
        }
        self.node().report_unreachable(peer);
        self.after_call(cx);
        self.delegate_unreachable(cx, peer);
        self.source_is_down(cx, peer);
    }
}
