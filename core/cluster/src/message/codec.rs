//! Frames: what a Raft message becomes on its way between stores when its bytes are encoded.
//!
//! The commands in an append are delta-encoded each for itself, the message becomes protobuf, and
//! the whole is compressed with LZ4; either step may be off, and a step that would save nothing is
//! left out. A frame ends with a checksum of four bytes: neither protobuf nor LZ4 would notice a
//! bit that flips within a value. A message that a frame would not make smaller goes as it is.
//!
//! Blocks of LZ4 stay below 64 KiB: up to there the library makes the same bytes on every
//! platform (it takes one hash for small blocks, and one as wide as a pointer for greater ones).
//!
//! It knows no network and no clock. Whatever arrives is decoded or [`Malformed`].

use std::borrow::Cow;

use raft::eraftpb::{Entry, EntryType, Message, MessageType};

use kv::delta::{self, Times};
use kv::protobuf::{Malformed, Reader};

/// Length of a frame's checksum.
const CHECKSUM_BYTES: usize = 4;
/// Longest block that is compressed on its own.
const BLOCK_BYTES: usize = 60 * 1024;
/// Shorter messages are not compressed: heartbeats and answers have nothing to repeat.
const COMPRESSED_BYTES_MIN: u64 = 64;

/// What was done to a message. These flags cost no bytes of their own: gRPC's message prefix has
/// one for compression, and its framing is counted already.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// The commands of its entries are delta-encoded.
    pub(crate) delta: bool,
    /// All of it is compressed.
    pub(crate) lz4: bool,
}

/// An encoded message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    steps: Steps,
    bytes: Vec<u8>,
}

/// What encoding did and what it took.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Bytes that delta encoding took off the message.
    pub(crate) delta_saved: u64,
    /// Bytes that compression took off what was left.
    pub(crate) lz4_saved: u64,
    /// Bytes of commands that delta encoding went through.
    pub(crate) delta_bytes: u64,
    /// Bytes that compression went through, whether it helped or not.
    pub(crate) lz4_bytes: u64,
}

impl Frame {
    /// Packs a message's bytes, `plain_bytes` long without any step; `delta` says whether its
    /// commands are encoded. `None` when a frame would not be shorter.
    pub(crate) fn pack(
        bytes: Vec<u8>,
        plain_bytes: u64,
        wanted: Steps,
        effort: &mut Effort,
    ) -> Option<Frame> {
        let (mut bytes, mut steps) = (bytes, wanted);
        steps.lz4 = false;
        if tries_lz4(wanted, plain_bytes) {
            effort.lz4_bytes = bytes.len() as u64;
            let packed = compress(&bytes);
            let check = if steps.delta { 0 } else { CHECKSUM_BYTES };
            if packed.len() + check < bytes.len() {
                steps.lz4 = true;
                effort.lz4_saved = (bytes.len() - packed.len() - check) as u64;
                bytes = packed;
            }
        }
        if steps == Steps::default() {
            return None;
        }
        bytes.extend_from_slice(&checksum(&bytes));
        effort.delta_saved = plain_bytes - effort.lz4_saved - bytes.len() as u64;
        Some(Frame { steps, bytes })
    }

    /// A message as it is, with a checksum that its transport has.
    pub(crate) fn plain(mut bytes: Vec<u8>) -> Frame {
        bytes.extend_from_slice(&checksum(&bytes));
        let steps = Steps::default();
        Frame { steps, bytes }
    }

    /// Length on the wire.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// What was done to it.
    pub(crate) fn steps(&self) -> Steps {
        self.steps
    }

    /// The message's bytes, in which commands may still be delta-encoded.
    ///
    /// # Errors
    ///
    /// When the bytes are not as they were sent, or nothing that an encoder makes.
    pub(crate) fn unpack(&self) -> Result<Cow<'_, [u8]>, Malformed> {
        let (body, check) = self.bytes.split_last_chunk().ok_or(Malformed)?;
        if *check != checksum(body) {
            return Err(Malformed);
        }
        if self.steps.lz4 {
            decompress(body).map(Cow::Owned)
        } else {
            Ok(Cow::Borrowed(body))
        }
    }

    /// Flips one bit; `place` chooses it.
    pub(crate) fn corrupt(&mut self, place: u64) {
        let bit = place % (self.bytes.len() as u64 * 8);
        self.bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
    }
}

/// Whether compression is to be tried on a message of this length.
pub(crate) fn tries_lz4(wanted: Steps, plain_bytes: u64) -> bool {
    wanted.lz4 && plain_bytes >= COMPRESSED_BYTES_MIN
}

