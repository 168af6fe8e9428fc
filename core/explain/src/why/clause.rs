//! What happened in words: what made a node do something, and what it did.

use model::about::Scene;
use model::config::OpKind;
use model::fact::{
    Began, Death, Decision, Fact, MessageType, Outcome, ReplicaRef, RequestFact, Role, SentFact,
};
use sim::NodeId;

use crate::tell;
use crate::why::cited::rule_of;
use crate::why::index::Index;
use crate::why::{Text, rule};
use vocabulary::decisions::{change_text, deed_words, reason_text};
use vocabulary::names::Names;
use vocabulary::reads::{lease_words, route_words, timestamp_words, txn_words};
use vocabulary::sentence::fault_text;
use vocabulary::words::duration_words;

/// The node that a fact happened on; none for what concerns the whole run.
pub(super) fn node_of(index: &Index, fact: &Fact) -> Option<NodeId> {
    match fact.scene() {
        Scene::Node(node) => Some(node),
        Scene::Gateway(request) => index.invoked(request).map(|(request, _)| request.gateway),
        Scene::Sender(flight) => index.sent(flight).map(|(sent, _)| sent.from),
        Scene::Receiver(flight) => index.sent(flight).map(|(sent, _)| sent.to),
        Scene::Run => None,
    }
}

/// What a node did, as the end of a sentence that begins with its name.
#[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
pub(super) fn did(index: &Index, text: Text, fact: &Fact) -> Text {
    let names = index.names;
    match fact {
        Fact::Sent(sent) => sent_words(index, text, sent),
        Fact::Delivered { flight } => received(index, text, *flight),
        Fact::Died { flight, how } => match index.sent(*flight) {
            Some((sent, _)) => text
                .and("did not get ")
                .message(*flight, sent.what)
                .and(" from ")
                .node(sent.from, names)
                .and(death_words(*how)),
            None => text.and(format!("did not get message {flight}")),
        },
        Fact::Role {
            at,
            role,
            term,
            leader_peer,
            vote,
            ..
        } => {
            let leader = index.node_of_peer(at.range, *leader_peer);
            let vote = index.node_of_peer(at.range, *vote);
            role_words(index, text, at, (*role, *term), leader, vote)
        }
        Fact::FaultBegan { fault } => text.and(fault_text(fault, names)),
        Fact::FaultEnded { fault } => text.and(format!("healed: {}", fault_text(fault, names))),
        Fact::SettingsChanged => text.and("settings changed"),
        Fact::WorkloadSwitched { workload, running } => {
            let id = &names.workloads[usize::from(*workload)].id;
            let word = if *running { "started" } else { "stopped" };
            text.and(format!("the load \"{id}\" {word}"))
        }
        Fact::Acted { .. } => text.and("the action was carried out"),
        Fact::Saved { flight, bytes, .. } => {
            text.and(format!("saved {bytes} bytes on message {flight}"))
        }
        Fact::HeldBack {
            flight,
            held_us,
            resent,
        } => {
            let late = duration_words(*held_us);
            let what = match resent {
                0 => "waited behind a lost packet",
                _ => "had packets that were lost and retransmitted",
            };
            text.and(format!("message {flight} came {late} late: it {what}"))
        }
        Fact::Decided(decision) => decided(text, names, decision),
        Fact::Changed { at, what, a, b } => text
            .and(change_text(*what, *a, *b, names))
            .of_range(at.range, names),
        Fact::Lease { at, what, .. } => text.and(lease_words(*what)).of_range(at.range, names),
        Fact::Withheld { at, to_peer } if *to_peer == at.peer => {
            text.and("did not campaign yet: its vote is withheld for a leader")
        }
        Fact::Withheld { at, to_peer } => {
            let text = text.and("granted no vote yet: its vote is withheld for a leader");
            match index.node_of_peer(at.range, *to_peer) {
                Some(node) => text.and(" to ").node(node, names),
                None => text,
            }
        }
        Fact::Appended {
            at,
            index: entry,
            term,
            ..
        } => text
            .and("wrote ")
            .entry(at.range, *entry)
            .and(format!(" of term {term} into its log"))
            .of_range(at.range, names),
        Fact::Persisted { at, index: entry } => text
            .and("has its log on disk up to ")
            .entry(at.range, *entry),
        Fact::Committed {
            at, index: entry, ..
        } => text
            .and("knew that all up to ")
            .entry(at.range, *entry)
            .and(" is committed")
            .of_range(at.range, names),
        Fact::Applied {
            at, index: entry, ..
        } => text
            .and("applied ")
            .entry(at.range, *entry)
            .of_range(at.range, names),
        Fact::SnapshotInstalled {
            at, index: entry, ..
        } => text
            .and("replaced its state by a snapshot up to ")
            .entry(at.range, *entry)
            .of_range(at.range, names),
        Fact::Compacted { at, first } => text
            .and(format!("dropped its log before index {first}"))
            .of_range(at.range, names),
        Fact::Invoked(request) => text
            .and("took ")
            .request(request.request)
            .and(op_words(request)),
        Fact::Named { request, keys } => text
            .and("read that ")
            .request(*request)
            .and(format!(" is for {}", keys.words())),
        Fact::Attempted { request, to } => text
            .and("sent ")
            .request(*request)
            .and(" to ")
            .node(*to, names),
        Fact::Refused { request, by, .. } => text
            .and("learned that ")
            .request(*request)
            .and(" was refused by ")
            .node(*by, names),
        Fact::ReadIndexAsked { request, .. } => {
            text.and("asked for a read index for ").request(*request)
        }
        Fact::ReadIndexKnown {
            at,
            request,
            index: entry,
            applied,
        } => {
            let text = text
                .and("knew that ")
                .request(*request)
                .and(" must see all up to ");
            let text = text.entry(at.range, *entry);
            if applied < entry {
                text.and(format!("; it had applied up to {applied}"))
            } else {
                text.and(", which it had applied")
            }
        }
        Fact::Served { request, .. } => text.and("read the rows for ").request(*request),
        Fact::Completed {
            request, outcome, ..
        } => {
            let text = match outcome {
                Outcome::Ok => text.and("gave the client its answer to "),
                Outcome::Failed => text.and("told the client of the failure of "),
                Outcome::Unknown => text.and("gave up without knowing what became of "),
            };
            text.request(*request)
        }
        Fact::Timestamped { request, ts, .. } => text
            .and("had the timestamp ")
            .and(timestamp_words(*ts))
            .and(" for ")
            .request(*request),
        Fact::Routed {
            request, to, why, ..
        } => text
            .and("sent ")
            .request(*request)
            .and(" to ")
            .node(*to, names)
            .and(": ")
            .and(route_words(*why)),
        Fact::Txn {
            request, what, key, ..
        } => text
            .and("had word of ")
            .request(*request)
            .and(": ")
            .and(txn_words(*what, *key)),
    }
}

