//! Messages, entries and configurations in the words of etcd-raft, written from raft-rs's own and
//! read from a transcript.

use std::fmt::{self, Write as _};

use prost::Message as _;
use raft::eraftpb::{
    self, ConfChange, ConfChangeType, ConfChangeV2, ConfState, Entry, EntryType, MessageType,
    Snapshot,
};

/// Kinds of messages with etcd-raft's names for them, which are shorter.
const KINDS: [(MessageType, &str); 19] = [
    (MessageType::MsgHup, "MsgHup"),
    (MessageType::MsgBeat, "MsgBeat"),
    (MessageType::MsgPropose, "MsgProp"),
    (MessageType::MsgAppend, "MsgApp"),
    (MessageType::MsgAppendResponse, "MsgAppResp"),
    (MessageType::MsgRequestVote, "MsgVote"),
    (MessageType::MsgRequestVoteResponse, "MsgVoteResp"),
    (MessageType::MsgSnapshot, "MsgSnap"),
    (MessageType::MsgHeartbeat, "MsgHeartbeat"),
    (MessageType::MsgHeartbeatResponse, "MsgHeartbeatResp"),
    (MessageType::MsgUnreachable, "MsgUnreachable"),
    (MessageType::MsgSnapStatus, "MsgSnapStatus"),
    (MessageType::MsgCheckQuorum, "MsgCheckQuorum"),
    (MessageType::MsgTransferLeader, "MsgTransferLeader"),
    (MessageType::MsgTimeoutNow, "MsgTimeoutNow"),
    (MessageType::MsgReadIndex, "MsgReadIndex"),
    (MessageType::MsgReadIndexResp, "MsgReadIndexResp"),
    (MessageType::MsgRequestPreVote, "MsgPreVote"),
    (MessageType::MsgRequestPreVoteResponse, "MsgPreVoteResp"),
];

/// raft-rs's kind of this name of etcd-raft.
pub(crate) fn kind_named(name: &str) -> Option<MessageType> {
    KINDS
        .iter()
        .find(|(_, known)| *known == name)
        .map(|(kind, _)| *kind)
}

fn name_of(kind: MessageType) -> &'static str {
    let known = KINDS.iter().find(|(known, _)| *known == kind);
    known.map_or("MsgUnknown", |(_, name)| name)
}

/// A message, field by field as a transcript tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) kind: String,
    pub(crate) term: u64,
    pub(crate) log: (u64, u64),
    pub(crate) rejected: Option<u64>,
    pub(crate) commit: u64,
    pub(crate) vote: u64,
    pub(crate) entries: Vec<String>,
    pub(crate) snapshot: Option<String>,
}

impl Told {
    /// What raft-rs's message says in these words.
    pub(crate) fn of(message: &eraftpb::Message) -> Told {
        let snapshot = message.get_snapshot();
        Told {
            from: message.from,
            to: message.to,
            kind: name_of(message.get_msg_type()).to_owned(),
            term: message.term,
            log: (message.log_term, message.index),
            rejected: message.reject.then_some(message.reject_hint),
            commit: message.commit,
            vote: 0,
            entries: message.entries.iter().map(entry_text).collect(),
            snapshot: (!snapshot.is_empty()).then(|| snapshot_text(snapshot)),
        }
    }

    /// Reads the first line of one: the message, and whether its entries go on below.
    pub(crate) fn read(line: &str) -> Option<(Told, bool)> {
        let (pair, rest) = line.split_once(' ')?;
        let (from, to) = pair.split_once("->")?;
        let (kind, rest) = rest.split_once(' ')?;
        let mut told = Told {
            from: u64::from_str_radix(from, 16).ok()?,
            to: u64::from_str_radix(to, 16).ok()?,
            kind: kind.to_owned(),
            ..Told::default()
        };
        let (rest, snapshot) = match rest.split_once(" Snapshot: ") {
            Some((rest, snapshot)) => (rest, Some(snapshot.to_owned())),
            None => (rest, None),
        };
        told.snapshot = snapshot;
        let (rest, entries) = match rest.split_once(" Entries:[") {
            Some((rest, entries)) => (rest, Some(entries)),
            None => (rest, None),
        };
        let open = entries == Some("");
        if let Some(entries) = entries.filter(|entries| !entries.is_empty()) {
            told.entries = vec![entries.strip_suffix(']')?.to_owned()];
        }
        let (rest, rejected) = match rest.split_once(" Rejected (Hint: ") {
            Some((rest, after)) => {
                let (hint, after) = after.split_once(')')?;
                (format!("{rest}{after}"), Some(hint.parse().ok()?))
            }
            None => (rest.to_owned(), None),
        };
        told.rejected = rejected;
        for field in rest.split_whitespace() {
            let (key, value) = field.split_once(':')?;
            match key {
                "Term" => told.term = value.parse().ok()?,
                "Log" => {
                    let (term, index) = value.split_once('/')?;
                    told.log = (term.parse().ok()?, index.parse().ok()?);
                }
                "Commit" => told.commit = value.parse().ok()?,
                "Vote" => told.vote = value.parse().ok()?,
                _ => return None,
            }
        }
        Some((told, open))
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (term, index) = self.log;
        write!(f, "{:x}->{:x} {}", self.from, self.to, self.kind)?;
        write!(f, " Term:{} Log:{term}/{index}", self.term)?;
        if let Some(hint) = self.rejected {
            write!(f, " Rejected (Hint: {hint})")?;
        }
        if self.commit != 0 {
            write!(f, " Commit:{}", self.commit)?;
        }
        if self.vote != 0 {
            write!(f, " Vote:{}", self.vote)?;
        }
        match self.entries.as_slice() {
            [] => {}
            [one] => write!(f, " Entries:[{one}]")?,
            many => write!(f, " Entries:[{}]", many.join(", "))?,
        }
        match &self.snapshot {
            Some(snapshot) => write!(f, " Snapshot: {snapshot}"),
            None => Ok(()),
        }
    }
}

