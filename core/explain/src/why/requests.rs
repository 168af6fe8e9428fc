//! Requests: why one ended as it did, and what it waited for.

use model::config::OpKind;
use model::fact::{Began, Fact, MessageType, Outcome};

use crate::tell;
use crate::why::chain::Chain;
use crate::why::clause::op_words;
use crate::why::index::Index;
use crate::why::outcome::{entry_of, outcome};
use crate::why::{Answer, Text, Wait, stale};
use vocabulary::say;
use vocabulary::words::duration_words;

/// Why a request ended as it did.
pub(super) fn request(index: &Index, number: u64) -> Answer {
    let asked = Text::request(number);
    let Some((fact, _)) = index.invoked(number) else {
        return unknown(
            index,
            tell!("Why did {request} end so?", request = asked),
            number,
        );
    };
    if let Some(missed) = stale::missed(index, fact) {
        return stale::answer(index, fact, &missed);
    }
    let mut answer = slow(index, number);
    let what = op_words(fact);
    answer.question = match outcome(index, number) {
        Some((_, Outcome::Failed)) => {
            tell!("Why did {request}, {what}, fail?", request = asked, what)
        }
        Some((_, Outcome::Unknown)) => {
            tell!(
                "Why did {request}, {what}, get no answer?",
                request = asked,
                what
            )
        }
        Some((_, Outcome::Ok)) => {
            tell!(
                "Why did {request}, {what}, end as it did?",
                request = asked,
                what
            )
        }
        None => tell!(
            "Why did {request}, {what}, not end yet?",
            request = asked,
            what
        ),
    };
    answer
}

fn unknown(index: &Index, question: Text, number: u64) -> Answer {
    let mut answer = Answer::nothing(
        question,
        say!("The record has no request {number}.", number),
    );
    if !index.is_whole() {
        answer.wanted_us = Some(index.first_us());
    }
    answer
}

