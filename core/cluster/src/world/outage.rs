//! Servers that die and start again. What a dead gateway's clients see is not known here.

use sim::{Micros, NodeId};

use super::AnyCluster;
use crate::message::Slot;
use crate::replica::Replica;
use crate::timeline::Event;
use model::config::FaultKey;
use model::fact::{Death, ReplicaRef};
use model::ids::RequestId;

impl AnyCluster {
    /// A store is gone: the other members of its groups that sleep hear of it as a broken
    /// connection, one delay later.
    fn wake_neighbours(&mut self, gone: NodeId) {
        let groups = self.stores[usize::from(gone.0)].existing();
        let groups: Vec<ReplicaRef> = groups.map(|replica| replica.at).collect();
        for at in groups {
            for other in self.directory.existing(at.range).to_vec() {
                let store = &self.stores[usize::from(other.node.0)];
                let sleeps = store.replica(at.range).is_some_and(Replica::is_asleep);
                let network = &self.transport.network;
                if !sleeps || store.is_down() || network.is_cut(gone, other.node) {
                    continue;
                }
                let due = self.now() + network.delay_us(gone, other.node);
                let event = store.peer_is_gone(at.range, at.peer);
                self.at(due, event.expect("it sleeps there"));
            }
        }
    }

    /// Power loss: memory, the unsynced tail of the disk, and whatever is under way on its
    /// connections are gone. Peers learn of the broken connections as from a machine that answers
    /// for its dead process. A paused store can lose power too.
    pub(super) fn crash(&mut self, node: NodeId) {
        if usize::from(node.0) >= self.stores.len() {
            return self.crash_gateway(node);
        }
        if self.stores[usize::from(node.0)].is_down() {
            return;
        }
        self.end_fault(FaultKey::Pause(node));
        let now = self.now();
        let store = &mut self.stores[usize::from(node.0)];
        let backlog = store.take_backlog();
        for message in store.crash(now) {
            self.transport.drop_piggyback(message);
        }
        self.transport.network.reset_connection(now, node);
        self.begin_fault(FaultKey::Crash(node), Vec::new());
        self.break_flights(node, true);
        self.break_connections(node);
        self.wake_neighbours(node);
        for (event, cause) in backlog {
            match event {
                Event::Arrive { slot, number } => {
                    let flight = self.transport.flights.take(slot, number);
                    self.die(flight.expect("it waited in a buffer"), Death::Broken);
                }
                // They find that their life is over.
                _ => self.at_with_cause(now, event, cause),
            }
        }
    }

    pub(super) fn restart(&mut self, node: NodeId) {
        if usize::from(node.0) >= self.stores.len() {
            return self.restart_gateway(node);
        }
        let (store, mut cx) = self.at_store(node);
        if !store.is_down() {
            return;
        }
        store.boot(&mut cx);
        self.end_fault(FaultKey::Crash(node));
        let (store, mut cx) = self.at_store(node);
        store.start_replicas(&mut cx);
    }

    /// Connections of clients to a store are gone: their gateways learn it one delay later. What
    /// they had sent on them may have happened.
    fn break_connections(&mut self, store: NodeId) {
        for gateway in self.gateways.gateway_nodes() {
            let network = &self.transport.network;
            let learns_us = self.time.now() + network.delay_us(store, gateway);
            let learns_us = (!network.is_cut(store, gateway)).then_some(learns_us);
            self.gateways.connections_gone(gateway, store, learns_us);
        }
        for (event, gateway) in self.gateways.calls_at(store) {
            self.report_broken(store, gateway, event);
        }
        let mut waiting: Vec<(Slot, RequestId, NodeId)> = self.gateways.requests_at(store);
        waiting.extend(self.stores.iter().flat_map(|proxy| proxy.passed_to(store)));
        for (slot, request, gateway) in waiting {
            let event = Event::Broken {
                slot,
                request,
                store,
                is_refused: false,
            };
            self.report_broken(store, gateway, event);
        }
    }

    fn report_broken(&mut self, store: NodeId, to: NodeId, event: Event) {
        let network = &self.transport.network;
        if !network.is_cut(store, to) {
            let at: Micros = self.now() + network.delay_us(store, to);
            self.at(at, event);
        }
    }

    /// A gateway's process ends. A node that is none stays as it is.
    fn crash_gateway(&mut self, node: NodeId) {
        if !self.gateways.runs(node) {
            return;
        }
        let now = self.now();
        self.gateways.crash(node, now);
        self.transport.network.reset_connection(now, node);
        self.begin_fault(FaultKey::Crash(node), Vec::new());
        self.break_flights(node, false);
        let (gateways, mut cx) = self.at_gateways();
        gateways.end_requests(&mut cx, node);
    }

    /// A dead gateway starts again.
    fn restart_gateway(&mut self, node: NodeId) {
        if self.gateways.is_down(node) {
            self.gateways.restart(node, &self.config);
            self.end_fault(FaultKey::Crash(node));
        }
    }
}
