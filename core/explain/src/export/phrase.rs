//! Facts and events as short phrases, without the node that they happened on.

use model::config::OpKind;
use model::fact::{Began, Death, Fact, RequestFact, Role, SentFact};
use model::ids::{RangeId, RequestId};
use sim::NodeId;

use text::decisions::{change_text, decision_text};
use text::messages::message_words;
use text::names::Names;
use text::reads::{lease_words, route_words, timestamp_words, txn_words};
use text::sentence::fault_text;

/// The phrase of a fact; `flight` finds the message of a number that is still under way.
#[expect(clippy::too_many_lines, reason = "one arm for each fact, and no more")]
pub(super) fn phrase<'a>(
    fact: &Fact,
    names: &Names,
    flight: impl Fn(u64) -> Option<&'a SentFact>,
) -> String {
    match fact {
        Fact::Sent(sent) => format!("sends {} to {}", message(sent), names.node_id(sent.to)),
        Fact::Delivered { flight: number } => match flight(*number) {
            Some(sent) => format!(
                "receives {} from {}",
                message(sent),
                names.node_id(sent.from)
            ),
            None => format!("receives message {number}"),
        },
        Fact::Died {
            flight: number,
            how,
        } => match flight(*number) {
            Some(sent) => format!(
                "does not receive {} from {}: {}",
                message(sent),
                names.node_id(sent.from),
                death(*how)
            ),
            None => format!("does not receive message {number}: {}", death(*how)),
        },
        Fact::Role { at, role, term, .. } => {
            format!(
                "{} in term {term}{}",
                role_id(*role),
                of_range(at.range, names)
            )
        }
        Fact::Appended {
            at, index, term, ..
        } => {
            format!(
                "writes entry {index} of term {term}{}",
                of_range(at.range, names)
            )
        }
        Fact::Persisted { at, index } => {
            format!("log durable up to {index}{}", of_range(at.range, names))
        }
        Fact::Committed { at, index, .. } => {
            format!(
                "knows of commits up to {index}{}",
                of_range(at.range, names)
            )
        }
        Fact::Applied { at, index, .. } => {
            format!("applies entry {index}{}", of_range(at.range, names))
        }
        Fact::SnapshotInstalled { at, index, .. } => {
            format!(
                "installs a snapshot up to {index}{}",
                of_range(at.range, names)
            )
        }
        Fact::Compacted { at, first } => {
            format!("log begins at {first} now{}", of_range(at.range, names))
        }
        Fact::FaultBegan { fault } => format!("fault: {}", fault_text(fault, names)),
        Fact::FaultEnded { fault } => format!("healed: {}", fault_text(fault, names)),
        Fact::SettingsChanged => "settings change".to_string(),
        Fact::WorkloadSwitched { workload, running } => {
            let id = &names.workloads[usize::from(*workload)].id;
            format!("load {id} {}", if *running { "starts" } else { "stops" })
        }
        Fact::Acted { ordinal } => format!("action {ordinal}"),
        Fact::Saved { flight, bytes, .. } => format!("message {flight} saves {bytes} bytes"),
        Fact::HeldBack {
            flight,
            held_us,
            resent,
        } => held_back_text(*flight, *held_us, *resent),
        Fact::Decided(decision) => decision_text(decision, names),
        Fact::Changed { at, what, a, b } => {
            change_text(*what, *a, *b, names) + &of_range(at.range, names)
        }
        Fact::Invoked(request) => request_words(request),
        Fact::Named { request, keys } => format!("r{request} is for {}", keys.words()),
        Fact::Attempted { request, to } => format!("r{request} goes to {}", names.node_id(*to)),
        Fact::Refused { request, by, .. } => {
            format!("r{request} refused by {}", names.node_id(*by))
        }
        Fact::Proposed { request, index, .. } => format!("r{request} is entry {index}"),
        Fact::ReadIndexAsked { request, .. } => format!("r{request} asks for a read index"),
        Fact::ReadIndexKnown {
            request,
            index,
            applied,
            ..
        } => {
            format!("r{request} reads at {index}, applied is {applied}")
        }
        Fact::Served { request, .. } => format!("r{request} served"),
        Fact::Completed {
            request, outcome, ..
        } => format!("r{request} {}", outcome.id()),
        Fact::Timestamped { request, ts, .. } => {
            format!("r{request} has timestamp {}", timestamp_words(*ts))
        }
        Fact::Routed {
            request, to, why, ..
        } => format!(
            "r{request} to {}: {}",
            names.node_id(*to),
            route_words(*why)
        ),
        Fact::Txn {
            request, what, key, ..
        } => format!("r{request}: {}", txn_words(*what, *key)),
        Fact::Lease { at, what, .. } => lease_words(*what).to_string() + &of_range(at.range, names),
        Fact::Withheld { at, to_peer } => {
            let what = if *to_peer == at.peer {
                "does not campaign yet"
            } else {
                "grants no vote yet"
            };
            format!("{what}{}", of_range(at.range, names))
        }
    }
}

