//! Reads that are only counted: of each a few words, wherever it is, instead of what a gateway, the
//! messages and a store keep of a request that is recorded. It takes the same way at the same
//! instants, by the same draws, and waits for the same cores; only nobody is told of its steps.
//!
//! Whatever happens to it that is not as simple as that makes it an ordinary request, at the point
//! where it is: then `due_instead` says what is due in its place.

use std::collections::BTreeMap;

use sim::{Certainty, Fate, Micros, NodeId, Sent};

use crate::message::{Payload, ReadPayload, Slot, kind_of, wire};
use crate::timeline::{Event, ReplicaIndex};
use crate::transport::{Envelope, Flight};
use model::config::ReadMode;
use model::fact::{MessageType, SentFact};
use model::ids::{RangeId, RequestId};
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
    pub(crate) request: RequestId,
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
    pub(crate) range: RangeId,
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
            framing: wire::client_framing_bytes(bytes)
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
    fn flight(&self, slot: Slot, sent: &Sent) -> Flight {
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
        let fact = self.sent(sent);
        Flight {
            number: self.flight,
            first: Envelope { fact, payload },
            rest: Vec::new(),
            sent_us: self.sent_us,
            held_us: sent.held_us,
            resent: sent.resent,
            is_known: sent.certainty == Certainty::Certain,
            is_in_parts: false,
            has_event: true,
            in_buffer: false,
        }
    }
}

/// In the place of its number when it is none any more.
const ENDED: RequestId = RequestId(u64::MAX);

/// All of them, by the slots that they have at their gateways.
#[derive(Default)]
pub(crate) struct CountedReads {
    /// Whoever takes one its next step has it in hand, by which a pointer moves instead of a
    /// hundred bytes. One that has ended stays, for the next in its slot.
    slots: Vec<Option<Box<CountedRead>>>,
    /// Those that can go on only as ordinary requests, and what became of the message that each
    /// just sent if that is why.
    late: Vec<(Slot, Option<Sent>)>,
    /// What is due in the place of those that became ordinary requests, by request.
    due_instead: BTreeMap<RequestId, Event>,
}

impl CountedReads {
    /// A counted read under way.
    #[inline]
    pub(crate) fn get(&self, slot: Slot, request: RequestId) -> Option<&CountedRead> {
        let read = self.slots.get(slot.0 as usize)?.as_deref()?;
        (read.request == request).then_some(read)
    }

    /// A counted read begins in a slot. Whoever gets it puts it back or ends it.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "the box is the slot's own, and goes back to it"
    )]
    #[inline]
    pub(crate) fn begin(&mut self, slot: Slot, read: CountedRead) -> Box<CountedRead> {
        let place = slot.0 as usize;
        if self.slots.len() <= place {
            self.slots.resize_with(place + 1, || None);
        }
        match self.slots[place].take() {
            Some(mut ended) => {
                debug_assert_eq!(ended.request, ENDED);
                *ended = read;
                ended
            }
            None => Box::new(read),
        }
    }

    /// Takes a counted read for its next step: it is to be put back, or ended.
    #[inline]
    pub(crate) fn take(&mut self, slot: Slot, request: RequestId) -> Option<Box<CountedRead>> {
        let read = self.slots.get_mut(slot.0 as usize)?;
        if read.as_deref()?.request != request {
            return None;
        }
        read.take()
    }

    /// Puts a counted read back in its slot until its next step.
    #[inline]
    pub(crate) fn put_back(&mut self, slot: Slot, read: Box<CountedRead>) {
        self.slots[slot.0 as usize] = Some(read);
    }

    /// Frees the slot of a counted read.
    #[inline]
    pub(crate) fn end(&mut self, slot: Slot, mut read: Box<CountedRead>) {
        read.request = ENDED;
        self.put_back(slot, read);
    }

    /// Takes a counted read out for good, at whatever step it is.
    #[cold]
    pub(crate) fn remove(&mut self, slot: Slot) -> CountedRead {
        let read = self.slots[slot.0 as usize].take().expect("it is under way");
        let was = *read;
        assert_ne!(was.request, ENDED, "it is under way");
        self.end(slot, read);
        was
    }

    /// A counted read can go on only as an ordinary request.
    #[cold]
    pub(crate) fn queue_late(&mut self, slot: Slot, sent: Option<Sent>) {
        self.late.push((slot, sent));
    }

    /// Takes the next that can go on only as an ordinary request.
    #[inline]
    pub(crate) fn next_late(&mut self) -> Option<(Slot, Option<Sent>)> {
        self.late.pop()
    }

    /// Slots of all counted reads, rising.
    pub(crate) fn under_way(&self) -> Vec<Slot> {
        let slots = (0..).zip(&self.slots);
        let is_under_way = |read: &Option<Box<CountedRead>>| {
            let read = read.as_deref();
            read.is_some_and(|read| read.request != ENDED)
        };
        let held = slots.filter(|(_, read)| is_under_way(read));
        held.map(|(slot, _)| Slot(slot)).collect()
    }

    /// A counted read became an ordinary request: this event is due in place of its next step.
    pub(crate) fn set_due_instead(&mut self, request: RequestId, event: Event) {
        self.due_instead.insert(request, event);
    }

    /// What is due in the place of one that became an ordinary request.
    pub(crate) fn due(&self, request: RequestId) -> Option<Event> {
        self.due_instead.get(&request).copied()
    }

    /// Takes what is due in the place of one that became an ordinary request.
    pub(crate) fn take_due(&mut self, request: RequestId) -> Option<Event> {
        self.due_instead.remove(&request)
    }
}

/// The message under way of a read that becomes an ordinary request.
pub(super) fn flight_of(read: &CountedRead, slot: Slot, sent: Option<Sent>) -> Flight {
    let arrives = Sent {
        depart_us: read.sent_us,
        end_us: read.due_us,
        fate: Fate::Arrives,
        held_us: 0,
        resent: 0,
        resent_bytes: 0,
        certainty: Certainty::Certain,
    };
    read.flight(slot, &sent.unwrap_or(arrives))
}
