//! What is told of a node: its Ready as etcd-raft describes one, its role, and where raft-rs would
//! panic.

use std::fmt::Write as _;

use raft::eraftpb::Message;
use raft::{Ready, StateRole};

use crate::message::{entry_text, message_text, snapshot_text};

/// What is told where raft-rs would end the program; the play ends there.
pub(crate) const REMOVED_LEADER: &str =
    "raft-rs panics: the leader is not in its own configuration\n";
/// A node that campaigns and wins without being in its configuration.
pub(crate) const OUTSIDE_WINS: &str =
    "raft-rs panics: the winner is not in its own configuration\n";

/// A lone voter wins with an entry that it has not stored.
pub(crate) const WINS_UNSTORED: &str =
    "raft-rs panics: a lone voter wins with an entry that is not stored\n";

/// The known difference by which raft-rs panics, if a text says that it does.
pub(crate) fn panic_in(text: &str) -> Option<&'static str> {
    match () {
        () if text.contains(REMOVED_LEADER.trim_end()) => Some("removed-leader"),
        () if text.contains(OUTSIDE_WINS.trim_end()) => Some("unpromotable"),
        () if text.contains(WINS_UNSTORED.trim_end()) => Some("own-vote"),
        () => None,
    }
}

/// A role by etcd-raft's name for it.
pub(crate) fn role_text(role: StateRole) -> &'static str {
    match role {
        StateRole::Follower => "StateFollower",
        StateRole::PreCandidate => "StatePreCandidate",
        StateRole::Candidate => "StateCandidate",
        StateRole::Leader => "StateLeader",
    }
}

/// A Ready as etcd-raft describes one.
pub(crate) fn ready_text(ready: &Ready, messages: &[Message]) -> String {
    let mut text = format!("Ready MustSync={}:\n", ready.must_sync());
    if let Some(soft) = ready.ss() {
        let role = role_text(soft.raft_state);
        let _ = writeln!(text, "Lead:{} State:{role}", soft.leader_id);
    }
    if let Some(hard) = ready.hs() {
        let _ = write!(text, "HardState Term:{}", hard.term);
        if hard.vote != 0 {
            let _ = write!(text, " Vote:{}", hard.vote);
        }
        let _ = writeln!(text, " Commit:{}", hard.commit);
    }
    if !ready.entries().is_empty() {
        text.push_str("Entries:\n");
        for entry in ready.entries() {
            let _ = writeln!(text, "{}", entry_text(entry));
        }
    }
    if !ready.snapshot().is_empty() {
        let _ = writeln!(text, "Snapshot {}", snapshot_text(ready.snapshot()));
    }
    if !ready.committed_entries().is_empty() {
        text.push_str("CommittedEntries:\n");
        for entry in ready.committed_entries() {
            let _ = writeln!(text, "{}", entry_text(entry));
        }
    }
    if !messages.is_empty() {
        text.push_str("Messages:\n");
        for message in messages {
            let _ = writeln!(text, "{}", message_text(message));
        }
    }
    text
}
