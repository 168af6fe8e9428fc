//! An attempt of a request: it goes to the store that its mode asks for, by what the gateway knows
//! of ranges now.

use sim::NodeId;

use super::Gateways;
use super::stale::{gateway_refuses, wants_freshest};
use super::txn::is_transactional;
use crate::context::Context;
use crate::message::{Payload, ReadPayload, Slot, WritePayload, client_label, epoch_bytes, wire};
use crate::timeline::Event;
use model::config::{LeaderCheck, OpKind, Service};
use model::fact::{Fact, MessageType, Outcome};
use model::ids::RangeId;

impl Gateways {
    /// Sends a request to the store that its mode asks for.
    pub(super) fn attempt(&mut self, cx: &mut Context, slot: Slot, request: u64) {
        if !self.reroute(cx, slot, request) {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (fact, attempts, named) = (live.fact, live.attempts, live.named.take());
        if is_transactional(cx, fact.op) {
            return self.ask_oracle(cx, slot, request, Vec::new());
        }
        if let Some(why) = gateway_refuses(cx, &fact) {
            return self.turn_away(cx, slot, request, fact.gateway, why);
        }
        let choice = self.choose_route(cx, &fact, (attempts, named));
        let epoch = self.believed_epoch(fact.gateway, fact.key);
        let (to, now) = (choice.to, cx.now());
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.attempts += 1;
        live.waiting_for = Some(to);
        live.has_left = true;
        live.sent_us = now;
        live.serve = choice.serve;
        let (deadline_us, value_bytes, values) = (live.deadline_us, live.value_bytes, live.values);
        let (read_ts, applied_index) = (live.read_ts, live.applied_index);
        let attempt = live.attempts;
        if !fact.op.is_write() {
            be_patient(cx, (slot, request), attempt);
        }
        cx.emit(Fact::Attempted { request, to });
        let label_bytes = zone_label_bytes(cx, fact.gateway) + epoch_bytes(epoch);
        let (label, payload) = if fact.op == OpKind::Put {
            let bytes = label_bytes
                + wire::write_request_bytes(request, fact.range, fact.rows, value_bytes);
            let write = WritePayload {
                slot,
                key: fact.key,
                rows: fact.rows,
                value_bytes,
                values,
                epoch,
            };
            (
                client_label(MessageType::WriteRequest, fact.range, bytes, request),
                Payload::Write(write),
            )
        } else {
            let (key, rows, mode) = (fact.key, fact.rows, choice.serve);
            let freshest = wants_freshest(cx, &fact);
            let bytes = label_bytes
                + wire::read_request_bytes(request, fact.range, rows, mode as u32)
                + wire::read_time_bytes(read_ts, applied_index)
                + wire::read_condition_bytes(choice.busy_us, freshest);
            let read = ReadPayload {
                slot,
                key,
                rows,
                mode,
                deadline_us,
                read_ts,
                applied_index,
                busy_us: choice.busy_us,
                freshest,
                epoch,
            };
            (
                client_label(MessageType::ReadRequest, fact.range, bytes, request),
                Payload::Read(read),
            )
        };
        self.send(cx, fact.gateway, to, label, payload);
    }

    /// What an answer says of who leads.
    pub(super) fn learn_leader_by_answer(
        &mut self,
        slot: Slot,
        request: u64,
        (server, range): (NodeId, RangeId),
    ) {
        let live = self.requests.get(slot, request).expect("it is live");
        if live.waiting_for != Some(server) {
            // How an earlier attempt was served, nobody remembers.
            return;
        }
        let fact = live.fact;
        let by_leader = match live.serve.service() {
            _ if fact.op == OpKind::Put => true,
            Service::Leader(check) => matches!(check, LeaderCheck::None | LeaderCheck::Quorum),
            Service::AtOnce
            | Service::ReadIndex
            | Service::Version
            | Service::PassOn
            | Service::Past => false,
        };
        if by_leader {
            self.learn_leader(fact.gateway, fact.key, range, server);
        }
    }

    /// A request that is about to be sent goes by what its gateway knows now. False when the rows
    /// of a put are in several ranges: then it cannot be done as one.
    fn reroute(&mut self, cx: &mut Context, slot: Slot, request: u64) -> bool {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op.is_composed() || fact.op.writes_apart() || is_transactional(cx, fact.op) {
            return true;
        }
        let (range, end_key) = self.range_for(fact.gateway, fact.key);
        let rows = u64::from(fact.rows).min(end_key - fact.key) as u32;
        if fact.op == OpKind::Put && rows < fact.rows {
            return false;
        }
        let live = self.requests.get_mut(slot, request).expect("it is live");
        if live.fact.range != range {
            // The index is of the other range's log.
            live.applied_index = 0;
        }
        live.fact.range = range;
        live.fact.rows = rows;
        true
    }
}

/// Its gateway waits for an attempt at a read no longer than the setting says.
fn be_patient(cx: &mut Context, (slot, request): (Slot, u64), attempt: u64) {
    let patience_us = cx.settings.attempt_timeout_us;
    if patience_us > 0 {
        let event = Event::AttemptTimeout {
            slot,
            request,
            attempt,
        };
        cx.at(cx.now() + patience_us, event);
    }
}

/// What it adds to a request to say which zone it comes from, while somebody wants to know.
pub(super) fn zone_label_bytes(cx: &Context, gateway: NodeId) -> u32 {
    if !cx.settings.location_affinity && !cx.settings.hot_learners {
        return 0;
    }
    let zone = cx.config.zone_of(gateway);
    wire::zone_label_bytes(zone)
}
