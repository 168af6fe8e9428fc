//! The network: when a message arrives, or where it dies.
//!
//! Zones are joined by directed links, nodes by directed connections over them. A message waits
//! for its part of its link's bandwidth (`share`) and for its connection's window, then travels for
//! the link's delay and jitter. What a connection needs is worked out when faults change, not
//! when a message is sent. Each connection has its own random stream and takes exactly one draw
//! per message, so a fault on one connection changes nobody else's luck, nor its own once
//! healed. Loss is of packets, which TCP sends again (`tcp`); that whole messages vanish is a
//! property of its own.
//!
//! It must not know what a message says, nor whether its nodes are alive.

mod course;
mod flow;
mod flows;
mod hosts;
mod impair;
mod schedule;
mod sending;
mod share;
mod sharing;
mod tcp;

pub use hosts::HostParams;
pub use tcp::{RTO_MIN_US, SEGMENT_BYTES, SILENCE_US_MAX};

use self::flows::Flows;
use self::hosts::Hosts;
use self::share::Shares;
use self::tcp::Recovery;
use crate::cores::Cores;
use crate::fault::{FaultId, Impairment, Reach};
use crate::link::{LinkParams, Pipe, Window};
use crate::node::{NodeId, ZoneId};
use crate::rng::{Ratio, Stream, mix};
use crate::sorted::Sorted;
use crate::time::{Micros, NANOS_PER_MICRO, SECONDS};

/// Most nodes of one network: places of connections are kept as a square.
pub const NODES_MAX: usize = 1_200;
/// Longest wait for bandwidth and window, in µs. A message that would wait longer before its
/// first bit leaves finds the sender's buffer full and is refused. Without this bound, what piles
/// up on a slow link would keep it dead long after it is healed.
/// (The longest wait in a published measurement that we reproduce is 50 s.)
pub const BACKLOG_US_MAX: Micros = 60 * SECONDS;
/// Most faults at once.
const FAULTS_MAX: usize = 4_096;
/// Delay of a message from a node to itself, in µs.
const LOOPBACK_US: Micros = 1;

/// What becomes of a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives.
    Arrives,
    /// It vanishes halfway.
    Lost,
    /// It runs into a cut halfway.
    Blocked,
    /// It finds a full send buffer, at once (see [`BACKLOG_US_MAX`]).
    Full,
    /// Its connection is closed because nothing gets through (see [`SILENCE_US_MAX`]).
    Closed,
}

/// The way of one message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// When its first bit leaves.
    pub depart_us: Micros,
    /// When it arrives, or the instant at which it dies.
    pub end_us: Micros,
    /// What becomes of it.
    pub fate: Fate,
    /// How much later it arrives because packets were lost: its own, or earlier ones of its
    /// connection.
    pub held_us: Micros,
    /// Packets of it that are sent again.
    pub resent: u32,
    /// What these carry.
    pub resent_bytes: u64,
    /// Whether it arrives then.
    pub certainty: Certainty,
}

/// Whether what is said of a message's arrival when it is sent holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It does.
    Certain,
    /// It does if nothing else is sent over its link meanwhile: [`Network::known`] says it.
    AsThingsStand,
    /// It shares its link segment by segment, and arrives no earlier: so does it here.
    NotBefore,
}

/// Which connection of a pair of nodes carries a message.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The one of all that has no other.
    Replicas,
    /// That of snapshots; it is the same one where the link has no bandwidth.
    Snapshots,
    /// One that this number stands for, where the link has `connections`; else the first.
    Request(u64),
}

/// What a sender wants back with a message's arrival: it means nothing here.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ticket {
    /// Where it keeps the message.
    pub slot: u32,
    /// What made it send it.
    pub cause: u64,
}

/// The arrival of a message of which it was not known when it was sent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The message's number.
    pub number: u64,
    /// When it arrives.
    pub end_us: Micros,
    /// How much of that is for lost packets.
    pub held_us: Micros,
    /// Its sender's.
    pub ticket: Ticket,
}

/// A part of a message that has left a shared link: how many of so many equal pieces of it have
/// left before it, and with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The message's number.
    pub number: u64,
    /// Its sender's.
    pub ticket: Ticket,
    /// When it arrives.
    pub end_us: Micros,
    /// Pieces that left before it.
    pub before: u64,
    /// Those and its own.
    pub after: u64,
    /// All pieces.
    pub whole: u64,
}

impl Sent {
    /// A message of which nothing is sent again.
    fn once(depart_us: Micros, end_us: Micros, fate: Fate) -> Self {
        Sent {
            depart_us,
            end_us,
            fate,
            held_us: 0,
            resent: 0,
            resent_bytes: 0,
            certainty: Certainty::Certain,
        }
    }
}

