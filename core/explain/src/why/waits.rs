//! What a request waited for: the cause of every stretch of time on its way. A message waits on its
//! link no longer than it was there; what is refused again and again waits for what it is refused
//! for.

use model::config::{FaultKey, Service};
use model::fact::{Began, Fact, MessageType, Refusal, SentFact, TxnStep};
use model::ids::RequestId;
use sim::Micros;

use crate::tell;
use crate::why::Text;
use crate::why::chain::Chain;
use crate::why::faults::FaultSpan;
use crate::why::index::Index;
use crate::why::rule;
use crate::why::way::is_part_alone;
use text::say;
use text::words::instant_words;

/// Rows of a way, by place, during which a request waited for one thing: from after `first` up to
/// `last`.
pub(super) struct Series {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) what: String,
    /// Start of the transaction whose lock it met.
    lock: Option<u64>,
}

/// Where a request was refused, and refused again for the same reason.
pub(super) fn series(index: &Index, rows: &[usize]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    let mut open = false;
    for (place, &row) in rows.iter().enumerate() {
        match index.fact(row) {
            Some(Fact::Refused { request, why, .. }) => {
                let lock = lock_met(index, row, *why);
                let what = refused_for(index, *request, *why, lock);
                match all.last_mut() {
                    Some(last) if open && last.what == what => last.last = place,
                    _ => all.push(Series {
                        first: place,
                        last: place,
                        what,
                        lock: lock.map(|(_, start_ts)| start_ts),
                    }),
                }
                open = true;
            }
            Some(fact) => open &= !is_progress(fact),
            None => {}
        }
    }
    for nth in 0..all.len() {
        let until = all.get(nth + 1).map_or(rows.len(), |next| next.first);
        let after = all[nth].last + 1;
        let goes_on = (after..until).find(|place| goes_on(index, rows[*place]));
        all[nth].last = goes_on.unwrap_or(until - 1);
    }
    all
}

/// Whether a request got further: what was refused before it is over.
fn is_progress(fact: &Fact) -> bool {
    match fact {
        Fact::Served { .. } | Fact::Completed { .. } | Fact::Invoked(_) => true,
        Fact::Txn { what, .. } => !matches!(what, TxnStep::LockMet | TxnStep::Aborted),
        _ => false,
    }
}

/// Whether a row ends the wait that a refusal began.
fn goes_on(index: &Index, row: usize) -> bool {
    match index.fact(row) {
        Some(Fact::Attempted { .. } | Fact::Completed { .. }) => true,
        Some(Fact::Txn { what, .. }) => *what == TxnStep::LockResolved,
        Some(Fact::Sent(sent)) => sent.what == MessageType::TsoRequest,
        _ => false,
    }
}

/// The lock that a refused request met: its key, and when its transaction started.
fn lock_met(index: &Index, refused: usize, why: Refusal) -> Option<(u64, u64)> {
    if why != Refusal::Locked {
        return None;
    }
    index
        .event(index.rows[refused].event)
        .find_map(|row| match index.fact(row) {
            Some(Fact::Txn {
                what: TxnStep::LockMet,
                key,
                ts,
                ..
            }) if row > refused => Some((*key, *ts)),
            _ => None,
        })
}

/// What a refused request waits for until it is not refused any more.
fn refused_for(
    index: &Index,
    request: RequestId,
    why: Refusal,
    lock: Option<(u64, u64)>,
) -> String {
    match why {
        Refusal::NotLeader | Refusal::ProposalDropped => say!("for a leader that takes it"),
        Refusal::Unavailable if needs_leader(index, request) => {
            say!("for a leader that takes it")
        }
        Refusal::Unavailable => say!("for a store that can be reached"),
        Refusal::Silent => say!("for a store that did not answer"),
        Refusal::WrongRange => say!("until its gateway knew where its keys are"),
        Refusal::LaggingIndex => say!("for a replica that does not lag too far behind"),
        Refusal::NotSafeYet => say!("for a replica whose safe time has passed its read time"),
        Refusal::Busy => say!("for a store that is not busy"),
        Refusal::Locked => {
            let Some((key, start_ts)) = lock else {
                return say!("for another transaction's lock");
            };
            match index.ties.started(start_ts) {
                Some(owner) => say!(
                    "for the lock of r{owner} on k{key}",
                    owner = owner.request,
                    key
                ),
                None => say!("for another transaction's lock on k{key}", key),
            }
        }
        Refusal::WriteConflict => say!("before it began again after a conflict"),
        Refusal::NoTimestamp => say!("for a timestamp"),
        Refusal::ReadOnlySession
        | Refusal::BelowSkew
        | Refusal::NoLearner
        | Refusal::NeedsTimestamps => say!("before its gateway turned it away"),
    }
}

