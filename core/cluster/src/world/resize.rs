//! Machines, links, loads and costs get another size while the run goes on: the config says the new
//! one, and what queues or waits is told. What was accepted before ends as it would have.

use sim::{NodeId, ZoneId};

use super::AnyCluster;
use model::config::{Load, NodeKind};
use model::machines::Resource;
use model::tuning::{Tuned, Work, interval_ns};

impl AnyCluster {
    /// It has this size from now on.
    pub(super) fn resize(&mut self, of: Tuned, to: u64) {
        match of {
            Tuned::Size(Resource::LinkBandwidth(from, to_zone)) => {
                self.set_link(from, to_zone, |link| link.bandwidth_bps = to);
            }
            Tuned::Window(from, to_zone) => {
                self.set_link(from, to_zone, |link| link.window_bytes = to);
            }
            Tuned::Size(machine) => self.resize_machine(machine, to as u32),
            Tuned::Clients(load) => self.set_clients(load, to as u32),
            Tuned::Rate(load) => {
                let workload = &mut self.config.workloads[usize::from(load)];
                workload.load = Load::Open {
                    interval_ns: interval_ns(to),
                };
                let (gateways, mut cx) = self.at_gateways();
                gateways.set_rate(&mut cx, load);
            }
            Tuned::Cost(work) => {
                *self.config.cost_mut(work) = to;
                if work == Work::Packet {
                    self.transport.network.set_packet_ns(to);
                }
            }
        }
    }

    fn resize_machine(&mut self, machine: Resource, cores: u32) {
        let now = self.now();
        match machine {
            Resource::StoreCores(node) => {
                if let NodeKind::Store(store) = &mut self.config.nodes[usize::from(node.0)].kind {
                    store.cores = cores;
                }
                self.stores[usize::from(node.0)].resize(now, cores);
            }
            Resource::GatewayCores(node) => {
                self.limit_gateway(node, cores);
                self.gateways.resize(now, node, cores);
            }
            Resource::BalancerCores(place) => {
                let place = usize::from(place);
                self.config.machines.balancers[place].cores = cores;
                self.gateways.resize_balancer(now, place, cores);
            }
            Resource::HostPackets(place) => {
                let place = usize::from(place);
                self.config.machines.hosts[place].packet_cores = cores;
                self.transport.network.resize_host(now, place, cores);
            }
            Resource::LinkBandwidth(..) => unreachable!("a link is no machine"),
        }
    }

    fn limit_gateway(&mut self, node: NodeId, cores: u32) {
        let limited = &mut self.config.machines.gateway_cores;
        match limited.iter_mut().find(|(gateway, _)| *gateway == node) {
            Some((_, known)) => *known = cores,
            None => limited.push((node, cores)),
        }
    }

    fn set_clients(&mut self, load: u16, count: u32) {
        let workload = &mut self.config.workloads[usize::from(load)];
        if let Load::Closed { clients, .. } = &mut workload.load {
            *clients = count;
        }
        let (gateways, mut cx) = self.at_gateways();
        gateways.set_clients(&mut cx, load, count);
    }

    fn set_link(&mut self, from: ZoneId, to: ZoneId, change: impl Fn(&mut sim::LinkParams)) {
        let place = usize::from(from.0) * usize::from(self.config.zones) + usize::from(to.0);
        let link = &mut self.config.links[place];
        change(link);
        self.transport.network.set_link(from, to, *link);
    }
}
