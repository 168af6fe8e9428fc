//! What a store does with a message that has arrived: it goes to what it is for.

use super::framing::open_frame;
use crate::context::Context;
use crate::message::{Asked, Payload, Piggyback, ReadPayload, WritePayload};
use crate::store::Store;
use crate::transport::Envelope;
use model::fact::SentFact;

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
            envelope.payload = Payload::Raft(self.boxes.filled(lean));
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
            return self.relay_answer(cx, fact.from, fact.request, fact.bytes, envelope.payload);
        }
        let index = self.replica_on(fact.range);
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
            Payload::Wake { peer } => self.called_awake(cx, fact.range, peer),
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
                self.refuse_keys(cx, fact.range, to, asked);
            }
            Payload::Read(read) => {
                let index = index.expect("just seen");
                self.read_arrives(cx, index, fact.from, fact.request, read);
            }
            Payload::Write(write) => {
                let index = index.expect("just seen");
                self.write_arrives(cx, index, fact.from, fact.request, write);
            }
            Payload::Call(call) => self.call_delivered(cx, index, &fact, &call),
            Payload::SnapshotOrder(order) => {
                // It may be gone: then the leader's patience ends.
                if let Some(index) = index {
                    self.order_arrives(cx, index, fact.from, order);
                }
            }
            Payload::Relay(relay) => {
                if let Some(index) = index {
                    self.relay_arrives(cx, index, fact.flight, fact.from, *relay);
                }
            }
            Payload::Nack(nack) => {
                if let Some(index) = index {
                    self.nack_arrives(cx, index, &nack);
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
        self.update_hlc(cx, note.clock);
        let index = self.replica_on(range);
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
}
