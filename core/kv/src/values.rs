//! What written values look like: the id of the write, then filler of a kind. The bytes are a
//! function of id, row and kind, so nobody has to keep them.

use model::config::ValueKind;

/// Shortest value: the write id.
pub const VALUE_BYTES_MIN: u32 = 8;

/// Common words of documents and logs.
const WORDS: [&str; 64] = [
    "account",
    "address",
    "after",
    "again",
    "amount",
    "and",
    "answer",
    "are",
    "article",
    "because",
    "before",
    "begin",
    "between",
    "blue",
    "build",
    "but",
    "change",
    "city",
    "client",
    "country",
    "created",
    "customer",
    "date",
    "day",
    "deliver",
    "description",
    "email",
    "error",
    "example",
    "false",
    "first",
    "for",
    "from",
    "have",
    "house",
    "large",
    "message",
    "name",
    "night",
    "not",
    "number",
    "order",
    "other",
    "payment",
    "people",
    "price",
    "product",
    "quantity",
    "received",
    "second",
    "sent",
    "server",
    "small",
    "state",
    "status",
    "street",
    "that",
    "the",
    "time",
    "true",
    "updated",
    "user",
    "with",
    "world",
];

/// Appends a value: the write id, then filler that depends on id, row and kind.
pub(crate) fn push_value(
    value: &mut Vec<u8>,
    write_id: u64,
    row: u64,
    length: u32,
    values: ValueKind,
) {
    assert!(length >= VALUE_BYTES_MIN);
    let end = value.len() + length as usize;
    value.extend_from_slice(&write_id.to_be_bytes());
    match values {
        ValueKind::Line => push_line(value, write_id, end),
        ValueKind::Digits => push_digits(value, sim::mix(write_id, row), end),
        ValueKind::Words => push_words(value, sim::mix(write_id, row), end),
        ValueKind::Random => push_random(value, sim::mix(write_id, row), end),
    }
}

/// Enough of a value to tell its kind: no two kinds begin alike.
const TELLING_BYTES: usize = 48;

/// The kind of a value in its row, as far as its beginning tells; none where no kind begins so.
pub(crate) fn kind_of(value: &[u8], row: u64) -> Option<ValueKind> {
    let (id, _) = value.split_first_chunk()?;
    let begin = &value[..value.len().min(TELLING_BYTES)];
    let mut tried = Vec::with_capacity(2 * TELLING_BYTES);
    ValueKind::ALL.into_iter().find(|kind| {
        tried.clear();
        let write_id = u64::from_be_bytes(*id);
        push_value(&mut tried, write_id, row, begin.len() as u32, *kind);
        tried == begin
    })
}

fn push_line(value: &mut Vec<u8>, write_id: u64, end: usize) {
    const FILLER: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz012345";
    let mut from = (write_id % 32) as usize;
    while value.len() < end {
        let part = (end - value.len()).min(32 - from);
        value.extend_from_slice(&FILLER[from..from + part]);
        from = 0;
    }
}

/// Digits as sysbench fills its columns: groups of eleven, joined by a dash.
fn push_digits(value: &mut Vec<u8>, seed: u64, end: usize) {
    let mut group = 0;
    while value.len() < end {
        let digits = digits_of(sim::mix(seed, group));
        group += 1;
        value.extend_from_slice(&digits[..digits.len().min(end - value.len())]);
    }
}

/// The last eleven digits of a number, the last of all first, and a dash.
fn digits_of(number: u64) -> [u8; 12] {
    const EIGHT: u64 = 100_000_000;
    let mut digits = [b'-'; 12];
    // In parts of 32 bits, which WebAssembly divides by a multiplication, and two digits at a time.
    let mut left = (number % EIGHT) as u32;
    for pair in digits[..8].as_chunks_mut().0 {
        *pair = PAIRS[(left % 100) as usize];
        left /= 100;
    }
    let left = (number / EIGHT % 1_000) as u32;
    let [last, before] = PAIRS[(left % 100) as usize];
    digits[8..11].copy_from_slice(&[last, before, b'0' + (left / 100) as u8]);
    digits
}

/// The digits of each number below a hundred, the last one first.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number % 10) as u8, b'0' + (number / 10) as u8];
        number += 1;
    }
    pairs
};

/// Text of common words, as in documents and logs.
fn push_words(value: &mut Vec<u8>, seed: u64, end: usize) {
    let mut count = 0;
    while value.len() < end {
        let word = WORDS[(sim::mix(seed, count) % WORDS.len() as u64) as usize];
        count += 1;
        value.extend_from_slice(word.as_bytes());
        value.push(b' ');
    }
    value.truncate(end);
}

/// Bytes without any pattern: what is encrypted or compressed already.
fn push_random(value: &mut Vec<u8>, seed: u64, end: usize) {
    let mut count = 0;
    while value.len() < end {
        value.extend_from_slice(&sim::mix(seed, count).to_le_bytes());
        count += 1;
    }
    value.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_the_last_eleven_from_the_end() {
        assert_eq!(&digits_of(12_345_678_901_234), b"43210987654-");
        assert_eq!(&digits_of(7), b"70000000000-");
    }

    #[test]
    fn a_value_tells_its_kind_by_its_beginning() {
        for kind in ValueKind::ALL {
            let mut value = Vec::new();
            push_value(&mut value, 77, 5, 300, kind);
            assert_eq!(kind_of(&value, 5), Some(kind));
            value[20] = 0;
            assert_eq!(kind_of(&value, 5), None);
        }
    }
}
