//! One direction of a TCP connection over a link whose queue is bounded: what it has in flight, how
//! its window grows and shrinks, and when it sends again.
//!
//! Reno with selective acknowledgements: ten segments at first (RFC 6928), doubled each round trip,
//! then one more per round trip; halved when three later segments tell of a lost one (RFC 5681,
//! 6675), one segment after a timeout, which doubles while it repeats (RFC 6298). A segment that is
//! lost again waits for the timeout. After a pause it begins with ten segments. Acknowledgements
//! are one for each segment; they are never lost and wait for nothing. It must not know of links.

use std::collections::VecDeque;

use super::Ticket;
use super::tcp::{RTO_MAX_US, RTO_MIN_US, SEGMENT_BYTES};
use crate::time::{Micros, NANOS_PER_MICRO};

/// Segments that a connection sends before it has heard anything.
const SEGMENTS_AT_FIRST: u64 = 10;
/// Later segments that tell of a lost one.
const DUPLICATES: u64 = 3;
const RTO_MIN_NS: u64 = RTO_MIN_US * NANOS_PER_MICRO;
const RTO_MAX_NS: u64 = RTO_MAX_US * NANOS_PER_MICRO;

/// What comes of a segment on its way.
pub(super) enum Way {
    /// It arrives then.
    Arrives(u64),
    /// The queue had no room, or the link lost it.
    Lost,
}

/// A message that is written to a connection.
#[derive(Copy, Clone)]
pub(super) struct Message {
    pub(super) number: u64,
    pub(super) bytes: u64,
    /// Jitter of its arrival.
    pub(super) lag_us: Micros,
    /// What its sender wants back with its arrival.
    pub(super) ticket: Ticket,
}

/// A message in the stream of bytes.
struct Written {
    message: Message,
    /// The first byte after it.
    end: u64,
}

/// Bytes that left together.
struct Segment {
    start: u64,
    bytes: u64,
    sent_ns: u64,
    /// When it arrives; 0 = it is lost.
    arrives_ns: u64,
    /// It is sent again: a second loss shows by the timeout alone.
    again: bool,
    acknowledged: bool,
}

/// A segment to be sent: its number, by the order in which they leave first.
#[derive(Copy, Clone)]
pub(super) struct Next {
    pub(super) segment: u64,
    pub(super) bytes: u64,
    again: bool,
}

/// One direction of a connection.
pub(super) struct Flow {
    messages: VecDeque<Written>,
    /// Bytes of all messages so far, and how many of them have left once.
    written: u64,
    sent: u64,
    /// Segments that left, from the first that is not acknowledged, and the number of that.
    outstanding: VecDeque<Segment>,
    first: u64,
    /// Numbers of segments that are to be sent again.
    resend: VecDeque<u64>,
    /// Lost segments that the sender does not know of: turn and number.
    unnoticed: VecDeque<(u64, u64)>,
    /// How often segments left so far.
    turns: u64,
    /// Bytes that the sender takes to be in flight.
    flying: u64,
    /// All before this segment, which begins at this byte, has come or will come, the last of it
    /// then.
    whole_segments: u64,
    whole: u64,
    whole_ns: u64,
    /// In segments.
    congestion: u64,
    threshold: u64,
    counted: u64,
    /// Losses before this byte are of a window that was halved already.
    recover: u64,
    /// It recovers without a timeout: the window stays as it is.
    fast: bool,
    smoothed_ns: u64,
    variation_ns: u64,
    doublings: u32,
    /// When it gives up waiting for an acknowledgement.
    timeout_ns: Option<u64>,
    /// When a segment left last.
    last_ns: u64,
    /// When the last message arrives of which all is certain to come.
    last_end_us: Micros,
}