/// What was decided and why; who is named can be gone to.
fn decided(text: Text, names: &Names, decision: &Decision) -> Text {
    let named = |node: Option<NodeId>| match node {
        Some(node) => Text::default().node(node, names),
        None => Text::of("nobody"),
    };
    let deed = Text::said(
        deed_words(decision.what),
        [
            ("by", text.without_blank()),
            ("subject", named(decision.subject)),
            ("other", named(decision.other)),
        ],
    );
    let reason = reason_text(decision);
    if decision.range == u32::MAX {
        return tell!("{deed}: {reason}", deed, reason);
    }
    let deed = deed.of_range(decision.range, names);
    tell!("{deed}: {reason}", deed, reason)
}

/// ", a get of k5".
pub(super) fn op_words(request: &RequestFact) -> String {
    let again = match request.retry {
        0 => String::new(),
        retry => format!(", retry {retry} of its client"),
    };
    let what = match request.op {
        OpKind::Get => format!(", a get of k{}", request.key),
        OpKind::Put if request.rows == 1 => format!(", a put of k{}", request.key),
        OpKind::Put => format!(", a put of {} rows from k{}", request.rows, request.key),
        OpKind::Scan => format!(", a scan of {} rows from k{}", request.rows, request.key),
        OpKind::Statement if !request.named.is_empty() => {
            format!(", a statement for {}", request.named.words())
        }
        OpKind::Insert | OpKind::Update if !request.named.is_empty() => {
            let (what, keys) = (request.op.id(), request.named.words());
            format!(", an {what} transaction of {keys}")
        }
        OpKind::Statement => format!(", a statement from k{}", request.key),
        OpKind::Transaction => format!(", a transaction from k{}", request.key),
        OpKind::Transfer => format!(", a transfer from k{}", request.key),
        OpKind::Insert => format!(", an insert transaction from k{}", request.key),
        OpKind::Update => format!(", an update transaction from k{}", request.key),
    };
    what + &again
}

fn sent_words(index: &Index, text: Text, sent: &SentFact) -> Text {
    let mut text = text.and("sent ").message(sent.flight, sent.what);
    if sent.entries > 0 {
        let (first, last) = (sent.index + 1, sent.index + u64::from(sent.entries));
        text = text.and(" with ").entry(sent.range, first);
        if last > first {
            text = text.and(format!(" to {last}"));
        }
    }
    if sent.what == MessageType::VoteResponse || sent.what == MessageType::PreVoteResponse {
        text = text.and(if sent.reject { " (no)" } else { " (yes)" });
    }
    if sent.request > 0 {
        text = text.and(" for ").request(sent.request);
    }
    text.and(" to ").node(sent.to, index.names)
}

