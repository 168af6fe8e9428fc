//! What raft-rs wants sent: its messages are sorted, bundled, marked and relayed, as the switches
//! say, and become messages of the network with a label, a length, and a snapshot's way.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::sort_short;

use crate::message::{Label, Payload};
use crate::process::StoreContext;
use crate::replica::reads::request_of;
use crate::replica::{Replica, ReplicaStorage};
use model::fact::MessageType;

impl Replica {
    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(&mut self, cx: &mut StoreContext, mut messages: Vec<Message>) {
        if messages.is_empty() {
            return;
        }
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut cx.process.batch);
        let boxes = &mut cx.process.boxes;
        batch.extend(messages.drain(..).map(|message| boxes.boxed(message)));
        if cx.process.list.capacity() == 0 {
            cx.process.list = messages;
        }
        // Order kept per receiver.
        sort_short(&mut batch, |message| message.to);
        if cx.settings.aggregate_acks {
            self.bundle_acks(cx, &mut batch);
        }
        if cx.settings.hibernate {
            for message in &mut batch {
                self.offer_sleep(cx, message);
            }
        }
        if self.relays(cx) {
            self.send_relayed(cx, &mut batch);
        } else {
            for message in batch.drain(..) {
                self.send_raft_message(cx, message);
            }
        }
        cx.process.batch = batch;
    }

    /// Sends a replica's Raft message to the store of its receiver.
    pub(crate) fn send_raft_message(&mut self, cx: &mut StoreContext, message: Box<Message>) {
        let at = self.at;
        let to = cx.node_of_peer(at.range, message.to);
        let to = to.expect("raft-rs sends to members");
        let mut bytes = message.encoded_len() as u64;
        if message.get_msg_type() == RaftType::MsgSnapshot {
            if cx.settings.neighbour_snapshots && self.order_snapshot(cx, &message) {
                cx.process.boxes.unboxed(message);
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
        cx.process.raft_sent += 1;
        let in_name_of = message.from;
        let payload = match self.keys_for(&message) {
            Some(keys) => Payload::Initial(message, keys),
            None => Payload::Raft(message),
        };
        let note = self.piggyback(cx, label.what, in_name_of);
        cx.send_with(to, label, payload, note);
        if in_name_of != at.peer && label.what == MessageType::Snapshot {
            self.emit_saved_snapshot(cx, at.range, in_name_of, to, bytes);
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
