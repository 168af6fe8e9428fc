//! Messages that are stepped into raft-rs, and what bears on them before and after.

use raft::SnapshotStatus;
use raft::eraftpb::{Message, MessageType as RaftType};

use crate::process::StoreContext;
use crate::replica::Replica;
use crate::replica::{Taken, is_about_sleep};

impl Replica {
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
