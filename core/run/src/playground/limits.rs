//! What may limit a run, for the page: which resources there are, how they are used, and which of
//! them is the limit now.

use model::choice::Choice;
use model::config::Load;
use model::machines::{Resource, ResourceKind};
use model::tuning::{Tunable, Tuned, Work};
use observe::completions::Ended;
use observe::series::SERIES_BUCKET_US;
use record::{Float64Array, Uint32Array};
use serde::Serialize;
use sim::Micros;
use ts_rs::TS;

use crate::playground::Playground;
use format::word::flowing;
use report::bottleneck::bottleneck;

const RECENT_BUCKETS: i64 = 10;

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

/// Something that may be given another size while the run goes on, by the action `resize`.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct TunableInfo {
    /// What of it.
    pub what: Tunable,
    /// Of what: an id, `from>to` for a link, a piece of work for a cost.
    pub of: String,
    /// What the page calls it.
    pub label: String,
    /// What it is.
    pub text: String,
    /// Its size at the start: cores, bits per second, bytes, clients, millionths of an arrival per
    /// second, or ns; 0 where it is not limited.
    pub at_start: f64,
    /// Index of the resource whose capacity it is.
    pub resource: Option<u32>,
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
    /// Requests per second at which it is full; nothing while requests go without an answer, for
    /// what they took of it is then in no rate.
    pub ceiling_qps: Option<f64>,
    /// The busiest resource of another kind: the limit that comes next.
    pub next: Option<u32>,
    /// Requests per second at which that is full.
    pub next_ceiling_qps: Option<f64>,
}

impl Playground {
    /// All that may be given another size: machines, links, loads, costs.
    fn tunables(&self) -> Vec<Tuned> {
        let config = self.cluster.config();
        let sizes = self.cluster.resources().map(|found| found.resource);
        let sizes = sizes.flat_map(|resource| {
            let window = match resource {
                Resource::LinkBandwidth(from, to) => Some(Tuned::Window(from, to)),
                Resource::StoreCores(_)
                | Resource::GatewayCores(_)
                | Resource::BalancerCores(_)
                | Resource::HostPackets(_) => None,
            };
            std::iter::once(Tuned::Size(resource)).chain(window)
        });
        let loads = (0..)
            .zip(&config.workloads)
            .map(|(place, load)| match load.load {
                Load::Closed { .. } => Tuned::Clients(place),
                Load::Open { .. } => Tuned::Rate(place),
            });
        let costs = Work::ALL.into_iter().map(Tuned::Cost);
        loads.chain(sizes).chain(costs).collect()
    }

    /// What a run can be tuned by, as the page shows it.
    pub(super) fn tunable_infos(&self) -> Vec<TunableInfo> {
        let names = &self.resolved.names;
        let resources: Vec<Resource> = self
            .cluster
            .resources()
            .map(|found| found.resource)
            .collect();
        let info = |of: Tuned| {
            let text = match of {
                Tuned::Cost(work) => Work::VALUES[work as usize].what,
                other => Tunable::VALUES[other.what() as usize].what,
            };
            let label = match of {
                Tuned::Cost(work) => work.label().to_string(),
                other => text::sentence::tuned_text(other, names),
            };
            let resource = match of {
                Tuned::Size(size) => resources.iter().position(|known| *known == size),
                Tuned::Window(..) | Tuned::Clients(_) | Tuned::Rate(_) | Tuned::Cost(_) => None,
            };
            let size = self.resolved.config.size_of(of).unwrap_or_default();
            TunableInfo {
                what: of.what(),
                of: names.tuned_id(of),
                label,
                text: flowing(text),
                at_start: size as f64,
                resource: resource.map(|place| place as u32),
            }
        };
        self.tunables().into_iter().map(info).collect()
    }

    /// Their present sizes, in the same units.
    pub(super) fn sizes(&self) -> Float64Array {
        let config = self.cluster.config();
        let size = |of: Tuned| config.size_of(of).unwrap_or_default() as f64;
        self.tunables().into_iter().map(size).collect()
    }

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
        let is_known = !self.loses_requests();
        let limit = bottleneck(&used, qps).map(|found| Limit {
            resource: found.first as u32,
            limits: found.limits,
            qps,
            ceiling_qps: is_known.then_some(found.ceiling_qps),
            next: found.next.map(|(place, _)| place as u32),
            next_ceiling_qps: found.next.map(|(_, qps)| qps).filter(|_| is_known),
        });
        (columns, limit)
    }

    /// Whether more than one in a hundred of the requests that ended in the last second got no
    /// answer: then answers alone do not say what a request takes.
    fn loses_requests(&self) -> bool {
        let now_us = self.cluster.now();
        let newest = (now_us / SERIES_BUCKET_US) as i64;
        let (_, buckets) = self.watch().ended().after(newest - RECENT_BUCKETS, now_us);
        let ended: u64 = buckets.iter().flatten().sum();
        let unanswered: u64 = buckets
            .iter()
            .map(|ended| ended[Ended::Unanswered as usize])
            .sum();
        unanswered * 100 > ended
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
