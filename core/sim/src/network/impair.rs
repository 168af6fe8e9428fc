//! Faults on the network: what stands, and what every link and connection is worth under it.
//!
//! A fault that begins or ends costs as much as the connections that it meets, however many others
//! stand. It must not know when messages are sent, nor what becomes of them.

use super::{Course, FAULTS_MAX, Fault, LOOPBACK_US, Network, NodeId, Side, ZoneId};
use crate::fault::{Degrade, FaultId, Impairment, Place, Reach};
use crate::link::{LinkParams, Pipe};
use crate::rng::Ratio;
use crate::time::NANOS_PER_MICRO;

impl Network {
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
        let Some(ended) = self.faults.remove(&fault) else {
            return;
        };
        if let Some(there) = self.by_reach.get_mut(&ended.reach) {
            there.retain(|other| *other != fault);
            if there.is_empty() {
                self.by_reach.remove(&ended.reach);
            }
        }
        self.refresh_met(ended.reach);
    }

    /// Ends every fault.
    pub fn heal_all(&mut self) {
        self.faults.clear();
        self.by_reach.clear();
        self.refresh();
    }

    /// The link from one zone to another is so from now on. What was accepted leaves as it would
    /// have.
    pub fn set_link(&mut self, from: ZoneId, to: ZoneId, params: LinkParams) {
        self.params[usize::from(from.0) * self.zones + usize::from(to.0)] = params;
        self.refresh_met(Reach::Directed(Place::Zone(from), Place::Zone(to)));
    }

    fn assert_known(&self, place: Place) {
        match place {
            Place::Zone(zone) => assert!(usize::from(zone.0) < self.zones),
            Place::Node(node) => assert!(usize::from(node.0) < self.node_zones.len()),
        }
    }

    /// One that stands.
    pub(super) fn fault(&self, id: FaultId) -> &Fault {
        self.faults.get(&id).expect("it stands")
    }

    fn add(&mut self, reach: Reach, impairment: Impairment) -> FaultId {
        assert!(self.faults.len() < FAULTS_MAX);
        let cap_bps = match impairment {
            Impairment::Degrade(degrade) if reach.zone_link().is_none() => degrade.bandwidth_bps,
            _ => 0,
        };
        let id = FaultId(self.faults_made);
        self.faults_made += 1;
        let fault = Fault {
            reach,
            impairment,
            cap: Pipe::new(cap_bps),
        };
        self.faults.insert(id, fault);
        self.by_reach.or_default(reach).push(id);
        self.refresh_met(reach);
        id
    }

    /// Works out what every link and connection is worth under the present faults.
    pub(super) fn refresh(&mut self) {
        let zones = self.zones as u16;
        for from in (0..zones).map(ZoneId) {
            for to in (0..zones).map(ZoneId) {
                self.refresh_link(from, to);
            }
        }
        let count = self.node_zones.len() as u16;
        let nodes = || (0..count).map(NodeId);
        let ways = nodes().flat_map(|from| nodes().map(move |to| (from, to)));
        self.refresh_ways(&ways.collect::<Vec<_>>());
    }

    /// The same of what one fault meets: all else is worth what it was.
    fn refresh_met(&mut self, reach: Reach) {
        if let Some((from, to)) = reach.zone_link() {
            self.refresh_link(from, to);
        }
        let of = |place: Place| self.nodes_of(place);
        let ways = match reach {
            Reach::Directed(from, to) => pairs(&of(from), &of(to)),
            Reach::Border(place) => {
                let (inside, outside) = (of(place), self.nodes_outside(place));
                let mut ways = pairs(&inside, &outside);
                ways.extend(pairs(&outside, &inside));
                ways
            }
        };
        self.refresh_ways(&ways);
    }

    fn nodes_of(&self, place: Place) -> Vec<NodeId> {
        match place {
            Place::Node(node) => vec![node],
            Place::Zone(_) => self.nodes_where(|node, zone| place.holds((node, zone))),
        }
    }

    fn nodes_outside(&self, place: Place) -> Vec<NodeId> {
        self.nodes_where(|node, zone| !place.holds((node, zone)))
    }

    fn nodes_where(&self, is_chosen: impl Fn(NodeId, ZoneId) -> bool) -> Vec<NodeId> {
        let nodes = self.node_zones.iter().enumerate();
        let chosen = nodes.filter_map(|(number, zone)| {
            let node = NodeId(number as u16);
            is_chosen(node, *zone).then_some(node)
        });
        chosen.collect()
    }

    /// A zone link's own bandwidth, and the least that a fault of exactly this link leaves of it.
    fn refresh_link(&mut self, from: ZoneId, to: ZoneId) {
        let link = usize::from(from.0) * self.zones + usize::from(to.0);
        let reach = Reach::Directed(Place::Zone(from), Place::Zone(to));
        let mut bandwidth_bps = self.params[link].bandwidth_bps;
        for id in self.by_reach.get(&reach).into_iter().flatten() {
            if let Impairment::Degrade(degrade) = self.fault(*id).impairment {
                bandwidth_bps = narrower(bandwidth_bps, degrade.bandwidth_bps);
            }
        }
        self.links[link].bandwidth_bps = bandwidth_bps;
    }

    fn refresh_ways(&mut self, ways: &[(NodeId, NodeId)]) {
        for (from, to) in ways {
            self.refresh_way(*from, *to);
        }
        // The windows need the delays of both directions.
        for (from, to) in ways {
            self.refresh_window(*from, *to);
            self.refresh_window(*to, *from);
        }
    }

    /// The window of a connection that was used, by the delays of both directions.
    pub(super) fn refresh_window(&mut self, from: NodeId, to: NodeId) {
        if self.used(from, to).is_none() {
            return;
        }
        let round_trip_us = self.delay_us(from, to) + self.delay_us(to, from);
        if let Some(connection) = self.used(from, to) {
            for side in &mut connection.sides {
                side.window.bytes = connection.course.window_bytes;
                side.window.round_trip_ns = round_trip_us * NANOS_PER_MICRO;
            }
        }
    }

    /// The faults that meet the way between two nodes, in the order in which they were made. What
    /// may meet it is known by where it goes, so that this costs as much as they are, however many
    /// stand elsewhere.
    pub(super) fn faults_met(&self, from: NodeId, to: NodeId) -> Vec<FaultId> {
        if from == to || self.faults.is_empty() {
            return Vec::new();
        }
        let sides = |node: NodeId| [Place::Node(node), Place::Zone(self.zone_of(node))];
        let (sources, targets) = (sides(from), sides(to));
        let directed = sources
            .into_iter()
            .flat_map(|source| targets.map(|target| Reach::Directed(source, target)));
        let borders = sources.into_iter().chain(targets).map(Reach::Border);
        let ends = ((from, self.zone_of(from)), (to, self.zone_of(to)));
        let mut met: Vec<FaultId> = directed
            .chain(borders)
            .filter(|reach| reach.meets(ends.0, ends.1))
            .flat_map(|reach| self.by_reach.get(&reach).into_iter().flatten().copied())
            .collect();
        met.sort_unstable();
        met
    }

    fn refresh_way(&mut self, from: NodeId, to: NodeId) {
        #[cfg(test)]
        {
            self.ways_worked_out += 1;
        }
        if self.used(from, to).is_none() {
            return;
        }
        let course = self.work_out(from, to);
        let Some(connection) = self.used(from, to) else {
            return;
        };
        connection.course = course;
        if course.cut {
            connection.sides.iter_mut().for_each(Side::give_up);
            let index = self.index(from, to);
            self.flows.cut(index as u32);
        }
    }

    /// What a message meets from one node to another, by the links and the faults that stand.
    pub(super) fn work_out(&self, from: NodeId, to: NodeId) -> Course {
        let mut course = Course {
            delay_us: LOOPBACK_US,
            jitter_us: 0,
            loss: Ratio::ZERO,
            vanish: Ratio::ZERO,
            window_bytes: 0,
            cut: false,
            link: self.params.len() as u32,
            lanes: 0,
            buffer_bytes: 0,
            narrow: None,
        };
        if from == to {
            return course;
        }
        let (from_zone, to_zone) = (self.zone_of(from), self.zone_of(to));
        let link = usize::from(from_zone.0) * self.zones + usize::from(to_zone.0);
        let params = self.params[link];
        course.link = link as u32;
        course.delay_us = params.delay_us;
        course.jitter_us = params.jitter_us;
        course.loss = params.loss;
        course.vanish = params.vanish;
        course.window_bytes = params.window_bytes;
        course.lanes = params.connections;
        course.buffer_bytes = params.buffer_bytes;
        let mut narrow_bps = 0;
        for id in self.faults_met(from, to) {
            let fault = self.fault(id);
            match fault.impairment {
                Impairment::Cut => course.cut = true,
                Impairment::Degrade(degrade) => course.degrade(degrade),
            }
            let cap_bps = fault.cap.bandwidth_bps;
            if cap_bps != 0 && narrower(narrow_bps, cap_bps) != narrow_bps {
                narrow_bps = cap_bps;
                course.narrow = Some(id);
            }
        }
        assert!(
            course.jitter_us < 1 << 32,
            "jitter is scaled by half a draw"
        );
        course
    }
}

/// Every way from one of these nodes to one of those.
fn pairs(from: &[NodeId], to: &[NodeId]) -> Vec<(NodeId, NodeId)> {
    let ways = from.iter().flat_map(|a| to.iter().map(|b| (*a, *b)));
    ways.collect()
}

impl Course {
    fn degrade(&mut self, degrade: Degrade) {
        self.delay_us += degrade.delay_us;
        self.jitter_us += degrade.jitter_us;
        self.loss = self.loss.or(degrade.loss);
        self.vanish = self.vanish.or(degrade.vanish);
    }
}

/// The smaller of two bandwidths, where 0 means not limited.
fn narrower(a_bps: u64, b_bps: u64) -> u64 {
    match (a_bps, b_bps) {
        (0, bps) | (bps, 0) => bps,
        (a_bps, b_bps) => a_bps.min(b_bps),
    }
}
