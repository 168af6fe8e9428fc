//! Why something did not happen: no leader, no commit.

use model::fact::{Fact, MessageType, Role, SentFact};
use model::ids::RangeId;
use sim::{Micros, NodeId};

use crate::tell;
use crate::why::Answer;
use crate::why::chain::Chain;
use crate::why::index::{Index, RoleThen, is_election};
use crate::why::{Text, rule};
use text::say;
use text::words::instant_words;

/// Why a range has no leader.
pub(super) fn no_leader(index: &Index, range: RangeId) -> Answer {
    let question = tell!(
        "Why does {range} have no leader?",
        range = Text::range(range)
    );
    let mut chain = Chain::new(index);
    let stores = index.stores(range);
    let now = index.rows.len().saturating_sub(1);
    let roles: Vec<_> = stores
        .iter()
        .map(|node| (*node, index.role_at(range, *node, now)))
        .collect();
    let up = |node: NodeId| {
        !index.faults.iter().any(|fault| {
            fault.stood(index.last_us())
                && crate::why::faults::hinders(&fault.key, node, node, index.names)
        })
    };
    let leads = |(node, then): &&(NodeId, Option<(usize, RoleThen)>)| {
        up(*node) && then.is_some_and(|(_, then)| then.role == Role::Leader)
    };
    let leader = roles
        .iter()
        .filter(leads)
        .max_by_key(|(_, then)| then.map(|(_, then)| then.term));
    if let Some((node, Some((row, then)))) = leader {
        chain.back(*row);
        let highest = roles
            .iter()
            .filter_map(|(_, then)| then.map(|(_, then)| then.term));
        return Answer {
            question,
            short: leads_words(index, *node, then.term, highest.max()),
            steps: chain.take_steps(),
            wanted_us: chain.wanted_us,
        };
    }
    let candidate = roles
        .iter()
        .filter_map(|(node, then)| then.map(|(row, then)| (*node, row, then)))
        .filter(|(_, _, then)| matches!(then.role, Role::PreCandidate | Role::Candidate))
        .max_by_key(|(_, row, _)| *row);
    explain_last_leader(&mut chain, range, now);
    let short = match candidate {
        Some((node, row, then)) => {
            chain.back(row);
            votes_missing(&mut chain, range, node, then.role, row)
        }
        None => nobody_stands(&mut chain, range),
    };
    if chain.wanted_us.is_none()
        && roles.iter().any(|(_, then)| then.is_none())
        && !index.is_whole()
    {
        chain.wanted_us = Some(index.first_us());
    }
    Answer {
        question,
        short,
        steps: chain.take_steps(),
        wanted_us: chain.wanted_us,
    }
}

fn leads_words(index: &Index, node: NodeId, term: u64, highest: Option<u64>) -> Text {
    let node = Text::node(node, index.names);
    match highest.filter(|highest| *highest > term) {
        Some(highest) => tell!(
            "{node} leads it, in term {term}; others are in term {highest} already and do not \
             follow it.",
            node,
            term,
            highest
        ),
        None => tell!("{node} leads it, in term {term}.", node, term),
    }
}

/// Who led last, and whether its store runs.
fn explain_last_leader(chain: &mut Chain, range: RangeId, now: usize) {
    let index = chain.index;
    let stores = index.stores(range).iter();
    let last = stores
        .filter_map(|node| last_leader(index, range, *node, now))
        .max();
    if let Some(row) = last
        && let Some(Fact::Role { at, term, .. }) = index.fact(row)
    {
        let text = tell!(
            "{leader} was the last leader, in term {term}.",
            leader = Text::node(at.node, index.names),
            term
        );
        chain.condition(row, text, None);
        chain.in_the_way(at.node, at.node, index.last_us());
    }
}

/// Where a replica last became leader.
fn last_leader(index: &Index, range: RangeId, node: NodeId, row: usize) -> Option<usize> {
    index.last_of(range, node, row, is_election)
}

