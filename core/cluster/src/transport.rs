//! Sends, delivers and loses messages. Sizes are lengths of real encodings; framing is counted
//! beside them, of all that leaves in one message, and takes no time on the link.

use kv::protobuf::bytes_field;
use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::{Fate, NodeId, sort_short};

use crate::cluster::{Cluster, Event, ReplicaIndex};
use crate::codec::Effort;
use crate::flight::{Flight, Payload, ReadPayload, WritePayload};
use crate::pump::request_of;
use crate::route::Asked;
use crate::safe_time::{Note, note_bytes};
use crate::storage::ReplicaStorage;
use crate::wire;
use kv::command::KEY_BYTES;
use model::config::ReadMode;
use model::fact::{ByteKind, Death, Fact, MessageType, Observer, ReplicaRef, SentFact};
use model::view::StoreStatus;

/// Length of a message without content: its type (kvproto's `ExtraMessage`).
const NOTE_BYTES: u64 = 4;

/// What a message is, apart from where it goes and what it carries.
#[derive(Copy, Clone)]
pub(crate) struct Label {
    pub(crate) what: MessageType,
    pub(crate) range: u32,
    pub(crate) bytes: u64,
    pub(crate) reject: bool,
    pub(crate) request: u64,
    pub(crate) term: u64,
    pub(crate) index: u64,
    pub(crate) entries: u32,
}

impl<O: Observer> Cluster<O> {
    /// Puts a message on its link.
    pub(crate) fn send(&mut self, from: NodeId, to: NodeId, label: Label, payload: Payload) {
        let (mut label, mut payload, mut effort) = (label, payload, Effort::default());
        let mut note = Note::default();
        if self.keeps_safe_times() {
            note = self.ride(from, &label, &payload);
        }
        if self.encodes() {
            (payload, effort) = self.encode_payload(from, &mut label, payload);
        }
        label.bytes += u64::from(note_bytes(&note));
        let kind = kind_of(label.what);
        let now = self.now();
        let sent = self.network.send(now, from, to, label.bytes);
        self.flights_sent += 1;
        let number = self.flights_sent;
        self.keep_note(number, note);
        let fact = SentFact {
            flight: number,
            from,
            to,
            what: label.what,
            kind,
            range: label.range,
            bytes: label.bytes,
            framing: wire::framing_bytes(kind, label.bytes, wrapped_bytes(&payload))
                + wire::resent_bytes(sent.resent, sent.resent_bytes),
            end_us: sent.end_us,
            fate: sent.fate,
            reject: label.reject,
            request: label.request,
            term: label.term,
            index: label.index,
            entries: label.entries,
        };
        let slot = self.flights.insert(Flight {
            fact,
            sent_us: now,
            payload,
            held_us: sent.held_us,
            resent: sent.resent,
            in_buffer: false,
        });
        self.emit(Fact::Sent(fact));
        self.tell_saved(number, effort);
        self.at(sent.end_us, Event::Arrive { slot, number });
        self.bring_forward();
        if !self.corruptions.is_empty() {
            self.corrupt_if_due(&fact);
        }
    }

    /// The zone of a node.
    pub(crate) fn zone_of(&self, node: NodeId) -> sim::ZoneId {
        self.config.nodes[usize::from(node.0)].zone
    }

