//! The commands inside log entries, in TiKV's shape (kvproto `raft_cmdpb`) cut to what matters.
//!
//! A put of one row is `bytes key = 1; bytes value = 2`. A batch of puts is a list of requests:
//! for every row the value in the column family `default` under key and start timestamp, and the
//! write record in the column family `write` under key and commit timestamp, as a transaction of
//! one phase commits them. (TiKV writes keys so that they compare as bytes, 27 for these 19, and
//! moves values of up to 255 bytes into the write record; both are left out.)
//!
//! It knows bytes, not Raft, and nothing of how they travel (`delta`, `codec`).

use crate::mvcc::Command;
use crate::protobuf::{Malformed, Reader, field_bytes, push_bytes, push_varint};
use crate::row::{KEY_BYTES, NUMBER_BYTES, TABLE_ID, key_of, record_key, table_and_row};
use crate::values::{kind_of, push_value};
use model::config::ValueKind;
use model::ids::RequestId;
use model::kinds;

/// Tags of a single put: fields 1 and 2, length-delimited.
pub const KEY_TAG: u8 = 0x0a;
/// `value = 2`.
pub const VALUE_TAG: u8 = 0x12;
/// Tag of a request in a batch: `RaftCmdRequest.requests = 2`.
pub const REQUEST_TAG: u8 = 0x12;
/// `Request.cmd_type = 1` with the value `Put = 3`.
pub const PUT_TYPE: [u8; 2] = [0x08, 0x03];
/// Tag of `Request.put = 4`.
pub const PUT_TAG: u8 = 0x22;
/// Tags of `PutRequest`: `cf = 1; key = 2; value = 3`.
pub const FAMILY_TAG: u8 = 0x0a;
/// `key = 2`.
pub const BATCH_KEY_TAG: u8 = 0x12;
/// `value = 3`.
pub const BATCH_VALUE_TAG: u8 = 0x1a;

/// Unix time in ms at which runs begin: timestamps have the length that they have today.
const EPOCH_MS: u64 = 1_700_000_000_000;
/// Low bits of a timestamp count within its millisecond (TiDB's TSO).
const LOGICAL_BITS: u32 = 18;

kinds! {
    /// A column family.
    pub enum Family {
        /// Values, by key and start timestamp.
        Default,
        /// Write records, by key and commit timestamp.
        Write,
    }
}

impl Family {
    /// Its name, as full commands spell it.
    pub fn name(self) -> &'static [u8] {
        match self {
            Family::Default => b"default",
            Family::Write => b"write",
        }
    }
}

/// One change of one column family, as a batch holds it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mutation<'a> {
    /// Column family.
    pub family: Family,
    /// Table id.
    pub table: u64,
    /// Row number.
    pub row: u64,
    /// Timestamp in its key.
    pub timestamp: u64,
    /// The value.
    pub value: &'a [u8],
}

/// A row that a command writes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Row number.
    pub row: u64,
    /// Id of the write.
    pub write_id: u64,
    /// Length of its value.
    pub value_bytes: u32,
}

/// What a put writes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PutOf {
    /// First row.
    pub row: u64,
    /// Neighbouring rows.
    pub rows: u32,
    /// Id of the write.
    pub write_id: u64,
    /// Length of each value.
    pub value_bytes: u32,
    /// What the values look like.
    pub values: ValueKind,
    /// Milliseconds since the start of the run.
    pub at_ms: u64,
}

/// Encodes a command for the log: a put of one row, or a batch of neighbouring ones.
pub fn encode(put: &PutOf) -> Vec<u8> {
    if put.rows == 1 {
        encode_put(put.row, put.write_id, put.value_bytes, put.values)
    } else {
        encode_batch(put)
    }
}

fn encode_put(row: u64, write_id: u64, length: u32, values: ValueKind) -> Vec<u8> {
    let mut data = Vec::with_capacity(KEY_BYTES + length as usize + 12);
    push_bytes(&mut data, KEY_TAG, &record_key(row));
    data.push(VALUE_TAG);
    push_varint(&mut data, u64::from(length));
    push_value(&mut data, write_id, row, length, values);
    data
}

fn encode_batch(put: &PutOf) -> Vec<u8> {
    let logical = put.write_id % (1 << LOGICAL_BITS);
    let start = ((EPOCH_MS + put.at_ms) << LOGICAL_BITS) + logical;
    // A transaction of one phase commits right after its start timestamp.
    let commit = start + 1;
    let mut record = vec![b'P'];
    push_varint(&mut record, start);
    let each = 2 * KEY_BYTES + put.value_bytes as usize + 80;
    let mut data = Vec::with_capacity(put.rows as usize * each);
    let mut value = Vec::with_capacity(put.value_bytes as usize);
    for row in put.row..put.row + u64::from(put.rows) {
        value.clear();
        push_value(&mut value, put.write_id, row, put.value_bytes, put.values);
        let mut mutation = Mutation {
            family: Family::Default,
            table: TABLE_ID,
            row,
            timestamp: start,
            value: &value,
        };
        push_mutation(&mut data, &mutation);
        mutation.family = Family::Write;
        mutation.timestamp = commit;
        mutation.value = &record;
        push_mutation(&mut data, &mutation);
    }
    data
}

