//! etcd: member lists, and the line that starts a cluster.

use crate::cockroach::flag;
use crate::found::{Place, Product, Reading, Store};
use crate::note::{Complaint, quoted};
use crate::tree::Node;

const FLAG: &str = "--initial-cluster";
const VARIABLE: &str = "ETCD_INITIAL_CLUSTER";

/// Whether a line of text is of etcd.
pub(crate) fn is_line(line: &str) -> bool {
    initial(line).is_some() || member(line).is_some()
}

/// The members of a line `--initial-cluster a=http://…,b=http://…`.
fn initial(line: &str) -> Option<&str> {
    flag(line, FLAG).or_else(|| flag(line, VARIABLE))
}

/// Name and peer address of a row of `etcdctl member list`.
fn member(line: &str) -> Option<(&str, &str)> {
    let cells: Vec<&str> = line
        .trim()
        .trim_matches('|')
        .split(['|', ','])
        .map(str::trim)
        .collect();
    match cells.as_slice() {
        [id, "started" | "unstarted", name, peer, ..]
            if id.len() <= 16 && id.chars().all(|c| c.is_ascii_hexdigit()) =>
        {
            Some((name, peer))
        }
        _ => None,
    }
}

/// Whether a document is a list of members.
pub(crate) fn is_tree(tree: &Node) -> bool {
    tree.entries().iter().any(|(key, _)| key == "members")
}

/// Reads what `etcdctl member list -w json` prints.
pub(crate) fn tree(tree: &Node, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    reading.is_of(Product::Etcd, tree.line)?;
    let members = tree.get("members").map_or(&[][..], Node::items);
    if members.is_empty() {
        let text = "members: found none, expected a list with name and peerURLs";
        return Err(reading.wrong(tree.line, text));
    }
    if let Some(header) = tree.get("header") {
        header.use_all();
    }
    for node in members {
        let name = node.get("name").and_then(Node::text).unwrap_or_default();
        let peers = node.get("peerURLs").map_or(&[][..], Node::items);
        let peer = peers.first().and_then(Node::text).unwrap_or_default();
        node.get("ID");
        if node.get("isLearner").and_then(Node::text) == Some("true") {
            reading.unused(
                node.line,
                format!("member {name} is a learner: only voters are placed"),
            );
            node.use_all();
            continue;
        }
        add(node.line, name, peer, reading)?;
    }
    Ok(())
}

/// Reads lines: rows of a member list, and start commands.
pub(crate) fn text(text: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.trim();
        if plain.is_empty() || plain.starts_with('#') || plain.starts_with('+') {
            continue;
        }
        if let Some((name, peer)) = member(plain) {
            reading.is_of(Product::Etcd, number)?;
            add(number, name, peer, reading)?;
        } else if let Some(list) = initial(plain) {
            reading.is_of(Product::Etcd, number)?;
            for part in list.split(',') {
                let Some((name, peer)) = part.split_once('=') else {
                    let expected = "members such as infra0=http://10.0.1.10:2380";
                    let text = format!("{FLAG}: found {}, expected {expected}", quoted(part));
                    return Err(reading.wrong(number, text));
                };
                add(number, name.trim(), peer, reading)?;
            }
        } else if !(timing(number, plain, reading)? || is_heading(plain)) {
            reading.unused(number, format!("the line {}", quoted(plain)));
        }
    }
    Ok(())
}

fn is_heading(line: &str) -> bool {
    line.trim_matches('|').trim().starts_with("ID ")
}

/// Reads `--heartbeat-interval` and `--election-timeout`, both in ms: etcd's tick is its heartbeat.
fn timing(line: usize, text: &str, reading: &mut Reading<'_>) -> Result<bool, Complaint> {
    let of = |name: &str| flag(text, &format!("--{name}"));
    let (beat, election) = (of("heartbeat-interval"), of("election-timeout"));
    if let Some(beat) = beat {
        let ms = reading.count(line, "--heartbeat-interval", beat, 60_000)?;
        reading.found.tick_us = Some((u64::from(ms) * 1000, reading.at(line)));
        reading.found.heartbeat_ticks = Some((1, reading.at(line)));
    }
    if let Some(election) = election {
        let ms = reading.count(line, "--election-timeout", election, 600_000)?;
        let tick = reading
            .found
            .tick_us
            .as_ref()
            .map_or(100, |(us, _)| us / 1000);
        let ticks = (u64::from(ms) / tick.max(1)).max(2) as u32;
        reading.found.election_ticks = Some((ticks, reading.at(line)));
    }
    Ok(beat.is_some() || election.is_some())
}

fn add(line: usize, name: &str, peer: &str, reading: &mut Reading<'_>) -> Result<(), Complaint> {
    let host = peer.split("://").nth(1).unwrap_or(peer);
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let name = if name.is_empty() { host } else { name };
    if name.is_empty() {
        let text = "member: found neither a name nor a peer URL, expected one of them";
        return Err(reading.wrong(line, text));
    }
    if reading.found.stores.iter().any(|store| store.name == name) {
        return Ok(());
    }
    reading.understood(line, format!("member {name}: a store"));
    reading.assumed(
        line,
        format!("member {name} stands in a zone of its own: etcd knows no zones"),
    );
    let spot = reading.at(line);
    reading.found.stores.push(Store {
        spot,
        name: format!("etcd-{name}"),
        host: host.to_string(),
        place: Place {
            region: String::new(),
            zone: name.to_string(),
        },
        election_ticks: None,
    });
    Ok(())
}
