//! What a request costs before its gateway does anything for it: a core of the balancer that it
//! comes through, then a core of the gateway. Both are first-in-first-out; where nothing is
//! configured a request passes in no time. The answer's share is charged on the way in.

use sim::{Cores, Micros, NodeId};

use super::Gateways;
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::{ClusterConfig, MachinesConfig, OpKind, WorkloadConfig};
use model::fact::RequestFact;
use model::machines::{Resource, ResourceUse};

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

impl Gateways {
    /// A client's request is on its way to its gateway.
    pub(super) fn admit(&mut self, cx: &mut Context, slot: Slot, request: u64) {
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
    pub(super) fn take_core(&mut self, cx: &mut Context, slot: Slot, request: u64) {
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
    pub(super) fn begin_if_live(&mut self, cx: &mut Context, slot: Slot, request: u64) {
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

/// The balancer of a request's load; by hand nobody asks through one. Open loads take them in turn.
pub(super) fn through(
    config: &ClusterConfig,
    fact: &RequestFact,
    client: Option<(u32, u32)>,
) -> Option<u16> {
    let load: &WorkloadConfig = &config.workloads[usize::from(fact.workload?)];
    let turn = client.map_or(fact.request, |(client, _)| u64::from(client));
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
