//! What becomes of messages before they leave: Raft's come in batches and are sorted, relayed and
//! encoded. And what the sender's transport tells Raft of those that did not arrive.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::{NodeId, sort_short};

use super::{Label, Outgoing, note_label};
use crate::cluster::{Cluster, ReplicaIndex};
use crate::codec::Effort;
use crate::flight::Payload;
use crate::pump::request_of;
use crate::safe_time::Note;
use crate::storage::ReplicaStorage;
use crate::timeline::Event;
use model::fact::{MessageType, Observer, ReplicaRef, SentFact};

impl<O: Observer> Cluster<O> {
    /// Puts a message on its link, as the sender's node would: with what it has to say of time, and
    /// encoded if that makes it shorter.
    pub(crate) fn send(&mut self, from: NodeId, to: NodeId, label: Label, payload: Payload) {
        let (mut label, mut payload, mut effort) = (label, payload, Effort::default());
        let mut note = Note::default();
        if self.keeps_safe_times() {
            note = self.ride(from, &label, &payload);
        }
        if self.encodes() {
            (payload, effort) = self.encode_payload(from, &mut label, payload);
        }
        self.post(Outgoing {
            from,
            to,
            label,
            payload,
            note,
            effort,
        });
    }

    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(&mut self, index: ReplicaIndex, messages: Vec<Message>) {
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut self.batch);
        batch.extend(
            messages
                .into_iter()
                .map(|message| self.transport.flights.boxed(message)),
        );
        // Order kept per receiver.
        sort_short(&mut batch, |message| message.to);
        if self.settings.aggregate_acks {
            self.bundle_acks(index, &mut batch);
        }
        if self.settings.hibernate {
            for message in &mut batch {
                self.offer_sleep(index, message);
            }
        }
        if self.relays(index) {
            self.send_relayed(index, &mut batch);
        } else {
            for message in batch.drain(..) {
                self.send_raft_message(index, message);
            }
        }
        self.batch = batch;
    }

    /// Sends a replica's Raft message to the store of its receiver.
    pub(crate) fn send_raft_message(&mut self, index: ReplicaIndex, message: Box<Message>) {
        let at = self.replicas[index as usize].at;
        let receiver = self
            .replica_of_peer(at.range, message.to)
            .expect("raft-rs sends to members");
        let to = self.replicas[receiver as usize].at.node;
        let mut bytes = message.encoded_len() as u64;
        if message.get_msg_type() == RaftType::MsgSnapshot {
            if self.settings.neighbour_snapshots && self.order_snapshot(index, &message) {
                self.transport.flights.unboxed(message);
                return;
            }
            // The data stands for all rows of the range; count it as their real encoding.
            let data = message.get_snapshot().get_data();
            bytes += ReplicaStorage::snapshot_wire_bytes(data) - data.len() as u64;
        }
        let label = Label {
            what: type_of(message.get_msg_type()),
            range: at.range,
            bytes,
            reject: message.reject,
            request: request_of(&message),
            term: message.term,
            index: message.index,
            entries: message.entries.len() as u32,
        };
        self.raft_sent += 1;
        let in_name_of = message.from;
        let payload = match self.keys_for(index, &message) {
            Some(keys) => Payload::Initial(message, keys),
            None => Payload::Raft(message),
        };
        self.send(at.node, to, label, payload);
        if in_name_of != at.peer && label.what == MessageType::Snapshot {
            self.tell_saved_snapshot(at, in_name_of, to, bytes);
        }
    }

    /// Wakes another member of a range that sleeps.
    pub(crate) fn send_wake(&mut self, at: ReplicaRef, to: NodeId, peer: u64) {
        let label = note_label(MessageType::Wake, at.range);
        self.send(at.node, to, label, Payload::Wake { peer });
    }

    /// The sender's transport learns of its snapshot's end one delay later.
    pub(crate) fn report_snapshot_later(&mut self, fact: &SentFact, peer: u64, ok: bool) {
        let Some(index) = self.replica_on(fact.from, fact.range) else {
            return;
        };
        let peer = peer as u32;
        let life = self.replicas[index as usize].life;
        let at = self.now() + self.transport.network.delay_us(fact.to, fact.from);
        self.at(
            at,
            Event::SnapshotReport {
                replica: index,
                life,
                peer,
                ok,
            },
        );
    }

    /// The sender's transport learns that a connection was refused (TiKV reports it to Raft).
    pub(crate) fn unreachable(&mut self, index: ReplicaIndex, life: u32, peer: u32) {
        let event = Event::Unreachable {
            replica: index,
            life,
            peer,
        };
        if !self.is_due(index, life, event) {
            return;
        }
        if self.is_asleep(index) {
            self.wake(index);
            self.call_leader_awake(index);
        }
        self.replicas[index as usize]
            .node()
            .report_unreachable(u64::from(peer));
        self.after_call(index);
        self.delegate_unreachable(index, u64::from(peer));
        self.source_is_down(index, u64::from(peer));
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
