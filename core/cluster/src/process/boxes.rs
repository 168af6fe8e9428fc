//! Boxes of Raft messages, used again: a message is some 300 bytes, is moved often, and is boxed
//! once between two stores.

use raft::eraftpb::Message;

use crate::message::{LeanMessage, Payload};

/// Most boxes that are kept for later, by each store. One that receives more than it sends has as
/// many in the end, and they are in every copy of the memory.
const SPARE_MAX: usize = 64;

/// Boxes of messages that were handled, for those to come.
#[derive(Default)]
pub(crate) struct Boxes {
    #[expect(clippy::vec_box, reason = "the boxes themselves are kept")]
    spare: Vec<Box<Message>>,
}

impl Boxes {
    /// Boxes a message, without allocating when a box is spare.
    pub(crate) fn boxed(&mut self, message: Message) -> Box<Message> {
        let mut taken = self.spare.pop().unwrap_or_default();
        *taken = message;
        taken
    }

    /// The same payload in a few words if it is a Raft message that fits; its box is free then.
    pub(crate) fn thinned(&mut self, payload: Payload) -> Payload {
        let Payload::Raft(mut message) = payload else {
            return payload;
        };
        let Some(lean) = LeanMessage::of(&message) else {
            return Payload::Raft(message);
        };
        if self.spare.len() < SPARE_MAX {
            *message = Message::default();
            self.spare.push(message);
        }
        Payload::Lean(lean)
    }

    /// A message that travelled in a few words, in a box.
    pub(crate) fn filled(&mut self, lean: &LeanMessage) -> Box<Message> {
        let mut message = self.spare.pop().unwrap_or_default();
        lean.fill(&mut message);
        message
    }

    /// Takes a message out of its box and keeps the box.
    pub(crate) fn unboxed(&mut self, mut message: Box<Message>) -> Message {
        let taken = std::mem::take(&mut *message);
        if self.spare.len() < SPARE_MAX {
            self.spare.push(message);
        }
        taken
    }
}
