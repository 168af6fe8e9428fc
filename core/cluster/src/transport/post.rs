//! The way of a message onto its link: its bytes are booked, the network says when it arrives, and
//! it is in flight. It must not know who sends, who receives, or what is in it.

use std::collections::BTreeMap;

use kv::protobuf::bytes_field;
use sim::{Certainty, Fate, Lane, Micros, Network, NodeId, Place, Sent, Ticket};

use super::arrivals::Arrivals;
use super::corrupt::{Corruptions, flip_a_bit};
use super::counted::{CountedRead, CountedReads, flight_of};
use super::flight::{Envelope, NO_SLOT};
use crate::message::{
    Effort, Label, Originals, Payload, Piggyback, Slot, kind_of, piggyback_bytes, wire,
};
use crate::timeline::{Event, Timeline};
use crate::transport::{Flight, Flights};
use kv::KEY_BYTES;
use model::fact::{Fact, MessageType, Observer, Saver, SentFact};
use model::operation::WhyUndone;

/// Most messages of one flight (TiKV's `raft-msg-max-batch-size`).
const FLIGHT_MESSAGES_MAX: u32 = 256;

/// A flight of Raft messages that left in the event being processed: others to the same store may
/// leave with it.
struct OpenFlight {
    way: (NodeId, NodeId),
    /// Where it is kept, and its number.
    flight: (u32, u64),
    messages: u32,
    batch: wire::Batch,
    /// What leaves with it ends as it does; else it shares the frame, and arrives by itself.
    takes_company: bool,
}

/// The network, and everything that is under way on it.
pub(crate) struct Transport {
    pub(crate) network: Network,
    pub(crate) flights: Flights,
    /// Reads that are only counted, wherever they are.
    pub(crate) counted: CountedReads,
    arrivals: Arrivals,
    sent: u64,
    /// By receiver.
    open: Vec<OpenFlight>,
    /// Notes on messages under way, by flight.
    notes: BTreeMap<u64, Piggyback>,
    /// For tests: the appends that a relay under way was made from, by flight.
    originals: Vec<(u64, Originals)>,
    /// Messages whose receiver wants their connection closed.
    pub(crate) closed: Vec<SentFact>,
    corruptions: Corruptions,
    seed: u64,
}

/// A message that is about to leave.
pub(crate) struct Outgoing {
    pub(crate) from: NodeId,
    pub(crate) to: NodeId,
    pub(crate) label: Label,
    pub(crate) payload: Payload,
    /// What is piggybacked on it.
    pub(crate) note: Piggyback,
    /// What its encoding took and saved.
    pub(crate) effort: Effort,
}

impl Transport {
    /// Nothing is under way yet.
    pub(crate) fn new(network: Network, seed: u64) -> Self {
        Transport {
            network,
            flights: Flights::default(),
            counted: CountedReads::default(),
            arrivals: Arrivals::default(),
            sent: 0,
            open: Vec::new(),
            notes: BTreeMap::new(),
            originals: Vec::new(),
            closed: Vec::new(),
            corruptions: Corruptions::default(),
            seed,
        }
    }

    /// Number of messages sent, which is the number of the last one.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// An event is over: what is sent from now on leaves by itself.
    #[inline]
    pub(crate) fn close_flights(&mut self) {
        self.open.clear();
    }

    /// Puts a message on its link. What a store's replicas say to those of another in one event
    /// leaves together.
    pub(crate) fn post(&mut self, out: Outgoing, time: &mut Timeline, facts: &mut dyn Observer) {
        let kind = kind_of(out.label.what);
        let lane = lane_of(&out.payload, &out.label);
        if lane != Lane::Replicas || !wire::goes_in_batch(kind) {
            let bytes = bytes_of(&out);
            let framing = match lane {
                Lane::Snapshots => wire::raft_framing_bytes(bytes),
                Lane::Replicas | Lane::Request(_) => wire::client_framing_bytes(bytes),
            };
            self.post_alone(out, (lane, framing), time, facts);
            return;
        }
        let way = (out.from, out.to);
        let known = self.open.iter().rposition(|open| open.way == way);
        let Some(open) = known.map(|place| &mut self.open[place]) else {
            return self.post_first(out, time, facts);
        };
        if open.messages == FLIGHT_MESSAGES_MAX {
            return self.post_first(out, time, facts);
        }
        open.messages += 1;
        let framing = open.batch.add(bytes_of(&out), wrapped_bytes(&out.payload));
        let (slot, number) = open.flight;
        if open.takes_company && self.flights.get_mut(slot, number).is_some() {
            self.post_with(out, framing, (slot, number), (time, facts));
        } else {
            self.post_alone(out, (lane, framing), time, facts);
        }
    }

