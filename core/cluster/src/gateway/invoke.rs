//! A client's question comes to its gateway and becomes a request.

use sim::{Micros, NodeId};

use super::requests::Request;
use super::stale::staleness_of;
use super::{Ask, Gateways};
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::{ReadMode, Service};
use model::fact::{Fact, Outcome, RequestFact};
use model::ids::RangeId;

impl Gateways {
    /// A client sends a request to its gateway.
    pub(crate) fn invoke(&mut self, cx: &mut Context, ask: Ask) {
        let request = self.requests.next_number();
        let mode = ask.mode.unwrap_or_else(|| mode_of(cx, ask.gateway));
        let mut fact = RequestFact {
            request,
            gateway: ask.gateway,
            workload: ask.workload,
            op: ask.op,
            key: ask.key,
            rows: ask.rows,
            mode,
            range: RangeId(0),
            value: if ask.op.is_write() { request } else { 0 },
            parent: ask.parent,
            client: ask.client.map(|(client, _)| client),
            bound_us: 0,
            retry: ask.retry,
            retry_of: ask.retry_of,
            asked_us: ask.asked_us,
            operation: ask.operation,
            named: ask.named,
        };
        if mode.service() == Service::Past && !fact.op.is_write() {
            fact.bound_us = staleness_of(cx, &fact);
        }
        let now = cx.now();
        let configured = |load: u16| &cx.config.workloads[usize::from(load)];
        let own_timeout_us = ask.workload.and_then(|load| configured(load).timeout_us);
        let timeout_us = own_timeout_us.unwrap_or(cx.settings.request_timeout_us);
        let deadline_us = now + timeout_us;
        let deadlines = match (own_timeout_us, ask.workload) {
            (Some(_), Some(position)) => position + 1,
            _ => 0,
        };
        if self.is_counted(cx, &fact) {
            return self.count_read(cx, &fact, deadline_us, ask.client);
        }
        self.find_range(cx, &mut fact);
        let slot = self.requests.insert(Request {
            fact,
            invoked_us: now,
            deadline_us,
            value_bytes: ask.value_bytes,
            values: ask.values,
            attempts: 0,
            waiting_for: None,
            named: None,
            has_left: false,
            sent_us: 0,
            serve: mode,
            client: ask.client,
            parent: None,
            then: ask.then,
            read_ts: 0,
            applied_index: 0,
            task: None,
            is_counted: false,
        });
        if let Some(load) = fact.workload {
            self.clients[usize::from(load)].begun = true;
        }
        self.arm_deadline(cx, deadlines, (deadline_us, slot, request));
        cx.emit(Fact::Invoked(fact));
        if !fact.named.is_empty() {
            let keys = fact.named;
            cx.emit(Fact::Named { request, keys });
        }
        if !self.runs(fact.gateway) {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        self.admit(cx, slot, request);
    }

    /// The range of a request's first key, and no more rows than there are.
    fn find_range(&self, cx: &Context, fact: &mut RequestFact) {
        let (range, range_end) = self.range_for(fact.gateway, fact.key);
        let end_key = if fact.op.is_composed() {
            cx.config.data.rows
        } else {
            range_end
        };
        fact.range = range;
        if !fact.named.is_empty() {
            return;
        }
        fact.rows = u64::from(fact.rows).min(end_key - fact.key) as u32;
    }

    fn arm_deadline(&mut self, cx: &mut Context, of: u16, due: (Micros, Slot, u64)) {
        let (deadline_us, slot, request) = due;
        let deadlines = self.requests.deadlines(of);
        // A shorter timeout set meanwhile must not overtake: the queue is in order.
        let last = deadlines.due.back().map_or(0, |(at, ..)| *at);
        self.requests
            .due(of, (deadline_us.max(last), slot, request));
        let deadlines = self.requests.deadlines(of);
        if deadlines.armed_us.is_none() {
            let (at, ..) = deadlines.due[0];
            deadlines.armed_us = Some(at);
            cx.at(at, Event::Deadline { of });
        }
    }
}

/// The read mode of a gateway's requests that name none themselves.
fn mode_of(cx: &Context, gateway: NodeId) -> ReadMode {
    let mut own = cx.config.gateway_modes.iter();
    let own = own.find(|(node, _)| *node == gateway);
    own.map_or(cx.settings.read_mode, |(_, mode)| *mode)
}
