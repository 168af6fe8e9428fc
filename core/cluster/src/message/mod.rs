//! What nodes say to each other: contents, what shows of them on the outside, and the lengths of
//! their encodings. It must not know who sends, how a message travels, or what comes of it.
//!
//! Sizes are lengths of real encodings; framing is counted beside them (`wire`).

mod call;
pub(crate) mod codec;
mod frame;
mod label;
mod lean;
mod news;
mod oracle;
mod relay;
mod safe_time;
mod slots;
mod snapshot_order;
mod stale_peer;
pub(crate) mod wire;

use raft::eraftpb::Message;
use sim::{Micros, NodeId};

pub(crate) use call::{Answer, CallPayload};
pub(crate) use codec::Effort;
pub(crate) use frame::{Framed, encoded};
pub use label::kind_of;
pub(crate) use label::{Label, client_label, wrapper_label};
pub(crate) use lean::LeanMessage;
pub(crate) use news::{
    Asked, News, RangeDescriptor, RangeInfo, RangeNews, epoch_bytes, news_bytes,
};
pub(crate) use oracle::{IndexAnswer, IndexQuestion, LeaderQuestion, PATIENCE_US, Share};
pub(crate) use relay::{AckBundle, Forward, Originals, RelayAppend, RelayNack};
pub(crate) use safe_time::{Led, Piggyback, SafeMessage, SafeRange, piggyback_bytes, safe_label};
pub(crate) use slots::{Place, Slot};
pub(crate) use snapshot_order::{SnapshotOrder, Word};
pub(crate) use stale_peer::{StaleCheck, Tombstone};

use kv::mvcc::Lock;
use model::config::{ReadMode, ValueKind};
use model::fact::Refusal;
use model::timestamp::Timestamp;
use model::view::Epoch;
use pd::report::{RangeReport, ScheduleOrder, StoreReport};

/// What a message carries.
pub(crate) enum Payload {
    /// A Raft message for the receiver's replica of the range. Boxed: slots are moved often.
    Raft(Box<Message>),
    /// A Raft message in a few words, while it is under way between two stores.
    Lean(LeanMessage),
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
        slot: Slot,
        first_key: u64,
        values: Vec<u64>,
        news: News,
    },
    /// A put was applied.
    Written { slot: Slot, news: News },
    /// An order for a snapshot, or the answer to one.
    SnapshotOrder(SnapshotOrder),
    /// A request was refused; the leader that the store knows, if any.
    Refused {
        slot: Slot,
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
        place: Place,
        number: u32,
        answer: Box<Answer>,
        news: News,
    },
    /// A read found a lock.
    LockMet { slot: Slot, lock: Box<Lock> },
    /// A store's report to the placement driver.
    StoreReport(Box<StoreReport>),
    /// A leader's report on its range.
    RangeReport(Box<RangeReport>),
    /// What the placement driver wants of a leader.
    Order(ScheduleOrder),
    /// Safe times, and how stores come to them.
    Safe(Box<SafeMessage>),
    /// A question to the oracle; its number comes back with the answer.
    TsoRequest { slot: Slot, question: u32 },
    /// The oracle's answer.
    TsoResponse {
        slot: Slot,
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
    pub(crate) slot: Slot,
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
    pub(crate) slot: Slot,
    pub(crate) key: u64,
    pub(crate) rows: u32,
    pub(crate) value_bytes: u32,
    pub(crate) values: ValueKind,
    /// The epoch that its gateway went by.
    pub(crate) epoch: Epoch,
}
