//! Faults on the network: what stands, and what every link and connection is worth under it.
//!
//! It must not know when messages are sent, nor what becomes of them.

use super::{Connection, FAULTS_MAX, Fault, LOOPBACK_US, Network, NodeId};
use crate::fault::{Degrade, FaultId, Impairment, Place, Reach};
use crate::link::Pipe;
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
        self.faults.retain(|other| other.id != fault);
        self.refresh();
    }

    /// Ends every fault.
    pub fn heal_all(&mut self) {
        self.faults.clear();
        self.refresh();
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
    pub(super) fn refresh(&mut self) {
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
        connection.vanish = params.vanish;
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
        if connection.cut && connection.recovery.take().is_some() {
            // What is under way dies in the cut, so nothing waits for it any more.
            connection.last_end_us = 0;
        }
        assert!(
            connection.jitter_us < 1 << 32,
            "jitter is scaled by half a draw"
        );
    }
}

impl Connection {
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
