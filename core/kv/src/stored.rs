//! A command as a log stores it. The bytes of a written value follow from its write, its row and
//! its kind (`values`), so of a long command what it says is enough: a log of a thousand writes of
//! 16 KiB takes some 100 KB instead of 16 MB, in every replica and in every copy of the memory.
//! Lossless: what does not spell the same bytes again is stored as it is.

use crate::command::{self, PutOf};
use crate::mvcc::Command;
use crate::values;
use model::config::ValueKind;
use model::ids::RequestId;

/// Shorter commands are stored as they are: to spell them again would take longer than a copy.
const WHOLE_BYTES_MAX: usize = 256;

/// A command in few bytes.
#[derive(Clone, Debug)]
pub enum StoredCommand {
    /// A put of one row, or of neighbouring ones.
    Put(PutOf),
    /// A command of versions and locks.
    Versions(Box<(Command, ValueKind)>),
    /// Its bytes.
    Whole(Vec<u8>),
}

impl StoredCommand {
    /// Takes few bytes from now on, if it is long and they say the same.
    pub fn shorten(&mut self) {
        let StoredCommand::Whole(data) = self else {
            return;
        };
        if data.len() <= WHOLE_BYTES_MAX {
            return;
        }
        if let Some(short) = StoredCommand::said_by(data)
            && short.bytes() == *data
        {
            *self = short;
        }
    }

    /// The bytes that it was.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            StoredCommand::Put(put) => command::encode(put),
            StoredCommand::Versions(said) => said.0.encode(said.1),
            StoredCommand::Whole(data) => data.clone(),
        }
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        matches!(self, StoredCommand::Whole(data) if data.is_empty())
    }

    /// The client's request that it serves.
    pub fn request(&self) -> RequestId {
        match self {
            StoredCommand::Put(put) => RequestId::of_write(put.write_id),
            StoredCommand::Versions(said) => said.0.request,
            StoredCommand::Whole(data) => command::request_of(data),
        }
    }

    /// What a command says, if the kind of its values can be told.
    fn said_by(data: &[u8]) -> Option<Self> {
        if Command::is_one(data) {
            let said = Command::decode(data);
            let (row, value) = Command::first_value(data)?;
            let values = values::kind_of(value, row)?;
            return Some(StoredCommand::Versions(Box::new((said, values))));
        }
        command::put_by_first_row(data).map(StoredCommand::Put)
    }
}

#[cfg(test)]
mod tests {
    use sim::Stream;

    use super::*;
    use crate::mvcc::Step;

    const KINDS: [ValueKind; 4] = ValueKind::ALL;

    fn put(stream: &mut Stream, values: ValueKind) -> PutOf {
        PutOf {
            row: stream.below(1 << 40),
            rows: 1 + stream.below(6) as u32,
            write_id: 1 + stream.below(1 << 40),
            value_bytes: 8 + stream.below(3_000) as u32,
            values,
            at_ms: stream.below(1 << 30),
        }
    }

    fn versions(stream: &mut Stream, step: Step) -> Command {
        let value_bytes = if step == Step::Put { 700 } else { 0 };
        let row = |place| (place * 7, value_bytes);
        Command {
            request: RequestId(1 + stream.below(1 << 40)),
            start_ts: stream.below(1 << 50),
            primary: 3,
            step,
            rows: (0..=stream.below(40)).map(row).collect(),
        }
    }

    fn shortened(data: Vec<u8>) -> StoredCommand {
        let mut stored = StoredCommand::Whole(data);
        stored.shorten();
        stored
    }

    fn is_whole(stored: &StoredCommand) -> bool {
        matches!(stored, StoredCommand::Whole(_))
    }

    #[test]
    fn a_stored_put_spells_its_bytes_again_and_takes_few_of_them() {
        let mut stream = Stream::fork(1, "stored", 0);
        let mut short = 0;
        for round in 0..400 {
            let put = put(&mut stream, KINDS[round % 4]);
            let data = command::encode(&put);
            let stored = shortened(data.clone());
            assert_eq!(stored.bytes(), data, "{put:?}");
            assert_eq!(stored.request(), RequestId::of_write(put.write_id));
            assert_eq!(is_whole(&stored), data.len() <= WHOLE_BYTES_MAX, "{put:?}");
            short += u32::from(!is_whole(&stored));
        }
        assert!(short > 300, "{short} were long");
    }

    #[test]
    fn so_does_a_command_of_versions() {
        let mut stream = Stream::fork(2, "stored", 0);
        for round in 0..100 {
            let command = versions(&mut stream, Step::Put);
            let data = command.encode(KINDS[round % 4]);
            let stored = shortened(data.clone());
            assert!(!is_whole(&stored));
            assert_eq!(stored.bytes(), data);
            assert_eq!(stored.request(), command.request);
            // One without values is as long as its keys.
            let data = versions(&mut stream, Step::Rollback).encode(ValueKind::Line);
            assert_eq!(shortened(data.clone()).bytes(), data);
        }
    }

    #[test]
    fn a_byte_that_no_value_has_is_not_lost() {
        let mut stream = Stream::fork(3, "stored", 0);
        for round in 0..200 {
            let mut data = command::encode(&PutOf {
                rows: 1,
                value_bytes: 2_000,
                ..put(&mut stream, KINDS[round % 4])
            });
            // Behind the key, the length and the write.
            let place = 40 + stream.below(data.len() as u64 - 40) as usize;
            data[place] ^= 1 << stream.below(8);
            let stored = shortened(data.clone());
            assert!(is_whole(&stored));
            assert_eq!(stored.bytes(), data);
        }
    }
}