    /// Sends a batch of a replica's messages, sorted by receiver, order kept per receiver.
    pub(crate) fn send_raft(&mut self, index: ReplicaIndex, messages: Vec<Message>) {
        // Sorted as pointers: a message is some 300 bytes. Boxes and their list are used again.
        let mut batch = std::mem::take(&mut self.batch);
        batch.extend(
            messages
                .into_iter()
                .map(|message| self.flights.boxed(message)),
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
                self.flights.unboxed(message);
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

    /// A message reaches its receiver, or dies on the way.
    pub(crate) fn arrive(&mut self, slot: u32, number: u64) {
        let Some(flight) = self.flights.get_mut(slot, number) else {
            return;
        };
        if flight.in_buffer {
            // It came earlier than was thought when it was sent.
            return;
        }
        let (to, fate) = (flight.fact.to, flight.fact.fate);
        if fate == Fate::Arrives && self.is_paused(to) {
            return self.wait_in_buffer(slot, number);
        }
        let flight = self.flights.take(slot, number).expect("just seen");
        if let Some(how) = self.death_of(to, fate) {
            return self.die(flight, how);
        }
        if flight.held_us > 0 {
            self.emit(Fact::HeldBack {
                flight: number,
                held_us: flight.held_us,
                resent: flight.resent,
            });
        }
        self.emit(Fact::Delivered { flight: number });
        self.take_delivered(flight);
    }

    /// How a message ends that does not come to its receiver, by its fate and the receiver's.
    fn death_of(&self, to: NodeId, fate: Fate) -> Option<Death> {
        match fate {
            Fate::Lost => return Some(Death::Lost),
            Fate::Blocked => return Some(Death::Cut),
            Fate::Full => return Some(Death::BufferFull),
            Fate::Closed => return Some(Death::Closed),
            Fate::Arrives => {}
        }
        let is_down = if self.is_store(to) {
            self.stores[usize::from(to.0)].status == StoreStatus::Crashed
        } else {
            self.gateways.iter().any(|g| g.node == to && !g.up)
        };
        is_down.then_some(Death::ReceiverDown)
    }

    /// A message is there: who has no queue handles it now, a store when a core is free.
    fn take_delivered(&mut self, flight: Flight) {
        let (to, number) = (flight.fact.to, flight.fact.flight);
        let is_store = self.is_store(to);
        if let Payload::Raft(message) = &flight.payload
            && flight.fact.what == MessageType::Snapshot
        {
            self.report_snapshot_later(&flight.fact, message.to, true);
        }
        if matches!(
            flight.payload,
            Payload::StoreReport(_) | Payload::RangeReport(_)
        ) {
            return self.driver_receives(flight);
        }
        if !is_store && matches!(flight.payload, Payload::Safe(_)) {
            return self.safe_arrives(flight);
        }
        if self.oracle.node == Some(to) {
            return self.oracle_receives(flight);
        }
        if !is_store {
            if let Some(note) = self.take_note(number) {
                self.hear_time(to, note.clock);
            }
            return self.gateway_receives(flight);
        }
        // A read is charged when it is served; one that is passed on is a message like others.
        let is_read = match &flight.payload {
            Payload::Read(read) => read.mode != ReadMode::Proxy,
            _ => false,
        };
        let now = self.now();
        let cores = &mut self.stores[usize::from(to.0)].cores;
        if is_read {
            return self.handle(flight);
        }
        // A message that finds a free core is handled at once and only charged; its own few µs
        // are not added to its latency. One that finds none waits its turn.
        let waits = cores.queued_us(now) > 0;
        let decode_ns = match &flight.payload {
            Payload::Frame(framed) => framed.decode_ns,
            _ => 0,
        };
        let finish = cores.submit(now, self.config.costs.message_ns + decode_ns);
        if !waits {
            return self.handle(flight);
        }
        let life = self.stores[usize::from(to.0)].life;
        let slot = self.queued.insert(flight);
        self.at(finish, Event::Handle { slot, number, life });
    }

    /// A core is free for a message that had to wait.
    pub(crate) fn handle_late(&mut self, slot: u32, number: u64, life: u32) {
        let Some(fact) = self.queued.fact(slot, number) else {
            return;
        };
        let to = fact.to;
        if self.hold_back(to, Event::Handle { slot, number, life }) {
            return;
        }
        let flight = self.queued.take(slot, number).expect("just seen");
        if self.stores[usize::from(to.0)].life == life {
            self.handle(flight);
        } else {
            self.drop_note(number);
        }
    }

    fn handle(&mut self, flight: Flight) {
        match self.take_note(flight.fact.flight) {
            None => self.give_to_receiver(flight),
            Some(note) => self.give_with_note(flight, note),
        }
    }

    /// Hands a message to whom it is for.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of message, and no more"
    )]
    pub(crate) fn give_to_receiver(&mut self, mut flight: Flight) {
        let fact = flight.fact;
        if let Payload::Frame(framed) = &flight.payload {
            let Some(payload) = self.open_frame(&fact, framed) else {
                return;
            };
            flight.payload = payload;
        }
        if let Payload::Order(order) = flight.payload {
            return self.schedule_order_arrives(fact.to, order);
        }
        if let Payload::IndexQuestion(ask) = flight.payload {
            return self.index_asked(&fact, ask);
        }
        if matches!(flight.payload, Payload::Safe(_)) {
            return self.safe_arrives(flight);
        }
        if let Payload::Rows { .. } | Payload::Refused { .. } | Payload::LockMet { .. } =
            flight.payload
        {
            let way = (fact.to, fact.from);
            return self.relay_answer(way, fact.request, fact.bytes, flight.payload);
        }
        let index = self.replica_on(fact.to, fact.range);
        match flight.payload {
            Payload::Raft(message) => {
                if let Some(index) = index {
                    self.note_append_way(index, fact.from, fact.what, message.term);
                }
                self.raft_arrives(fact.range, message, None);
            }
            Payload::Initial(message, keys) => {
                self.raft_arrives(fact.range, message, Some(keys));
            }
            Payload::StaleCheck(check) => self.stale_check_arrives(fact.range, check),
            Payload::Tombstone(word) => self.buried(fact.range, word),
            Payload::Wake { peer } => self.called_awake(fact.range, peer),
            Payload::Read(ReadPayload {
                slot,
                key,
                rows,
                epoch,
                ..
            })
            | Payload::Write(WritePayload {
                slot,
                key,
                rows,
                epoch,
                ..
            }) if index.is_none() => {
                let asked = Asked { key, rows, epoch };
                let to = (fact.from, slot, fact.request);
                self.refuse_keys((fact.to, fact.range), to, asked);
            }
            Payload::Read(read) => {
                let index = index.expect("just seen");
                self.read_arrives(index, fact.from, fact.request, read);
            }
            Payload::Write(write) => {
                let index = index.expect("just seen");
                self.write_arrives(index, fact.from, fact.request, write);
            }
            Payload::Call(call) => self.call_delivered(index, &fact, &call),
            Payload::SnapshotOrder(order) => {
                // It may be gone: then the leader's patience ends.
                if let Some(index) = index {
                    self.order_arrives(index, fact.from, order);
                }
            }
            Payload::Relay(relay) => {
                if let Some(index) = index {
                    self.relay_arrives(index, fact.flight, fact.from, *relay);
                }
            }
            Payload::Nack(nack) => {
                if let Some(index) = index {
                    self.nack_arrives(index, &nack);
                }
            }
            Payload::Acks(bundle) => {
                if let Some(index) = index {
                    self.acks_arrive(index, bundle);
                }
            }
            _ => panic!("it was opened, was handled, or is for another kind of node"),
        }
    }