/// Whether only a leader can do what a request asks.
fn needs_leader(index: &Index, request: RequestId) -> bool {
    index.invoked(request).is_some_and(|(asked, _)| {
        asked.op.is_write() || matches!(asked.mode.service(), Service::Leader(_))
    })
}

/// What the time before a row went by with.
pub(super) fn waited_for(index: &Index, request: RequestId, fact: &Fact, row: usize) -> String {
    if is_part_alone(index, request, row) {
        return say!("for its other parts");
    }
    let began = index.began(index.rows[row].event);
    match fact {
        Fact::Delivered { flight } | Fact::Died { flight, .. } => on_the_way(index, *flight),
        Fact::Refused { .. } | Fact::Completed { .. } => match began {
            Some(Began::Arrive { flight } | Began::Handle { flight }) => on_the_way(index, flight),
            Some(Began::Deadline) => unanswered(index, fact, row),
            Some(Began::Retry { .. }) => say!("before its gateway turned it away"),
            Some(Began::Broken { .. }) => say!("until its gateway knew that the connection broke"),
            _ => say!("for an answer"),
        },
        Fact::Attempted { .. } => sent_on(index, row),
        Fact::Proposed { .. } | Fact::ReadIndexAsked { .. } => {
            say!("for a free core and its poller")
        }
        Fact::ReadIndexKnown { .. } => say!("for the leader's round to a majority"),
        Fact::Applied { .. } | Fact::SnapshotInstalled { .. } => say!("to apply what it must see"),
        Fact::Served { .. } => say!("for a core and for its rows"),
        Fact::Sent(sent) => waited_to_send(index, sent, row),
        Fact::HeldBack { .. }
        | Fact::Role { .. }
        | Fact::Appended { .. }
        | Fact::Persisted { .. }
        | Fact::Committed { .. }
        | Fact::Compacted { .. }
        | Fact::FaultBegan { .. }
        | Fact::FaultEnded { .. }
        | Fact::SettingsChanged
        | Fact::WorkloadSwitched { .. }
        | Fact::Acted { .. }
        | Fact::Invoked(..)
        | Fact::Named { .. }
        | Fact::Saved { .. }
        | Fact::Decided(..)
        | Fact::Changed { .. }
        | Fact::Timestamped { .. }
        | Fact::Routed { .. }
        | Fact::Lease { .. }
        | Fact::Txn { .. }
        | Fact::Withheld { .. } => say!("to be done"),
    }
}

/// What a message waited for before it left.
fn waited_to_send(index: &Index, sent: &SentFact, row: usize) -> String {
    match sent.what {
        MessageType::WriteResponse | MessageType::TxnResponse => {
            say!("until the entry was on a majority's disks and applied")
        }
        MessageType::ReadIndexResponse => say!("for the leader's round to a majority"),
        MessageType::TsoIndexResponse => say!("for the leaders' commit indexes"),
        MessageType::ReadIndex => say!("for a read index that did not come"),
        MessageType::Refusal => say!("until the store refused it"),
        MessageType::Rows | MessageType::ForwardedRows => say!("for a core and for its rows"),
        _ => sent_on(index, row),
    }
}

/// What a gateway waited for before it sent a request on, or sent it again.
fn sent_on(index: &Index, row: usize) -> String {
    if let Some(Began::Admitted { .. }) = index.began(index.rows[row].event) {
        return say!("for a core of its gateway");
    }
    let request = index.fact(row).and_then(Fact::request).unwrap_or_default();
    let before = index.request(request).iter().rev();
    let last = before
        .copied()
        .filter(|at| *at < row)
        .find(|at| match index.fact(*at) {
            Some(Fact::Refused { .. }) => true,
            Some(Fact::Sent(sent)) => is_gateways_question(sent.what),
            _ => false,
        });
    match last.and_then(|at| Some((at, index.fact(at)?))) {
        Some((at, Fact::Refused { why, .. })) => {
            refused_for(index, request, *why, lock_met(index, at, *why))
        }
        Some((_, Fact::Sent(sent))) if sent.what == MessageType::TxnRequest => {
            say!("for the answer to a step of the transaction")
        }
        Some((_, Fact::Sent(_))) => say!("for a timestamp"),
        _ => say!("before it was tried again"),
    }
}

