//! What a person calls zones, nodes, workloads and faults, and what the engine calls them.

use model::config::{FaultKey, FaultKind, FaultPlaces, FaultTarget};
use model::machines::Resource;
use model::tuning::Tuned;
use serde::Serialize;
use sim::{NodeId, Place, ZoneId};
use ts_rs::TS;

/// Name of the run of a scenario without variants, in reports and metrics.
pub const PLAIN_RUN: &str = "run";

/// Id of the requests by hand among the workloads of a report.
pub const BY_HAND: &str = "by_hand";

/// Ranges that an action may name where they come while a run goes on.
pub const RANGES_NAMED_MAX: u32 = 100_000;

/// Display names of a resolved scenario; positions are the engine's ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// By `ZoneId`.
    pub zones: Vec<ZoneName>,
    /// By `NodeId`: stores, then gateways, then the placement driver.
    pub nodes: Vec<NodeName>,
    /// By position in the config.
    pub workloads: Vec<WorkloadName>,
    /// Ids of load balancers, by position in the config.
    pub balancers: Vec<String>,
    /// Ids of hosts, by position in the config.
    pub hosts: Vec<String>,
    /// Number of ranges.
    pub ranges: u32,
    /// Number of rows.
    pub rows: u64,
}

/// A zone's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneName {
    /// As in the file.
    pub id: String,
    /// Shown; the id if the file gives none.
    pub name: String,
    /// Cloud region.
    pub region: String,
}

/// A node's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeName {
    /// As in the file; "pd" for the placement driver.
    pub id: String,
    /// What it is.
    pub kind: NodeRole,
    /// Where it stands.
    pub zone: ZoneId,
}

/// What a node is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum NodeRole {
    /// Holds replicas.
    Store,
    /// Routes requests.
    Gateway,
    /// Placement driver.
    #[serde(rename = "pd")]
    PlacementDriver,
}

impl NodeRole {
    /// As the page writes it.
    pub fn id(self) -> &'static str {
        match self {
            NodeRole::Store => "store",
            NodeRole::Gateway => "gateway",
            NodeRole::PlacementDriver => "pd",
        }
    }
}

/// A workload's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadName {
    /// As in the file.
    pub id: String,
    /// What it does, e.g. "8 clients scan 100 rows".
    pub text: String,
    /// Most clients that it may ever have; none where requests arrive at a rate, answered or not.
    pub clients_max: Option<u32>,
}

impl Names {
    /// The zone, store, gateway or placement driver of this id.
    pub fn place(&self, id: &str) -> Option<Place> {
        self.zone(id)
            .map(Place::Zone)
            .or_else(|| self.node(id).map(Place::Node))
    }

    /// What a resource is called: after its node, balancer or host, or `from>to` for a link.
    pub fn resource_id(&self, resource: Resource) -> String {
        match resource {
            Resource::StoreCores(node) | Resource::GatewayCores(node) => {
                self.node_id(node).to_string()
            }
            Resource::BalancerCores(place) => self.balancers[usize::from(place)].clone(),
            Resource::HostPackets(place) => self.hosts[usize::from(place)].clone(),
            Resource::LinkBandwidth(from, to) => {
                format!("{}>{}", self.zone_id(from), self.zone_id(to))
            }
        }
    }

    /// The machine of this id, of those whose cores may be a limit: a store, a gateway, a balancer
    /// or a host.
    pub fn machine(&self, id: &str) -> Option<Resource> {
        let place = |ids: &[String]| Some(ids.iter().position(|known| known == id)? as u16);
        let of_node = |node: NodeId| match self.kind(node)? {
            NodeRole::Store => Some(Resource::StoreCores(node)),
            NodeRole::Gateway => Some(Resource::GatewayCores(node)),
            NodeRole::PlacementDriver => None,
        };
        let node = self.node(id).and_then(of_node);
        let balancer = || place(&self.balancers).map(Resource::BalancerCores);
        let host = || place(&self.hosts).map(Resource::HostPackets);
        node.or_else(balancer).or_else(host)
    }

    /// Ids of all machines whose cores may be a limit.
    pub fn machine_ids(&self) -> impl Iterator<Item = &str> {
        let stores = self.ids_of(NodeRole::Store);
        let nodes = stores.chain(self.ids_of(NodeRole::Gateway));
        let others = self.balancers.iter().chain(&self.hosts);
        nodes.chain(others.map(String::as_str))
    }

    /// The zones of a link that is written `from>to`.
    pub fn link(&self, id: &str) -> Option<(ZoneId, ZoneId)> {
        let (from, to) = id.split_once('>')?;
        Some((self.zone(from)?, self.zone(to)?))
    }

    /// What a thing that may be given another size is called.
    pub fn tuned_id(&self, of: Tuned) -> String {
        match of {
            Tuned::Size(resource) => self.resource_id(resource),
            Tuned::Window(from, to) => self.resource_id(Resource::LinkBandwidth(from, to)),
            Tuned::Clients(load) | Tuned::Rate(load) => {
                self.workloads[usize::from(load)].id.clone()
            }
            Tuned::Cost(work) => work.id().to_string(),
        }
    }

    /// Ids of the zones, by number.
    pub fn zone_ids(&self) -> Vec<&str> {
        self.zones.iter().map(|zone| zone.id.as_str()).collect()
    }

