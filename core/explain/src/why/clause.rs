//! What happened in words: what made a node do something, and what it did.

use model::about::Scene;
use model::config::OpKind;
use model::fact::{
    Began, Death, Decision, Fact, MessageType, Outcome, ReplicaRef, RequestFact, Role, SentFact,
};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use model::target::Target;
use sim::NodeId;

use crate::tell;
use crate::why::cited::rule_of;
use crate::why::index::Index;
use crate::why::{Text, rule};
use text::decisions::{change_text, deed_words, reason_text};
use text::names::Names;
use text::reads::{lease_words, route_words, timestamp_words, txn_words};
use text::said::as_id;
use text::sentence::fault_text;
use text::words::{duration_words, list_words};
use text::{phrase, say};

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

/// What a node did, without its full stop. Nobody is named for what concerns the whole run, nor
/// where the sentence has named them before.
#[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
pub(super) fn did(index: &Index, who: Text, fact: &Fact) -> Text {
    let names = index.names;
    let of_range = |at: &ReplicaRef| Text::of_range(at.range, names);
    match fact {
        Fact::Sent(sent) => sent_words(index, who, sent),
        Fact::Delivered { flight } => received(index, who, *flight),
        Fact::Died { flight, how } => died(index, who, *flight, *how),
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
            role_words(index, who, at, (*role, *term), leader, vote)
        }
        Fact::FaultBegan { fault } => Text::of(fault_text(fault, names)),
        Fact::FaultEnded { fault } => tell!("healed: {fault}", fault = fault_text(fault, names)),
        Fact::SettingsChanged => tell!("settings changed"),
        Fact::WorkloadSwitched { workload, running } => {
            let load = as_id(&names.workloads[usize::from(*workload)].id);
            if *running {
                tell!("the load \"{load}\" started", load)
            } else {
                tell!("the load \"{load}\" stopped", load)
            }
        }
        Fact::Acted { .. } => tell!("the action was carried out"),
        Fact::Saved { flight, bytes, .. } => {
            tell!(
                "{who} saved {bytes} bytes on message {flight}",
                who,
                bytes,
                flight
            )
        }
        Fact::HeldBack {
            flight,
            held_us,
            resent,
        } => {
            let late = duration_words(*held_us);
            match resent {
                0 => tell!(
                    "{who} message {flight} came {late} late: it waited behind a lost packet",
                    who,
                    flight,
                    late
                ),
                _ => tell!(
                    "{who} message {flight} came {late} late: it had packets that were lost and \
                     retransmitted",
                    who,
                    flight,
                    late
                ),
            }
        }
        Fact::Decided(decision) => decided(who, names, decision),
        Fact::Changed { at, what, a, b } => tell!(
            "{who} {change}{of_range}",
            who,
            change = change_text(*what, *a, *b, names),
            of_range = of_range(at)
        ),
        Fact::Lease { at, what, .. } => tell!(
            "{who} {lease}{of_range}",
            who,
            lease = lease_words(*what),
            of_range = of_range(at)
        ),
        Fact::Withheld { at, to_peer } if *to_peer == at.peer => {
            tell!(
                "{who} did not campaign yet: its vote is withheld for a leader",
                who
            )
        }
        Fact::Withheld { at, to_peer } => match index.node_of_peer(at.range, *to_peer) {
            Some(node) => tell!(
                "{who} granted no vote yet: its vote is withheld for a leader to {node}",
                who,
                node = Text::node(node, names)
            ),
            None => tell!(
                "{who} granted no vote yet: its vote is withheld for a leader",
                who
            ),
        },
        Fact::Appended {
            at,
            index: entry,
            term,
            ..
        } => tell!(
            "{who} wrote {entry} of term {term} into its log{of_range}",
            who,
            entry = Text::entry(at.range, *entry),
            term,
            of_range = of_range(at)
        ),
        Fact::Persisted { at, index: entry } => tell!(
            "{who} has its log on disk up to {entry}",
            who,
            entry = Text::entry(at.range, *entry)
        ),
        Fact::Committed {
            at, index: entry, ..
        } => tell!(
            "{who} knew that all up to {entry} is committed{of_range}",
            who,
            entry = Text::entry(at.range, *entry),
            of_range = of_range(at)
        ),
        Fact::Applied {
            at, index: entry, ..
        } => tell!(
            "{who} applied {entry}{of_range}",
            who,
            entry = Text::entry(at.range, *entry),
            of_range = of_range(at)
        ),
        Fact::SnapshotInstalled {
            at, index: entry, ..
        } => tell!(
            "{who} replaced its state by a snapshot up to {entry}{of_range}",
            who,
            entry = Text::entry(at.range, *entry),
            of_range = of_range(at)
        ),
        Fact::Compacted { at, first } => tell!(
            "{who} dropped its log before index {first}{of_range}",
            who,
            first,
            of_range = of_range(at)
        ),
        Fact::Invoked(_)
        | Fact::Named { .. }
        | Fact::Attempted { .. }
        | Fact::Refused { .. }
        | Fact::Proposed { .. }
        | Fact::ReadIndexAsked { .. }
        | Fact::ReadIndexKnown { .. }
        | Fact::Served { .. }
        | Fact::Completed { .. }
        | Fact::Timestamped { .. }
        | Fact::Routed { .. }
        | Fact::Txn { .. } => did_for_request(index, who, fact),
    }
}

