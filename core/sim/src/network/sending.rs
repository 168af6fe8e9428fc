//! What becomes of a message when it is sent. On a link without a bandwidth, or one on which it
//! leaves within the present microsecond, all is known at once; else it goes on with the others
//! that want the link (`sharing`).

use super::course::Path;
use super::flow::Message;
use super::flows::Road;
use super::tcp::Alone;
use super::{
    BACKLOG_US_MAX, Certainty, Fate, Lane, MAIN, Network, NodeId, SNAPSHOTS, Sent, Ticket,
};
use crate::rng::mix;
use crate::time::{Micros, NANOS_PER_MICRO};

impl Network {
    /// Sends a message and says what becomes of it. Messages are numbered in this order, from 1.
    pub fn send(&mut self, now: Micros, from: NodeId, to: NodeId, bytes: u64) -> Sent {
        let ticket = Ticket::default();
        self.send_on(now, (from, to), Lane::Replicas, bytes, ticket)
    }

    /// The same on one of several connections, where the link has such.
    #[inline]
    pub fn send_on(
        &mut self,
        now: Micros,
        (from, to): (NodeId, NodeId),
        lane: Lane,
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
        let link = &self.links[course.link as usize];
        let is_free = link.bandwidth_bps == 0 && self.shares.next_ns().is_none();
        let main = &mut connection.sides[MAIN];
        if is_free && course.is_plain() && self.hosts.is_empty() && main.recovery.is_none() {
            main.last_end_us = main.last_end_us.max(now + lag_us);
            return Sent::once(now, main.last_end_us, Fate::Arrives);
        }
        let mut path = Path {
            from,
            to,
            place,
            side: MAIN,
        };
        let alone = Alone {
            number: self.sent,
            bytes,
            luck,
            depart_us: 0,
            lag_us,
            arrive_us: 0,
        };
        if !is_free {
            if link.bandwidth_bps > 0 && lane == Lane::Snapshots {
                path.side = SNAPSHOTS;
            }
            if self.is_shared(now, path, bytes) {
                return self.send_shared(now, path, alone, ticket);
            }
        }
        self.send_at_once(now, path, alone)
    }

    /// Sends a message that nothing else can hold up from now on.
    #[inline]
    fn send_at_once(&mut self, now: Micros, path: Path, mut alone: Alone) -> Sent {
        let now_ns = now * NANOS_PER_MICRO;
        let number = self.connections[path.place].course.link as usize;
        let start_ns = self.links[number]
            .start_ns(now_ns)
            .max(self.start_elsewhere_ns(now_ns, path));
        if start_ns > now_ns + BACKLOG_US_MAX * NANOS_PER_MICRO {
            return Sent::once(now, now, Fate::Full);
        }
        let done_ns = self.links[number]
            .accept(now_ns, alone.bytes)
            .max(self.accept_elsewhere_ns(now_ns, path, alone.bytes));
        alone.depart_us = start_ns / NANOS_PER_MICRO;
        alone.arrive_us = done_ns.div_ceil(NANOS_PER_MICRO) + alone.lag_us;
        let floor_us = self.connections[path.place].sides[path.side].last_end_us;
        let (sent, is_plain) = self.fate_of(now, path, alone, floor_us);
        if is_plain {
            self.connections[path.place].sides[path.side].last_end_us = sent.end_us;
        } else if sent.resent_bytes > 0 {
            self.occupy(now, path, sent.resent_bytes);
        }
        sent
    }

    /// Whether a message that leaves with another one now ends as that one does: nothing on their
    /// way depends on how long they are, nor on luck of their own.
    pub fn takes_company(&mut self, from: NodeId, to: NodeId) -> bool {
        let place = self.open(from, to);
        let connection = &self.connections[place];
        let course = &connection.course;
        let is_free = self.links[course.link as usize].bandwidth_bps == 0
            && self.shares.next_ns().is_none()
            && course.lanes == 0;
        let is_plain = course.is_plain() && connection.sides[MAIN].recovery.is_none();
        self.hosts.is_empty() && (course.cut || is_free && is_plain)
    }

    /// One more message left with the last one: it has the next number.
    pub fn count_company(&mut self) {
        self.sent += 1;
    }

    /// Number and new instant of each message that arrives earlier than was said, because the
    /// last one sent on its connection told of a lost packet.
    pub fn moved(&self) -> &[(u64, Micros)] {
        &self.moved
    }

    /// Sends a message on one of several connections that share a link segment by segment. Hosts
    /// and narrow ends handle it as a whole: what it waits there comes on top.
    fn send_in_segments(
        &mut self,
        now: Micros,
        (from, to): (NodeId, NodeId),
        lane: Lane,
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
            Lane::Replicas | Lane::Snapshots => 0,
            Lane::Request(drawn) => {
                1 + (mix(u64::from(way), drawn) % u64::from(course.lanes)) as u32
            }
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
            certainty: Certainty::NotBefore,
            ..Sent::once(now, end_us, Fate::Arrives)
        }
    }
}
