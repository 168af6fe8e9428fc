//! Messages that share their link: what is said of one when it is sent, and what is told once it
//! has left. It must not know what becomes of a message elsewhere.

use super::course::Path;
use super::share::{Left, Load};
use super::tcp::Alone;
use super::{Arrival, BACKLOG_US_MAX, Certainty, Fate, Network, Part, SIDES, Sent, Ticket};
use crate::time::{Micros, NANOS_PER_MICRO};

impl Network {
    /// Whether others may change when a message arrives: it does not leave within the present
    /// microsecond, in which nothing else can come before it.
    #[inline]
    pub(super) fn is_shared(&self, now: Micros, path: Path, bytes: u64) -> bool {
        let number = self.connections[path.place].course.link;
        let link = &self.links[number as usize];
        if let Some(share) = self.shares.of(number) {
            return link.bandwidth_bps > 0 || share.holds(path.key());
        }
        let now_ns = now * NANOS_PER_MICRO;
        link.start_ns(now_ns) + link.takes_ns(bytes) > now_ns + NANOS_PER_MICRO
    }

    /// Sends a message over a link that its connection may have to share.
    pub(super) fn send_shared(
        &mut self,
        now: Micros,
        path: Path,
        mut alone: Alone,
        ticket: Ticket,
    ) -> Sent {
        let now_ns = now * NANOS_PER_MICRO;
        let number = self.connections[path.place].course.link;
        self.carry_link(number, now_ns);
        let link = &self.links[number as usize];
        let service_ns = link.takes_ns(alone.bytes);
        // No connection waits longer than until all that was accepted has left.
        let queued_ns = now_ns + link.queued_ns(now_ns);
        let (first_ns, last_ns) = match self.shares.of(number) {
            Some(share) => share.waits_until_ns(path.key(), service_ns),
            None => (queued_ns, queued_ns + service_ns),
        };
        let start_ns = first_ns
            .min(queued_ns)
            .max(self.start_elsewhere_ns(now_ns, path));
        if start_ns > now_ns + BACKLOG_US_MAX * NANOS_PER_MICRO {
            return Sent::once(now, now, Fate::Full);
        }
        let ready_ns = self.accept_elsewhere_ns(now_ns, path, alone.bytes);
        let done_ns = last_ns.min(queued_ns + service_ns).max(ready_ns);
        alone.depart_us = start_ns / NANOS_PER_MICRO;
        alone.arrive_us = done_ns.div_ceil(NANOS_PER_MICRO) + alone.lag_us;
        let side = &self.connections[path.place].sides[path.side];
        let share = self.shares.of(number);
        let waits = share.is_some_and(|share| share.holds(path.key()));
        let said_us = if waits { side.last_said_us } else { 0 };
        let floor_us = side.last_end_us.max(said_us);
        let (mut sent, is_plain) = self.fate_of(now, path, alone, floor_us);
        if is_plain {
            self.connections[path.place].sides[path.side].last_said_us = sent.end_us;
        }
        let is_awaited = sent.fate == Fate::Arrives;
        if is_awaited {
            sent.certainty = Certainty::AsThingsStand;
        }
        let load = Load {
            number: alone.number,
            ticket,
            service_ns,
            ready_ns,
            lag_us: alone.lag_us,
            is_awaited,
        };
        self.put_on_link(now_ns, path, alone.bytes, load);
        if sent.resent_bytes > 0 {
            self.occupy(now, path, sent.resent_bytes);
        }
        sent
    }

    /// Bytes that nobody waits for take their room on a message's connection, behind it.
    #[cold]
    pub(super) fn occupy(&mut self, now: Micros, path: Path, bytes: u64) {
        let number = self.connections[path.place].course.link;
        if !self.is_shared(now, path, bytes) {
            self.links[number as usize].accept(now * NANOS_PER_MICRO, bytes);
            return;
        }
        let now_ns = now * NANOS_PER_MICRO;
        self.carry_link(number, now_ns);
        let load = Load {
            number: self.sent,
            ticket: Ticket::default(),
            service_ns: self.links[number as usize].takes_ns(bytes),
            ready_ns: 0,
            lag_us: self.connections[path.place].course.delay_us,
            is_awaited: false,
        };
        self.put_on_link(now_ns, path, bytes, load);
    }