    /// Puts the first message of a flight on its link.
    #[inline(never)]
    fn post_first(&mut self, out: Outgoing, time: &mut Timeline, facts: &mut dyn Observer) {
        let way = (out.from, out.to);
        let mut batch = wire::Batch::default();
        let framing = batch.add(bytes_of(&out), wrapped_bytes(&out.payload));
        let flight = self.post_alone(out, (Lane::Replicas, framing), time, facts);
        self.open.push(OpenFlight {
            way,
            flight,
            messages: 1,
            batch,
            takes_company: self.network.takes_company(way.0, way.1),
        });
    }

    /// A message leaves with one that was just put on its link.
    fn post_with(
        &mut self,
        out: Outgoing,
        framing: u64,
        (slot, number): (u32, u64),
        (time, facts): (&mut Timeline, &mut dyn Observer),
    ) {
        self.network.count_company();
        self.sent += 1;
        let message = self.sent;
        let bytes = bytes_of(&out);
        self.keep_piggyback(message, out.note);
        let flight = self.flights.get_mut(slot, number).expect("just seen");
        let fact = SentFact {
            flight: message,
            bytes,
            framing,
            end_us: flight.first.fact.end_us,
            fate: flight.first.fact.fate,
            ..fact_of(&out)
        };
        let payload = out.payload;
        flight.rest.push(Envelope { fact, payload });
        tell_sent(&fact, out.effort, time, facts);
        self.corrupt_if_due(&fact);
    }

    /// Puts a message on its link that nothing else leaves with yet. Returns its slot and number.
    #[inline(never)]
    fn post_alone(
        &mut self,
        out: Outgoing,
        (lane, framing): (Lane, u64),
        time: &mut Timeline,
        facts: &mut dyn Observer,
    ) -> (u32, u64) {
        let bytes = bytes_of(&out);
        let now = time.now();
        let ticket = Ticket {
            slot: self.flights.next_slot(),
            cause: time.events(),
        };
        let network = &mut self.network;
        let sent = network.send_on(now, (out.from, out.to), lane, bytes, ticket);
        self.sent += 1;
        let number = self.sent;
        self.keep_piggyback(number, out.note);
        let fact = SentFact {
            flight: number,
            bytes,
            framing: framing + wire::resent_bytes(sent.resent, sent.resent_bytes),
            end_us: sent.end_us,
            fate: sent.fate,
            ..fact_of(&out)
        };
        let payload = out.payload;
        let slot = self.flights.insert(Flight {
            number,
            first: Envelope { fact, payload },
            rest: Vec::new(),
            sent_us: now,
            held_us: sent.held_us,
            resent: sent.resent,
            is_known: sent.certainty == Certainty::Certain,
            is_in_parts: false,
            has_event: sent.certainty != Certainty::NotBefore,
            in_buffer: false,
        });
        if sent.certainty != Certainty::Certain {
            facts.undecided();
        }
        tell_sent(&fact, out.effort, time, facts);
        if sent.certainty != Certainty::NotBefore {
            time.at(sent.end_us, Event::Arrive { slot, number });
        }
        if sent.certainty != Certainty::Certain {
            self.schedule_arrivals(time, facts);
        }
        self.bring_forward(time);
        self.corrupt_if_due(&fact);
        (slot, number)
    }

    /// The message just sent arrives corrupt if one like it shall.
    fn corrupt_if_due(&mut self, fact: &SentFact) {
        let network = &self.network;
        if self
            .corruptions
            .spend_on(fact, |node| network.zone_of(node))
        {
            // It is gone already if the network refused it.
            let _ = self.corrupt_message(fact.flight);
        }
    }

