//! The proxy: a store that does not lead passes a read on to its range's leader and relays what
//! comes back. It waits for one answer a read, as a server in the middle of two calls does, and
//! forgets it with the read's deadline.

use sim::{Micros, NodeId};

use super::news::epoch_bytes;
use crate::cluster::{Cluster, ReplicaIndex};
use crate::flight::{Payload, ReadPayload};
use crate::timeline::Event;
use crate::transport::client_label;
use crate::wire;
use model::fact::{Fact, MessageType, Observer, Refusal, Route};

/// A read that a store has passed on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Passed {
    slot: u32,
    request: u64,
    range: u32,
    gateway: NodeId,
    /// The store that it was passed on to.
    to: NodeId,
    deadline_us: Micros,
}

impl<O: Observer> Cluster<O> {
    /// Passes a read on to the leader that this replica knows.
    pub(crate) fn pass_read_on(
        &mut self,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        payload: ReadPayload,
    ) {
        let at = self.replicas[index as usize].at;
        let leader_peer = self.replicas[index as usize].soft().leader_peer;
        let leader = self.node_of_peer(at.range, leader_peer);
        // What another passed on to this one is not passed on again: the two might disagree.
        let passed_before = self.is_store(gateway);
        let leader = leader.filter(|&node| !passed_before && node != at.node);
        let Some(to) = leader else {
            return self.refuse(index, gateway, payload.slot, request, Refusal::NotLeader);
        };
        let now = self.now();
        let store = &mut self.stores[usize::from(at.node.0)];
        store.cores.submit(now, self.config.costs.request_ns);
        store.passed.retain(|passed| passed.deadline_us > now);
        store.passed.push(Passed {
            slot: payload.slot,
            request,
            range: at.range,
            gateway,
            to,
            deadline_us: payload.deadline_us,
        });
        self.emit(Fact::Routed {
            request,
            to,
            why: Route::ForwardedToLeader,
            figure: 0,
            limit: 0,
        });
        let mode = payload.mode as u32;
        let bytes = wire::read_request_bytes(request, at.range, payload.rows, mode)
            + wire::read_time_bytes(payload.read_ts, payload.applied_index)
            + epoch_bytes(payload.epoch);
        let label = client_label(MessageType::ForwardedRead, at.range, bytes, request);
        self.send(at.node, to, label, Payload::Read(payload));
    }

    /// An answer to a read that a store passed on goes to the gateway as it is.
    pub(crate) fn relay_answer(
        &mut self,
        (store, from): (NodeId, NodeId),
        request: u64,
        bytes: u64,
        payload: Payload,
    ) {
        let Some(passed) = self.take_passed(store, from, request) else {
            return;
        };
        let what = match payload {
            Payload::Refused { .. } | Payload::LockMet { .. } => MessageType::Refusal,
            _ => MessageType::Rows,
        };
        let mut label = client_label(what, passed.range, 0, request);
        label.bytes = bytes;
        label.reject = what == MessageType::Refusal;
        self.send(store, passed.gateway, label, payload);
    }

    /// A store learns that its connection to the store is gone to which it passed a read on.
    pub(crate) fn passed_broken(&mut self, proxy: NodeId, slot: u32, request: u64, to: NodeId) {
        let event = Event::Broken {
            slot,
            request,
            store: to,
        };
        if !self.is_store(proxy) || self.hold_back(proxy, event) {
            return;
        }
        let Some(passed) = self.take_passed(proxy, to, request) else {
            return;
        };
        let why = Refusal::Unavailable;
        let bytes = wire::answer_bytes(request, 1 + why as u32, 0);
        let mut label = client_label(MessageType::Refusal, passed.range, bytes, request);
        label.reject = true;
        let refused = Payload::Refused {
            slot: passed.slot,
            why,
            leader: None,
            figure: 0,
            news: None,
        };
        self.send(proxy, passed.gateway, label, refused);
    }

    /// Stores with reads under way at a store, which has crashed: proxy, slot, request.
    pub(crate) fn passed_to(&self, store: NodeId) -> Vec<(u32, u64, NodeId)> {
        let mut found = Vec::new();
        for (place, proxy) in self.stores.iter().enumerate() {
            let waiting = proxy.passed.iter().filter(|passed| passed.to == store);
            found.extend(waiting.map(|p| (p.slot, p.request, NodeId(place as u16))));
        }
        found
    }

    fn take_passed(&mut self, store: NodeId, to: NodeId, request: u64) -> Option<Passed> {
        let passed = &mut self.stores[usize::from(store.0)].passed;
        let place = passed
            .iter()
            .position(|passed| passed.request == request && passed.to == to)?;
        Some(passed.remove(place))
    }

    /// Stores are the first nodes.
    pub(crate) fn is_store(&self, node: NodeId) -> bool {
        usize::from(node.0) < self.stores.len()
    }
}
