//! Commands in the log that change a range instead of a row: their bytes. A one-byte kind stands
//! in the entry's context and protobuf in its data, as in TiKV's proposals; where safe times are
//! kept, the command's timestamp follows in the context.

use prost::Message as _;

use model::timestamp::Timestamp;

/// What an entry's command does to its range; the first byte of the entry's context.
#[derive(Clone, PartialEq, Debug)]
pub enum Admin {
    /// Everything from a key on becomes a range of its own.
    Split(Split),
    /// This range goes into a neighbour: from here on nothing in it changes.
    PrepareMerge(PrepareMerge),
    /// A neighbour that is ready for it becomes part of this range.
    CommitMerge(CommitMerge),
    /// The merge is off.
    RollbackMerge,
    /// This range takes in nobody who counts on its present shape.
    RefuseMerge(RefuseMerge),
}

/// Splits a range.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Split {
    /// Number of the new range.
    #[prost(uint32, tag = "1")]
    pub new_range: u32,
    /// Its first key.
    #[prost(uint64, tag = "2")]
    pub at_key: u64,
}

/// Begins a merge in the range that goes.
#[derive(Clone, PartialEq, prost::Message)]
pub struct PrepareMerge {
    /// The range that takes it in.
    #[prost(uint32, tag = "1")]
    pub target: u32,
    /// Its shape: changes of members, and splits and merges.
    #[prost(uint32, tag = "2")]
    pub members: u32,
    /// Splits and merges of it.
    #[prost(uint32, tag = "3")]
    pub keys: u32,
}

/// Ends a merge in the range that stays.
#[derive(Clone, PartialEq, prost::Message)]
pub struct CommitMerge {
    /// The range that goes.
    #[prost(uint32, tag = "1")]
    pub source: u32,
    /// Its keys.
    #[prost(uint64, tag = "2")]
    pub first_key: u64,
    /// First key after its last.
    #[prost(uint64, tag = "3")]
    pub end_key: u64,
    /// Where its log ends: the command that froze it.
    #[prost(uint64, tag = "4")]
    pub index: u64,
    /// The shape of the range that stays: in another one the command does nothing.
    #[prost(uint32, tag = "5")]
    pub members: u32,
    /// Splits and merges of it.
    #[prost(uint32, tag = "6")]
    pub keys: u32,
}

/// Ends all hope for those who want to go into a range of this shape, by changing it.
#[derive(Clone, PartialEq, prost::Message)]
pub struct RefuseMerge {
    /// Changes of its members.
    #[prost(uint32, tag = "1")]
    pub members: u32,
    /// Splits and merges of it.
    #[prost(uint32, tag = "2")]
    pub keys: u32,
}

const SPLIT: u8 = 1;
const PREPARE_MERGE: u8 = 2;
const COMMIT_MERGE: u8 = 3;
const ROLLBACK_MERGE: u8 = 4;
const REFUSE_MERGE: u8 = 5;

/// Length of the kind in an entry's context.
pub const KIND_BYTES: usize = 1;

/// An entry's context with its timestamp, if it has one.
pub fn with_timestamp(mut context: Vec<u8>, ts: Timestamp) -> Vec<u8> {
    if ts > 0 {
        context.extend_from_slice(&ts.to_be_bytes());
    }
    context
}

/// The timestamp after so many bytes of an entry's context; 0 = none.
pub fn timestamp_of(context: &[u8], offset: usize) -> Timestamp {
    let bytes = context.get(offset..).unwrap_or(&[]);
    bytes.try_into().map_or(0, Timestamp::from_be_bytes)
}

impl Admin {
    /// Context and data of the entry; its timestamp is 0 where none are kept.
    pub fn encode(&self, ts: Timestamp) -> (Vec<u8>, Vec<u8>) {
        let (kind, data) = match self {
            Admin::Split(split) => (SPLIT, split.encode_to_vec()),
            Admin::PrepareMerge(prepare) => (PREPARE_MERGE, prepare.encode_to_vec()),
            Admin::CommitMerge(commit) => (COMMIT_MERGE, commit.encode_to_vec()),
            Admin::RollbackMerge => (ROLLBACK_MERGE, Vec::new()),
            Admin::RefuseMerge(refuse) => (REFUSE_MERGE, refuse.encode_to_vec()),
        };
        (with_timestamp(vec![kind], ts), data)
    }

    /// What the two mean. Our own bytes: anything else is a bug.
    pub fn decode(context: &[u8], data: &[u8]) -> Admin {
        let own = "our own encoding";
        match context.get(..KIND_BYTES) {
            Some([SPLIT]) => Admin::Split(Split::decode(data).expect(own)),
            Some([PREPARE_MERGE]) => Admin::PrepareMerge(PrepareMerge::decode(data).expect(own)),
            Some([COMMIT_MERGE]) => Admin::CommitMerge(CommitMerge::decode(data).expect(own)),
            Some([ROLLBACK_MERGE]) => Admin::RollbackMerge,
            Some([REFUSE_MERGE]) => Admin::RefuseMerge(RefuseMerge::decode(data).expect(own)),
            _ => panic!("no command has this context"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_back_as_they_were_written() {
        let split = Split {
            new_range: 7,
            at_key: 500,
        };
        let commit = CommitMerge {
            source: 3,
            first_key: 0,
            end_key: 17,
            index: 90,
            members: 2,
            keys: 4,
        };
        let prepare = PrepareMerge {
            target: 2,
            members: 1,
            keys: 5,
        };
        let refuse = RefuseMerge {
            members: 3,
            keys: 0,
        };
        for command in [
            Admin::Split(split),
            Admin::PrepareMerge(prepare),
            Admin::CommitMerge(commit),
            Admin::RollbackMerge,
            Admin::RefuseMerge(refuse),
        ] {
            for ts in [0, 1, 1 << 50] {
                let (context, data) = command.encode(ts);
                assert_eq!(Admin::decode(&context, &data), command);
                assert_eq!(timestamp_of(&context, KIND_BYTES), ts);
            }
        }
    }
}
