//! What becomes of messages before they leave: Raft's come in batches and are sorted, relayed and
//! encoded. And what the sender's transport tells Raft of those that did not arrive.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::{NodeId, sort_short};

use super::framing::encodes;
use crate::context::Context;
use crate::group::ReplicaStorage;
use crate::message::{Effort, Label, Note, Payload};
use crate::store::read_context::request_of;
use crate::store::{ReplicaIndex, Store};
use crate::transport::Outgoing;
use model::fact::MessageType;

impl Store {
    /// Puts a message on its link, as the sender's node would: with what it has to say of time, and
    /// encoded if that makes it shorter.
    pub(crate) fn send(&mut self, cx: &mut Context, to: NodeId, label: Label, payload: Payload) {
        let mut out = Outgoing {
            from: self.node,
            to,
            label,
            payload,
            note: Note::default(),
            effort: Effort::default(),
        };
        if cx.settings.reads.keeps_safe_times() {
            out.note = self.ride(cx, &out.label, &out.payload);
        }
        if encodes(cx) {
            (out.payload, out.effort) = self.encode_payload(cx, &mut out.label, out.payload);
        }
        cx.post(out);
    }

    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        mut messages: Vec<Message>,
    ) {
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut self.batch);
        batch.extend(
            messages
                .iter_mut()
                .map(|message| self.boxes.take_out(message)),
        );
        // Order kept per receiver.
        sort_short(&mut batch, |message| message.to);
        if cx.settings.aggregate_acks {
            self.bundle_acks(cx, index, &mut batch);
        }
        if cx.settings.hibernate {
            for message in &mut batch {
                self.replicas[index].offer_sleep(cx, message);
            }
        }
        if self.replicas[index].relays(cx) {
            self.send_relayed(cx, index, &mut batch);
        } else {
            for message in batch.drain(..) {
                self.send_raft_message(cx, index, message);
            }
        }
        self.batch = batch;
    }

    /// Sends a replica's Raft message to the store of its receiver.
    pub(crate) fn send_raft_message(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        message: Box<Message>,
    ) {
        let at = self.replicas[index].at;
        let to = cx.node_of_peer(at.range, message.to);
        let to = to.expect("raft-rs sends to members");
        let mut bytes = message.encoded_len() as u64;
        if message.get_msg_type() == RaftType::MsgSnapshot {
            if cx.settings.neighbour_snapshots && self.order_snapshot(cx, index, &message) {
                self.boxes.unboxed(message);
                return;
            }
            // The data stands for all rows of the range; count it as their real encoding.
            let data = message.get_snapshot().get_data();
            bytes += ReplicaStorage::snapshot_wire_bytes(data) - data.len() as u64;
        }
        let label = Label {
            reject: message.reject,
            request: request_of(&message),
            term: message.term,
            index: message.index,
            entries: message.entries.len() as u32,
            ..Label::new(type_of(message.get_msg_type()), at.range, bytes)
        };
        self.raft_sent += 1;
        let in_name_of = message.from;
        let payload = match self.replicas[index].keys_for(&message) {
            Some(keys) => Payload::Initial(message, keys),
            None => Payload::Raft(message),
        };
        self.send(cx, to, label, payload);
        if in_name_of != at.peer && label.what == MessageType::Snapshot {
            self.tell_saved_snapshot(cx, at.range, in_name_of, to, bytes);
        }
    }
}

fn type_of(raft: RaftType) -> MessageType {
    match raft {
        RaftType::MsgAppend => MessageType::Append,
        RaftType::MsgAppendResponse => MessageType::AppendResponse,
        RaftType::MsgHeartbeat => MessageType::Heartbeat,
        RaftType::MsgHeartbeatResponse => MessageType::HeartbeatResponse,
        RaftType::MsgRequestPreVote => MessageType::PreVote,
        RaftType::MsgRequestPreVoteResponse => MessageType::PreVoteResponse,
        RaftType::MsgRequestVote => MessageType::Vote,
        RaftType::MsgRequestVoteResponse => MessageType::VoteResponse,
        RaftType::MsgTimeoutNow => MessageType::TimeoutNow,
        RaftType::MsgTransferLeader => MessageType::TransferLeader,
        RaftType::MsgReadIndex => MessageType::ReadIndex,
        RaftType::MsgReadIndexResp => MessageType::ReadIndexResponse,
        RaftType::MsgSnapshot => MessageType::Snapshot,
        RaftType::MsgHup
        | RaftType::MsgBeat
        | RaftType::MsgPropose
        | RaftType::MsgUnreachable
        | RaftType::MsgSnapStatus
        | RaftType::MsgCheckQuorum => panic!("raft-rs sends no {} to others here", raft as i32),
    }
}
