//! What crosses a wire: the lengths of clients' messages, snapshots, and the framing that a
//! TiKV-like transport puts around them.
//!
//! Raft's own messages are raft-rs's; their size is the length of their protobuf encoding. Clients'
//! messages are protobuf too. Rows carry a write id and filler, so a message with rows is never
//! built: its length is computed, and a test holds it to the length of a real encoding.

use crate::command::KEY_BYTES;
use crate::fact::ByteKind;
use crate::oracle::Share;
use crate::timestamp::Timestamp;

/// Bytes that kvproto's `RaftMessage` adds around a Raft message: range, both peers, epoch
/// (measured on kvproto with TiKV-like ids).
const RAFT_WRAPPER_BYTES: u32 = 28;
/// Batch envelope of `BatchRaftMessage`, gRPC prefix (5) and HTTP/2 frame header (9).
const RAFT_RPC_BYTES: u32 = 26;
/// gRPC prefix (5) and HTTP/2 frame header (9, RFC 9113 section 4.1).
const CLIENT_RPC_BYTES: u32 = 14;
/// Largest HTTP/2 DATA frame by default (RFC 9113 section 6.5.2).
const HTTP2_FRAME_BYTES: u32 = 16_384;
/// HTTP/2 frame header.
const HTTP2_HEADER_BYTES: u32 = 9;
/// TCP payload of a segment at an MTU of 1500 with timestamps.
const SEGMENT_BYTES: u32 = 1_448;
/// A tag and eight bytes: as a varint a timestamp of today would be no shorter.
const TIMESTAMP_FIELD_BYTES: u32 = 9;
/// IPv4 (20) and TCP with timestamps (32).
const SEGMENT_HEADER_BYTES: u32 = 52;

/// What a snapshot carries inside this process: the rows that were ever written, as ids.
/// On the wire it counts as the whole range: `wire_bytes`.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct SnapshotData {
    #[prost(uint64, tag = "1")]
    pub(crate) chain: u64,
    #[prost(uint64, tag = "2")]
    pub(crate) wire_bytes: u64,
    #[prost(uint64, repeated, tag = "3")]
    pub(crate) offsets: Vec<u64>,
    #[prost(uint64, repeated, tag = "4")]
    pub(crate) values: Vec<u64>,
    #[prost(uint32, repeated, tag = "5")]
    pub(crate) lengths: Vec<u32>,
    /// Keys, when the range or its group ever changed shape; else the receiver has the same.
    #[prost(uint64, tag = "6")]
    pub(crate) first_key: u64,
    #[prost(uint64, tag = "7")]
    pub(crate) end_key: u64,
    #[prost(uint32, tag = "8")]
    pub(crate) epoch_members: u32,
    #[prost(uint32, tag = "9")]
    pub(crate) epoch_keys: u32,
    /// The range that takes this one in, plus one; 0 = none.
    #[prost(uint32, tag = "10")]
    pub(crate) merging: u32,
    #[prost(uint64, tag = "12")]
    pub(crate) merging_index: u64,
    /// Peers that were members and are not.
    #[prost(uint64, repeated, tag = "11")]
    pub(crate) removed: Vec<u64>,
    /// Versions and locks (`mvcc::Mvcc::to_words`), where rows are written with timestamps.
    #[prost(uint64, repeated, tag = "13")]
    pub(crate) versions: Vec<u64>,
}

impl SnapshotData {
    /// First key and the first after the last, if it says them.
    pub(crate) fn keys(&self) -> Option<(u64, u64)> {
        (self.end_key > 0).then_some((self.first_key, self.end_key))
    }
}

/// Length of a read request's encoding.
pub(crate) fn read_request_bytes(request: u64, range: u32, rows: u32, mode: u32) -> u32 {
    varint_field(request)
        + varint_field(u64::from(range))
        + bytes_field(KEY_BYTES as u32)
        + varint_field(u64::from(rows))
        + varint_field(u64::from(mode))
}

/// Length of a write request's encoding: the first key, and a value for each row.
pub(crate) fn write_request_bytes(request: u64, range: u32, rows: u32, value_bytes: u32) -> u32 {
    varint_field(request)
        + varint_field(u64::from(range))
        + bytes_field(KEY_BYTES as u32)
        + rows * bytes_field(value_bytes)
}

/// Length that a snapshot's time and the read index that came with it add to a read request.
pub(crate) fn read_time_bytes(read_ts: Timestamp, applied_index: u64) -> u32 {
    timestamp_field(read_ts) + varint_field(applied_index)
}

/// Length of the oracle's answer.
pub(crate) fn timestamp_bytes(request: u64) -> u32 {
    varint_field(request) + TIMESTAMP_FIELD_BYTES
}

/// Length of a question for read indexes; the oracle's own to leaders bears the timestamp, which
/// they must not commit below.
pub(crate) fn index_question_bytes(request: u64, shares: &[Share], timed: bool) -> u32 {
    let share_bytes = |share: &Share| {
        let key = bytes_field(KEY_BYTES as u32);
        let range = varint_field(u64::from(share.range));
        nested_field(range + key + varint_field(u64::from(share.rows)))
    };
    let shares: u32 = shares.iter().map(share_bytes).sum();
    varint_field(request) + shares + if timed { TIMESTAMP_FIELD_BYTES } else { 0 }
}