    /// Whether there is a placement driver.
    pub fn has_driver(&self) -> bool {
        let mut kinds = self.nodes.iter().map(|node| node.kind);
        kinds.any(|kind| kind == NodeRole::PlacementDriver)
    }

    /// The zone of this id.
    pub fn zone(&self, id: &str) -> Option<ZoneId> {
        self.zones
            .iter()
            .position(|zone| zone.id == id)
            .map(|i| ZoneId(i as u16))
    }

    /// The node of this id.
    pub fn node(&self, id: &str) -> Option<NodeId> {
        self.nodes
            .iter()
            .position(|node| node.id == id)
            .map(|i| NodeId(i as u16))
    }

    /// The store of this id.
    pub fn store(&self, id: &str) -> Option<NodeId> {
        self.node(id)
            .filter(|node| self.kind(*node) == Some(NodeRole::Store))
    }

    /// The store or gateway of this id: what may crash.
    pub fn server(&self, id: &str) -> Option<NodeId> {
        let crashes = |kind| matches!(kind, Some(NodeRole::Store | NodeRole::Gateway));
        self.node(id).filter(|node| crashes(self.kind(*node)))
    }

    /// The gateway of this id, or the first gateway of the zone of this id.
    pub fn gateway(&self, id: &str) -> Option<NodeId> {
        let direct = self
            .node(id)
            .filter(|node| self.kind(*node) == Some(NodeRole::Gateway));
        direct.or_else(|| {
            let zone = self.zone(id)?;
            let is_first = |node: &NodeName| node.kind == NodeRole::Gateway && node.zone == zone;
            self.nodes
                .iter()
                .position(is_first)
                .map(|i| NodeId(i as u16))
        })
    }

    /// The workload of this id.
    pub fn workload(&self, id: &str) -> Option<u16> {
        self.workloads
            .iter()
            .position(|workload| workload.id == id)
            .map(|i| i as u16)
    }

    /// Ids of all nodes of a kind.
    pub fn ids_of(&self, kind: NodeRole) -> impl Iterator<Item = &str> {
        self.nodes
            .iter()
            .filter(move |node| node.kind == kind)
            .map(|node| node.id.as_str())
    }

    /// Ids of all places, zones first.
    pub fn place_ids(&self) -> impl Iterator<Item = &str> {
        let zones = self.zones.iter().map(|zone| zone.id.as_str());
        zones.chain(self.nodes.iter().map(|node| node.id.as_str()))
    }

    /// The id of a node.
    pub fn node_id(&self, node: NodeId) -> &str {
        &self.nodes[usize::from(node.0)].id
    }

    /// The zone of a node.
    pub fn zone_of(&self, node: NodeId) -> ZoneId {
        self.nodes[usize::from(node.0)].zone
    }

    /// The id of a zone.
    pub fn zone_id(&self, zone: ZoneId) -> &str {
        &self.zones[usize::from(zone.0)].id
    }

    /// The id of a zone or node.
    pub fn place_id(&self, place: Place) -> &str {
        match place {
            Place::Zone(zone) => self.zone_id(zone),
            Place::Node(node) => self.node_id(node),
        }
    }

    /// What a sentence calls a zone or node: a zone by its name, a node by its id.
    pub fn place_name(&self, place: Place) -> &str {
        match place {
            Place::Zone(zone) => &self.zones[usize::from(zone.0)].name,
            Place::Node(node) => self.node_id(node),
        }
    }

    /// What a node is; `None` if there is no such node.
    fn kind(&self, node: NodeId) -> Option<NodeRole> {
        self.nodes.get(usize::from(node.0)).map(|node| node.kind)
    }
}

/// A standing fault's id in files and pages, e.g. `cut:az1:az2` or `crash:s1`.
pub fn fault_id(fault: &FaultKey, names: &Names) -> String {
    let FaultPlaces { from, to, both } = fault.places();
    let mut id = format!("{}:{}", fault.kind().id(), names.place_id(from));
    if let Some(to) = to {
        id = format!("{id}:{}", names.place_id(to));
    }
    if !both {
        id.push_str(":one-way");
    }
    id
}

/// The fault that [`fault_id`] wrote so.
pub fn parse_fault_id(id: &str, names: &Names) -> Option<FaultKey> {
    let (kind, places) = id.split_once(':')?;
    let kind = FaultKind::parse(kind)?;
    let places: Vec<&str> = places.split(':').collect();
    let one = (places.len() == 1).then(|| places[0]);
    match kind.target() {
        FaultTarget::Link => {
            let (from, to, both) = match places.as_slice() {
                [from, to] => (from, to, true),
                [from, to, "one-way"] => (from, to, false),
                _ => return None,
            };
            FaultKey::of(kind, names.place(from)?, Some(names.place(to)?), both)
        }
        FaultTarget::Place => FaultKey::of(kind, names.place(one?)?, None, true),
        FaultTarget::Server => {
            let node = names.server(one?)?;
            FaultKey::of(kind, Place::Node(node), None, true)
        }
        FaultTarget::Store => {
            let node = names.store(one?)?;
            FaultKey::of(kind, Place::Node(node), None, true)
        }
    }
}

impl Names {
    /// Names as actions by hand may use them: ranges come while a run goes on, and a log is
    /// replayed before they do.
    pub fn by_hand(&self) -> Names {
        let mut names = self.clone();
        names.ranges = names.ranges.max(RANGES_NAMED_MAX);
        names
    }
}
