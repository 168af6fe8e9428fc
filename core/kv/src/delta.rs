//! Delta encoding of commands: what a range's keys have in common is left out, column families are
//! numbers, and a timestamp is the difference from the one before it.
//!
//! The encoded form keeps the full one's protobuf shape, so it saves what is named above and
//! nothing else. Its first byte says how it was made, the table's id follows once; then, as full:
//! `key` is the row number alone (8 bytes), `cf` an integer, and `ts = 4` a zigzag varint.
//! Timestamps may also stay as they are, eight bytes at the end of each key, as full.
//! Each command stands for itself: whoever decodes it needs neither the range's bounds, which a
//! split changes, nor any command before it.
//!
//! Every sequence of bytes has an encoding, commands of no known form as they are. The decoder
//! takes anything: what no encoder wrote is [`Malformed`].

use crate::command::{
    self, BATCH_KEY_TAG, BATCH_VALUE_TAG, Family, KEY_TAG, Mutation, PUT_TAG, PUT_TYPE,
    REQUEST_TAG, VALUE_TAG,
};
use crate::protobuf::{Malformed, Reader, field_bytes, push_bytes, push_varint};
use crate::row::{KEY_BYTES, key_of, table_and_row};

/// First byte: the command follows as it is.
const AS_IT_IS: u8 = 0;
/// First byte: a put of one row.
const PUT: u8 = 1;
/// First byte: a batch of puts.
const BATCH: u8 = 2;
/// First byte: a batch of puts whose timestamps stay as they are.
const BATCH_OF_FULL_TIMES: u8 = 3;
/// Tag of a column family as a number; the family 0 is left out, as proto3 does.
pub const FAMILY_TAG: u8 = 0x08;
/// Tag of the difference from the timestamp before; a difference of 0 is left out.
pub const TIMESTAMP_TAG: u8 = 0x20;

/// What becomes of timestamps.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Times {
    /// Each is the difference from the one before.
    Differences,
    /// Eight bytes each.
    Full,
}

impl Times {
    fn form(self) -> u8 {
        match self {
            Times::Differences => BATCH,
            Times::Full => BATCH_OF_FULL_TIMES,
        }
    }
}

/// Encodes a command.
pub fn encode(data: &[u8], times: Times) -> Vec<u8> {
    let mut encoded = Vec::with_capacity(data.len() + 1);
    let done = match data.first() {
        Some(&KEY_TAG) => encode_put(data, &mut encoded),
        Some(&REQUEST_TAG) => encode_batch(data, times, &mut encoded),
        _ => Err(Malformed),
    };
    if done.is_err() {
        encoded.clear();
        encoded.push(AS_IT_IS);
        encoded.extend_from_slice(data);
    }
    encoded
}

/// Decodes what [`encode`] made.
///
/// # Errors
///
/// When no encoder made these bytes.
pub fn decode(encoded: &[u8]) -> Result<Vec<u8>, Malformed> {
    let (&form, rest) = encoded.split_first().ok_or(Malformed)?;
    match form {
        AS_IT_IS => Ok(rest.to_vec()),
        PUT => decode_put(rest),
        BATCH => decode_batch(rest, Times::Differences),
        BATCH_OF_FULL_TIMES => decode_batch(rest, Times::Full),
        _ => Err(Malformed),
    }
}

fn encode_put(data: &[u8], encoded: &mut Vec<u8>) -> Result<(), Malformed> {
    let (key, value) = command::read_put(data)?;
    let (table, row) = table_and_row(key)?;
    encoded.push(PUT);
    push_varint(encoded, table);
    push_bytes(encoded, KEY_TAG, &row.to_be_bytes());
    push_bytes(encoded, VALUE_TAG, value);
    Ok(())
}

fn decode_put(encoded: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut put = Reader::new(encoded);
    let table = put.varint()?;
    let mut key = put.nested(KEY_TAG)?;
    let row = key.number()?;
    key.end()?;
    let value = put.bytes(VALUE_TAG)?;
    put.end()?;
    let mut data = Vec::with_capacity(encoded.len() + KEY_BYTES);
    push_bytes(&mut data, KEY_TAG, &key_of(table, row));
    push_bytes(&mut data, VALUE_TAG, value);
    Ok(data)
}

fn encode_batch(data: &[u8], times: Times, encoded: &mut Vec<u8>) -> Result<(), Malformed> {
    let mut batch = Reader::new(data);
    let (mut table, mut timestamp) = (None, 0);
    while batch.first().is_some() {
        let mutation = command::read_mutation(&mut batch)?;
        match table {
            None => {
                encoded.push(times.form());
                push_varint(encoded, mutation.table);
                table = Some(mutation.table);
            }
            // One range is of one table; whatever is not stays as it is.
            Some(table) if table != mutation.table => return Err(Malformed),
            Some(_) => {}
        }
        push_mutation(encoded, &mutation, times, timestamp);
        timestamp = mutation.timestamp;
    }
    Ok(())
}