    fn put_on_link(&mut self, now_ns: u64, path: Path, bytes: u64, load: Load) {
        let number = self.connections[path.place].course.link;
        let link = &mut self.links[number as usize];
        let begins_ns = match self.shares.of(number) {
            Some(_) => now_ns,
            None => link.start_ns(now_ns),
        };
        link.accept(now_ns, bytes);
        self.shares.add(number, begins_ns, path.key(), load);
    }

    /// Works out what leaves a shared link up to an instant.
    fn carry_link(&mut self, link: u32, now_ns: u64) {
        self.shares.work_out(link, now_ns);
        self.note_left();
    }

    /// What has left shared links is told: parts of messages, and when whole ones arrive.
    fn note_left(&mut self) {
        for left in self.shares.take_left() {
            let load = left.load;
            if !load.is_awaited {
                continue;
            }
            let end_us = if left.is_whole() {
                self.note_arrival(left)
            } else {
                left.at_ns.div_ceil(NANOS_PER_MICRO) + load.lag_us
            };
            let is_piece = left.before_ns > 0 || !left.is_whole();
            if is_piece && left.after_ns > left.before_ns {
                self.parts.push(Part {
                    number: load.number,
                    ticket: load.ticket,
                    end_us,
                    before: left.before_ns,
                    after: left.after_ns,
                    whole: load.service_ns,
                });
            }
        }
    }

    /// A message has left its link: when it arrives. None overtakes another on its connection.
    fn note_arrival(&mut self, left: Left) -> Micros {
        let (place, side) = (
            left.connection as usize / SIDES,
            left.connection as usize % SIDES,
        );
        let side = &mut self.connections[place].sides[side];
        let load = left.load;
        let left_us = left.at_ns.max(load.ready_ns).div_ceil(NANOS_PER_MICRO);
        let alone_us = (left_us + load.lag_us).max(side.last_end_us);
        let recovery = side.recovery.as_mut();
        let mended = recovery.and_then(|recovery| recovery.correct(load.number, alone_us));
        if mended.is_none() {
            side.last_end_us = alone_us;
        }
        let (end_us, held_us) = mended.unwrap_or((alone_us, 0));
        self.arrivals.push(Arrival {
            number: load.number,
            end_us,
            held_us,
            ticket: load.ticket,
        });
        end_us
    }

    /// When something is due on a link that is shared, in µs, rounded up.
    #[inline]
    pub fn next_step_us(&self) -> Option<Micros> {
        let at_ns = match (self.flows.next_ns(), self.shares.next_ns()) {
            (Some(flows_ns), Some(shares_ns)) => flows_ns.min(shares_ns),
            (flows_ns, shares_ns) => flows_ns.or(shares_ns)?,
        };
        Some(at_ns.div_ceil(NANOS_PER_MICRO))
    }

    /// What is due first on such links happens.
    pub fn carry_on(&mut self) {
        let shares_ns = self.shares.next_ns();
        if shares_ns.is_some_and(|at_ns| self.flows.next_ns().is_none_or(|flows| at_ns < flows)) {
            self.shares.step();
            self.note_left();
        } else {
            self.flows.step(&mut self.links);
        }
    }

    /// All that waits for a shared link leaves it, as if nothing else came.
    pub fn drain_links(&mut self) {
        while self.shares.next_ns().is_some() {
            self.shares.step();
            self.note_left();
        }
    }

    /// Messages whose arrival has become known since this was asked last: it lies ahead.
    pub fn known(&mut self) -> impl Iterator<Item = Arrival> {
        self.flows.known().chain(self.arrivals.drain(..))
    }

    /// Parts of messages that have left a shared link since this was asked last.
    pub fn parts(&mut self) -> impl Iterator<Item = Part> {
        self.parts.drain(..)
    }

    /// Bytes that left on connections that share a link segment by segment so far, and how many of
    /// them were lost.
    pub fn segment_bytes(&self) -> (u64, u64) {
        (self.flows.left, self.flows.lost)
    }
}
