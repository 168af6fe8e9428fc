//! The scenario file of a cluster that was found. It must not know how its files are written.

use serde_json::{Value, json};
use text::quantity::duration_text;

use crate::found::{Found, Product, Server};
use crate::latency::Measured;
use crate::links::links;
use crate::map::Map;
use crate::note::{Complaint, Notes, counted};
use crate::placed::{Placed, place};
use crate::written::Sections;

/// Ranges of the scenario for each store: enough for leaders on each of them.
const RANGES_PER_STORE: usize = 2;
/// Most ranges of the scenario.
const RANGES_MAX: usize = 24;

pub(crate) fn scenario(
    found: &Found,
    measured: &[Measured],
    notes: &mut Notes,
) -> Result<Sections, Vec<Complaint>> {
    let one = |complaint| vec![complaint];
    let map = Map::of(found).map_err(one)?;
    let placed = place(found, &map, notes).map_err(one)?;
    let links = links(&map, found, measured, notes)?;
    let product = found
        .product
        .as_ref()
        .map_or(Product::Tidb, |(product, _)| *product);
    let raft = raft(found, notes).map_err(one)?;
    let gateways = gateways(found, &map, product, notes);
    let ranges = match product {
        Product::Etcd => 1,
        _ => (placed.stores.len() * RANGES_PER_STORE).clamp(1, RANGES_MAX),
    };
    notes.assumed(
        None,
        format!(
            "{ranges} ranges with 10,000 rows of 1,000 bytes; reads and writes from each gateway"
        ),
    );
    let topology = topology(found, &map, links, raft.election, &gateways, notes);
    let lease_us = raft.us * u64::from(raft.election) * 9 / 10;
    let settings = match product {
        Product::Etcd => json!({ "read_mode": "follower" }),
        _ => json!({ "read_mode": "lease", "lease": duration_text(lease_us) }),
    };
    let mode = match product {
        Product::Etcd => {
            "reads are linearizable and go to any member: it asks the leader for an index"
        }
        _ => {
            "reads go to the leader, which answers by its lease (nine tenths of an election timeout)"
        }
    };
    notes.assumed(None, mode);
    let title = format!("Your {} cluster", product.name());
    let text = format!(
        "{} in {}, from the files of a {} cluster. The import told what it assumed.",
        counted(map.stores.len() as u32, "store"),
        counted(map.zones.len() as u32, "zone"),
        product.name()
    );
    let raft = json!({
        "tick": duration_text(raft.us),
        "heartbeat_ticks": raft.heartbeat,
        "election_ticks": raft.election,
    });
    Ok(vec![
        ("format", json!("raft-atlas/1")),
        ("title", json!(title)),
        ("text", json!(text)),
        ("seed", json!(1)),
        ("duration", json!("30s")),
        ("measure_from", json!("5s")),
        ("topology", topology),
        ("data", data(&placed, &map, ranges)),
        ("raft", raft),
        ("settings", settings),
        ("workload", workload(&gateways)),
        ("actions", actions(&placed, &map, ranges, notes)),
    ])
}

/// Zones, machines and links; a placement driver where the system has one.
fn topology(
    found: &Found,
    map: &Map,
    links: Value,
    election_ticks: u32,
    gateways: &[(String, usize)],
    notes: &mut Notes,
) -> Value {
    let zones: Vec<Value> = map
        .zones
        .iter()
        .map(|zone| match zone.place.region.as_str() {
            "" => json!({ "id": zone.id }),
            region => json!({ "id": zone.id, "region": region }),
        })
        .collect();
    let stores = stores(found, map, election_ticks, notes);
    let mut topology = json!({ "zones": zones, "stores": stores, "links": links });
    let servers: Vec<Value> = gateways
        .iter()
        .map(|(id, zone)| json!({ "id": id, "zone": map.zones[*zone].id }))
        .collect();
    topology["gateways"] = json!(servers);
    if matches!(&found.product, Some((Product::Tidb, _))) {
        topology["pd"] = json!({ "zone": map.zones[driver(found, map, notes)].id });
    }
    topology
}

fn data(placed: &Placed, map: &Map, ranges: usize) -> Value {
    let mut data = json!({ "ranges": ranges, "replicas": placed.voters });
    if !placed.leaders.is_empty() {
        data["leaders"] = json!(placed.leaders);
    }
    if placed.stores.len() < map.stores.len() {
        let ids: Vec<&str> = placed
            .stores
            .iter()
            .map(|at| map.stores[*at].as_str())
            .collect();
        data["stores"] = json!(ids);
    }
    data
}

fn stores(found: &Found, map: &Map, least: u32, notes: &mut Notes) -> Vec<Value> {
    let mut list = Vec::new();
    for (at, store) in found.stores.iter().enumerate() {
        let mut one = json!({ "id": map.stores[at], "zone": map.zones[map.zone_of[at]].id });
        match store.election_ticks {
            Some(ticks) if ticks >= least => one["election_ticks"] = json!(ticks),
            Some(ticks) => {
                let text = format!(
                    "an election timeout of {ticks} ticks: less than the cluster's {least}"
                );
                notes.unused(store.spot.clone(), text);
            }
            None => {}
        }
        list.push(one);
    }
    list
}

/// How every Raft group ticks.
struct Ticks {
    us: u64,
    heartbeat: u32,
    election: u32,
}

