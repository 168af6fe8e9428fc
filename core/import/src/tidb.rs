//! Topologies of TiUP, and clusters of tidb-operator.

use format::limits;
use format::units::parse_duration_us;

use crate::found::{Place, Product, Reading, Rule, Server, Store, place_of};
use crate::note::{Complaint, counted, quoted};
use crate::tree::Node;

/// Whether a document is a topology of TiUP.
pub(crate) fn is_tiup(tree: &Node) -> bool {
    tree.entries().iter().any(|(key, _)| key == "tikv_servers")
}

/// Whether a document is an object of tidb-operator.
pub(crate) fn is_operator(tree: &Node) -> bool {
    let of = |key: &str| tree.entries().iter().find(|(name, _)| name == key);
    let version = of("apiVersion").and_then(|(_, node)| node.text());
    version.is_some_and(|version| version.contains("pingcap.com"))
}

/// Reads a topology of TiUP.
pub(crate) fn tiup(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    reading.is_of(Product::Tidb, tree.line)?;
    let order = tree
        .path("server_configs.pd.replication.location-labels")
        .map(|node| {
            let names = texts(node);
            let told = format!(
                "location-labels {}: the order of the labels",
                names.join(", ")
            );
            reading.understood(node.line, told);
            names
        })
        .unwrap_or_default();
    replicas(tree, reading)?;
    raft(tree, reading)?;
    if let Some(rules) = tree.path("server_configs.pd.label-property.reject-leader") {
        for rule in rules.items() {
            let value = rule.get("value").and_then(Node::text).unwrap_or_default();
            rule.use_all();
            let spot = reading.at(rule.line);
            reading.found.no_leaders.push(Rule {
                spot,
                name: value.to_string(),
                region: String::new(),
            });
        }
    }
    let servers = tree.get("tikv_servers").map_or(&[][..], Node::items);
    for server in servers {
        tikv(server, &order, reading)?;
    }
    if servers.is_empty() {
        let expected = "at least one server with host and config.server.labels";
        let text = format!("tikv_servers: found none, expected {expected}");
        return Err(reading.wrong(tree.line, text));
    }
    for (key, is_driver) in [("tidb_servers", false), ("pd_servers", true)] {
        for node in tree.get(key).map_or(&[][..], Node::items) {
            let host = node.get("host").and_then(Node::text).unwrap_or_default();
            let labels = node
                .path("config.labels")
                .or_else(|| node.path("config.server.labels"));
            let place = labels.map(|node| {
                let (place, taken) = place_of(&pairs(node), &order)?;
                for name in &taken {
                    node.get(name);
                }
                Some(place)
            });
            let server = Server {
                spot: reading.at(node.line),
                host: host.to_string(),
                place: place.flatten(),
            };
            if is_driver {
                reading.found.drivers.push(server);
            } else {
                reading.found.gateways.push(server);
            }
        }
    }
    Ok(())
}

fn replicas(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let Some(node) = tree.path("server_configs.pd.replication.max-replicas") else {
        return Ok(());
    };
    let text = node.text().unwrap_or_default();
    let most = limits::REPLICAS_MAX;
    let count = reading.count(node.line, "max-replicas", text, most)?;
    reading.found.voters = Some((count, reading.at(node.line)));
    Ok(())
}

/// The timing of the Raft groups.
fn raft(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let of = |key: &str| tree.path(&format!("server_configs.tikv.raftstore.{key}"));
    if let Some(node) = of("raft-base-tick-interval") {
        let text = node.text().unwrap_or_default();
        let tick = parse_duration_us(text).map_err(|error| {
            reading.wrong(node.line, format!("raft-base-tick-interval: {error}"))
        })?;
        if !(limits::TICK_US_MIN..=limits::DELAY_US_MAX).contains(&tick) {
            let found = quoted(text);
            let text = format!("raft-base-tick-interval: found {found}, expected 1ms to 60s");
            return Err(reading.wrong(node.line, text));
        }
        reading.found.tick_us = Some((tick, reading.at(node.line)));
    }
    let most = limits::TICKS_MAX;
    if let Some(node) = of("raft-heartbeat-ticks") {
        let text = node.text().unwrap_or_default();
        let ticks = reading.count(node.line, "raft-heartbeat-ticks", text, most)?;
        reading.found.heartbeat_ticks = Some((ticks, reading.at(node.line)));
    }
    if let Some(node) = of("raft-election-timeout-ticks") {
        let text = node.text().unwrap_or_default();
        let ticks = reading.count(node.line, "raft-election-timeout-ticks", text, most)?;
        reading.found.election_ticks = Some((ticks, reading.at(node.line)));
    }
    Ok(())
}

