//! What crosses a wire: the lengths of clients' messages, snapshots, and the framing that a
//! TiKV-like transport puts around them.
//!
//! Raft's own messages are raft-rs's; their size is the length of their protobuf encoding. Clients'
//! messages are protobuf too. Rows carry a write id and filler, so a message with rows is never
//! built: its length is computed, and a test holds it to the length of a real encoding.

use sim::Micros;

use super::Share;
use kv::KEY_BYTES;
use kv::mvcc::{Lock, Verdict};
use kv::protobuf::{bytes_field, nested_field, varint_field};
use model::fact::ByteKind;
use model::ids::{RangeId, RequestId};
use model::tcp::{SEGMENT_BYTES, SEGMENT_HEADER_BYTES};
use model::timestamp::Timestamp;

/// The fields of kvproto's `RaftMessage` beside the Raft message: range, both peers, epoch
/// (measured on kvproto with TiKV-like ids).
const RAFT_WRAPPER_BYTES: u64 = 26;
/// The field of `BatchRaftMessage` beside its messages: when the sender last looked at the time.
const RAFT_BATCH_BYTES: u64 = 10;
/// gRPC prefix (5) and HTTP/2 frame header (9, RFC 9113 section 4.1).
const RPC_BYTES: u64 = 14;
/// Largest HTTP/2 DATA frame by default (RFC 9113 section 6.5.2).
const HTTP2_FRAME_BYTES: u64 = 16_384;
/// HTTP/2 frame header.
const HTTP2_HEADER_BYTES: u64 = 9;
/// A tag and eight bytes: as a varint a timestamp of today would be no shorter.
const TIMESTAMP_FIELD_BYTES: u32 = 9;

/// Bytes on the wire of packets that are sent again, with `bytes` of payload together.
pub(crate) fn resent_bytes(packets: u32, bytes: u64) -> u64 {
    bytes + u64::from(packets) * SEGMENT_HEADER_BYTES
}

/// Length of a request's id.
pub(crate) fn request_field(request: RequestId) -> u32 {
    varint_field(request.0)
}

/// Length of a read request's encoding.
pub(crate) fn read_request_bytes(request: RequestId, range: RangeId, rows: u32, mode: u32) -> u32 {
    request_field(request)
        + varint_field(u64::from(range.0))
        + bytes_field(KEY_BYTES as u32)
        + varint_field(u64::from(rows))
        + varint_field(u64::from(mode))
}

/// Length of a write request's encoding: the first key, and a value for each row.
pub(crate) fn write_request_bytes(
    request: RequestId,
    range: RangeId,
    rows: u32,
    value_bytes: u32,
) -> u32 {
    request_field(request)
        + varint_field(u64::from(range.0))
        + bytes_field(KEY_BYTES as u32)
        + rows * bytes_field(value_bytes)
}

/// Length that a snapshot's time and the read index that came with it add to a read request.
pub(crate) fn read_time_bytes(read_ts: Timestamp, applied_index: u64) -> u32 {
    timestamp_field(read_ts) + varint_field(applied_index)
}

/// Length that a read's conditions add to it: how long it would wait in a queue, and whether it
/// takes the freshest moment that a replica has.
pub(crate) fn read_condition_bytes(busy_us: Micros, freshest: bool) -> u32 {
    varint_field(busy_us) + varint_field(u64::from(freshest))
}

/// Length that the zone of whoever sends it adds to a request.
pub(crate) fn zone_label_bytes(zone: sim::ZoneId) -> u32 {
    varint_field(u64::from(zone.0) + 1)
}

/// Length of the oracle's answer.
pub(crate) fn timestamp_bytes(request: RequestId) -> u32 {
    request_field(request) + TIMESTAMP_FIELD_BYTES
}

/// Length of a question for read indexes; the oracle's own to leaders carries the timestamp, which
/// they must not commit below.
pub(crate) fn index_question_bytes(request: RequestId, shares: &[Share], timed: bool) -> u32 {
    let share_bytes = |share: &Share| {
        let key = bytes_field(KEY_BYTES as u32);
        let range = varint_field(u64::from(share.range.0));
        nested_field(range + key + varint_field(u64::from(share.rows)))
    };
    let shares: u32 = shares.iter().map(share_bytes).sum();
    request_field(request) + shares + if timed { TIMESTAMP_FIELD_BYTES } else { 0 }
}

