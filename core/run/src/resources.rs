//! How much of each resource was used: over the last second, and since the warm-up. It samples what
//! the cluster says of its resources and changes nothing in the run.

use std::collections::VecDeque;

use cluster::AnyCluster;
use model::config::{ClusterConfig, NodeKind};
use model::machines::ResourceUse;
use sim::{MILLIS, Micros, NodeId, SECONDS};

use report::bottleneck::ResourceSummary;
use text::names::Names;

const SAMPLE_US: Micros = 100 * MILLIS;
/// How far back the share looks.
const WINDOW_US: Micros = SECONDS;
/// Samples that cover the window.
const SAMPLES_MAX: usize = (WINDOW_US / SAMPLE_US) as usize + 1;

/// Use of every resource at an instant: its time that was used, and that there was, in ns, in the
/// cluster's order.
type Sample = (Micros, Vec<(u64, u64)>);

/// Use of every resource at the last instants, and at the end of the warm-up.
#[derive(Clone, Debug)]
pub struct ResourceMeter {
    measure_from_us: Micros,
    /// The first sample that is not in the warm-up.
    base: Option<Sample>,
    samples: VecDeque<Sample>,
}

impl ResourceMeter {
    /// The first sample.
    pub fn new(cluster: &AnyCluster, measure_from_us: Micros) -> Self {
        let mut meter = ResourceMeter {
            measure_from_us,
            base: None,
            samples: VecDeque::new(),
        };
        meter.take(cluster);
        meter
    }

    /// Runs events up to and including `until_us`, at most `max_events` of them, and returns how
    /// many; samples are taken on the way. Stopping for them changes nothing in the run.
    pub fn run_until(
        &mut self,
        cluster: &mut AnyCluster,
        until_us: Micros,
        max_events: u64,
    ) -> u64 {
        let mut done = 0;
        loop {
            let stop_us = self.next_us().min(until_us);
            done += cluster.run_until(stop_us, max_events - done);
            if cluster.now() < stop_us {
                return done;
            }
            self.sample(cluster);
            if stop_us >= until_us || done == max_events {
                return done;
            }
        }
    }

    /// When the next sample is due.
    fn next_us(&self) -> Micros {
        let last = self.samples.back();
        let next_us = last.map_or(0, |(at_us, _)| (at_us / SAMPLE_US + 1) * SAMPLE_US);
        match self.base {
            None => next_us.min(self.measure_from_us),
            Some(_) => next_us,
        }
    }

    /// Takes a sample if one is due and nothing more happens at its instant, so that samples are
    /// the same however the run was brought there.
    pub fn sample(&mut self, cluster: &AnyCluster) {
        let now_us = cluster.now();
        let is_over = cluster.next_event_us().is_none_or(|at_us| at_us > now_us);
        if now_us >= self.next_us() && is_over {
            self.take(cluster);
        }
    }

    fn take(&mut self, cluster: &AnyCluster) {
        let now_us = cluster.now();
        // The oldest sample's memory is used again.
        let mut used_ns = if self.samples.len() == SAMPLES_MAX {
            let oldest = self.samples.pop_front();
            oldest.map(|(_, used_ns)| used_ns).unwrap_or_default()
        } else {
            Vec::new()
        };
        used_ns.clear();
        let both = |resource: ResourceUse| (resource.used_ns, resource.offered_ns);
        used_ns.extend(cluster.resources().map(both));
        if self.base.is_none() && now_us >= self.measure_from_us {
            self.base = Some((now_us, used_ns.clone()));
        }
        self.samples.push_back((now_us, used_ns));
    }

    /// Every resource as it is now, in the cluster's order, and the share of it that was busy over
    /// the last second but not before `from_us`, in millionths.
    pub fn recent<'a>(
        &'a self,
        cluster: &'a AnyCluster,
        from_us: Micros,
    ) -> impl Iterator<Item = (ResourceUse, u32)> + 'a {
        let now_us = cluster.now();
        let is_within =
            |(at_us, _): &&Sample| at_us + WINDOW_US >= now_us && at_us + SAMPLE_US > from_us;
        let oldest = self.samples.iter().find(is_within).or(self.samples.back());
        since(cluster, oldest)
    }

    /// The limited resources since the warm-up, the busiest first.
    pub fn summary(&self, cluster: &AnyCluster, names: &Names) -> Vec<ResourceSummary> {
        let limited = since(cluster, self.base.as_ref()).filter(|(use_now, _)| use_now.servers > 0);
        let told = limited.map(|(use_now, used_ppm)| ResourceSummary {
            kind: use_now.resource.kind(),
            id: names.resource_id(use_now.resource),
            servers: use_now.servers,
            used_ppm,
            queued_us: use_now.queued_us,
        });
        report::bottleneck::ranked(told.collect())
    }
}

/// Every resource, and the share of it that was busy since a sample, in millionths.
fn since<'a>(
    cluster: &'a AnyCluster,
    from: Option<&'a Sample>,
) -> impl Iterator<Item = (ResourceUse, u32)> + 'a {
    cluster
        .resources()
        .enumerate()
        .map(move |(place, use_now)| {
            let Some((_, before)) = from else {
                return (use_now, 0);
            };
            let (used_ns, offered_ns) = before[place];
            let span_ns = use_now.offered_ns.saturating_sub(offered_ns);
            let busy_ns = use_now.used_ns.saturating_sub(used_ns);
            let ppm = (u128::from(busy_ns) * 1_000_000).checked_div(u128::from(span_ns));
            (use_now, ppm.unwrap_or(0).min(1_000_000) as u32)
        })
}

/// The stores of a cluster.
pub fn stores(config: &ClusterConfig) -> impl Iterator<Item = NodeId> {
    let is_store =
        |(_, node): &(usize, &model::config::NodeConfig)| matches!(node.kind, NodeKind::Store(_));
    let nodes = config.nodes.iter().enumerate().filter(is_store);
    nodes.map(|(number, _)| NodeId(number as u16))
}
