//! A Raft message in a few words, while it is under way: heartbeats and answers, which nearly all
//! are. raft-rs's own takes five lines of memory, most of them empty then. Lossless, and nothing of
//! the wire: its length is that of the message.

use raft::eraftpb::Message;

/// The fields of a Raft message without entries, snapshot and context, of a sender without
/// priority.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeanMessage {
    to: u64,
    from: u64,
    term: u64,
    log_term: u64,
    index: u64,
    commit: u64,
    commit_term: u64,
    reject_hint: u64,
    request_snapshot: u64,
    msg_type: i32,
    reject: bool,
}

impl LeanMessage {
    /// The message in a few words; none if it has what takes more.
    pub(crate) fn of(message: &Message) -> Option<LeanMessage> {
        let is_lean = message.entries.is_empty()
            && message.snapshot.is_none()
            && message.context.is_empty()
            && message.deprecated_priority == 0
            && message.priority == 0;
        is_lean.then_some(LeanMessage {
            to: message.to,
            from: message.from,
            term: message.term,
            log_term: message.log_term,
            index: message.index,
            commit: message.commit,
            commit_term: message.commit_term,
            reject_hint: message.reject_hint,
            request_snapshot: message.request_snapshot,
            msg_type: message.msg_type,
            reject: message.reject,
        })
    }

    /// Makes an empty message this one.
    pub(crate) fn fill(&self, message: &mut Message) {
        message.to = self.to;
        message.from = self.from;
        message.term = self.term;
        message.log_term = self.log_term;
        message.index = self.index;
        message.commit = self.commit;
        message.commit_term = self.commit_term;
        message.reject_hint = self.reject_hint;
        message.request_snapshot = self.request_snapshot;
        message.msg_type = self.msg_type;
        message.reject = self.reject;
    }

    /// The message itself.
    pub(crate) fn message(&self) -> Box<Message> {
        let mut message = Box::<Message>::default();
        self.fill(&mut message);
        message
    }
}

#[cfg(test)]
mod tests {
    use raft::eraftpb::{Entry, Snapshot};

    use super::*;

    /// Every field of its own value.
    fn full() -> Message {
        Message {
            msg_type: 4,
            to: 1,
            from: 2,
            term: 3,
            log_term: 4,
            index: 5,
            entries: Vec::new(),
            commit: 6,
            commit_term: 7,
            snapshot: None,
            request_snapshot: 8,
            reject: true,
            reject_hint: 9,
            context: Vec::new(),
            deprecated_priority: 0,
            priority: 0,
        }
    }

    #[test]
    fn what_comes_out_is_the_message_that_went_in() {
        for message in [full(), Message::default()] {
            let lean = LeanMessage::of(&message).expect("it has nothing that takes more");
            assert_eq!(*lean.message(), message);
        }
    }

    #[test]
    fn a_message_with_anything_else_is_not_lean() {
        let more: [fn(&mut Message); 5] = [
            |m| m.entries.push(Entry::default()),
            |m| m.snapshot = Some(Snapshot::default()),
            |m| m.context.push(0),
            |m| m.deprecated_priority = 1,
            |m| m.priority = -1,
        ];
        for change in more {
            let mut message = full();
            change(&mut message);
            assert_eq!(LeanMessage::of(&message), None);
        }
    }
}
