//! From a file's gateways, balancers and hosts to what the cluster takes; they were checked.

use model::config::{BalancerConfig, MachineCosts, MachinesConfig};
use sim::{HostParams, NodeId};

use crate::scenario::file::File;
use text::names::{Names, NodeName, NodeRole};

pub(super) fn resolve(file: &File, names: &Names) -> MachinesConfig {
    let topology = &file.topology;
    let gateways = topology.gateways.iter();
    let gateway_cores = gateways.filter_map(|gateway| {
        let node = names.node(&gateway.id).expect("it has a name");
        Some((node, gateway.cores?))
    });
    let balancers = topology.balancers.iter().map(|balancer| BalancerConfig {
        zone: names
            .zone(&balancer.zone)
            .expect("checked: the zone exists"),
        cores: balancer.cores,
    });
    let node = |id: &String| names.node(id).expect("checked: the node exists");
    let hosts = topology.hosts.iter().map(|host| HostParams {
        packet_cores: host.packet_cores,
        nodes: host.nodes.iter().map(node).collect(),
    });
    MachinesConfig {
        gateway_cores: gateway_cores.collect(),
        balancers: balancers.collect(),
        hosts: hosts.collect(),
        costs: MachineCosts {
            parse_ns: file.costs.parse.0,
            plan_ns: file.costs.plan.0,
            execute_ns: file.costs.execute.0,
            balance_ns: file.costs.balance.0,
            balance_contention_ppm: file.costs.balance_contention.0,
            packet_ns: file.costs.packet.0,
        },
    }
}

/// The gateways where a load's requests enter: all of a zone, or one.
pub(super) fn gateways(from: &str, spread: bool, names: &Names) -> Vec<NodeId> {
    let first = names.gateway(from).expect("checked: the gateway exists");
    let Some(zone) = names.zone(from).filter(|_| spread) else {
        return vec![first];
    };
    let is_there =
        |(_, node): &(u16, &NodeName)| node.kind == NodeRole::Gateway && node.zone == zone;
    let numbered = (0..).zip(&names.nodes);
    numbered
        .filter(is_there)
        .map(|(number, _)| NodeId(number))
        .collect()
}