/// Whether an entry is a command that delta encoding is about: of all others the data is not a
/// command (a leader's first entry, a change of members) or is no put (its context says so).
pub(crate) fn is_command(entry: &Entry) -> bool {
    entry.get_entry_type() == EntryType::EntryNormal
        && !entry.data.is_empty()
        && entry.context.is_empty()
}

/// Delta-encodes an append's commands; false when that would not pay for the checksum, and the
/// message is then as it was.
pub(crate) fn encode_entries(message: &mut Message, times: Times, effort: &mut Effort) -> bool {
    if message.get_msg_type() != MessageType::MsgAppend {
        return false;
    }
    let commands = || message.entries.iter().filter(|entry| is_command(entry));
    let encode = |entry: &Entry| delta::encode(&entry.data, times);
    let encoded: Vec<Vec<u8>> = commands().map(encode).collect();
    let before: usize = commands().map(|entry| entry.data.len()).sum();
    let after: usize = encoded.iter().map(Vec::len).sum();
    effort.delta_bytes = before as u64;
    if after + CHECKSUM_BYTES >= before {
        return false;
    }
    let commands = message.entries.iter_mut().filter(|entry| is_command(entry));
    for (entry, data) in commands.zip(encoded) {
        entry.data = data;
    }
    true
}

/// Checks the types in a message that came in a frame (raft-proto panics at unknown ones) and
/// decodes its commands again.
///
/// # Errors
///
/// When a type is unknown, or no encoder made one of the commands.
pub(crate) fn finish(message: &mut Message, steps: Steps) -> Result<(), Malformed> {
    let is_known = |entry: &Entry| EntryType::from_i32(entry.entry_type).is_some();
    if MessageType::from_i32(message.msg_type).is_none() || !message.entries.iter().all(is_known) {
        return Err(Malformed);
    }
    if !steps.delta {
        return Ok(());
    }
    let commands = message.entries.iter_mut().filter(|entry| is_command(entry));
    for entry in commands {
        entry.data = delta::decode(&entry.data)?;
    }
    Ok(())
}

/// Blocks, each with its length, its length when compressed, and its bytes.
fn compress(plain: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(plain.len() / 2);
    for block in plain.chunks(BLOCK_BYTES) {
        let bytes = lz4_flex::block::compress(block);
        prost::encoding::encode_varint(block.len() as u64, &mut packed);
        prost::encoding::encode_varint(bytes.len() as u64, &mut packed);
        packed.extend_from_slice(&bytes);
    }
    packed
}

/// Length of some bytes when they are compressed alone.
pub(crate) fn compressed_bytes(plain: &[u8]) -> u32 {
    compress(plain).len() as u32
}

fn decompress(packed: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut blocks = Reader::new(packed);
    let mut plain = Vec::with_capacity(packed.len() * 2);
    while blocks.first().is_some() {
        let length = usize::try_from(blocks.varint()?).map_err(|_| Malformed)?;
        let packed_length = usize::try_from(blocks.varint()?).map_err(|_| Malformed)?;
        if length > BLOCK_BYTES {
            return Err(Malformed);
        }
        let block = blocks.take(packed_length)?;
        let unpacked = lz4_flex::block::decompress(block, length).map_err(|_| Malformed)?;
        if unpacked.len() != length {
            return Err(Malformed);
        }
        plain.extend_from_slice(&unpacked);
    }
    Ok(plain)
}