fn tikv(server: &Node, order: &[String], reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let line = server.line;
    let host = server.get("host").and_then(Node::text);
    let Some(host) = host else {
        let text = format!("tikv_servers: found {}, expected a host", server.found());
        return Err(reading.wrong(line, text));
    };
    let Some(labels) = server.path("config.server.labels") else {
        let text = format!(
            "tikv_servers: found {} without config.server.labels, expected labels that say its zone",
            quoted(host)
        );
        return Err(reading.wrong(line, text));
    };
    let Some((place, taken)) = place_of(&pairs(labels), order) else {
        let expected = "labels such as {zone: \"z1\"}";
        let text = format!(
            "server.labels: found {}, expected {expected}",
            labels.found()
        );
        return Err(reading.wrong(labels.line, text));
    };
    for name in &taken {
        labels.get(name);
    }
    let ticks = server.path("config.raftstore.raft-min-election-timeout-ticks");
    let election_ticks = match ticks {
        None => None,
        Some(node) => {
            let text = node.text().unwrap_or_default();
            let name = "raft-min-election-timeout-ticks";
            let ticks = reading.count(node.line, name, text, limits::TICKS_MAX)?;
            let told =
                format!("raft-min-election-timeout-ticks {ticks}: election_ticks of the store");
            reading.understood(node.line, told);
            Some(ticks)
        }
    };
    let port = server.get("port").and_then(Node::text);
    let name = match port {
        Some(port) => format!("{host}-{port}"),
        None => host.to_string(),
    };
    reading.understood(line, format!("TiKV {host}: a store in zone {}", place.zone));
    let spot = reading.at(line);
    reading.found.stores.push(Store {
        spot,
        name,
        host: host.to_string(),
        place,
        election_ticks,
    });
    Ok(())
}

/// Labels that Kubernetes knows a zone by.
const KUBERNETES_ZONE: &str = "topology.kubernetes.io/zone";

/// Reads an object of tidb-operator: a TidbCluster, or a TiKVGroup of its second version.
pub(crate) fn operator(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    reading.is_of(Product::Tidb, tree.line)?;
    tree.get("apiVersion");
    let kind = tree.get("kind").and_then(Node::text).unwrap_or_default();
    let name = tree.path("metadata.name").and_then(Node::text);
    let name = name.unwrap_or("tikv").to_string();
    match kind {
        "TidbCluster" => cluster(tree, &name, reading),
        "TiKVGroup" => group(tree, &name, reading),
        "TiDBGroup" | "PDGroup" | "Cluster" => {
            reading.unused(
                tree.line,
                format!("{kind} {name}: only TiKVGroup has the stores"),
            );
            tree.use_all();
            Ok(())
        }
        _ => Err(reading.wrong(
            tree.line,
            format!(
                "kind: found {}, expected TidbCluster or TiKVGroup",
                quoted(kind)
            ),
        )),
    }
}

fn cluster(tree: &Node, name: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let Some(tikv) = tree.path("spec.tikv") else {
        let text = format!("TidbCluster {name}: found no spec.tikv, expected its replicas");
        return Err(reading.wrong(tree.line, text));
    };
    let mut zones = Vec::new();
    let mut region = String::new();
    for labels in ["nodeSelector", "labels"].map(|key| tikv.get(key)) {
        let said = labels.map(|node| (node, pairs(node)));
        let Some((node, said)) = said else { continue };
        if let Some((place, taken)) = place_of(&said, &[]) {
            for name in &taken {
                node.get(name);
            }
            region = place.region;
            zones = vec![place.zone];
        }
    }
    let affinity = tikv.path(
        "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms",
    );
    for term in affinity.map_or(&[][..], Node::items) {
        for rule in term.get("matchExpressions").map_or(&[][..], Node::items) {
            if rule.get("key").and_then(Node::text) == Some(KUBERNETES_ZONE) {
                rule.use_all();
                zones = rule.get("values").map(texts).unwrap_or_default();
            }
        }
    }
    let count = replicas_of(tikv, "spec.tikv.replicas", reading)?;
    if zones.is_empty() {
        zones = (1..=count.min(3)).map(|zone| format!("z{zone}")).collect();
        let text = format!(
            "TidbCluster {name} names no zones: its stores stand in {} (nodeAffinity on \
             {KUBERNETES_ZONE} would name them)",
            zones.join(", ")
        );
        reading.assumed(tikv.line, text);
    }
    let zones: Vec<(String, u32)> = zones.into_iter().map(|zone| (zone, 1)).collect();
    stores(tikv.line, name, &region, &zones, count, reading);
    Ok(())
}