/// Appends one request of a batch.
pub(crate) fn push_mutation(data: &mut Vec<u8>, mutation: &Mutation) {
    let name = mutation.family.name();
    let put_bytes = field_bytes(name.len())
        + field_bytes(KEY_BYTES + NUMBER_BYTES)
        + field_bytes(mutation.value.len());
    data.push(REQUEST_TAG);
    push_varint(data, (PUT_TYPE.len() + field_bytes(put_bytes)) as u64);
    data.extend_from_slice(&PUT_TYPE);
    data.push(PUT_TAG);
    push_varint(data, put_bytes as u64);
    push_bytes(data, FAMILY_TAG, name);
    data.push(BATCH_KEY_TAG);
    data.push((KEY_BYTES + NUMBER_BYTES) as u8);
    data.extend_from_slice(&key_of(mutation.table, mutation.row));
    // Newer versions sort first.
    data.extend_from_slice(&(!mutation.timestamp).to_be_bytes());
    push_bytes(data, BATCH_VALUE_TAG, mutation.value);
}

/// Reads one request of a batch, in exactly the form that [`push_mutation`] writes.
pub(crate) fn read_mutation<'a>(batch: &mut Reader<'a>) -> Result<Mutation<'a>, Malformed> {
    let mut request = batch.nested(REQUEST_TAG)?;
    request.expect(&PUT_TYPE)?;
    let mut put = request.nested(PUT_TAG)?;
    request.end()?;
    let name = put.bytes(FAMILY_TAG)?;
    let named = |family: &Family| family.name() == name;
    let family = Family::ALL.into_iter().find(named).ok_or(Malformed)?;
    let mut key = put.nested(BATCH_KEY_TAG)?;
    let (table, row) = table_and_row(key.take(KEY_BYTES)?)?;
    let timestamp = !key.number()?;
    key.end()?;
    let value = put.bytes(BATCH_VALUE_TAG)?;
    put.end()?;
    Ok(Mutation {
        family,
        table,
        row,
        timestamp,
        value,
    })
}

/// Key and value of a put of one row.
pub fn read_put(data: &[u8]) -> Result<(&[u8], &[u8]), Malformed> {
    let mut put = Reader::new(data);
    let key = put.bytes(KEY_TAG)?;
    let value = put.bytes(VALUE_TAG)?;
    put.end()?;
    Ok((key, value))
}

/// What a put of one row or a batch seems to say by its first row, if the kind of its values can be
/// told: only one whose encoding is the same bytes says it. A put of one row does not say when it
/// was written.
pub(crate) fn put_by_first_row(data: &[u8]) -> Option<PutOf> {
    let mut left = Reader::new(data);
    let (row, at_ms, value) = if left.first() == Some(KEY_TAG) {
        let (key, value) = (left.bytes(KEY_TAG).ok()?, left.bytes(VALUE_TAG).ok()?);
        (table_and_row(key).ok()?.1, 0, value)
    } else {
        let first = read_mutation(&mut left).ok()?;
        read_mutation(&mut left).ok()?;
        let at_ms = (first.timestamp >> LOGICAL_BITS).checked_sub(EPOCH_MS)?;
        (first.row, at_ms, first.value)
    };
    let (write_id, _) = value.split_first_chunk()?;
    // All rows of a batch take as much.
    let of_row = data.len() - left.rest().len();
    Some(PutOf {
        row,
        rows: (data.len() / of_row) as u32,
        write_id: u64::from_be_bytes(*write_id),
        value_bytes: value.len() as u32,
        values: kind_of(value, row)?,
        at_ms,
    })
}

/// The rows that a command of our own writes, in order; anything else is a bug.
pub fn written(data: &[u8]) -> WrittenRows<'_> {
    WrittenRows {
        left: Reader::new(data),
    }
}

/// The put that a command of our own carries.
pub fn request_of(data: &[u8]) -> RequestId {
    if Command::is_one(data) {
        return Command::request_of(data);
    }
    let first = written(data).next();
    first.map_or(RequestId::NONE, |row| RequestId::of_write(row.write_id))
}

/// The rows of a command.
pub struct WrittenRows<'a> {
    left: Reader<'a>,
}

