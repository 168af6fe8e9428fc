//! Frames between stores: with delta encoding or compression on, Raft's messages are encoded when
//! they leave and decoded when they arrive, at the cost of core time on both sides.
//!
//! A frame that cannot be decoded ends its connection: what else is under way on it is lost, and
//! the sender's transport tells Raft so. Snapshots go as they are: their rows are counted, not
//! built (see `wire`), and a transport of their own carries them in TiKV.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};
use sim::{Fate, NodeId};

use crate::cluster::{Cluster, Event};
use crate::codec::{self, Effort, Frame, Steps};
use crate::flight::Payload;
use crate::relay::RelayAppend;
use crate::transport::Label;
use kv::delta::Times;
use kv::protobuf::Malformed;
use model::config::Compression;
use model::fact::{Death, Decision, Deed, Fact, MessageType, Observer, Reason, Saver, SentFact};
use model::operation::WhyUndone;

/// A frame on its way.
pub(crate) struct Framed {
    frame: Frame,
    /// A relay's envelope, or a Raft message; the call that carries it says which.
    is_relay: bool,
    /// Core time that decoding it takes.
    pub(crate) decode_ns: u64,
}

impl Framed {
    /// A payload that Raft's messages travel in, as bytes with a checksum; `None` for any other.
    fn plain(payload: &Payload) -> Option<Framed> {
        let is_relay = matches!(payload, Payload::Relay(_));
        let frame = Frame::plain(encoded(payload)?);
        Some(Framed {
            frame,
            is_relay,
            decode_ns: 0,
        })
    }

    /// What the receiver makes of the bytes.
    fn open(&self) -> Result<Payload, Malformed> {
        let bytes = self.frame.unpack()?;
        let steps = self.frame.steps();
        if self.is_relay {
            let mut relay = RelayAppend::decode(&bytes[..]).map_err(|_| Malformed)?;
            if let Some(inner) = &mut relay.inner {
                codec::finish(inner, steps)?;
            }
            return Ok(Payload::Relay(Box::new(relay)));
        }
        let mut message = Message::decode(&bytes[..]).map_err(|_| Malformed)?;
        codec::finish(&mut message, steps)?;
        Ok(Payload::Raft(Box::new(message)))
    }
}

/// The bytes of a payload that frames are for; `None` for any other.
fn encoded(payload: &Payload) -> Option<Vec<u8>> {
    match payload {
        Payload::Raft(message) if message.get_msg_type() != RaftType::MsgSnapshot => {
            Some(message.encode_to_vec())
        }
        Payload::Relay(relay) => Some(relay.encode_to_vec()),
        _ => None,
    }
}

impl<O: Observer> Cluster<O> {
    /// Whether messages are encoded at all.
    pub(crate) fn encodes(&self) -> bool {
        self.settings.delta_encoding || self.settings.compression != Compression::None
    }

    /// Turns a Raft message or a relay's envelope into a frame if that makes it shorter, and
    /// charges the sender for the attempt. Everything else stays as it is.
    pub(crate) fn encode_payload(
        &mut self,
        from: NodeId,
        label: &mut Label,
        payload: Payload,
    ) -> (Payload, Effort) {
        let mut effort = Effort::default();
        let wanted = Steps {
            delta: self.settings.delta_encoding,
            lz4: self.settings.compression == Compression::Lz4,
        };
        let times = if self.config.raft.delta_timestamps {
            Times::Differences
        } else {
            Times::Full
        };
        let mut payload = payload;
        let append = match &mut payload {
            Payload::Raft(message) => Some(&mut **message),
            Payload::Relay(relay) => relay.inner.as_mut(),
            _ => None,
        };
        let steps = Steps {
            delta: wanted.delta
                && append.is_some_and(|append| codec::encode_entries(append, times, &mut effort)),
            ..wanted
        };
        let mut frame = None;
        if (steps.delta || codec::tries_lz4(steps, label.bytes))
            && let Some(bytes) = encoded(&payload)
        {
            frame = Frame::pack(bytes, label.bytes, steps, &mut effort);
        }
        self.charge_encoding(from, &effort);
        let Some(frame) = frame else {
            return (payload, effort);
        };
        let is_relay = matches!(payload, Payload::Relay(_));
        if let Payload::Raft(message) = payload {
            drop(self.flights.unboxed(message));
        }
        label.bytes = frame.len();
        let decode_ns = self.decode_ns(frame.steps(), &effort);
        let framed = Framed {
            frame,
            is_relay,
            decode_ns,
        };
        (Payload::Frame(Box::new(framed)), effort)
    }

    fn charge_encoding(&mut self, from: NodeId, effort: &Effort) {
        let costs = &self.config.costs;
        let cost_ns = per_kib(effort.delta_bytes, costs.delta_ns_per_kib)
            + per_kib(effort.lz4_bytes, costs.compress_ns_per_kib);
        if cost_ns > 0 {
            let now = self.now();
            self.stores[usize::from(from.0)].cores.submit(now, cost_ns);
        }
    }

