//! Which topologies make sense: ids, zones, hardware and links.

use crate::scenario::bounds::{
    BETWEEN, Ids, check_bandwidth, check_id, check_jitter, check_rtt, within, within_time,
};
use crate::scenario::topology::{Link, Topology};
use crate::scenario::validate_machines;
use vocabulary::error::{Problems, one_of, quoted, second_time};
use vocabulary::units::{DurationUs, OffsetUs, duration_text};
use vocabulary::{limits, phrase, say};

/// Checks zones, stores, gateways and the links between them.
pub(super) fn check(topology: &Topology, problems: &mut Problems) {
    check_places(topology, problems);
    check_links(topology, problems);
}

fn check_places(topology: &Topology, problems: &mut Problems) {
    let counts = [
        (
            "topology.zones",
            topology.zones.len(),
            1,
            limits::ZONES_MAX,
            phrase!("{least} to {most} zones"),
        ),
        (
            "topology.stores",
            topology.stores.len(),
            1,
            limits::STORES_MAX,
            phrase!("{least} to {most} stores"),
        ),
        (
            "topology.gateways",
            topology.gateways.len(),
            0,
            limits::GATEWAYS_MAX,
            phrase!("{least} to {most} gateways"),
        ),
    ];
    for (path, found, least, most, bounds) in counts {
        within(problems, path, found, least, most, bounds);
    }
    check_ids(topology, problems);
    let zones: Ids = topology.zones.iter().map(|zone| zone.id.as_str()).collect();
    for (i, store) in topology.stores.iter().enumerate() {
        check_zone(
            &zones,
            &format!("topology.stores[{i}].zone"),
            &store.zone,
            problems,
        );
    }
    for (i, gateway) in topology.gateways.iter().enumerate() {
        check_zone(
            &zones,
            &format!("topology.gateways[{i}].zone"),
            &gateway.zone,
            problems,
        );
        let path = |key: &str| format!("topology.gateways[{i}].{key}");
        check_clock(
            path,
            gateway.clock_offset,
            gateway.clock_drift_ppm,
            problems,
        );
    }
    if let Some(pd) = &topology.pd {
        check_zone(&zones, "topology.pd.zone", &pd.zone, problems);
    }
    check_hardware(topology, problems);
    validate_machines::check(topology, problems);
    within_time(
        problems,
        "topology.clocks.max_skew",
        topology.clocks.max_skew,
        0,
        limits::DELAY_US_MAX,
    );
}

fn check_hardware(topology: &Topology, problems: &mut Problems) {
    for (i, store) in topology.stores.iter().enumerate() {
        let path = |key: &str| format!("topology.stores[{i}].{key}");
        within(
            problems,
            &path("cores"),
            store.cores,
            1,
            limits::CORES_MAX,
            phrase!("{least} to {most} cores"),
        );
        within_time(
            problems,
            &path("fsync"),
            store.fsync,
            0,
            limits::DELAY_US_MAX,
        );
        if store.disk.is_some_and(|disk| disk.0 == 0) {
            let expected = phrase!("a throughput above 0, or no \"disk\"");
            problems.expected(path("disk"), "0", expected);
        }
        within_time(
            problems,
            &path("apply_delay"),
            store.apply_delay,
            0,
            limits::DELAY_US_MAX,
        );
        check_clock(path, store.clock_offset, store.clock_drift_ppm, problems);
    }
}

fn check_clock(
    path: impl Fn(&str) -> String,
    offset: OffsetUs,
    drift_ppm: i32,
    problems: &mut Problems,
) {
    let (offset, most) = (DurationUs(offset.0.unsigned_abs()), limits::DELAY_US_MAX);
    within_time(problems, &path("clock_offset"), offset, 0, most);
    let (path, most) = (path("clock_drift_ppm"), limits::DRIFT_PPM_MAX);
    within(problems, &path, drift_ppm, -most, most, BETWEEN);
}

fn check_zone(zones: &Ids, path: &str, zone: &str, problems: &mut Problems) {
    if !zones.contains(zone) {
        problems.expected(path, quoted(zone), one_of(zones.iter()));
    }
}

/// Ids are well formed, and unique over zones, nodes, balancers and hosts.
fn check_ids(topology: &Topology, problems: &mut Problems) {
    let zones = topology.zones.iter().map(|zone| &zone.id);
    let stores = topology.stores.iter().map(|store| &store.id);
    let gateways = topology.gateways.iter().map(|gateway| &gateway.id);
    let balancers = topology.balancers.iter().map(|balancer| &balancer.id);
    let hosts = topology.hosts.iter().map(|host| &host.id);
    let mut seen = Ids::default();
    if topology.pd.is_some() {
        seen.insert("pd");
    }
    for (list, ids) in [
        ("zones", zones.collect::<Vec<_>>()),
        ("stores", stores.collect()),
        ("gateways", gateways.collect()),
        ("balancers", balancers.collect()),
        ("hosts", hosts.collect()),
    ] {
        for (i, id) in ids.iter().enumerate() {
            let path = format!("topology.{list}[{i}].id");
            if check_id(&path, id, problems) && !seen.insert(id) {
                problems.expected(path, second_time(id), phrase!("a new id"));
            }
        }
    }
}

fn check_links(topology: &Topology, problems: &mut Problems) {
    let links = &topology.links;
    check_link("topology.links.same_zone", &links.same_zone, problems);
    check_link("topology.links.cross_zone", &links.cross_zone, problems);
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
        check_link(&path, &between.link(), problems);
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

fn check_link(path: &str, link: &Link, problems: &mut Problems) {
    check_rtt(&format!("{path}.rtt"), link.rtt, problems);
    check_jitter(&format!("{path}.jitter"), link.jitter, problems);
    check_bandwidth(&format!("{path}.bandwidth"), link.bandwidth, problems);
    let window = link.window.unwrap_or(0);
    within(
        problems,
        &format!("{path}.window"),
        window,
        0,
        limits::WINDOW_BYTES_MAX,
        phrase!("{least} to {most} bytes"),
    );
    let connections = link.connections.unwrap_or(0);
    within(
        problems,
        &format!("{path}.connections"),
        connections,
        0,
        limits::CONNECTIONS_MAX,
        phrase!("{least} to {most} connections"),
    );
    let buffer = link.buffer.unwrap_or(0);
    within(
        problems,
        &format!("{path}.buffer"),
        buffer,
        0,
        limits::WINDOW_BYTES_MAX,
        phrase!("{least} to {most} bytes"),
    );
}
