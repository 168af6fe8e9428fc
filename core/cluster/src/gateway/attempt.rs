//! A request from its client's question to its end: sent to the store that its mode asks for, sent
//! elsewhere when it is refused, ended when it is answered or its time is up. What was certainly
//! not done is tried again; a put that went unanswered ends as unknown and is never sent twice.

use sim::{Micros, NodeId};

use super::requests::Request;
use super::stale::{gateway_refuses, staleness_of, wants_freshest};
use super::txn::is_transactional;
use super::{Ask, Gateways};
use crate::context::Context;
use crate::message::{News, Payload, ReadPayload, WritePayload, client_label, epoch_bytes, wire};
use crate::timeline::Event;
use model::config::{OpKind, ReadMode};
use model::fact::{Fact, MessageType, Outcome, Refusal, RequestFact};

/// Pause before a gateway asks again when nobody named a leader; grows with the attempts.
const RETRY_BACKOFF_US: Micros = 10_000;
/// Most times the pause is added up.
const RETRY_BACKOFF_STEPS: u64 = 10;

impl Gateways {
    /// A client sends a request to its gateway.
    pub(crate) fn invoke(&mut self, cx: &mut Context, ask: Ask) {
        let (range, range_end) = self.range_for(ask.gateway, ask.key);
        let all_keys = cx.config.data.rows;
        let end_key = if ask.op.is_composed() {
            all_keys
        } else {
            range_end
        };
        let rows = u64::from(ask.rows).min(end_key - ask.key) as u32;
        let request = self.requests.next_number();
        let mode = ask.mode.unwrap_or_else(|| mode_of(cx, ask.gateway));
        let mut fact = RequestFact {
            request,
            gateway: ask.gateway,
            workload: ask.workload,
            op: ask.op,
            key: ask.key,
            rows,
            mode,
            range,
            value: if ask.op.is_write() { request } else { 0 },
            parent: ask.parent,
            client: ask.client.map(|(client, _)| client),
            bound_us: 0,
        };
        if mode == ReadMode::Stale && !fact.op.is_write() {
            fact.bound_us = staleness_of(cx, &fact);
        }
        let now = cx.now();
        let deadline_us = now + cx.settings.request_timeout_us;
        let slot = self.requests.insert(Request {
            fact,
            invoked_us: now,
            deadline_us,
            value_bytes: ask.value_bytes,
            values: ask.values,
            attempts: 0,
            waiting_for: None,
            sent_us: 0,
            serve: mode,
            client: ask.client,
            parent: None,
            read_ts: 0,
            applied_index: 0,
            task: None,
        });
        self.arm_deadline(cx, deadline_us, slot, request);
        cx.emit(Fact::Invoked(fact));
        if !self.runs(fact.gateway) {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        self.begin(cx, slot, request);
    }

    fn arm_deadline(&mut self, cx: &mut Context, deadline_us: Micros, slot: u32, request: u64) {
        // A shorter timeout set meanwhile must not overtake: the queue is in order.
        let last = self.requests.deadlines.back().map_or(0, |(at, ..)| *at);
        self.requests
            .deadlines
            .push_back((deadline_us.max(last), slot, request));
        if !self.requests.armed {
            self.requests.armed = true;
            let (at, ..) = self.requests.deadlines[0];
            cx.at(at, Event::Deadline);
        }
    }

    /// Ends every request whose deadline has come.
    pub(super) fn deadlines(&mut self, cx: &mut Context) {
        let now = cx.now();
        self.requests.armed = false;
        while let Some(&(at, slot, request)) = self.requests.deadlines.front() {
            let live = self.requests.get(slot, request).is_some();
            if live && at > now {
                self.requests.armed = true;
                return cx.at(at, Event::Deadline);
            }
            self.requests.deadlines.pop_front();
            if live {
                self.time_out(cx, slot, request);
            }
        }
    }

    fn time_out(&mut self, cx: &mut Context, slot: u32, request: u64) {
        if let Some((part_slot, part)) = self.open_part(slot, request) {
            // The whole ends with its part.
            return self.time_out(cx, part_slot, part);
        }
        self.tell_no_timestamp(cx, slot, request);
        let ended = self.requests.get(slot, request).expect("it is live");
        let (fact, waiting_for) = (ended.fact, ended.waiting_for);
        if let Some(store) = waiting_for {
            self.avoid(cx, fact.gateway, fact.key, store);
        }
        let says_failed = cx.config.sabotage.says_failed();
        let maybe_done = fact.op == OpKind::Put && waiting_for.is_some() && !says_failed;
        let outcome = if maybe_done {
            Outcome::Unknown
        } else if fact.op.is_write() {
            self.end_transaction(cx, request)
        } else {
            Outcome::Failed
        };
        self.complete(cx, slot, request, outcome, None, 0);
    }

    /// Sends a request to the store that its mode asks for.
    pub(super) fn attempt(&mut self, cx: &mut Context, slot: u32, request: u64) {
        if !self.reroute(cx, slot, request) {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        let live = self.requests.get(slot, request).expect("it is live");
        let (fact, attempts) = (live.fact, live.attempts);
        if is_transactional(cx, fact.op) {
            return self.ask_oracle(cx, slot, request, Vec::new());
        }
        if let Some(why) = gateway_refuses(cx, &fact) {
            return self.turn_away(cx, slot, request, fact.gateway, why);
        }
        let choice = self.choose_route(cx, &fact, attempts);
        let epoch = self.believed_epoch(fact.gateway, fact.key);
        let (to, now) = (choice.to, cx.now());
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.attempts += 1;
        live.waiting_for = Some(to);
        live.sent_us = now;
        live.serve = choice.serve;
        let (deadline_us, value_bytes, values) = (live.deadline_us, live.value_bytes, live.values);
        let (read_ts, applied_index) = (live.read_ts, live.applied_index);
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
    pub(super) fn note_leader(&mut self, slot: u32, request: u64, (server, range): (NodeId, u32)) {
        let live = self.requests.get(slot, request).expect("it is live");
        let fact = live.fact;
        let by_leader = fact.op == OpKind::Put
            || matches!(live.serve, ReadMode::Leader | ReadMode::LeaderUnchecked);
        if by_leader {
            self.learn_leader(fact.gateway, fact.key, range, server);
        }
    }

    /// A request that is about to be sent goes by what its gateway knows now. False when the rows
    /// of a put are in several ranges: then it cannot be done as one.
    fn reroute(&mut self, cx: &mut Context, slot: u32, request: u64) -> bool {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op.is_composed() || is_transactional(cx, fact.op) {
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

    /// A store did not do what was asked: the leader that it knows, and what stood in the way.
    pub(super) fn refused(
        &mut self,
        cx: &mut Context,
        (slot, request): (u32, u64),
        by: NodeId,
        why: Refusal,
        (leader, figure): (Option<NodeId>, u64),
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(by) {
            return;
        }
        live.waiting_for = None;
        let (fact, attempts) = (live.fact, live.attempts);
        cx.emit(Fact::Refused { request, by, why });
        if why == Refusal::NotSafeYet {
            return self.redirect_stale(cx, (slot, request), &fact, figure);
        }
        let delay_us = if why == Refusal::Busy {
            // Nothing failed: the read goes elsewhere at once.
            0
        } else if let Some(leader) = leader {
            // A leader was named: go there at once, but do not let two stores send us to and fro.
            self.learn_leader(fact.gateway, fact.key, fact.range, leader);
            if attempts <= 2 { 0 } else { RETRY_BACKOFF_US }
        } else {
            self.avoid(cx, fact.gateway, fact.key, by);
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        cx.at(cx.now() + delay_us, Event::Retry { slot, request });
    }

    /// A store has not the keys of a request, or does not serve them now. With what it says the
    /// gateway may know better at once; else it asks another, or waits for the range to settle.
    pub(super) fn keys_refused(
        &mut self,
        cx: &mut Context,
        (slot, request): (u32, u64),
        by: NodeId,
        news: &News,
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(by) {
            return;
        }
        live.waiting_for = None;
        let (fact, attempts) = (live.fact, live.attempts);
        let why = Refusal::WrongRange;
        cx.emit(Fact::Refused { request, by, why });
        let about = (fact.key, fact.range);
        let delay_us = if self.learn_from_refusal(cx, fact.gateway, about, by, news) {
            0
        } else {
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        cx.at(cx.now() + delay_us, Event::Retry { slot, request });
    }

    /// A refused request is tried again.
    pub(super) fn retry(&mut self, cx: &mut Context, slot: u32, request: u64) {
        let waiting = |r: &Request| r.waiting_for.is_none();
        let Some(live) = self.requests.get(slot, request).filter(|r| waiting(r)) else {
            return;
        };
        let fact = live.fact;
        if fact.op.is_composed() && live.task.is_none() && gateway_refuses(cx, &fact).is_none() {
            // It was about to be turned away, and is not any more.
            return self.begin(cx, slot, request);
        }
        self.attempt(cx, slot, request);
    }

    /// The connection to the store is gone where an attempt was: a read goes elsewhere; a put may
    /// have happened.
    pub(crate) fn broken(&mut self, cx: &mut Context, slot: u32, request: u64, store: NodeId) {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op == OpKind::Put {
            self.avoid(cx, fact.gateway, fact.key, store);
            return self.complete(cx, slot, request, Outcome::Unknown, None, 0);
        }
        self.refused(cx, (slot, request), store, Refusal::Unavailable, (None, 0));
    }

    /// A request ends: its client has an answer, or its whole goes on.
    pub(super) fn complete(
        &mut self,
        cx: &mut Context,
        slot: u32,
        request: u64,
        outcome: Outcome,
        server: Option<NodeId>,
        value: u64,
    ) {
        let ended = self.requests.remove(slot);
        assert_eq!(ended.fact.request, request);
        let invoked_us = ended.invoked_us;
        cx.emit(Fact::Completed {
            request,
            outcome,
            server,
            value,
            invoked_us,
        });
        if let Some(parent) = ended.parent {
            return self.part_ended(cx, parent, &ended.fact, outcome, value);
        }
        if let Some(workload) = ended.fact.workload {
            self.request_ended(cx, workload, ended.client);
        }
    }
}

/// What it adds to a request to say which zone it comes from, while somebody wants to know.
fn zone_label_bytes(cx: &Context, gateway: NodeId) -> u32 {
    if !cx.settings.location_affinity && !cx.settings.hot_learners {
        return 0;
    }
    let zone = cx.config.zone_of(gateway);
    wire::zone_label_bytes(zone)
}

/// The read mode of a gateway's requests that name none themselves.
fn mode_of(cx: &Context, gateway: NodeId) -> ReadMode {
    let mut own = cx.config.gateway_modes.iter();
    let own = own.find(|(node, _)| *node == gateway);
    own.map_or(cx.settings.read_mode, |(_, mode)| *mode)
}