/// A message on as many lines as etcd-raft writes it.
pub(crate) fn message_text(message: &eraftpb::Message) -> String {
    let told = Told::of(message);
    let mut short = told.clone();
    short.entries.clear();
    short.snapshot = None;
    let mut text = short.to_string();
    match told.entries.as_slice() {
        [] => {}
        [one] => {
            let _ = write!(text, " Entries:[{one}]");
        }
        many => {
            text.push_str(" Entries:[");
            for entry in many {
                let _ = write!(text, "\n  {entry}");
            }
            text.push_str("\n]");
        }
    }
    if let Some(snapshot) = told.snapshot {
        let _ = write!(text, "\n  Snapshot: {snapshot}");
    }
    text
}

/// An entry as `term/index kind contents`.
pub(crate) fn entry_text(entry: &Entry) -> String {
    let (kind, contents) = match entry.get_entry_type() {
        EntryType::EntryNormal => {
            let text = String::from_utf8_lossy(&entry.data).into_owned();
            ("EntryNormal", format!("{text:?}"))
        }
        EntryType::EntryConfChange => ("EntryConfChange", change_of(entry).1),
        EntryType::EntryConfChangeV2 => ("EntryConfChangeV2", change_of(entry).1),
    };
    let text = format!("{}/{} {kind} {contents}", entry.term, entry.index);
    text.trim_end().to_owned()
}

/// The change that an entry of one holds, and its words.
pub(crate) fn change_of(entry: &Entry) -> (ConfChangeV2, String) {
    let change = match entry.get_entry_type() {
        EntryType::EntryConfChange => {
            let change = ConfChange::decode(&entry.data[..]).expect("proposed by a command");
            let mut one = eraftpb::ConfChangeSingle::default();
            one.set_change_type(change.get_change_type());
            one.node_id = change.node_id;
            ConfChangeV2 {
                changes: vec![one],
                context: change.context,
                ..ConfChangeV2::default()
            }
        }
        _ => ConfChangeV2::decode(&entry.data[..]).expect("proposed by a command"),
    };
    let words: Vec<String> = change
        .changes
        .iter()
        .map(|one| {
            let letter = match one.get_change_type() {
                ConfChangeType::AddNode => 'v',
                ConfChangeType::AddLearnerNode => 'l',
                ConfChangeType::RemoveNode => 'r',
            };
            format!("{letter}{}", one.node_id)
        })
        .collect();
    (change, words.join(" "))
}

pub(crate) fn snapshot_text(snapshot: &Snapshot) -> String {
    let about = snapshot.get_metadata();
    let state = about.get_conf_state();
    format!(
        "Index:{} Term:{} ConfState:Voters:[{}] VotersOutgoing:[{}] Learners:[{}] \
         LearnersNext:[{}] AutoLeave:{}",
        about.index,
        about.term,
        sorted(&state.voters),
        sorted(&state.voters_outgoing),
        sorted(&state.learners),
        sorted(&state.learners_next),
        state.auto_leave,
    )
}

/// A configuration as the log lines of etcd-raft tell it.
pub(crate) fn configuration_text(state: &ConfState) -> String {
    let mut text = format!("voters=({})", sorted(&state.voters));
    if !state.voters_outgoing.is_empty() {
        let _ = write!(text, "&&({})", sorted(&state.voters_outgoing));
    }
    if !state.learners.is_empty() {
        let _ = write!(text, " learners=({})", sorted(&state.learners));
    }
    if !state.learners_next.is_empty() {
        let _ = write!(text, " learners_next=({})", sorted(&state.learners_next));
    }
    if state.auto_leave {
        text.push_str(" autoleave");
    }
    text
}

/// raft-rs keeps them in sets without an order.
fn sorted(ids: &[u64]) -> String {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
    ids.join(" ")
}