/// Nodes in zones, the links between zones, and the faults on them.
pub struct Network {
    node_zones: Vec<ZoneId>,
    zones: usize,
    /// As configured, by from-zone then to-zone.
    params: Vec<LinkParams>,
    /// The same links as queues, at their effective bandwidth; the last is the unlimited loopback.
    links: Vec<Pipe>,
    seed: u64,
    /// By from-node then to-node: place of the connection plus one; 0 = it was never used. Of a
    /// thousand stores few pairs ever speak.
    places: Vec<u32>,
    /// In the order in which they were first used.
    connections: Vec<Connection>,
    flows: Flows,
    shares: Shares,
    /// See [`Network::known`] and [`Network::parts`].
    arrivals: Vec<Arrival>,
    parts: Vec<Part>,
    hosts: Hosts,
    faults: Sorted<FaultId, Fault>,
    /// Which of them stand where, in the order in which they were made.
    by_reach: Sorted<Reach, Vec<FaultId>>,
    faults_made: u32,
    /// Times that a connection's way was worked out.
    #[cfg(test)]
    ways_worked_out: u64,
    /// Messages sent so far: the number of the last.
    sent: u64,
    /// See [`Network::moved`].
    moved: Vec<(u64, Micros)>,
}

/// One directed pair of nodes that was used: the effective properties of its way, and the state
/// of its connections, of which snapshots have one of their own.
struct Connection {
    stream: Stream,
    sides: [Side; SIDES],
    course: Course,
}

const SIDES: usize = 2;
const MAIN: usize = 0;
const SNAPSHOTS: usize = 1;

struct Side {
    window: Window,
    /// No later message arrives before this.
    last_end_us: Micros,
    /// When the last message was said to arrive that waits for its link.
    last_said_us: Micros,
    /// While packets are missing at the receiver.
    recovery: Option<Box<Recovery>>,
}

impl Side {
    fn new() -> Self {
        Side {
            window: Window::new(),
            last_end_us: 0,
            last_said_us: 0,
            recovery: None,
        }
    }

    /// Forgets everything that it waits for.
    fn reset(&mut self) {
        self.window.reset();
        self.recovery = None;
        (self.last_end_us, self.last_said_us) = (0, 0);
    }

    /// Forgets lost packets: what is under way is lost too, so nothing waits for them any more.
    fn give_up(&mut self) {
        if self.recovery.take().is_some() {
            (self.last_end_us, self.last_said_us) = (0, 0);
        }
    }
}

/// What a message meets from one node to another, faults included.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Course {
    delay_us: Micros,
    jitter_us: Micros,
    /// Chance that a packet is lost.
    loss: Ratio,
    /// Chance that a message vanishes.
    vanish: Ratio,
    window_bytes: u64,
    cut: bool,
    link: u32,
    /// Connections that share the link segment by segment; 0: it sends message by message.
    lanes: u32,
    buffer_bytes: u64,
    /// The fault whose own queue is the narrowest on the way.
    narrow: Option<FaultId>,
}

struct Fault {
    reach: Reach,
    impairment: Impairment,
    /// The queue of a bandwidth cap that is not a whole zone link's.
    cap: Pipe,
}

impl Network {
    /// A network without faults. `node_zones` gives each node's zone, `link` the properties of
    /// every directed pair of zones, a zone's link to itself included.
    pub fn new(
        seed: u64,
        node_zones: &[ZoneId],
        zones: usize,
        link: impl Fn(ZoneId, ZoneId) -> LinkParams,
    ) -> Self {
        assert!(node_zones.len() <= NODES_MAX);
        assert!(zones <= NODES_MAX);
        assert!(node_zones.iter().all(|zone| usize::from(zone.0) < zones));
        let zone_pairs = (0..zones * zones).map(|pair| (pair / zones, pair % zones));
        let params: Vec<_> = zone_pairs
            .map(|(from, to)| link(ZoneId(from as u16), ZoneId(to as u16)))
            .collect();
        let count = node_zones.len();
        let mut network = Network {
            node_zones: node_zones.to_vec(),
            zones,
            links: vec![Pipe::new(0); params.len() + 1],
            params,
            seed,
            places: vec![0; count * count],
            connections: Vec::new(),
            flows: Flows::new(seed),
            shares: Shares::default(),
            arrivals: Vec::new(),
            parts: Vec::new(),
            hosts: Hosts::default(),
            faults: Sorted::default(),
            by_reach: Sorted::default(),
            faults_made: 0,
            #[cfg(test)]
            ways_worked_out: 0,
            sent: 0,
            moved: Vec::new(),
        };
        network.refresh();
        network
    }

    /// From now on each connection draws from another stream. What was sent keeps its arrival; of a
    /// message that still waits at its sender, the packets that have not left yet get other luck.
    pub fn redraw(&mut self, stream: u32) {
        self.seed = mix(self.seed, u64::from(stream));
        for (index, place) in self.places.iter().enumerate() {
            if let Some(place) = place.checked_sub(1) {
                let connection = &mut self.connections[place as usize];
                connection.stream = Stream::fork(self.seed, "network", index as u64);
            }
        }
        self.flows.redraw(self.seed);
    }