/// What a node did for a request.
#[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
fn did_for_request(index: &Index, who: Text, fact: &Fact) -> Text {
    let names = index.names;
    let number = fact.request().expect("it is about one");
    let request = Text::request(number);
    match fact {
        Fact::Invoked(asked) => {
            tell!(
                "{who} took {request}, {what}",
                who,
                request,
                what = op_words(asked)
            )
        }
        Fact::Named { keys, .. } => tell!(
            "{who} read that {request} is for {keys}",
            who,
            request,
            keys = keys_words(keys)
        ),
        Fact::Attempted { to, .. } => tell!(
            "{who} sent {request} to {to}",
            who,
            request,
            to = Text::node(*to, names)
        ),
        Fact::Refused { by, .. } => tell!(
            "{who} learned that {request} was refused by {by}",
            who,
            request,
            by = Text::node(*by, names)
        ),
        Fact::Proposed {
            at, index: entry, ..
        } => tell!(
            "{who} proposed {request} as {entry}",
            who,
            request,
            entry = Text::entry(at.range, *entry)
        ),
        Fact::ReadIndexAsked { .. } => {
            tell!("{who} asked for a read index for {request}", who, request)
        }
        Fact::ReadIndexKnown {
            at,
            index: entry,
            applied,
            ..
        } => {
            let last = Text::entry(at.range, *entry);
            if applied < entry {
                tell!(
                    "{who} knew that {request} must see all up to {last}; it had applied up to \
                     {applied}",
                    who,
                    request,
                    last,
                    applied
                )
            } else {
                tell!(
                    "{who} knew that {request} must see all up to {last}, which it had applied",
                    who,
                    request,
                    last
                )
            }
        }
        Fact::Served { .. } => tell!("{who} read the rows for {request}", who, request),
        Fact::Completed { outcome, .. } => match outcome {
            Outcome::Ok => tell!(
                "{who} gave the client its answer to {request}",
                who,
                request
            ),
            Outcome::Failed => {
                tell!(
                    "{who} told the client of the failure of {request}",
                    who,
                    request
                )
            }
            Outcome::Unknown => {
                tell!(
                    "{who} gave up without knowing what became of {request}",
                    who,
                    request
                )
            }
        },
        Fact::Timestamped { ts, .. } => tell!(
            "{who} had the timestamp {ts} for {request}",
            who,
            ts = timestamp_words(*ts),
            request
        ),
        Fact::Routed { to, why, .. } => tell!(
            "{who} sent {request} to {to}: {why}",
            who,
            request,
            to = Text::node(*to, names),
            why = route_words(*why)
        ),
        Fact::Txn { what, key, .. } => tell!(
            "{who} had word of {request}: {what}",
            who,
            request,
            what = txn_words(*what, *key)
        ),
        Fact::Sent(_)
        | Fact::Delivered { .. }
        | Fact::Died { .. }
        | Fact::HeldBack { .. }
        | Fact::Saved { .. }
        | Fact::Role { .. }
        | Fact::Appended { .. }
        | Fact::Persisted { .. }
        | Fact::Committed { .. }
        | Fact::Applied { .. }
        | Fact::SnapshotInstalled { .. }
        | Fact::Compacted { .. }
        | Fact::FaultBegan { .. }
        | Fact::FaultEnded { .. }
        | Fact::SettingsChanged
        | Fact::WorkloadSwitched { .. }
        | Fact::Acted { .. }
        | Fact::Decided(_)
        | Fact::Changed { .. }
        | Fact::Lease { .. }
        | Fact::Withheld { .. } => unreachable!("called for what is about a request alone"),
    }
}

