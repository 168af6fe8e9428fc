//! Computed lengths against real encodings, and framing against what was measured.

use model::ids::{RangeId, RequestId};
use prost::Message as _;

use super::*;
use kv::row::{record_key, row_bytes};

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
    for request in [1, 127, 128, 70_000, u64::MAX].map(RequestId) {
        for length in [8, 64, 127, 128, 1000, 16_384, 70_000] {
            let key = record_key(request.0 % 1000).to_vec();
            let value = vec![7; length as usize];
            let read = ReadRequest {
                request: request.0,
                range: 3,
                start_key: key.clone(),
                rows: 100,
                mode: 2,
            };
            assert_eq!(
                read.encoded_len() as u32,
                read_request_bytes(request, RangeId(3), 100, 2)
            );
            for rows in [1, 10] {
                let write = WriteRequest {
                    request: request.0,
                    range: 0,
                    first_key: key.clone(),
                    values: vec![value.clone(); rows],
                };
                assert_eq!(
                    write.encoded_len() as u32,
                    write_request_bytes(request, RangeId(0), rows as u32, length)
                );
            }
            let answer = Answer {
                request: request.0,
                refusal: 1,
                leader_peer: 0,
            };
            assert_eq!(answer.encoded_len() as u32, answer_bytes(request, 1, 0));
            let rows = Rows {
                request: request.0,
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
    for request in [1, 128, u64::MAX].map(RequestId) {
        for ts in [0, 1 << 32] {
            let shares: Vec<Share> = [(0, 0, 1), (3, 70_000, 100), (200, 5, 1_000)]
                .map(|(range, key, rows)| Share {
                    range: RangeId(range),
                    key,
                    rows,
                })
                .to_vec();
            let share = |share: &Share| ReadRequest {
                request: 0,
                range: share.range.0,
                start_key: record_key(share.key).to_vec(),
                rows: share.rows,
                mode: 0,
            };
            let question = IndexQuestion {
                request: request.0,
                shares: shares.iter().map(share).collect(),
                ts,
            };
            let computed = index_question_bytes(request, &shares, ts != 0);
            assert_eq!(question.encoded_len() as u32, computed);
            let indexes = [(RangeId(0), 7), (RangeId(300), 1 << 40)];
            let index = |(range, index): (RangeId, u64)| Answer {
                request: u64::from(range.0),
                refusal: 0,
                leader_peer: index,
            };
            let answer = IndexAnswer {
                request: request.0,
                indexes: indexes.map(index).to_vec(),
                ts,
            };
            let computed = index_answer_bytes(request, ts != 0, &indexes);
            assert_eq!(answer.encoded_len() as u32, computed);
            let (plain, indexes) = (request, Vec::new());
            let answer = IndexAnswer {
                request: request.0,
                indexes,
                ts: 1,
            };
            assert_eq!(answer.encoded_len() as u32, timestamp_bytes(plain));
        }
    }
}

/// A read with all that can stand in it.
#[derive(Clone, PartialEq, prost::Message)]
struct FullReadRequest {
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
    #[prost(fixed64, tag = "6")]
    read_ts: u64,
    #[prost(uint64, tag = "7")]
    applied_index: u64,
    #[prost(uint64, tag = "8")]
    busy_us: u64,
    #[prost(bool, tag = "9")]
    freshest: bool,
    #[prost(uint32, tag = "10")]
    zone: u32,
}

#[test]
fn computed_lengths_of_a_reads_time_conditions_and_zone_equal_a_real_encoding() {
    for (read_ts, applied_index) in [(0, 0), (1 << 60, 0), (7, 300), (0, u64::MAX)] {
        for (busy_us, freshest, zone) in [(0, false, 0), (127, true, 11), (2_000, true, 126)] {
            let read = FullReadRequest {
                request: 128,
                range: 3,
                start_key: record_key(5).to_vec(),
                rows: 100,
                mode: 8,
                read_ts,
                applied_index,
                busy_us,
                freshest,
                zone: u32::from(zone) + 1,
            };
            let computed = read_request_bytes(RequestId(128), RangeId(3), 100, 8)
                + read_time_bytes(read_ts, applied_index)
                + read_condition_bytes(busy_us, freshest)
                + zone_label_bytes(sim::ZoneId(zone));
            assert_eq!(read.encoded_len() as u32, computed);
        }
    }
}

/// A lock that somebody met.
#[derive(Clone, PartialEq, prost::Message)]
struct LockInfo {
    #[prost(bytes = "vec", tag = "1")]
    key: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    primary: Vec<u8>,
    #[prost(fixed64, tag = "3")]
    start_ts: u64,
    #[prost(fixed64, tag = "4")]
    expires_ts: u64,
}

/// What became of a command, without the acknowledgement that it comes with.
#[derive(Clone, PartialEq, prost::Message)]
struct VerdictInfo {
    #[prost(uint32, tag = "4")]
    kind: u32,
    #[prost(fixed64, tag = "5")]
    ts: u64,
    #[prost(message, optional, tag = "6")]
    lock: Option<LockInfo>,
}

#[test]
fn computed_lengths_of_locks_and_verdicts_equal_real_encodings_and_no_two_verdicts_are_alike() {
    let row = kv::row::RowState {
        write_id: 7,
        value_bytes: 30,
    };
    let lock = Lock {
        key: 5,
        start_ts: 1 << 58,
        primary: 4,
        expires_ts: 1 << 59,
        row,
    };
    let info = LockInfo {
        key: record_key(lock.key).to_vec(),
        primary: record_key(lock.primary).to_vec(),
        start_ts: lock.start_ts,
        expires_ts: lock.expires_ts,
    };
    let verdicts = [
        (Verdict::Done, (0, 0, None)),
        (Verdict::RolledBack, (1, 0, None)),
        (Verdict::Unknown, (2, 0, None)),
        (Verdict::Conflict(9), (3, 9, None)),
        (Verdict::Committed(1 << 60), (4, 1 << 60, None)),
        (Verdict::Locked(lock), (5, 0, Some(info.clone()))),
    ];
    let mut seen = Vec::new();
    for (verdict, (kind, ts, lock)) in verdicts {
        let encoded = VerdictInfo { kind, ts, lock }.encode_to_vec();
        assert_eq!(encoded.len() as u32, verdict_bytes(&verdict), "{verdict:?}");
        assert!(!seen.contains(&encoded), "{verdict:?}");
        seen.push(encoded);
    }
    assert_eq!(nested_field(info.encoded_len() as u32), lock_bytes(&lock));
}

#[test]
fn framing_is_what_was_measured_on_a_tikv_like_stack() {
    // kvproto with TiKV-like ids, one message in a batch (prost's encoded_len; gRPC, HTTP/2 and
    // IPv4 by their RFCs): a heartbeat, an empty append, appends of one entry of 64 and 256 bytes,
    // 1 and 4 KiB.
    let measured = [
        (16, 122),
        (22, 128),
        (96, 202),
        (290, 398),
        (1_058, 1_166),
        (4_130, 4_342),
    ];
    for (message_bytes, in_all) in measured {
        assert_eq!(message_bytes + raft_framing_bytes(message_bytes), in_all);
    }
}
