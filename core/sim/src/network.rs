//! The network: when a message arrives, or where it dies.
//!
//! Zones are joined by directed links, nodes by directed connections over them. A message waits
//! for its link's bandwidth and for its connection's window, then travels for the link's delay
//! and jitter. What a connection needs is worked out when faults change, not when a message is
//! sent. Each connection has its own random stream and takes exactly one draw per message, so a
//! fault on one connection changes nobody else's luck, nor its own once healed.
//!
//! It must not know what a message says, nor whether its nodes are alive.

use crate::fault::{Degrade, FaultId, Impairment, Place, Reach};
use crate::link::{LinkParams, Pipe, Window};
use crate::rng::{Ratio, Stream};
use crate::time::{Micros, NANOS_PER_MICRO, SECONDS};
use serde::{Deserialize, Serialize};

/// An endpoint of messages: a store, a gateway, the placement driver.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u16);

/// A zone: the failure and price domain that nodes live in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ZoneId(pub u16);

/// Most nodes of one network: connections are kept as a square.
pub const NODES_MAX: usize = 512;
/// Longest wait for bandwidth and window, in µs. A message that would wait longer before its
/// first bit leaves finds the sender's buffer full and is lost. Without this bound, what piles up
/// on a slow link would keep it dead long after it is healed.
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
    /// It dies halfway by loss; or at once in a full send buffer (see [`BACKLOG_US_MAX`]).
    Lost,
    /// It runs into a cut halfway.
    Blocked,
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
}

/// Nodes in zones, the links between zones, and the faults on them.
pub struct Network {
    node_zones: Vec<ZoneId>,
    zones: usize,
    /// As configured, by from-zone then to-zone.
    params: Vec<LinkParams>,
    /// The same links as queues, at their effective bandwidth; the last is the unlimited loopback.
    links: Vec<Pipe>,
    /// By from-node then to-node.
    connections: Vec<Connection>,
    faults: Vec<Fault>,
    faults_made: u32,
}

/// One directed pair of nodes: the effective properties of its way, and its own state.
struct Connection {
    stream: Stream,
    window: Window,
    /// No later message arrives before this.
    last_end_us: Micros,
    delay_us: Micros,
    jitter_us: Micros,
    loss: Ratio,
    cut: bool,
    link: u32,
    /// The fault whose own queue is the narrowest on the way, by its place in the list.
    narrow: Option<u32>,
}

