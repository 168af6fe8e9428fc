//! Kinds of bytes, types of messages and read modes in words. Text only.

use cluster::kind_of;
use model::choice::{Choice, Named};
use model::config::ReadMode;
use model::fact::{ByteKind, MessageType};
use model::switches::SwitchGroup;

use crate::playground::{KindInfo, MessageTypeInfo, ReadModeInfo, SwitchGroupInfo};
use format::word::flowing;
use text::messages::message_words;

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
        ByteKind::SafeTime => (
            "safe times",
            "Safe times for replicas that are read alone, and the checks that they rest on.",
        ),
    };
    KindInfo {
        id: kind,
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

/// Every group of switches, in the order in which they are shown.
pub(super) fn switch_groups() -> Vec<SwitchGroupInfo> {
    let info = |group: SwitchGroup| SwitchGroupInfo {
        id: group,
        label: group.label(),
    };
    SwitchGroup::ALL.map(info).to_vec()
}

/// Every read mode, in the order in which they are explained.
pub(super) fn read_modes() -> Vec<ReadModeInfo> {
    ReadMode::VALUES.iter().map(read_mode_info).collect()
}

fn read_mode_info(known: &Named<ReadMode>) -> ReadModeInfo {
    let mode = known.value;
    let cost = match mode {
        ReadMode::Local => "No message between zones when a replica is near.",
        ReadMode::LeaderUnchecked | ReadMode::LeaseUnsafe | ReadMode::Lease => {
            "One round trip to the leader."
        }
        ReadMode::Leader => "One round trip to the leader, and the leader's round to a quorum.",
        ReadMode::Follower => {
            "One small round trip to the leader and its round to a quorum; the rows stay near."
        }
        ReadMode::Proxy => "One round trip to the leader, which carries the rows.",
        ReadMode::Learner => {
            "One small round trip to the leader; none of the voters serves the read."
        }
        ReadMode::Adaptive => {
            "As its two parts: rows stay near where they weigh more than a read index."
        }
        ReadMode::Stale => "No message between zones while a replica is near and safe.",
        ReadMode::Version => "None when it is; else as Follower.",
    };
    ReadModeInfo {
        id: mode,
        label: known.label,
        promise: flowing(known.what),
        cost,
        linearizable: mode.is_linearizable(),
        switches: mode.switches(),
    }
}