/// Length of an answer with read indexes of ranges.
pub(crate) fn index_answer_bytes(request: u64, timed: bool, indexes: &[(u32, u64)]) -> u32 {
    let index_bytes = |(range, index): &(u32, u64)| {
        nested_field(varint_field(u64::from(*range)) + varint_field(*index))
    };
    let indexes: u32 = indexes.iter().map(index_bytes).sum();
    varint_field(request) + indexes + if timed { TIMESTAMP_FIELD_BYTES } else { 0 }
}

/// Length of a timestamp as a proto3 fixed64 field with a one-byte tag; none takes none.
pub(crate) fn timestamp_field(ts: Timestamp) -> u32 {
    if ts == 0 { 0 } else { TIMESTAMP_FIELD_BYTES }
}

/// Length of an acknowledgement's or a refusal's encoding.
pub(crate) fn answer_bytes(request: u64, refusal: u32, leader_peer: u64) -> u32 {
    varint_field(request) + varint_field(u64::from(refusal)) + varint_field(leader_peer)
}

/// Length of what an answer says of a lock: its primary row, start, and life.
pub(crate) fn lock_bytes(lock: &crate::mvcc::Lock) -> u32 {
    2 * bytes_field(KEY_BYTES as u32) + varint_field(lock.start_ts) + varint_field(lock.expires_ts)
}

/// Length that one row adds to a rows message.
pub(crate) fn row_bytes(value_bytes: u32) -> u32 {
    bytes_field(bytes_field(KEY_BYTES as u32) + bytes_field(value_bytes))
}

/// Length of a rows message whose rows add `rows_total` bytes.
pub(crate) fn rows_bytes(request: u64, rows_total: u32) -> u32 {
    varint_field(request) + rows_total
}

/// Framing of a message of this kind and length: what replicas say to each other goes in TiKV's
/// `RaftMessage`, all else is a call of its own.
pub(crate) fn framing_bytes(kind: ByteKind, message_bytes: u32) -> u32 {
    match kind {
        ByteKind::Append
        | ByteKind::Ack
        | ByteKind::Heartbeat
        | ByteKind::Vote
        | ByteKind::ReadIndex
        | ByteKind::Snapshot => raft_framing_bytes(message_bytes),
        ByteKind::Read | ByteKind::Write | ByteKind::Tso | ByteKind::Schedule => {
            client_framing_bytes(message_bytes)
        }
    }
}

/// What TCP acknowledges a message with, in the other direction: an empty segment for every second
/// one (RFC 5681 section 4.2). What acknowledges the last odd one rides on what goes back anyway.
pub fn transport_ack_bytes(wire_bytes: u64) -> u64 {
    let segments = wire_bytes.div_ceil(u64::from(SEGMENT_BYTES + SEGMENT_HEADER_BYTES));
    segments / 2 * u64::from(SEGMENT_HEADER_BYTES)
}

/// Framing of a Raft message of this length: RaftMessage wrapper, batch, gRPC, HTTP/2, TCP/IPv4.
/// Alone in its batch: the upper end.
pub fn raft_framing_bytes(message_bytes: u32) -> u32 {
    let inner = RAFT_WRAPPER_BYTES + RAFT_RPC_BYTES;
    inner + transport_bytes(message_bytes + inner)
}

/// Framing of a client's message of this length: gRPC, HTTP/2, TCP/IPv4.
pub fn client_framing_bytes(message_bytes: u32) -> u32 {
    CLIENT_RPC_BYTES + transport_bytes(message_bytes + CLIENT_RPC_BYTES)
}

fn transport_bytes(length: u32) -> u32 {
    let more_frames = length / HTTP2_FRAME_BYTES * HTTP2_HEADER_BYTES;
    let segments = (length + more_frames).div_ceil(SEGMENT_BYTES);
    more_frames + segments * SEGMENT_HEADER_BYTES
}

/// Length of a proto3 varint field with a one-byte tag; default values take none.
pub(crate) fn varint_field(value: u64) -> u32 {
    if value == 0 {
        0
    } else {
        1 + prost::encoding::encoded_len_varint(value) as u32
    }
}

/// Length of a message as one element of a repeated field with a one-byte tag: empty ones count.
pub(crate) fn nested_field(length: u32) -> u32 {
    1 + prost::encoding::encoded_len_varint(u64::from(length)) as u32 + length
}