    /// The sender's transport learns of its snapshot's end one delay later.
    pub(crate) fn report_snapshot_later(&mut self, fact: &SentFact, peer: u64, ok: bool) {
        let Some(index) = self.replica_on(fact.from, fact.range) else {
            return;
        };
        let peer = peer as u32;
        let life = self.replicas[index as usize].life;
        let at = self.now() + self.network.delay_us(fact.to, fact.from);
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

/// A message between replicas that is not Raft's: all that it says is in the wrapper.
pub(crate) fn note_label(what: MessageType, range: u32) -> Label {
    Label {
        what,
        range,
        bytes: NOTE_BYTES,
        reject: false,
        request: 0,
        term: 0,
        index: 0,
        entries: 0,
    }
}

/// What the wrapper holds beside the usual: the keys of a range that begins there, as in TiKV's.
fn wrapped_bytes(payload: &Payload) -> u32 {
    match payload {
        Payload::Initial(..) => 2 * bytes_field(KEY_BYTES as u32),
        _ => 0,
    }
}

/// Booking kind of a message type. A heartbeat stays a heartbeat when it carries a read context.
pub fn kind_of(what: MessageType) -> ByteKind {
    match what {
        MessageType::Append | MessageType::RelayAppend | MessageType::ForwardedAppend => {
            ByteKind::Append
        }
        MessageType::AppendResponse | MessageType::RelayNack | MessageType::AckBundle => {
            ByteKind::Ack
        }
        MessageType::Heartbeat
        | MessageType::HeartbeatResponse
        | MessageType::Wake
        | MessageType::StaleCheck
        | MessageType::Tombstone => ByteKind::Heartbeat,
        MessageType::PreVote
        | MessageType::PreVoteResponse
        | MessageType::Vote
        | MessageType::VoteResponse
        | MessageType::TimeoutNow
        | MessageType::TransferLeader => ByteKind::Vote,
        MessageType::ReadIndex | MessageType::ReadIndexResponse => ByteKind::ReadIndex,
        MessageType::Snapshot | MessageType::SnapshotOrder => ByteKind::Snapshot,
        MessageType::ReadRequest
        | MessageType::Rows
        | MessageType::Refusal
        | MessageType::ForwardedRead
        | MessageType::ForwardedRows => ByteKind::Read,
        MessageType::WriteRequest
        | MessageType::WriteResponse
        | MessageType::TxnRequest
        | MessageType::TxnResponse => ByteKind::Write,
        MessageType::TsoRequest
        | MessageType::TsoResponse
        | MessageType::TsoIndexRequest
        | MessageType::TsoIndexResponse
        | MessageType::CheckLeader
        | MessageType::CheckLeaderResponse
        | MessageType::SafeTime => ByteKind::Tso,
        MessageType::StoreReport | MessageType::RangeReport | MessageType::ScheduleOrder => {
            ByteKind::Schedule
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
