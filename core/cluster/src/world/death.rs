//! Messages that end short of their goal, and who learns of it when.

use sim::{Micros, NodeId};

use super::AnyCluster;
use crate::message::Payload;
use crate::timeline::Event;
use crate::transport::{Envelope, Flight};
use model::fact::Fact;
use model::fact::{Death, MessageType, SentFact};
use model::ids::RangeId;

impl AnyCluster {
    /// Messages that left together end short of their goal.
    #[cold]
    pub(super) fn die(&mut self, mut flight: Flight, how: Death) {
        if !flight.is_known && flight.has_event {
            self.transport.keep_ghost(&flight);
        } else if !flight.is_known {
            flight.first.fact.end_us = self.now();
            self.observer.decided(flight.sent_us, &flight.first.fact);
        }
        self.end_short(&flight.first, flight.sent_us, how);
        for envelope in &flight.rest {
            self.end_short(envelope, flight.sent_us, how);
        }
    }

    #[cold]
    fn end_short(&mut self, message: &Envelope, sent_us: Micros, how: Death) {
        let Envelope { fact, payload } = message;
        let flight = fact.flight;
        self.transport.take_originals(flight);
        self.transport.drop_piggyback(flight);
        self.emit(Fact::Died { flight, how });
        if self.is_down(fact.from) {
            return;
        }
        if let Payload::Raft(message) = payload
            && fact.what == MessageType::Snapshot
        {
            self.report_snapshot_later(fact, message.to, false);
        }
        let Some(at) = self.learns_at(fact, how) else {
            return;
        };
        let slot = match payload {
            Payload::Raft(_)
            | Payload::Lean(_)
            | Payload::Initial(..)
            | Payload::Relay(_)
            | Payload::Nack(_)
            | Payload::Acks(_)
            | Payload::Frame(_)
            | Payload::SnapshotOrder(_) => {
                return self.report_unreachable((fact.from, fact.to), fact.range, at);
            }
            // Whatever found no room waits for it in its gateway, up to its deadline.
            Payload::Write(write) if how == Death::BufferFull => {
                return self.gateways.found_no_room(write.slot, fact.request);
            }
            // Requests of a connection that broke are told together.
            _ if matches!(how, Death::Broken | Death::BufferFull) => return,
            Payload::Read(read) => read.slot,
            Payload::Write(write) => write.slot,
            Payload::Call(call) => return self.call_refused_at(call, at),
            _ => return,
        };
        let (from, to) = (fact.from, fact.to);
        let is_refused =
            how == Death::ReceiverDown && self.gateways.is_refused((from, to), (sent_us, at));
        self.at(
            at,
            Event::Broken {
                slot,
                request: fact.request,
                store: to,
                is_refused,
            },
        );
    }

    /// The sender's transport learns of its snapshot's end one delay later.
    pub(super) fn report_snapshot_later(&mut self, fact: &SentFact, peer: u64, ok: bool) {
        let sender = &self.stores[usize::from(fact.from.0)];
        if let Some(event) = sender.snapshot_ended(fact.range, peer, ok) {
            let delay_us = self.transport.network.delay_us(fact.to, fact.from);
            self.at(self.now() + delay_us, event);
        }
    }

    /// The sender's transport learns that a range's replica on another store does not hear it.
    pub(super) fn report_unreachable(
        &mut self,
        (from, to): (NodeId, NodeId),
        range: RangeId,
        at: Micros,
    ) {
        let other = self.stores[usize::from(to.0)].replica(range);
        let sender = &self.stores[usize::from(from.0)];
        if let Some(event) = other.and_then(|other| sender.peer_is_gone(range, other.at.peer)) {
            self.at(at, event);
        }
    }

    /// When the sender's transport learns that a message did not arrive, if it does.
    fn learns_at(&self, fact: &SentFact, how: Death) -> Option<Micros> {
        match how {
            Death::Lost | Death::Cut | Death::Dropped => None,
            // It closed the connection itself, or found no room for the message.
            Death::Closed | Death::BufferFull => Some(self.now()),
            // The connection was closed for another message, which is told of.
            Death::Broken if !self.is_down(fact.to) => None,
            // The receiver's machine answers for its dead process: the connection is refused.
            Death::Broken | Death::ReceiverDown => {
                let is_cut = self.transport.network.is_cut(fact.to, fact.from);
                (!is_cut).then(|| self.now() + self.transport.network.delay_us(fact.to, fact.from))
            }
        }
    }

    /// Whether a node is a store or gateway that is down.
    pub(super) fn is_down(&self, node: NodeId) -> bool {
        match self.stores.get(usize::from(node.0)) {
            Some(store) => store.is_down(),
            None => self.gateways.is_down(node),
        }
    }

    /// A node went down: what is under way to it dies with its connections. So does what it sent
    /// itself if it lost power; what a process sent before its end is with its kernel, which sends
    /// it on. What waits in others' buffers has arrived there.
    #[cold]
    pub(super) fn break_flights(&mut self, node: NodeId, lost_power: bool) {
        let broken = self
            .transport
            .flights
            .chosen(|f| f.to == node || lost_power && f.from == node);
        for (slot, number) in broken {
            let flight = self
                .transport
                .flights
                .take(slot, number)
                .expect("just chosen");
            self.die(flight, Death::Broken);
        }
    }
}
