//! Gateways: where client requests enter, which store each goes to, and what happens when a store
//! refuses, is down, or stays silent. They go by what they know of ranges (`route`) and learn from
//! answers; of stores they know what messages say.
//!
//! `clients` is who asks (`keys`: of which key; `ramp`: how many and how often; `again`: once more
//! without an answer), `requests` what is remembered of each question; `admit`, `attempt`,
//! `refusals`, `deadline` and `ending` are its way, `learn` what is known of ranges and
//! replicas, `statement` which moment a request sees and how it becomes several (`parts`),
//! `timestamps` what the oracle is asked, `stale` and `bound` the rules of reads of the past, `txn`
//! writes in transactions, `crash` a gateway's end; `counted` is what becomes of reads that nobody
//! records.
//!
//! Requests, their deadlines and calls of all gateways are numbered together, so they are kept
//! together; each is its own gateway's, and none looks at another's.

mod admit;
mod again;
mod attempt;
mod bound;
mod clients;
mod counted;
mod crash;
mod deadline;
mod ending;
mod keys;
mod learn;
mod mixes;
mod parts;
mod ramp;
mod refusals;
mod requests;
mod stale;
mod statement;
mod timestamps;
mod txn;

use kv::row::row_bytes;
use sim::{Clock, Cores, Micros, NodeId, Stream};

use crate::context::Context;
use crate::message::{Effort, Label, Payload, Piggyback, Slot};
use crate::route::{Experience, RangeCache};
use crate::timeline::Event;
use crate::transport::{Envelope, Outgoing};
use again::Pausing;
use clients::Workload;
use model::config::{ClusterConfig, MixOp, NodeKind, OpKind, ReadMode, SafeTime, ValueKind};
use model::fact::{Outcome, Refusal};
use model::ids::RequestId;
use model::named::NamedKeys;
use model::timestamp::{self, Timestamp};
use requests::{Requests, Then};
use txn::Txns;

/// How long a gateway prefers other replicas to one that failed it.
const AVOID_US: Micros = 1_000_000;

/// All gateways, and what their clients want of them.
pub(crate) struct Gateways {
    all: Vec<Gateway>,
    requests: Requests,
    txns: Txns,
    clients: Vec<Workload>,
    /// By position in the config: clients come to gateways through them.
    balancers: Vec<Cores>,
    /// Core times of single requests, where they differ.
    service: Stream,
    /// What that is drawn from, and what clients do; the run's seed until drawn anew.
    service_seed: u64,
    clients_seed: u64,
    pausing: Pausing,
}

/// A gateway's memory.
pub(crate) struct Gateway {
    node: NodeId,
    up: bool,
    pub(crate) clock: Clock,
    /// The latest time that messages told it.
    heard: Timestamp,
    /// The last timestamp that the oracle gave it, and what its clock showed then.
    oracle_time: Option<(Timestamp, i64)>,
    /// What it knows of ranges.
    pub(crate) ranges: RangeCache,
    /// Per store, until when reads from any replica prefer others.
    avoid_until: Vec<Micros>,
    /// Per store that is down, since when it knows that its connections to it are gone;
    /// `Micros::MAX`: it does not know. 0: it has none.
    gone_us: Vec<Micros>,
    /// What it goes by when it chooses among replicas.
    experience: Experience,
    /// None: what it does takes no time.
    cores: Option<Cores>,
}

impl Gateway {
    /// Whether a store failed it lately.
    fn avoids(&self, store: NodeId, now: Micros) -> bool {
        self.avoid_until[usize::from(store.0)] > now
    }

    /// What its clock shows, as a timestamp.
    fn clock_timestamp(&self, now: Micros) -> Timestamp {
        timestamp::at(self.clock.local(now).max(0).cast_unsigned())
    }

    /// It hears of a time. More than clocks may differ is not believed.
    fn update_hlc(&mut self, cx: &Context, time: Timestamp) {
        let skew = timestamp::at(cx.config.reads.max_clock_skew_us);
        let limit = self.clock_timestamp(cx.now()) + skew;
        self.heard = self.heard.max(time.min(limit));
    }
}

/// Core times of single requests, by seed.
fn service(seed: u64) -> Stream {
    Stream::fork(seed, "service", u64::from(u16::MAX))
}

