//! Stale reads: which newer write a read missed, what kept it from the server, and, where the mode
//! promises that this does not happen, how it could.

use std::collections::BTreeMap;

use model::config::{Action, OpKind, Promise, ReadMode};
use model::fact::{Fact, Outcome, RequestFact, Role};
use model::ids::{RangeId, RequestId};
use sim::{Micros, NodeId};

use crate::tell;
use crate::why::Answer;
use crate::why::chain::Chain;
use crate::why::clause::op_words;
use crate::why::index::{Index, is_election};
use crate::why::outcome::{PutEntry, entry_of, outcome};
use crate::why::{Rule, Text, rule};
use text::reads::lease_words;
use text::say;
use text::sentence::clock_percent;

/// A write that a read missed.
pub(super) struct Missed<'a> {
    write: &'a RequestFact,
    /// Row since which clients knew of it: of its acknowledgement, or of a read that returned it.
    known: usize,
    /// Its entry, and who led when it was written.
    entry: u64,
    leader: NodeId,
}

/// The write that a read returned.
fn returned(index: &Index, read: RequestId) -> Option<RequestId> {
    let rows = index.request(read).iter();
    let mut values = rows.filter_map(|&at| match index.fact(at) {
        Some(Fact::Completed { value, .. }) => Some(RequestId::of_write(*value)),
        _ => None,
    });
    values.next().filter(|write| *write != RequestId::NONE)
}

/// Since which row clients know of each write: it was acknowledged, or, where readers tell,
/// somebody read it.
fn known_since(index: &Index, readers_tell: bool) -> BTreeMap<RequestId, usize> {
    let mut known = BTreeMap::new();
    for row in 0..index.rows.len() {
        let Some(Fact::Completed {
            request,
            outcome: Outcome::Ok,
            value,
            ..
        }) = index.fact(row)
        else {
            continue;
        };
        if *value > 0 && (readers_tell || *value == request.write_id()) {
            known.entry(RequestId::of_write(*value)).or_insert(row);
        }
    }
    known
}

/// Whether a write came after the one that was returned: by the log where both are in the record,
/// else by what clients know.
fn is_after(index: &Index, returned: Option<RequestId>, write: RequestId) -> bool {
    let Some(returned) = returned.filter(|returned| index.invoked(*returned).is_some()) else {
        // The value before any write, or one older than the record.
        return true;
    };
    let range = |write: RequestId| index.invoked(write).map(|(fact, _)| fact.range);
    match (entry_of(index, returned), entry_of(index, write)) {
        (Some(old), Some(new)) if range(returned) == range(write) => old.index < new.index,
        _ => match (outcome(index, returned), index.invoked(write)) {
            (Some((row, Outcome::Ok)), Some((_, sent))) => sent > row,
            _ => false,
        },
    }
}

/// The first write that clients knew of when a read was sent and that its server had not applied
/// when it read.
pub(super) fn missed<'a>(index: &Index<'a>, read: &RequestFact) -> Option<Missed<'a>> {
    if read.op.is_blind_write() {
        return None;
    }
    let (_, invoked) = index.invoked(read.request)?;
    let (_, Outcome::Ok) = outcome(index, read.request)? else {
        return None;
    };
    let served = served(index, read.request)?;
    let Some(Fact::Served { at, .. }) = index.fact(served) else {
        return None;
    };
    // A scan's other rows are not in the record: only a get says which write it returned.
    let is_get = read.op == OpKind::Get;
    let sent = returned(index, read.request).filter(|_| is_get);
    let keys = read.key..read.key + u64::from(read.rows.max(1));
    // What another reader saw counts against modes that promise an order of all reads.
    let known = known_since(index, read.mode.is_linearizable());
    let mut first: Option<Missed> = None;
    for request in index
        .all_requests()
        .take_while(|request| *request < read.request)
    {
        let Some((write, _)) = index.invoked(request) else {
            continue;
        };
        let overlaps = write.written_keys().any(|key| keys.contains(&key));
        if !overlaps || sent == Some(request) {
            continue;
        }
        let Some(&known) = known.get(&request) else {
            continue;
        };
        let is_later = first.as_ref().is_some_and(|first| first.known < known);
        if known >= invoked || is_later || (is_get && !is_after(index, sent, request)) {
            continue;
        }
        let Some(PutEntry {
            index: entry,
            leader,
        }) = entry_of(index, request)
        else {
            continue;
        };
        let has = |fact: &Fact| match fact {
            Fact::Applied { index, .. } | Fact::SnapshotInstalled { index, .. } => *index >= entry,
            _ => false,
        };
        if index.last_of(read.range, at.node, served, has).is_none() {
            first = Some(Missed {
                write,
                known,
                entry,
                leader,
            });
        }
    }
    first
}

