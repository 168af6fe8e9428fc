//! An entry's command in both forms, as bytes with the field that each belongs to: for whoever
//! wants to look at them side by side. Nothing here takes part in a run.

use super::AnyCluster;
use crate::message::codec;
use crate::replica::Replica;
use kv::command::{
    BATCH_KEY_TAG, BATCH_VALUE_TAG, FAMILY_TAG, KEY_TAG, PUT_TAG, PUT_TYPE, REQUEST_TAG, VALUE_TAG,
    read_put,
};
use kv::delta;
use kv::protobuf::{Malformed, Reader};
use kv::row::{KEY_BYTES, PREFIX_BYTES};
use model::command::{Field, Span};
use model::ids::RangeId;

/// One form of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its fields in order; each byte is in one of them.
    pub spans: Vec<Span>,
    /// Its length when LZ4 compresses it alone.
    pub compressed_bytes: u32,
}

/// An entry's command as it stands in the log, and as delta encoding sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encodings {
    /// In the log.
    pub full: Form,
    /// On the wire.
    pub encoded: Form,
}

impl AnyCluster {
    /// Both forms of the command at a log index; `None` if no replica of the range holds a put
    /// there.
    pub fn encodings(&self, range: RangeId, index: u64) -> Option<Encodings> {
        let mut storages = self.existing(range).map(Replica::storage);
        storages.find_map(|storage| encodings_of(&storage.command(index)?))
    }
}

fn encodings_of(data: &[u8]) -> Option<Encodings> {
    let full = form_of(data.to_vec(), full_fields(data).ok()?);
    let data = delta::encode(data, delta::Times::Differences);
    let fields = encoded_fields(&data).ok()?;
    let encoded = form_of(data.clone(), fields);
    Some(Encodings { full, encoded })
}

/// A field and where it stands.
type Place = (Field, usize, usize);

/// Makes spans of the fields that say something; all between them is shape.
fn form_of(bytes: Vec<u8>, fields: Vec<Place>) -> Form {
    let mut spans = Vec::with_capacity(2 * fields.len());
    let mut push = |field, start: usize, end: usize| {
        if start < end {
            let (start, length) = (start as u32, (end - start) as u32);
            spans.push(Span {
                field,
                start,
                length,
            });
        }
    };
    let mut at = 0;
    for (field, start, end) in fields {
        push(Field::Shape, at, start);
        push(field, start, end);
        at = end;
    }
    push(Field::Shape, at, bytes.len());
    let compressed_bytes = codec::compressed_bytes(&bytes);
    Form {
        bytes,
        spans,
        compressed_bytes,
    }
}

/// Notes where in `all` the fields stand.
struct Places<'a> {
    all: &'a [u8],
    places: Vec<Place>,
}

impl Places<'_> {
    /// `part` is a part of `all`.
    fn add(&mut self, field: Field, part: &[u8]) {
        let start = part.as_ptr() as usize - self.all.as_ptr() as usize;
        self.places.push((field, start, start + part.len()));
    }
}

fn full_fields(data: &[u8]) -> Result<Vec<Place>, Malformed> {
    let places = Vec::new();
    let mut found = Places { all: data, places };
    if data.first() == Some(&KEY_TAG) {
        let (key, value) = read_put(data)?;
        let (prefix, row) = key.split_at_checked(PREFIX_BYTES).ok_or(Malformed)?;
        found.add(Field::Prefix, prefix);
        found.add(Field::Row, row);
        found.add(Field::Value, value);
        return Ok(found.places);
    }
    let mut batch = Reader::new(data);
    while batch.first().is_some() {
        let mut put = put_of(&mut batch)?;
        found.add(Field::Family, put.bytes(FAMILY_TAG)?);
        let mut key = put.nested(BATCH_KEY_TAG)?;
        found.add(Field::Prefix, key.take(PREFIX_BYTES)?);
        found.add(Field::Row, key.take(KEY_BYTES - PREFIX_BYTES)?);
        found.add(Field::Timestamp, key.rest());
        found.add(Field::Value, put.bytes(BATCH_VALUE_TAG)?);
    }
    Ok(found.places)
}

fn encoded_fields(data: &[u8]) -> Result<Vec<Place>, Malformed> {
    let places = Vec::new();
    let mut found = Places { all: data, places };
    let mut command = Reader::new(data);
    found.add(Field::Form, command.take(1)?);
    let before = command.rest();
    command.varint()?;
    let table_bytes = before.len() - command.rest().len();
    found.add(Field::Prefix, &before[..table_bytes]);
    if command.first() == Some(KEY_TAG) {
        found.add(Field::Row, command.bytes(KEY_TAG)?);
        found.add(Field::Value, command.bytes(VALUE_TAG)?);
        return Ok(found.places);
    }
    while command.first().is_some() {
        let mut put = put_of(&mut command)?;
        if put.has(delta::FAMILY_TAG) {
            found.add(Field::Family, put.take(1)?);
        }
        found.add(Field::Row, put.bytes(BATCH_KEY_TAG)?);
        found.add(Field::Value, put.bytes(BATCH_VALUE_TAG)?);
        if put.has(delta::TIMESTAMP_TAG) {
            found.add(Field::Timestamp, put.rest());
        }
    }
    Ok(found.places)
}

/// The put of a batch's next request.
fn put_of<'a>(batch: &mut Reader<'a>) -> Result<Reader<'a>, Malformed> {
    let mut request = batch.nested(REQUEST_TAG)?;
    request.expect(&PUT_TYPE)?;
    request.nested(PUT_TAG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kv::command::{self, PutOf};
    use model::config::ValueKind;

    fn encodings(rows: u32) -> Encodings {
        let data = command::encode(&PutOf {
            row: 5,
            rows,
            write_id: 3,
            value_bytes: 197,
            values: ValueKind::Digits,
            at_ms: 7,
        });
        encodings_of(&data).expect("a put")
    }

    fn bytes_of(form: &Form, field: Field) -> u32 {
        let spans = form.spans.iter().filter(|span| span.field == field);
        spans.map(|span| span.length).sum()
    }

    #[test]
    fn every_byte_belongs_to_one_field() {
        for rows in [1, 2, 10] {
            let both = encodings(rows);
            for form in [&both.full, &both.encoded] {
                let mut at = 0;
                for span in &form.spans {
                    assert_eq!(span.start, at);
                    at += span.length;
                }
                assert_eq!(at as usize, form.bytes.len());
            }
        }
    }

    #[test]
    fn what_delta_encoding_takes_off_is_prefix_names_and_timestamps() {
        let both = encodings(10);
        let of = |field| (bytes_of(&both.full, field), bytes_of(&both.encoded, field));
        assert_eq!(of(Field::Prefix), (220, 1));
        assert_eq!(of(Field::Family), (10 * (7 + 5), 10));
        assert_eq!(of(Field::Timestamp), (160, 9 + 19));
        assert_eq!(of(Field::Row), (160, 160));
        let (full, encoded) = of(Field::Value);
        assert_eq!(full, encoded);
    }
}