impl Gateways {
    /// As they are configured; nobody asks yet.
    pub(crate) fn new(config: &ClusterConfig) -> Self {
        let created = RangeCache::created(config);
        let stores = config.stores();
        let nodes = config.nodes.iter().enumerate();
        let own = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::Gateway));
        let gateway = |(position, _)| {
            let node = NodeId(position as u16);
            let mut clocks = config.gateway_clocks.iter();
            let clock = clocks.find(|clock| clock.node == node);
            Gateway {
                node,
                up: true,
                clock: clock.map_or(Clock::new(0, 0), |clock| {
                    Clock::new(clock.offset_us, clock.drift_ppm)
                }),
                heard: 0,
                oracle_time: None,
                ranges: created.clone(),
                avoid_until: vec![0; stores],
                gone_us: vec![0; stores],
                experience: Experience::new(stores, row_bytes(config.data.row_bytes)),
                cores: admit::idle_cores(&config.machines, node),
            }
        };
        Gateways {
            all: own.map(gateway).collect(),
            requests: Requests::default(),
            txns: Txns::default(),
            clients: clients::resting(config),
            balancers: admit::idle_balancers(&config.machines),
            service: service(config.seed),
            service_seed: config.seed,
            clients_seed: config.seed,
            pausing: Pausing::default(),
        }
    }

    /// Core times of the work that begins from now on come from another stream.
    pub(crate) fn redraw_service(&mut self, stream: u32) {
        self.service_seed = sim::mix(self.service_seed, u64::from(stream));
        self.service = service(self.service_seed);
    }

    /// A message reaches a gateway, with what its sender had to say of time.
    pub(crate) fn on_message(
        &mut self,
        cx: &mut Context,
        envelope: Envelope,
        note: Option<Piggyback>,
    ) {
        let (request, server) = (envelope.fact.request, envelope.fact.from);
        if let Some(note) = note {
            let gateway = self.gateway_mut(envelope.fact.to);
            gateway.update_hlc(cx, note.clock);
        }
        match envelope.payload {
            Payload::Rows {
                slot,
                first_key,
                values,
                news,
            } => {
                self.learn_ranges(envelope.fact.to, &news);
                let Some(live) = self.requests.get(slot, request) else {
                    return;
                };
                let (fact, sent_us) = (live.fact, live.sent_us);
                let came = (values.len() as u64, envelope.fact.bytes);
                self.learn_leader_by_answer(slot, request, (server, envelope.fact.range));
                self.learn_from_rows(cx, &fact, server, sent_us, came);
                cx.emit_rows(request, first_key, &values);
                self.complete(cx, slot, request, Outcome::Ok, Some(server), values[0]);
            }
            Payload::Written { slot, news } => {
                self.learn_ranges(envelope.fact.to, &news);
                if self.requests.get(slot, request).is_none() {
                    return;
                }
                self.learn_leader_by_answer(slot, request, (server, envelope.fact.range));
                let value = request.write_id();
                self.complete(cx, slot, request, Outcome::Ok, Some(server), value);
            }
            Payload::Refused {
                slot,
                why,
                leader,
                figure,
                news,
            } => {
                if why == Refusal::Busy {
                    self.learn_wait(cx, envelope.fact.to, server, figure);
                }
                let of = (envelope.fact.to, server, envelope.fact.range);
                if why == Refusal::WrongRange {
                    return self.keys_refused(cx, (slot, request), of, &news);
                }
                self.refused(cx, (slot, request), of, why, (leader, figure));
            }
            Payload::CallAnswer {
                place,
                number,
                answer,
                news,
            } => {
                let of = (envelope.fact.to, server, envelope.fact.range);
                self.call_answered(cx, (place, number), of, (*answer, news));
            }
            Payload::LockMet { slot, lock } => self.read_met_lock(cx, slot, request, server, *lock),
            Payload::TsoResponse { slot, question, ts } => {
                self.oracle_answered(cx, (slot, request, question), ts, Vec::new());
            }
            Payload::TsoIndexResponse(answer) => {
                let about = (answer.slot, request, answer.question);
                self.oracle_answered(cx, about, answer.ts, answer.indexes);
            }
            _ => panic!("gateways hold no replicas"),
        }
    }

    /// Something is due at a gateway or one of its clients.
    pub(crate) fn on_timer(&mut self, cx: &mut Context, event: Event) {
        match event {
            Event::Client {
                workload,
                epoch,
                client,
            } => self.client(cx, workload, epoch, client),
            Event::ClientWakes {
                workload,
                epoch,
                client,
            } => self.wake_client(cx, workload, epoch, client),
            Event::Arrival { workload, pace } => self.arrival(cx, workload, pace),
            Event::Deadline { of } => self.deadlines(cx, of),
            Event::ClientRetry { workload, place } => self.ask_once_more(cx, workload, place),
            Event::Admit { slot, request } => self.take_core(cx, slot, request),
            Event::Begin { slot, request } => self.begin_if_live(cx, slot, request),
            Event::Retry { slot, request } => self.retry(cx, slot, request),
            Event::AttemptTimeout {
                slot,
                request,
                attempt,
            } => self.attempt_times_out(cx, (slot, request), attempt),
            Event::AskAgain {
                slot,
                request,
                question,
            } => self.ask_again(cx, slot, request, question),
            Event::Call {
                place,
                number,
                attempt,
            } => self.call_again(cx, place, number, attempt),
            _ => panic!("it is for another kind of node"),
        }
    }

    /// Puts a message on its link; a write says what time it is, so that no later one is earlier.
    fn send(&mut self, cx: &mut Context, from: NodeId, to: NodeId, label: Label, payload: Payload) {
        let mut note = Piggyback::default();
        let tells_time = cx.settings.reads.safe_time != SafeTime::Off;
        if tells_time && matches!(payload, Payload::Write(_)) {
            let own = self.gateway(from);
            note.clock = own.heard.max(own.clock_timestamp(cx.now()));
        }
        cx.post(Outgoing {
            from,
            to,
            label,
            payload,
            note,
            effort: Effort::default(),
        });
    }

    /// After a failure: the next request tries another replica first.
    fn avoid(&mut self, cx: &Context, gateway: NodeId, key: u64, store: NodeId) {
        let until = cx.now() + AVOID_US;
        let memory = self.gateway_mut(gateway);
        memory.avoid_until[usize::from(store.0)] = until;
        memory.ranges.failed(key, store);
    }

    /// Whether a node is a gateway that runs.
    pub(crate) fn runs(&self, node: NodeId) -> bool {
        self.at(node).is_some_and(|gateway| gateway.up)
    }

    /// The store where a request's attempt is.
    pub(crate) fn waits_at(&self, slot: Slot, request: RequestId) -> Option<NodeId> {
        self.requests.get(slot, request)?.waiting_for
    }

    /// Attempts that are out at a store: slot, request, gateway.
    pub(crate) fn requests_at(&self, store: NodeId) -> Vec<(Slot, RequestId, NodeId)> {
        self.requests.waiting_for(store)
    }

    /// The nodes that are gateways.
    pub(crate) fn gateway_nodes(&self) -> Vec<NodeId> {
        self.all.iter().map(|gateway| gateway.node).collect()
    }

    /// Whether a node is a gateway that is down.
    pub(crate) fn is_down(&self, node: NodeId) -> bool {
        self.at(node).is_some_and(|gateway| !gateway.up)
    }

    /// The gateway at a node, if there is one.
    pub(crate) fn at(&self, node: NodeId) -> Option<&Gateway> {
        self.all.get(self.place(node))
    }

    /// Where a node is among the gateways; beyond them if it is none.
    #[inline]
    fn place(&self, node: NodeId) -> usize {
        let first = self.all.first().map_or(0, |gateway| gateway.node.0);
        usize::from(node.0.wrapping_sub(first))
    }

    /// The clock of a gateway, which an action may make wrong.
    pub(crate) fn clock_mut(&mut self, node: NodeId) -> Option<&mut Clock> {
        let place = self.place(node);
        Some(&mut self.all.get_mut(place)?.clock)
    }

    /// The gateway where a request entered.
    #[inline]
    fn gateway(&self, node: NodeId) -> &Gateway {
        &self.all[self.place(node)]
    }

    /// The gateway where a request entered.
    #[inline]
    fn gateway_mut(&mut self, node: NodeId) -> &mut Gateway {
        let place = self.place(node);
        &mut self.all[place]
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
    /// The request that it is part of; `NONE` = none.
    pub(crate) parent: RequestId,
    /// How often the client has asked the same before, with which request first, and when.
    pub(crate) retry: u8,
    pub(crate) retry_of: RequestId,
    pub(crate) asked_us: Micros,
    /// What follows once it is answered.
    pub(crate) then: Option<Then>,
    /// The operation of its workload's mix that ends with it.
    pub(crate) operation: Option<MixOp>,
    /// Its keys, where they are named one by one.
    pub(crate) named: NamedKeys,
}
