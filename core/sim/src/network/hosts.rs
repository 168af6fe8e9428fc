//! Hosts: machines that several nodes share, and the cores on which their packets are handled.
//!
//! A message of several nodes of one host waits behind its neighbours' packets, in and out. Only
//! nodes on a host pay; all others send and receive for nothing. It must not know what a message
//! says, nor how it travels.

use super::tcp::SEGMENT_BYTES;
use crate::cores::Cores;
use crate::node::NodeId;
use crate::time::Micros;

/// A machine, and the nodes that run on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostParams {
    /// Cores that handle packets and nothing else (the queues of a network card, receive-side
    /// scaling).
    pub packet_cores: u32,
    /// The nodes on it; no node is on two.
    pub nodes: Vec<NodeId>,
}

/// On none.
const NO_HOST: u16 = u16::MAX;

/// All hosts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts {
    /// By node: the position of its host, or `NO_HOST`.
    host_of: Vec<u16>,
    cores: Vec<Cores>,
    /// Core time of one packet at one end.
    packet_ns: u64,
}

impl Hosts {
    /// Idle hosts.
    pub(crate) fn new(params: &[HostParams], packet_ns: u64, nodes: usize) -> Self {
        let mut host_of = vec![NO_HOST; nodes];
        for (position, host) in params.iter().enumerate() {
            for node in &host.nodes {
                let place = &mut host_of[usize::from(node.0)];
                assert_eq!(*place, NO_HOST, "a node is on one host");
                *place = position as u16;
            }
        }
        Hosts {
            host_of,
            cores: params.iter().map(|h| Cores::new(h.packet_cores)).collect(),
            packet_ns,
        }
    }

    /// Whether there is none.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.cores.is_empty()
    }

    /// When both ends can begin with a message that is sent now, in ns.
    pub(crate) fn start_ns(&self, now_ns: u64, from: NodeId, to: NodeId) -> u64 {
        let start = |node| {
            self.at(node)
                .map_or(now_ns, |host| self.cores[host].start_ns(now_ns))
        };
        start(from).max(start(to))
    }

    /// Both ends handle a message's packets. Returns when the later of them has, in ns.
    ///
    /// Both are booked when the message leaves: a message that waits at its sender does not hold
    /// up, at its receiver, those that come meanwhile. So the longer queue counts, not their sum.
    pub(crate) fn accept(&mut self, now_ns: u64, from: NodeId, to: NodeId, bytes: u64) -> u64 {
        let cost_ns = packets(bytes) * self.packet_ns;
        let from = self.submit_ns(from, now_ns, cost_ns);
        let to = self.submit_ns(to, now_ns, cost_ns);
        match (from, to) {
            // Its own packets are handled at one end after the other.
            (Some(from_ns), Some(to_ns)) => from_ns.max(to_ns) + cost_ns,
            (from, to) => from.or(to).unwrap_or(now_ns),
        }
    }

    /// One end handles packets whose other end is not in the network. Returns when it has.
    pub(crate) fn handle(&mut self, now: Micros, node: NodeId, packets: u64) -> Micros {
        let Some(host) = self.at(node) else {
            return now;
        };
        self.cores[host].submit(now, packets * self.packet_ns)
    }

    /// A host has another number of packet cores from now on.
    pub(crate) fn resize(&mut self, now: Micros, host: usize, cores: u32) {
        self.cores[host].resize(now, cores);
    }

    /// A packet takes this long from now on.
    pub(crate) fn set_packet_ns(&mut self, packet_ns: u64) {
        self.packet_ns = packet_ns;
    }

    /// The packet cores of a host.
    pub(crate) fn cores(&self, host: usize) -> &Cores {
        &self.cores[host]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.cores.len()
    }

    /// The packets of a message at one end; nothing if that is on no host.
    #[inline]
    fn submit_ns(&mut self, node: NodeId, now_ns: u64, cost_ns: u64) -> Option<u64> {
        let host = self.at(node)?;
        Some(self.cores[host].submit_ns(now_ns, cost_ns))
    }

    #[inline]
    fn at(&self, node: NodeId) -> Option<usize> {
        let host = *self.host_of.get(usize::from(node.0))?;
        (host != NO_HOST).then_some(usize::from(host))
    }
}

/// Packets of a message, as each end handles them: its segments, and an acknowledgement for every
/// two of them (TCP's delayed acknowledgement); that of a single one goes with the answer.
pub(crate) fn packets(bytes: u64) -> u64 {
    let segments = bytes.div_ceil(SEGMENT_BYTES).max(1);
    segments + segments / 2
}
