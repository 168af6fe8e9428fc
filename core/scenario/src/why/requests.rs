//! Requests: why one ended as it did, why it was stale, what it waited for.

use cluster::config::{OpKind, ReadMode};
use cluster::fact::{Began, Fact, MessageType, Outcome, RequestFact, Role};
use sim::{Micros, NodeId};

use super::answer::{Answer, Wait};
use super::chain::Chain;
use super::clause::op_words;
use super::record::Index;
use super::rule::{self, Rule};
use super::text::Text;
use crate::trace::What;
use crate::watch::words::duration_words;

/// A write that a read missed.
struct Missed<'a> {
    write: &'a RequestFact,
    /// Row of its acknowledgement.
    acknowledged: usize,
    /// Its entry, and who led when it was written.
    entry: u64,
    leader: NodeId,
}

/// Why a request ended as it did.
pub(super) fn request(index: &Index, number: u64) -> Answer {
    let asked = Text::of("Why did ").request(number);
    let Some((fact, _)) = index.invoked(number) else {
        return unknown(index, asked.and(" end so?"), number);
    };
    if let Some(missed) = missed(index, fact) {
        return stale(index, fact, &missed);
    }
    let mut answer = slow(index, number);
    answer.question = asked.and(op_words(fact)).and(match outcome(index, number) {
        Some((_, Outcome::Failed)) => ", fail?",
        Some((_, Outcome::Unknown)) => ", get no answer?",
        Some((_, Outcome::Ok)) => ", end as it did?",
        None => ", not end yet?",
    });
    answer
}

fn unknown(index: &Index, question: Text, number: u64) -> Answer {
    let mut answer = Answer::nothing(question, format!("The record has no request {number}."));
    if !index.is_whole() {
        answer.wanted_us = Some(index.first_us());
    }
    answer
}

/// When and how a request ended.
fn outcome(index: &Index, number: u64) -> Option<(usize, Outcome)> {
    index
        .request(number)
        .iter()
        .find_map(|&at| match index.fact(at) {
            Some(Fact::Completed { outcome, .. }) => Some((at, *outcome)),
            _ => None,
        })
}

/// The entry of a put: range, index and the leader that wrote it.
pub(super) fn entry_of(index: &Index, number: u64) -> Option<(usize, u64, NodeId)> {
    let rows = index.request(number);
    rows.iter().rev().find_map(|&at| {
        let Some(Fact::Sent(sent)) = index.fact(at) else {
            return None;
        };
        if sent.what != MessageType::WriteRequest {
            return None;
        }
        let (arrived, _) = index
            .end_of(sent.flight)
            .filter(|(_, died)| died.is_none())?;
        let handled = handled_in(index, sent.flight, arrived);
        index.event(handled).find_map(|row| match index.fact(row) {
            Some(Fact::Appended {
                at, index: entry, ..
            }) if at.node == sent.to => Some((row, *entry, at.node)),
            _ => None,
        })
    })
}

/// The event in which a message was handled: that of its arrival, or a later one.
fn handled_in(index: &Index, flight: u64, arrived: usize) -> u64 {
    let at_once = index.rows[arrived].event;
    let later = index.rows[arrived..]
        .iter()
        .take(QUEUED_ROWS)
        .find(|row| row.what == What::Began(Began::Handle { flight }));
    later.map_or(at_once, |row| row.event)
}

/// Rows among which a queued message is handled.
const QUEUED_ROWS: usize = 50_000;

/// The write that a read returned, as clients know it.
#[derive(Copy, Clone)]
enum Returned {
    /// The value before any write, or one older than the record.
    Old,
    /// Acknowledged in this row.
    Acknowledged(usize),
    /// Nobody acknowledged it: it cannot be too old.
    Never,
}

impl Returned {
    fn by(index: &Index, read: u64) -> Self {
        let value = index
            .request(read)
            .iter()
            .find_map(|&at| match index.fact(at) {
                Some(Fact::Completed { value, .. }) => Some(*value),
                _ => None,
            });
        let Some(write) = value.filter(|write| index.invoked(*write).is_some()) else {
            return Returned::Old;
        };
        match outcome(index, write) {
            Some((row, Outcome::Ok)) => Returned::Acknowledged(row),
            _ => Returned::Never,
        }
    }

    /// Whether clients know that a write came after it: it was sent when this was acknowledged.
    fn is_before(self, index: &Index, write: u64) -> bool {
        match self {
            Returned::Old => true,
            Returned::Acknowledged(row) => index.invoked(write).is_some_and(|(_, at)| at > row),
            Returned::Never => false,
        }
    }
}

