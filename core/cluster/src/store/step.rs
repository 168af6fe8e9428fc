//! Messages that are stepped into raft-rs, and what bears on them before and after.

use raft::SnapshotStatus;
use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::group::{Taken, is_about_sleep};
use crate::store::{ReplicaIndex, Store};

impl Store {
    /// Hands a Raft message to its replica.
    pub(crate) fn step_raft(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut message: Box<Message>,
    ) {
        if cx.settings.hibernate {
            self.wake_by(cx, index, &mut message);
        }
        // An offer from before the switch went off would be taken, and nothing would wake it again.
        let may_sleep = cx.settings.hibernate;
        let about_sleep = may_sleep && !message.context.is_empty() && is_about_sleep(&message);
        let (kind, from) = (message.get_msg_type(), message.from);
        match kind {
            RaftType::MsgRequestVote | RaftType::MsgRequestPreVote
                if self.withholds(cx, index, &message) =>
            {
                return;
            }
            RaftType::MsgTimeoutNow if self.replicas[index].is_spent(&message) => return,
            RaftType::MsgReadIndex
                if cx.settings.reads.index_by_lease
                    && self.answer_index_by_lease(cx, index, &message) =>
            {
                return;
            }
            _ => {}
        }
        let replica = &mut self.replicas[index];
        let (term, reject) = (message.term, message.reject);
        let taken = Taken::of(&message);
        replica.lend(&mut self.list);
        let raft = replica.node();
        let term_before = raft.raft.term;
        // Errors are for messages of unknown peers or from removed ones: dropped, as TiKV does.
        let _ = raft.step(self.boxes.unboxed(message));
        let raft_term = raft.raft.term;
        let is_answer = matches!(
            kind,
            RaftType::MsgAppendResponse
                | RaftType::MsgHeartbeatResponse
                | RaftType::MsgRequestVoteResponse
        );
        if is_answer && term == raft_term && !(kind == RaftType::MsgRequestVoteResponse && reject) {
            replica.record_heard(from, term);
        }
        if raft_term > term_before && kind == RaftType::MsgTimeoutNow {
            replica.count_campaign();
        }
        self.replicas[index].record_promise(cx, taken, term_before);
        if kind == RaftType::MsgAppendResponse {
            self.replicas[index].record_append_answer(from);
        }
        self.after_call(cx, index);
        if about_sleep {
            self.sleep_by(cx, index, kind, from);
        }
    }

    /// The transport's word on a snapshot that this leader sent.
    pub(crate) fn report_snapshot(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        peer: u64,
        ok: bool,
    ) {
        if self.report_ordered(cx, index, peer, ok) {
            return;
        }
        let status = if ok {
            SnapshotStatus::Finish
        } else {
            SnapshotStatus::Failure
        };
        self.replicas[index].node().report_snapshot(peer, status);
        self.after_call(cx, index);
    }

    /// The sender's transport learns that a connection was refused (TiKV reports it to Raft).
    pub(crate) fn unreachable(&mut self, cx: &mut Context, index: ReplicaIndex, peer: u64) {
        if self.replicas[index].is_asleep() {
            self.wake(cx, index);
            self.call_leader_awake(cx, index);
        }
        self.replicas[index].node().report_unreachable(peer);
        self.after_call(cx, index);
        self.delegate_unreachable(cx, index, peer);
        self.source_is_down(cx, index, peer);
    }
}
