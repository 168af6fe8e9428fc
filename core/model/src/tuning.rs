//! What may be given another size while a run goes on: machines, links, load, and what work costs.
//! Plain data: nothing here changes anything.

use sim::ZoneId;

use crate::choice;
use crate::config::{ClusterConfig, Load};
use crate::machines::Resource;

choice! {
    /// What a change is of.
    pub enum Tunable {
        /// Cores of a store, a gateway or a balancer; of a host those that handle packets.
        Cores = "cores", "Cores";
        /// Bandwidth of the link from one zone to another, or inside one.
        Bandwidth = "bandwidth", "Bandwidth";
        /// Bytes that a connection from one zone to another may have in flight; 0: not limited.
        Window = "window", "TCP window";
        /// Clients of a closed load; what is left of its ramp is dropped.
        Clients = "clients", "Clients";
        /// Arrivals per second of an open load; what is left of its ramp is dropped.
        Rate = "rate", "Rate";
        /// Core time that a piece of work takes.
        Cost = "cost", "Cost";
    }
}

choice! {
    /// A piece of work that takes core time.
    pub enum Work {
        /// A client’s request at the store that serves or refuses it.
        Request = "request", "Request at a store";
        /// A row read and encoded.
        Row = "row", "Row read";
        /// A Raft message handled.
        Message = "message", "Raft message";
        /// An entry applied.
        Apply = "apply", "Entry applied";
        /// A gateway reads the text of a statement.
        Parse = "parse", "Parse";
        /// It makes a plan for it.
        Plan = "plan", "Plan";
        /// It carries the statement out, its share of the answer included.
        Execute = "execute", "Execute";
        /// A balancer of one core passes a request and its answer on.
        Balance = "balance", "Balance";
        /// A host handles a packet, in or out.
        Packet = "packet", "Packet";
    }
}

/// One thing that may be given another size.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tuned {
    /// How many a machine serves at once; bits per second of a link.
    Size(Resource),
    /// Bytes in flight on a connection from one zone to another.
    Window(ZoneId, ZoneId),
    /// Clients of a workload, by position.
    Clients(u16),
    /// Millionths of a request per second of a workload, by position.
    Rate(u16),
    /// Core time in ns.
    Cost(Work),
}

impl Tuned {
    /// What it is of.
    pub const fn what(self) -> Tunable {
        match self {
            Tuned::Size(Resource::LinkBandwidth(..)) => Tunable::Bandwidth,
            Tuned::Size(
                Resource::StoreCores(_)
                | Resource::GatewayCores(_)
                | Resource::BalancerCores(_)
                | Resource::HostPackets(_),
            ) => Tunable::Cores,
            Tuned::Window(..) => Tunable::Window,
            Tuned::Clients(_) => Tunable::Clients,
            Tuned::Rate(_) => Tunable::Rate,
            Tuned::Cost(_) => Tunable::Cost,
        }
    }
}

/// Millionths of a request per second, times ns.
const ONE_PER_NS: u64 = 1_000_000_000_000_000;

/// Between two arrivals of so many millionths of a request per second, in ns.
pub const fn interval_ns(rate_millionths: u64) -> u64 {
    let interval_ns = ONE_PER_NS / rate_millionths;
    if interval_ns == 0 { 1 } else { interval_ns }
}

impl ClusterConfig {
    /// Its present size; `None` for a load of another sort.
    pub fn size_of(&self, of: Tuned) -> Option<u64> {
        let link = |from: ZoneId, to: ZoneId| {
            &self.links[usize::from(from.0) * usize::from(self.zones) + usize::from(to.0)]
        };
        Some(match of {
            Tuned::Size(Resource::StoreCores(node)) => {
                match &self.nodes[usize::from(node.0)].kind {
                    crate::config::NodeKind::Store(store) => store.cores.into(),
                    _ => return None,
                }
            }
            Tuned::Size(Resource::GatewayCores(node)) => {
                let mut limited = self.machines.gateway_cores.iter();
                let found = limited.find(|(gateway, _)| *gateway == node);
                found.map_or(0, |(_, cores)| u64::from(*cores))
            }
            Tuned::Size(Resource::BalancerCores(place)) => {
                self.machines.balancers[usize::from(place)].cores.into()
            }
            Tuned::Size(Resource::HostPackets(place)) => {
                self.machines.hosts[usize::from(place)].packet_cores.into()
            }
            Tuned::Size(Resource::LinkBandwidth(from, to)) => link(from, to).bandwidth_bps,
            Tuned::Window(from, to) => link(from, to).window_bytes,
            Tuned::Clients(load) => match self.workloads[usize::from(load)].load {
                Load::Closed { clients, .. } => clients.into(),
                Load::Open { .. } => return None,
            },
            Tuned::Rate(load) => match self.workloads[usize::from(load)].load {
                Load::Open { interval_ns } => ONE_PER_NS / interval_ns,
                Load::Closed { .. } => return None,
            },
            Tuned::Cost(work) => *self.cost_of(work),
        })
    }

    fn cost_of(&self, work: Work) -> &u64 {
        let (costs, machines) = (&self.costs, &self.machines.costs);
        match work {
            Work::Request => &costs.request_ns,
            Work::Row => &costs.row_ns,
            Work::Message => &costs.message_ns,
            Work::Apply => &costs.apply_ns,
            Work::Parse => &machines.parse_ns,
            Work::Plan => &machines.plan_ns,
            Work::Execute => &machines.execute_ns,
            Work::Balance => &machines.balance_ns,
            Work::Packet => &machines.packet_ns,
        }
    }

    /// The core time that a piece of work takes.
    pub fn cost_mut(&mut self, work: Work) -> &mut u64 {
        let (costs, machines) = (&mut self.costs, &mut self.machines.costs);
        match work {
            Work::Request => &mut costs.request_ns,
            Work::Row => &mut costs.row_ns,
            Work::Message => &mut costs.message_ns,
            Work::Apply => &mut costs.apply_ns,
            Work::Parse => &mut machines.parse_ns,
            Work::Plan => &mut machines.plan_ns,
            Work::Execute => &mut machines.execute_ns,
            Work::Balance => &mut machines.balance_ns,
            Work::Packet => &mut machines.packet_ns,
        }
    }
}
