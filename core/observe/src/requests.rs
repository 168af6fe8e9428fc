//! The paths of some requests: every one sent by hand, and of each workload one at a time (the
//! next that is sent after the last traced one ended). Messages say which request they serve; a
//! put's entry is followed through its appends and their acknowledgements.
//!
//! It must not know why messages are sent.

mod path;
mod trace;
mod view;

use std::collections::VecDeque;

use model::config::OpKind;
use model::fact::{Fact, MessageType, Outcome, RequestFact, SentFact};
use model::ids::RequestId;
use serde::Serialize;
use sim::{Micros, NodeId};
use ts_rs::TS;

use crate::judged::Judged;
use crate::meters::Meters;
use crate::pending::PendingRequest;
use crate::staleness::Freshness;

pub use trace::Trace;
use trace::{Entry, carries_entries};
pub use view::{FreshVerdict, HopView, RequestOutcome, RequestView};

/// Ended requests by hand that are kept.
pub(crate) const BY_HAND_MAX: usize = 50;
/// Requests that are traced at once: one of each workload, and by hand.
const ACTIVE_MAX: usize = 128;
/// Stale reads that are remembered, traced or not.
pub(crate) const STALE_MAX: usize = 512;

/// A read index as a replica got it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KnownIndex {
    /// When.
    pub at_us: Micros,
    /// The index.
    pub index: u64,
    /// What the replica had applied then.
    pub applied: u64,
}

/// A read that missed acknowledged writes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct StaleRead {
    /// Number of the request.
    pub request: RequestId,
    /// How long the value that it missed had been acknowledged when it began.
    pub stale_us: Micros,
    /// How many acknowledged writes it missed.
    pub commits: u32,
}

/// All traces.
#[derive(Clone, Debug)]
pub struct Traces {
    /// Those that wait for their answers.
    active: Vec<Trace>,
    /// The last ended of each workload.
    last: Vec<Option<Trace>>,
    by_hand: VecDeque<Trace>,
    /// The last stale reads.
    stale: VecDeque<StaleRead>,
    /// By workload: whether one of its requests is being traced.
    is_traced: Vec<bool>,
    /// How many of the active ones have an entry: nearly every message need not look further.
    logged: usize,
}

impl Traces {
    /// Nothing traced yet.
    pub fn new(workloads: usize) -> Self {
        Traces {
            active: Vec::new(),
            last: vec![None; workloads],
            by_hand: VecDeque::new(),
            stale: VecDeque::new(),
            is_traced: vec![false; workloads],
            logged: 0,
        }
    }