fn checksum(body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    (sim::hash_bytes(body) as u32).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use sim::Stream;

    use super::*;
    use kv::command::{self, PutOf};
    use model::config::ValueKind;

    fn append(stream: &mut Stream, values: ValueKind, entries: u64) -> Message {
        let mut message = Message {
            to: 2,
            from: 1,
            term: 7,
            index: 100,
            ..Message::default()
        };
        message.set_msg_type(MessageType::MsgAppend);
        for index in 0..entries {
            let mut entry = Entry {
                term: 7,
                index: 101 + index,
                ..Entry::default()
            };
            match stream.below(8) {
                0 => {}
                1 => {
                    entry.context = vec![1];
                    entry.data = vec![5; 20];
                }
                2 => {
                    entry.set_entry_type(EntryType::EntryConfChangeV2);
                    entry.data = vec![9; 20];
                }
                _ => {
                    entry.data = command::encode(&PutOf {
                        row: stream.below(10_000),
                        rows: 1 + stream.below(10) as u32,
                        write_id: stream.next(),
                        value_bytes: 8 + stream.below(400) as u32,
                        values,
                        at_ms: 1_000,
                    });
                }
            }
            message.entries.push(entry);
        }
        message
    }

    fn pack(message: &Message, wanted: Steps) -> (Option<Frame>, Effort) {
        let mut message = message.clone();
        let plain_bytes = message.encoded_len() as u64;
        let mut effort = Effort::default();
        let delta = wanted.delta && encode_entries(&mut message, Times::Differences, &mut effort);
        let wanted = Steps { delta, ..wanted };
        let bytes = message.encode_to_vec();
        (Frame::pack(bytes, plain_bytes, wanted, &mut effort), effort)
    }

    fn unpack(frame: &Frame) -> Result<Message, Malformed> {
        let bytes = frame.unpack()?;
        let mut message = Message::decode(&bytes[..]).map_err(|_| Malformed)?;
        finish(&mut message, frame.steps())?;
        Ok(message)
    }

    const WANTED: [Steps; 3] = [
        Steps {
            delta: true,
            lz4: false,
        },
        Steps {
            delta: false,
            lz4: true,
        },
        Steps {
            delta: true,
            lz4: true,
        },
    ];

    #[test]
    fn a_frame_is_shorter_and_says_what_each_step_saved() {
        let mut stream = Stream::fork(3, "codec", 0);
        let kinds = [
            ValueKind::Line,
            ValueKind::Digits,
            ValueKind::Words,
            ValueKind::Random,
        ];
        for round in 0..300 {
            let count = stream.below(12);
            let message = append(&mut stream, kinds[round % 4], count);
            for wanted in WANTED {
                let (frame, effort) = pack(&message, wanted);
                let Some(frame) = frame else {
                    assert_eq!((effort.delta_saved, effort.lz4_saved), (0, 0));
                    continue;
                };
                let saved = effort.delta_saved + effort.lz4_saved;
                assert_eq!(frame.len() + saved, message.encoded_len() as u64);
                assert!(saved > 0);
                assert_eq!(unpack(&frame), Ok(message.clone()));
            }
        }
    }

    #[test]
    fn blocks_of_large_messages_are_put_together_again() {
        let mut stream = Stream::fork(4, "codec", 0);
        let message = append(&mut stream, ValueKind::Words, 400);
        assert!(message.encoded_len() > 3 * BLOCK_BYTES);
        let (frame, _) = pack(&message, WANTED[2]);
        assert_eq!(unpack(&frame.expect("text is compressed")), Ok(message));
    }

    #[test]
    fn bytes_without_a_pattern_go_as_they_are() {
        let mut message = append(&mut Stream::fork(5, "codec", 0), ValueKind::Random, 0);
        let data = command::encode(&PutOf {
            row: 1,
            rows: 1,
            write_id: 1,
            value_bytes: 1_000,
            values: ValueKind::Random,
            at_ms: 0,
        });
        message.entries.push(Entry {
            data,
            ..Entry::default()
        });
        let (frame, effort) = pack(&message, WANTED[1]);
        assert_eq!(frame, None);
        assert!(effort.lz4_bytes > 1_000, "it was tried");
    }

    #[test]
    fn a_flipped_bit_is_always_found() {
        let mut stream = Stream::fork(6, "codec", 0);
        for _ in 0..200 {
            let message = append(&mut stream, ValueKind::Words, 5);
            let Some(mut frame) = pack(&message, WANTED[2]).0 else {
                continue;
            };
            frame.corrupt(stream.next());
            assert_eq!(unpack(&frame), Err(Malformed));
        }
    }

    #[test]
    fn hostile_bytes_with_a_right_checksum_never_panic() {
        let mut stream = Stream::fork(7, "codec", 0);
        let mut refused = 0;
        for _ in 0..2_000 {
            let message = append(&mut stream, ValueKind::Words, 4);
            for wanted in WANTED {
                let Some(mut frame) = pack(&message, wanted).0 else {
                    continue;
                };
                let body = frame.bytes.len() - CHECKSUM_BYTES;
                frame.bytes.truncate(body);
                for _ in 0..=stream.below(3) {
                    let at = stream.below(frame.bytes.len() as u64) as usize;
                    frame.bytes[at] ^= stream.next() as u8;
                }
                if stream.below(4) == 0 {
                    frame.bytes.truncate(stream.below(body as u64) as usize);
                }
                let check = checksum(&frame.bytes);
                frame.bytes.extend_from_slice(&check);
                refused += u32::from(unpack(&frame).is_err());
            }
        }
        assert!(refused > 1_000, "{refused} were refused");
    }
}
