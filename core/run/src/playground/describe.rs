//! What can be told of a scenario before it runs, and of a run whatever its instant.

use model::config::{NodeKind, Settings};
use model::view::RangeView;
use sim::NodeId;

use crate::playground::busiest::busiest;
use crate::playground::world::variants;
use crate::playground::{
    LinkInfo, NodeInfo, Placement, RangeInfo, ScenarioSummary, WorkloadInfo, World, ZoneInfo,
};
use crate::playground::{Playground, catalog};
use documents::scenario::Scenario;
use format::error::ScenarioError;
use format::switches::{SettingsView, switches};
use observe::load::LATENCY_BUCKET_UPPER_US;
use observe::series::SERIES_BUCKET_US;
use text::names::{NodeRole, ZoneName};

const NANO_USD: f64 = 1e9;

/// Says what the scenario of a file is.
pub fn describe(text: &str) -> Result<ScenarioSummary, ScenarioError> {
    let scenario = Scenario::parse(text)?;
    let first = scenario.resolve(None, None)?;
    Ok(ScenarioSummary {
        title: scenario.title().to_string(),
        text: scenario.text().to_string(),
        seed: scenario.seed(),
        duration_us: first.duration_us,
        variants: variants(&scenario),
        zones: u32::from(first.config.zones),
        stores: crate::resources::stores(&first.config).count() as u32,
        ranges: first.config.data.placement.len() as u32,
    })
}

impl Playground {
    /// Topology and names.
    pub fn world(&self) -> World {
        let (resolved, config) = (&self.resolved, &self.resolved.config);
        let zone = |(index, zone): (usize, &ZoneName)| ZoneInfo {
            index: index as u32,
            id: zone.id.clone(),
            region: zone.region.clone(),
        };
        let bounds = LATENCY_BUCKET_UPPER_US
            .iter()
            .map(|upper_us| *upper_us as f64);
        let ranges = self.ranges();
        World {
            title: resolved.title.clone(),
            text: resolved.text.clone(),
            attempts: resolved.attempts.clone(),
            conclusion: resolved.conclusion.clone(),
            show: resolved.show.clone(),
            seed: config.seed,
            duration_us: resolved.duration_us,
            checkpoints: resolved.checkpoints.len(),
            measure_from_us: resolved.measure_from_us,
            record_one_in: config.record_one_in as u32,
            speed: resolved.speed,
            variant: resolved.variant.clone(),
            variants: self.variants.clone(),
            tick_us: config.raft.tick_us,
            election_ticks: config.raft.election_ticks as u32,
            heartbeat_ticks: config.raft.heartbeat_ticks as u32,
            request_ns: config.costs.request_ns,
            row_ns: config.costs.row_ns,
            zones: resolved.names.zones.iter().enumerate().map(zone).collect(),
            nodes: self.nodes(),
            links: self.links(),
            busiest_range: busiest(&ranges, &config.workloads),
            ranges,
            full_ppm: report::bottleneck::FULL_PPM,
            resources: self.resource_infos(),
            tunables: self.tunable_infos(),
            workloads: self.workloads(),
            kinds: catalog::kinds(),
            message_types: catalog::message_types(),
            read_modes: catalog::read_modes(),
            switch_groups: catalog::switch_groups(),
            switches: switches(),
            settings_at_rest: SettingsView::of(&Settings::default(), &[]),
            latency_bucket_upper_us: bounds.chain([f64::INFINITY]).collect(),
            series_bucket_us: SERIES_BUCKET_US,
        }
    }

    fn nodes(&self) -> Vec<NodeInfo> {
        let names = &self.resolved.names;
        let info = |(number, node): (usize, &model::config::NodeConfig)| {
            let (kind, cores) = match &node.kind {
                NodeKind::Store(store) => (NodeRole::Store, store.cores),
                NodeKind::Gateway => (NodeRole::Gateway, self.gateway_cores(number)),
                NodeKind::PlacementDriver => (NodeRole::PlacementDriver, 0),
            };
            let id = names.node_id(NodeId(number as u16)).to_string();
            NodeInfo {
                index: number as u32,
                id,
                kind,
                zone: u32::from(node.zone.0),
                cores,
            }
        };
        self.resolved
            .config
            .nodes
            .iter()
            .enumerate()
            .map(info)
            .collect()
    }

    /// 0 where they are not limited.
    fn gateway_cores(&self, number: usize) -> u32 {
        let limited = &self.resolved.config.machines.gateway_cores;
        let mut own = limited
            .iter()
            .filter(|(node, _)| usize::from(node.0) == number);
        own.next().map_or(0, |(_, cores)| *cores)
    }

    fn links(&self) -> Vec<LinkInfo> {
        let zones = usize::from(self.resolved.config.zones);
        let info = |(pair, link): (usize, &sim::LinkParams)| LinkInfo {
            from: (pair / zones) as u32,
            to: (pair % zones) as u32,
            delay_us: link.delay_us,
            jitter_us: link.jitter_us,
            bandwidth_bps: link.bandwidth_bps,
            loss_ppm: link.loss.ppm,
            vanish_ppm: link.vanish.ppm,
            usd_per_gb: self.resolved.prices[pair] as f64 / NANO_USD,
        };
        self.resolved
            .config
            .links
            .iter()
            .enumerate()
            .map(info)
            .collect()
    }

    pub(super) fn ranges(&self) -> Vec<RangeInfo> {
        let info = |range: RangeView| RangeInfo {
            id: range.range,
            first_key: range.first_key,
            last_key: range.end_key - 1,
            replicas: self
                .cluster
                .members(range.range)
                .into_iter()
                .map(|(peer, store)| Placement {
                    peer: peer as u32,
                    node: store.0.into(),
                })
                .collect(),
        };
        self.cluster.ranges().into_iter().map(info).collect()
    }

    fn workloads(&self) -> Vec<WorkloadInfo> {
        let named = self
            .resolved
            .names
            .workloads
            .iter()
            .zip(&self.resolved.config.workloads);
        named
            .enumerate()
            .map(|(index, (name, workload))| WorkloadInfo {
                index: index as u32,
                id: name.id.clone(),
                nodes: workload.gateways.iter().map(|at| at.0.into()).collect(),
                op: workload.op,
                text: name.text.clone(),
                read_mode: workload.read_mode,
                through: !workload.through.is_empty(),
            })
            .collect()
    }
}
