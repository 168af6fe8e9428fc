//! The way of a message onto its link: its bytes are booked, the network says when it arrives, and
//! it is in flight. It must not know who sends, who receives, or what is in it.

use std::collections::BTreeMap;

use kv::protobuf::bytes_field;
use sim::{Certainty, Fate, Lane, Micros, Network, NodeId, Place, Sent, Ticket};

use super::arrivals::Arrivals;
use super::corrupt::{Corruptions, flip_a_bit};
use super::counted::{CountedRead, CountedReads, flight_of};
use super::flight::NO_SLOT;
use crate::message::{
    Effort, Label, Originals, Payload, Piggyback, kind_of, piggyback_bytes, wire,
};
use crate::timeline::{Event, Timeline};
use crate::transport::{Flight, Flights};
use kv::KEY_BYTES;
use model::fact::{Fact, MessageType, Observer, Saver, SentFact};
use model::operation::WhyUndone;

/// The network, and everything that is under way on it.
pub(crate) struct Transport {
    pub(crate) network: Network,
    pub(crate) flights: Flights,
    /// Reads that are only counted, wherever they are.
    pub(crate) counted: CountedReads,
    arrivals: Arrivals,
    sent: u64,
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

    /// Puts a message on its link.
    pub(crate) fn post(&mut self, out: Outgoing, time: &mut Timeline, facts: &mut dyn Observer) {
        let Outgoing { from, to, .. } = out;
        let label = out.label;
        let kind = kind_of(label.what);
        let bytes = label.bytes + u64::from(piggyback_bytes(&out.note));
        let now = time.now();
        let ticket = Ticket {
            slot: self.flights.next_slot(),
            cause: time.events(),
        };
        let lane = lane_of(&out.payload, &label);
        let network = &mut self.network;
        let sent = network.send_on(now, (from, to), lane, bytes, ticket);
        self.sent += 1;
        let number = self.sent;
        self.keep_piggyback(number, out.note);
        let fact = SentFact {
            flight: number,
            from,
            to,
            what: label.what,
            kind,
            range: label.range,
            bytes,
            framing: wire::framing_bytes(kind, bytes, wrapped_bytes(&out.payload))
                + wire::resent_bytes(sent.resent, sent.resent_bytes),
            end_us: sent.end_us,
            fate: sent.fate,
            reject: label.reject,
            request: label.request,
            term: label.term,
            index: label.index,
            entries: label.entries,
        };
        let slot = self.flights.insert(Flight {
            fact,
            sent_us: now,
            payload: out.payload,
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
        let mut tell = |fact: Fact| facts.fact(now, time.events(), time.cause(), &fact);
        tell(Fact::Sent(fact));
        for saved in saved_by(number, out.effort) {
            tell(saved);
        }
        if sent.certainty != Certainty::NotBefore {
            time.at(sent.end_us, Event::Arrive { slot, number });
        }
        if sent.certainty != Certainty::Certain {
            self.schedule_arrivals(time, facts);
        }
        self.bring_forward(time);
        let network = &self.network;
        if self
            .corruptions
            .spend_on(&fact, |node| network.zone_of(node))
        {
            // It is gone already if the network refused it.
            let _ = self.corrupt_flight(number);
        }
    }

    /// Puts the message of a read that is only counted on its link.
    pub(crate) fn post_counted(
        &mut self,
        slot: u32,
        read: &mut CountedRead,
        (from, to): (NodeId, NodeId),
        (time, facts): (&mut Timeline, &mut dyn Observer),
    ) {
        let now = time.now();
        let ticket = Ticket {
            slot: NO_SLOT,
            cause: time.events(),
        };
        let (lane, bytes) = (Lane::Request(read.request), u64::from(read.bytes));
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
        slot: u32,
        read: &CountedRead,
        sent: Option<Sent>,
    ) -> (Event, SentFact) {
        let flight = flight_of(read, slot, sent);
        let fact = flight.fact;
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
    pub(crate) fn corrupt_flight(&mut self, number: u64) -> Result<(), WhyUndone> {
        let place = sim::mix(self.seed, number);
        let found = self.flights.chosen(|f| f.flight == number);
        if found.is_empty() {
            return Err(WhyUndone::NotInFlight);
        }
        for (slot, number) in found {
            let mut flight = self.flights.take(slot, number).expect("just chosen");
            flip_a_bit(&mut flight.payload, place);
            self.flights.put_back(slot, flight);
        }
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
            flight.held_us = flight.held_us.saturating_sub(flight.fact.end_us - end_us);
            flight.fact.end_us = end_us;
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
        | Payload::LockMet { .. } => Lane::Request(label.request),
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
