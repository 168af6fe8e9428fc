//! A Raft message or a relay's envelope as encoded bytes.

use prost::Message as _;
use raft::eraftpb::{Message, MessageType as RaftType};

use super::codec::{self, Frame};
use super::{Payload, RelayAppend};
use kv::protobuf::Malformed;

/// A frame on its way.
pub(crate) struct Framed {
    pub(crate) frame: Frame,
    /// A relay's envelope, or a Raft message; the call that carries it says which.
    pub(crate) is_relay: bool,
    /// Core time that decoding it takes.
    pub(crate) decode_ns: u64,
}

impl Framed {
    /// A payload that Raft's messages travel in, as bytes with a checksum; `None` for any other.
    pub(crate) fn plain(payload: &Payload) -> Option<Framed> {
        let is_relay = matches!(payload, Payload::Relay(_));
        let frame = Frame::plain(encoded(payload)?);
        Some(Framed {
            frame,
            is_relay,
            decode_ns: 0,
        })
    }

    /// Flips one bit; `place` chooses it.
    pub(crate) fn corrupt(&mut self, place: u64) {
        self.frame.corrupt(place);
    }

    /// What the receiver makes of the bytes.
    pub(crate) fn open(&self) -> Result<Payload, Malformed> {
        let bytes = self.frame.unpack()?;
        let steps = self.frame.steps();
        if self.is_relay {
            let mut relay = RelayAppend::decode(&bytes[..]).map_err(|_| Malformed)?;
            if let Some(inner) = &mut relay.inner {
                codec::finish(inner, steps)?;
            }
            return Ok(Payload::Relay(Box::new(relay)));
        }
        let mut message = Message::decode(&bytes[..]).map_err(|_| Malformed)?;
        codec::finish(&mut message, steps)?;
        Ok(Payload::Raft(Box::new(message)))
    }
}

/// The bytes of a payload that frames are for; `None` for any other.
pub(crate) fn encoded(payload: &Payload) -> Option<Vec<u8>> {
    match payload {
        Payload::Raft(message) if message.get_msg_type() != RaftType::MsgSnapshot => {
            Some(message.encode_to_vec())
        }
        Payload::Relay(relay) => Some(relay.encode_to_vec()),
        _ => None,
    }
}
