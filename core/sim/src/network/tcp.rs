//! What TCP does about lost packets: each is sent again, and what came after it on its connection
//! waits for it. So loss shows as delay.
//!
//! A packet that three later ones followed is sent again when their duplicate acknowledgements
//! are back (fast retransmit, RFC 5681); else when the retransmission timeout is over: SRTT +
//! max(200 ms, 4 RTTVAR), doubled with each further loss (RFC 6298; 200 ms is Linux's least).
//! Who hears nothing for so long that keepalive would close the connection, closes it, and what
//! waited on it is lost. Tail loss probes, congestion windows and delayed acknowledgements are
//! left out. It must not know of links, queues or faults.

use crate::rng::{Ratio, mix};
use crate::time::{MILLIS, Micros, SECONDS};

/// What a packet carries: an Ethernet frame's 1,500 bytes less IPv4, TCP and its timestamps.
pub const SEGMENT_BYTES: u64 = 1_448;
/// Least that the timeout adds to a round trip (Linux's `TCP_RTO_MIN`).
pub const RTO_MIN_US: Micros = 200 * MILLIS;
/// Longest timeout (Linux's `TCP_RTO_MAX`).
pub(super) const RTO_MAX_US: Micros = 120 * SECONDS;
/// A connection on which a packet got no answer for so long is closed: TiKV's gRPC asks for a
/// sign of life after 10 s and waits 3 s for it.
pub const SILENCE_US_MAX: Micros = 13 * SECONDS;
/// Later packets that tell of a lost one.
const DUPLICATES: u32 = 3;
/// What decides whether the packet that is sent again at once is lost too; those of the timeout
/// are numbered from the next on.
const FAST: u64 = 1;

/// One connection's way, as it stands when a message is sent.
#[derive(Copy, Clone)]
pub(super) struct Way {
    /// Chance that a packet is lost.
    pub(super) loss: Ratio,
    pub(super) delay_us: Micros,
    /// Delay of the acknowledgements.
    pub(super) back_us: Micros,
    /// Jitter of both directions together.
    pub(super) jitter_us: Micros,
}

/// A message as it would travel if nothing were lost.
#[derive(Copy, Clone)]
pub(super) struct Alone {
    pub(super) number: u64,
    pub(super) bytes: u64,
    /// What decides which of its packets are lost.
    pub(super) luck: u64,
    /// When its first packet leaves, or rather the first byte of it.
    pub(super) depart_us: Micros,
    /// Delay and jitter of each packet.
    pub(super) lag_us: Micros,
    /// When its last packet arrives.
    pub(super) arrive_us: Micros,
}

/// What is sent again.
#[derive(Copy, Clone, Default)]
pub(super) struct Resent {
    pub(super) packets: u32,
    pub(super) bytes: u64,
}

/// What a connection waits for; there is none while nothing is missing.
#[derive(Default)]
pub(super) struct Recovery {
    holes: Vec<Hole>,
    /// Messages that a hole may hold back, in the order of sending.
    waiting: Vec<Waiting>,
    /// It is beyond hope, and closed then.
    closes_us: Option<Micros>,
}

/// A packet that is missing at the receiver.
struct Hole {
    /// Its message.
    number: u64,
    luck: u64,
    /// When it will have come.
    fill_us: Micros,
    /// Later packets that came.
    followed: u32,
}

struct Waiting {
    number: u64,
    /// When it would arrive if nothing were lost.
    alone_us: Micros,
    end_us: Micros,
}

impl Way {
    /// RTTVAR of a uniform jitter is a quarter of its bound.
    fn timeout_us(&self) -> Micros {
        let smoothed_us = self.delay_us + self.back_us + self.jitter_us / 2;
        (smoothed_us + self.jitter_us.max(RTO_MIN_US)).min(RTO_MAX_US)
    }

    /// When a packet that left at `sent_us` and was lost arrives by the timeout, after how many
    /// tries; `None` when the connection is closed before.
    fn by_timeout(&self, sent_us: Micros, luck: u64) -> (Option<Micros>, u32) {
        let mut timeout_us = self.timeout_us();
        let (mut again_us, mut tries) = (sent_us + timeout_us, 0);
        while again_us <= sent_us + SILENCE_US_MAX {
            tries += 1;
            if !self.loss.hit(mix(luck, FAST + u64::from(tries))) {
                return (Some(again_us + self.delay_us), tries);
            }
            timeout_us = (2 * timeout_us).min(RTO_MAX_US);
            again_us += timeout_us;
        }
        (None, tries)
    }
}

impl Alone {
    /// Packets of the message and when each arrives.
    fn packets(self) -> impl Iterator<Item = (u64, Micros)> {
        let count = self.bytes.div_ceil(SEGMENT_BYTES).max(1);
        let first_us = (self.depart_us + self.lag_us).min(self.arrive_us);
        let spread_us = self.arrive_us - first_us;
        (0..count).map(move |packet| {
            let share = u128::from(spread_us) * u128::from(packet + 1) / u128::from(count);
            (packet, first_us + share as Micros)
        })
    }