/// A replica campaigns: whose votes it lacks, and why.
fn votes_missing(chain: &mut Chain, range: RangeId, node: NodeId, role: Role, row: usize) -> Text {
    let index = chain.index;
    let names = index.names;
    let stores = index.voters(range, row);
    let (asks, answers) = match role {
        Role::PreCandidate => (MessageType::PreVote, MessageType::PreVoteResponse),
        _ => (MessageType::Vote, MessageType::VoteResponse),
    };
    let (mut given, mut denied, mut silent) = (vec![node], Vec::new(), Vec::new());
    let since_us = index.rows[row].at_us;
    for &other in stores.iter().filter(|other| **other != node) {
        let answer = |sent: &SentFact| {
            sent.what == answers && (sent.from, sent.to, sent.range) == (other, node, range)
        };
        let got = index
            .sent_between(since_us, index.last_us())
            .rev()
            .find(|(_, sent)| {
                answer(sent)
                    && index
                        .end_of(sent.flight)
                        .is_some_and(|(_, died)| died.is_none())
            });
        match got {
            Some((at, sent)) if sent.reject => {
                chain.condition(
                    at,
                    tell!(
                        "{node} said no: it has heard from a leader, has voted, or has the newer \
                         log.",
                        node = Text::node(other, names)
                    ),
                    Some(rule::VOTE),
                );
                denied.push(other);
            }
            Some(_) => given.push(other),
            None => {
                unanswered(chain, range, (node, other), asks, since_us);
                silent.push(other);
            }
        }
    }
    let needed = stores.len() / 2 + 1;
    let mut text = tell!(
        "{node} campaigns and has {given} of {all} votes; it needs {needed}.",
        node = Text::node(node, names),
        given = given.len(),
        all = stores.len(),
        needed
    );
    if !silent.is_empty() {
        let silent = Text::nodes(&silent, names);
        text = tell!("{text} No answer from {silent}.", text, silent);
    }
    if !denied.is_empty() {
        let denied = Text::nodes(&denied, names);
        text = tell!("{text} No from {denied}.", text, denied);
    }
    text
}

/// A request for a vote that has no answer, and what is in the way.
fn unanswered(
    chain: &mut Chain,
    range: RangeId,
    (node, other): (NodeId, NodeId),
    asks: MessageType,
    since_us: Micros,
) {
    let index = chain.index;
    let asked = |sent: &SentFact| {
        sent.what == asks && (sent.from, sent.to, sent.range) == (node, other, range)
    };
    let mut sent = index.sent_between(since_us, index.last_us()).rev();
    if let Some((at, _)) = sent.find(|(_, sent)| asked(sent)) {
        let text = tell!(
            "{node} asked {other} and has no answer.",
            node = Text::node(node, index.names),
            other = Text::node(other, index.names)
        );
        chain.condition(at, text, None);
    }
    chain.in_the_way(node, other, index.last_us());
}

/// Nobody campaigns: timers have not run out, or too few replicas run.
fn nobody_stands(chain: &mut Chain, range: RangeId) -> Text {
    let index = chain.index;
    let at_us = index.last_us();
    let down: Vec<NodeId> = index
        .stores(range)
        .iter()
        .copied()
        .filter(|node| chain.in_the_way(*node, *node, at_us))
        .collect();
    if down.is_empty() {
        return tell!("Nobody's election timer has run out yet since the last leader fell silent.");
    }
    let voters = index.voters(range, index.rows.len() - 1);
    let left = voters.iter().filter(|node| !down.contains(node)).count();
    let nodes = Text::nodes(&down, index.names);
    let text = match down.len() {
        1 => tell!("{nodes} does not run.", nodes),
        _ => tell!("{nodes} do not run.", nodes),
    };
    if left < voters.len() / 2 + 1 {
        return tell!(
            "{text} The {left} that are left are no majority, so nobody can be elected.",
            text,
            left
        );
    }
    tell!(
        "{text} The others' election timers have not run out yet.",
        text
    )
}

