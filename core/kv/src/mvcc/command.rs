//! What a log entry says to the versions of a range, and how it is spelled: protobuf in the shape
//! of kvproto's transaction requests. The first byte tells it from a put without a timestamp.

use crate::protobuf::{Malformed, Reader, field_bytes, push_bytes, push_varint};
use crate::row::{KEY_BYTES, RowState, record_key, table_and_row};
use crate::values::push_value;
use model::config::ValueKind;
use model::ids::RequestId;
use model::timestamp::Timestamp;

/// Tag of the head: a message of numbers.
pub(super) const HEAD_TAG: u8 = 0x1a;
/// Tag of a row's key.
const KEY_TAG: u8 = 0x0a;
/// Tag of its value; rows of commands that write none have none.
const VALUE_TAG: u8 = 0x12;

/// A command for the rows of one range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The client's request that it serves; the write id of what it writes.
    pub request: RequestId,
    /// The transaction: its start.
    pub start_ts: Timestamp,
    /// The row whose lock decides for all.
    pub primary: u64,
    /// What is to be done.
    pub step: Step,
    /// Rows with the length of what is written there, 0 where nothing is.
    pub rows: Vec<(u64, u32)>,
}

/// What is to be done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Write with the start as the commit timestamp, without locks: a put under hybrid time.
    Put,
    /// Lock the rows, unless another lock or a later version is there; all of them or none.
    Prewrite {
        /// When the locks may be taken for left over.
        expires_ts: Timestamp,
    },
    /// Make the locked values versions.
    Commit {
        /// From when on they are to be seen.
        commit_ts: Timestamp,
    },
    /// Take the locks away and see to it that none comes.
    Rollback,
    /// Say what became of the transaction whose primary row is here; roll it back if it is dead.
    Check {
        /// The present, as the asker knows it.
        now_ts: Timestamp,
        /// Whether the lock that the asker met has expired.
        met_expired: bool,
    },
    /// Do with all locks of the transaction in this range what its primary says.
    Resolve {
        /// Its commit timestamp; 0 = it was rolled back.
        commit_ts: Timestamp,
    },
}

impl Step {
    /// Number of its kind, and its own number.
    fn numbers(self) -> (u64, u64) {
        match self {
            Step::Put => (1, 0),
            Step::Prewrite { expires_ts } => (2, expires_ts),
            Step::Commit { commit_ts } => (3, commit_ts),
            Step::Rollback => (4, 0),
            Step::Check {
                now_ts,
                met_expired,
            } => (5 + u64::from(met_expired), now_ts),
            Step::Resolve { commit_ts } => (7, commit_ts),
        }
    }

    fn of(kind: u64, number: u64) -> Result<Step, Malformed> {
        Ok(match kind {
            1 => Step::Put,
            2 => Step::Prewrite { expires_ts: number },
            3 => Step::Commit { commit_ts: number },
            4 => Step::Rollback,
            5 | 6 => Step::Check {
                now_ts: number,
                met_expired: kind == 6,
            },
            7 => Step::Resolve { commit_ts: number },
            _ => return Err(Malformed),
        })
    }

    fn writes(self) -> bool {
        matches!(self, Step::Put | Step::Prewrite { .. })
    }
}

impl Command {
    /// What it writes into a row.
    pub fn row(&self, value_bytes: u32) -> RowState {
        RowState {
            write_id: self.request.write_id(),
            value_bytes,
        }
    }

    /// The rows that must be in the range for it; a command for all locks of a range names none.
    pub fn keys(&self) -> impl Iterator<Item = u64> {
        let primary = matches!(self.step, Step::Check { .. }).then_some(self.primary);
        primary
            .into_iter()
            .chain(self.rows.iter().map(|(key, _)| *key))
    }

    /// Its bytes.
    pub fn encode(&self, values: ValueKind) -> Vec<u8> {
        let mut head = Vec::with_capacity(48);
        for word in self.head() {
            push_varint(&mut head, word);
        }
        let mut data = Vec::with_capacity(64 + self.rows.len() * (KEY_BYTES + 4));
        push_bytes(&mut data, HEAD_TAG, &head);
        let mut value = Vec::new();
        for &(key, value_bytes) in &self.rows {
            push_bytes(&mut data, KEY_TAG, &record_key(key));
            if self.step.writes() {
                value.clear();
                push_value(
                    &mut value,
                    self.request.write_id(),
                    key,
                    value_bytes,
                    values,
                );
                push_bytes(&mut data, VALUE_TAG, &value);
            }
        }
        data
    }

