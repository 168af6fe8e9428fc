//! What may limit a run, for the page: which resources there are, how they are used, and which of
//! them is the limit now.

use boundary::{Float64Array, Uint32Array};
use model::choice::Choice;
use model::machines::{Resource, ResourceKind};
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::playground::Playground;
use report::bottleneck::bottleneck;
use vocabulary::word::flowing;

/// A resource that requests, messages or writes may have to wait for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ResourceInfo {
    /// Position.
    pub index: u32,
    /// What it is.
    pub kind: ResourceKind,
    /// Short name of its kind.
    pub label: &'static str,
    /// What its kind does.
    pub text: String,
    /// Id in the file; `from>to` for a link.
    pub id: String,
    /// Its node, where it is a node's.
    pub node: Option<u32>,
    /// Its zone; a link's first.
    pub zone: Option<u32>,
    /// A link's second zone.
    pub to_zone: Option<u32>,
    /// The nodes that share it.
    pub shared_by: Vec<u32>,
}

/// Columns over resources, by index.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct ResourceColumns {
    /// How many it serves at once; 0: it is not limited now.
    pub servers: Uint32Array,
    /// Share of its time that was busy over the last second, or since the first request, in
    /// millionths.
    pub used_ppm: Uint32Array,
    /// How long what comes now would wait, in µs.
    pub queued_us: Float64Array,
}

/// What limits the load of the last second, or would first.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Limit {
    /// The busiest resource.
    pub resource: u32,
    /// Whether it is full, so that it limits now.
    pub limits: bool,
    /// Answered requests per second, over the last second.
    pub qps: f64,
    /// Requests per second at which it is full.
    pub ceiling_qps: f64,
    /// The busiest resource of another kind: the limit that comes next.
    pub next: Option<u32>,
    /// Requests per second at which that is full.
    pub next_ceiling_qps: Option<f64>,
}

impl Playground {
    /// Every resource, in the cluster's order.
    pub(super) fn resource_infos(&self) -> Vec<ResourceInfo> {
        let resources = self.cluster.resources().map(|found| found.resource);
        let info = |(index, resource)| self.resource_info(index, resource);
        (0..).zip(resources).map(info).collect()
    }

    fn resource_info(&self, index: u32, resource: Resource) -> ResourceInfo {
        let config = &self.resolved.config;
        let kind = resource.kind();
        let (mut node, mut to_zone) = (None, None);
        let mut shared_by = Vec::new();
        let zone = match resource {
            Resource::StoreCores(at) | Resource::GatewayCores(at) => {
                node = Some(u32::from(at.0));
                Some(config.zone_of(at))
            }
            Resource::BalancerCores(place) => {
                Some(config.machines.balancers[usize::from(place)].zone)
            }
            Resource::HostPackets(place) => {
                let nodes = &config.machines.hosts[usize::from(place)].nodes;
                shared_by.extend(nodes.iter().map(|node| u32::from(node.0)));
                nodes.first().map(|node| config.zone_of(*node))
            }
            Resource::LinkBandwidth(from, to) => {
                to_zone = Some(u32::from(to.0));
                Some(from)
            }
        };
        ResourceInfo {
            index,
            kind,
            label: kind.label(),
            text: flowing(ResourceKind::VALUES[kind as usize].what),
            id: self.resolved.names.resource_id(resource),
            node,
            zone: zone.map(|zone| u32::from(zone.0)),
            to_zone,
            shared_by,
        }
    }

    /// How resources are used, and which limits.
    pub(super) fn resource_columns(&self) -> (ResourceColumns, Option<Limit>) {
        let mut columns = ResourceColumns::default();
        let mut used = Vec::new();
        for (now, used_ppm) in self
            .resources
            .recent(&self.cluster, self.first_invoked_us())
        {
            columns.servers.push(now.servers);
            columns.used_ppm.push(used_ppm);
            columns.queued_us.push(now.queued_us as f64);
            let limited_ppm = if now.servers > 0 { used_ppm } else { 0 };
            used.push((now.resource.kind(), limited_ppm));
        }
        let qps = self.recent_qps();
        let limit = bottleneck(&used, qps).map(|found| Limit {
            resource: found.first as u32,
            limits: found.limits,
            qps,
            ceiling_qps: found.ceiling_qps,
            next: found.next.map(|(place, _)| place as u32),
            next_ceiling_qps: found.next.map(|(_, qps)| qps),
        });
        (columns, limit)
    }

    /// When clients began; before that nothing says what a load needs.
    fn first_invoked_us(&self) -> Micros {
        let loads = 0..self.resolved.names.workloads.len() as u16;
        let began = loads.filter_map(|load| self.watch().load(load).first_invoked_us());
        began.min().unwrap_or(0)
    }

    /// Answered requests per second over the last second, of all workloads.
    fn recent_qps(&self) -> f64 {
        let now_us = self.cluster.now();
        let loads = 0..self.resolved.names.workloads.len() as u16;
        let rates = loads.map(|load| self.watch().load(load).recent_qps(now_us));
        rates.sum()
    }
}
