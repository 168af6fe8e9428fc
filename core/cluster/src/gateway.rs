//! Gateways: where client requests enter, which store each goes to, and what happens when a store
//! refuses, is down, or stays silent.
//!
//! A gateway goes by what it knows of ranges (`route`) and learns from answers. It retries what was
//! certainly not done; a put that went unanswered ends as unknown and is never sent twice.

use kv::command::row_bytes;
use sim::{Clock, Micros, NodeId};

use crate::cluster::Cluster;
use crate::flight::{Flight, Payload, ReadPayload, WritePayload};
use crate::requests::Request;
use crate::route::{Experience, News, RangeCache, epoch_bytes};
use crate::timeline::Event;
use crate::transport::client_label;
use crate::wire;
use model::config::{NodeKind, OpKind, ReadMode, ValueKind};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact};
use model::timestamp::{self, Timestamp};

/// Pause before a gateway asks again when nobody named a leader; grows with the attempts.
const RETRY_BACKOFF_US: Micros = 10_000;
/// Most times the pause is added up.
const RETRY_BACKOFF_STEPS: u64 = 10;
/// How long a gateway prefers other replicas to one that failed it.
const AVOID_US: Micros = 1_000_000;

/// A gateway's memory.
pub(crate) struct Gateway {
    pub(crate) node: NodeId,
    pub(crate) up: bool,
    pub(crate) clock: Clock,
    /// The last timestamp that the oracle gave it, and what its clock showed then.
    oracle_time: Option<(Timestamp, i64)>,
    /// What it knows of ranges.
    pub(crate) ranges: RangeCache,
    /// Per store, until when reads from any replica prefer others.
    pub(crate) avoid_until: Vec<Micros>,
    /// What it goes by when it chooses among replicas.
    pub(crate) experience: Experience,
}

impl Gateway {
    /// Whether a store failed it lately.
    pub(crate) fn avoids(&self, store: NodeId, now: Micros) -> bool {
        self.avoid_until[usize::from(store.0)] > now
    }
}

impl<O: Observer> Cluster<O> {
    pub(crate) fn build_gateways(&mut self) {
        let created = RangeCache::created(&self.config);
        for (position, node) in self.config.nodes.iter().enumerate() {
            if matches!(node.kind, NodeKind::Gateway) {
                let own = NodeId(position as u16);
                let mut clocks = self.config.gateway_clocks.iter();
                let clock = clocks.find(|clock| clock.node == own);
                self.gateways.push(Gateway {
                    node: own,
                    up: true,
                    clock: clock.map_or(Clock::new(0, 0), |clock| {
                        Clock::new(clock.offset_us, clock.drift_ppm)
                    }),
                    oracle_time: None,
                    ranges: created.clone(),
                    avoid_until: vec![0; self.stores.len()],
                    experience: Experience::new(
                        self.stores.len(),
                        row_bytes(self.config.data.row_bytes),
                    ),
                });
            }
        }
    }