/// The first acknowledged write that a read's server had not applied when it read.
fn missed<'a>(index: &Index<'a>, read: &RequestFact) -> Option<Missed<'a>> {
    if read.op == OpKind::Put {
        return None;
    }
    let (invoked, (_, outcome)) = (
        index.invoked(read.request)?.1,
        outcome(index, read.request)?,
    );
    let served = served(index, read.request)?;
    let Some(Fact::Served { at, .. }) = index.fact(served) else {
        return None;
    };
    if outcome != Outcome::Ok {
        return None;
    }
    // A scan's other rows are not in the record: only a get says which write it returned.
    let sent = (read.op == OpKind::Get).then(|| Returned::by(index, read.request));
    let keys = read.key..read.key + u64::from(read.rows.max(1));
    let mut first: Option<Missed> = None;
    for number in index
        .all_requests()
        .take_while(|number| *number < read.request)
    {
        let Some((write, _)) = index.invoked(number) else {
            continue;
        };
        let written = write.key..write.key + u64::from(write.rows);
        let overlaps = written.start < keys.end && keys.start < written.end;
        if write.op != OpKind::Put || !overlaps {
            continue;
        }
        let Some((acknowledged, Outcome::Ok)) = self::outcome(index, number) else {
            continue;
        };
        if acknowledged >= invoked
            || sent.is_some_and(|since| !since.is_before(index, number))
            || first
                .as_ref()
                .is_some_and(|first| first.acknowledged < acknowledged)
        {
            continue;
        }
        let Some((_, entry, leader)) = entry_of(index, number) else {
            continue;
        };
        let has = |fact: &Fact| match fact {
            Fact::Applied { index, .. } | Fact::SnapshotInstalled { index, .. } => *index >= entry,
            _ => false,
        };
        if index.last_of(read.range, at.node, served, has).is_none() {
            first = Some(Missed {
                write,
                acknowledged,
                entry,
                leader,
            });
        }
    }
    first
}

fn served(index: &Index, number: u64) -> Option<usize> {
    let is_served = |at: &&usize| matches!(index.fact(**at), Some(Fact::Served { .. }));
    index.request(number).iter().rev().find(is_served).copied()
}

/// A stale read: the newer write's way, and what kept it from the server.
fn stale(index: &Index, read: &RequestFact, missed: &Missed) -> Answer {
    let names = index.names;
    let served = served(index, read.request).expect("a stale read was served");
    let (end, _) = outcome(index, read.request).expect("and ended");
    let Some(Fact::Served { at, .. }) = index.fact(served) else {
        unreachable!("found as such")
    };
    let server = at.node;
    let mut chain = Chain::new(index);
    chain.back(end);
    // The write: its acknowledgement goes back to its client, by way of its commit.
    let committed =
        |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= missed.entry);
    let text = Text::default()
        .request(missed.write.request)
        .and(op_words(missed.write))
        .and(", had been acknowledged before the read was sent.");
    chain.condition(missed.acknowledged, text, None);
    if let Some(row) = index.first_of(read.range, missed.leader, committed) {
        chain.condition(
            row,
            Text::default()
                .node(missed.leader, names)
                .and(", the leader, knew that ")
                .entry(read.range, missed.entry)
                .and(" with the newer value is committed."),
            Some(rule::COMMIT),
        );
        chain.acknowledgements(row, read.range, missed.leader, missed.entry);
    }
    let hindered = lacking(&mut chain, read.range, server, served, missed);
    let believed = believed_to_lead(&mut chain, read.range, server, served, missed.leader);
    let mode = mode_rule(read.mode);
    let text = Text::default()
        .node(server, names)
        .and(" answered with what it had applied, without ")
        .entry(read.range, missed.entry)
        .and(".");
    chain.condition(served, text, Some(mode));
    let mut short = Text::of("It was stale: ")
        .node(server, names)
        .and(" had not heard of the newer write ")
        .request(missed.write.request);
    short = match hindered {
        Some(why) => short.and(format!(": {why}.")),
        None => short.and(" yet, and the read did not wait for it."),
    };
    if believed {
        short = short.and(" It still believed that it led.");
    }
    let question = Text::of("Why was ")
        .request(read.request)
        .and(op_words(read))
        .and(", stale?");
    let steps = chain.told();
    Answer {
        question,
        short,
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// Why a server lacked an entry: what was in the way, in words.
fn lacking(
    chain: &mut Chain,
    range: u32,
    server: NodeId,
    served: usize,
    missed: &Missed,
) -> Option<String> {
    let index = chain.index;
    let (leader, entry) = (missed.leader, missed.entry);
    let wrote = |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index >= entry);
    let knew = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
    if index.last_of(range, server, served, knew).is_some() {
        return Some("it knew of the commit and had not applied it yet".to_string());
    }
    if leader != server && index.last_of(range, server, served, wrote).is_none() {
        let written = index
            .first_of(range, leader, wrote)
            .map_or(0, |row| index.rows[row].at_us);
        let until_us = index.rows[served].at_us;
        if chain.in_the_way_between(leader, server, (written, until_us)) {
            return standing_words(index, leader, server, until_us);
        }
        return Some("the entry was still on its way".to_string());
    }
    Some("it held the entry but had not heard that it is committed".to_string())
}