struct Fault {
    id: FaultId,
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
            connections: (0..count * count)
                .map(|index| Connection::new(seed, index))
                .collect(),
            faults: Vec::new(),
            faults_made: 0,
        };
        network.refresh();
        network
    }

    /// Sends a message and says what becomes of it.
    #[inline]
    pub fn send(&mut self, now: Micros, from: NodeId, to: NodeId, bytes: u64) -> Sent {
        let index = self.index(from, to);
        let connection = &mut self.connections[index];
        let luck = connection.stream.next();
        // The low half of the draw decides the jitter, the high half the loss.
        let jitter_us = ((luck & u64::from(u32::MAX)) * (connection.jitter_us + 1)) >> 32;
        let lag_us = connection.delay_us + jitter_us;
        if connection.cut {
            return Sent {
                depart_us: now,
                end_us: now + lag_us / 2,
                fate: Fate::Blocked,
            };
        }

        let now_ns = now * NANOS_PER_MICRO;
        let link = &mut self.links[connection.link as usize];
        let mut cap = connection
            .narrow
            .map(|fault| &mut self.faults[fault as usize].cap);
        let mut start_ns = link
            .start_ns(now_ns)
            .max(connection.window.start_ns(now_ns));
        if let Some(cap) = &cap {
            start_ns = start_ns.max(cap.start_ns(now_ns));
        }
        if start_ns > now_ns + BACKLOG_US_MAX * NANOS_PER_MICRO {
            return Sent {
                depart_us: now,
                end_us: now,
                fate: Fate::Lost,
            };
        }

        let mut done_ns = link
            .accept(now_ns, bytes)
            .max(connection.window.accept(now_ns, bytes));
        if let Some(cap) = &mut cap {
            done_ns = done_ns.max(cap.accept(now_ns, bytes));
        }
        let depart_us = start_ns / NANOS_PER_MICRO;
        let arrival_us = done_ns.div_ceil(NANOS_PER_MICRO) + lag_us;
        let arrival_us = arrival_us.max(connection.last_end_us);
        debug_assert!(now <= depart_us);
        debug_assert!(depart_us <= arrival_us);
        if connection.loss.hit(luck) {
            let end_us = depart_us + (arrival_us - depart_us) / 2;
            return Sent {
                depart_us,
                end_us,
                fate: Fate::Lost,
            };
        }
        connection.last_end_us = arrival_us;
        Sent {
            depart_us,
            end_us: arrival_us,
            fate: Fate::Arrives,
        }
    }

    /// Impairs one direction, from one place to another one, until healed.
    pub fn impair(&mut self, from: Place, to: Place, what: Impairment) -> FaultId {
        assert!(from != to);
        self.assert_known(from);
        self.assert_known(to);
        self.add(Reach::Directed(from, to), what)
    }

    /// Cuts every connection between the inside and the outside of a place, both ways. A zone's
    /// inside goes on; a node loses everything but itself.
    pub fn isolate(&mut self, place: Place) -> FaultId {
        self.assert_known(place);
        self.add(Reach::Border(place), Impairment::Cut)
    }

    /// Ends a fault. Does nothing if it has ended already, as after [`heal_all`](Self::heal_all).
    pub fn heal(&mut self, fault: FaultId) {
        assert!(
            fault.0 < self.faults_made,
            "a fault is made before it is healed"
        );
        self.faults.retain(|other| other.id != fault);
        self.refresh();
    }

    /// Ends every fault.
    pub fn heal_all(&mut self) {
        self.faults.clear();
        self.refresh();
    }

    /// Whether messages from one node to another are blocked.
    pub fn is_cut(&self, from: NodeId, to: NodeId) -> bool {
        self.connections[self.index(from, to)].cut
    }

    /// The effective one-way delay in µs: faults included, jitter and queueing not.
    pub fn delay_us(&self, from: NodeId, to: NodeId) -> Micros {
        self.connections[self.index(from, to)].delay_us
    }

    /// The zone of a node.
    pub fn zone_of(&self, node: NodeId) -> ZoneId {
        self.node_zones[usize::from(node.0)]
    }

    /// Forgets windows and arrival order of a node's connections, both ways: it crashed, and its
    /// connections with it. Messages under way are the caller's to drop.
    pub fn reset_connection(&mut self, node: NodeId) {
        for other in 0..self.node_zones.len() {
            let other = NodeId(other as u16);
            for index in [self.index(node, other), self.index(other, node)] {
                self.connections[index].window.reset();
                self.connections[index].last_end_us = 0;
            }
        }
    }

    #[inline]
    fn index(&self, from: NodeId, to: NodeId) -> usize {
        let count = self.node_zones.len();
        assert!(usize::from(from.0) < count);
        assert!(usize::from(to.0) < count);
        usize::from(from.0) * count + usize::from(to.0)
    }

    fn assert_known(&self, place: Place) {
        match place {
            Place::Zone(zone) => assert!(usize::from(zone.0) < self.zones),
            Place::Node(node) => assert!(usize::from(node.0) < self.node_zones.len()),
        }
    }

    fn add(&mut self, reach: Reach, impairment: Impairment) -> FaultId {
        assert!(self.faults.len() < FAULTS_MAX);
        let cap_bps = match impairment {
            Impairment::Degrade(degrade) if reach.zone_link().is_none() => degrade.bandwidth_bps,
            _ => 0,
        };
        let id = FaultId(self.faults_made);
        self.faults_made += 1;
        self.faults.push(Fault {
            id,
            reach,
            impairment,
            cap: Pipe::new(cap_bps),
        });
        self.refresh();
        id
    }

    /// Works out what every link and connection is worth under the present faults.
    fn refresh(&mut self) {
        for (link, params) in self.links.iter_mut().zip(&self.params) {
            link.bandwidth_bps = params.bandwidth_bps;
        }
        for fault in &self.faults {
            if let (Impairment::Degrade(degrade), Some((from, to))) =
                (fault.impairment, fault.reach.zone_link())
            {
                let link = &mut self.links[usize::from(from.0) * self.zones + usize::from(to.0)];
                link.bandwidth_bps = narrower(link.bandwidth_bps, degrade.bandwidth_bps);
            }
        }
        let count = self.node_zones.len() as u16;
        for from in (0..count).map(NodeId) {
            for to in (0..count).map(NodeId) {
                self.refresh_way(from, to);
            }
        }
        // The windows need the delays of both directions.
        for from in (0..count).map(NodeId) {
            for to in (0..count).map(NodeId) {
                let round_trip_us = self.delay_us(from, to) + self.delay_us(to, from);
                let index = self.index(from, to);
                let window = &mut self.connections[index].window;
                window.round_trip_ns = round_trip_us * NANOS_PER_MICRO;
            }
        }
    }

    fn refresh_way(&mut self, from: NodeId, to: NodeId) {
        let index = self.index(from, to);
        let (from_zone, to_zone) = (self.zone_of(from), self.zone_of(to));
        let connection = &mut self.connections[index];
        if from == to {
            connection.delay_us = LOOPBACK_US;
            connection.link = self.params.len() as u32;
            return;
        }
        let link = usize::from(from_zone.0) * self.zones + usize::from(to_zone.0);
        let params = self.params[link];
        connection.link = link as u32;
        connection.delay_us = params.delay_us;
        connection.jitter_us = params.jitter_us;
        connection.loss = params.loss;
        connection.cut = false;
        connection.narrow = None;
        connection.window.bytes = params.window_bytes;
        let mut narrow_bps = 0;
        for (place, fault) in self.faults.iter().enumerate() {
            if !fault.reach.meets((from, from_zone), (to, to_zone)) {
                continue;
            }
            match fault.impairment {
                Impairment::Cut => connection.cut = true,
                Impairment::Degrade(degrade) => connection.degrade(degrade),
            }
            let cap_bps = fault.cap.bandwidth_bps;
            if cap_bps != 0 && narrower(narrow_bps, cap_bps) != narrow_bps {
                narrow_bps = cap_bps;
                connection.narrow = Some(place as u32);
            }
        }
        assert!(
            connection.jitter_us < 1 << 32,
            "jitter is scaled by half a draw"
        );
    }
}

