//! Servers that die, as the network shows it: a store's connections break, and a gateway's too.
//! What a dead gateway's clients see is not known here.

use sim::{Micros, NodeId};

use super::Cluster;
use crate::timeline::Event;
use model::config::FaultKey;
use model::fact::Observer;

impl<O: Observer> Cluster<O> {
    /// Connections of clients to a store are gone: their gateways learn it one delay later.
    pub(super) fn break_connections(&mut self, store: NodeId) {
        for (event, gateway) in self.gateways.calls_at(store) {
            self.tell_broken(store, gateway, event);
        }
        let mut waiting: Vec<(u32, u64, NodeId)> = self.gateways.requests_at(store);
        waiting.extend(self.stores.iter().flat_map(|proxy| proxy.passed_to(store)));
        for (slot, request, gateway) in waiting {
            let event = Event::Broken {
                slot,
                request,
                store,
            };
            self.tell_broken(store, gateway, event);
        }
    }

    fn tell_broken(&mut self, store: NodeId, to: NodeId, event: Event) {
        let network = &self.transport.network;
        if !network.is_cut(store, to) {
            let at: Micros = self.now() + network.delay_us(store, to);
            self.at(at, event);
        }
    }

    /// A gateway's process ends. A node that is none stays as it is.
    pub(super) fn crash_gateway(&mut self, node: NodeId) {
        if !self.gateways.runs(node) {
            return;
        }
        self.gateways.crash(node);
        self.transport.network.reset_connection(node);
        self.begin_fault(FaultKey::Crash(node), Vec::new());
        self.break_flights(node, false);
        let (gateways, mut cx) = self.at_gateways();
        gateways.end_requests(&mut cx, node);
    }

    /// A dead gateway starts again.
    pub(super) fn restart_gateway(&mut self, node: NodeId) {
        if self.gateways.is_down(node) {
            self.gateways.restart(node, &self.config);
            self.end_fault(FaultKey::Crash(node));
        }
    }
}