    fn decode_ns(&self, steps: Steps, effort: &Effort) -> u64 {
        let costs = &self.config.costs;
        let mut decode_ns = 0;
        if steps.delta {
            decode_ns += per_kib(effort.delta_bytes, costs.delta_ns_per_kib);
        }
        if steps.lz4 {
            decode_ns += per_kib(effort.lz4_bytes, costs.decompress_ns_per_kib);
        }
        decode_ns
    }

    /// Tells what encoding took off the message that was just sent.
    pub(crate) fn tell_saved(&mut self, flight: u64, effort: Effort) {
        let saved = [
            (Saver::Delta, effort.delta_saved),
            (Saver::Compression, effort.lz4_saved),
        ];
        for (by, bytes) in saved {
            if bytes > 0 {
                self.emit(Fact::Saved { flight, by, bytes });
            }
        }
    }

    /// What a frame carries; `None` when it is corrupt, and its connection is then reset.
    pub(crate) fn open_frame(&mut self, fact: &SentFact, framed: &Framed) -> Option<Payload> {
        if let Ok(payload) = framed.open() {
            return Some(payload);
        }
        self.take_originals(fact.flight);
        self.emit(Fact::Decided(Decision {
            by: fact.to,
            range: fact.range,
            what: Deed::RejectedFrame,
            why: Reason::CorruptFrame,
            subject: Some(fact.from),
            other: None,
            figure: fact.flight,
            limit: 0,
        }));
        self.reset_connection(fact);
        None
    }

    /// The receiver closes the connection that a message came on: what is under way on it is lost.
    /// The sender learns it one delay later, and its leaders probe their followers again.
    fn reset_connection(&mut self, broken: &SentFact) {
        let lost = self.flights.chosen(|f| {
            let is_here = (f.from, f.to) == (broken.from, broken.to);
            is_here && f.fate == Fate::Arrives && f.what != MessageType::Snapshot
        });
        let mut ranges = vec![broken.range];
        for (slot, number) in lost {
            let flight = self.flights.take(slot, number).expect("just chosen");
            if !ranges.contains(&flight.fact.range) {
                ranges.push(flight.fact.range);
            }
            self.die(flight, Death::Broken);
        }
        self.network.close(broken.from, broken.to);
        if self.network.is_cut(broken.to, broken.from) {
            return;
        }
        let at = self.now() + self.network.delay_us(broken.to, broken.from);
        for range in ranges {
            let (sender, receiver) = (
                self.replica_on(broken.from, range),
                self.replica_on(broken.to, range),
            );
            let (Some(replica), Some(receiver)) = (sender, receiver) else {
                continue;
            };
            let life = self.replicas[replica as usize].life;
            let peer = self.replicas[receiver as usize].at.peer as u32;
            self.at(
                at,
                Event::Unreachable {
                    replica,
                    life,
                    peer,
                },
            );
        }
    }

    /// Flips a bit of a Raft message that is under way; nothing if there is no such message. One
    /// that is no frame gets a checksum first: TCP or TLS would notice there.
    pub(crate) fn corrupt_flight(&mut self, number: u64) -> Result<(), WhyUndone> {
        let place = sim::mix(self.config.seed, number);
        let found = self.flights.chosen(|f| f.flight == number);
        if found.is_empty() {
            return Err(WhyUndone::NotInFlight);
        }
        for (slot, number) in found {
            let mut flight = self.flights.take(slot, number).expect("just chosen");
            if let Some(framed) = Framed::plain(&flight.payload) {
                flight.payload = Payload::Frame(Box::new(framed));
            }
            if let Payload::Frame(framed) = &mut flight.payload {
                framed.frame.corrupt(place);
            }
            self.flights.put_back(slot, flight);
        }
        Ok(())
    }

    /// The next `messages` appends with entries from one place to the other arrive corrupt.
    pub(crate) fn corrupt_next(&mut self, from: sim::Place, to: sim::Place, messages: u32) {
        self.corruptions.push(Corruption { from, to, messages });
    }

    /// Corrupts the message that was just sent if one of the corruptions that wait is for it.
    pub(crate) fn corrupt_if_due(&mut self, fact: &SentFact) {
        if fact.entries == 0 {
            return;
        }
        let is_at = |place: sim::Place, node: NodeId| match place {
            sim::Place::Node(at) => at == node,
            sim::Place::Zone(zone) => self.network.zone_of(node) == zone,
        };
        let is_due = |c: &Corruption| is_at(c.from, fact.from) && is_at(c.to, fact.to);
        let Some(due) = self.corruptions.iter().position(is_due) else {
            return;
        };
        self.corruptions[due].messages -= 1;
        if self.corruptions[due].messages == 0 {
            self.corruptions.remove(due);
        }
        // It is gone already if the network refused it.
        let _ = self.corrupt_flight(fact.flight);
    }
}

/// Appends that shall arrive corrupt.
pub(crate) struct Corruption {
    from: sim::Place,
    to: sim::Place,
    messages: u32,
}

fn per_kib(bytes: u64, ns_per_kib: u64) -> u64 {
    bytes * ns_per_kib / 1_024
}
