//! A process that stands still (SIGSTOP, a frozen virtual machine): its timers fire once, late,
//! when it goes on, and messages wait in the socket buffers of its connections.
//!
//! A timer is armed anew by its own event, so one that is held back is held back once: what waits
//! is bounded by what the store had under way. Only messages keep coming; their bound is that of
//! TCP's buffers, and what finds them full stays with its sender, whose transport lets go of it.

use sim::NodeId;

use super::AnyCluster;
use crate::store::Store;
use crate::timeline::Event;
use model::config::FaultKey;
use model::fact::Death;

impl AnyCluster {
    pub(super) fn pause(&mut self, node: NodeId) {
        if self.stores[usize::from(node.0)].pause() {
            self.begin_fault(FaultKey::Pause(node), Vec::new());
        }
    }

    pub(super) fn resume(&mut self, node: NodeId) {
        if !self.is_paused(node) {
            return;
        }
        let now = self.now();
        for (event, cause) in self.stores[usize::from(node.0)].resume() {
            if let Event::Arrive { slot, number } = event {
                let flight = self.transport.flights.get_mut(slot, number);
                flight.expect("nobody else takes it").in_buffer = false;
            }
            self.at_with_cause(now, event, cause);
        }
        self.end_fault(FaultKey::Pause(node));
    }

    /// Whether a node is a store that stands still.
    pub(super) fn is_paused(&self, node: NodeId) -> bool {
        let store = self.stores.get(usize::from(node.0));
        store.is_some_and(Store::is_paused)
    }

    /// A message reaches a paused store: it waits in its connection's buffers if they have room.
    pub(super) fn wait_in_buffer(&mut self, slot: u32, number: u64) {
        let flights = &mut self.transport.flights;
        let flight = flights.get_mut(slot, number).expect("it just arrived");
        let (fact, bytes) = (flight.first.fact, flight.bytes());
        if !self.stores[usize::from(fact.to.0)].buffer(fact.from, bytes) {
            let flight = flights.take(slot, number).expect("just seen");
            return self.die(flight, Death::BufferFull);
        }
        flight.in_buffer = true;
        let (store, cx) = self.at_store(fact.to);
        store.hold_back(&cx, Event::Arrive { slot, number });
    }
}