/// Why an event was due.
pub(super) fn began_id(began: &Began) -> &'static str {
    match began {
        Began::Arrive { .. } => "arrive",
        Began::Tick { .. } => "tick",
        Began::Handle { .. } => "handle",
        Began::Serve => "serve",
        Began::Synced { .. } => "synced",
        Began::Apply { .. } => "apply",
        Began::SnapshotReport { .. } => "snapshot-report",
        Began::Unreachable { .. } => "unreachable",
        Began::Client { .. } => "client",
        Began::Arrival { .. } => "arrival",
        Began::Deadline => "deadline",
        Began::Admitted { .. } => "admitted",
        Began::Retry { .. } => "retry",
        Began::Broken { .. } => "broken",
        Began::Action { .. } => "act",
        Began::Schedule { .. } => "schedule",
    }
}

/// "r7: get k5".
pub(super) fn request_words(request: &RequestFact) -> String {
    let number = request.request;
    let again = match request.retry {
        0 => String::new(),
        retry => format!(" (retry {retry})"),
    };
    let what = match request.op {
        OpKind::Get => format!("r{number}: get k{}", request.key),
        OpKind::Put if request.rows == 1 => format!("r{number}: put k{}", request.key),
        OpKind::Put => format!("r{number}: put k{} +{}", request.key, request.rows),
        OpKind::Scan => format!("r{number}: scan k{} +{}", request.key, request.rows),
        OpKind::Statement if !request.named.is_empty() => {
            format!("r{number}: statement {}", request.named.words())
        }
        OpKind::Insert | OpKind::Update if !request.named.is_empty() => {
            let (what, keys) = (request.op.id(), request.named.words());
            format!("r{number}: {what} transaction {keys}")
        }
        OpKind::Statement => format!("r{number}: statement k{} +{}", request.key, request.rows),
        OpKind::Transaction => format!("r{number}: transaction k{}", request.key),
        OpKind::Transfer => format!("r{number}: transfer k{}", request.key),
        OpKind::Insert => format!("r{number}: insert transaction k{}", request.key),
        OpKind::Update => format!("r{number}: update transaction k{}", request.key),
    };
    what + &again
}

/// "Append (term 2, index 7, 3 entries)".
fn message(sent: &SentFact) -> String {
    let (_, label) = message_words(sent.what);
    let mut parts = Vec::new();
    if sent.term > 0 {
        parts.push(format!("term {}, index {}", sent.term, sent.index));
    }
    if sent.entries > 0 {
        parts.push(format!("+{}", sent.entries));
    }
    if sent.request != RequestId::NONE {
        parts.push(format!("r{}", sent.request));
    }
    if sent.reject {
        parts.push("no".to_string());
    }
    match parts.as_slice() {
        [] => label.to_string(),
        parts => format!("{label} ({})", parts.join(", ")),
    }
}

/// " of range 7", or nothing when there is one range only.
fn of_range(range: RangeId, names: &Names) -> String {
    if names.ranges == 1 && range == RangeId(0) {
        String::new()
    } else {
        format!(" (range {range})")
    }
}

pub(super) fn role_id(role: Role) -> &'static str {
    match role {
        Role::Follower => "follower",
        Role::PreCandidate => "pre-candidate",
        Role::Candidate => "candidate",
        Role::Leader => "leader",
        Role::Learner => "learner",
    }
}

/// How a message ended, in files.
pub(super) fn death(how: Death) -> &'static str {
    match how {
        Death::Lost => "lost",
        Death::Cut => "cut",
        Death::Dropped => "dropped",
        Death::ReceiverDown => "receiver down",
        Death::Broken => "connection broken",
        Death::BufferFull => "buffer full",
        Death::Closed => "connection closed",
    }
}

fn held_back_text(flight: u64, held_us: sim::Micros, resent: u32) -> String {
    let late = text::quantity::duration_text(held_us);
    match resent {
        0 => format!("message {flight} comes {late} late, behind a lost packet"),
        _ => format!("message {flight} comes {late} late, packets retransmitted: {resent}"),
    }
}

pub(super) fn node(node: NodeId, names: &Names) -> &str {
    names.node_id(node)
}
