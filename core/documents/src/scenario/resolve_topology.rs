//! From a file's zones, nodes and links to what the cluster takes.

use model::config::{GatewayClock, NodeConfig, NodeKind, ReadMode, StoreConfig};
use sim::{LinkParams, Micros, NodeId, Ratio, ZoneId};

use crate::scenario::topology::{Between, Gateway, Link, Links, Topology};
use text::names::{Names, NodeName, NodeRole};

/// Every node, in the order of its number.
pub(super) fn nodes(topology: &Topology, names: &Names) -> Vec<NodeConfig> {
    let kinds = topology.stores.iter().map(|store| {
        NodeKind::Store(StoreConfig {
            cores: store.cores,
            fsync_us: store.fsync.0,
            disk_bytes_per_s: store.disk.map_or(0, |disk| disk.0),
            clock_offset_us: store.clock_offset.0,
            clock_drift_ppm: store.clock_drift_ppm,
            apply_delay_us: store.apply_delay.0,
            election_ticks: store.election_ticks.unwrap_or(0),
        })
    });
    let gateways = topology.gateways.iter().map(|_| NodeKind::Gateway);
    let pd = topology.pd.iter().map(|_| NodeKind::PlacementDriver);
    let zones = names.nodes.iter().map(|node| node.zone);
    let kinds = kinds.chain(gateways).chain(pd);
    zones
        .zip(kinds)
        .map(|(zone, kind)| NodeConfig { zone, kind })
        .collect()
}

/// Every directed link, and what a GB on it costs.
pub(super) fn links(topology: &Topology, names: &Names) -> (Vec<LinkParams>, Vec<u64>) {
    let zones = names.zones.len() as u16;
    let mut params = Vec::new();
    let mut prices = Vec::new();
    for from in 0..zones {
        for to in 0..zones {
            let (from, to) = (ZoneId(from), ZoneId(to));
            let link = link_between(&topology.links, names, from, to);
            let rtt_us = link.rtt.unwrap_or_default().0;
            // An odd round trip: one direction takes the extra microsecond.
            let half_us = if from.0 < to.0 {
                rtt_us / 2
            } else {
                rtt_us.div_ceil(2)
            };
            let delay_us = own_way_us(&topology.links, names, (from, to), rtt_us);
            let delay_us = delay_us.unwrap_or(half_us);
            params.push(LinkParams {
                delay_us,
                jitter_us: link.jitter.unwrap_or_default().0,
                bandwidth_bps: link.bandwidth.unwrap_or_default().0,
                loss: Ratio {
                    ppm: link.loss.unwrap_or_default().0,
                },
                vanish: Ratio {
                    ppm: link.vanish.unwrap_or_default().0,
                },
                window_bytes: link.window.unwrap_or(0),
                connections: link.connections.unwrap_or(0),
                buffer_bytes: link.buffer.unwrap_or(0),
            });
            prices.push(link.usd_per_gb.unwrap_or_default().0);
        }
    }
    (params, prices)
}

fn link_between(links: &Links, names: &Names, from: ZoneId, to: ZoneId) -> Link {
    let cross = if from == to {
        links.same_zone.or(&Link::same_zone_default())
    } else {
        let cross = links.cross_zone.or(&listed(links, names, from, to));
        cross.or(&Link::cross_zone_default())
    };
    let pair = pair_of(links, names, from, to);
    pair.map_or_else(|| cross.clone(), |between| between.link().or(&cross))
}

fn pair_of<'a>(links: &'a Links, names: &Names, from: ZoneId, to: ZoneId) -> Option<&'a Between> {
    let (a, b) = (names.zone_id(from), names.zone_id(to));
    links.between.iter().find(|between| {
        let zones = (between.zones.0.as_str(), between.zones.1.as_str());
        zones == (a, b) || zones == (b, a)
    })
}

/// The delay of one way, where the file says how a round trip is parted.
fn own_way_us(
    links: &Links,
    names: &Names,
    (from, to): (ZoneId, ZoneId),
    rtt_us: Micros,
) -> Option<Micros> {
    let pair = pair_of(links, names, from, to)?;
    let there_us = pair.there?.0;
    let is_there = pair.zones.0 == names.zone_id(from);
    Some(if is_there {
        there_us
    } else {
        rtt_us.saturating_sub(there_us)
    })
}

/// What a list of prices says of two zones, and nothing else.
fn listed(links: &Links, names: &Names, from: ZoneId, to: ZoneId) -> Link {
    let region = |zone: ZoneId| &names.zones[usize::from(zone.0)].region;
    let usd_per_gb = links.prices.map(|list| {
        if region(from) == region(to) {
            list.between_zones()
        } else {
            list.between_regions()
        }
    });
    Link {
        usd_per_gb,
        ..Link::default()
    }
}

fn gateways<'a>(
    topology: &'a Topology,
    names: &Names,
) -> impl Iterator<Item = (&'a Gateway, NodeId)> {
    let is_store = |node: &&NodeName| node.kind == NodeRole::Store;
    let first = names.nodes.iter().filter(is_store).count();
    let gateways = topology.gateways.iter().zip(first..);
    gateways.map(|(gateway, node)| (gateway, NodeId(node as u16)))
}

/// Gateways with a read mode of their own.
pub(super) fn gateway_modes(topology: &Topology, names: &Names) -> Vec<(NodeId, ReadMode)> {
    gateways(topology, names)
        .filter_map(|(gateway, node)| Some((node, gateway.read_mode?.0)))
        .collect()
}

/// Gateways whose clocks are not right.
pub(super) fn gateway_clocks(topology: &Topology, names: &Names) -> Vec<GatewayClock> {
    let clocks = gateways(topology, names).map(|(gateway, node)| GatewayClock {
        node,
        offset_us: gateway.clock_offset.0,
        drift_ppm: gateway.clock_drift_ppm,
    });
    let is_wrong = |clock: &GatewayClock| clock.offset_us != 0 || clock.drift_ppm != 0;
    clocks.filter(is_wrong).collect()
}