impl Iterator for WrittenRows<'_> {
    type Item = Written;

    fn next(&mut self) -> Option<Written> {
        if self.left.first() == Some(KEY_TAG) {
            let (key, value) = read_put(self.left.rest()).expect("our own put");
            self.left = Reader::new(&[]);
            let (_, row) = table_and_row(key).expect("our own key");
            return Some(written_row(row, value));
        }
        while self.left.first().is_some() {
            let mutation = read_mutation(&mut self.left).expect("our own batch");
            if mutation.family == Family::Default {
                return Some(written_row(mutation.row, mutation.value));
            }
        }
        None
    }
}

fn written_row(row: u64, value: &[u8]) -> Written {
    let (id, _) = value.split_first_chunk().expect("a value holds its id");
    Written {
        row,
        write_id: u64::from_be_bytes(*id),
        value_bytes: value.len() as u32,
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    /// A put of one row, as it stands in a log entry.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Put {
        #[prost(bytes = "vec", tag = "1")]
        key: Vec<u8>,
        #[prost(bytes = "vec", tag = "2")]
        value: Vec<u8>,
    }

    /// kvproto's `RaftCmdRequest`, as far as batches use it.
    #[derive(Clone, PartialEq, prost::Message)]
    struct Batch {
        #[prost(message, repeated, tag = "2")]
        requests: Vec<Request>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct Request {
        #[prost(int32, tag = "1")]
        cmd_type: i32,
        #[prost(message, optional, tag = "4")]
        put: Option<PutRequest>,
    }

    #[derive(Clone, PartialEq, prost::Message)]
    struct PutRequest {
        #[prost(string, tag = "1")]
        cf: String,
        #[prost(bytes = "vec", tag = "2")]
        key: Vec<u8>,
        #[prost(bytes = "vec", tag = "3")]
        value: Vec<u8>,
    }

    fn put_of(row: u64, rows: u32, write_id: u64, value_bytes: u32) -> PutOf {
        PutOf {
            row,
            rows,
            write_id,
            value_bytes,
            values: ValueKind::Digits,
            at_ms: 12_345,
        }
    }

    #[test]
    fn a_put_reads_back_as_it_was_written() {
        for (row, id, length) in [
            (0, 1, 8),
            (5, 77, 64),
            (u64::MAX, u64::MAX, 1000),
            (9, 3, 20_000),
        ] {
            let data = encode(&put_of(row, 1, id, length));
            let rows: Vec<Written> = written(&data).collect();
            let expected = Written {
                row,
                write_id: id,
                value_bytes: length,
            };
            assert_eq!(rows, [expected]);
            assert_eq!(request_of(&data), RequestId::of_write(id));
            let by_prost = Put::decode(&data[..]).expect("our own encoding");
            assert_eq!(by_prost.key, record_key(row));
            assert_eq!(by_prost.value.len(), length as usize);
            assert_eq!(by_prost.encode_to_vec(), data);
        }
    }

    #[test]
    fn a_batch_is_a_command_as_kvproto_writes_it() {
        let data = encode(&put_of(40, 3, 9, 197));
        let batch = Batch::decode(&data[..]).expect("our own encoding");
        assert_eq!(batch.encode_to_vec(), data);
        let puts: Vec<PutRequest> = batch.requests.into_iter().filter_map(|r| r.put).collect();
        let families: Vec<&str> = puts.iter().map(|put| put.cf.as_str()).collect();
        assert_eq!(families, ["default", "write"].repeat(3));
        for (place, put) in puts.iter().enumerate() {
            assert_eq!(put.key[..KEY_BYTES], record_key(40 + place as u64 / 2));
        }
        let rows: Vec<(u64, u64)> = written(&data).map(|w| (w.row, w.write_id)).collect();
        assert_eq!(rows, [(40, 9), (41, 9), (42, 9)]);
        assert_eq!(request_of(&data), RequestId(9));
    }

    #[test]
    fn values_have_their_length_and_look_like_their_kind() {
        for length in [8, 9, 20, 197, 1000] {
            for values in [
                ValueKind::Line,
                ValueKind::Digits,
                ValueKind::Words,
                ValueKind::Random,
            ] {
                let put = PutOf {
                    values,
                    ..put_of(1, 1, 5, length)
                };
                let data = encode(&put);
                let (_, value) = read_put(&data).expect("our own put");
                assert_eq!(value.len(), length as usize);
            }
        }
        let data = encode(&put_of(1, 1, 5, 40));
        let (_, value) = read_put(&data).expect("our own put");
        assert_eq!(value[8 + 11], b'-');
        assert!(value[8..8 + 11].iter().all(u8::is_ascii_digit));
    }
}