    /// A client sends a request to its gateway.
    pub(crate) fn invoke(&mut self, ask: Ask) {
        let (range, range_end) = self.range_for(ask.gateway, ask.key);
        let all_keys = self.config.data.rows;
        let end_key = if ask.op.is_composed() {
            all_keys
        } else {
            range_end
        };
        let rows = u64::from(ask.rows).min(end_key - ask.key) as u32;
        let request = self.requests.next_number();
        let mode = ask.mode.unwrap_or_else(|| self.mode_of(ask.gateway));
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
            fact.bound_us = self.staleness_of(&fact);
        }
        let now = self.now();
        let deadline_us = now + self.settings.request_timeout_us;
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
        self.arm_deadline(deadline_us, slot, request);
        self.emit(Fact::Invoked(fact));
        if !self.gateway_runs(fact.gateway) {
            return self.complete(slot, request, Outcome::Failed, None, 0);
        }
        self.begin(slot, request);
    }

    fn arm_deadline(&mut self, deadline_us: Micros, slot: u32, request: u64) {
        // A shorter timeout set meanwhile must not overtake: the queue is in order.
        let last = self.requests.deadlines.back().map_or(0, |(at, ..)| *at);
        self.requests
            .deadlines
            .push_back((deadline_us.max(last), slot, request));
        if !self.requests.armed {
            self.requests.armed = true;
            let (at, ..) = self.requests.deadlines[0];
            self.at(at, Event::Deadline);
        }
    }

    /// Ends every request whose deadline has come.
    pub(crate) fn deadlines(&mut self) {
        let now = self.now();
        self.requests.armed = false;
        while let Some(&(at, slot, request)) = self.requests.deadlines.front() {
            let live = self.requests.get(slot, request).is_some();
            if live && at > now {
                self.requests.armed = true;
                return self.at(at, Event::Deadline);
            }
            self.requests.deadlines.pop_front();
            if live {
                self.time_out(slot, request);
            }
        }
    }

    fn time_out(&mut self, slot: u32, request: u64) {
        if let Some((part_slot, part)) = self.open_part(slot, request) {
            // The whole ends with its part.
            return self.time_out(part_slot, part);
        }
        self.tell_no_timestamp(slot, request);
        let ended = self.requests.get(slot, request).expect("it is live");
        let (fact, waiting_for) = (ended.fact, ended.waiting_for);
        if let Some(store) = waiting_for {
            self.avoid(fact.gateway, fact.key, store);
        }
        let says_failed = self.config.sabotage.says_failed();
        let maybe_done = fact.op == OpKind::Put && waiting_for.is_some() && !says_failed;
        let outcome = if maybe_done {
            Outcome::Unknown
        } else if fact.op.is_write() {
            self.end_transaction(request)
        } else {
            Outcome::Failed
        };
        self.complete(slot, request, outcome, None, 0);
    }

    /// Sends a request to the store that its mode asks for.
    pub(crate) fn attempt(&mut self, slot: u32, request: u64) {
        if !self.reroute(slot, request) {
            return self.complete(slot, request, Outcome::Failed, None, 0);
        }
        let live = self.requests.get(slot, request).expect("it is live");
        let (fact, attempts) = (live.fact, live.attempts);
        if self.is_transactional(fact.op) {
            return self.ask_oracle(slot, request, Vec::new());
        }
        if let Some(why) = self.gateway_refuses(&fact) {
            return self.turn_away(slot, request, fact.gateway, why);
        }
        let choice = self.choose_route(&fact, attempts);
        let epoch = self.believed_epoch(fact.gateway, fact.key);
        let (to, now) = (choice.to, self.now());
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.attempts += 1;
        live.waiting_for = Some(to);
        live.sent_us = now;
        live.serve = choice.serve;
        let (deadline_us, value_bytes, values) = (live.deadline_us, live.value_bytes, live.values);
        let (read_ts, applied_index) = (live.read_ts, live.applied_index);
        self.emit(Fact::Attempted { request, to });
        let label_bytes = self.zone_label_bytes(fact.gateway) + epoch_bytes(epoch);
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
            let freshest = self.wants_freshest(&fact);
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
        self.send(fact.gateway, to, label, payload);
    }

    /// What it adds to a request to say which zone it comes from, while somebody wants to know.
    fn zone_label_bytes(&self, gateway: NodeId) -> u32 {
        if !self.settings.location_affinity && !self.settings.hot_learners {
            return 0;
        }
        let zone = self.config.nodes[usize::from(gateway.0)].zone;
        wire::zone_label_bytes(zone)
    }

    /// The read mode of a gateway's requests that name none themselves.
    fn mode_of(&self, gateway: NodeId) -> ReadMode {
        let mut own = self.config.gateway_modes.iter();
        let own = own.find(|(node, _)| *node == gateway);
        own.map_or(self.settings.read_mode, |(_, mode)| *mode)
    }

    /// A message reaches a gateway.
    pub(crate) fn gateway_receives(&mut self, flight: Flight) {
        let (request, server) = (flight.fact.request, flight.fact.from);
        match flight.payload {
            Payload::Rows {
                slot,
                first_key,
                values,
                news,
            } => {
                self.learn_ranges(flight.fact.to, &news);
                let Some(live) = self.requests.get(slot, request) else {
                    return;
                };
                let (fact, sent_us) = (live.fact, live.sent_us);
                let came = (values.len() as u64, flight.fact.bytes);
                self.note_leader(slot, request, (server, flight.fact.range));
                self.learn_from_rows(&fact, server, sent_us, came);
                self.emit_rows(request, first_key, &values);
                self.complete(slot, request, Outcome::Ok, Some(server), values[0]);
            }
            Payload::Written { slot, news } => {
                self.learn_ranges(flight.fact.to, &news);
                if self.requests.get(slot, request).is_none() {
                    return;
                }
                self.note_leader(slot, request, (server, flight.fact.range));
                self.complete(slot, request, Outcome::Ok, Some(server), request);
            }
            Payload::Refused {
                slot,
                why,
                leader,
                figure,
                news,
            } => {
                if why == Refusal::Busy {
                    self.learn_wait(flight.fact.to, server, figure);
                }
                if why == Refusal::WrongRange {
                    return self.keys_refused((slot, request), server, &news);
                }
                self.refused(slot, request, server, why, leader, figure);
            }
            Payload::CallAnswer {
                place,
                number,
                answer,
                news,
            } => {
                let by = (server, flight.fact.range);
                self.call_answered(place, number, by, (*answer, news));
            }
            Payload::LockMet { slot, lock } => self.read_met_lock(slot, request, server, *lock),
            Payload::TsoResponse { slot, question, ts } => {
                self.oracle_answered((slot, request, question), ts, Vec::new());
            }
            Payload::TsoIndexResponse(answer) => {
                let about = (answer.slot, request, answer.question);
                self.oracle_answered(about, answer.ts, answer.indexes);
            }
            _ => panic!("gateways hold no replicas"),
        }
    }

    fn note_leader(&mut self, slot: u32, request: u64, (server, range): (NodeId, u32)) {
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
    fn reroute(&mut self, slot: u32, request: u64) -> bool {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op.is_composed() || self.is_transactional(fact.op) {
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

    fn refused(
        &mut self,
        slot: u32,
        request: u64,
        by: NodeId,
        why: Refusal,
        leader: Option<NodeId>,
        figure: u64,
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(by) {
            return;
        }
        live.waiting_for = None;
        let (fact, attempts) = (live.fact, live.attempts);
        self.emit(Fact::Refused { request, by, why });
        if why == Refusal::NotSafeYet {
            return self.redirect_stale((slot, request), &fact, figure);
        }
        let delay_us = if why == Refusal::Busy {
            // Nothing failed: the read goes elsewhere at once.
            0
        } else if let Some(leader) = leader {
            // A leader was named: go there at once, but do not let two stores send us to and fro.
            self.learn_leader(fact.gateway, fact.key, fact.range, leader);
            if attempts <= 2 { 0 } else { RETRY_BACKOFF_US }
        } else {
            self.avoid(fact.gateway, fact.key, by);
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        self.at(self.now() + delay_us, Event::Retry { slot, request });
    }

    /// A store has not the keys of a request, or does not serve them now. With what it says the
    /// gateway may know better at once; else it asks another, or waits for the range to settle.
    fn keys_refused(&mut self, (slot, request): (u32, u64), by: NodeId, news: &News) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(by) {
            return;
        }
        live.waiting_for = None;
        let (fact, attempts) = (live.fact, live.attempts);
        let why = Refusal::WrongRange;
        self.emit(Fact::Refused { request, by, why });
        let about = (fact.key, fact.range);
        let delay_us = if self.learn_from_refusal(fact.gateway, about, by, news) {
            0
        } else {
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        self.at(self.now() + delay_us, Event::Retry { slot, request });
    }

    /// A refused request is tried again.
    pub(crate) fn retry(&mut self, slot: u32, request: u64) {
        let waiting = |r: &Request| r.waiting_for.is_none();
        let Some(live) = self.requests.get(slot, request).filter(|r| waiting(r)) else {
            return;
        };
        let fact = live.fact;
        if fact.op.is_composed() && live.task.is_none() && self.gateway_refuses(&fact).is_none() {
            // It was about to be turned away, and is not any more.
            return self.begin(slot, request);
        }
        self.attempt(slot, request);
    }

    /// The connection to a store is gone: a read goes elsewhere; a put may have happened.
    pub(crate) fn broken(&mut self, slot: u32, request: u64, store: NodeId) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(store) {
            let Some(proxy) = live.waiting_for else {
                return;
            };
            return self.passed_broken(proxy, slot, request, store);
        }
        let fact = live.fact;
        if fact.op == OpKind::Put {
            self.avoid(fact.gateway, fact.key, store);
            return self.complete(slot, request, Outcome::Unknown, None, 0);
        }
        self.refused(slot, request, store, Refusal::Unavailable, None, 0);
    }

    /// A gateway hears of the oracle's time.
    pub(crate) fn note_oracle_time(&mut self, gateway: NodeId, ts: Timestamp) {
        let now = self.now();
        let memory = self.gateway_mut(gateway);
        memory.oracle_time = Some((ts, memory.clock.local(now)));
    }

    /// What time a gateway takes it to be at the oracle: the last timestamp that it was given, and
    /// what its own clock has gained since (TiDB asks its cached timestamps).
    pub(crate) fn oracle_time(&self, gateway: NodeId) -> Timestamp {
        let memory = self.gateway(gateway);
        let local_us = memory.clock.local(self.now());
        let Some((ts, then_us)) = memory.oracle_time else {
            return self.clock_timestamp(gateway);
        };
        ts + timestamp::at((local_us - then_us).max(0).cast_unsigned())
    }

    /// After a failure: the next request tries another replica first.
    pub(crate) fn avoid(&mut self, gateway: NodeId, key: u64, store: NodeId) {
        let until = self.now() + AVOID_US;
        let memory = self.gateway_mut(gateway);
        memory.avoid_until[usize::from(store.0)] = until;
        memory.ranges.failed(key, store);
    }

    pub(crate) fn complete(
        &mut self,
        slot: u32,
        request: u64,
        outcome: Outcome,
        server: Option<NodeId>,
        value: u64,
    ) {
        let ended = self.requests.remove(slot);
        assert_eq!(ended.fact.request, request);
        let invoked_us = ended.invoked_us;
        self.emit(Fact::Completed {
            request,
            outcome,
            server,
            value,
            invoked_us,
        });
        if let Some(parent) = ended.parent {
            return self.part_ended(parent, &ended.fact, outcome, value);
        }
        if let Some(workload) = ended.fact.workload {
            self.request_ended(workload, ended.client);
        }
    }

    pub(crate) fn gateway(&self, node: NodeId) -> &Gateway {
        self.gateways
            .iter()
            .find(|g| g.node == node)
            .expect("requests enter at gateways")
    }

    pub(crate) fn gateway_mut(&mut self, node: NodeId) -> &mut Gateway {
        self.gateways
            .iter_mut()
            .find(|g| g.node == node)
            .expect("requests enter at gateways")
    }
}

/// What a client asks of its gateway.
#[derive(Copy, Clone)]
pub(crate) struct Ask {
    pub(crate) gateway: NodeId,
    pub(crate) workload: Option<u16>,
    pub(crate) op: OpKind,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) value_bytes: u32,
    pub(crate) values: ValueKind,
    pub(crate) mode: Option<ReadMode>,
    /// A closed workload's client and its epoch.
    pub(crate) client: Option<(u32, u32)>,
    /// The request that it is part of, 0 = none.
    pub(crate) parent: u64,
}
