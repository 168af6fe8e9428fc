//! The proxy: a store that does not lead passes a read on to its range's leader and relays what
//! comes back (`process::passed`).

use crate::message::{Payload, ReadPayload, client_label, epoch_bytes, wire};
use crate::process::{Asker, Passed, StoreContext};
use crate::replica::Replica;
use model::fact::{Fact, MessageType, Refusal, Route};

impl Replica {
    /// Passes a read on to the leader that this replica knows.
    pub(crate) fn pass_read_on(
        &mut self,
        cx: &mut StoreContext,
        asker: Asker,
        payload: ReadPayload,
    ) {
        let (at, request) = (self.at, asker.request);
        let leader_peer = self.soft().leader_peer;
        let leader = cx.node_of_peer(at.range, leader_peer);
        // What another passed on to this one is not passed on again: the two might disagree.
        let passed_before = cx.is_store(asker.gateway);
        let leader = leader.filter(|&node| !passed_before && node != at.node);
        let Some(to) = leader else {
            return self.refuse(cx, asker, Refusal::NotLeader);
        };
        cx.submit(cx.config.costs.request_ns);
        let passed = Passed {
            asker,
            range: at.range,
            to,
            deadline_us: payload.deadline_us,
        };
        let now = cx.now();
        cx.process.passed.add(now, passed);
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
        cx.send(to, label, Payload::Read(payload));
    }
}