/// Length of an answer with read indexes of ranges.
pub(crate) fn index_answer_bytes(
    request: RequestId,
    timed: bool,
    indexes: &[(RangeId, u64)],
) -> u32 {
    let index_bytes = |(range, index): &(RangeId, u64)| {
        nested_field(varint_field(u64::from(range.0)) + varint_field(*index))
    };
    let indexes: u32 = indexes.iter().map(index_bytes).sum();
    request_field(request) + indexes + if timed { TIMESTAMP_FIELD_BYTES } else { 0 }
}

/// Length of a timestamp as a proto3 fixed64 field with a one-byte tag; none takes none.
pub(crate) fn timestamp_field(ts: Timestamp) -> u32 {
    if ts == 0 { 0 } else { TIMESTAMP_FIELD_BYTES }
}

/// Length of an acknowledgement's or a refusal's encoding.
pub(crate) fn answer_bytes(request: RequestId, refusal: u32, leader_peer: u64) -> u32 {
    request_field(request) + varint_field(u64::from(refusal)) + varint_field(leader_peer)
}

/// Length of what an answer says of a lock: its row and primary row, start, and life.
pub(crate) fn lock_bytes(lock: &Lock) -> u32 {
    let times = timestamp_field(lock.start_ts) + timestamp_field(lock.expires_ts);
    nested_field(2 * bytes_field(KEY_BYTES as u32) + times)
}

/// Length of what an answer says of a transaction's command: what became of it, and the timestamp
/// or the lock that says why.
pub(crate) fn verdict_bytes(verdict: &Verdict) -> u32 {
    let (kind, beside) = match verdict {
        Verdict::Done => (0, 0),
        Verdict::RolledBack => (1, 0),
        Verdict::Unknown => (2, 0),
        Verdict::Conflict(ts) => (3, timestamp_field(*ts)),
        Verdict::Committed(ts) => (4, timestamp_field(*ts)),
        Verdict::Locked(lock) => (5, lock_bytes(lock)),
    };
    varint_field(kind) + beside
}

/// Length of a rows message whose rows add `rows_total` bytes.
pub(crate) fn rows_bytes(request: RequestId, rows_total: u32) -> u32 {
    request_field(request) + rows_total
}

/// Whether messages of this kind go in a `BatchRaftMessage`: what replicas say to each other does,
/// all else is a call of its own.
pub(crate) fn goes_in_batch(kind: ByteKind) -> bool {
    match kind {
        ByteKind::Append
        | ByteKind::Ack
        | ByteKind::Heartbeat
        | ByteKind::Vote
        | ByteKind::ReadIndex
        | ByteKind::Snapshot => true,
        ByteKind::Read
        | ByteKind::Write
        | ByteKind::Tso
        | ByteKind::Schedule
        | ByteKind::SafeTime => false,
    }
}

/// A `BatchRaftMessage` that is being filled.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Batch {
    /// Its length with what gRPC puts before it; 0 while it is empty.
    length: u64,
}

impl Batch {
    /// One more Raft message goes in it, with what its wrapper holds beside the usual. Returns
    /// what it adds on the wire beside its own length: its `RaftMessage`; and the batch, gRPC,
    /// HTTP/2 and TCP/IPv4, as far as those before it have not paid for them.
    pub(crate) fn add(&mut self, message_bytes: u64, wrapped_bytes: u32) -> u64 {
        let nested = |length: u64| 1 + prost::encoding::encoded_len_varint(length) as u64 + length;
        let on_the_wire = |length: u64| length + transport_bytes(length);
        let wrapped = RAFT_WRAPPER_BYTES + nested(message_bytes + u64::from(wrapped_bytes));
        let (before, begun) = match self.length {
            0 => (0, RAFT_BATCH_BYTES + RPC_BYTES),
            length => (on_the_wire(length), length),
        };
        self.length = begun + nested(wrapped);
        on_the_wire(self.length) - before - message_bytes
    }
}

/// Framing of a Raft message of this length alone in its batch: the upper end.
pub fn raft_framing_bytes(message_bytes: u64) -> u64 {
    Batch::default().add(message_bytes, 0)
}

/// Framing of a client's message of this length: gRPC, HTTP/2, TCP/IPv4.
pub fn client_framing_bytes(message_bytes: u64) -> u64 {
    RPC_BYTES + transport_bytes(message_bytes + RPC_BYTES)
}

fn transport_bytes(length: u64) -> u64 {
    let more_frames = length / HTTP2_FRAME_BYTES * HTTP2_HEADER_BYTES;
    let segments = (length + more_frames).div_ceil(SEGMENT_BYTES);
    more_frames + segments * SEGMENT_HEADER_BYTES
}

#[cfg(test)]
mod tests;