    /// A client sent a request.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if fact.parent != RequestId::NONE {
            if let Some(whole) = self.active(fact.parent) {
                whole.parts.push(fact.request);
            }
            return;
        }
        match fact.workload {
            Some(workload) if self.is_traced[usize::from(workload)] => return,
            _ if self.active.len() >= ACTIVE_MAX => return,
            Some(workload) => self.is_traced[usize::from(workload)] = true,
            None => {}
        }
        self.active.push(Trace {
            fact: *fact,
            invoked_us: at_us,
            hops: Vec::new(),
            ended: None,
            value: 0,
            server: None,
            freshness: Freshness::NotJudged,
            is_broken: false,
            refused: None,
            asked_us: None,
            known: None,
            served_us: None,
            entry: None,
            parts: Vec::new(),
        });
    }

    /// A message left its sender.
    #[inline]
    pub fn sent(&mut self, at_us: Micros, sent: &SentFact) {
        if sent.request != RequestId::NONE {
            if let Some(trace) = self.active(sent.request) {
                trace.hop(at_us, sent);
            }
        } else if self.logged > 0 && is_append(sent.what) {
            for trace in &mut self.active {
                if trace.carries_entry(sent) {
                    trace.hop(at_us, sent);
                }
            }
        }
    }

    /// A leader appended the entry of a put.
    fn proposed(&mut self, request: RequestId, leader: NodeId, index: u64) {
        if let Some(trace) = self.active(request)
            && trace.fact.op == OpKind::Put
        {
            trace.entry = Some(Entry { index, leader });
            self.count_logged();
        }
    }

    /// A message did not arrive.
    #[inline]
    pub fn died(&mut self, at_us: Micros, flight: u64) {
        for trace in &mut self.active {
            if let Some(hop) = trace.hops.iter_mut().find(|hop| hop.flight == flight) {
                hop.arrives = false;
                hop.end_us = at_us;
            }
        }
    }

    /// A refusal, or a step of a read inside a store.
    pub fn progress(&mut self, at_us: Micros, fact: &Fact) {
        match fact {
            Fact::Refused { request, by, why } => {
                if let Some(trace) = self.active(*request) {
                    trace.refused = Some((*by, *why));
                    trace.entry = None;
                    self.count_logged();
                }
            }
            Fact::Proposed { at, request, index } => self.proposed(*request, at.node, *index),
            Fact::ReadIndexAsked { request, .. } => {
                if let Some(trace) = self.active(*request) {
                    trace.asked_us = Some(at_us);
                }
            }
            Fact::ReadIndexKnown {
                request,
                index,
                applied,
                ..
            } => {
                if let Some(trace) = self.active(*request) {
                    trace.known = Some(KnownIndex {
                        at_us,
                        index: *index,
                        applied: *applied,
                    });
                }
            }
            Fact::Served { request, .. } => {
                if let Some(trace) = self.active(*request) {
                    trace.served_us = Some(at_us);
                }
            }
            _ => {}
        }
    }

    /// A request ended: when and how, who answered with what, and what is found of it. Answers
    /// with how often its critical path crossed from zone to zone, if it was traced.
    #[inline]
    pub fn completed(
        &mut self,
        (at_us, outcome): (Micros, Outcome),
        ended: &PendingRequest,
        (server, value): (Option<NodeId>, u64),
        judged: &Judged,
        meters: &Meters,
    ) -> Option<u32> {
        let freshness = judged.freshness;
        let request = ended.fact.request;
        if let Freshness::Stale { stale_us, commits } = freshness {
            if self.stale.len() == STALE_MAX {
                self.stale.pop_front();
            }
            self.stale.push_back(StaleRead {
                request,
                stale_us,
                commits,
            });
        }
        let mut active = self.active.iter();
        let place = active.position(|trace| trace.fact.request == request)?;
        let mut trace = self.active.remove(place);
        trace.ended = Some((at_us, outcome));
        trace.server = server;
        trace.value = value;
        trace.freshness = freshness;
        // What a write that failed broke is the promise of whoever had read it.
        let broke = judged.broken.is_some() || judged.torn.is_some();
        trace.is_broken = broke && !trace.fact.op.is_write();
        let crossings = trace.crossings(meters);
        self.count_logged();
        if let Some(workload) = trace.fact.workload {
            self.is_traced[usize::from(workload)] = false;
            self.last[usize::from(workload)] = Some(trace);
            return crossings;
        }
        if self.by_hand.len() == BY_HAND_MAX {
            self.by_hand.pop_front();
        }
        self.by_hand.push_back(trace);
        crossings
    }

    /// A read that had ended broke its promise after all.
    #[cold]
    pub fn broke(&mut self, request: RequestId) {
        let held = self.last.iter_mut().flatten().chain(&mut self.by_hand);
        for trace in held.filter(|trace| trace.fact.request == request) {
            trace.is_broken = true;
        }
    }

    fn count_logged(&mut self) {
        let entries = self.active.iter().filter_map(|trace| trace.entry.as_ref());
        self.logged = entries.count();
    }

    /// The last stale reads, oldest first. Of every other answered read nothing is held against it.
    pub fn stale(&self) -> impl Iterator<Item = &StaleRead> {
        self.stale.iter()
    }

    /// A traced request.
    pub fn get(&self, request: RequestId) -> Option<&Trace> {
        self.all().find(|trace| trace.fact.request == request)
    }

    /// All traces, in no order.
    fn all(&self) -> impl Iterator<Item = &Trace> {
        self.last
            .iter()
            .flatten()
            .chain(&self.by_hand)
            .chain(&self.active)
    }

    #[inline]
    fn active(&mut self, request: RequestId) -> Option<&mut Trace> {
        self.active
            .iter_mut()
            .find(|trace| trace.fact.request == request || trace.parts.contains(&request))
    }
}

fn is_append(what: MessageType) -> bool {
    let is_answer = matches!(what, MessageType::AppendResponse | MessageType::AckBundle);
    is_answer || carries_entries(what)
}

#[cfg(test)]
mod tests;