/// What was decided and why; who is named can be gone to.
fn decided(by: Text, names: &Names, decision: &Decision) -> Text {
    let named = |node: Option<NodeId>| match node {
        Some(node) => Text::node(node, names),
        None => tell!("nobody"),
    };
    let deed = Text::said(
        deed_words(decision.what),
        [
            ("by", by),
            ("subject", named(decision.subject)),
            ("other", named(decision.other)),
        ],
    );
    let of_range = match decision.range {
        RangeId::NONE => Text::default(),
        range => Text::of_range(range, names),
    };
    let reason = reason_text(decision);
    tell!("{deed}{of_range}: {reason}", deed, of_range, reason)
}

/// "a get of k5".
pub(super) fn op_words(request: &RequestFact) -> String {
    let (key, rows) = (request.key, request.rows);
    let keys = || keys_words(&request.named);
    let what = match request.op {
        OpKind::Get => say!("a get of k{key}", key),
        OpKind::Put if rows == 1 => say!("a put of k{key}", key),
        OpKind::Put => say!("a put of {rows} rows from k{key}", rows, key),
        OpKind::Scan => say!("a scan of {rows} rows from k{key}", rows, key),
        OpKind::Statement if !request.named.is_empty() => {
            say!("a statement for {keys}", keys = keys())
        }
        OpKind::Insert if !request.named.is_empty() => {
            say!("an insert transaction of {keys}", keys = keys())
        }
        OpKind::Update if !request.named.is_empty() => {
            say!("an update transaction of {keys}", keys = keys())
        }
        OpKind::Statement => say!("a statement from k{key}", key),
        OpKind::Transaction => say!("a transaction from k{key}", key),
        OpKind::Transfer => say!("a transfer from k{key}", key),
        OpKind::Insert => say!("an insert transaction from k{key}", key),
        OpKind::Update => say!("an update transaction from k{key}", key),
    };
    match request.retry {
        0 => what,
        retry => say!("{what}, retry {retry} of its client", what, retry),
    }
}

/// "k1, k5 and k9".
fn keys_words(keys: &NamedKeys) -> String {
    let keys: Vec<String> = keys.iter().map(|key| format!("k{key}")).collect();
    list_words(&keys)
}

fn sent_words(index: &Index, who: Text, sent: &SentFact) -> Text {
    let (first, last) = (sent.index + 1, sent.index + u64::from(sent.entries));
    let entries = match sent.entries {
        0 => Text::default(),
        1 => tell!(" with {entry}", entry = Text::entry(sent.range, first)),
        _ => tell!(
            " with {first} to {last}",
            first = Text::entry(sent.range, first),
            last
        ),
    };
    let answer = match sent.what {
        MessageType::VoteResponse | MessageType::PreVoteResponse if sent.reject => tell!(" (no)"),
        MessageType::VoteResponse | MessageType::PreVoteResponse => tell!(" (yes)"),
        _ => Text::default(),
    };
    let for_request = match sent.request {
        RequestId::NONE => Text::default(),
        request => tell!(" for {request}", request = Text::request(request)),
    };
    tell!(
        "{who} sent {message}{entries}{answer}{for_request} to {to}",
        who,
        message = Text::message(sent.flight, sent.what),
        entries,
        answer,
        for_request,
        to = Text::node(sent.to, index.names)
    )
}

/// "s2 received an append from s1".
fn received(index: &Index, who: Text, flight: u64) -> Text {
    let Some((sent, _)) = index.sent(flight) else {
        let message = Text::link(say!("a message"), Target::Message(flight));
        return tell!("{who} received {message}", who, message);
    };
    tell!(
        "{who} received {message} from {from}",
        who,
        message = Text::message(flight, sent.what),
        from = Text::node(sent.from, index.names)
    )
}

/// "s2 did not get an append from s1: the link was cut".
fn died(index: &Index, who: Text, flight: u64, how: Death) -> Text {
    match index.sent(flight) {
        Some((sent, _)) => tell!(
            "{who} did not get {message} from {from}: {why}",
            who,
            message = Text::message(flight, sent.what),
            from = Text::node(sent.from, index.names),
            why = death_words(how)
        ),
        None => tell!("{who} did not get message {flight}", who, flight),
    }
}

