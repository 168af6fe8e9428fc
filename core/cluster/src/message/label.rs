//! What a message says of itself on the outside: its type, its length, and what Raft's observers
//! want to know of it. It must not know what a message carries or where it goes.

use model::fact::{ByteKind, MessageType};
use model::ids::{RangeId, RequestId};

/// Length of a message without content: its type (kvproto's `ExtraMessage`).
const NOTE_BYTES: u64 = 4;

/// What a message is, apart from where it goes and what it carries.
#[derive(Copy, Clone)]
pub(crate) struct Label {
    pub(crate) what: MessageType,
    pub(crate) range: RangeId,
    pub(crate) bytes: u64,
    pub(crate) reject: bool,
    pub(crate) request: RequestId,
    pub(crate) term: u64,
    pub(crate) index: u64,
    pub(crate) entries: u32,
}

impl Label {
    /// It says its type, its range and its length, and no more.
    pub(crate) fn new(what: MessageType, range: RangeId, bytes: u64) -> Self {
        Label {
            what,
            range,
            bytes,
            reject: false,
            request: RequestId::NONE,
            term: 0,
            index: 0,
            entries: 0,
        }
    }
}

/// A message between replicas that is not Raft's: all that it says is in the wrapper.
pub(crate) fn wrapper_label(what: MessageType, range: RangeId) -> Label {
    Label::new(what, range, NOTE_BYTES)
}

/// Label of a message outside Raft: a client's; or the driver's or the oracle's, of request `NONE`.
pub(crate) fn client_label(
    what: MessageType,
    range: RangeId,
    bytes: u32,
    request: RequestId,
) -> Label {
    Label {
        request,
        ..Label::new(what, range, u64::from(bytes))
    }
}

/// Booking kind of a message type. A heartbeat stays a heartbeat when it carries a read context.
pub fn kind_of(what: MessageType) -> ByteKind {
    match what {
        MessageType::Append | MessageType::RelayAppend | MessageType::ForwardedAppend => {
            ByteKind::Append
        }
        MessageType::AppendResponse | MessageType::RelayNack | MessageType::AckBundle => {
            ByteKind::Ack
        }
        MessageType::Heartbeat
        | MessageType::HeartbeatResponse
        | MessageType::Wake
        | MessageType::StaleCheck
        | MessageType::Tombstone => ByteKind::Heartbeat,
        MessageType::PreVote
        | MessageType::PreVoteResponse
        | MessageType::Vote
        | MessageType::VoteResponse
        | MessageType::TimeoutNow
        | MessageType::TransferLeader => ByteKind::Vote,
        MessageType::ReadIndex | MessageType::ReadIndexResponse => ByteKind::ReadIndex,
        MessageType::Snapshot | MessageType::SnapshotOrder => ByteKind::Snapshot,
        MessageType::ReadRequest
        | MessageType::Rows
        | MessageType::Refusal
        | MessageType::ForwardedRead
        | MessageType::ForwardedRows => ByteKind::Read,
        MessageType::WriteRequest
        | MessageType::WriteResponse
        | MessageType::TxnRequest
        | MessageType::TxnResponse => ByteKind::Write,
        MessageType::TsoRequest
        | MessageType::TsoResponse
        | MessageType::TsoIndexRequest
        | MessageType::TsoIndexResponse => ByteKind::Tso,
        MessageType::CheckLeader | MessageType::CheckLeaderResponse | MessageType::SafeTime => {
            ByteKind::SafeTime
        }
        MessageType::StoreReport | MessageType::RangeReport | MessageType::ScheduleOrder => {
            ByteKind::Schedule
        }
    }
}
