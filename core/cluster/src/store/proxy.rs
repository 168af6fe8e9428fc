//! The proxy: a store that does not lead passes a read on to its range's leader and relays what
//! comes back. It waits for one answer a read, as a server in the middle of two calls does, and
//! forgets it with the read's deadline.

use sim::{Micros, NodeId};

use crate::context::Context;
use crate::message::{Payload, ReadPayload, client_label, epoch_bytes, wire};
use crate::store::refusals::Refused;
use crate::store::{ReplicaIndex, Store};
use model::fact::{Fact, MessageType, Refusal, Route};

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

impl Store {
    /// Passes a read on to the leader that this replica knows.
    pub(crate) fn pass_read_on(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        gateway: NodeId,
        request: u64,
        payload: ReadPayload,
    ) {
        let at = self.replicas[index].at;
        let leader_peer = self.replicas[index].soft().leader_peer;
        let leader = cx.node_of_peer(at.range, leader_peer);
        // What another passed on to this one is not passed on again: the two might disagree.
        let passed_before = cx.is_store(gateway);
        let leader = leader.filter(|&node| !passed_before && node != at.node);
        let Some(to) = leader else {
            return self.refuse(
                cx,
                index,
                gateway,
                payload.slot,
                request,
                Refusal::NotLeader,
            );
        };
        let now = cx.now();
        self.cores.submit(now, cx.config.costs.request_ns);
        self.passed.retain(|passed| passed.deadline_us > now);
        self.passed.push(Passed {
            slot: payload.slot,
            request,
            range: at.range,
            gateway,
            to,
            deadline_us: payload.deadline_us,
        });
        cx.emit(Fact::Routed {
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
        self.send(cx, to, label, Payload::Read(payload));
    }

    /// An answer to a read that a store passed on goes to the gateway as it is.
    pub(crate) fn relay_answer(
        &mut self,
        cx: &mut Context,
        from: NodeId,
        request: u64,
        bytes: u64,
        payload: Payload,
    ) {
        let Some(passed) = self.take_passed(from, request) else {
            return;
        };
        let what = match payload {
            Payload::Refused { .. } | Payload::LockMet { .. } => MessageType::Refusal,
            _ => MessageType::Rows,
        };
        let mut label = client_label(what, passed.range, 0, request);
        label.bytes = bytes;
        label.reject = what == MessageType::Refusal;
        self.send(cx, passed.gateway, label, payload);
    }

    /// A store learns that its connection to the store is gone to which it passed a read on.
    pub(crate) fn passed_broken(&mut self, cx: &mut Context, request: u64, to: NodeId) {
        let Some(passed) = self.take_passed(to, request) else {
            return;
        };
        let (range, to) = (passed.range, (passed.gateway, passed.slot, request));
        self.send_refusal(cx, range, to, Refused::plainly(Refusal::Unavailable));
    }

    /// Reads that it has under way at another store: slot, request, and this store.
    pub(crate) fn passed_to(&self, store: NodeId) -> impl Iterator<Item = (u32, u64, NodeId)> {
        let passed = self.passed.iter().filter(move |passed| passed.to == store);
        passed.map(|passed| (passed.slot, passed.request, self.node))
    }

    fn take_passed(&mut self, to: NodeId, request: u64) -> Option<Passed> {
        let mut passed = self.passed.iter();
        let place = passed.position(|passed| passed.request == request && passed.to == to)?;
        Some(self.passed.remove(place))
    }
}
