//! CockroachDB: localities of start lines and of node lists, and `SHOW REGIONS`. What zone
//! configurations say is read by `zone_config`.

use crate::found::{Place, Product, Reading, Store, place_of};
use crate::note::{Complaint, quoted};
use crate::tree::Node;
use crate::zone_config::{self, Config};

/// Whether a line of text is of CockroachDB.
pub(crate) fn is_line(line: &str) -> bool {
    flag(line, "--locality").is_some()
        || region_row(line).is_some()
        || zone_config::is_line(line)
        || line.contains("PRIMARY REGION")
}

/// Whether a document is of CockroachDB.
pub(crate) fn is_tree(tree: &Node) -> bool {
    let has = |node: &Node, key: &str| node.entries().iter().any(|(name, _)| name == key);
    let first = tree.items().first();
    first.is_some_and(|row| has(row, "locality") || (has(row, "region") && has(row, "zones")))
        || tree.entries().iter().any(|(key, value)| {
            key == "nodes" && value.items().first().is_some_and(|node| has(node, "desc"))
        })
        || has(tree, "num_replicas")
        || has(tree, "lease_preferences")
}

/// The value of a flag of a command line, as `--flag=value` or `--flag value`.
pub(crate) fn flag<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.match_indices(name).find_map(|(at, _)| {
        let rest = &line[at + name.len()..];
        let value = rest
            .strip_prefix('=')
            .or_else(|| rest.strip_prefix(char::is_whitespace).map(str::trim_start))?;
        let value = match value.strip_prefix(['"', '\'']) {
            Some(inside) => inside.split(['"', '\'']).next()?,
            None => value.split_whitespace().next()?,
        };
        Some(value.trim_matches(['"', '\'', ',']))
    })
}

/// The cells of a row of `SHOW REGIONS`: a region and its zones.
fn region_row(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut cells = line.trim().trim_matches('|').split('|').map(str::trim);
    let region = cells.next().filter(|cell| !cell.is_empty())?;
    let zones = cells.find_map(|cell| cell.strip_prefix('{')?.strip_suffix('}'))?;
    let zones: Vec<&str> = zones.split(',').map(str::trim).collect();
    Some((
        region,
        zones.into_iter().filter(|zone| !zone.is_empty()).collect(),
    ))
}

/// Reads lines: start commands, `SHOW REGIONS`, zone configurations.
pub(crate) fn text(text: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let mut configs: Vec<Config> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.trim();
        if plain.is_empty() || plain.starts_with('#') || plain.starts_with("-- ") {
            continue;
        }
        if let Some(value) = flag(plain, "--locality") {
            reading.is_of(Product::Cockroach, number)?;
            let name = ["--advertise-addr", "--listen-addr", "--host"];
            let name = name.iter().find_map(|name| flag(plain, name));
            locality(number, value, name, reading)?;
        } else if let Some((region, zones)) = region_row(plain) {
            reading.is_of(Product::Cockroach, number)?;
            region_of(number, region, &zones, reading);
        } else if plain.contains("PRIMARY REGION") || plain.contains("SURVIVE ") {
            reading.is_of(Product::Cockroach, number)?;
            zone_config::multi_region(number, plain, reading);
        } else if zone_config::is_line(plain) {
            reading.is_of(Product::Cockroach, number)?;
            zone_config::take(number, plain, &mut configs, reading)?;
        } else if !is_frame(plain) {
            reading.unused(number, format!("the line {}", quoted(plain)));
        }
    }
    zone_config::choose(configs, reading)
}

/// Whether a line is the frame of a table, or its heading.
fn is_frame(line: &str) -> bool {
    let drawn = line.chars().all(|sign| "-+| ".contains(sign));
    let counted = line.starts_with('(') && line.ends_with(')');
    let first = line
        .trim_matches('|')
        .split('|')
        .next()
        .unwrap_or_default()
        .trim();
    drawn || counted || (line.contains('|') && ["region", "target", "database"].contains(&first))
}

