//! Messages in flight: a slab with reusable slots, so that sending and delivering allocate nothing.

use raft::eraftpb::Message;
use sim::{Micros, NodeId};

use crate::framing::Framed;
use crate::gateway::{Answer, CallPayload};
use crate::neighbour::SnapshotOrder;
use crate::oracle::{IndexAnswer, IndexQuestion, LeaderQuestion};
use crate::orphan::{StaleCheck, Tombstone};
use crate::relay::{AckBundle, RelayAppend, RelayNack};
use crate::route::News;
use crate::safe_time::SafeMessage;
use kv::mvcc::Lock;
use model::config::{ReadMode, ValueKind};
use model::fact::{Refusal, SentFact};
use model::timestamp::Timestamp;
use model::view::Epoch;
use pd::report::{RangeReport, ScheduleOrder, StoreReport};

/// What a message carries.
pub(crate) enum Payload {
    /// A Raft message for the receiver's replica of the range. Boxed: slots are moved often.
    Raft(Box<Message>),
    /// A Raft message that may make its receiver exist, and the range's keys.
    Initial(Box<Message>, (u64, u64)),
    /// A peer of the range asks whether it is still a member.
    StaleCheck(StaleCheck),
    /// A peer of the range is no member any more.
    Tombstone(Tombstone),
    /// The receiver's replica, this peer of the range, shall wake.
    Wake { peer: u64 },
    /// A Raft message as encoded bytes.
    Frame(Box<Framed>),
    /// An append for a delegate, and the headers of those that it passes on.
    Relay(Box<RelayAppend>),
    /// A delegate could not pass an append on.
    Nack(RelayNack),
    /// Acknowledgements on their way to a delegate, or bundled by it.
    Acks(AckBundle),
    /// A get or scan.
    Read(ReadPayload),
    /// A put.
    Write(WritePayload),
    /// Rows for a gateway: write ids from the first key on.
    Rows {
        slot: u32,
        first_key: u64,
        values: Vec<u64>,
        news: News,
    },
    /// A put was applied.
    Written { slot: u32, news: News },
    /// An order for a snapshot, or the answer to one.
    SnapshotOrder(SnapshotOrder),
    /// A request was refused; the leader that the store knows, if any.
    Refused {
        slot: u32,
        why: Refusal,
        leader: Option<NodeId>,
        /// What stood in the way; what it is depends on `why`.
        figure: u64,
        news: News,
    },
    /// A transaction's command for a range.
    Call(Box<CallPayload>),
    /// What came of it.
    CallAnswer {
        place: u32,
        number: u32,
        answer: Box<Answer>,
        news: News,
    },
    /// A read found a lock.
    LockMet { slot: u32, lock: Box<Lock> },
    /// A store's report to the placement driver.
    StoreReport(Box<StoreReport>),
    /// A leader's report on its range.
    RangeReport(Box<RangeReport>),
    /// What the placement driver wants of a leader.
    Order(ScheduleOrder),
    /// Safe times, and how stores come to them.
    Safe(Box<SafeMessage>),
    /// A question to the oracle; its number comes back with the answer.
    TsoRequest { slot: u32, question: u32 },
    /// The oracle's answer.
    TsoResponse {
        slot: u32,
        question: u32,
        ts: Timestamp,
    },
    /// A question to the service beside the oracle.
    TsoIndexRequest(Box<IndexQuestion>),
    /// Its answer.
    TsoIndexResponse(Box<IndexAnswer>),
    /// The service asks a leader for a read index.
    IndexQuestion(LeaderQuestion),
    /// The leader's answer to the service.
    Index { errand: u32, index: u64, news: News },
}

/// A get or scan on its way to a store.
#[derive(Copy, Clone)]
pub(crate) struct ReadPayload {
    pub(crate) slot: u32,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) mode: ReadMode,
    pub(crate) deadline_us: Micros,
    /// Time of the snapshot; 0 = the newest.
    pub(crate) read_ts: Timestamp,
    /// The read time is the earliest that will do; later is better.
    pub(crate) freshest: bool,
    /// A read index that came with the time; 0 = none.
    pub(crate) applied_index: u64,
    /// Longest wait for a core that its gateway takes; 0 = any.
    pub(crate) busy_us: Micros,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

/// A put on its way to a store.
#[derive(Copy, Clone)]
pub(crate) struct WritePayload {
    pub(crate) slot: u32,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) value_bytes: u32,
    pub(crate) values: ValueKind,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}

/// A message in flight.
pub(crate) struct Flight {
    pub(crate) fact: SentFact,
    pub(crate) sent_us: Micros,
    pub(crate) payload: Payload,
    /// How much later it arrives because packets were lost on its connection.
    pub(crate) held_us: Micros,
    /// Packets of it that are sent again.
    pub(crate) resent: u32,
    /// It has arrived, and waits in the socket buffers of a process that stands still.
    pub(crate) in_buffer: bool,
}

/// All messages in flight.
#[derive(Default)]
pub(crate) struct Flights {
    slots: Vec<Option<Flight>>,
    free: Vec<u32>,
}

impl Flights {
    /// Stores a message, returns its slot.
    pub(crate) fn insert(&mut self, flight: Flight) -> u32 {
        if let Some(slot) = self.free.pop() {
            debug_assert!(self.slots[slot as usize].is_none());
            self.slots[slot as usize] = Some(flight);
            return slot;
        }
        self.slots.push(Some(flight));
        (self.slots.len() - 1) as u32
    }

    /// Takes the message out, if the slot still holds the one of this number.
    pub(crate) fn take(&mut self, slot: u32, number: u64) -> Option<Flight> {
        let held = self.slots[slot as usize].as_ref()?;
        if held.fact.flight != number {
            return None;
        }
        self.free.push(slot);
        self.slots[slot as usize].take()
    }

    /// Puts a message back that was just taken out.
    pub(crate) fn put_back(&mut self, slot: u32, flight: Flight) {
        assert_eq!(self.free.pop(), Some(slot), "nothing happened in between");
        self.slots[slot as usize] = Some(flight);
    }

    /// Every message in flight with its slot, in no promised order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Flight)> {
        self.slots
            .iter()
            .enumerate()
            .filter_map(|(slot, f)| Some((slot as u32, f.as_ref()?)))
    }

    /// The message of this number, if the slot still holds it.
    pub(crate) fn get_mut(&mut self, slot: u32, number: u64) -> Option<&mut Flight> {
        let held = self.slots[slot as usize].as_mut()?;
        (held.fact.flight == number).then_some(held)
    }

    /// The slot and number of each message under way for which `chosen` holds, by number. What
    /// waits in a buffer is not under way.
    pub(crate) fn chosen(&self, chosen: impl Fn(&SentFact) -> bool) -> Vec<(u32, u64)> {
        let held = self.iter().filter(|(_, f)| !f.in_buffer && chosen(&f.fact));
        let mut found: Vec<(u64, u32)> = held.map(|(slot, f)| (f.fact.flight, slot)).collect();
        found.sort_unstable();
        found
            .into_iter()
            .map(|(number, slot)| (slot, number))
            .collect()
    }
}
