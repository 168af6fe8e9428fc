//! A message's end as the world sees it: it reaches the node that it is for, or dies on the way.

use sim::{Fate, NodeId};

use super::AnyCluster;
use crate::message::{Payload, Slot};
use crate::timeline::Event;
use crate::transport::{Envelope, Flight};
use model::config::NodeKind;
use model::fact::{Death, Fact, MessageType, SentFact};
use model::ids::RequestId;
use model::timestamp;

impl AnyCluster {
    /// A message reaches its receiver, or dies on the way.
    pub(super) fn arrive(&mut self, slot: u32, number: u64) {
        let now = self.now();
        let flights = &mut self.transport.flights;
        let Some(flight) = flights.get_mut(slot, number) else {
            return;
        };
        if flight.in_buffer {
            // It came earlier than was thought when it was sent.
            return;
        }
        let fact = &flight.first.fact;
        if !flight.is_known || fact.end_us > now {
            // Others came onto its link meanwhile.
            return;
        }
        let (to, fate) = (fact.to, fact.fate);
        if fate == Fate::Arrives && self.is_paused(to) {
            return self.wait_in_buffer(slot, number);
        }
        let flight = self.transport.flights.take_held(slot);
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
        for fact in flight.facts() {
            let flight = fact.flight;
            self.emit(Fact::Delivered { flight });
        }
        match self.config.nodes[usize::from(to.0)].kind {
            NodeKind::Store(_) => self.store_receives(flight),
            NodeKind::Gateway => self.gateway_receives(flight.first),
            NodeKind::PlacementDriver => self.driver_receives(flight.first),
        }
    }

    /// How a message ends that does not come to its receiver, by its fate and the receiver's.
    fn death_of(&self, to: NodeId, fate: Fate) -> Option<Death> {
        match fate {
            Fate::Lost => Some(Death::Lost),
            Fate::Blocked => Some(Death::Cut),
            Fate::Full => Some(Death::BufferFull),
            Fate::Closed => Some(Death::Closed),
            Fate::Arrives => self.is_down(to).then_some(Death::ReceiverDown),
        }
    }

    fn store_receives(&mut self, flight: Flight) {
        let Envelope { fact, payload } = &flight.first;
        if let Payload::Raft(message) = payload
            && fact.what == MessageType::Snapshot
        {
            self.report_snapshot_later(fact, message.to, true);
        }
        let node = fact.to;
        let (store, mut cx) = self.at_store(node);
        store.on_flight(&mut cx, flight);
        self.after_store(node);
    }

    /// The receiver closes the connection that a message came on: what is under way on it is lost.
    /// The sender learns it one delay later, and its leaders probe their followers again.
    fn reset_connection(&mut self, broken: &SentFact) {
        let lost = self.transport.flights.chosen(|f| {
            let is_here = (f.from, f.to) == (broken.from, broken.to);
            is_here && f.fate == Fate::Arrives && f.what != MessageType::Snapshot
        });
        let mut ranges = vec![broken.range];
        for (slot, number) in lost {
            let flight = self.transport.flights.take(slot, number);
            let flight = flight.expect("just chosen");
            for fact in flight.facts() {
                if !ranges.contains(&fact.range) {
                    ranges.push(fact.range);
                }
            }
            self.die(flight, Death::Broken);
        }
        let now = self.now();
        self.transport.network.close(now, broken.from, broken.to);
        if self.transport.network.is_cut(broken.to, broken.from) {
            return;
        }
        let at = self.now() + self.transport.network.delay_us(broken.to, broken.from);
        for range in ranges {
            self.report_unreachable((broken.from, broken.to), range, at);
        }
    }

    /// Something is due at a store.
    pub(super) fn store_timer(&mut self, node: NodeId, event: Event) {
        let (store, mut cx) = self.at_store(node);
        store.on_timer(&mut cx, event);
        self.after_store(node);
    }

    /// The connection to a store is gone on which a request waited, or was refused: that of its
    /// gateway, or of the store that passed it on.
    pub(super) fn broken(
        &mut self,
        (slot, request): (Slot, RequestId),
        store: NodeId,
        is_refused: bool,
    ) {
        match self.gateways.waits_at(slot, request) {
            Some(at) if at == store => {
                let (gateways, mut cx) = self.at_gateways();
                gateways.broken(&mut cx, (slot, request), store, is_refused);
            }
            Some(proxy) if usize::from(proxy.0) < self.stores.len() => {
                let event = Event::Broken {
                    slot,
                    request,
                    store,
                    is_refused,
                };
                self.store_timer(proxy, event);
            }
            Some(_) => {}
            None => {}
        }
    }

    /// A store has handled something: connections that it closes are closed.
    fn after_store(&mut self, node: NodeId) {
        while let Some(broken) = self.transport.closed.pop() {
            self.make_all_ordinary();
            self.reset_connection(&broken);
        }
        if self.config.oracle {
            self.check_not_ahead(node);
        }
    }

    /// For tests: a store has given to a write, or believed, a time that no clock shows yet, but
    /// for its counter.
    fn check_not_ahead(&self, node: NodeId) {
        let now = self.now();
        let store = &self.stores[usize::from(node.0)];
        let own = store.clock().local(now).max(0).cast_unsigned();
        if timestamp::instant(store.heard()) <= own {
            return;
        }
        let clock = |node: NodeId| match self.stores.get(usize::from(node.0)) {
            Some(store) => Some(store.clock()),
            None => self.gateways.at(node).map(|gateway| &gateway.clock),
        };
        let nodes = (0..self.config.nodes.len() as u16).map(NodeId);
        // The placement driver has the right time: the oracle's is what it says.
        let shown = nodes.map(|node| clock(node).map_or(now.cast_signed(), |c| c.local(now)));
        let fastest = shown.max().unwrap_or(0).max(0).cast_unsigned();
        let heard = self.stores[usize::from(node.0)].heard();
        assert!(
            timestamp::instant(heard) <= fastest,
            "a store goes by {heard} when the fastest clock shows {fastest} us"
        );
    }
}