fn served(index: &Index, request: RequestId) -> Option<usize> {
    let is_served = |at: &&usize| matches!(index.fact(**at), Some(Fact::Served { .. }));
    index.request(request).iter().rev().find(is_served).copied()
}

/// A stale read: the newer write's way, and what kept it from the server.
pub(super) fn answer(index: &Index, read: &RequestFact, missed: &Missed) -> Answer {
    let names = index.names;
    let served = served(index, read.request).expect("a stale read was served");
    let (end, _) = outcome(index, read.request).expect("and ended");
    let Some(Fact::Served { at, .. }) = index.fact(served) else {
        unreachable!("found as such")
    };
    let server = at.node;
    let mut chain = Chain::new(index);
    chain.back(end);
    chain.condition(missed.known, known_words(index, missed), None);
    explain_commit(&mut chain, read, missed);
    let hindered = lacking(&mut chain, read.range, server, served, missed);
    let is_broken = read.mode.is_linearizable();
    let place = (read.range, server);
    let believed = believed_to_lead(&mut chain, place, served, missed.leader, is_broken);
    if read.mode == ReadMode::Lease {
        lease_then(&mut chain, place, served);
    }
    let mode = mode_rule(read.mode);
    let text = tell!(
        "{server} answered with what it had applied, without {entry}.",
        server = Text::node(server, names),
        entry = Text::entry(read.range, missed.entry)
    );
    chain.condition(served, text, Some(mode));
    let (node, write) = (
        Text::node(server, names),
        Text::request(missed.write.request),
    );
    let mut short = match hindered {
        Some(why) => tell!(
            "It was stale: {node} had not heard of the newer write {write}: {why}.",
            node,
            write,
            why
        ),
        None => tell!(
            "It was stale: {node} had not heard of the newer write {write} yet, and the read did \
             not wait for it.",
            node,
            write
        ),
    };
    if believed {
        short = tell!("{short} It still believed that it led.", short);
    }
    let short = with_promise(short, read.mode);
    let question = tell!(
        "Why was {request}, {what}, stale?",
        request = Text::request(read.request),
        what = op_words(read)
    );
    let steps = chain.take_steps();
    Answer {
        question,
        short,
        steps,
        wanted_us: chain.wanted_us,
    }
}

/// How clients knew of the newer write: its acknowledgement goes back to its client, by way of its
/// commit.
fn known_words(index: &Index, missed: &Missed) -> Text {
    let (write, what) = (Text::request(missed.write.request), op_words(missed.write));
    match index.fact(missed.known) {
        Some(Fact::Completed { request, .. }) if *request != missed.write.request => tell!(
            "{write}, {what}, had been read by {reader} before this read was sent.",
            write,
            what,
            reader = Text::request(*request)
        ),
        _ => tell!(
            "{write}, {what}, had been acknowledged before the read was sent.",
            write,
            what
        ),
    }
}

/// When the newer write's leader knew that it is committed, and who had it on disk.
fn explain_commit(chain: &mut Chain, read: &RequestFact, missed: &Missed) {
    let index = chain.index;
    let names = index.names;
    let committed =
        |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= missed.entry);
    if let Some(row) = index.first_of(read.range, missed.leader, committed) {
        chain.condition(
            row,
            tell!(
                "{leader}, the leader, knew that {entry} with the newer value is committed.",
                leader = Text::node(missed.leader, names),
                entry = Text::entry(read.range, missed.entry)
            ),
            Some(rule::COMMIT),
        );
        chain.acknowledgements(row, read.range, missed.leader, missed.entry);
    }
}

/// An answer, and what a mode says of old values.
fn with_promise(short: Text, mode: ReadMode) -> Text {
    match mode.spec().promise {
        Promise::Past => tell!("{short} Its mode shows the past, within a bound.", short),
        Promise::Newest => tell!(
            "{short} Its mode guarantees that this does not happen.",
            short
        ),
        Promise::Snapshot | Promise::TakenForNewest | Promise::Nothing => {
            tell!("{short} Its mode does not promise more.", short)
        }
    }
}