/// "received an append from s1".
pub(super) fn received(index: &Index, text: Text, flight: u64) -> Text {
    match index.sent(flight) {
        Some((sent, _)) => text
            .and("received ")
            .message(flight, sent.what)
            .and(" from ")
            .node(sent.from, index.names),
        None => text
            .and("received ")
            .link("a message", model::target::Target::Message(flight)),
    }
}

fn death_words(how: Death) -> &'static str {
    match how {
        Death::Lost => ": the link lost it",
        Death::Cut => ": the link was cut",
        Death::Dropped => ": it was dropped by hand",
        Death::ReceiverDown => ": it was down",
        Death::Broken => ": the connection broke",
        Death::BufferFull => ": the connection's buffers were full",
        Death::Closed => ": nothing got through, and the sender closed the connection",
    }
}

fn role_words(
    index: &Index,
    text: Text,
    at: &ReplicaRef,
    (role, term): (Role, u64),
    leader: Option<NodeId>,
    vote: Option<NodeId>,
) -> Text {
    let names = index.names;
    let text = match (role, leader) {
        (Role::Leader, _) => text.and(format!("became leader in term {term}")),
        (Role::Candidate, _) => text.and(format!("campaigned in term {term}")),
        (Role::PreCandidate, _) => text.and(format!("asked for pre-votes for term {}", term + 1)),
        (Role::Follower | Role::Learner, Some(leader)) => text
            .and(format!("followed in term {term} the leader "))
            .node(leader, names),
        (Role::Follower | Role::Learner, None) if vote.is_some_and(|vote| vote != at.node) => text
            .and(format!("gave its vote of term {term} to "))
            .nodes(&vote.into_iter().collect::<Vec<_>>(), names),
        (Role::Follower | Role::Learner, None) => {
            text.and(format!("followed in term {term}, knowing no leader"))
        }
    };
    text.of_range(at.range, names)
}

/// What made a node act, before " and": nothing where what it did says it all.
pub(super) fn made_by(
    index: &Index,
    text: Text,
    began: Began,
    (row, fact): (usize, &Fact),
) -> Option<Text> {
    let names = index.names;
    Some(match began {
        Began::Arrive { flight } | Began::Handle { flight } => {
            let itself = matches!(fact, Fact::Delivered { .. } | Fact::Died { .. });
            return (!itself).then(|| received(index, text, flight));
        }
        Began::Tick { .. } => match fact {
            Fact::Sent(sent) if sent.what == MessageType::Heartbeat => {
                text.and("was due to send heartbeats")
            }
            Fact::Role {
                role: Role::PreCandidate | Role::Candidate,
                ..
            } => text.and("had reached its election timeout"),
            Fact::Sent(sent) if matches!(sent.what, MessageType::PreVote | MessageType::Vote) => {
                text.and("had reached its election timeout")
            }
            Fact::Role { .. } if rule_of(index, row, fact) == Some(rule::CHECK_QUORUM) => {
                text.and("had not heard from a majority for an election timeout")
            }
            Fact::Sent(sent) if sent.what == MessageType::ReadIndex => {
                text.and("had timed out waiting for a read index")
            }
            _ => text.and("saw its clock tick"),
        },
        Began::Serve if matches!(fact, Fact::Served { .. }) => return None,
        Began::Serve => text.and("had served a read"),
        Began::Synced { .. } if matches!(fact, Fact::Persisted { .. }) => return None,
        Began::Synced { .. } => text.and("had it on its disk"),
        Began::Apply { .. } => text.and("had waited out the apply delay"),
        Began::SnapshotReport { .. } => text.and("learned what became of a snapshot"),
        Began::Unreachable { .. } => text.and("learned that a peer is down"),
        Began::Client { workload } | Began::Arrival { workload } => {
            let id = &names.workloads[usize::from(workload)].id;
            text.and(format!("got a request from a client of the load \"{id}\""))
        }
        Began::Deadline => text.and("had reached the request timeout"),
        Began::Admitted { .. } => text.and("had a core for the request"),
        Began::Retry { .. } => text.and("had waited before it tried again"),
        Began::Broken { store, .. } => text.and("lost its connection to ").node(store, names),
        Began::Schedule { .. } => text.and("began a round of scheduling"),
        Began::Action { .. } => text.and("was told to by hand or by the scenario"),
    })
}
