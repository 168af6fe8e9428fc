//! Why things are as they are: the chain of causes of anything in a record, back to a timer, an
//! action or a client, in sentences with links and with the rules that were followed.
//!
//! It works on what was recorded and on the run's actions; it must not know the cluster as it is.

mod absent;
mod answer;
mod answering;
mod cause;
mod chain;
mod cited;
mod clause;
mod conditions;
mod faults;
mod index;
mod linked;
mod outcome;
mod record;
mod refusals;
mod requests;
mod rule;
mod stale;
mod ties;
mod transfer;
mod waits;
mod walk;
mod way;

use model::fact::{Fact, Role};
use model::ids::RangeId;
use sim::NodeId;

use chain::Chain;
use index::Index;
use text::{phrase, say};

use crate::tell;

pub use answer::{Answer, Question, Step, StepKind, Wait};
pub use linked::{Part, Text};
pub use record::Record;
pub use rule::Rule;

/// Answers a question about the end of a record: what is asked about is the instant of its last
/// row, or something that happened before.
pub fn why(record: &Record, question: Question) -> Answer {
    answer(&Index::of(record), question)
}

/// The answer by an index that stands already.
fn answer(index: &Index, question: Question) -> Answer {
    match question {
        Question::Event(event) => about_event(index, event),
        Question::Message(flight) => about_message(index, flight),
        Question::Request(request) => requests::request(index, request),
        Question::Slow(request) => requests::slow(index, request),
        Question::Role { range, node } => match u16::try_from(node).map(NodeId) {
            Ok(node) if index.stores(range).contains(&node) => about_role(index, range, node),
            _ => Answer::nothing(
                tell!("Why does this replica have its role?"),
                say!("There is no such replica."),
            ),
        },
        Question::Entry {
            range,
            index: entry,
        } => about_entry(index, range, entry),
        Question::NoLeader(range) => absent::no_leader(index, range),
        Question::NotCommitted {
            range,
            index: entry,
        } => absent::not_committed(index, range, entry),
        Question::NotMoved(range) => transfer::not_moved(index, range),
    }
}

