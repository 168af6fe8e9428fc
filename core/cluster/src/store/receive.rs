//! What a store does with a message that has arrived: it goes to what it is for. A Raft message is
//! taken by a replica that exists; one that does not may begin to with it, and who was removed is
//! told so.

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::message::{AckBundle, Payload, Piggyback};
use crate::process::open_frame;
use crate::replica::{is_about_sleep, is_vote_request};
use crate::store::Store;
use crate::timeline::ReplicaIndex;
use crate::transport::Envelope;
use model::fact::SentFact;
use model::ids::RangeId;

impl Store {
    /// Handles a message.
    #[inline(never)]
    pub(crate) fn handle(&mut self, cx: &mut Context, envelope: Envelope) {
        match cx.take_piggyback(envelope.fact.flight) {
            None => self.give_to_receiver(cx, envelope),
            Some(note) => self.give_with_piggyback(cx, envelope, note),
        }
    }

    /// Hands a message to whom it is for.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of message, and no more"
    )]
    fn give_to_receiver(&mut self, cx: &mut Context, mut envelope: Envelope) {
        let fact = envelope.fact;
        if let Payload::Frame(framed) = &envelope.payload {
            let Some(payload) = open_frame(cx, &fact, framed) else {
                return;
            };
            envelope.payload = payload;
        }
        if let Payload::Lean(lean) = &envelope.payload {
            envelope.payload = Payload::Raft(self.process.boxes.filled(lean));
        }
        if let Payload::Order(order) = envelope.payload {
            return self.schedule_order_arrives(cx, order);
        }
        if let Payload::IndexQuestion(ask) = envelope.payload {
            return self.index_asked(cx, &fact, ask);
        }
        if matches!(envelope.payload, Payload::Safe(_)) {
            return self.safe_arrives(cx, envelope);
        }
        if let Payload::Rows { .. } | Payload::Refused { .. } | Payload::LockMet { .. } =
            envelope.payload
        {
            let mut cx = self.at_process(cx);
            return cx.relay_answer(fact.from, fact.request, fact.bytes, envelope.payload);
        }
        let index = self.replicas.on(fact.range);
        match envelope.payload {
            Payload::Raft(message) => {
                if let Some(index) = index {
                    self.replicas[index].record_append_way(cx, fact.from, fact.what, message.term);
                }
                self.raft_arrives(cx, fact.range, message, None);
            }
            Payload::Initial(message, keys) => {
                self.raft_arrives(cx, fact.range, message, Some(keys));
            }
            Payload::StaleCheck(check) => self.stale_check_arrives(cx, fact.range, check),
            Payload::Tombstone(word) => self.tombstone_arrives(cx, fact.range, word),
            Payload::Wake { peer } => {
                let known = self.replicas.of_peer(fact.range, peer);
                if let Some(index) = known {
                    let (replica, cx) = &mut self.at_replica(cx, index);
                    replica.wake_if_up(cx);
                }
            }
            Payload::Read(read) => self.read_arrives(cx, index, &fact, read),
            Payload::Write(write) => self.write_arrives(cx, index, &fact, write),
            Payload::Call(call) => self.call_arrives(cx, index, &fact, &call),
            Payload::SnapshotOrder(order) => {
                // It may be gone: then the leader's patience ends.
                if let Some(index) = index {
                    let (replica, cx) = &mut self.at_replica(cx, index);
                    replica.order_arrives(cx, fact.from, order);
                }
            }
            Payload::Relay(relay) => {
                if let Some(index) = index {
                    let (replica, cx) = &mut self.at_replica(cx, index);
                    replica.relay_arrives(cx, fact.flight, fact.from, *relay);
                }
            }
            Payload::Nack(nack) => {
                if let Some(index) = index {
                    let (replica, cx) = &mut self.at_replica(cx, index);
                    replica.nack_arrives(cx, &nack);
                }
            }
            Payload::Acks(bundle) => {
                if let Some(index) = index {
                    self.acks_arrive(cx, index, bundle);
                }
            }
            _ => panic!("it was opened, was handled, or is for another kind of node"),
        }
    }

    /// Hands over a message that something is piggybacked on.
    fn give_with_piggyback(&mut self, cx: &mut Context, envelope: Envelope, note: Piggyback) {
        let SentFact {
            from,
            what,
            range,
            term,
            ..
        } = envelope.fact;
        self.at_process(cx).update_hlc(note.clock);
        let index = self.replicas.on(range);
        if let Some(index) = index
            && note.heard > 0
        {
            self.replicas[index].receive_safe_time(cx, (what, term), from, note.heard);
        }
        self.give_to_receiver(cx, envelope);
        if let Some(index) = index
            && note.safe > 0
        {
            self.replicas[index].learn_safe(term, note.index, note.safe);
        }
    }

    /// A Raft message reaches the store of its receiver.
    pub(crate) fn raft_arrives(
        &mut self,
        cx: &mut Context,
        range: RangeId,
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
            let (replica, cx) = &mut self.at_replica(cx, index);
            return replica.send_tombstone(cx, message.from);
        }
        if !replica.is_up() {
            return;
        }
        if cx.reshaped()
            && message.get_msg_type() == RaftType::MsgSnapshot
            && !self.has_room(range, &message)
        {
            return;
        }
        self.step_raft(cx, index, message);
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
            let (replica, cx) = &mut self.at_replica(cx, index);
            replica.keep_ack(cx, ack);
        }
        if !cx.settings.aggregate_acks {
            let (replica, cx) = &mut self.at_replica(cx, index);
            replica.flush_acks(cx);
        }
    }

    /// Whether a snapshot for a range's replica finds room here.
    fn has_room(&self, range: RangeId, message: &Message) -> bool {
        let data = message.get_snapshot().get_data();
        self.replicas.has_room(range, data)
    }

    /// Hands a Raft message to its replica.
    pub(super) fn step_raft(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        message: Box<Message>,
    ) {
        let takes_in = is_about_sleep(&message) && self.takes_in(cx, index);
        let (replica, cx) = &mut self.at_replica(cx, index);
        replica.step_raft(cx, message, takes_in);
    }
}
