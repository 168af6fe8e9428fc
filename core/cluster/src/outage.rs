//! Servers that die, as clients and gateways notice it. Of a store: its connections break. Of a
//! gateway: whatever it knew is gone, requests and transactions included. Clients see a broken
//! connection and come back when their gateway does. Stores notice nothing, except that locks stay
//! until somebody meets them.

use sim::{Micros, NodeId};

use crate::cluster::Cluster;
use crate::route::RangeCache;
use crate::timeline::Event;
use model::config::FaultKey;
use model::fact::{Observer, Outcome};

/// Pause before a client tries its dead gateway again.
pub(crate) const RECONNECT_US: Micros = 100_000;

impl<O: Observer> Cluster<O> {
    /// Connections of clients to a store are gone: their gateways learn it one delay later.
    pub(crate) fn break_connections(&mut self, store: NodeId) {
        self.break_calls(store);
        let mut waiting: Vec<(u32, u64, NodeId)> = self.requests.waiting_for(store);
        waiting.extend(self.passed_to(store));
        for (slot, request, gateway) in waiting {
            if !self.transport.network.is_cut(store, gateway) {
                let at: Micros = self.now() + self.transport.network.delay_us(store, gateway);
                self.at(
                    at,
                    Event::Broken {
                        slot,
                        request,
                        store,
                    },
                );
            }
        }
    }

    /// Whether a node is a gateway that runs.
    pub(crate) fn gateway_runs(&self, node: NodeId) -> bool {
        self.gateways.iter().any(|g| g.node == node && g.up)
    }

    /// A gateway's process ends. A node that is none stays as it is.
    pub(crate) fn crash_gateway(&mut self, node: NodeId) {
        if !self.gateway_runs(node) {
            return;
        }
        self.gateway_mut(node).up = false;
        self.transport.network.reset_connection(node);
        self.forget_transactions(node);
        self.begin_fault(FaultKey::Crash(node), Vec::new());
        self.break_flights(node, false);
        for (slot, request, is_write) in self.requests.at_gateway(node) {
            if self.requests.get(slot, request).is_some() {
                // A write may be done, or half done and settled either way.
                let outcome = if is_write {
                    Outcome::Unknown
                } else {
                    Outcome::Failed
                };
                self.complete(slot, request, outcome, None, 0);
            }
        }
    }

    /// A dead gateway starts again, and knows what it is configured with: the cluster as it was
    /// created. The rest it learns anew.
    pub(crate) fn restart_gateway(&mut self, node: NodeId) {
        let is_dead = |g: &&crate::gateway::Gateway| g.node == node && !g.up;
        if !self.gateways.iter().any(|g| is_dead(&g)) {
            return;
        }
        let created = RangeCache::created(&self.config);
        let gateway = self.gateway_mut(node);
        gateway.up = true;
        gateway.ranges = created;
        self.end_fault(FaultKey::Crash(node));
    }
}
