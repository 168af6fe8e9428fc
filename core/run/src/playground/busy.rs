//! How busy stores were over the last second: samples of the core time that they have used.

use std::collections::VecDeque;

use cluster::Cluster;
use model::config::{ClusterConfig, NodeKind};
use model::fact::Observer;
use sim::{MILLIS, Micros, NodeId, SECONDS};

/// Distance between samples.
const SAMPLE_US: Micros = 100 * MILLIS;
/// How far back the share looks.
const WINDOW_US: Micros = SECONDS;
/// Samples that cover the window.
const SAMPLES_MAX: usize = (WINDOW_US / SAMPLE_US) as usize + 1;

/// Core time used by each store at the last instants.
#[derive(Clone, Debug)]
pub(super) struct BusyMeter {
    samples: VecDeque<(Micros, Vec<u64>)>,
}

impl BusyMeter {
    /// The first sample.
    pub(super) fn new<O: Observer>(cluster: &Cluster<O>) -> Self {
        let mut meter = BusyMeter {
            samples: VecDeque::new(),
        };
        meter.take(cluster);
        meter
    }

    /// When the next sample is due.
    pub(super) fn next_us(&self) -> Micros {
        self.samples
            .back()
            .map_or(0, |(at_us, _)| (at_us / SAMPLE_US + 1) * SAMPLE_US)
    }

    /// Takes a sample if one is due and nothing more happens at its instant, so that samples are
    /// the same however the run was brought there.
    pub(super) fn sample<O: Observer>(&mut self, cluster: &Cluster<O>) {
        let now_us = cluster.now();
        let is_over = cluster.next_event_us().is_none_or(|at_us| at_us > now_us);
        if now_us >= self.next_us() && is_over {
            self.take(cluster);
        }
    }

    fn take<O: Observer>(&mut self, cluster: &Cluster<O>) {
        // The oldest sample's memory is used again.
        let mut used_ns = if self.samples.len() == SAMPLES_MAX {
            self.samples
                .pop_front()
                .map(|(_, used_ns)| used_ns)
                .unwrap_or_default()
        } else {
            Vec::new()
        };
        used_ns.clear();
        used_ns.extend(stores(cluster.config()).map(|store| cluster.store(store).busy_ns));
        self.samples.push_back((cluster.now(), used_ns));
    }

    /// Share of a store's cores that was busy over the last second, in millionths.
    pub(super) fn busy_ppm<O: Observer>(&self, cluster: &Cluster<O>, store: NodeId) -> u32 {
        let now_us = cluster.now();
        let is_within = |(at_us, _): &&(Micros, Vec<u64>)| at_us + WINDOW_US >= now_us;
        let oldest = self.samples.iter().find(is_within).or(self.samples.back());
        let Some((since_us, used_ns)) = oldest else {
            return 0;
        };
        let view = cluster.store(store);
        let span_ns = (now_us - since_us) * 1_000 * u64::from(view.cores);
        let busy_ns = view.busy_ns.saturating_sub(used_ns[usize::from(store.0)]);
        let ppm = (u128::from(busy_ns) * 1_000_000).checked_div(u128::from(span_ns));
        ppm.unwrap_or(0).min(1_000_000) as u32
    }
}

/// The stores of a cluster.
pub(super) fn stores(config: &ClusterConfig) -> impl Iterator<Item = NodeId> {
    let is_store =
        |(_, node): &(usize, &model::config::NodeConfig)| matches!(node.kind, NodeKind::Store(_));
    config
        .nodes
        .iter()
        .enumerate()
        .filter(is_store)
        .map(|(number, _)| NodeId(number as u16))
}
