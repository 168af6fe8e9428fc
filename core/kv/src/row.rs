//! A row: its key, its length, and which write it holds.

use crate::protobuf::{Malformed, Reader, bytes_field};

/// Table id in every record key; one table in this build.
pub(crate) const TABLE_ID: u64 = 81;
/// Length of a record key: `t`, table id, `_r`, row number (TiDB's record key).
pub const KEY_BYTES: usize = 19;
/// Of these, what all keys of a table have in common, and so all keys of a range.
pub const PREFIX_BYTES: usize = 11;
/// Length of a row number and of a timestamp in a key.
pub(crate) const NUMBER_BYTES: usize = 8;

/// A row's current version.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RowState {
    /// Write id; 0 = the value that the row had before the run.
    pub write_id: u64,
    /// Length of the value.
    pub value_bytes: u32,
}

impl RowState {
    /// Hash of a row in its place; 0 for one that nobody wrote. A sum of these is the rows', in
    /// whatever order they came.
    pub fn hash(&self, key: u64) -> u64 {
        if self.write_id == 0 {
            return 0;
        }
        sim::mix(sim::mix(key, self.write_id), u64::from(self.value_bytes))
    }
}

/// The record key of a row: `t` + table id + `_r` + row, integers big-endian.
pub fn record_key(row: u64) -> [u8; KEY_BYTES] {
    key_of(TABLE_ID, row)
}

/// The record key of a row of a table.
pub(crate) fn key_of(table: u64, row: u64) -> [u8; KEY_BYTES] {
    let mut key = [0; KEY_BYTES];
    key[0] = b't';
    key[1..9].copy_from_slice(&table.to_be_bytes());
    key[9..PREFIX_BYTES].copy_from_slice(b"_r");
    key[PREFIX_BYTES..].copy_from_slice(&row.to_be_bytes());
    key
}

/// Table and row of a record key.
pub(crate) fn table_and_row(key: &[u8]) -> Result<(u64, u64), Malformed> {
    let mut key = Reader::new(key);
    key.expect(b"t")?;
    let table = key.number()?;
    key.expect(b"_r")?;
    let row = key.number()?;
    key.end()?;
    Ok((table, row))
}

/// Length that one row adds to a rows message.
pub fn row_bytes(value_bytes: u32) -> u32 {
    bytes_field(bytes_field(KEY_BYTES as u32) + bytes_field(value_bytes))
}