/// Length of a proto3 bytes field with a one-byte tag.
fn bytes_field(length: u32) -> u32 {
    if length == 0 {
        return 0;
    }
    1 + prost::encoding::encoded_len_varint(u64::from(length)) as u32 + length
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;
    use crate::command::record_key;

    /// A get or a scan, from a gateway to a store.
    #[derive(Clone, PartialEq, prost::Message)]
    struct ReadRequest {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(uint32, tag = "2")]
        range: u32,
        #[prost(bytes = "vec", tag = "3")]
        start_key: Vec<u8>,
        #[prost(uint32, tag = "4")]
        rows: u32,
        #[prost(uint32, tag = "5")]
        mode: u32,
    }

    /// A put of neighbouring rows, from a gateway to a store.
    #[derive(Clone, PartialEq, prost::Message)]
    struct WriteRequest {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(uint32, tag = "2")]
        range: u32,
        #[prost(bytes = "vec", tag = "3")]
        first_key: Vec<u8>,
        #[prost(bytes = "vec", repeated, tag = "4")]
        values: Vec<Vec<u8>>,
    }

    /// An acknowledgement or a refusal, from a store to a gateway.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Answer {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(uint32, tag = "2")]
        refusal: u32,
        #[prost(uint64, tag = "3")]
        leader_peer: u64,
    }

    /// One row of an answer.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Row {
        #[prost(bytes = "vec", tag = "1")]
        key: Vec<u8>,
        #[prost(bytes = "vec", tag = "2")]
        value: Vec<u8>,
    }

    /// Rows, from a store to a gateway.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Rows {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(message, repeated, tag = "2")]
        rows: Vec<Row>,
    }

    #[test]
    fn computed_lengths_equal_real_encodings() {
        for request in [1, 127, 128, 70_000, u64::MAX] {
            for length in [8, 64, 127, 128, 1000, 16_384, 70_000] {
                let key = record_key(request % 1000).to_vec();
                let value = vec![7; length as usize];
                let read = ReadRequest {
                    request,
                    range: 3,
                    start_key: key.clone(),
                    rows: 100,
                    mode: 2,
                };
                assert_eq!(
                    read.encoded_len() as u32,
                    read_request_bytes(request, 3, 100, 2)
                );
                for rows in [1, 10] {
                    let write = WriteRequest {
                        request,
                        range: 0,
                        first_key: key.clone(),
                        values: vec![value.clone(); rows],
                    };
                    assert_eq!(
                        write.encoded_len() as u32,
                        write_request_bytes(request, 0, rows as u32, length)
                    );
                }
                let answer = Answer {
                    request,
                    refusal: 1,
                    leader_peer: 0,
                };
                assert_eq!(answer.encoded_len() as u32, answer_bytes(request, 1, 0));
                let rows = Rows {
                    request,
                    rows: vec![Row { key, value }; 3],
                };
                assert_eq!(
                    rows.encoded_len() as u32,
                    rows_bytes(request, 3 * row_bytes(length))
                );
            }
        }
    }

    /// A question for read indexes, and the part of it for one range.
    #[derive(Clone, PartialEq, prost::Message)]
    struct IndexQuestion {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(message, repeated, tag = "2")]
        shares: Vec<ReadRequest>,
        #[prost(fixed64, tag = "3")]
        ts: u64,
    }

    /// Read indexes, and that of one range.
    #[derive(Clone, PartialEq, prost::Message)]
    struct IndexAnswer {
        #[prost(uint64, tag = "1")]
        request: u64,
        #[prost(message, repeated, tag = "2")]
        indexes: Vec<Answer>,
        #[prost(fixed64, tag = "3")]
        ts: u64,
    }

    #[test]
    fn computed_lengths_of_what_the_oracle_says_and_is_asked_equal_real_encodings() {
        for request in [1, 128, u64::MAX] {
            for ts in [0, 1 << 32] {
                let shares: Vec<Share> = [(0, 0, 1), (3, 70_000, 100), (200, 5, 1_000)]
                    .map(|(range, key, rows)| Share { range, key, rows })
                    .to_vec();
                let share = |share: &Share| ReadRequest {
                    request: 0,
                    range: share.range,
                    start_key: record_key(share.key).to_vec(),
                    rows: share.rows,
                    mode: 0,
                };
                let question = IndexQuestion {
                    request,
                    shares: shares.iter().map(share).collect(),
                    ts,
                };
                let computed = index_question_bytes(request, &shares, ts != 0);
                assert_eq!(question.encoded_len() as u32, computed);
                let indexes = [(0, 7), (300, 1 << 40)];
                let index = |(range, index): (u32, u64)| Answer {
                    request: u64::from(range),
                    refusal: 0,
                    leader_peer: index,
                };
                let answer = IndexAnswer {
                    request,
                    indexes: indexes.map(index).to_vec(),
                    ts,
                };
                let computed = index_answer_bytes(request, ts != 0, &indexes);
                assert_eq!(answer.encoded_len() as u32, computed);
                let (plain, indexes) = (request, Vec::new());
                let answer = IndexAnswer {
                    request,
                    indexes,
                    ts: 1,
                };
                assert_eq!(answer.encoded_len() as u32, timestamp_bytes(plain));
            }
        }
    }

    #[test]
    fn framing_matches_what_was_measured_on_a_tikv_like_stack() {
        // Measured: heartbeat of 16 bytes 122 in all, append of one 1 KiB entry 1,166, of one 4 KiB
        // entry 4,342; longer length prefixes make the last two bytes.
        assert_eq!(16 + raft_framing_bytes(16), 122);
        assert_eq!(1_058 + raft_framing_bytes(1_058), 1_164);
        assert_eq!(4_130 + raft_framing_bytes(4_130), 4_340);
    }
}
