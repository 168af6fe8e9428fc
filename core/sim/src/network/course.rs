//! What a message meets beside its link: its connection's window, the cap of a fault, hosts; and
//! whether it or packets of it are lost. It must not know what else is sent over its link.

use super::tcp::{Alone, Resent, Way};
use super::{Course, Fate, Network, NodeId, SIDES, Sent};
use crate::time::Micros;

/// The connection that a message takes.
#[derive(Copy, Clone)]
pub(super) struct Path {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    /// Of the pair of nodes.
    pub(super) place: usize,
    /// Which one of theirs.
    pub(super) side: usize,
}

impl Path {
    /// What it is called on a link.
    pub(super) fn key(self) -> u64 {
        (self.place * SIDES + self.side) as u64
    }
}

impl Course {
    /// A message on a link without a bandwidth waits for nothing and is not lost.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        let loses = self.loss.ppm > 0 || self.vanish.ppm > 0;
        !loses && self.narrow.is_none() && self.window_bytes == 0
    }
}

impl Network {
    /// When whatever a message waits for beside its link is ready for it, in ns.
    #[inline]
    pub(super) fn start_elsewhere_ns(&self, now_ns: u64, path: Path) -> u64 {
        let connection = &self.connections[path.place];
        let mut start_ns = connection.sides[path.side].window.start_ns(now_ns);
        if let Some(fault) = &connection.course.narrow {
            start_ns = start_ns.max(self.fault(*fault).cap.start_ns(now_ns));
        }
        if !self.hosts.is_empty() && path.from != path.to {
            start_ns = start_ns.max(self.hosts.start_ns(now_ns, path.from, path.to));
        }
        start_ns
    }

    /// When it is done with it.
    #[inline]
    pub(super) fn accept_elsewhere_ns(&mut self, now_ns: u64, path: Path, bytes: u64) -> u64 {
        let connection = &mut self.connections[path.place];
        let window = &mut connection.sides[path.side].window;
        let mut done_ns = window.accept(now_ns, bytes);
        if let Some(fault) = &connection.course.narrow {
            let fault = self.faults.get_mut(fault);
            let cap = &mut fault.expect("a fault on a way stands").cap;
            done_ns = done_ns.max(cap.accept(now_ns, bytes));
        }
        if !self.hosts.is_empty() && path.from != path.to {
            done_ns = done_ns.max(self.hosts.accept(now_ns, path.from, path.to, bytes));
        }
        done_ns
    }

    /// What becomes of a message that would travel like this if nothing were lost, and arrive no
    /// earlier than the one before it; and whether it just arrives.
    #[inline]
    pub(super) fn fate_of(
        &mut self,
        now: Micros,
        path: Path,
        alone: Alone,
        floor_us: Micros,
    ) -> (Sent, bool) {
        let connection = &mut self.connections[path.place];
        let (course, side) = (&connection.course, &mut connection.sides[path.side]);
        let Alone {
            depart_us,
            arrive_us,
            ..
        } = alone;
        debug_assert!(now <= depart_us);
        debug_assert!(depart_us <= arrive_us);
        let arrival_us = arrive_us.max(floor_us);
        if course.vanish.hit(alone.luck) {
            let end_us = depart_us + (arrival_us - depart_us) / 2;
            return (Sent::once(depart_us, end_us, Fate::Lost), false);
        }
        if course.loss.ppm > 0 || side.recovery.is_some() {
            return (self.send_lossy(now, path, alone, floor_us), false);
        }
        (Sent::once(depart_us, arrival_us, Fate::Arrives), true)
    }

    /// Sends a message on a connection that loses packets, or waits for one. What is sent again
    /// takes its room on the link right behind the message.
    fn send_lossy(&mut self, now: Micros, path: Path, alone: Alone, floor_us: Micros) -> Sent {
        let back = self.course(path.to, path.from);
        let connection = &mut self.connections[path.place];
        let (course, side) = (&connection.course, &mut connection.sides[path.side]);
        let way = Way {
            loss: course.loss,
            delay_us: course.delay_us,
            back_us: back.delay_us,
            jitter_us: course.jitter_us + back.jitter_us,
        };
        if side.recovery.as_mut().is_some_and(|r| r.forget_filled(now)) {
            side.recovery = None;
        }
        let recovery = side.recovery.get_or_insert_default();
        if let Some(closes_us) = recovery.closes_us() {
            let depart_us = alone.depart_us.min(closes_us);
            return Sent::once(depart_us, closes_us, Fate::Closed);
        }
        let Resent { packets, bytes } = recovery.carry(alone, way, floor_us);
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
}
