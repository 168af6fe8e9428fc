//! Machines beside stores that may be a limit: load balancers, hosts that several nodes share, and
//! cores of gateways. What must be so of them in a file.

use crate::scenario::bounds::Ids;
use crate::scenario::topology::{Host, Topology};
use format::error::{Problems, one_of, quoted, second_time};
use text::{phrase, say};

/// Checks that every node is on one host of its zone.
pub(super) fn check_hosts(topology: &Topology, problems: &mut Problems) {
    let mut placed = Ids::default();
    for (i, host) in topology.hosts.iter().enumerate() {
        let path = format!("topology.hosts[{i}]");
        check_nodes(&path, topology, host, &mut placed, problems);
    }
}

fn check_nodes<'a>(
    path: &str,
    topology: &'a Topology,
    host: &'a Host,
    placed: &mut Ids<'a>,
    problems: &mut Problems,
) {
    if host.nodes.is_empty() {
        let expected = phrase!("a store or a gateway");
        problems.expected(format!("{path}.nodes"), phrase!("none"), expected);
    }
    let mut own_zone: Option<&str> = None;
    for (i, id) in host.nodes.iter().enumerate() {
        let path = format!("{path}.nodes[{i}]");
        let Some(zone) = zone_of(topology, id) else {
            let nodes = nodes(topology).map(|(id, _)| id);
            problems.expected(path, quoted(id), one_of(nodes));
            continue;
        };
        if !placed.insert(id) {
            problems.expected(path, second_time(id), phrase!("each node on one host"));
        } else if *own_zone.get_or_insert(zone) != zone {
            let expected = phrase!("nodes of one zone: a host stands in one place");
            let found = say!("{node} in {zone}", node = quoted(id), zone = quoted(zone));
            problems.expected(path, found, expected);
        }
    }
}

/// Id and zone of every store and gateway.
fn nodes(topology: &Topology) -> impl Iterator<Item = (&str, &str)> {
    let stores = topology.stores.iter();
    let stores = stores.map(|store| (store.id.as_str(), store.zone.as_str()));
    let gateways = topology.gateways.iter();
    stores.chain(gateways.map(|gateway| (gateway.id.as_str(), gateway.zone.as_str())))
}

fn zone_of<'a>(topology: &'a Topology, id: &str) -> Option<&'a str> {
    nodes(topology)
        .find(|(node, _)| *node == id)
        .map(|(_, zone)| zone)
}

/// Checks what a load says of gateways and balancers.
pub(super) fn check_way(
    path: &str,
    topology: &Topology,
    (from, spread): (&str, bool),
    through: &[String],
    problems: &mut Problems,
) {
    if spread && !topology.zones.iter().any(|zone| zone.id == from) {
        let expected = phrase!("false, or a zone in \"from\" whose gateways share the load");
        problems.expected(format!("{path}.spread"), true, expected);
    }
    let balancers = &topology.balancers;
    for (i, id) in through.iter().enumerate() {
        if balancers.iter().any(|balancer| balancer.id == *id) {
            continue;
        }
        let expected = if balancers.is_empty() {
            say!("no \"through\", since topology.balancers lists none")
        } else {
            one_of(balancers.iter().map(|balancer| balancer.id.as_str()))
        };
        problems.expected(format!("{path}.through[{i}]"), quoted(id), expected);
    }
}