fn is_gateways_question(what: MessageType) -> bool {
    matches!(
        what,
        MessageType::TsoRequest | MessageType::TsoIndexRequest | MessageType::TxnRequest
    )
}

/// What a request waited for when its time was up.
fn unanswered(index: &Index, fact: &Fact, row: usize) -> String {
    let request = fact.request().unwrap_or_default();
    let refused = index.request(request).iter().rev();
    let last = refused
        .copied()
        .filter(|at| *at <= row)
        .find(|at| match index.fact(*at) {
            Some(Fact::Refused { .. } | Fact::Attempted { .. } | Fact::Invoked(_)) => true,
            Some(Fact::Sent(sent)) => is_gateways_question(sent.what),
            Some(fact) => is_progress(fact) && *at < row,
            None => false,
        });
    match last.and_then(|at| Some((at, index.fact(at)?))) {
        Some((at, Fact::Refused { why, .. })) => {
            refused_for(index, request, *why, lock_met(index, at, *why))
        }
        Some((_, Fact::Sent(sent))) if sent.what != MessageType::TxnRequest => {
            say!("for a timestamp")
        }
        _ => say!("for an answer"),
    }
}

/// A message's way: what held it up there, if something did.
fn on_the_way(index: &Index, flight: u64) -> String {
    let names = index.names;
    let Some((sent, left)) = index.sent(flight) else {
        return say!("on the way");
    };
    let (from, to) = (names.node_id(sent.from), names.node_id(sent.to));
    let left_us = index.rows[left].at_us;
    let end_us = index
        .flight(flight)
        .and_then(|flight| flight.end)
        .map_or(left_us, |end| index.rows[end].at_us);
    let half_us = (end_us - left_us) / 2;
    let paused = |fault: &FaultSpan| {
        fault.key == FaultKey::Pause(sent.to)
            && paused_us(fault.since_us, fault.until_us, (left_us, end_us)) > half_us
    };
    if index.faults.iter().any(paused) {
        return say!("for {to}, which was paused", to);
    }
    if index.ties.held_us(flight) > half_us {
        return say!("for lost packets on the way from {from} to {to}", from, to);
    }
    say!("on the way from {from} to {to}", from, to)
}

/// How much of a time a pause stood.
fn paused_us(since: Micros, until: Option<Micros>, (left, end): (Micros, Micros)) -> Micros {
    until
        .unwrap_or(end)
        .min(end)
        .saturating_sub(since.max(left))
}

impl Chain<'_, '_> {
    /// Who holds the locks that a request waited for, and why they stayed.
    pub(super) fn holders(&mut self, rows: &[usize], all: &[Series]) {
        let index = self.index;
        for series in all {
            let Some(owner) = series.lock.and_then(|ts| index.ties.started(ts)) else {
                continue;
            };
            let (names, row) = (index.names, rows[series.first]);
            let (since_us, until_us) = (index.rows[row].at_us, index.rows[rows[series.last]].at_us);
            let (request, gateway) = (
                Text::request(owner.request),
                Text::node(owner.gateway, names),
            );
            let crashed = index
                .crash_of(owner.gateway, since_us)
                .or_else(|| index.crash_of(owner.gateway, until_us));
            let text = match &crashed {
                Some(crash) => tell!(
                    "{request} held the lock. Its gateway {gateway} has been down since {since}, \
                     so the lock stays until its time runs out.",
                    request,
                    gateway,
                    since = instant_words(crash.since_us)
                ),
                None => tell!(
                    "{request} held the lock until its gateway {gateway} had committed it or \
                     rolled it back.",
                    request,
                    gateway
                ),
            };
            self.condition(row, text, Some(rule::TWO_PHASES));
            if let Some(crash) = &crashed {
                self.fault(crash);
            }
        }
    }
}