impl Flow {
    /// A connection that has sent nothing, with the round trip of its handshake.
    pub(super) fn new(round_trip_ns: u64) -> Self {
        Flow {
            messages: VecDeque::new(),
            written: 0,
            sent: 0,
            outstanding: VecDeque::new(),
            first: 0,
            resend: VecDeque::new(),
            unnoticed: VecDeque::new(),
            turns: 0,
            flying: 0,
            whole_segments: 0,
            whole: 0,
            whole_ns: 0,
            congestion: SEGMENTS_AT_FIRST,
            threshold: u64::MAX,
            counted: 0,
            recover: 0,
            fast: false,
            smoothed_ns: round_trip_ns,
            variation_ns: round_trip_ns / 2,
            doublings: 0,
            timeout_ns: None,
            last_ns: 0,
            last_end_us: 0,
        }
    }

    /// A message joins what is to be sent.
    pub(super) fn write(&mut self, now_ns: u64, message: Message) {
        if self.outstanding.is_empty() && now_ns > self.last_ns + self.wait_ns() {
            self.congestion = self.congestion.min(SEGMENTS_AT_FIRST);
        }
        self.written += message.bytes.max(1);
        self.messages.push_back(Written {
            message,
            end: self.written,
        });
    }

    /// Bytes that were written and have not left yet.
    pub(super) fn unsent(&self) -> u64 {
        self.written - self.sent
    }

    /// The segment that may leave now, if any may.
    pub(super) fn next(&self, window_bytes: u64) -> Option<Next> {
        let (segment, bytes, again) = if let Some(&segment) = self.resend.front() {
            // It was in the receiver's window already.
            (segment, self.outstanding[self.place(segment)].bytes, true)
        } else {
            let bytes = SEGMENT_BYTES.min(self.unsent());
            let room = match window_bytes {
                0 => bytes,
                _ => window_bytes.saturating_sub(self.flying),
            };
            let segment = self.first + self.outstanding.len() as u64;
            (segment, bytes.min(room), false)
        };
        let fits = self.flying == 0 || self.flying + bytes <= self.congestion * SEGMENT_BYTES;
        (bytes > 0 && fits).then_some(Next {
            segment,
            bytes,
            again,
        })
    }

    /// A segment left.
    pub(super) fn left(&mut self, now_ns: u64, next: Next, way: &Way) {
        let arrives_ns = match way {
            Way::Arrives(arrives_ns) => *arrives_ns,
            Way::Lost => 0,
        };
        self.turns += 1;
        self.flying += next.bytes;
        self.last_ns = now_ns;
        if next.again {
            self.resend.pop_front();
            let place = self.place(next.segment);
            let segment = &mut self.outstanding[place];
            (segment.sent_ns, segment.arrives_ns, segment.again) = (now_ns, arrives_ns, true);
        } else {
            self.outstanding.push_back(Segment {
                start: self.sent,
                bytes: next.bytes,
                sent_ns: now_ns,
                arrives_ns,
                again: false,
                acknowledged: false,
            });
            self.sent += next.bytes;
            if arrives_ns == 0 {
                self.unnoticed.push_back((self.turns, next.segment));
            }
        }
        if self.timeout_ns.is_none() {
            self.timeout_ns = Some(now_ns + self.wait_ns());
        }
        if next.segment == self.whole_segments {
            self.extend();
        }
    }

    /// How often segments left so far.
    pub(super) fn turn(&self) -> u64 {
        self.turns
    }

    /// More of the stream is certain to come.
    fn extend(&mut self) {
        let place = self.place(self.whole_segments);
        for segment in self.outstanding.range(place..) {
            if segment.arrives_ns == 0 {
                return;
            }
            self.whole_segments += 1;
            self.whole = segment.start + segment.bytes;
            self.whole_ns = self.whole_ns.max(segment.arrives_ns);
        }
    }

