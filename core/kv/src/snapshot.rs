//! What a snapshot carries inside this process: the rows that were ever written, as ids. On the
//! wire it counts as the whole range.

/// A range at an index.
#[derive(Clone, PartialEq, prost::Message)]
pub struct SnapshotData {
    /// Hash over the log that made it.
    #[prost(uint64, tag = "1")]
    pub chain: u64,
    /// Bytes of the whole range on the wire.
    #[prost(uint64, tag = "2")]
    pub wire_bytes: u64,
    /// Rows that were ever written, counted from the first key.
    #[prost(uint64, repeated, tag = "3")]
    pub offsets: Vec<u64>,
    /// The write that each holds.
    #[prost(uint64, repeated, tag = "4")]
    pub values: Vec<u64>,
    /// Length of each value.
    #[prost(uint32, repeated, tag = "5")]
    pub lengths: Vec<u32>,
    /// Keys, when the range or its group ever changed shape; else the receiver has the same.
    #[prost(uint64, tag = "6")]
    pub first_key: u64,
    /// First key after the last; 0 = as the receiver has it.
    #[prost(uint64, tag = "7")]
    pub end_key: u64,
    /// Changes of members that were applied.
    #[prost(uint32, tag = "8")]
    pub epoch_members: u32,
    /// Splits and merges that were applied.
    #[prost(uint32, tag = "9")]
    pub epoch_keys: u32,
    /// The range that takes this one in, plus one; 0 = none.
    #[prost(uint32, tag = "10")]
    pub merging: u32,
    /// Index of the command that froze this range.
    #[prost(uint64, tag = "12")]
    pub merging_index: u64,
    /// Peers that were members and are not.
    #[prost(uint64, repeated, tag = "11")]
    pub removed: Vec<u64>,
    /// Versions and locks (`mvcc::Mvcc::to_words`), where rows are written with timestamps.
    #[prost(uint64, repeated, tag = "13")]
    pub versions: Vec<u64>,
    /// See `Machine`.
    #[prost(uint64, tag = "14")]
    pub reshaped_ts: u64,
    /// Index of the last command that took in a neighbour.
    #[prost(uint64, tag = "15")]
    pub merged_at: u64,
    /// The shape of the range that takes this one in.
    #[prost(uint32, tag = "16")]
    pub merging_members: u32,
    /// Splits and merges of the range that takes this one in.
    #[prost(uint32, tag = "17")]
    pub merging_keys: u32,
    /// Ranges that went into this one.
    #[prost(uint32, repeated, tag = "18")]
    pub absorbed: Vec<u32>,
}

impl SnapshotData {
    /// First key and the first after the last, if it says them.
    pub fn keys(&self) -> Option<(u64, u64)> {
        (self.end_key > 0).then_some((self.first_key, self.end_key))
    }
}
