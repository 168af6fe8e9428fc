//! Kinds of bytes, types of messages and read modes in words. Text only.

use cluster::kind_of;
use model::config::ReadMode;
use model::fact::{ByteKind, MessageType};

use crate::playground::{KindInfo, MessageTypeInfo, ReadModeInfo};
use vocabulary::messages::message_words;

/// Every byte kind, in the order of their numbers.
pub(super) fn kinds() -> Vec<KindInfo> {
    ByteKind::ALL.map(kind_info).to_vec()
}

fn kind_info(kind: ByteKind) -> KindInfo {
    let (label, text) = match kind {
        ByteKind::Read => (
            "reads",
            "Clients' reads: requests and the rows they return.",
        ),
        ByteKind::Write => ("writes", "Clients' writes: requests and their answers."),
        ByteKind::ReadIndex => (
            "read index",
            "A follower asks the leader how far it must have applied.",
        ),
        ByteKind::Append => (
            "append",
            "Log entries and commit indexes, leader to follower.",
        ),
        ByteKind::Ack => ("ack", "Followers acknowledge or refuse log entries."),
        ByteKind::Heartbeat => (
            "heartbeat",
            "The leader asserts its leadership; responses, and read rounds.",
        ),
        ByteKind::Vote => (
            "vote",
            "Elections: pre-votes, votes, transfers of leadership.",
        ),
        ByteKind::Snapshot => (
            "snapshot",
            "All rows of a range, for a replica too far behind.",
        ),
        ByteKind::Tso => ("timestamps", "Timestamps from the placement driver."),
        ByteKind::Schedule => ("scheduling", "Orders of the placement driver."),
    };
    KindInfo {
        id: kind.id(),
        label,
        text,
    }
}

/// Every message type, in the order of their numbers.
pub(super) fn message_types() -> Vec<MessageTypeInfo> {
    MessageType::ALL.map(message_type_info).to_vec()
}

fn message_type_info(what: MessageType) -> MessageTypeInfo {
    let (id, label) = message_words(what);
    MessageTypeInfo {
        id,
        label,
        kind: kind_of(what) as u32,
    }
}

/// Every read mode, in the order in which they are explained.
pub(super) fn read_modes() -> Vec<ReadModeInfo> {
    ReadMode::ALL
        .iter()
        .map(|mode| read_mode_info(*mode))
        .collect()
}

fn read_mode_info(mode: ReadMode) -> ReadModeInfo {
    let (label, promise, cost) = match mode {
        ReadMode::Local => (
            "Local",
            "Nothing: the closest replica answers with what it has, however old.",
            "No message between zones when a replica is near.",
        ),
        ReadMode::LeaderUnchecked => (
            "Leader, unchecked",
            "Nothing for sure: a leader that was replaced answers until it learns of it.",
            "One round trip to the leader.",
        ),
        ReadMode::Leader => (
            "Leader",
            "Linearizable: the leader confirms with a quorum that it still leads (ReadIndex).",
            "One round trip to the leader, and the leader's round to a quorum.",
        ),
        ReadMode::Follower => (
            "Follower",
            "Linearizable: the closest replica asks the leader for the commit index, applies that \
             far, and answers.",
            "One small round trip to the leader and its round to a quorum; the rows stay near.",
        ),
        ReadMode::LeaseUnsafe => (
            "Lease, unsafe",
            "Broken: the leader answers while its role says that it leads; one that was cut off keeps answering.",
            "One round trip to the leader.",
        ),
        ReadMode::Lease => (
            "Lease",
            "Linearizable while clocks run at nearly the same rate: the leader answers within its \
             lease.",
            "One round trip to the leader.",
        ),
        ReadMode::Proxy => (
            "Proxy",
            "Linearizable: the closest replica forwards the read to the leader.",
            "One round trip to the leader, which carries the rows.",
        ),
        ReadMode::Learner => (
            "Learner",
            "Linearizable: as Follower, at the closest replica without a vote.",
            "One small round trip to the leader; none of the voters serves the read.",
        ),
        ReadMode::Adaptive => (
            "Closest, adaptive",
            "Linearizable: large results as Follower, small ones as Leader.",
            "As its two parts: rows stay near where they weigh more than a read index.",
        ),
        ReadMode::Stale => (
            "Stale, bounded",
            "A consistent snapshot of a bounded time ago.",
            "No message between zones while a replica is near and safe.",
        ),
        ReadMode::Version => (
            "Version",
            "A snapshot: the closest replica answers if what it holds is new enough.",
            "None when it is; else as Follower.",
        ),
    };
    ReadModeInfo {
        id: mode,
        label,
        promise,
        cost,
        linearizable: mode.is_linearizable(),
    }
}