    /// The next message of which all is certain to come, and when: none overtakes another.
    pub(super) fn come(&mut self) -> Option<(Message, Micros)> {
        let whole = self.whole;
        let done = self.messages.pop_front_if(|written| written.end <= whole)?;
        let alone_us = self.whole_ns.div_ceil(NANOS_PER_MICRO) + done.message.lag_us;
        self.last_end_us = self.last_end_us.max(alone_us);
        Some((done.message, self.last_end_us))
    }

    /// Messages of which something is missing, in order.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Message> {
        self.messages.iter().map(|written| written.message)
    }

    /// The acknowledgement of a segment is back.
    pub(super) fn acknowledged(&mut self, now_ns: u64, segment: u64, turn: u64) {
        let place = self.place(segment);
        let segment = &mut self.outstanding[place];
        segment.acknowledged = true;
        self.flying -= segment.bytes;
        let (again, took_ns) = (segment.again, now_ns - segment.sent_ns);
        if !again {
            self.measure(took_ns);
        }
        if place == 0 {
            while self.outstanding.front().is_some_and(|s| s.acknowledged) {
                self.outstanding.pop_front();
                self.first += 1;
            }
            self.doublings = 0;
            let waits = !self.outstanding.is_empty();
            self.timeout_ns = waits.then(|| now_ns + self.wait_ns());
        }
        let first_byte = self.outstanding.front().map_or(self.sent, |s| s.start);
        if first_byte >= self.recover {
            self.fast = false;
        }
        self.notice(turn);
        if !self.fast {
            self.grow();
        }
    }

    fn grow(&mut self) {
        if self.congestion < self.threshold {
            self.congestion += 1;
            return;
        }
        self.counted += 1;
        if self.counted >= self.congestion {
            self.counted = 0;
            self.congestion += 1;
        }
    }

    /// Segments that left three before one that came are lost.
    fn notice(&mut self, turn: u64) {
        let told = |&mut (lost, _): &mut (u64, u64)| lost + DUPLICATES <= turn;
        while let Some((_, segment)) = self.unnoticed.pop_front_if(told) {
            let lost = &self.outstanding[self.place(segment)];
            self.flying -= lost.bytes;
            self.resend.push_back(segment);
            if lost.start >= self.recover {
                self.threshold = (self.congestion / 2).max(2);
                self.congestion = self.threshold;
                self.recover = self.sent;
                self.fast = true;
            }
        }
    }

    /// When it gives up waiting, if it waits.
    pub(super) fn timeout_ns(&self) -> Option<u64> {
        self.timeout_ns
    }

    /// It has waited long enough: what is lost is sent again, a segment at first.
    pub(super) fn time_out(&mut self, now_ns: u64) {
        if self.doublings == 0 {
            self.threshold = (self.congestion / 2).max(2);
        }
        self.congestion = 1;
        self.counted = 0;
        self.fast = false;
        self.recover = self.sent;
        self.unnoticed.clear();
        self.resend.clear();
        self.flying = 0;
        for (number, segment) in (self.first..).zip(&self.outstanding) {
            if segment.acknowledged {
                continue;
            }
            if segment.arrives_ns == 0 {
                self.resend.push_back(number);
            } else {
                self.flying += segment.bytes;
            }
        }
        self.doublings += 1;
        self.timeout_ns = Some(now_ns + self.wait_ns());
    }

    /// A round trip was measured.
    fn measure(&mut self, took_ns: u64) {
        let off_ns = took_ns.abs_diff(self.smoothed_ns);
        self.variation_ns = (3 * self.variation_ns + off_ns) / 4;
        self.smoothed_ns = (7 * self.smoothed_ns + took_ns) / 8;
    }

    fn wait_ns(&self) -> u64 {
        let once_ns = self.smoothed_ns + RTO_MIN_NS.max(4 * self.variation_ns);
        (once_ns << self.doublings.min(16)).min(RTO_MAX_NS)
    }

    /// Place of an outstanding segment, or of the one that leaves next.
    fn place(&self, segment: u64) -> usize {
        (segment - self.first) as usize
    }
}
