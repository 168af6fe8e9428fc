//! Aggregated acknowledgements, off unless switched on: a member answers the delegate that passed
//! an append on to it, and the delegate sends its own acknowledgement and theirs in one message.
//!
//! Each is the member's own word, unchanged and after its own fsync, so the leader counts what it
//! would have counted. What changes: fewer messages cross, with less framing, and the delegate's
//! own acknowledgement waits for the others, at most until its next tick. Refusals never wait.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::NodeId;

use crate::message::{AckBundle, Label, Payload};
use crate::process::StoreContext;
use crate::replica::Replica;
use model::fact::MessageType;

impl Replica {
    /// Takes the acknowledgements that do not go to the leader by themselves out of a batch.
    #[expect(clippy::vec_box, reason = "the caller keeps the boxes")]
    pub(crate) fn bundle_acks(&mut self, cx: &mut StoreContext, batch: &mut Vec<Box<Message>>) {
        let mut position = 0;
        while position < batch.len() {
            let message = &batch[position];
            let waits = message.get_msg_type() == RaftType::MsgAppendResponse
                && !message.reject
                && self.detains(message);
            if waits {
                let message = batch.remove(position);
                let message = cx.process.boxes.unboxed(message);
                self.detain(cx, message);
            } else {
                position += 1;
            }
        }
    }

    fn detain(&mut self, cx: &mut StoreContext, ack: Message) {
        let acks = self.acks.get_or_insert_default();
        let delegate = acks.via.filter(|(_, term)| *term == ack.term);
        if let Some((delegate, _)) = delegate {
            return self.send_bundle(cx, delegate, vec![ack]);
        }
        if acks.own == 0 {
            acks.own = ack.index;
        }
        self.hold_ack(cx, ack);
    }

    /// Keeps an acknowledgement; one for another leader than the kept ones' sends those first.
    fn hold_ack(&mut self, cx: &mut StoreContext, ack: Message) {
        let acks = self.acks.get_or_insert_default();
        let other = acks.held.first().is_some_and(|held| held.to != ack.to);
        if other {
            self.flush_acks(cx);
        }
        let acks = self.acks.get_or_insert_default();
        acks.held.push(ack);
        if acks.complete() {
            self.flush_acks(cx);
        }
    }

    /// What a delegate holds waits no longer than this tick, and who did not answer is not waited
    /// for until something is passed on to it again.
    pub(crate) fn tick_acks(&mut self, cx: &mut StoreContext) {
        let Some(acks) = &mut self.acks else {
            return;
        };
        for member in &mut acks.members {
            member.passed = member.passed.min(member.acked);
        }
        self.flush_acks(cx);
        if !cx.settings.aggregate_acks {
            self.acks = None;
        }
    }

    /// A member's acknowledgement reaches the delegate that sends it on.
    pub(crate) fn keep_ack(&mut self, cx: &mut StoreContext, ack: Message) {
        let acks = self.acks.get_or_insert_default();
        let member = acks.members.iter_mut().find(|m| m.peer == ack.from);
        if let Some(member) = member {
            member.acked = member.acked.max(ack.index);
        }
        self.hold_ack(cx, ack);
    }

    /// What a delegate holds leaves.
    pub(crate) fn flush_acks(&mut self, cx: &mut StoreContext) {
        let at = self.at;
        let acks = self.acks.get_or_insert_default();
        acks.own = 0;
        let held = std::mem::take(&mut acks.held);
        let Some(leader) = held.first().map(|ack| ack.to) else {
            return;
        };
        if let Some(leader) = cx.node_of_peer(at.range, leader) {
            self.send_bundle(cx, leader, held);
        }
    }

    fn send_bundle(&mut self, cx: &mut StoreContext, to: NodeId, acks: Vec<Message>) {
        let at = self.at;
        let last = acks.iter().map(|ack| ack.index).max().unwrap_or(0);
        let term = acks.first().map_or(0, |ack| ack.term);
        let bundle = AckBundle { acks };
        let bytes = bundle.encoded_len() as u64;
        let label = Label {
            term,
            index: last,
            ..Label::new(MessageType::AckBundle, at.range, bytes)
        };
        cx.process.raft_sent += 1;
        cx.send(to, label, Payload::Acks(bundle));
    }
}
