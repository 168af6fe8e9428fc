//! Reads that are only counted: of each a few words, wherever it is, instead of what a gateway, the
//! messages and a store keep of a request that is recorded. It takes the same way at the same
//! instants, by the same draws, and waits for the same cores; only nobody is told of its steps.
//!
//! Whatever happens to it that is not as simple as that makes it an ordinary request, at the point
//! where it is: then `became` says what is due in its place.

use std::collections::BTreeMap;

use sim::{Fate, Micros, NodeId, Sent};

use crate::message::{Payload, ReadPayload, kind_of, wire};
use crate::timeline::{Event, ReplicaIndex};
use crate::transport::Flight;
use model::config::ReadMode;
use model::fact::{MessageType, SentFact};
use model::view::Epoch;

/// Where such a read is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// On its way through its balancer.
    Admitted,
    /// It waits for a core of its gateway.
    Begun,
    /// Its request is on the way to a store.
    Asked,
    /// It waits for a core of the store, or runs there.
    Serving,
    /// Its row is on the way to the gateway.
    Answered,
}

/// A read that is only counted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct CountedRead {
    pub(crate) request: u64,
    pub(crate) invoked_us: Micros,
    pub(crate) deadline_us: Micros,
    pub(crate) key: u64,
    /// Write id of the value that was read.
    pub(crate) value: u64,
    /// The message under way: its number, when it left and when it arrives.
    pub(crate) flight: u64,
    pub(crate) sent_us: Micros,
    pub(crate) due_us: Micros,
    pub(crate) bytes: u32,
    pub(crate) range: u32,
    pub(crate) replica: ReplicaIndex,
    /// A closed workload's client and its epoch.
    pub(crate) client: Option<(u32, u32)>,
    /// By what its gateway went.
    pub(crate) epoch: Epoch,
    pub(crate) gateway: NodeId,
    pub(crate) store: NodeId,
    pub(crate) workload: u16,
    pub(crate) mode: ReadMode,
    pub(crate) stage: Stage,
}

impl CountedRead {
    /// Sender and receiver of the message under way, and what it is.
    fn way(&self) -> (NodeId, NodeId, MessageType) {
        if self.stage == Stage::Answered {
            (self.store, self.gateway, MessageType::Rows)
        } else {
            (self.gateway, self.store, MessageType::ReadRequest)
        }
    }

    /// The message under way, as it is told when it leaves.
    pub(crate) fn sent(&self, sent: &Sent) -> SentFact {
        let (from, to, what) = self.way();
        let kind = kind_of(what);
        let bytes = u64::from(self.bytes);
        SentFact {
            flight: self.flight,
            from,
            to,
            what,
            kind,
            range: self.range,
            bytes,
            framing: wire::framing_bytes(kind, bytes, 0)
                + wire::resent_bytes(sent.resent, sent.resent_bytes),
            end_us: sent.end_us,
            fate: sent.fate,
            reject: false,
            request: self.request,
            term: 0,
            index: 0,
            entries: 0,
        }
    }

    /// The message under way as that of an ordinary request.
    fn flight(&self, slot: u32, sent: &Sent) -> Flight {
        let payload = if self.stage == Stage::Answered {
            Payload::Rows {
                slot,
                first_key: self.key,
                values: vec![self.value],
                news: None,
            }
        } else {
            Payload::Read(ReadPayload {
                slot,
                key: self.key,
                rows: 1,
                mode: self.mode,
                deadline_us: self.deadline_us,
                read_ts: 0,
                applied_index: 0,
                busy_us: 0,
                freshest: false,
                epoch: self.epoch,
            })
        };
        Flight {
            fact: self.sent(sent),
            sent_us: self.sent_us,
            payload,
            held_us: sent.held_us,
            resent: sent.resent,
            in_buffer: false,
        }
    }
}

/// All of them, by the slots that they have at their gateways.
#[derive(Default)]
pub(crate) struct CountedReads {
    slots: Vec<Option<CountedRead>>,
    /// Those that can go on only as ordinary requests, and what became of the message that each
    /// just sent if that is why.
    late: Vec<(u32, Option<Sent>)>,
    /// What is due in the place of those that became ordinary requests, by request.
    became: BTreeMap<u64, Event>,
}

impl CountedReads {
    /// What is known of one.
    #[inline]
    pub(crate) fn get(&self, slot: u32, request: u64) -> Option<CountedRead> {
        let read = (*self.slots.get(slot as usize)?)?;
        (read.request == request).then_some(read)
    }

    /// Where it is now.
    #[inline]
    pub(crate) fn put(&mut self, slot: u32, read: &CountedRead) {
        let place = slot as usize;
        if self.slots.len() <= place {
            self.slots.resize(place + 1, None);
        }
        self.slots[place] = Some(*read);
    }

    /// It is none any more.
    #[inline]
    pub(crate) fn end(&mut self, slot: u32) -> CountedRead {
        let read = self.slots[slot as usize].take();
        read.expect("it is under way")
    }

    /// It can go on only as an ordinary request.
    #[cold]
    pub(crate) fn is_late(&mut self, slot: u32, sent: Option<Sent>) {
        self.late.push((slot, sent));
    }

    /// One that can go on only as an ordinary request.
    #[inline]
    pub(crate) fn next_late(&mut self) -> Option<(u32, Option<Sent>)> {
        self.late.pop()
    }

    /// Slots of all, rising.
    pub(crate) fn under_way(&self) -> Vec<u32> {
        let slots = (0..).zip(&self.slots);
        let held = slots.filter(|(_, read)| read.is_some());
        held.map(|(slot, _)| slot).collect()
    }

    /// It became an ordinary request: this is due in its place.
    pub(crate) fn became(&mut self, request: u64, event: Event) {
        self.became.insert(request, event);
    }

    /// What is due in the place of one that became an ordinary request.
    pub(crate) fn due(&self, request: u64) -> Option<Event> {
        self.became.get(&request).copied()
    }

    /// The same, once.
    pub(crate) fn take_due(&mut self, request: u64) -> Option<Event> {
        self.became.remove(&request)
    }
}

/// The message under way of a read that becomes an ordinary request.
pub(super) fn flight_of(read: &CountedRead, slot: u32, sent: Option<Sent>) -> Flight {
    let arrives = Sent {
        depart_us: read.sent_us,
        end_us: read.due_us,
        fate: Fate::Arrives,
        held_us: 0,
        resent: 0,
        resent_bytes: 0,
        is_known: true,
    };
    read.flight(slot, &sent.unwrap_or(arrives))
}
