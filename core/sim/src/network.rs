//! The network: when a message arrives, or where it dies.
//!
//! Zones are joined by directed links, nodes by directed connections over them. A message waits
//! for its link's bandwidth and for its connection's window, then travels for the link's delay
//! and jitter. What a connection needs is worked out when faults change, not when a message is
//! sent. Each connection has its own random stream and takes exactly one draw per message, so a
//! fault on one connection changes nobody else's luck, nor its own once healed. Loss is of packets,
//! which TCP sends again (`tcp`); that whole messages vanish is a property of its own.
//!
//! It must not know what a message says, nor whether its nodes are alive.

mod flow;
mod flows;
mod hosts;
mod impair;
mod schedule;
mod tcp;

use std::collections::BTreeMap;

pub use hosts::HostParams;
pub use tcp::{RTO_MIN_US, SEGMENT_BYTES, SILENCE_US_MAX};

use self::flow::Message;
use self::flows::{Flows, Road};
use self::hosts::Hosts;
use self::tcp::{Alone, Recovery, Resent, Way};
use crate::cores::Cores;
use crate::fault::{FaultId, Impairment, Reach};
use crate::link::{LinkParams, Pipe, Window};
use crate::node::{NodeId, ZoneId};
use crate::rng::{Ratio, Stream, mix};
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
    /// It arrives then, or not before: see [`Network::known`].
    pub is_known: bool,
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
    /// Its sender's.
    pub ticket: Ticket,
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
            is_known: true,
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
    hosts: Hosts,
    faults: BTreeMap<FaultId, Fault>,
    /// Which of them stand where, in the order in which they were made.
    by_reach: BTreeMap<Reach, Vec<FaultId>>,
    faults_made: u32,
    /// Times that a connection's way was worked out.
    #[cfg(test)]
    ways_worked_out: u64,
    /// Messages sent so far: the number of the last.
    sent: u64,
    /// See [`Network::moved`].
    moved: Vec<(u64, Micros)>,
}

/// One directed pair of nodes that was used: the effective properties of its way, and its own
/// state.
struct Connection {
    stream: Stream,
    window: Window,
    /// No later message arrives before this.
    last_end_us: Micros,
    /// While packets are missing at the receiver.
    recovery: Option<Box<Recovery>>,
    course: Course,
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
            flows: Flows::default(),
            hosts: Hosts::default(),
            faults: BTreeMap::new(),
            by_reach: BTreeMap::new(),
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

    /// Sends a message and says what becomes of it. Messages are numbered in this order, from 1.
    pub fn send(&mut self, now: Micros, from: NodeId, to: NodeId, bytes: u64) -> Sent {
        self.send_on(now, (from, to), 0, bytes, Ticket::default())
    }

    /// The same on one of several connections, where the link has such: 0 is that between
    /// replicas, any other number stands for one of them.
    #[inline]
    pub fn send_on(
        &mut self,
        now: Micros,
        (from, to): (NodeId, NodeId),
        lane: u64,
        bytes: u64,
        ticket: Ticket,
    ) -> Sent {
        self.sent += 1;
        self.moved.clear();
        let place = self.open(from, to);
        let connection = &mut self.connections[place];
        let course = &connection.course;
        let luck = connection.stream.next();
        // The low half of the draw decides the jitter, the high half whether it vanishes.
        let jitter_us = ((luck & u64::from(u32::MAX)) * (course.jitter_us + 1)) >> 32;
        let lag_us = course.delay_us + jitter_us;
        if course.cut {
            return Sent::once(now, now + lag_us / 2, Fate::Blocked);
        }

        if course.lanes > 0 {
            let drawn = (jitter_us, course.vanish.hit(luck));
            return self.send_in_segments(now, (from, to), lane, (bytes, ticket), drawn);
        }
        let now_ns = now * NANOS_PER_MICRO;
        let link = &mut self.links[course.link as usize];
        let narrow = course.narrow.as_ref();
        let mut cap = narrow.map(|fault| {
            let fault = self.faults.get_mut(fault);
            &mut fault.expect("a fault on a way stands").cap
        });
        let mut start_ns = link
            .start_ns(now_ns)
            .max(connection.window.start_ns(now_ns));
        if let Some(cap) = &cap {
            start_ns = start_ns.max(cap.start_ns(now_ns));
        }
        let is_hosted = !self.hosts.is_empty() && from != to;
        if is_hosted {
            start_ns = start_ns.max(self.hosts.start_ns(now_ns, from, to));
        }
        if start_ns > now_ns + BACKLOG_US_MAX * NANOS_PER_MICRO {
            return Sent::once(now, now, Fate::Full);
        }

        let mut done_ns = link
            .accept(now_ns, bytes)
            .max(connection.window.accept(now_ns, bytes));
        if let Some(cap) = &mut cap {
            done_ns = done_ns.max(cap.accept(now_ns, bytes));
        }
        if is_hosted {
            done_ns = done_ns.max(self.hosts.accept(now_ns, from, to, bytes));
        }
        let depart_us = start_ns / NANOS_PER_MICRO;
        let alone_us = done_ns.div_ceil(NANOS_PER_MICRO) + lag_us;
        debug_assert!(now <= depart_us);
        debug_assert!(depart_us <= alone_us);
        let arrival_us = alone_us.max(connection.last_end_us);
        if course.vanish.hit(luck) {
            let end_us = depart_us + (arrival_us - depart_us) / 2;
            return Sent::once(depart_us, end_us, Fate::Lost);
        }
        if course.loss.ppm > 0 || connection.recovery.is_some() {
            let alone = Alone {
                number: self.sent,
                bytes,
                luck,
                depart_us,
                lag_us,
                arrive_us: alone_us,
            };
            return self.send_lossy(now, (from, to), alone);
        }
        connection.last_end_us = arrival_us;
        Sent::once(depart_us, arrival_us, Fate::Arrives)
    }

