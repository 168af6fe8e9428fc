//! Connections that share a link segment by segment. Each has its window; what finds no room in
//! the link's queue is lost, and its connection backs off. So small messages pass as in any queue,
//! and large ones share the link as TCP does, unevenly.
//!
//! When a message arrives is not known when it is sent: it depends on who else sends meanwhile. It
//! is known once the last of it is in the link's queue, one delay ahead. Until then the segments go
//! their way in a queue of their own, which the caller carries on up to its next event. It must not
//! know what a message says.

use super::flow::{Flow, Message, Way};
use super::schedule::{Due, Schedule};
use super::{Arrival, BACKLOG_US_MAX};
use crate::link::{Pipe, transmission_ns};
use crate::rng::{Ratio, mix};
use crate::sorted::Sorted;
use crate::time::{Micros, NANOS_PER_MICRO, mul_div_ceil};

/// The way of a connection over its link, as it stands when a message is sent.
#[derive(Copy, Clone)]
pub(super) struct Road {
    pub(super) link: u32,
    /// Bytes that wait at the link at most; 0: not limited.
    pub(super) buffer_bytes: u64,
    pub(super) window_bytes: u64,
    pub(super) delay_ns: u64,
    /// Delay of acknowledgements.
    pub(super) back_ns: u64,
    pub(super) loss: Ratio,
}

/// A connection and what is due on it.
struct Lane {
    /// Its pair of nodes.
    way: u32,
    road: Road,
    flow: Flow,
    /// What decides which of its segments a link loses.
    luck: u64,
    /// An event for its timeout is in the schedule.
    armed: bool,
}

/// All connections over links that have such.
pub(super) struct Flows {
    /// By pair of nodes and number of the connection.
    places: Sorted<(u32, u32), u32>,
    lanes: Vec<Lane>,
    schedule: Schedule,
    known: Vec<Arrival>,
    /// What luck is drawn from.
    seed: u64,
    /// Bytes that left again and again: all, and those that were lost.
    pub(super) left: u64,
    pub(super) lost: u64,
}

impl Road {
    /// When a message would arrive with the link to itself, in ns from when it is sent.
    pub(super) fn alone_ns(&self, links: &[Pipe], bytes: u64) -> u64 {
        let link = &links[self.link as usize];
        transmission_ns(bytes, link.bandwidth_bps) + self.delay_ns
    }

    /// How long so many bytes of one connection take at least.
    fn takes_ns(&self, links: &[Pipe], bytes: u64) -> u64 {
        let link = &links[self.link as usize];
        let by_link_ns = transmission_ns(bytes, link.bandwidth_bps);
        if self.window_bytes == 0 {
            return by_link_ns;
        }
        let by_window_ns = mul_div_ceil(bytes, self.delay_ns + self.back_ns, self.window_bytes);
        by_window_ns.max(by_link_ns)
    }
}

/// What decides which segments of a connection a link loses.
fn luck(seed: u64, way: u32, number: u32) -> u64 {
    mix(seed, mix(u64::from(way), u64::from(number)))
}

impl Lane {
    fn begin_anew(&mut self) {
        self.flow = Flow::new(self.road.delay_ns + self.road.back_ns);
        self.armed = false;
    }
}

impl Flows {
    /// No connection yet; the packets of each get the luck of this seed.
    pub(super) fn new(seed: u64) -> Flows {
        Flows {
            places: Sorted::default(),
            lanes: Vec::new(),
            schedule: Schedule::default(),
            known: Vec::new(),
            seed,
            left: 0,
            lost: 0,
        }
    }

    /// When the next thing is due, in ns.
    pub(super) fn next_ns(&self) -> Option<u64> {
        self.schedule.next_ns()
    }