fn group(tree: &Node, name: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let Some(spec) = tree.get("spec") else {
        let text = format!("TiKVGroup {name}: found no spec, expected its replicas");
        return Err(reading.wrong(tree.line, text));
    };
    let count = replicas_of(spec, "spec.replicas", reading)?;
    let mut zones = Vec::new();
    let mut region = String::new();
    for policy in spec.get("schedulePolicies").map_or(&[][..], Node::items) {
        policy.get("type");
        for one in policy
            .path("evenlySpread.topologies")
            .map_or(&[][..], Node::items)
        {
            let Some(labels) = one.get("topology") else {
                continue;
            };
            if let Some((place, taken)) = place_of(&pairs(labels), &[]) {
                for name in &taken {
                    labels.get(name);
                }
                region = place.region;
                let weight = one.get("weight").and_then(Node::text);
                let weight = weight.map_or(Ok(1), |text| {
                    reading.count(one.line, "weight", text, limits::STORES_MAX as u32)
                })?;
                zones.push((place.zone, weight));
            }
        }
    }
    if zones.is_empty() {
        let text = format!(
            "TiKVGroup {name}: found no schedulePolicies with evenlySpread.topologies, expected \
             the zones of its stores there"
        );
        return Err(reading.wrong(spec.line, text));
    }
    stores(spec.line, name, &region, &zones, count, reading);
    Ok(())
}

fn replicas_of(node: &Node, what: &str, reading: &Reading<'_>) -> Result<u32, Complaint> {
    let replicas = node.get("replicas");
    let line = replicas.map_or(node.line, |node| node.line);
    let text = replicas.and_then(Node::text).unwrap_or_default();
    reading.count(line, what, text, limits::STORES_MAX as u32)
}

/// So many stores, spread over zones by weight.
fn stores(
    line: usize,
    name: &str,
    region: &str,
    zones: &[(String, u32)],
    count: u32,
    reading: &mut Reading<'_>,
) {
    let mut held = vec![0u32; zones.len()];
    for number in 0..count {
        // The zone that is furthest below its share.
        let next = (0..zones.len()).min_by_key(|zone| {
            let (held, weight) = (u64::from(held[*zone]), u64::from(zones[*zone].1));
            (held * 1000 / weight, *zone)
        });
        let Some(next) = next else { break };
        held[next] += 1;
        let spot = reading.at(line);
        reading.found.stores.push(Store {
            spot,
            name: format!("{name}-tikv-{number}"),
            host: String::new(),
            place: Place {
                region: region.to_string(),
                zone: zones[next].0.clone(),
            },
            election_ticks: None,
        });
    }
    let spread: Vec<String> = zones
        .iter()
        .zip(&held)
        .map(|((zone, _), held)| format!("{held} in {zone}"))
        .collect();
    reading.understood(
        line,
        format!("{}: {}", counted(count, "store"), spread.join(", ")),
    );
}

/// Key and value of each scalar of a map.
pub(crate) fn pairs(node: &Node) -> Vec<(String, String)> {
    let pair = |(key, value): &(String, Node)| Some((key.clone(), value.text()?.to_string()));
    node.entries().iter().filter_map(pair).collect()
}

/// The texts of a list, or of one text with commas.
pub(crate) fn texts(node: &Node) -> Vec<String> {
    if let Some(text) = node.text() {
        return text
            .split(',')
            .map(|part| part.trim().to_string())
            .collect();
    }
    let items = node.items().iter();
    items
        .filter_map(|item| item.text().map(str::to_string))
        .collect()
}