/// How a server's lease stood when it answered, and which clocks are not like the others.
fn lease_then(chain: &mut Chain, (range, server): (RangeId, NodeId), served: usize) {
    let index = chain.index;
    let names = index.names;
    let lease = |fact: &Fact| matches!(fact, Fact::Lease { .. });
    if let Some(at) = index.last_of(range, server, served, lease)
        && let Some(Fact::Lease { what, .. }) = index.fact(at)
    {
        let text = tell!(
            "{server} went by its lease: since then {lease}.",
            server = Text::node(server, names),
            lease = lease_words(*what)
        );
        chain.condition(at, text, Some(rule::LEASE));
    }
    let served_us = index.rows[served].at_us;
    let set = index.actions().filter(|(_, at_us, action)| {
        *at_us <= served_us && matches!(action, Action::SetClock { .. })
    });
    let set: Vec<u32> = set.map(|(ordinal, ..)| ordinal).collect();
    for ordinal in set {
        chain.conditions.extend(chain.action(ordinal));
    }
    for (node, drift_ppm) in index.drifts_ppm() {
        let (node, percent) = (Text::node(*node, names), clock_percent(*drift_ppm));
        let text = if *drift_ppm < 0 {
            tell!(
                "{node}'s clock runs {percent} % slow from the start.",
                node,
                percent
            )
        } else {
            tell!(
                "{node}'s clock runs {percent} % fast from the start.",
                node,
                percent
            )
        };
        chain.condition(0, text, Some(rule::LEASE));
    }
}

/// Why a server lacked an entry: what was in the way, in words.
fn lacking(
    chain: &mut Chain,
    range: RangeId,
    server: NodeId,
    served: usize,
    missed: &Missed,
) -> Option<String> {
    let index = chain.index;
    let (leader, entry) = (missed.leader, missed.entry);
    let wrote = |fact: &Fact| matches!(fact, Fact::Appended { index, .. } if *index >= entry);
    let knew = |fact: &Fact| matches!(fact, Fact::Committed { index, .. } if *index >= entry);
    if index.last_of(range, server, served, knew).is_some() {
        return Some(say!("it knew of the commit and had not applied it yet"));
    }
    if leader != server && index.last_of(range, server, served, wrote).is_none() {
        let written = index
            .first_of(range, leader, wrote)
            .map_or(0, |row| index.rows[row].at_us);
        let until_us = index.rows[served].at_us;
        if chain.in_the_way_between(leader, server, (written, until_us)) {
            return standing_words(index, leader, server, until_us);
        }
        return Some(say!("the entry had not reached it"));
    }
    Some(say!(
        "it held the entry but had not heard that it is committed"
    ))
}

/// The fault between two nodes, in words with its begin.
fn standing_words(index: &Index, from: NodeId, to: NodeId, at_us: Micros) -> Option<String> {
    let names = index.names;
    let fault = index.faults.iter().find(|fault| {
        fault.stood(at_us) && crate::why::faults::hinders(&fault.key, from, to, names)
    })?;
    let words = text::sentence::fault_text(&fault.key, names);
    let since = text::words::instant_words(fault.since_us);
    Some(say!("{fault} since {since}", fault = words, since))
}

/// Whether the server still took itself for the leader; tells of the election that it missed.
fn believed_to_lead(
    chain: &mut Chain,
    (range, server): (RangeId, NodeId),
    served: usize,
    leader: NodeId,
    is_broken: bool,
) -> bool {
    let index = chain.index;
    let Some((at, then)) = index.role_at(range, server, served) else {
        return false;
    };
    if then.role != Role::Leader || leader == server {
        return false;
    }
    let names = index.names;
    let text = tell!(
        "{server} had become leader in term {term} and had heard of no other.",
        server = Text::node(server, names),
        term = then.term
    );
    let checks = index.settings_at(index.rows[served].at_us).check_quorum;
    let why = if checks {
        rule::STILL_LEADS
    } else {
        rule::NO_CHECK_QUORUM
    };
    chain.condition(at, text, Some(why));
    if let Some(row) = index.last_of(range, leader, served, is_election)
        && let Some(Fact::Role { term, .. }) = index.fact(row)
    {
        let text = tell!(
            "{leader} became leader in term {term}.",
            leader = Text::node(leader, names),
            term
        );
        chain.condition(row, text, Some(rule::MAJORITY));
        chain.votes(row, range, leader, *term);
        if is_broken {
            // A promise that breaks has its cause in how the other came to be elected.
            chain.back(row);
        }
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
        ReadMode::Follower | ReadMode::Learner | ReadMode::Adaptive => rule::FOLLOWER_READ,
        ReadMode::Proxy => rule::PROXY,
        ReadMode::Stale => rule::SAFE_TIME,
        ReadMode::Version => rule::VERSION_READ,
    }
}
