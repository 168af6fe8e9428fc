//! A store's inboxes and its pollers, as TiKV's raftstore has them (`store-pool-size`,
//! `store-max-batch-size`). A poller that is free takes what waits for it: range by range it hands
//! over every message, then does once what raft-rs has ready.

use std::collections::VecDeque;

use sim::{Micros, NANOS_PER_MICRO};

use crate::context::Context;
use crate::message::Payload;
use crate::store::Store;
use crate::timeline::{Event, ReplicaIndex};
use crate::transport::{Envelope, Flight};
use model::config::Service;
use model::ids::RangeId;

/// Pollers of a store (TiKV's default). A range's messages are always one poller's; in TiKV they
/// are that of the poller which is free first.
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
    /// What it has taken of it and not handled yet, range by range.
    taken: VecDeque<Waiting>,
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
    #[cold]
    pub(super) fn reset(&mut self) -> Vec<u64> {
        let mut waiting = Vec::new();
        for poller in &mut self.0 {
            for queue in [&mut poller.taken, &mut poller.inbox] {
                waiting.extend(queue.iter().map(|waiting| waiting.envelope.fact.flight));
                queue.clear();
            }
            (poller.free_ns, poller.is_due) = (0, false);
        }
        waiting
    }
}

impl Store {
    /// Messages have arrived together: each waits for its poller, which begins now if it is free
    /// and a core is. A poll takes its poller's time (in TiKV it writes to the disk meanwhile), and
    /// each of its messages a core's: what is done for a message beside Raft is on other threads.
    /// Its own few µs are not added to a message's latency, but to that of those that come
    /// meanwhile.
    pub(crate) fn on_flight(&mut self, cx: &mut Context, flight: Flight) {
        if is_read(&flight.first.payload) {
            return self.handle(cx, flight.first);
        }
        let waits = self.process.cores.queued_us(cx.now()) > 0;
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
        self.begin_poll(cx, first);
        self.begin_poll(cx, 1 - first);
    }

    /// A message takes a core. Returns when it is done with it.
    fn charge(&mut self, cx: &Context, envelope: &Envelope) -> Micros {
        let decode_ns = match &envelope.payload {
            Payload::Frame(framed) => framed.decode_ns,
            _ => 0,
        };
        let cost_ns = cx.config.costs.message_ns + decode_ns;
        self.process.cores.submit(cx.now(), cost_ns)
    }

    /// Puts a message in the inbox of its poller, which it returns.
    fn enter(&mut self, cx: &Context, envelope: Envelope, ready_ns: u64) -> u8 {
        let poller = (envelope.fact.range.0 as usize % POLLERS) as u8;
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
        let is_now = start_ns <= cx.now() * NANOS_PER_MICRO;
        if is_now && !cx.has_more() {
            return self.poll(cx, number);
        }
        poller.is_due = true;
        let arrived = first.arrived;
        let event = Event::Poll {
            store: self.process.node,
            poller: number,
            first: first.envelope.fact.flight,
            life: self.process.life,
        };
        if is_now {
            cx.follow(event, arrived);
        } else {
            cx.at_with_cause(start_ns.div_ceil(NANOS_PER_MICRO), event, arrived);
        }
    }

    /// A poller takes what waits for it and has had its turn at the cores. The event being
    /// processed is that of the first message; all others have their own.
    pub(crate) fn poll(&mut self, cx: &mut Context, number: u8) {
        let now_ns = cx.now() * NANOS_PER_MICRO;
        let poller = &mut self.pollers.0[usize::from(number)];
        poller.is_due = false;
        poller.free_ns = now_ns + cx.config.costs.poll_ns;
        let waiting = poller.inbox.iter().take(POLL_MESSAGES_MAX);
        let count = waiting
            .take_while(|waiting| waiting.ready_ns <= now_ns)
            .count();
        assert!(poller.taken.is_empty(), "one poll after the other");
        poller.taken.extend(poller.inbox.drain(..count));
        if count > 1 {
            bring_ranges_together(&mut poller.taken, |waiting| waiting.envelope.fact.range);
            for waiting in poller.taken.iter().skip(1) {
                let event = Event::PollNext {
                    store: self.process.node,
                    poller: number,
                    life: self.process.life,
                    message: waiting.envelope.fact.flight,
                };
                cx.follow(event, waiting.arrived);
            }
        }
        self.poll_next(cx, number);
        self.begin_poll(cx, number);
    }

