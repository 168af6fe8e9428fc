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

/// All hosts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosts {
    /// By node: the position of its host.
    host_of: Vec<Option<u16>>,
    cores: Vec<Cores>,
    /// Core time of one packet at one end.
    packet_ns: u64,
}

impl Hosts {
    /// Idle hosts.
    pub(crate) fn new(params: &[HostParams], packet_ns: u64, nodes: usize) -> Self {
        let mut host_of = vec![None; nodes];
        for (position, host) in params.iter().enumerate() {
            for node in &host.nodes {
                let place = &mut host_of[usize::from(node.0)];
                assert!(place.is_none(), "a node is on one host");
                *place = Some(position as u16);
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
        let ends = [self.at(from), self.at(to)];
        let starts = ends.into_iter().flatten();
        starts
            .map(|host| self.cores[host].start_ns(now_ns))
            .fold(now_ns, u64::max)
    }

    /// Both ends handle a message's packets. Returns when the later of them has, in ns.
    ///
    /// Both are booked when the message leaves: a message that waits at its sender does not hold
    /// up, at its receiver, those that come meanwhile. So the longer queue counts, not their sum.
    pub(crate) fn accept(&mut self, now_ns: u64, from: NodeId, to: NodeId, bytes: u64) -> u64 {
        let cost_ns = packets(bytes) * self.packet_ns;
        let mut ends = 0;
        let mut done_ns = now_ns;
        for host in [self.at(from), self.at(to)].into_iter().flatten() {
            done_ns = done_ns.max(self.cores[host].submit_ns(now_ns, cost_ns));
            ends += 1;
        }
        // Its own packets are handled at one end after the other.
        done_ns + if ends == 2 { cost_ns } else { 0 }
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

    fn at(&self, node: NodeId) -> Option<usize> {
        let host = self.host_of.get(usize::from(node.0)).copied().flatten();
        host.map(usize::from)
    }
}

/// Packets of a message, as each end handles them: its segments, and an acknowledgement for every
/// two of them (TCP's delayed acknowledgement); that of a single one goes with the answer.
pub(crate) fn packets(bytes: u64) -> u64 {
    let segments = bytes.div_ceil(SEGMENT_BYTES).max(1);
    segments + segments / 2
}