    /// Sends a message on one of several connections that share a link segment by segment. Hosts
    /// and narrow ends handle it as a whole: what it waits there comes on top.
    fn send_in_segments(
        &mut self,
        now: Micros,
        (from, to): (NodeId, NodeId),
        lane: u64,
        (bytes, ticket): (u64, Ticket),
        (lag_us, vanishes): (Micros, bool),
    ) -> Sent {
        let mut message = Message {
            number: self.sent,
            bytes,
            lag_us,
            ticket,
        };
        let course = self.course(from, to);
        let way = self.index(from, to) as u32;
        let lane = match lane {
            0 => 0,
            drawn => 1 + (mix(u64::from(way), drawn) % u64::from(course.lanes)) as u32,
        };
        let road = Road {
            link: course.link,
            buffer_bytes: course.buffer_bytes,
            window_bytes: course.window_bytes,
            delay_ns: course.delay_us * NANOS_PER_MICRO,
            back_ns: self.delay_us(to, from) * NANOS_PER_MICRO,
            loss: course.loss,
        };
        let now_ns = now * NANOS_PER_MICRO;
        let mut done_ns = now_ns;
        if let Some(fault) = &course.narrow {
            let fault = self.faults.get_mut(fault);
            let cap = &mut fault.expect("a fault on a way stands").cap;
            done_ns = done_ns.max(cap.accept(now_ns, message.bytes));
        }
        if !self.hosts.is_empty() {
            done_ns = done_ns.max(self.hosts.accept(now_ns, from, to, message.bytes));
        }
        message.lag_us += (done_ns - now_ns).div_ceil(NANOS_PER_MICRO);
        let alone_ns = road.alone_ns(&self.links, message.bytes);
        let end_us = now + alone_ns.div_ceil(NANOS_PER_MICRO) + message.lag_us;
        if vanishes {
            return Sent::once(now, now + (end_us - now) / 2, Fate::Lost);
        }
        if !self
            .flows
            .write(now, (way, lane), road, message, &mut self.links)
        {
            return Sent::once(now, now, Fate::Full);
        }
        Sent {
            is_known: false,
            ..Sent::once(now, end_us, Fate::Arrives)
        }
    }

    /// When the next segment of a message on one of several connections is due, in µs, rounded up.
    #[inline]
    pub fn next_segment_us(&self) -> Option<Micros> {
        let at_ns = self.flows.next_ns()?;
        Some(at_ns.div_ceil(NANOS_PER_MICRO))
    }

    /// What is due first on such connections happens.
    pub fn carry_on(&mut self) {
        self.flows.step(&mut self.links);
    }

    /// Messages whose arrival has become known since this was asked last: it lies ahead.
    pub fn known(&mut self) -> impl Iterator<Item = Arrival> {
        self.flows.known()
    }

    /// Bytes that left on such connections so far, and how many of them were lost.
    pub fn segment_bytes(&self) -> (u64, u64) {
        (self.flows.left, self.flows.lost)
    }

    /// Sends a message on a connection that loses packets, or waits for one.
    fn send_lossy(&mut self, now: Micros, (from, to): (NodeId, NodeId), alone: Alone) -> Sent {
        let back = self.course(to, from);
        let place = self.open(from, to);
        let connection = &mut self.connections[place];
        let course = &connection.course;
        let way = Way {
            loss: course.loss,
            delay_us: course.delay_us,
            back_us: back.delay_us,
            jitter_us: course.jitter_us + back.jitter_us,
        };
        if connection
            .recovery
            .as_mut()
            .is_some_and(|r| r.forget_filled(now))
        {
            connection.recovery = None;
        }
        let recovery = connection.recovery.get_or_insert_default();
        if let Some(closes_us) = recovery.closes_us() {
            let depart_us = alone.depart_us.min(closes_us);
            return Sent::once(depart_us, closes_us, Fate::Closed);
        }
        let Resent { packets, bytes } = recovery.carry(alone, way, connection.last_end_us);
        // What is sent again takes its room on the link, here right behind the message.
        self.links[connection.course.link as usize].accept(now * NANOS_PER_MICRO, bytes);
        let moved = &mut self.moved;
        let (alone_us, end_us) = recovery.settle(|number, end_us| moved.push((number, end_us)));
        let sent = match recovery.closes_us() {
            Some(closes_us) => Sent::once(alone.depart_us, closes_us, Fate::Closed),
            None => Sent {
                held_us: end_us - alone_us,
                ..Sent::once(alone.depart_us, end_us, Fate::Arrives)
            },
        };
        Sent {
            resent: packets,
            resent_bytes: bytes,
            ..sent
        }
    }

    /// Number and new instant of each message that arrives earlier than was said, because the
    /// last one sent on its connection told of a lost packet.
    pub fn moved(&self) -> &[(u64, Micros)] {
        &self.moved
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

    /// The link from one zone to another, as a machine that serves one message after the other:
    /// bits per second (0 = not limited), ns that it was sending up to now, and µs that a message
    /// would wait.
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
                    connection.window.reset();
                    connection.recovery = None;
                    connection.last_end_us = 0;
                }
            }
        }
    }

    /// Forgets what a connection waits for: its receiver closed it. Messages under way are the
    /// caller's to drop.
    pub fn close(&mut self, now: Micros, from: NodeId, to: NodeId) {
        let index = self.index(from, to);
        self.flows.close(now, index as u32);
        let Some(connection) = self.used(from, to) else {
            return;
        };
        if connection.recovery.take().is_some() {
            connection.last_end_us = 0;
        }
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
            window: Window::new(),
            last_end_us: 0,
            recovery: None,
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