    /// Hands over the next message of a poll; after the last of a range, does what raft-rs has
    /// ready.
    #[inline(never)]
    pub(crate) fn poll_next(&mut self, cx: &mut Context, number: u8) {
        let poller = &mut self.pollers.0[usize::from(number)];
        let Some(Waiting { envelope, .. }) = poller.taken.pop_front() else {
            return;
        };
        let next = poller.taken.front();
        let is_last = next.is_none_or(|next| next.envelope.fact.range != envelope.fact.range);
        self.handle(cx, envelope);
        if is_last {
            self.finish_calls(cx);
        }
    }

    /// Does what raft-rs has ready at each replica that was called, in the order of the calls.
    pub(super) fn finish_calls(&mut self, cx: &mut Context) {
        while let Some(index) = cx.next_called(self.process.node) {
            self.finish_call(cx, index);
        }
    }

    /// Does what raft-rs has ready at a replica, unless it stopped meanwhile.
    #[inline(never)]
    pub(crate) fn finish_call(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        replica.was_called = false;
        if !replica.is_up() {
            return;
        }
        self.process_all_ready(cx, index);
        let replica = &mut self.replicas[index];
        if replica.is_up() {
            replica.take_list_back(&mut self.process.list);
            self.replicas.settle(index);
        }
    }

    fn process_all_ready(&mut self, cx: &mut Context, index: ReplicaIndex) {
        loop {
            let (replica, at) = &mut self.at_replica(cx, index);
            // It may have applied its own removal.
            if !replica.is_up() {
                return;
            }
            replica.emit_changes(at);
            if !replica.has_ready() {
                return;
            }
            // Most calls leave messages and nothing else: heartbeats and their answers.
            if let Some(messages) = replica.take_lone_messages() {
                return replica.send_lone(at, messages);
            }
            let committed = replica.process_ready(at);
            if !committed.due.is_empty() {
                self.apply(cx, index, committed.due);
            }
            let (replica, at) = &mut self.at_replica(cx, index);
            if replica.is_up() {
                replica.learn_read_states(at, committed.reads);
                replica.pin();
            }
        }
    }

    /// An fsync is over: what waited for it goes on.
    pub(super) fn synced(&mut self, cx: &mut Context) {
        let durable = self.process.disk.finish_sync(cx.now()).0;
        self.at_process(cx).start_sync();
        let is_durable = |waits: &mut (u64, ReplicaIndex)| waits.0 <= durable;
        while let Some((_, index)) = self.process.sync_waits.pop_front_if(is_durable) {
            let (replica, at) = &mut self.at_replica(cx, index);
            let messages = replica.persisted(at, durable);
            self.clear_room(cx, index);
            let (replica, at) = &mut self.at_replica(cx, index);
            replica.send_held(at, messages);
        }
    }
}

/// Brings the messages of one range together, ranges in the order in which the first of each came.
#[inline(never)]
fn bring_ranges_together<T>(taken: &mut VecDeque<T>, range: impl Fn(&T) -> RangeId) {
    if taken
        .iter()
        .all(|waiting| range(waiting) == range(&taken[0]))
    {
        return;
    }
    let joined = |high: u64, low: u64| high << 32 | low;
    let ranges = taken.iter().map(range);
    let mut places: Vec<u64> = ranges
        .zip(0..)
        .map(|(range, place)| joined(u64::from(range.0), place))
        .collect();
    places.sort_unstable();
    let mut first = places[0];
    let mut is_apart = true;
    for place in &mut places[..] {
        if *place >> 32 != first >> 32 {
            first = *place;
        }
        is_apart &= *place == first;
        *place = joined(first & u64::from(u32::MAX), *place & u64::from(u32::MAX));
    }
    if is_apart {
        return;
    }
    places.sort_unstable();
    let mut waiting: Vec<Option<T>> = taken.drain(..).map(Some).collect();
    for place in places {
        let next = waiting[place as u32 as usize].take();
        taken.push_back(next.expect("each has its place"));
    }
}

/// Whether a message is a read that is charged when it is served; one that is passed on is a
/// message like others.
fn is_read(payload: &Payload) -> bool {
    matches!(payload, Payload::Read(read) if read.mode.service() != Service::PassOn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_a_range_come_together_where_its_first_came_and_in_their_order() {
        let came = [(7, 1), (2, 2), (7, 3), (9, 4), (2, 5), (7, 6)];
        let mut taken = VecDeque::from(came);
        bring_ranges_together(&mut taken, |(range, _)| RangeId(*range));
        assert_eq!(taken, [(7, 1), (7, 3), (7, 6), (2, 2), (2, 5), (9, 4)]);
    }

    #[test]
    fn messages_of_as_many_ranges_stay_as_they_came() {
        let mut taken = VecDeque::from([5, 3, 4, 1]);
        bring_ranges_together(&mut taken, |range| RangeId(*range));
        assert_eq!(taken, [5, 3, 4, 1]);
    }
}