/// The fault between two nodes, in words with its begin.
fn standing_words(index: &Index, from: NodeId, to: NodeId, at_us: Micros) -> Option<String> {
    let names = index.names;
    let fault = index
        .faults
        .iter()
        .find(|fault| fault.stood(at_us) && super::faults::hinders(&fault.key, from, to, names))?;
    let words = crate::format::fault_text(&fault.key, names);
    let since = crate::watch::words::instant_words(fault.since_us);
    Some(format!("{words} since {since}"))
}

/// Whether the server still took itself for the leader; tells of the election that it missed.
fn believed_to_lead(
    chain: &mut Chain,
    range: u32,
    server: NodeId,
    served: usize,
    leader: NodeId,
) -> bool {
    let index = chain.index;
    let Some((at, then)) = index.role_at(range, server, served) else {
        return false;
    };
    if then.role != Role::Leader || leader == server {
        return false;
    }
    let names = index.names;
    let text = Text::default().node(server, names).and(format!(
        " had become leader in term {} and had heard of no other.",
        then.term
    ));
    chain.condition(at, text, Some(rule::NO_CHECK_QUORUM));
    let elected = |fact: &Fact| {
        matches!(
            fact,
            Fact::Role {
                role: Role::Leader,
                ..
            }
        )
    };
    if let Some(row) = index.last_of(range, leader, served, elected)
        && let Some(Fact::Role { term, .. }) = index.fact(row)
    {
        let text = Text::default()
            .node(leader, names)
            .and(format!(" became leader in term {term}."));
        chain.condition(row, text, Some(rule::MAJORITY));
        chain.votes(row, range, leader, *term);
    }
    true
}

fn mode_rule(mode: ReadMode) -> Rule {
    match mode {
        ReadMode::Local => rule::LOCAL,
        ReadMode::LeaderUnchecked => rule::LEADER_UNCHECKED,
        ReadMode::Leader => rule::READ_INDEX,
        ReadMode::Lease => rule::LEASE,
        ReadMode::LeaseUnsafe => rule::LEASE_BY_ROLE,
        ReadMode::Follower
        | ReadMode::Proxy
        | ReadMode::Learner
        | ReadMode::Adaptive
        | ReadMode::Stale
        | ReadMode::Version => rule::FOLLOWER_READ,
    }
}

/// What a request waited for, step by step.
pub(super) fn slow(index: &Index, number: u64) -> Answer {
    let asked = Text::of("What did ").request(number);
    let Some((fact, invoked)) = index.invoked(number) else {
        return unknown(index, asked.and(" wait for?"), number);
    };
    let mut chain = Chain::new(index);
    let longest = tell_way(&mut chain, number, invoked);
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
                super::absent::holds(&mut chain, fact.range, entry, leader);
            }
        }
    }
    let end_us = ended.map_or(index.last_us(), |(row, _)| index.rows[row].at_us);
    let all = duration_words(end_us - index.rows[invoked].at_us);
    let short = waited_words(longest.as_ref(), ended.map(|(_, outcome)| outcome), &all);
    let steps = chain.told();
    Answer {
        question: asked.and(op_words(fact)).and(", wait for?"),
        short: Text::of(short),
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// Tells a request's way step by step; returns its longest wait.
fn tell_way(chain: &mut Chain, number: u64, invoked: usize) -> Option<Wait> {
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
            step.kind = super::answer::StepKind::Client;
        }
        if let Some(Began::Act { ordinal }) = index.began(index.rows[row].event)
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
        return format!("It has no answer after {all}.");
    };
    let word = match outcome {
        Outcome::Ok => "It was answered after",
        Outcome::Failed => "It failed after",
        Outcome::Unknown => "It was given up after",
    };
    match longest {
        Some(wait) => {
            let us = duration_words(wait.us);
            format!("{word} {all}; it waited longest, {us}, {}.", wait.what)
        }
        None => format!("{word} {all}."),
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
        Some((sent, _)) => format!(
            "on the way from {} to {}",
            names.node_id(sent.from),
            names.node_id(sent.to)
        ),
        None => "on the way".to_string(),
    };
    let arrived = |row: usize| match index.began(index.rows[row].event) {
        Some(Began::Arrive { flight }) => way(flight),
        _ => "for an answer".to_string(),
    };
    match fact {
        Fact::Delivered { flight } | Fact::Died { flight, .. } => way(*flight),
        Fact::Attempted { .. } => "before it was tried again".to_string(),
        Fact::Refused { .. } | Fact::Completed { .. } => arrived(row),
        Fact::ReadIndexAsked { .. } => "for a free core".to_string(),
        Fact::ReadIndexKnown { .. } => "for the leader's round to a majority".to_string(),
        Fact::Served { .. } => "to apply what it must see, for a core and for its rows".to_string(),
        Fact::Sent(sent) if sent.what == MessageType::WriteResponse => {
            "until the entry was on a majority's disks and applied".to_string()
        }
        Fact::Sent(sent) if sent.what == MessageType::ReadIndexResponse => {
            "for the leader's round to a majority".to_string()
        }
        _ => "to be done".to_string(),
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