    /// Length of its bytes, without building them.
    pub fn wire_bytes(&self) -> u32 {
        let varint = |word: u64| prost::encoding::encoded_len_varint(word);
        let head: usize = self.head().into_iter().map(varint).sum();
        let row = |(_, value_bytes): &(u64, u32)| {
            let value = self
                .step
                .writes()
                .then(|| field_bytes(*value_bytes as usize));
            field_bytes(KEY_BYTES) + value.unwrap_or(0)
        };
        (field_bytes(head) + self.rows.iter().map(row).sum::<usize>()) as u32
    }

    /// The numbers of its head.
    fn head(&self) -> [u64; 5] {
        let (kind, number) = self.step.numbers();
        [kind, self.request.0, self.start_ts, number, self.primary]
    }

    /// Whether an entry's data is such a command.
    pub fn is_one(data: &[u8]) -> bool {
        data.first() == Some(&HEAD_TAG)
    }

    /// Reads a command of our own; anything else is a bug.
    pub fn decode(data: &[u8]) -> Command {
        Command::read(data).expect("our own encoding")
    }

    fn read(data: &[u8]) -> Result<Command, Malformed> {
        let mut left = Reader::new(data);
        let mut head = left.nested(HEAD_TAG)?;
        let kind = head.varint()?;
        let (request, start_ts) = (RequestId(head.varint()?), head.varint()?);
        let (number, primary) = (head.varint()?, head.varint()?);
        head.end()?;
        let step = Step::of(kind, number)?;
        let mut rows = Vec::new();
        while left.first().is_some() {
            let (_, key) = table_and_row(left.bytes(KEY_TAG)?)?;
            let value_bytes = if step.writes() {
                left.bytes(VALUE_TAG)?.len() as u32
            } else {
                0
            };
            rows.push((key, value_bytes));
        }
        Ok(Command {
            request,
            start_ts,
            primary,
            step,
            rows,
        })
    }

    /// The first row that a command's bytes bring a value for, and that value.
    pub(crate) fn first_value(data: &[u8]) -> Option<(u64, &[u8])> {
        let mut left = Reader::new(data);
        left.nested(HEAD_TAG).ok()?;
        let (_, row) = table_and_row(left.bytes(KEY_TAG).ok()?).ok()?;
        Some((row, left.bytes(VALUE_TAG).ok()?))
    }

    /// The request of a command's bytes, without reading its rows.
    pub fn request_of(data: &[u8]) -> RequestId {
        let mut left = Reader::new(data);
        let head = left.nested(HEAD_TAG).and_then(|mut head| {
            head.varint()?;
            head.varint()
        });
        head.map_or(RequestId::NONE, RequestId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_reads_back_as_it_was_written() {
        let steps = [
            Step::Put,
            Step::Prewrite { expires_ts: 900 },
            Step::Commit { commit_ts: 17 },
            Step::Rollback,
            Step::Check {
                now_ts: 5,
                met_expired: false,
            },
            Step::Check {
                now_ts: 6,
                met_expired: true,
            },
            Step::Resolve { commit_ts: 0 },
        ];
        for step in steps {
            let value_bytes = if step.writes() { 64 } else { 0 };
            let command = Command {
                request: RequestId(77),
                start_ts: 1 << 40,
                primary: 12,
                step,
                rows: vec![(12, value_bytes), (900, value_bytes)],
            };
            let data = command.encode(ValueKind::Line);
            assert!(Command::is_one(&data));
            assert_eq!(Command::decode(&data), command);
            assert_eq!(Command::request_of(&data), RequestId(77));
            assert_eq!(command.wire_bytes() as usize, data.len());
        }
    }

    #[test]
    fn bytes_that_no_command_wrote_are_malformed() {
        let command = Command {
            request: RequestId(1),
            start_ts: 2,
            primary: 3,
            step: Step::Rollback,
            rows: vec![(3, 0)],
        };
        let data = command.encode(ValueKind::Line);
        for length in 0..data.len() {
            let cut = Command::read(&data[..length]);
            // Without its rows it is a command too, only not this one.
            assert_ne!(cut, Ok(command.clone()));
        }
    }
}