/// Why an entry is not committed.
pub(super) fn not_committed(index: &Index, range: RangeId, entry: u64) -> Answer {
    let question = tell!(
        "Why is {entry}{of_range} not committed?",
        entry = Text::entry(range, entry),
        of_range = Text::of_range(range, index.names)
    );
    let mut chain = Chain::new(index);
    let known = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
    let stores = index.stores(range);
    let first = stores
        .iter()
        .filter_map(|node| index.first_of(range, *node, known))
        .min();
    if let Some(row) = first {
        chain.back(row);
        let since = instant_words(index.rows[row].at_us);
        return Answer {
            question,
            short: tell!("It is: since {since}.", since),
            steps: chain.take_steps(),
            wanted_us: chain.wanted_us,
        };
    }
    let wrote = |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index == entry);
    let written = stores
        .iter()
        .filter_map(|node| index.first_of(range, *node, wrote))
        .min();
    let Some(row) = written else {
        let mut answer = Answer::nothing(question, say!("No replica has written such an entry."));
        answer.wanted_us = (!index.is_whole()).then(|| index.first_us());
        return answer;
    };
    let Some(Fact::Appended { at, .. }) = index.fact(row) else {
        unreachable!("found as such")
    };
    let leader = at.node;
    chain.back(row);
    let short = holds(&mut chain, range, entry, leader);
    Answer {
        question,
        short,
        steps: chain.take_steps(),
        wanted_us: chain.wanted_us,
    }
}

/// Who has an entry on disk, who lacks it, and what holds it up.
pub(super) fn holds(chain: &mut Chain, range: RangeId, entry: u64, leader: NodeId) -> Text {
    let index = chain.index;
    let names = index.names;
    let now = index.rows.len().saturating_sub(1);
    let stores = &index.voters(range, now);
    let durable = |fact: &Fact| matches!(fact, Fact::Persisted { index, .. } if *index >= entry);
    let (mut have, mut lack) = (Vec::new(), Vec::new());
    for &node in stores {
        match index.last_of(range, node, now, durable) {
            Some(_) => have.push(node),
            None => lack.push(node),
        }
    }
    for &node in lack.iter().filter(|node| **node != leader) {
        let carries = |sent: &SentFact| {
            let is_leaders = matches!(sent.what, MessageType::Append | MessageType::RelayAppend);
            let is_passed_on = sent.what == MessageType::ForwardedAppend;
            (is_leaders && sent.from == leader || is_passed_on)
                && (sent.to, sent.range) == (node, range)
                && sent.index < entry
                && entry <= sent.index + u64::from(sent.entries)
        };
        let last = index
            .sent_between(0, index.last_us())
            .rev()
            .find(|(_, sent)| carries(sent));
        let (from, to) = (Text::node(leader, names), Text::node(node, names));
        match last.map(|(at, sent)| (at, index.end_of(sent.flight))) {
            Some((at, Some((_, Some(_))))) => chain.condition(
                at,
                tell!("{from} sent it to {to}, where it did not arrive.", from, to),
                Some(rule::REPLICATE),
            ),
            Some((at, None)) => chain.condition(
                at,
                tell!("{from} sent it to {to}; it is on its way.", from, to),
                Some(rule::REPLICATE),
            ),
            Some((at, Some(_))) => chain.condition(
                at,
                tell!("{to} got it and is writing it to its disk.", to),
                Some(rule::DURABLE),
            ),
            None => {}
        }
        chain.in_the_way(leader, node, index.last_us());
    }
    let needed = stores.len() / 2 + 1;
    let (count, all) = (have.len(), stores.len());
    let text = match count {
        0 => tell!(
            "Nobody has it on disk yet: {count} of {all}, and {needed} are needed.",
            count,
            all,
            needed
        ),
        _ => tell!(
            "It is on disk at {have}: {count} of {all}, and {needed} are needed.",
            have = Text::nodes(&have, names),
            count,
            all,
            needed
        ),
    };
    if lack.is_empty() {
        return tell!("{text} The answers are on their way.", text);
    }
    let lack = Text::nodes(&lack, names);
    tell!("{text} It is missing at {lack}.", text, lack)
}
