//! Machines beside stores that requests and packets pass: gateways with cores, balancers, hosts;
//! and what the use of each resource is called. Plain data: nothing here queues.

use sim::{Cores, HostParams, Micros, NodeId, Stream, ZoneId};

use crate::choice;

/// Machines that may be a limit. Nothing here: none of them is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachinesConfig {
    /// Cores of gateways; what a gateway that is not here does takes no time.
    pub gateway_cores: Vec<(NodeId, u32)>,
    /// Load balancers between clients and gateways, in the order of the file.
    pub balancers: Vec<BalancerConfig>,
    /// Machines that several nodes share, in the order of the file.
    pub hosts: Vec<HostParams>,
    /// What work on them costs.
    pub costs: MachineCosts,
}

/// A load balancer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BalancerConfig {
    /// Where it stands.
    pub zone: ZoneId,
    /// Cores that pass requests and answers on.
    pub cores: u32,
}

/// Core time that work takes on these machines.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineCosts {
    /// A gateway reads the text of a statement.
    pub parse_ns: u64,
    /// A gateway makes a plan for it.
    pub plan_ns: u64,
    /// A gateway carries it out: its requests to stores, its answer.
    pub execute_ns: u64,
    /// A balancer of one core passes a request and its answer on.
    pub balance_ns: u64,
    /// How much longer that takes for each core more, in millionths: they share locks and caches
    /// (the contention of N. Gunther's universal scalability law).
    pub balance_contention_ppm: u32,
    /// A host handles a packet.
    pub packet_ns: u64,
}

impl MachineCosts {
    /// Core time of a request and its answer at a balancer of so many cores.
    pub fn balance_of_ns(&self, cores: u32) -> u64 {
        let more_ppm = u64::from(self.balance_contention_ppm) * u64::from(cores - 1);
        self.balance_ns + self.balance_ns * more_ppm / 1_000_000
    }
}

choice! {
    /// How the core times of single requests lie around their cost.
    pub enum CostSpread {
        /// Each takes what it costs.
        Constant = "constant", "Constant";
        // M/M/c, where arrivals are random too.
        /// Exponentially distributed around it: most are shorter, a few much longer.
        Exponential = "exponential", "Exponential";
    }
}

impl CostSpread {
    /// The core time of one request whose mean is this. Takes a draw only where it needs one.
    pub fn draw_ns(self, stream: &mut Stream, mean_ns: u64) -> u64 {
        match self {
            CostSpread::Constant => mean_ns,
            CostSpread::Exponential => stream.exponential(mean_ns),
        }
    }
}

choice! {
    /// What a request, a message or a write may have to wait for.
    pub enum ResourceKind {
        /// Cores of a store: they serve requests, handle messages, apply entries.
        StoreCores = "store-cores", "Store cores";
        /// Cores of a gateway: they parse, plan and carry out statements.
        GatewayCores = "gateway-cores", "Gateway cores";
        /// Cores of a load balancer.
        BalancerCores = "balancer-cores", "Balancer cores";
        /// Cores of a host that handle packets.
        HostPackets = "host-packets", "Packet cores";
        /// Bandwidth of the link from one zone to another, or inside one.
        LinkBandwidth = "link-bandwidth", "Bandwidth";
    }
}

/// One resource.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Of a store.
    StoreCores(NodeId),
    /// Of a gateway.
    GatewayCores(NodeId),
    /// By position in the config.
    BalancerCores(u16),
    /// By position in the config.
    HostPackets(u16),
    /// From this zone to that.
    LinkBandwidth(ZoneId, ZoneId),
}

impl Resource {
    /// Its kind.
    pub const fn kind(self) -> ResourceKind {
        match self {
            Resource::StoreCores(_) => ResourceKind::StoreCores,
            Resource::GatewayCores(_) => ResourceKind::GatewayCores,
            Resource::BalancerCores(_) => ResourceKind::BalancerCores,
            Resource::HostPackets(_) => ResourceKind::HostPackets,
            Resource::LinkBandwidth(..) => ResourceKind::LinkBandwidth,
        }
    }
}

/// How a resource was used up to an instant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ResourceUse {
    /// Which.
    pub resource: Resource,
    /// How many it serves at once: cores, or one line; 0: it is not limited now.
    pub servers: u32,
    /// How long its servers were busy since the start, all together, in ns.
    pub used_ns: u64,
    /// How long they all were there since the start, all together, in ns.
    pub offered_ns: u64,
    /// How long what comes now would wait.
    pub queued_us: Micros,
}

impl ResourceUse {
    /// Of what is no limit now.
    pub fn not_limited(resource: Resource) -> Self {
        ResourceUse {
            resource,
            servers: 0,
            used_ns: 0,
            offered_ns: 0,
            queued_us: 0,
        }
    }

    /// How cores were used up to now.
    pub fn of_cores(resource: Resource, cores: &Cores, now: Micros) -> Self {
        ResourceUse {
            resource,
            servers: cores.len(),
            used_ns: cores.used_ns(now),
            offered_ns: cores.offered_ns(now),
            queued_us: cores.queued_us(now),
        }
    }
}