fn push_mutation(encoded: &mut Vec<u8>, mutation: &Mutation, times: Times, before: u64) {
    let family = u64::from(mutation.family == Family::Write);
    let mut key = mutation.row.to_be_bytes().to_vec();
    let difference = match times {
        Times::Differences => zigzag(mutation.timestamp.wrapping_sub(before)),
        Times::Full => {
            key.extend_from_slice(&(!mutation.timestamp).to_be_bytes());
            0
        }
    };
    let put_bytes = number_field_bytes(family)
        + field_bytes(key.len())
        + field_bytes(mutation.value.len())
        + number_field_bytes(difference);
    encoded.push(REQUEST_TAG);
    push_varint(encoded, (PUT_TYPE.len() + field_bytes(put_bytes)) as u64);
    encoded.extend_from_slice(&PUT_TYPE);
    encoded.push(PUT_TAG);
    push_varint(encoded, put_bytes as u64);
    push_number(encoded, FAMILY_TAG, family);
    push_bytes(encoded, BATCH_KEY_TAG, &key);
    push_bytes(encoded, BATCH_VALUE_TAG, mutation.value);
    push_number(encoded, TIMESTAMP_TAG, difference);
}

fn decode_batch(encoded: &[u8], times: Times) -> Result<Vec<u8>, Malformed> {
    let mut batch = Reader::new(encoded);
    let table = batch.varint()?;
    let mut data = Vec::with_capacity(encoded.len() + encoded.len() / 4);
    let mut timestamp = 0;
    while batch.first().is_some() {
        let mutation = read_mutation(&mut batch, table, times, timestamp)?;
        timestamp = mutation.timestamp;
        command::push_mutation(&mut data, &mutation);
    }
    // A command without a request has no table to say.
    if data.is_empty() {
        return Err(Malformed);
    }
    Ok(data)
}

fn read_mutation<'a>(
    batch: &mut Reader<'a>,
    table: u64,
    times: Times,
    before: u64,
) -> Result<Mutation<'a>, Malformed> {
    let mut request = batch.nested(REQUEST_TAG)?;
    request.expect(&PUT_TYPE)?;
    let mut put = request.nested(PUT_TAG)?;
    request.end()?;
    let family = read_number(&mut put, FAMILY_TAG)?;
    let family = usize::try_from(family).map_err(|_| Malformed)?;
    let family = *Family::ALL.get(family).ok_or(Malformed)?;
    let mut key = put.nested(BATCH_KEY_TAG)?;
    let row = key.number()?;
    let full = match times {
        Times::Differences => None,
        Times::Full => Some(!key.number()?),
    };
    key.end()?;
    let value = put.bytes(BATCH_VALUE_TAG)?;
    let timestamp = match full {
        Some(timestamp) => timestamp,
        None => before.wrapping_add(unzigzag(read_number(&mut put, TIMESTAMP_TAG)?)),
    };
    put.end()?;
    Ok(Mutation {
        family,
        table,
        row,
        timestamp,
        value,
    })
}

/// A number field; 0 is left out.
fn push_number(encoded: &mut Vec<u8>, tag: u8, number: u64) {
    if number != 0 {
        encoded.push(tag);
        push_varint(encoded, number);
    }
}

fn read_number(put: &mut Reader, tag: u8) -> Result<u64, Malformed> {
    if !put.has(tag) {
        return Ok(0);
    }
    let number = put.varint()?;
    (number != 0).then_some(number).ok_or(Malformed)
}

fn number_field_bytes(number: u64) -> usize {
    if number == 0 {
        0
    } else {
        1 + prost::encoding::encoded_len_varint(number)
    }
}

/// A signed difference as a number that is small when the difference is (protobuf's `sint64`).
fn zigzag(difference: u64) -> u64 {
    (difference << 1) ^ ((difference as i64 >> 63) as u64)
}

fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;
    use crate::command::PutOf;
    use model::config::ValueKind;

    const KINDS: [ValueKind; 4] = [
        ValueKind::Line,
        ValueKind::Digits,
        ValueKind::Words,
        ValueKind::Random,
    ];

    /// A command as the store proposes it.
    fn command(stream: &mut Stream) -> Vec<u8> {
        command::encode(&PutOf {
            row: stream.next() >> stream.below(64),
            rows: 1 + stream.below(12) as u32,
            write_id: stream.next() >> stream.below(64),
            value_bytes: 8 + stream.below(600) as u32,
            values: KINDS[stream.below(4) as usize],
            at_ms: stream.below(1 << 30),
        })
    }

    /// A batch with any families, rows and timestamps.
    fn any_batch(stream: &mut Stream) -> Vec<u8> {
        let value = vec![stream.next() as u8; stream.below(40) as usize];
        let mut data = Vec::new();
        for _ in 0..=stream.below(7) {
            let mutation = Mutation {
                family: Family::ALL[stream.below(2) as usize],
                table: 81 + stream.below(10) / 9,
                row: stream.next() >> stream.below(64),
                timestamp: stream.next() >> stream.below(64),
                value: &value,
            };
            command::push_mutation(&mut data, &mutation);
        }
        data
    }

    fn mutated(bytes: &[u8], stream: &mut Stream) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=stream.below(3) {
            if bytes.is_empty() {
                return bytes;
            }
            let at = stream.below(bytes.len() as u64) as usize;
            match stream.below(4) {
                0 => bytes[at] ^= 1 << stream.below(8),
                1 => bytes.truncate(at),
                2 => bytes.insert(at, stream.next() as u8),
                _ => drop(bytes.remove(at)),
            }
        }
        bytes
    }

    #[test]
    fn whatever_is_encoded_is_decoded_to_itself() {
        let mut stream = Stream::fork(1, "delta", 0);
        for _ in 0..3_000 {
            for data in [command(&mut stream), any_batch(&mut stream)] {
                for times in [Times::Differences, Times::Full] {
                    assert_eq!(decode(&encode(&data, times)), Ok(data.clone()));
                    let hostile = mutated(&data, &mut stream);
                    assert_eq!(decode(&encode(&hostile, times)), Ok(hostile));
                }
            }
        }
        assert_eq!(decode(&encode(&[], Times::Full)), Ok(Vec::new()));
    }

    #[test]
    fn hostile_bytes_are_refused_or_decoded_and_never_panic() {
        let mut stream = Stream::fork(2, "delta", 0);
        let mut refused = 0;
        for _ in 0..5_000 {
            let data = command(&mut stream);
            let times = [Times::Differences, Times::Full][stream.below(2) as usize];
            let encoded = encode(&data, times);
            refused += u32::from(decode(&mutated(&encoded, &mut stream)).is_err());
            let noise: Vec<u8> = (0..stream.below(60)).map(|_| stream.next() as u8).collect();
            let _ = decode(&noise);
            let _ = decode(&[&[BATCH][..], &noise].concat());
            let _ = decode(&[&[BATCH_OF_FULL_TIMES][..], &noise].concat());
        }
        assert!(refused > 1_000, "{refused} of 5,000 were refused");
        assert_eq!(decode(&[]), Err(Malformed));
        assert_eq!(decode(&[BATCH]), Err(Malformed));
        assert_eq!(decode(&[BATCH, 81]), Err(Malformed));
        assert_eq!(decode(&[9, 1, 2]), Err(Malformed));
    }

    #[test]
    fn a_batch_loses_prefix_names_and_timestamps_and_a_put_its_prefix() {
        let mut put = PutOf {
            row: 7,
            rows: 10,
            write_id: 3,
            value_bytes: 197,
            values: ValueKind::Digits,
            at_ms: 5,
        };
        let full = command::encode(&put);
        let encoded = encode(&full, Times::Differences);
        // Of each row: prefixes (2 x 11), names with their tags (9 + 7), timestamps (2 x 8) less
        // their differences (2 x 2), and the number of the second family (2). The first difference
        // is from zero (8 bytes more); form and table take one byte each.
        let row = 22 + 16 + 16 - 4 - 2;
        assert_eq!(full.len() - encoded.len(), 10 * row - 8 - 2);
        // With timestamps as they are: prefixes and names alone. The longest of the lengths that
        // stand before all this take one byte less in some forms.
        let encoded = encode(&full, Times::Full);
        assert_eq!(full.len() - encoded.len(), 10 * (22 + 16 - 2) - 2);
        put.rows = 1;
        let full = command::encode(&put);
        let encoded = encode(&full, Times::Differences);
        assert_eq!(full.len() - encoded.len(), 11 - 2);
    }

    #[test]
    fn what_is_no_put_stays_as_it_is() {
        for data in [&b"split"[..], &[0x0a, 1], &[0x12, 3, 1, 2, 3], &[]] {
            let encoded = encode(data, Times::Differences);
            assert_eq!(encoded, [&[AS_IT_IS], data].concat());
        }
    }
}
