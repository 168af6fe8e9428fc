//! What safe times add to messages, and the messages of their own: contents and the lengths of
//! their encodings (protobuf; never built, a test holds the lengths to a real encoding).

use super::{Label, client_label};
use kv::protobuf::{nested_field, varint_field};
use model::fact::MessageType;
use model::ids::{RangeId, RequestId};
use model::timestamp::Timestamp;

/// Fields in the wrapper of a Raft message (YugabyteDB's `propagated_safe_time` and
/// `ht_lease_expiration`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Piggyback {
    /// From a leader: whoever has applied `index` has every write up to here; 0 = nothing said.
    pub(crate) safe: Timestamp,
    /// See `safe`.
    pub(crate) index: u64,
    /// From a leader: up to where it is about to call times safe. From a voter: up to where it has
    /// heard so, from this leader in an answer and from anybody in a vote.
    pub(crate) heard: Timestamp,
    /// The latest time of which the sender knows (`propagated_hybrid_time`).
    pub(crate) clock: Timestamp,
}

/// Length of a note.
pub(crate) fn piggyback_bytes(note: &Piggyback) -> u32 {
    let safe = varint_field(note.safe) + varint_field(note.index);
    safe + varint_field(note.heard) + varint_field(note.clock)
}

/// Between stores, and between a store and the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SafeMessage {
    /// A store asks the oracle for a timestamp.
    AskTime,
    /// The oracle's answer.
    Time(Timestamp),
    /// "Do you know these as the leaders of these ranges?"
    CheckLeader(Timestamp, Vec<Led>),
    /// The ranges of which it does.
    Agreed(Timestamp, Vec<Led>),
    /// Safe times of ranges.
    Safe(Vec<SafeRange>),
}

/// A range, its leader's peer and term.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Led {
    pub(crate) range: RangeId,
    pub(crate) peer: u64,
    pub(crate) term: u64,
}

/// A leader's word on a range: what has applied `index` is complete up to `ts`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SafeRange {
    pub(crate) range: RangeId,
    pub(crate) term: u64,
    pub(crate) index: u64,
    pub(crate) ts: Timestamp,
}

/// Length of a message.
fn message_bytes(message: &SafeMessage) -> u32 {
    match message {
        // One timestamp is wanted.
        SafeMessage::AskTime => varint_field(1),
        SafeMessage::Time(ts) => varint_field(*ts),
        SafeMessage::CheckLeader(ts, ranges) | SafeMessage::Agreed(ts, ranges) => {
            varint_field(*ts) + ranges.iter().map(led_bytes).sum::<u32>()
        }
        SafeMessage::Safe(ranges) => ranges.iter().map(safe_bytes).sum(),
    }
}

/// What a message of safe times is on the outside.
pub(crate) fn safe_label(message: &SafeMessage) -> Label {
    let what = match message {
        SafeMessage::AskTime => MessageType::TsoRequest,
        SafeMessage::Time(_) => MessageType::TsoResponse,
        SafeMessage::CheckLeader(..) => MessageType::CheckLeader,
        SafeMessage::Agreed(..) => MessageType::CheckLeaderResponse,
        SafeMessage::Safe(_) => MessageType::SafeTime,
    };
    client_label(what, RangeId(0), message_bytes(message), RequestId::NONE)
}

fn led_bytes(led: &Led) -> u32 {
    nested_field(
        varint_field(u64::from(led.range.0)) + varint_field(led.peer) + varint_field(led.term),
    )
}

fn safe_bytes(safe: &SafeRange) -> u32 {
    nested_field(
        varint_field(u64::from(safe.range.0))
            + varint_field(safe.term)
            + varint_field(safe.index)
            + varint_field(safe.ts),
    )
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    #[derive(Clone, PartialEq, prost::Message)]
    struct Numbers {
        #[prost(uint64, tag = "1")]
        a: u64,
        #[prost(uint64, tag = "2")]
        b: u64,
        #[prost(uint64, tag = "3")]
        c: u64,
        #[prost(uint64, tag = "4")]
        d: u64,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct WithRanges {
        #[prost(uint64, tag = "1")]
        ts: u64,
        #[prost(message, repeated, tag = "2")]
        ranges: Vec<Numbers>,
    }

    #[test]
    fn computed_lengths_equal_real_encodings() {
        for n in [0, 1, 127, 128, 70_000, 1 << 40] {
            let note = Piggyback {
                safe: n,
                index: n / 3,
                heard: n * 2,
                clock: n * 3,
            };
            let encoded = Numbers {
                a: n,
                b: n / 3,
                c: n * 2,
                d: n * 3,
            };
            assert_eq!(piggyback_bytes(&note), encoded.encoded_len() as u32);
            let led = Led {
                range: RangeId(n as u32),
                peer: 3,
                term: n,
            };
            let encoded = WithRanges {
                ts: n,
                ranges: vec![
                    Numbers {
                        a: u64::from(n as u32),
                        b: 3,
                        c: n,
                        d: 0
                    };
                    2
                ],
            };
            let message = SafeMessage::CheckLeader(n, vec![led; 2]);
            assert_eq!(message_bytes(&message), encoded.encoded_len() as u32);
            let safe = SafeRange {
                range: RangeId(n as u32),
                term: 7,
                index: n,
                ts: n * 5,
            };
            let encoded = WithRanges {
                ts: 0,
                ranges: vec![Numbers {
                    a: u64::from(n as u32),
                    b: 7,
                    c: n,
                    d: n * 5,
                }],
            };
            let message = SafeMessage::Safe(vec![safe]);
            assert_eq!(message_bytes(&message), encoded.encoded_len() as u32);
        }
        assert_eq!(message_bytes(&SafeMessage::AskTime), 2);
        assert_eq!(message_bytes(&SafeMessage::Time(1 << 40)), 7);
    }
}
