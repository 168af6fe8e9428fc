//! Whether reads are recorded one by one: by what a file says, or by the load that it declares.

use model::config::{ClusterConfig, Load, NodeKind, WorkloadConfig};
use model::recording::{RECORDED_QPS_MAX, Recording, SAMPLED_ONE_IN};
use sim::NodeId;

const SECOND_NS: u64 = 1_000_000_000;

/// One in so many reads is recorded. All are where connections share a link segment by segment: when
/// a message arrives is not known there when it is sent.
pub(super) fn one_in(recording: Recording, config: &ClusterConfig) -> u64 {
    if config.links.iter().any(|link| link.connections > 0) {
        return 1;
    }
    let is_sampled = match recording {
        Recording::All => false,
        Recording::Sampled => true,
        Recording::Auto => is_busy(config),
    };
    if is_sampled { SAMPLED_ONE_IN } else { 1 }
}

/// Whether so much may be asked that each event counts.
pub(super) fn is_busy(config: &ClusterConfig) -> bool {
    declared_qps(config) > RECORDED_QPS_MAX
}

/// Requests a second that the clients of a file come to if they meet no queue, and no more than the
/// cores of gateways and stores can serve.
fn declared_qps(config: &ClusterConfig) -> u64 {
    let loads = config.workloads.iter();
    let asked: u64 = loads.map(|load| load_qps(config, load)).sum();
    let store_cores = config.nodes.iter().map(|node| match &node.kind {
        NodeKind::Store(store) => u64::from(store.cores),
        NodeKind::Gateway | NodeKind::PlacementDriver => 0,
    });
    let served = SECOND_NS * store_cores.sum::<u64>() / store_ns(config).max(1);
    asked.min(served)
}

fn load_qps(config: &ClusterConfig, load: &WorkloadConfig) -> u64 {
    let most = |start: u64| {
        load.ramp
            .iter()
            .map(|step| step.level)
            .fold(start, u64::max)
    };
    let asked = match load.load {
        Load::Open { interval_ns } => {
            let micro_hz = SECOND_NS.saturating_mul(1_000_000) / interval_ns.max(1);
            most(micro_hz) / 1_000_000
        }
        Load::Closed { clients, think_us } => {
            let zone = config.zone_of(load.gateways[0]);
            let here = usize::from(zone.0) * usize::from(config.zones) + usize::from(zone.0);
            let way_ns = 2 * config.links[here].delay_us * 1_000;
            let each_ns = think_us * 1_000 + way_ns + gateway_ns(config) + store_ns(config);
            most(u64::from(clients)).saturating_mul(SECOND_NS) / each_ns.max(1)
        }
    };
    let cores = |gateway: &NodeId| {
        let mut limited = config.machines.gateway_cores.iter();
        let found = limited.find(|(node, _)| node == gateway);
        found.map(|(_, cores)| u64::from(*cores))
    };
    let cores: Option<u64> = load.gateways.iter().map(cores).sum();
    cores.map_or(asked, |cores| {
        asked.min(SECOND_NS * cores / gateway_ns(config).max(1))
    })
}

/// Core time of a get at a store.
fn store_ns(config: &ClusterConfig) -> u64 {
    config.costs.request_ns + config.costs.row_ns
}

/// Core time of a statement at a gateway with cores: its plan may be kept.
fn gateway_ns(config: &ClusterConfig) -> u64 {
    if config.machines.gateway_cores.is_empty() {
        return 0;
    }
    config.machines.costs.execute_ns
}
