//! A Raft message reaches the store of its receiver: a replica that exists takes it, one that does
//! not may begin to with it, and who was removed is told so.

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::group::{ReplicaStorage, is_vote_request};
use crate::message::AckBundle;
use crate::store::{ReplicaIndex, Store};

impl Store {
    /// A Raft message reaches the store of its receiver.
    pub(crate) fn raft_arrives(
        &mut self,
        cx: &mut Context,
        range: u32,
        message: Box<Message>,
        keys: Option<(u64, u64)>,
    ) {
        let Some(index) = self.get_or_create_peer(cx, range, message.to) else {
            return;
        };
        let replica = &self.replicas[index];
        if replica.is_absent() && !self.created_by_message(cx, index, message.from, keys) {
            if is_vote_request(&message) {
                self.replicas[index].keep_early(message);
            }
            return;
        }
        let replica = &self.replicas[index];
        if cx.reshaped() && self.replicas[index].knows_removed(message.from) {
            return self.send_tombstone(cx, index, message.from);
        }
        if !replica.is_up() {
            return;
        }
        if cx.reshaped()
            && message.get_msg_type() == RaftType::MsgSnapshot
            && !self.has_room(index, &message)
        {
            return;
        }
        self.step_raft(cx, index, message);
    }

    /// A store hears of a new member of a group that it shall hold: it exists from now on, without
    /// a log and without rows. Only by a message that says the range's keys, and not while a
    /// replica that is about to be split still holds some of them here.
    fn created_by_message(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        from: u64,
        keys: Option<(u64, u64)>,
    ) -> bool {
        let at = self.replicas[index].at;
        let is_free = |keys| self.overlapping(at.range, keys).next().is_none();
        if !keys.is_some_and(is_free) {
            return false;
        }
        // An older member of the same group on this store was removed and does not know it. One
        // that is younger was not: then this message is late.
        if let Some(other) = self.replica_on(at.range) {
            if self.replicas[other].at.peer > at.peer {
                return false;
            }
            self.destroy_replica(cx, other, vec![from]);
        }
        self.replicas[index].told_by = from;
        let storage = ReplicaStorage::blank(cx.config.data.row_bytes);
        self.create_replica(cx, index, storage);
        true
    }

    /// A bundle arrives: at the leader for which its acknowledgements are, or at a delegate that
    /// sends them on.
    pub(crate) fn acks_arrive(&mut self, cx: &mut Context, index: ReplicaIndex, bundle: AckBundle) {
        let (own, range) = {
            let at = self.replicas[index].at;
            (at.peer, at.range)
        };
        for ack in bundle.acks {
            if ack.to == own {
                self.raft_arrives(cx, range, Box::new(ack), None);
                continue;
            }
            self.keep_ack(cx, index, ack);
        }
        if !cx.settings.aggregate_acks {
            self.flush_acks(cx, index);
        }
    }
}
