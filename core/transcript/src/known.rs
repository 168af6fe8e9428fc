//! Known differences of raft-rs 0.7.0 from etcd-raft 3.6, by name, and pairs of facts that differ
//! in one alone.

use crate::facts::{Fact, Progress};

/// A difference that has a name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// As `docs/transcripts.md` has it.
    pub name: &'static str,
    /// Whether the command is not spoken here; otherwise it is played, and differs.
    pub is_unspoken: bool,
    /// Why, in a sentence.
    pub why: &'static str,
}

const fn differs(name: &'static str, why: &'static str) -> Known {
    Known {
        name,
        is_unspoken: false,
        why,
    }
}

const fn unspoken(name: &'static str, why: &'static str) -> Known {
    Known {
        name,
        is_unspoken: true,
        why,
    }
}

/// All of them, in the order of `docs/transcripts.md`.
pub const KNOWN: [Known; 20] = [
    differs(
        "own-vote",
        "a candidate of raft-rs counts its own vote at once, so a lone voter leads within \
         `campaign`; in etcd-raft the vote counts when it is stored",
    ),
    differs(
        "vote-commit",
        "requests for votes and refusals carry the sender's commit in raft-rs, and the receiver may \
         take it over",
    ),
    differs(
        "answer-commit",
        "answers to appends and heartbeats carry the follower's commit in raft-rs",
    ),
    differs(
        "answers-last",
        "a Ready of etcd-raft names answers to appends and votes after all other messages; raft-rs \
         keeps the order in which they were made",
    ),
    differs(
        "persisted-first",
        "raft-rs hands out committed entries when the node has stored them; etcd-raft hands them out \
         together with what is still to be stored",
    ),
    differs(
        "paused-append",
        "raft-rs sends an append, empty if need be, to a follower whose answer ends its pause; \
         etcd-raft sends one if it carries entries or a new commit",
    ),
    differs(
        "probe-answer",
        "a heartbeat's answer draws no append to a caught-up follower in StateProbe in raft-rs, and \
         an answer at the matched index does not end StateProbe",
    ),
    differs(
        "full-window",
        "with a full window of appends a heartbeat's answer frees one place in raft-rs, so entries \
         are sent; etcd-raft sends an empty append",
    ),
    differs(
        "snapshot-next",
        "raft-rs leaves the next index where it was when it sends a snapshot; etcd-raft moves it \
         behind the snapshot",
    ),
    differs(
        "snapshot-probe",
        "after a snapshot raft-rs probes with an append before it replicates; etcd-raft replicates \
         at once",
    ),
    differs(
        "snapshot-behind",
        "a follower leaves StateSnapshot in raft-rs when it has the snapshot that was sent; in \
         etcd-raft any answer is enough that the log reaches",
    ),
    differs(
        "leave-waits",
        "raft-rs appends the entry that leaves a joint configuration and sends it with the next \
         append; etcd-raft proposes it, which sends it at once",
    ),
    differs(
        "own-activity",
        "a leader of raft-rs marks itself active only when it checks its quorum",
    ),
    differs(
        "unpromotable",
        "raft-rs lets a node campaign that is no voter; etcd-raft refuses",
    ),
    differs(
        "removed-leader",
        "a leader of raft-rs that is no longer in its configuration panics when an entry is stored \
         or committed; in etcd-raft it leads on",
    ),
    unspoken(
        "async-storage",
        "raft-rs has no messages to threads of storage: `on_persist_ready` takes their place",
    ),
    unspoken("forget-leader", "raft-rs cannot forget its leader"),
    unspoken(
        "change-validation",
        "raft-rs always checks a proposed change of configuration",
    ),
    unspoken(
        "step-down",
        "raft-rs has no switch that lets a removed leader step down",
    ),
    unspoken(
        "update-node",
        "raft-rs knows no change of configuration that updates a node",
    ),
];

/// The one of this name.
pub(crate) fn named(name: &str) -> Known {
    let known = KNOWN.iter().find(|known| known.name == name);
    *known.expect("a name of the table")
}

/// Whether leaders and followers go another way after it.
pub(crate) fn parts(name: &str) -> bool {
    [
        "probe-answer",
        "full-window",
        "snapshot-probe",
        "snapshot-behind",
        "leave-waits",
        "unpromotable",
        "removed-leader",
    ]
    .contains(&name)
}

/// The known difference but for which two facts are equal; `None` if they are equal, or differ in
/// more.
pub(crate) fn but_for(theirs: &Fact, ours: &Fact) -> Option<&'static str> {
    match (theirs, ours) {
        (Fact::Progress(theirs), Fact::Progress(ours)) => of_progress(theirs, ours),
        (Fact::Sent(a), Fact::Sent(b))
        | (Fact::Received(a), Fact::Received(b))
        | (Fact::Dropped(a), Fact::Dropped(b)) => {
            let mut alike = b.clone();
            alike.commit = 0;
            if *a != alike || b.commit == 0 {
                return None;
            }
            match a.kind.as_str() {
                "MsgAppResp" | "MsgHeartbeatResp" => Some("answer-commit"),
                "MsgVote" | "MsgPreVote" => Some("vote-commit"),
                "MsgVoteResp" | "MsgPreVoteResp" if a.rejected.is_some() => Some("vote-commit"),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_progress(theirs: &Progress, ours: &Progress) -> Option<&'static str> {
    let same_place = theirs.id == ours.id && theirs.matched == ours.matched;
    if !same_place {
        return None;
    }
    let rest = theirs.next == ours.next && theirs.marks == ours.marks;
    match (theirs.state.as_str(), ours.state.as_str()) {
        ("StateReplicate", "StateReplicate") => {
            let own = theirs.next == ours.next && theirs.next == theirs.matched + 1;
            (own && theirs.marks.is_empty() && ours.marks == ["inactive"]).then_some("own-activity")
        }
        ("StateSnapshot", "StateSnapshot") => {
            let behind = format!("pendingSnap={}", theirs.next.saturating_sub(1));
            let moved = theirs.marks.contains(&behind) && theirs.next != ours.next;
            (moved && theirs.marks == ours.marks).then_some("snapshot-next")
        }
        // Which of two it is, the blocks before it tell.
        ("StateReplicate", "StateProbe") => {
            let paused = ours.marks == ["paused"] && theirs.marks.is_empty();
            (rest || (paused && theirs.next == ours.next)).then_some("probe-answer")
        }
        ("StateReplicate", "StateSnapshot") => Some("snapshot-behind"),
        _ => None,
    }
}
