//! A client's question comes to its gateway and becomes a request, and what that costs before the
//! gateway does anything for it: a core of the balancer that it comes through, then a core of the
//! gateway. Both are first-in-first-out; where nothing is configured a request passes in no time.
//! The answer's share is charged on the way in.

use sim::{Cores, Micros, NodeId};

use super::requests::Request;
use super::stale::staleness_of;
use super::{Ask, Gateways};
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::{ClusterConfig, MachinesConfig, OpKind, ReadMode, Service, WorkloadConfig};
use model::fact::{Fact, Outcome, RequestFact};
use model::ids::{RangeId, RequestId};
use model::machines::{Resource, ResourceUse};

impl Gateways {
    /// A client sends a request to its gateway.
    pub(crate) fn invoke(&mut self, cx: &mut Context, ask: Ask) {
        let request = self.requests.next_id();
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
            value: value_of(ask.op, request),
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

    fn arm_deadline(&mut self, cx: &mut Context, of: u16, due: (Micros, Slot, RequestId)) {
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

    /// A client's request is on its way to its gateway.
    pub(super) fn admit(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let live = self.requests.get(slot, request).expect("it is live");
        let (fact, client) = (live.fact, live.client);
        let Some(through) = through(cx.config, &fact, client) else {
            return self.take_core(cx, slot, request);
        };
        let machines = &cx.config.machines;
        let place = usize::from(through);
        let zone = machines.balancers[place].zone;
        let mean_ns = machines
            .costs
            .balance_of_ns(machines.balancers[place].cores);
        let cost_ns = cx.config.costs.spread.draw_ns(&mut self.service, mean_ns);
        let finish = self.balancers[place].submit(cx.now(), cost_ns);
        let round_trip_us = way_us(cx.config, zone, fact.gateway);
        cx.at(finish + round_trip_us, Event::Admit { slot, request });
    }

    /// A request came through its balancer: it takes a core of its gateway, if those are limited.
    pub(super) fn take_core(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let Some(live) = self.requests.get(slot, request) else {
            return;
        };
        let fact = live.fact;
        let now = cx.now();
        // A client's request and its answer are packets at the gateway's host.
        let mut begin_us = cx.handle_packets(fact.gateway, 2);
        let mean_ns = statement_ns(cx, fact.op, fact.workload);
        let cost_ns = cx.config.costs.spread.draw_ns(&mut self.service, mean_ns);
        if let Some(cores) = &mut self.gateway_mut(fact.gateway).cores {
            begin_us = begin_us.max(cores.submit(now, cost_ns));
        }
        if begin_us == now {
            return self.begin(cx, slot, request);
        }
        cx.at(begin_us, Event::Begin { slot, request });
    }

    /// The gateway's core has done its part: the request begins, unless it has ended meanwhile.
    pub(super) fn begin_if_live(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        if self.requests.get(slot, request).is_some() {
            self.begin(cx, slot, request);
        }
    }

    /// A gateway has another number of cores from now on; before, they may have been no limit.
    pub(crate) fn resize(&mut self, now: Micros, node: NodeId, cores: u32) {
        match &mut self.gateway_mut(node).cores {
            Some(limited) => limited.resize(now, cores),
            none => {
                // None of its time before now was there to be used.
                let mut limited = Cores::new(cores);
                limited.begin(now);
                *none = Some(limited);
            }
        }
    }

    /// A balancer has another number of cores from now on.
    pub(crate) fn resize_balancer(&mut self, now: Micros, place: usize, cores: u32) {
        self.balancers[place].resize(now, cores);
    }

    /// How gateways and balancers were used.
    pub(crate) fn resources(&self, now: Micros) -> impl Iterator<Item = ResourceUse> {
        let gateways = self.all.iter().map(move |gateway| {
            let resource = Resource::GatewayCores(gateway.node);
            let limited = gateway.cores.as_ref();
            limited.map_or(ResourceUse::not_limited(resource), |cores| {
                ResourceUse::of_cores(resource, cores, now)
            })
        });
        let balancers = self.balancers.iter().zip(0..);
        let balancers = balancers.map(move |(cores, place)| {
            ResourceUse::of_cores(Resource::BalancerCores(place), cores, now)
        });
        gateways.chain(balancers)
    }
}

/// The read mode of a gateway's requests that name none themselves.
fn mode_of(cx: &Context, gateway: NodeId) -> ReadMode {
    let mut own = cx.config.gateway_modes.iter();
    let own = own.find(|(node, _)| *node == gateway);
    own.map_or(cx.settings.read_mode, |(_, mode)| *mode)
}

/// Write id of what a request of this kind writes; 0 if it only reads.
fn value_of(op: OpKind, request: RequestId) -> u64 {
    if op.is_write() { request.write_id() } else { 0 }
}

/// The cores of every balancer, idle.
pub(super) fn idle_balancers(machines: &MachinesConfig) -> Vec<Cores> {
    let balancers = machines.balancers.iter();
    balancers.map(|one| Cores::new(one.cores)).collect()
}

/// The cores of a gateway, idle, if they are limited.
pub(super) fn idle_cores(machines: &MachinesConfig, gateway: NodeId) -> Option<Cores> {
    let mut limited = machines.gateway_cores.iter();
    let (_, cores) = limited.find(|(node, _)| *node == gateway)?;
    Some(Cores::new(*cores))
}

/// The balancer of a request's load; by hand nobody asks through one. Open loads take them in turn.
pub(super) fn through(
    config: &ClusterConfig,
    fact: &RequestFact,
    client: Option<(u32, u32)>,
) -> Option<u16> {
    let load: &WorkloadConfig = &config.workloads[usize::from(fact.workload?)];
    let turn = client.map_or(fact.request.0, |(client, _)| u64::from(client));
    let place = turn.checked_rem(load.through.len() as u64)?;
    Some(load.through[place as usize])
}

/// There and back between a balancer's zone and a gateway, without faults: between them are no
/// messages that anybody could cut.
pub(super) fn way_us(config: &ClusterConfig, balancer: sim::ZoneId, gateway: NodeId) -> Micros {
    let (at, to) = (
        usize::from(balancer.0),
        usize::from(config.zone_of(gateway).0),
    );
    let zones = usize::from(config.zones);
    config.links[at * zones + to].delay_us + config.links[to * zones + at].delay_us
}

/// Core time that a request takes of its gateway: each of its statements is carried out, and parsed
/// and planned first unless its plan is kept.
pub(super) fn statement_ns(cx: &Context, op: OpKind, load: Option<u16>) -> u64 {
    let costs = &cx.config.machines.costs;
    let each_ns = if cx.settings.plan_cache {
        costs.execute_ns
    } else {
        costs.parse_ns + costs.plan_ns + costs.execute_ns
    };
    let count = match (op, load) {
        (OpKind::Transaction, Some(load)) => {
            cx.config.workloads[usize::from(load)].statements.max(1)
        }
        _ => 1,
    };
    each_ns * u64::from(count)
}
