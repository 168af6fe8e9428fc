//! A store's inboxes and its pollers, as TiKV's raftstore has them (`store-pool-size`,
//! `store-max-batch-size`). A poller that is free takes what waits for it: range by range it hands
//! over every message, then does once what raft-rs has ready.

use std::collections::VecDeque;

use sim::{Micros, NANOS_PER_MICRO};

use crate::context::Context;
use crate::message::Payload;
use crate::store::Store;
use crate::timeline::Event;
use crate::transport::{Envelope, Flight};
use model::config::Service;
use model::fact::Began;

/// Pollers of a store (TiKV's default). A range's messages are always one poller's; in TiKV they are
/// that of the poller which is free first.
const POLLERS: usize = 2;
/// Most messages of one poll (TiKV's is so many ranges).
const POLL_MESSAGES_MAX: usize = 256;

/// A message that waits for its poller.
struct Waiting {
    envelope: Envelope,
    /// The event in which it arrived.
    arrived: u64,
    /// When a core is free for it.
    ready_ns: u64,
}

/// What handles the messages of some ranges, one poll after the other.
#[derive(Default)]
struct Poller {
    inbox: VecDeque<Waiting>,
    /// When its last poll is over.
    free_ns: u64,
    /// An event is due at which it begins.
    is_due: bool,
}

/// The pollers of a store.
#[derive(Default)]
pub(super) struct Pollers([Poller; POLLERS]);

impl Pollers {
    /// The process ends: nothing is handled any more. Returns the messages that waited.
    pub(super) fn reset(&mut self) -> Vec<u64> {
        let old = std::mem::take(self);
        let waiting = old.0.into_iter().flat_map(|poller| poller.inbox);
        waiting
            .map(|waiting| waiting.envelope.fact.flight)
            .collect()
    }
}

impl Store {
    /// Messages have arrived together: each waits for its poller, which begins now if it is free
    /// and a core is. A poll takes its poller's time (in TiKV it writes to the disk meanwhile), and
    /// each of its messages a core's: what is done for a message beside Raft is on other threads. Its own few µs are not added to a
    /// message's latency, but to that of those that come meanwhile.
    pub(crate) fn on_flight(&mut self, cx: &mut Context, flight: Flight) {
        if is_read(&flight.first.payload) {
            return self.handle(cx, flight.first);
        }
        let waits = self.cores.queued_us(cx.now()) > 0;
        let turn_ns = self.charge(cx, &flight.first) * NANOS_PER_MICRO;
        let ready_ns = if waits { turn_ns } else { 0 };
        let first = self.enter(cx, flight.first, ready_ns);
        if flight.rest.is_empty() {
            return self.begin_poll(cx, first);
        }
        for envelope in flight.rest {
            self.charge(cx, &envelope);
            self.enter(cx, envelope, ready_ns);
        }
        // The flight's own event is that of its first message.
        for poller in [first, 1 - first] {
            self.begin_poll(cx, poller);
        }
    }

    /// A message takes a core. Returns when it is done with it.
    fn charge(&mut self, cx: &Context, envelope: &Envelope) -> Micros {
        let decode_ns = match &envelope.payload {
            Payload::Frame(framed) => framed.decode_ns,
            _ => 0,
        };
        let cost_ns = cx.config.costs.message_ns + decode_ns;
        self.cores.submit(cx.now(), cost_ns)
    }

    /// Puts a message in the inbox of its poller, which it returns.
    fn enter(&mut self, cx: &Context, envelope: Envelope, ready_ns: u64) -> u8 {
        let poller = (envelope.fact.range as usize % POLLERS) as u8;
        self.pollers.0[usize::from(poller)]
            .inbox
            .push_back(Waiting {
                envelope,
                arrived: cx.event(),
                ready_ns,
            });
        poller
    }

    /// A poller has something to do: it begins now, or when it and a core are free.
    fn begin_poll(&mut self, cx: &mut Context, number: u8) {
        let poller = &mut self.pollers.0[usize::from(number)];
        let Some(first) = poller.inbox.front() else {
            return;
        };
        if poller.is_due {
            return;
        }
        let start_ns = first.ready_ns.max(poller.free_ns);
        if start_ns <= cx.now() * NANOS_PER_MICRO {
            return self.poll(cx, number);
        }
        poller.is_due = true;
        let event = Event::Poll {
            store: self.node,
            poller: number,
            first: first.envelope.fact.flight,
            life: self.life,
        };
        cx.at_with_cause(start_ns.div_ceil(NANOS_PER_MICRO), event, first.arrived);
    }

    /// A poller takes what waits for it and has had its turn at the cores. The event being processed
    /// is that of the first message; all others have their own.
    pub(crate) fn poll(&mut self, cx: &mut Context, number: u8) {
        let now = cx.now();
        let now_ns = now * NANOS_PER_MICRO;
        let poll_ns = cx.config.costs.poll_ns;
        let poller = &mut self.pollers.0[usize::from(number)];
        poller.is_due = false;
        poller.free_ns = now_ns + poll_ns;
        let ready = poller.inbox.iter().take(POLL_MESSAGES_MAX);
        let count = ready
            .take_while(|waiting| waiting.ready_ns <= now_ns)
            .count();
        if count == 1 {
            let only = poller.inbox.pop_front().expect("just counted");
            self.handle(cx, only.envelope);
        } else {
            let batch = poller.inbox.drain(..count).collect();
            self.handle_by_range(cx, batch);
        }
        self.begin_poll(cx, number);
    }

    /// Hands over the messages of a poll range by range, in the order in which the first of each
    /// came.
    fn handle_by_range(&mut self, cx: &mut Context, mut batch: Vec<Waiting>) {
        let mut first_of: Vec<(u32, usize)> = Vec::new();
        let ranges = batch.iter().enumerate();
        first_of.extend(ranges.map(|(place, waiting)| (waiting.envelope.fact.range, place)));
        first_of.sort_unstable();
        first_of.dedup_by_key(|(range, _)| *range);
        let place_of = |waiting: &Waiting| {
            let range = waiting.envelope.fact.range;
            let found = first_of.binary_search_by_key(&range, |(known, _)| *known);
            first_of[found.expect("each was listed")].1
        };
        batch.sort_by_key(place_of);
        let mut range = None;
        for (place, waiting) in batch.into_iter().enumerate() {
            let fact = &waiting.envelope.fact;
            if range
                .replace(fact.range)
                .is_some_and(|last| last != fact.range)
            {
                self.finish_calls(cx);
            }
            if place > 0 {
                let flight = fact.flight;
                cx.begin_part(waiting.arrived, Began::Handle { flight });
            }
            self.handle(cx, waiting.envelope);
        }
        self.finish_calls(cx);
    }
}

/// Whether a message is a read that is charged when it is served; one that is passed on is a message
/// like others.
fn is_read(payload: &Payload) -> bool {
    matches!(payload, Payload::Read(read) if read.mode.service() != Service::PassOn)
}