/// What a request waited for, step by step.
pub(super) fn slow(index: &Index, number: u64) -> Answer {
    let asked = Text::request(number);
    let Some((fact, invoked)) = index.invoked(number) else {
        return unknown(
            index,
            tell!("What did {request} wait for?", request = asked),
            number,
        );
    };
    let mut chain = Chain::new(index);
    let longest = explain_way(&mut chain, number, invoked);
    // The chain is kept newest first.
    chain.steps.reverse();
    lost_on_the_way(&mut chain, number);
    let ended = outcome(index, number);
    if fact.op == OpKind::Put
        && let Some((_, entry, leader)) = entry_of(index, number)
    {
        let known = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
        match index.first_of(fact.range, leader, known) {
            Some(row) => chain.acknowledgements(row, fact.range, leader, entry),
            None => {
                crate::why::absent::holds(&mut chain, fact.range, entry, leader);
            }
        }
    }
    let end_us = ended.map_or(index.last_us(), |(row, _)| index.rows[row].at_us);
    let all = duration_words(end_us - index.rows[invoked].at_us);
    let short = waited_words(longest.as_ref(), ended.map(|(_, outcome)| outcome), &all);
    let steps = chain.take_steps();
    Answer {
        question: tell!(
            "What did {request}, {what}, wait for?",
            request = asked,
            what = op_words(fact)
        ),
        short: Text::of(short),
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// Tells a request's way step by step; returns its longest wait.
fn explain_way(chain: &mut Chain, number: u64, invoked: usize) -> Option<Wait> {
    let index = chain.index;
    let mut since = invoked;
    let mut longest: Option<Wait> = None;
    for row in way(index, number) {
        let Some(found) = index.fact(row) else {
            continue;
        };
        let mut step = chain.step(row, found);
        let us = index.rows[row].at_us - index.rows[since].at_us;
        if us > 0 {
            let wait = Wait {
                us,
                what: waited_for(index, found, row),
            };
            if longest.as_ref().is_none_or(|longest| longest.us < us) {
                longest = Some(wait.clone());
            }
            step.wait = Some(wait);
        }
        if let Some(Began::Client { .. } | Began::Arrival { .. }) =
            index.began(index.rows[row].event)
            && matches!(found, Fact::Invoked(_))
        {
            step.kind = crate::why::StepKind::Client;
        }
        if let Some(Began::Action { ordinal }) = index.began(index.rows[row].event)
            && let Some(action) = chain.action(ordinal)
        {
            chain.conditions.push(action);
        }
        chain.explain(row, found);
        chain.steps.push(step);
        since = row;
    }
    longest
}

/// How long it took, and what for.
fn waited_words(longest: Option<&Wait>, ended: Option<Outcome>, all: &str) -> String {
    let Some(outcome) = ended else {
        return say!("It has no answer after {all}.", all);
    };
    let Some(Wait { us, what }) = longest else {
        return match outcome {
            Outcome::Ok => say!("It was answered after {all}.", all),
            Outcome::Failed => say!("It failed after {all}.", all),
            Outcome::Unknown => say!("It was given up after {all}.", all),
        };
    };
    let time = duration_words(*us);
    match outcome {
        Outcome::Ok => say!(
            "It was answered after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
        Outcome::Failed => say!(
            "It failed after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
        Outcome::Unknown => say!(
            "It was given up after {all}; it waited longest, {time}, {what}.",
            all,
            time,
            what
        ),
    }
}

/// The rows of a request's way, its messages' arrivals among them. The leader's round for a read
/// is told by its result.
fn way(index: &Index, number: u64) -> Vec<usize> {
    let mut rows = Vec::new();
    for &row in index.request(number) {
        match index.fact(row) {
            Some(Fact::Sent(sent)) => {
                let round = matches!(
                    sent.what,
                    MessageType::Heartbeat | MessageType::HeartbeatResponse
                );
                let answer = matches!(sent.what, MessageType::Rows | MessageType::WriteResponse);
                if round {
                    continue;
                }
                if answer
                    || sent.what == MessageType::Refusal
                    || sent.what == MessageType::ReadIndexResponse
                {
                    rows.push(row);
                }
                if let Some((end, died)) = index.end_of(sent.flight)
                    && (died.is_some() || !answer)
                    && sent.what != MessageType::Refusal
                {
                    rows.push(end);
                }
            }
            // A request is taken and sent on in one event; the first attempt is told by it.
            Some(Fact::Attempted { .. }) if follows_invoked(index, row) => {}
            Some(_) => rows.push(row),
            None => {}
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

fn follows_invoked(index: &Index, row: usize) -> bool {
    let before = row.checked_sub(1).and_then(|row| index.fact(row));
    matches!(before, Some(Fact::Invoked(_)))
}

/// What the time before a row went by with.
fn waited_for(index: &Index, fact: &Fact, row: usize) -> String {
    let names = index.names;
    let way = |flight: u64| match index.sent(flight) {
        Some((sent, _)) => say!(
            "on the way from {from} to {to}",
            from = names.node_id(sent.from),
            to = names.node_id(sent.to)
        ),
        None => say!("on the way"),
    };
    let arrived = |row: usize| match index.began(index.rows[row].event) {
        Some(Began::Arrive { flight }) => way(flight),
        _ => say!("for an answer"),
    };
    match fact {
        Fact::Delivered { flight } | Fact::Died { flight, .. } => way(*flight),
        Fact::Attempted { .. } => say!("before it was tried again"),
        Fact::Refused { .. } | Fact::Completed { .. } => arrived(row),
        Fact::ReadIndexAsked { .. } => say!("for a free core"),
        Fact::ReadIndexKnown { .. } => say!("for the leader's round to a majority"),
        Fact::Served { .. } => say!("to apply what it must see, for a core and for its rows"),
        Fact::Sent(sent) if sent.what == MessageType::WriteResponse => {
            say!("until the entry was on a majority's disks and applied")
        }
        Fact::Sent(sent) if sent.what == MessageType::ReadIndexResponse => {
            say!("for the leader's round to a majority")
        }
        _ => say!("to be done"),
    }
}

/// Messages of a request that died of a fault, and those that its leader's round lost.
fn lost_on_the_way(chain: &mut Chain, number: u64) {
    let index = chain.index;
    for &row in index.request(number) {
        let Some(Fact::Sent(sent)) = index.fact(row) else {
            continue;
        };
        if let Some((end, Some(_))) = index.end_of(sent.flight) {
            chain.in_the_way(sent.from, sent.to, index.rows[end].at_us);
        }
    }
}