/// The chain back from a row.
fn chain_from(index: &Index, row: usize, question: Text) -> Answer {
    let mut chain = Chain::new(index);
    chain.back(row);
    let steps = chain.take_steps();
    Answer {
        question,
        short: root_words(&steps),
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// Where a chain began, in a sentence.
fn root_words(steps: &[Step]) -> Text {
    let roots: Vec<&Step> = steps
        .iter()
        .filter(|step| !matches!(step.kind, StepKind::Link | StepKind::Condition))
        .collect();
    let Some(first) = roots.first() else {
        return tell!("The record does not reach back to where it began.");
    };
    let root = first.text.clone();
    match first.kind {
        StepKind::Action => tell!("It goes back to an action: {root}", root),
        StepKind::Timer => tell!("It goes back to a timer that ran out: {root}", root),
        StepKind::Client => tell!("It goes back to a client: {root}", root),
        StepKind::Start | StepKind::Link | StepKind::Condition => {
            tell!("It goes back to the start of the run: {root}", root)
        }
    }
}

/// How much a fact says of what its event did.
fn weight(fact: &Fact) -> u32 {
    match fact {
        Fact::Role {
            role: Role::Leader, ..
        } => 6,
        Fact::Role { .. }
        | Fact::Completed { .. }
        | Fact::SnapshotInstalled { .. }
        | Fact::Decided(_) => 5,
        Fact::Committed { .. }
        | Fact::Refused { .. }
        | Fact::Died { .. }
        | Fact::Changed { .. } => 4,
        Fact::Appended { .. } | Fact::Applied { .. } | Fact::Served { .. } => 3,
        Fact::Sent(_) => 2,
        Fact::Delivered { .. }
        | Fact::HeldBack { .. }
        | Fact::Persisted { .. }
        | Fact::Compacted { .. }
        | Fact::FaultBegan { .. }
        | Fact::FaultEnded { .. }
        | Fact::SettingsChanged
        | Fact::WorkloadSwitched { .. }
        | Fact::Acted { .. }
        | Fact::Invoked(_)
        | Fact::Named { .. }
        | Fact::Attempted { .. }
        | Fact::Proposed { .. }
        | Fact::ReadIndexAsked { .. }
        | Fact::ReadIndexKnown { .. }
        | Fact::Saved { .. }
        | Fact::Timestamped { .. }
        | Fact::Routed { .. }
        | Fact::Lease { .. }
        | Fact::Txn { .. }
        | Fact::Withheld { .. } => 1,
    }
}

fn about_event(index: &Index, event: u64) -> Answer {
    let target = model::target::Target::Event(event);
    let question = tell!(
        "Why did {event} happen?",
        event = Text::link(say!("event {event}", event), target)
    );
    // The fact that says most: a change of state, else the last message, else the last fact.
    let weight = |row: &usize| index.fact(*row).map_or(0, weight);
    match index
        .event(event)
        .max_by_key(weight)
        .filter(|row| weight(row) > 0)
    {
        Some(row) => chain_from(index, row, question),
        None => missing(index, question, index.is_before(event)),
    }
}

fn about_message(index: &Index, flight: u64) -> Answer {
    let Some((sent, row)) = index.sent(flight) else {
        let question = tell!("Why was message {flight} sent?", flight);
        return missing(index, question, !index.is_whole());
    };
    let question = tell!(
        "Why did {from} send {message} to {to}?",
        from = Text::node(sent.from, index.names),
        message = Text::message(flight, sent.what),
        to = Text::node(sent.to, index.names)
    );
    match index.end_of(flight) {
        Some((end, Some(_))) => {
            let mut answer = chain_from(index, end, question);
            let ended = answer
                .steps
                .iter()
                .rev()
                .find(|step| step.event == index.rows[end].event);
            if let Some(text) = ended.map(|step| step.text.clone()) {
                answer.short = tell!("It did not arrive. {text}", text);
            }
            answer
        }
        _ => chain_from(index, row, question),
    }
}

fn about_role(index: &Index, range: RangeId, node: NodeId) -> Answer {
    let now = index.rows.len().saturating_sub(1);
    let Some((row, then)) = index.role_at(range, node, now) else {
        let node = Text::node(node, index.names);
        let question = tell!("Why does {node} have its role?", node);
        return missing(index, question, !index.is_whole());
    };
    let role = match then.role {
        Role::Leader => phrase!("leader"),
        Role::Candidate => phrase!("candidate"),
        Role::PreCandidate => phrase!("pre-candidate"),
        Role::Follower => phrase!("follower"),
        Role::Learner => phrase!("learner"),
    };
    if let Some(crash) = index.crash_of(node, index.last_us()) {
        return about_crashed(index, (range, node), (row, role), &crash);
    }
    let question = tell!(
        "Why is {node} {role} in term {term}{of_range}?",
        node = Text::node(node, index.names),
        role,
        term = then.term,
        of_range = Text::of_range(range, index.names)
    );
    let mut answer = chain_from(index, row, question);
    if let (Role::Follower, Some(vote)) = (then.role, then.vote) {
        answer.short = tell!(
            "{short} In this term it voted for {vote}.",
            short = answer.short,
            vote = Text::node(vote, index.names)
        );
    }
    answer
}

/// A store that does not run has no role: what took it, and what it was before.
fn about_crashed(
    index: &Index,
    (range, node): (RangeId, NodeId),
    (row, role): (usize, &str),
    crash: &faults::FaultSpan,
) -> Answer {
    let mut chain = Chain::new(index);
    chain.back(row);
    chain.fault(crash);
    let since = text::words::instant_words(crash.since_us);
    let node = Text::node(node, index.names);
    Answer {
        question: tell!(
            "What is {node}{of_range}?",
            node = node.clone(),
            of_range = Text::of_range(range, index.names)
        ),
        short: tell!(
            "{node} does not run since {since}, so it has no role. It was {role} before.",
            node,
            since,
            role
        ),
        steps: chain.take_steps(),
        wanted_us: chain.wanted_us,
    }
}

fn about_entry(index: &Index, range: RangeId, entry: u64) -> Answer {
    let question = tell!(
        "How did {entry}{of_range} come to be?",
        entry = Text::entry(range, entry),
        of_range = Text::of_range(range, index.names)
    );
    let known = |fact: &Fact| match fact {
        Fact::Committed { index, .. } => *index >= entry,
        _ => false,
    };
    let stores = index.stores(range);
    let committed = stores
        .iter()
        .filter_map(|node| index.first_of(range, *node, known))
        .min();
    match committed {
        // The first that knew is the leader: its chain goes by the answer that made the majority.
        Some(row) if !is_later(index, row, entry) => chain_from(index, row, question),
        _ => Answer {
            question,
            ..absent::not_committed(index, range, entry)
        },
    }
}

/// Whether a commit went far beyond an entry that the record does not have.
fn is_later(index: &Index, row: usize, entry: u64) -> bool {
    let Some(Fact::Committed { at, .. }) = index.fact(row) else {
        return true;
    };
    let wrote = |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index == entry);
    index.last_of(at.range, at.node, row, wrote).is_none()
}

/// What the record does not have.
fn missing(index: &Index, question: Text, older: bool) -> Answer {
    let mut answer = Answer::nothing(question, say!("The record does not have it."));
    if older && !index.is_whole() {
        answer.wanted_us = Some(index.first_us());
    }
    answer
}

#[cfg(test)]
mod tests;