    /// Puts the message of a read that is only counted on its link.
    pub(crate) fn post_counted(
        &mut self,
        slot: Slot,
        read: &mut CountedRead,
        (from, to): (NodeId, NodeId),
        (time, facts): (&mut Timeline, &mut dyn Observer),
    ) {
        let now = time.now();
        let ticket = Ticket {
            slot: NO_SLOT,
            cause: time.events(),
        };
        let (lane, bytes) = (Lane::Request(read.request.0), u64::from(read.bytes));
        let sent = self.network.send_on(now, (from, to), lane, bytes, ticket);
        self.sent += 1;
        let is_certain = sent.certainty == Certainty::Certain;
        if !is_certain {
            facts.undecided();
        }
        (read.flight, read.sent_us, read.due_us) = (self.sent, now, sent.end_us);
        facts.carried(now, read.mode, &read.sent(&sent));
        let request = read.request;
        time.at(sent.end_us, Event::Counted { slot, request });
        self.bring_forward(time);
        if !is_certain || sent.fate != Fate::Arrives || sent.held_us > 0 || sent.resent > 0 {
            self.counted.queue_late(slot, Some(sent));
        } else if sent.end_us >= read.deadline_us {
            self.counted.queue_late(slot, None);
        }
    }

    /// The message of such a read, which becomes an ordinary request, goes on as others do.
    pub(crate) fn fly_on(
        &mut self,
        slot: Slot,
        read: &CountedRead,
        sent: Option<Sent>,
    ) -> (Event, SentFact) {
        let flight = flight_of(read, slot, sent);
        let fact = flight.first.fact;
        let is_known = flight.is_known;
        let slot = self.flights.insert(flight);
        let number = read.flight;
        if !is_known {
            self.arrivals.adopt(number, slot);
        }
        (Event::Arrive { slot, number }, fact)
    }

    /// Carries messages on that share a link, up to an instant or the next event if that comes
    /// before.
    #[inline]
    pub(crate) fn carry_on(
        &mut self,
        time: &mut Timeline,
        facts: &mut dyn Observer,
        until: Micros,
    ) {
        while let Some(at) = self.network.next_step_us() {
            if at > until || time.next_us().is_some_and(|next| next < at) {
                return;
            }
            self.network.carry_on();
            self.schedule_arrivals(time, facts);
        }
    }

    fn schedule_arrivals(&mut self, time: &mut Timeline, facts: &mut dyn Observer) {
        let (network, flights) = (&mut self.network, &mut self.flights);
        self.arrivals.schedule(network, flights, (time, facts));
    }

    /// A message died that waits for its link, which carries it all the same.
    pub(crate) fn keep_ghost(&mut self, flight: &Flight) {
        self.arrivals.keep_ghost(flight);
    }

    /// For the end of a run: what waits for a shared link leaves it as if nothing else came, so
    /// that all of it has been told.
    pub(crate) fn drain_links(&mut self, time: &mut Timeline, facts: &mut dyn Observer) {
        self.network.drain_links();
        self.schedule_arrivals(time, facts);
    }

    /// Flips a bit of a Raft message that is under way; nothing if there is no such message.
    pub(crate) fn corrupt_message(&mut self, number: u64) -> Result<(), WhyUndone> {
        let place = sim::mix(self.seed, number);
        let found = self.flights.envelope_mut(number);
        let envelope = found.ok_or(WhyUndone::NotInFlight)?;
        flip_a_bit(&mut envelope.payload, place);
        Ok(())
    }

    /// The next `messages` appends with entries from one place to the other arrive corrupt.
    pub(crate) fn corrupt_next(&mut self, from: Place, to: Place, messages: u32) {
        self.corruptions.add(from, to, messages);
    }

    /// The message just sent told its connection of lost packets: what waits for them arrives
    /// earlier. Events at the instants thought before find nothing.
    fn bring_forward(&mut self, time: &mut Timeline) {
        let moved = self.network.moved();
        if moved.is_empty() {
            return;
        }
        let place = |number: u64| moved.binary_search_by_key(&number, |(number, _)| *number);
        for (slot, number) in self.flights.chosen(|f| place(f.flight).is_ok()) {
            let end_us = moved[place(number).expect("just chosen")].1;
            let flight = self.flights.get_mut(slot, number).expect("just chosen");
            if !flight.is_known {
                // It is told when that has left its link.
                continue;
            }
            let fact = &mut flight.first.fact;
            flight.held_us = flight.held_us.saturating_sub(fact.end_us - end_us);
            fact.end_us = end_us;
            time.at(end_us, Event::Arrive { slot, number });
        }
    }

    /// Keeps what the relay just sent was made from.
    pub(crate) fn keep_originals(&mut self, originals: Originals) {
        self.originals.push((self.sent, originals));
    }