    /// Messages whose arrival became known, oldest first.
    pub(super) fn known(&mut self) -> std::vec::Drain<'_, Arrival> {
        self.known.drain(..)
    }

    /// A message is written to a connection of a pair of nodes. False if that has more to send
    /// already than it can in a long while.
    pub(super) fn write(
        &mut self,
        now: Micros,
        (way, number): (u32, u32),
        road: Road,
        message: Message,
        links: &mut [Pipe],
    ) -> bool {
        let now_ns = now * NANOS_PER_MICRO;
        let count = self.lanes.len() as u32;
        let key = (way, number);
        let place = self.places.get(&key).copied().unwrap_or(count);
        if place == count {
            self.places.insert(key, place);
            self.schedule.add_connection();
            self.lanes.push(Lane {
                way,
                road,
                flow: Flow::new(road.delay_ns + road.back_ns),
                luck: luck(self.seed, way, number),
                armed: false,
            });
        }
        let lane = &mut self.lanes[place as usize];
        lane.road = road;
        let wait_ns = road.takes_ns(links, lane.flow.unsent());
        if wait_ns > BACKLOG_US_MAX * NANOS_PER_MICRO {
            return false;
        }
        lane.flow.write(now_ns, message);
        self.send(now_ns, place, links);
        true
    }

    /// From now on the packets of each connection get the luck of this seed.
    pub(super) fn redraw(&mut self, seed: u64) {
        self.seed = seed;
        for (&(way, number), &place) in self.places.iter() {
            self.lanes[place as usize].luck = luck(self.seed, way, number);
        }
    }

    /// What is due first happens.
    pub(super) fn step(&mut self, links: &mut [Pipe]) {
        let Some((place, at_ns, due)) = self.schedule.pop() else {
            return;
        };
        let lane = &mut self.lanes[place as usize];
        match due {
            Due::Acknowledged { segment, turn } => lane.flow.acknowledged(at_ns, segment, turn),
            Due::TimeOut => {
                lane.armed = false;
                if lane.flow.timeout_ns().is_some_and(|due_ns| due_ns <= at_ns) {
                    lane.flow.time_out(at_ns);
                }
            }
        }
        self.send(at_ns, place, links);
    }

    /// A connection sends what it may.
    fn send(&mut self, now_ns: u64, place: u32, links: &mut [Pipe]) {
        let lane = &mut self.lanes[place as usize];
        let road = lane.road;
        let link = &mut links[road.link as usize];
        while let Some(next) = lane.flow.next(road.window_bytes) {
            let is_lost = road.loss.ppm > 0 && road.loss.hit(mix(lane.luck, lane.flow.turn()));
            let needs = link.queued_bytes(now_ns) + next.bytes;
            let is_full = road.buffer_bytes > 0 && needs > road.buffer_bytes;
            self.left += next.bytes;
            let way = if is_lost || is_full {
                self.lost += next.bytes;
                Way::Lost
            } else {
                Way::Arrives(link.accept(now_ns, next.bytes) + road.delay_ns)
            };
            lane.flow.left(now_ns, next, &way);
            if let Way::Arrives(arrives_ns) = way {
                let due = Due::Acknowledged {
                    segment: next.segment,
                    turn: lane.flow.turn(),
                };
                self.schedule.add(place, arrives_ns + road.back_ns, due);
            }
        }
        if let Some(at_ns) = lane.flow.timeout_ns().filter(|_| !lane.armed) {
            lane.armed = true;
            self.schedule.add(place, at_ns, Due::TimeOut);
        }
        while let Some((message, end_us)) = lane.flow.come() {
            self.known.push(Arrival {
                number: message.number,
                end_us,
                held_us: 0,
                ticket: message.ticket,
            });
        }
    }

    /// The connections of a pair of nodes are closed. What is still to be sent arrives, if anybody
    /// is there, one delay later.
    pub(super) fn close(&mut self, now: Micros, way: u32) {
        for lane in self.lanes.iter().filter(|lane| lane.way == way) {
            let delay_us = lane.road.delay_ns.div_ceil(NANOS_PER_MICRO);
            self.known
                .extend(lane.flow.waiting().map(|message| Arrival {
                    number: message.number,
                    end_us: now + delay_us,
                    held_us: 0,
                    ticket: message.ticket,
                }));
        }
        self.cut(way);
    }

    /// The same in a cut: what is still to be sent is gone.
    pub(super) fn cut(&mut self, way: u32) {
        for (place, lane) in (0..)
            .zip(&mut self.lanes)
            .filter(|(_, lane)| lane.way == way)
        {
            lane.begin_anew();
            self.schedule.clear(place);
        }
    }
}
