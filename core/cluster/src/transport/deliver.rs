//! A message's end: it reaches the node that it is for, or dies on the way. Who has no queue
//! handles it at once, a store when a core is free.

use sim::{Fate, NodeId};

use crate::cluster::Cluster;
use crate::flight::{Flight, Payload, ReadPayload, WritePayload};
use crate::route::Asked;
use crate::timeline::Event;
use model::config::{NodeKind, ReadMode};
use model::fact::{Death, Fact, MessageType, Observer};
use model::view::StoreStatus;

impl<O: Observer> Cluster<O> {
    /// A message reaches its receiver, or dies on the way.
    pub(crate) fn arrive(&mut self, slot: u32, number: u64) {
        let Some(flight) = self.transport.flights.get_mut(slot, number) else {
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
        let flight = self
            .transport
            .flights
            .take(slot, number)
            .expect("just seen");
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
            self.gateways.is_down(to)
        };
        is_down.then_some(Death::ReceiverDown)
    }

    /// A message is there: who has no queue handles it now, a store when a core is free.
    fn take_delivered(&mut self, flight: Flight) {
        let to = flight.fact.to;
        match self.config.nodes[usize::from(to.0)].kind {
            NodeKind::Store(_) => self.reaches_store(flight),
            NodeKind::Gateway => self.gateway_receives(flight),
            NodeKind::PlacementDriver => self.driver_receives(flight),
        }
    }

    fn reaches_store(&mut self, flight: Flight) {
        let (to, number) = (flight.fact.to, flight.fact.flight);
        if let Payload::Raft(message) = &flight.payload
            && flight.fact.what == MessageType::Snapshot
        {
            self.report_snapshot_later(&flight.fact, message.to, true);
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
            self.transport.drop_note(number);
        }
    }

    fn handle(&mut self, flight: Flight) {
        match self.transport.take_note(flight.fact.flight) {
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
}
