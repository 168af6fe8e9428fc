//! What a store does with a message that has arrived: it waits for a core unless one is free, and
//! goes to what it is for.

use super::framing::open_frame;
use crate::context::Context;
use crate::message::{Asked, Payload, Piggyback, ReadPayload, WritePayload};
use crate::store::Store;
use crate::timeline::Event;
use crate::transport::Flight;
use model::config::Service;
use model::fact::SentFact;

impl Store {
    /// A message has arrived: it is handled at once or when a core is free.
    pub(crate) fn on_message(&mut self, cx: &mut Context, flight: Flight) {
        // A read is charged when it is served; one that is passed on is a message like others.
        let is_read = match &flight.payload {
            Payload::Read(read) => read.mode.service() != Service::PassOn,
            _ => false,
        };
        if is_read {
            return self.handle(cx, flight);
        }
        // A message that finds a free core is handled at once and only charged; its own few µs
        // are not added to its latency. One that finds none waits its turn.
        let now = cx.now();
        let waits = self.cores.queued_us(now) > 0;
        let decode_ns = match &flight.payload {
            Payload::Frame(framed) => framed.decode_ns,
            _ => 0,
        };
        let cost_ns = cx.config.costs.message_ns + decode_ns;
        let finish = self.cores.submit(now, cost_ns);
        if !waits {
            return self.handle(cx, flight);
        }
        let number = flight.fact.flight;
        let event = Event::Handle {
            store: self.node,
            slot: self.queued.insert(flight),
            number,
            life: self.life,
        };
        cx.at(finish, event);
    }

    /// A core is free for a message that had to wait.
    pub(crate) fn handle_late(&mut self, cx: &mut Context, slot: u32, number: u64, life: u32) {
        let flight = self.queued.take(slot, number).expect("it waits");
        if self.life == life {
            self.handle(cx, flight);
        } else {
            cx.drop_piggyback(number);
        }
    }

    fn handle(&mut self, cx: &mut Context, flight: Flight) {
        match cx.take_piggyback(flight.fact.flight) {
            None => self.give_to_receiver(cx, flight),
            Some(note) => self.give_with_piggyback(cx, flight, note),
        }
    }

    /// Hands a message to whom it is for.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each kind of message, and no more"
    )]
    fn give_to_receiver(&mut self, cx: &mut Context, mut flight: Flight) {
        let fact = flight.fact;
        if let Payload::Frame(framed) = &flight.payload {
            let Some(payload) = open_frame(cx, &fact, framed) else {
                return;
            };
            flight.payload = payload;
        }
        if let Payload::Lean(lean) = &flight.payload {
            flight.payload = Payload::Raft(self.boxes.filled(lean));
        }
        if let Payload::Order(order) = flight.payload {
            return self.schedule_order_arrives(cx, order);
        }
        if let Payload::IndexQuestion(ask) = flight.payload {
            return self.index_asked(cx, &fact, ask);
        }
        if matches!(flight.payload, Payload::Safe(_)) {
            return self.safe_arrives(cx, flight);
        }
        if let Payload::Rows { .. } | Payload::Refused { .. } | Payload::LockMet { .. } =
            flight.payload
        {
            return self.relay_answer(cx, fact.from, fact.request, fact.bytes, flight.payload);
        }
        let index = self.replica_on(fact.range);
        match flight.payload {
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
    fn give_with_piggyback(&mut self, cx: &mut Context, flight: Flight, note: Piggyback) {
        let SentFact {
            from,
            what,
            range,
            term,
            ..
        } = flight.fact;
        self.update_hlc(cx, note.clock);
        let index = self.replica_on(range);
        if let Some(index) = index
            && note.heard > 0
        {
            self.replicas[index].receive_safe_time(cx, (what, term), from, note.heard);
        }
        self.give_to_receiver(cx, flight);
        if let Some(index) = index
            && note.safe > 0
        {
            self.replicas[index].learn_safe(term, note.index, note.safe);
        }
    }
}