fn death_words(how: Death) -> &'static str {
    match how {
        Death::Lost => phrase!("the link lost it"),
        Death::Cut => phrase!("the link was cut"),
        Death::Dropped => phrase!("it was dropped by hand"),
        Death::ReceiverDown => phrase!("it was down"),
        Death::Broken => phrase!("the connection broke"),
        Death::BufferFull => phrase!("the connection's buffers were full"),
        Death::Closed => phrase!("nothing got through, and the sender closed the connection"),
    }
}

fn role_words(
    index: &Index,
    who: Text,
    at: &ReplicaRef,
    (role, term): (Role, u64),
    leader: Option<NodeId>,
    vote: Option<NodeId>,
) -> Text {
    let names = index.names;
    let of_range = Text::of_range(at.range, names);
    match (role, leader, vote.filter(|vote| *vote != at.node)) {
        (Role::Leader, ..) => {
            tell!(
                "{who} became leader in term {term}{of_range}",
                who,
                term,
                of_range
            )
        }
        (Role::Candidate, ..) => {
            tell!(
                "{who} campaigned in term {term}{of_range}",
                who,
                term,
                of_range
            )
        }
        (Role::PreCandidate, ..) => tell!(
            "{who} asked for pre-votes for term {term}{of_range}",
            who,
            term = term + 1,
            of_range
        ),
        (Role::Follower | Role::Learner, Some(leader), _) => tell!(
            "{who} followed in term {term} the leader {leader}{of_range}",
            who,
            term,
            leader = Text::node(leader, names),
            of_range
        ),
        (Role::Follower | Role::Learner, None, Some(vote)) => tell!(
            "{who} gave its vote of term {term} to {vote}{of_range}",
            who,
            term,
            vote = Text::node(vote, names),
            of_range
        ),
        (Role::Follower | Role::Learner, None, None) => tell!(
            "{who} followed in term {term}, knowing no leader{of_range}",
            who,
            term,
            of_range
        ),
    }
}

/// What made a node act: nothing where what it did says it all.
pub(super) fn made_by(
    index: &Index,
    who: &Text,
    began: Began,
    (row, fact): (usize, &Fact),
) -> Option<Text> {
    let names = index.names;
    let who = who.clone();
    Some(match began {
        Began::Arrive { flight } | Began::Handle { flight } => {
            let itself = matches!(fact, Fact::Delivered { .. } | Fact::Died { .. });
            return (!itself).then(|| received(index, who, flight));
        }
        Began::Tick { .. } => match fact {
            Fact::Sent(sent) if sent.what == MessageType::Heartbeat => {
                tell!("{who} was due to send heartbeats", who)
            }
            Fact::Role {
                role: Role::PreCandidate | Role::Candidate,
                ..
            } => tell!("{who} had reached its election timeout", who),
            Fact::Sent(sent) if matches!(sent.what, MessageType::PreVote | MessageType::Vote) => {
                tell!("{who} had reached its election timeout", who)
            }
            Fact::Role { .. } if rule_of(index, row, fact) == Some(rule::CHECK_QUORUM) => tell!(
                "{who} had not heard from a majority for an election timeout",
                who
            ),
            Fact::Sent(sent) if sent.what == MessageType::ReadIndex => {
                tell!("{who} had timed out waiting for a read index", who)
            }
            _ => tell!("{who} saw its clock tick", who),
        },
        Began::Serve if matches!(fact, Fact::Served { .. }) => return None,
        Began::Serve => tell!("{who} had served a read", who),
        Began::Synced { .. } if matches!(fact, Fact::Persisted { .. }) => return None,
        Began::Synced { .. } => tell!("{who} had it on its disk", who),
        Began::Apply { .. } => tell!("{who} had waited out the apply delay", who),
        Began::SnapshotReport { .. } => tell!("{who} learned what became of a snapshot", who),
        Began::Unreachable { .. } => tell!("{who} learned that a peer is down", who),
        Began::Client { workload } | Began::Arrival { workload } => tell!(
            "{who} got a request from a client of the load \"{load}\"",
            who,
            load = as_id(&names.workloads[usize::from(workload)].id)
        ),
        Began::Deadline => tell!("{who} had reached the request timeout", who),
        Began::Admitted { .. } => tell!("{who} had a core for the request", who),
        Began::Retry { .. } => tell!("{who} had waited before it tried again", who),
        Began::Broken { store, .. } => tell!(
            "{who} lost its connection to {store}",
            who,
            store = Text::node(store, names)
        ),
        Began::Schedule { .. } => tell!("{who} began a round of scheduling", who),
        Began::Action { .. } => tell!("{who} was told to by hand or by the scenario", who),
    })
}
