//! Which topologies make sense: ids, zones, hardware and links.

use crate::scenario::bounds::{Ids, check_new, within_time};
use crate::scenario::topology::{Link, Topology};
use crate::scenario::validate_machines;
use format::error::{Problems, one_of, quoted};
use text::quantity::duration_text;
use text::{phrase, say};

/// Checks zones, stores, gateways and the links between them.
pub(super) fn check(topology: &Topology, problems: &mut Problems) {
    check_places(topology, problems);
    check_links(topology, problems);
}

fn check_places(topology: &Topology, problems: &mut Problems) {
    check_ids(topology, problems);
    let zones: Ids = topology.zones.iter().map(|zone| zone.id.as_str()).collect();
    let stores = topology.stores.iter().map(|store| &store.zone);
    check_zones(&zones, "topology.stores", stores, problems);
    let gateways = topology.gateways.iter().map(|gateway| &gateway.zone);
    check_zones(&zones, "topology.gateways", gateways, problems);
    let balancers = topology.balancers.iter().map(|balancer| &balancer.zone);
    check_zones(&zones, "topology.balancers", balancers, problems);
    if let Some(pd) = &topology.pd {
        check_zone(&zones, "topology.pd.zone", &pd.zone, problems);
    }
    for (i, store) in topology.stores.iter().enumerate() {
        if store.disk.is_some_and(|disk| disk.0 == 0) {
            let expected = phrase!("a throughput above 0, or no \"disk\"");
            problems.expected(format!("topology.stores[{i}].disk"), "0", expected);
        }
    }
    validate_machines::check_hosts(topology, problems);
}

/// Checks the zones of a list's items.
fn check_zones<'a>(
    zones: &Ids,
    list: &str,
    named: impl Iterator<Item = &'a String>,
    problems: &mut Problems,
) {
    for (i, zone) in named.enumerate() {
        check_zone(zones, &format!("{list}[{i}].zone"), zone, problems);
    }
}

fn check_zone(zones: &Ids, path: &str, zone: &str, problems: &mut Problems) {
    if !zones.contains(zone) {
        problems.expected(path, quoted(zone), one_of(zones.iter()));
    }
}

/// Ids are well formed, and unique over zones, nodes, balancers and hosts.
fn check_ids(topology: &Topology, problems: &mut Problems) {
    let mut seen = Ids::default();
    if topology.pd.is_some() {
        seen.insert("pd");
    }
    let zones = topology.zones.iter().map(|zone| &zone.id);
    check_new("topology.zones", zones, &mut seen, problems);
    let stores = topology.stores.iter().map(|store| &store.id);
    check_new("topology.stores", stores, &mut seen, problems);
    let gateways = topology.gateways.iter().map(|gateway| &gateway.id);
    check_new("topology.gateways", gateways, &mut seen, problems);
    let balancers = topology.balancers.iter().map(|balancer| &balancer.id);
    check_new("topology.balancers", balancers, &mut seen, problems);
    let hosts = topology.hosts.iter().map(|host| &host.id);
    check_new("topology.hosts", hosts, &mut seen, problems);
}

fn check_links(topology: &Topology, problems: &mut Problems) {
    let links = &topology.links;
    let zones: Ids = topology.zones.iter().map(|zone| zone.id.as_str()).collect();
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (i, between) in links.between.iter().enumerate() {
        let path = format!("topology.links.between[{i}]");
        let (a, b) = (between.zones.0.as_str(), between.zones.1.as_str());
        check_zone(&zones, &format!("{path}.zones[0]"), a, problems);
        check_zone(&zones, &format!("{path}.zones[1]"), b, problems);
        if seen.contains(&(a.min(b), a.max(b))) {
            let found = say!("{a} and {b} a second time", a = quoted(a), b = quoted(b));
            problems.expected(format!("{path}.zones"), found, phrase!("each pair once"));
        } else {
            seen.push((a.min(b), a.max(b)));
        }
        let whole = links.cross_zone.or(&Link::cross_zone_default()).rtt;
        let most = between.rtt.or(whole).unwrap_or_default();
        match between.there {
            Some(there) if a == b => {
                let expected = phrase!("two zones that differ, or no \"there\"");
                problems.expected(format!("{path}.there"), duration_text(there.0), expected);
            }
            Some(there) => within_time(problems, &format!("{path}.there"), there, 0, most.0),
            None => {}
        }
    }
}