impl Connection {
    /// A connection that no way has been worked out for.
    fn new(seed: u64, index: usize) -> Self {
        Connection {
            stream: Stream::fork(seed, "network", index as u64),
            window: Window::new(),
            last_end_us: 0,
            delay_us: 0,
            jitter_us: 0,
            loss: Ratio::ZERO,
            cut: false,
            link: 0,
            narrow: None,
        }
    }

    fn degrade(&mut self, degrade: Degrade) {
        self.delay_us += degrade.delay_us;
        self.jitter_us += degrade.jitter_us;
        self.loss = self.loss.or(degrade.loss);
    }
}

/// The smaller of two bandwidths, where 0 means not limited.
fn narrower(a_bps: u64, b_bps: u64) -> u64 {
    match (a_bps, b_bps) {
        (0, bps) | (bps, 0) => bps,
        (a_bps, b_bps) => a_bps.min(b_bps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: NodeId = NodeId(0);
    const A2: NodeId = NodeId(1);
    const B: NodeId = NodeId(2);
    const B2: NodeId = NodeId(3);
    const C: NodeId = NodeId(4);
    const ZONE_A: Place = Place::Zone(ZoneId(0));
    const ZONE_B: Place = Place::Zone(ZoneId(1));
    const HALF: Ratio = Ratio { ppm: 500_000 };
    const PLAIN: LinkParams = LinkParams {
        delay_us: 1_000,
        jitter_us: 0,
        bandwidth_bps: 0,
        loss: Ratio::ZERO,
        window_bytes: 0,
    };
    /// One byte per microsecond.
    const SLOW_BPS: u64 = 8_000_000;

    /// Two nodes in zone a, two in b, one in c; every pair of zones has the same link.
    fn network(seed: u64, params: LinkParams) -> Network {
        let zones = [ZoneId(0), ZoneId(0), ZoneId(1), ZoneId(1), ZoneId(2)];
        Network::new(seed, &zones, 3, |_, _| params)
    }

    fn pairs() -> impl Iterator<Item = (NodeId, NodeId)> {
        (0..25).map(|pair| (NodeId(pair / 5), NodeId(pair % 5)))
    }

    fn arrives(depart_us: Micros, end_us: Micros) -> Sent {
        Sent {
            depart_us,
            end_us,
            fate: Fate::Arrives,
        }
    }

    fn degrade(degrade: Degrade) -> Impairment {
        Impairment::Degrade(degrade)
    }

    #[test]
    fn a_message_takes_the_delay_of_the_link_and_reaches_its_sender_in_a_microsecond() {
        let params = |from: ZoneId, to: ZoneId| LinkParams {
            delay_us: 100 * u64::from(from.0) + u64::from(to.0),
            ..PLAIN
        };
        let mut network = Network::new(1, &[ZoneId(1), ZoneId(2)], 3, params);
        assert_eq!(
            network.send(7, NodeId(0), NodeId(1), 1_000_000),
            arrives(7, 109)
        );
        assert_eq!(network.send(7, NodeId(1), NodeId(0), 0), arrives(7, 208));
        assert_eq!(network.send(7, NodeId(1), NodeId(1), 9), arrives(7, 8));
        assert_eq!(network.zone_of(NodeId(1)), ZoneId(2));
    }

    #[test]
    fn connections_of_one_directed_zone_pair_share_its_bandwidth_in_order() {
        let mut network = network(
            1,
            LinkParams {
                bandwidth_bps: SLOW_BPS,
                ..PLAIN
            },
        );
        assert_eq!(network.send(0, A, B, 100), arrives(0, 1_100));
        assert_eq!(network.send(0, A2, B2, 50), arrives(100, 1_150));
        assert_eq!(network.send(0, B, A, 10), arrives(0, 1_010));
        assert_eq!(network.send(0, A, C, 10), arrives(0, 1_010));
        assert_eq!(network.send(0, A, A2, 10), arrives(0, 1_010));
        assert_eq!(network.send(500, A, B, 1), arrives(500, 1_501));
    }

    #[test]
    fn a_window_bounds_each_connection_to_one_window_per_round_trip() {
        let mut network = network(
            1,
            LinkParams {
                window_bytes: 2_000,
                ..PLAIN
            },
        );
        assert_eq!(network.send(0, A, B, 2_000), arrives(0, 1_000));
        assert_eq!(network.send(0, A, B, 1_000), arrives(0, 2_000));
        assert_eq!(network.send(0, A, B, 4_000), arrives(1_000, 6_000));
        assert_eq!(network.send(0, A2, B, 2_000), arrives(0, 1_000));
        assert_eq!(network.send(20_000, A, B, 2_000), arrives(20_000, 21_000));
    }

    #[test]
    fn time_on_the_link_and_time_in_the_window_overlap() {
        let params = LinkParams {
            window_bytes: 1_000,
            bandwidth_bps: SLOW_BPS,
            ..PLAIN
        };
        let mut network = network(1, params);
        // 3,000 bytes: 3,000 µs on the link, 4,000 µs of refill.
        assert_eq!(network.send(0, A, B, 3_000), arrives(0, 5_000));
        assert_eq!(network.send(0, A2, B, 500), arrives(3_000, 4_500));
    }

    #[test]
    fn arrivals_of_one_connection_never_overtake() {
        for seed in 0..50 {
            let mut network = network(
                seed,
                LinkParams {
                    jitter_us: 5_000,
                    ..PLAIN
                },
            );
            let mut stream = Stream::fork(seed, "senders", 0);
            let mut ends = [0; 25];
            let (mut now, mut jittered) = (0, 0);
            for _ in 0..1_000 {
                now += stream.below(20);
                let pair = stream.below(25);
                let (from, to) = (NodeId((pair / 5) as u16), NodeId((pair % 5) as u16));
                let end_us = network.send(now, from, to, 100).end_us;
                let last_us = &mut ends[usize::try_from(pair).unwrap()];
                assert!(end_us >= *last_us, "seed {seed}");
                assert!(end_us <= (now + 6_000).max(*last_us), "seed {seed}");
                jittered += u64::from(end_us > now + 1_000);
                *last_us = end_us;
            }
            assert!(jittered > 500, "seed {seed}");
        }
    }

    #[test]
    fn jitter_is_uniform_up_to_its_bound() {
        let mut network = network(
            1,
            LinkParams {
                jitter_us: 9,
                ..PLAIN
            },
        );
        let mut counts = [0_u32; 10];
        for second in 0..10_000 {
            let now = second * SECONDS;
            let lag_us = network.send(now, A, B, 1).end_us - now;
            counts[usize::try_from(lag_us - 1_000).unwrap()] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..=1_100).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_lost_message_dies_halfway_and_still_used_the_link() {
        let params = LinkParams {
            loss: Ratio::ONE,
            bandwidth_bps: SLOW_BPS,
            ..PLAIN
        };
        let mut network = network(1, params);
        let lost = Sent {
            depart_us: 0,
            end_us: 550,
            fate: Fate::Lost,
        };
        assert_eq!(network.send(0, A, B, 100), lost);
        assert_eq!(network.send(0, A2, B, 100).depart_us, 100);
    }

    #[test]
    fn losses_follow_their_ratio_and_add_up_as_independent() {
        let mut network = network(
            1,
            LinkParams {
                loss: HALF,
                ..PLAIN
            },
        );
        network.impair(
            ZONE_A,
            ZONE_B,
            degrade(Degrade {
                loss: HALF,
                ..Degrade::default()
            }),
        );
        let mut lost = |from, to| {
            (0..10_000)
                .filter(|&now| network.send(now, from, to, 1).fate == Fate::Lost)
                .count()
        };
        assert!((7_350..=7_650).contains(&lost(A, B)));
        assert!((4_850..=5_150).contains(&lost(B, A)));
        assert_eq!(lost(A, A), 0);
    }

    #[test]
    fn a_cut_blocks_one_direction_halfway_and_takes_no_bandwidth() {
        let mut network = network(
            1,
            LinkParams {
                bandwidth_bps: SLOW_BPS,
                ..PLAIN
            },
        );
        let cut = network.impair(Place::Node(A), ZONE_B, Impairment::Cut);
        let blocked = Sent {
            depart_us: 0,
            end_us: 500,
            fate: Fate::Blocked,
        };
        assert_eq!(network.send(0, A, B, 100), blocked);
        assert_eq!(network.send(0, B, A, 100), arrives(0, 1_100));
        assert_eq!(network.send(0, A2, B, 100), arrives(0, 1_100));
        assert!(network.is_cut(A, B2));
        assert!(!network.is_cut(B2, A));
        network.heal(cut);
        assert_eq!(network.send(500, A, B, 100), arrives(500, 1_600));
    }

    #[test]
    fn an_isolated_zone_goes_on_inside_and_an_isolated_node_is_alone() {
        let mut network = network(1, PLAIN);
        let zone = network.isolate(ZONE_A);
        let cuts = |network: &Network| pairs().filter(|&(a, b)| network.is_cut(a, b)).count();
        assert_eq!(cuts(&network), 12);
        assert!(!network.is_cut(A, A2));
        assert!(network.is_cut(C, A2));
        network.heal(zone);
        network.isolate(Place::Node(A));
        assert_eq!(cuts(&network), 8);
        assert!(network.is_cut(A, A2));
        assert!(!network.is_cut(A, A));
        network.heal_all();
        assert_eq!(cuts(&network), 0);
    }

    #[test]
    fn faults_overlap_and_each_ends_by_its_own_name() {
        let mut network = network(1, PLAIN);
        let late = Degrade {
            delay_us: 300,
            ..Degrade::default()
        };
        let first = network.impair(ZONE_A, ZONE_B, degrade(late));
        let second = network.impair(Place::Node(A), Place::Node(B), degrade(late));
        let cut = network.isolate(ZONE_B);
        assert_eq!(network.delay_us(A, B), 1_600);
        assert_eq!(network.delay_us(A2, B), 1_300);
        assert_eq!(network.delay_us(B, A), 1_000);
        network.heal(cut);
        assert!(!network.is_cut(A, B));
        network.heal(first);
        assert_eq!(network.delay_us(A, B), 1_300);
        assert_eq!(network.send(0, A, B, 1), arrives(0, 1_300));
        network.heal_all();
        network.heal(second);
        assert_eq!(network.delay_us(A, B), 1_000);
    }

    #[test]
    fn a_cap_between_zones_slows_the_whole_link() {
        let mut network = network(
            1,
            LinkParams {
                bandwidth_bps: 80_000_000,
                ..PLAIN
            },
        );
        let cap = Degrade {
            bandwidth_bps: SLOW_BPS,
            ..Degrade::default()
        };
        let fault = network.impair(ZONE_A, ZONE_B, degrade(cap));
        assert_eq!(network.send(0, A, B, 100), arrives(0, 1_100));
        assert_eq!(network.send(0, A2, B, 100), arrives(100, 1_200));
        assert_eq!(network.send(0, B, A, 100), arrives(0, 1_010));
        network.heal(fault);
        assert_eq!(network.send(200, A, B, 100), arrives(200, 1_210));
    }

    #[test]
    fn a_cap_on_a_node_is_shared_by_its_connections_and_slows_nobody_else() {
        let mut network = network(
            1,
            LinkParams {
                bandwidth_bps: 80_000_000,
                ..PLAIN
            },
        );
        let cap = Degrade {
            bandwidth_bps: SLOW_BPS,
            ..Degrade::default()
        };
        network.impair(Place::Node(A), ZONE_B, degrade(cap));
        assert_eq!(network.send(0, A, B, 100), arrives(0, 1_100));
        assert_eq!(network.send(0, A, B2, 100), arrives(100, 1_200));
        assert_eq!(network.send(0, A2, B, 100), arrives(20, 1_030));
        // Of two caps on one way the narrower one counts, whichever came first.
        let narrow = Degrade {
            bandwidth_bps: SLOW_BPS / 10,
            ..Degrade::default()
        };
        let fault = network.impair(Place::Node(A), Place::Node(B), degrade(narrow));
        assert_eq!(network.send(10_000, A, B, 100), arrives(10_000, 12_000));
        network.heal(fault);
        assert_eq!(network.send(20_000, A, B, 100), arrives(20_000, 21_100));
    }

    #[test]
    fn a_message_that_would_wait_beyond_the_backlog_is_lost_at_once() {
        let mut network = network(
            1,
            LinkParams {
                bandwidth_bps: SLOW_BPS,
                ..PLAIN
            },
        );
        assert_eq!(network.send(0, A, B, BACKLOG_US_MAX).fate, Fate::Arrives);
        assert_eq!(network.send(0, A, B, 1).fate, Fate::Arrives);
        let lost = Sent {
            depart_us: 0,
            end_us: 0,
            fate: Fate::Lost,
        };
        assert_eq!(network.send(0, A, B, 1), lost);
        assert_eq!(network.send(1, A, B, 1).depart_us, BACKLOG_US_MAX + 1);
    }

    #[test]
    fn a_crash_forgets_window_and_order_of_the_connections_of_that_node() {
        let mut network = network(
            1,
            LinkParams {
                window_bytes: 1_000,
                ..PLAIN
            },
        );
        for (from, to) in [(A, B), (B, A), (B, B2)] {
            assert_eq!(network.send(0, from, to, 5_000), arrives(0, 9_000));
        }
        network.reset_connection(A);
        assert_eq!(network.send(10, A, B, 100), arrives(10, 1_010));
        assert_eq!(network.send(10, B, A, 100), arrives(10, 1_010));
        assert_eq!(network.send(10, B, B2, 100), arrives(8_000, 9_200));
    }

    #[test]
    fn a_fault_changes_no_luck_elsewhere_nor_its_own_once_healed() {
        // Method: two networks of one seed, the same messages; faults come and go in one of them
        // on the way from A to B.
        let params = LinkParams {
            jitter_us: 900,
            loss: Ratio { ppm: 200_000 },
            ..PLAIN
        };
        for seed in 0..50 {
            let (mut calm, mut faulty) = (network(seed, params), network(seed, params));
            let mut stream = Stream::fork(seed, "faults", 0);
            let mut fault = None;
            for step in 0..500 {
                let now = step * 10_000;
                if stream.below(20) == 0 {
                    fault = match fault {
                        Some(fault) => {
                            faulty.heal(fault);
                            None
                        }
                        None if stream.chance(HALF) => {
                            Some(faulty.impair(Place::Node(A), Place::Node(B), Impairment::Cut))
                        }
                        None => {
                            let worse = Degrade {
                                loss: HALF,
                                jitter_us: 70,
                                ..Degrade::default()
                            };
                            Some(faulty.impair(Place::Node(A), Place::Node(B), degrade(worse)))
                        }
                    };
                }
                for (from, to) in pairs() {
                    let sent = (calm.send(now, from, to, 10), faulty.send(now, from, to, 10));
                    if (from, to) != (A, B) || fault.is_none() {
                        assert_eq!(sent.0, sent.1, "seed {seed} step {step}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_order_of_messages_on_other_connections_does_not_matter() {
        let params = LinkParams {
            jitter_us: 900,
            loss: HALF,
            ..PLAIN
        };
        let (mut alone, mut crowd) = (network(3, params), network(3, params));
        for step in 0..200 {
            let now = step * 10_000;
            for (from, to) in pairs().filter(|pair| *pair != (A, B)) {
                crowd.send(now, from, to, 10);
            }
            assert_eq!(alone.send(now, A, B, 10), crowd.send(now, A, B, 10));
        }
    }

    #[test]
    fn every_mixture_of_faults_keeps_instants_in_order() {
        for seed in 0..50 {
            let mut stream = Stream::fork(seed, "mixture", 0);
            let params = LinkParams {
                jitter_us: stream.below(1_000),
                bandwidth_bps: stream.below(2) * 1_000_000,
                window_bytes: stream.below(2) * 2_000,
                ..PLAIN
            };
            let mut network = network(seed, params);
            let (mut now, mut faults) = (0, Vec::new());
            for _ in 0..500 {
                now += stream.exponential(500);
                let place = |stream: &mut Stream| match stream.below(2) {
                    0 => Place::Zone(ZoneId(stream.below(3) as u16)),
                    _ => Place::Node(NodeId(stream.below(5) as u16)),
                };
                let (from, to) = (place(&mut stream), place(&mut stream));
                let worse = Degrade {
                    delay_us: stream.below(5_000),
                    jitter_us: stream.below(500),
                    loss: Ratio {
                        ppm: stream.below(300_000) as u32,
                    },
                    bandwidth_bps: stream.below(2) * 100_000,
                };
                match stream.below(40) {
                    0 => faults.push(network.isolate(from)),
                    1 if from != to => faults.push(network.impair(from, to, Impairment::Cut)),
                    2 if from != to => faults.push(network.impair(from, to, degrade(worse))),
                    3..=5 => faults.drain(..).for_each(|fault| network.heal(fault)),
                    _ => {}
                }
                for (from, to) in pairs() {
                    let cut = network.is_cut(from, to);
                    let sent = network.send(now, from, to, stream.below(3_000));
                    assert_eq!(sent.fate == Fate::Blocked, cut, "seed {seed}");
                    assert!(now <= sent.depart_us, "seed {seed}");
                    assert!(sent.depart_us <= now + BACKLOG_US_MAX, "seed {seed}");
                    assert!(sent.depart_us <= sent.end_us, "seed {seed}");
                }
            }
        }
    }
}
