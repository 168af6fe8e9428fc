//! Which messages answer which, and which carry entries.

use model::fact::{MessageType, SentFact};

/// What a message is that this one answers; nothing if it is no answer.
pub(super) fn asked_by(sent: &SentFact) -> Option<impl Fn(&SentFact) -> bool> {
    let asked = match sent.what {
        MessageType::AppendResponse => [
            MessageType::Append,
            MessageType::Snapshot,
            MessageType::RelayAppend,
            MessageType::ForwardedAppend,
        ],
        MessageType::HeartbeatResponse => [MessageType::Heartbeat; 4],
        MessageType::VoteResponse => [MessageType::Vote; 4],
        MessageType::PreVoteResponse => [MessageType::PreVote; 4],
        MessageType::ReadIndexResponse => [MessageType::ReadIndex; 4],
        _ => return None,
    };
    let (from, to, range) = (sent.from, sent.to, sent.range);
    Some(move |other: &SentFact| {
        // What a delegate passes on, or a neighbour sends, is answered to the leader.
        let is_from_other = other.from == to
            || matches!(
                other.what,
                MessageType::ForwardedAppend | MessageType::Snapshot
            );
        is_from_other && other.to == from && other.range == range && asked.contains(&other.what)
    })
}

/// A leader's entries, straight or by way of a delegate.
pub(super) fn carries_entries(what: MessageType) -> bool {
    matches!(
        what,
        MessageType::Append | MessageType::RelayAppend | MessageType::ForwardedAppend
    )
}