    fn packet_bytes(self, packet: u64) -> u64 {
        (self.bytes - packet * SEGMENT_BYTES).min(SEGMENT_BYTES)
    }
}

impl Recovery {
    /// Forgets what has come by now. True when nothing is missing any more.
    pub(super) fn forget_filled(&mut self, now: Micros) -> bool {
        if let Some(closes_us) = self.closes_us {
            return closes_us <= now;
        }
        self.holes.retain(|hole| hole.fill_us > now);
        self.waiting.retain(|message| message.end_us > now);
        self.holes.is_empty() && self.waiting.is_empty()
    }

    /// A message that may be waiting would arrive at another instant than was thought if nothing
    /// were lost: when it does, and how much of that is for lost packets.
    pub(super) fn correct(&mut self, number: u64, alone_us: Micros) -> Option<(Micros, Micros)> {
        let place = self.waiting.iter().position(|m| m.number == number)?;
        let before = place.checked_sub(1).map(|place| &self.waiting[place]);
        let alone_us = alone_us.max(before.map_or(0, |message| message.alone_us));
        let message = &mut self.waiting[place];
        let thought_us = std::mem::replace(&mut message.alone_us, alone_us);
        if thought_us != alone_us {
            for hole in self.holes.iter_mut().filter(|hole| hole.number == number) {
                hole.fill_us = (hole.fill_us + alone_us).saturating_sub(thought_us);
            }
            self.settle(|_, _| {});
        }
        let end_us = self.waiting[place].end_us;
        Some((end_us, end_us.saturating_sub(alone_us)))
    }

    /// When the connection is closed, if it is beyond hope.
    pub(super) fn closes_us(&self) -> Option<Micros> {
        self.closes_us
    }

    /// Sends a message: which of its packets are lost, and which earlier holes its others mend.
    /// `floor_us` is when the last message arrives for which nothing is missing.
    pub(super) fn carry(&mut self, alone: Alone, way: Way, floor_us: Micros) -> Resent {
        let mut resent = Resent::default();
        let mut closes_us = None;
        for (packet, arrive_us) in alone.packets() {
            let luck = mix(alone.luck, packet);
            if !way.loss.hit(luck) {
                self.acknowledge_holes(arrive_us, way);
                continue;
            }
            let (fill_us, tries) = way.by_timeout(arrive_us - alone.lag_us, luck);
            resent.packets += tries;
            resent.bytes += u64::from(tries) * alone.packet_bytes(packet);
            if let Some(fill_us) = fill_us {
                self.holes.push(Hole {
                    number: alone.number,
                    luck,
                    fill_us,
                    followed: 0,
                });
            } else {
                let gone_us = arrive_us - alone.lag_us + SILENCE_US_MAX;
                closes_us = Some(closes_us.unwrap_or(gone_us).min(gone_us));
            }
        }
        // What is on its way and lacks nothing more still arrives.
        let before = self.waiting.last();
        let (before_us, alone_us) = before.map_or((0, floor_us), |m| (m.end_us, m.alone_us));
        self.closes_us = closes_us.map(|closes_us| closes_us.max(before_us));
        if closes_us.is_none() {
            self.waiting.push(Waiting {
                number: alone.number,
                alone_us: alone.arrive_us.max(alone_us),
                end_us: 0,
            });
        }
        resent
    }

    /// A packet came: whoever misses an earlier one acknowledges that one once more.
    fn acknowledge_holes(&mut self, arrive_us: Micros, way: Way) {
        for hole in &mut self.holes {
            hole.followed += 1;
            if hole.followed == DUPLICATES && !way.loss.hit(mix(hole.luck, FAST)) {
                let again_us = arrive_us + way.back_us + way.delay_us;
                hole.fill_us = hole.fill_us.min(again_us);
            }
        }
    }

    /// Works out when each message is complete, those before it included, and calls `moved` for
    /// each that arrives at another instant than was said before. Returns when the last would
    /// have arrived without losses, and when it does.
    pub(super) fn settle(&mut self, mut moved: impl FnMut(u64, Micros)) -> (Micros, Micros) {
        let mut before_us = 0;
        let mut holes = self.holes.iter().peekable();
        for message in &mut self.waiting {
            let mut end_us = message.alone_us.max(before_us);
            while let Some(hole) = holes.next_if(|hole| hole.number <= message.number) {
                if hole.number == message.number {
                    end_us = end_us.max(hole.fill_us);
                }
            }
            if message.end_us != 0 && message.end_us != end_us {
                moved(message.number, end_us);
            }
            message.end_us = end_us;
            before_us = end_us;
        }
        (
            self.waiting.last().map_or(0, |last| last.alone_us),
            before_us,
        )
    }
}