    /// What a relay was made from, if that was kept.
    pub(crate) fn take_originals(&mut self, flight: u64) -> Originals {
        let found = self.originals.iter().position(|(f, _)| *f == flight);
        found.map_or_else(Originals::new, |place| self.originals.swap_remove(place).1)
    }

    /// Keeps a message's note until the message arrives.
    fn keep_piggyback(&mut self, flight: u64, note: Piggyback) {
        if note != Piggyback::default() {
            self.notes.insert(flight, note);
        }
    }

    /// A message is gone: its note with it.
    pub(crate) fn drop_piggyback(&mut self, flight: u64) {
        if !self.notes.is_empty() {
            self.notes.remove(&flight);
        }
    }

    /// A message reached its receiver: its note, if it has one.
    pub(crate) fn take_piggyback(&mut self, flight: u64) -> Option<Piggyback> {
        if self.notes.is_empty() {
            return None;
        }
        self.notes.remove(&flight)
    }
}

/// What is told of a message that is not yet on its link.
fn fact_of(out: &Outgoing) -> SentFact {
    let label = out.label;
    SentFact {
        flight: 0,
        from: out.from,
        to: out.to,
        what: label.what,
        kind: kind_of(label.what),
        range: label.range,
        bytes: 0,
        framing: 0,
        end_us: 0,
        fate: Fate::Arrives,
        reject: label.reject,
        request: label.request,
        term: label.term,
        index: label.index,
        entries: label.entries,
    }
}

/// A message's payload, with what is piggybacked on it.
fn bytes_of(out: &Outgoing) -> u64 {
    out.label.bytes + u64::from(piggyback_bytes(&out.note))
}

/// Tells of a message that left, and what its encoding saved.
fn tell_sent(fact: &SentFact, effort: Effort, time: &Timeline, facts: &mut dyn Observer) {
    let (now, event, cause) = (time.now(), time.events(), time.cause());
    facts.fact(now, event, cause, &Fact::Sent(*fact));
    for saved in saved_by(fact.flight, effort) {
        facts.fact(now, event, cause, &saved);
    }
}

/// What encoding took off a message.
fn saved_by(flight: u64, effort: Effort) -> impl Iterator<Item = Fact> {
    let saved = [
        (Saver::Delta, effort.delta_saved),
        (Saver::Compression, effort.lz4_saved),
    ];
    let saved = saved.into_iter().filter(|&(_, bytes)| bytes > 0);
    saved.map(move |(by, bytes)| Fact::Saved { flight, by, bytes })
}

/// Which connection of a pair of nodes carries a message: snapshots go on one of their own, as in
/// TiKV; where there are several, what is asked and answered goes on one that its request draws.
fn lane_of(payload: &Payload, label: &Label) -> Lane {
    match payload {
        Payload::Raft(_) if label.what == MessageType::Snapshot => Lane::Snapshots,
        Payload::Read(_)
        | Payload::Write(_)
        | Payload::Rows { .. }
        | Payload::Written { .. }
        | Payload::Refused { .. }
        | Payload::Call(_)
        | Payload::CallAnswer { .. }
        | Payload::LockMet { .. } => Lane::Request(label.request.0),
        Payload::Raft(_)
        | Payload::Lean(_)
        | Payload::Initial(..)
        | Payload::StaleCheck(_)
        | Payload::Tombstone(_)
        | Payload::Wake { .. }
        | Payload::Frame(_)
        | Payload::Relay(_)
        | Payload::Nack(_)
        | Payload::Acks(_)
        | Payload::SnapshotOrder(_)
        | Payload::StoreReport(_)
        | Payload::RangeReport(_)
        | Payload::Order(_)
        | Payload::Safe(_)
        | Payload::TsoRequest { .. }
        | Payload::TsoResponse { .. }
        | Payload::TsoIndexRequest(_)
        | Payload::TsoIndexResponse(_)
        | Payload::IndexQuestion(_)
        | Payload::Index { .. } => Lane::Replicas,
    }
}

/// What the wrapper holds beside the usual: the keys of a range that begins there, as in TiKV's.
fn wrapped_bytes(payload: &Payload) -> u32 {
    match payload {
        Payload::Initial(..) => 2 * bytes_field(KEY_BYTES as u32),
        _ => 0,
    }
}