    /// Puts nodes on hosts, where each of their packets takes `packet_ns` of a core at each end.
    /// For before anything is sent.
    pub fn put_on_hosts(&mut self, hosts: &[HostParams], packet_ns: u64) {
        assert_eq!(self.sent, 0, "hosts stand before anything is sent");
        self.hosts = Hosts::new(hosts, packet_ns, self.node_zones.len());
    }

    /// A node's host handles packets that come from outside or go there. Returns when it has: now,
    /// if the node is on no host.
    pub fn handle_packets(&mut self, now: Micros, node: NodeId, packets: u64) -> Micros {
        self.hosts.handle(now, node, packets)
    }

    /// A host has another number of packet cores from now on.
    pub fn resize_host(&mut self, now: Micros, host: usize, cores: u32) {
        self.hosts.resize(now, host, cores);
    }

    /// A packet takes a host's core this long from now on.
    pub fn set_packet_ns(&mut self, packet_ns: u64) {
        self.hosts.set_packet_ns(packet_ns);
    }

    /// The cores that handle a host's packets.
    pub fn packet_cores(&self, host: usize) -> &Cores {
        self.hosts.cores(host)
    }

    /// Number of hosts.
    pub fn hosts(&self) -> usize {
        self.hosts.len()
    }

    /// The link from one zone to another: bits per second (0 = not limited), ns that it was sending
    /// up to now, and µs until all that it has accepted has left.
    pub fn link_use(&self, now: Micros, from: ZoneId, to: ZoneId) -> (u64, u64, Micros) {
        let link = &self.links[usize::from(from.0) * self.zones + usize::from(to.0)];
        let now_ns = now * NANOS_PER_MICRO;
        let queued_us = link.queued_ns(now_ns).div_ceil(NANOS_PER_MICRO);
        (link.bandwidth_bps, link.used_ns(now_ns), queued_us)
    }

    /// Whether messages from one node to another are blocked.
    pub fn is_cut(&self, from: NodeId, to: NodeId) -> bool {
        self.course(from, to).cut
    }

    /// The effective one-way delay in µs: faults included, jitter and queueing not.
    pub fn delay_us(&self, from: NodeId, to: NodeId) -> Micros {
        self.course(from, to).delay_us
    }

    /// The zone of a node.
    pub fn zone_of(&self, node: NodeId) -> ZoneId {
        self.node_zones[usize::from(node.0)]
    }

    /// Forgets windows and arrival order of a node's connections, both ways: it crashed, and its
    /// connections with it. Messages under way are the caller's to drop.
    pub fn reset_connection(&mut self, now: Micros, node: NodeId) {
        for other in 0..self.node_zones.len() {
            let other = NodeId(other as u16);
            for (from, to) in [(node, other), (other, node)] {
                let index = self.index(from, to);
                self.flows.close(now, index as u32);
                if let Some(connection) = self.used(from, to) {
                    connection.sides.iter_mut().for_each(Side::reset);
                }
            }
        }
    }

    /// Forgets what a connection waits for: its receiver closed it; not that of snapshots.
    /// Messages under way are the caller's to drop.
    pub fn close(&mut self, now: Micros, from: NodeId, to: NodeId) {
        let index = self.index(from, to);
        self.flows.close(now, index as u32);
        let Some(connection) = self.used(from, to) else {
            return;
        };
        connection.sides[MAIN].give_up();
    }

    /// The place of a connection, which is used from now on.
    #[inline]
    fn open(&mut self, from: NodeId, to: NodeId) -> usize {
        match self.places[self.index(from, to)] {
            0 => self.begin(from, to),
            place => place as usize - 1,
        }
    }

    #[cold]
    fn begin(&mut self, from: NodeId, to: NodeId) -> usize {
        let index = self.index(from, to);
        let connection = Connection {
            stream: Stream::fork(self.seed, "network", index as u64),
            sides: [Side::new(), Side::new()],
            course: self.work_out(from, to),
        };
        self.connections.push(connection);
        self.places[index] = self.connections.len() as u32;
        self.refresh_window(from, to);
        self.connections.len() - 1
    }

    /// A connection, if it was used.
    fn used(&mut self, from: NodeId, to: NodeId) -> Option<&mut Connection> {
        let place = self.places[self.index(from, to)].checked_sub(1)?;
        self.connections.get_mut(place as usize)
    }

    /// What a message meets now; worked out anew where none was ever sent.
    fn course(&self, from: NodeId, to: NodeId) -> Course {
        let place = self.places[self.index(from, to)].wrapping_sub(1);
        match self.connections.get(place as usize) {
            Some(connection) => connection.course,
            None => self.work_out(from, to),
        }
    }

    #[inline]
    fn index(&self, from: NodeId, to: NodeId) -> usize {
        let count = self.node_zones.len();
        assert!(usize::from(from.0) < count);
        assert!(usize::from(to.0) < count);
        usize::from(from.0) * count + usize::from(to.0)
    }
}

#[cfg(test)]
mod tests;