/// Reads a document: rows of `cockroach node status`, of `SHOW REGIONS`, the nodes of
/// `/_status/nodes`, or a zone configuration in YAML.
pub(crate) fn tree(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    reading.is_of(Product::Cockroach, tree.line)?;
    let nodes = tree.get("nodes").map_or(&[][..], Node::items);
    for node in nodes {
        let id = node.path("desc.nodeId").and_then(Node::text);
        let tiers = node.path("desc.locality.tiers");
        let labels: Vec<(String, String)> = tiers
            .map_or(&[][..], Node::items)
            .iter()
            .filter_map(|tier| {
                let of = |key| tier.get(key).and_then(Node::text).map(str::to_string);
                Some((of("key")?, of("value")?))
            })
            .collect();
        let name = id.map(|id| format!("n{id}"));
        add(node.line, &labels, name.as_deref(), reading)?;
    }
    for row in tree.items() {
        let of = |key: &str| row.get(key);
        if let Some(value) = of("locality") {
            let id = of("id").and_then(Node::text).map(|id| format!("n{id}"));
            let text = value.text().unwrap_or_default();
            locality(value.line, text, id.as_deref(), reading)?;
        } else if let (Some(region), Some(zones)) = (of("region"), of("zones")) {
            let listed: Vec<String> = match zones.text() {
                Some(text) => {
                    let inside = text.trim_matches(['{', '}']).split(',');
                    inside.map(|zone| zone.trim().to_string()).collect()
                }
                None => crate::tidb::texts(zones),
            };
            let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
            region_of(
                row.line,
                region.text().unwrap_or_default(),
                &listed,
                reading,
            );
        }
    }
    if let Some(config) = zone_config::of_tree(tree) {
        zone_config::choose(vec![config], reading)?;
    }
    Ok(())
}

/// A node of this locality: tiers, the most inclusive first.
fn locality(
    line: usize,
    value: &str,
    name: Option<&str>,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let mut labels = Vec::new();
    for tier in value.split(',') {
        let Some((key, value)) = tier.split_once('=') else {
            let text = format!(
                "locality: found {}, expected tiers such as region=us-east1,zone=us-east1-b",
                quoted(value)
            );
            return Err(reading.wrong(line, text));
        };
        labels.push((key.trim().to_string(), value.trim().to_string()));
    }
    add(line, &labels, name, reading)
}

fn add(
    line: usize,
    labels: &[(String, String)],
    name: Option<&str>,
    reading: &mut Reading<'_>,
) -> Result<(), Complaint> {
    let Some((place, taken)) = place_of(labels, &[]) else {
        let text = "locality: found no tiers, expected some such as region=us-east1";
        return Err(reading.wrong(line, text));
    };
    for (key, value) in labels.iter().filter(|(key, _)| !taken.contains(key)) {
        reading.unused(
            line,
            format!("the tier {key}={value}: neither region nor zone"),
        );
    }
    let count = reading.found.stores.len() + 1;
    let name = name.map_or_else(|| format!("n{count}"), str::to_string);
    reading.understood(line, format!("node {name}: a store in zone {}", place.zone));
    let spot = reading.at(line);
    reading.found.stores.push(Store {
        spot,
        host: name.clone(),
        name,
        place,
        election_ticks: None,
    });
    Ok(())
}

/// A node in each zone of a region.
fn region_of(line: usize, region: &str, zones: &[&str], reading: &mut Reading<'_>) {
    let zones = if zones.is_empty() {
        &[region][..]
    } else {
        zones
    };
    for zone in zones {
        let spot = reading.at(line);
        let name = format!("n{}", reading.found.stores.len() + 1);
        reading.found.stores.push(Store {
            spot,
            name,
            host: String::new(),
            place: Place {
                region: region.to_string(),
                zone: (*zone).to_string(),
            },
            election_ticks: None,
        });
    }
    let text = format!("region {region} with {}", zones.join(", "));
    reading.understood(line, text);
    reading.assumed(
        line,
        format!("one node in each zone of {region}: regions tell no nodes"),
    );
}