fn raft(found: &Found, notes: &mut Notes) -> Result<Ticks, Complaint> {
    let mut defaults = Vec::new();
    let mut or = |said: Option<u64>, key: &'static str, default: u64| {
        said.unwrap_or_else(|| {
            defaults.push(key);
            default
        })
    };
    let tick_us = or(found.tick_us.as_ref().map(|(us, _)| *us), "tick", 100_000);
    let heartbeat = found
        .heartbeat_ticks
        .as_ref()
        .map(|(ticks, _)| u64::from(*ticks));
    let heartbeat = or(heartbeat, "heartbeat_ticks", 1) as u32;
    let election = found
        .election_ticks
        .as_ref()
        .map(|(ticks, _)| u64::from(*ticks));
    let election = or(election, "election_ticks", 10) as u32;
    for (spot, text) in [
        found
            .tick_us
            .as_ref()
            .map(|(us, spot)| (spot, format!("a tick of {}", duration_text(*us)))),
        found
            .heartbeat_ticks
            .as_ref()
            .map(|(n, spot)| (spot, format!("a heartbeat each {n} ticks"))),
        found
            .election_ticks
            .as_ref()
            .map(|(n, spot)| (spot, format!("an election after {n} ticks"))),
    ]
    .into_iter()
    .flatten()
    {
        notes.understood(spot.clone(), text);
    }
    if !defaults.is_empty() {
        let text = format!(
            "raft.{} as a scenario has it by default",
            defaults.join(", raft.")
        );
        notes.assumed(None, text);
    }
    let spot = [&found.election_ticks, &found.heartbeat_ticks];
    let spot = spot
        .into_iter()
        .flatten()
        .map(|(_, spot)| spot.clone())
        .next();
    if election <= heartbeat {
        let text = format!(
            "found an election after {election} ticks, expected more than the {heartbeat} of a heartbeat"
        );
        return Err(Complaint { spot, text });
    }
    Ok(Ticks {
        us: tick_us,
        heartbeat,
        election,
    })
}

/// Where a server stands: as a file says, or as a store on the same machine does.
fn zone_of(server: &Server, found: &Found, map: &Map) -> Option<usize> {
    let own = server.place.as_ref().and_then(|place| map.zone_at(place));
    let same = || {
        found
            .stores
            .iter()
            .position(|store| store.host == server.host)
    };
    own.or_else(|| same().map(|store| map.zone_of[store]))
}

fn gateways(found: &Found, map: &Map, product: Product, notes: &mut Notes) -> Vec<(String, usize)> {
    let mut zones: Vec<usize> = Vec::new();
    for server in &found.gateways {
        match zone_of(server, found, map) {
            Some(zone) => zones.push(zone),
            None => notes.unused(
                server.spot.clone(),
                format!("the server {}: nothing says its zone", server.host),
            ),
        }
    }
    zones.truncate(format::limits::GATEWAYS_MAX);
    if zones.is_empty() {
        zones = (0..map.zones.len()).collect();
        let text = match product {
            Product::Tidb => "one TiDB server in each zone",
            Product::Cockroach | Product::Yugabyte => {
                "one gateway in each zone: every node takes requests"
            }
            Product::Etcd => "clients in each zone, which ask the member there",
        };
        notes.assumed(None, text);
    }
    let mut used: Vec<&str> = map.stores.iter().map(String::as_str).collect();
    used.extend(map.zones.iter().map(|zone| zone.id.as_str()));
    let mut list = Vec::new();
    let mut number = 0;
    for zone in zones {
        let id = loop {
            number += 1;
            let id = format!("g{number}");
            if !used.contains(&id.as_str()) {
                break id;
            }
        };
        list.push((id, zone));
    }
    list
}

/// The zone of the placement driver's leader.
fn driver(found: &Found, map: &Map, notes: &mut Notes) -> usize {
    let zones: Vec<usize> = found
        .drivers
        .iter()
        .filter_map(|server| zone_of(server, found, map))
        .collect();
    if let Some(zone) = zones.first() {
        if found.drivers.len() > 1 {
            let text = format!(
                "the first of {} PD servers leads: it is the one in the scenario",
                found.drivers.len()
            );
            notes.assumed(None, text);
        }
        return *zone;
    }
    let zone = map.zone_of.first().copied().unwrap_or_default();
    let text = format!(
        "PD's leader is in {}: no file says where",
        map.zones[zone].id
    );
    notes.assumed(None, text);
    zone
}

fn workload(gateways: &[(String, usize)]) -> Value {
    let mut loads = Vec::new();
    for (id, _) in gateways.iter().take(format::limits::WORKLOADS_MAX / 2) {
        loads.push(json!({
            "id": format!("reads-{id}"), "from": id, "op": "get", "clients": 4, "think": "10ms",
        }));
        loads.push(json!({
            "id": format!("puts-{id}"), "from": id, "op": "put", "clients": 1, "think": "50ms",
        }));
    }
    json!(loads)
}

/// Replicas without a vote are added when the run begins.
fn actions(placed: &Placed, map: &Map, ranges: usize, notes: &mut Notes) -> Value {
    let mut actions = Vec::new();
    for store in &placed.learners {
        for range in 0..ranges {
            actions.push(json!({
                "at": "2s", "do": "add_replica", "store": map.stores[*store], "range": range,
                "learner": true,
            }));
        }
    }
    if !actions.is_empty() {
        notes.assumed(None, "replicas without a vote are added at 2 s");
    }
    json!(actions)
}
