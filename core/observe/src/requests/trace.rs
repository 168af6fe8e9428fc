//! One request's path: the messages that served it, and where its entry is.

use model::fact::{MessageType, Outcome, Refusal, RequestFact, SentFact};
use model::ids::RequestId;
use sim::{Micros, NodeId};

use crate::requests::KnownIndex;
use crate::staleness::Freshness;

/// Messages that are kept of one request.
const HOPS_MAX: usize = 64;

/// A message that served a request.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hop {
    pub(crate) flight: u64,
    pub(crate) sent_us: Micros,
    /// When it arrives, or died.
    pub(crate) end_us: Micros,
    pub(crate) from: NodeId,
    pub(crate) to: NodeId,
    pub(crate) what: MessageType,
    pub(crate) bytes: u64,
    pub(crate) arrives: bool,
}

/// A put's entry in its leader's log.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) index: u64,
    pub(super) leader: NodeId,
}

/// What is known of a traced request.
#[derive(Clone, Debug)]
pub struct Trace {
    pub(crate) fact: RequestFact,
    pub(crate) invoked_us: Micros,
    pub(crate) hops: Vec<Hop>,
    /// Instant and outcome.
    pub(crate) ended: Option<(Micros, Outcome)>,
    pub(crate) value: u64,
    pub(crate) server: Option<NodeId>,
    pub(crate) freshness: Freshness,
    /// Whether it broke its promise.
    pub(crate) is_broken: bool,
    pub(crate) refused: Option<(NodeId, Refusal)>,
    /// When a replica asked for a read index.
    pub asked_us: Option<Micros>,
    /// Its read index, once that was known.
    pub known: Option<KnownIndex>,
    /// When a replica read its rows.
    pub served_us: Option<Micros>,
    /// Of a put that was proposed.
    pub(super) entry: Option<Entry>,
    /// Requests that it is made of; what serves them serves it.
    pub(super) parts: Vec<RequestId>,
}

impl Trace {
    pub(super) fn hop(&mut self, at_us: Micros, sent: &SentFact) {
        if self.hops.len() == HOPS_MAX {
            return;
        }
        self.hops.push(Hop {
            flight: sent.flight,
            sent_us: at_us,
            end_us: sent.end_us,
            from: sent.from,
            to: sent.to,
            what: sent.what,
            bytes: sent.bytes,
            arrives: sent.fate == sim::Fate::Arrives,
        });
    }

    /// Whether an append carries this put's entry for the first time to its receiver, or an answer
    /// acknowledges it for the first time.
    pub(super) fn carries_entry(&self, sent: &SentFact) -> bool {
        let Some(Entry { index, leader }) = self.entry else {
            return false;
        };
        if sent.range != self.fact.range || sent.reject {
            return false;
        }
        let carries = match sent.what {
            what if carries_entries(what) => {
                let last = sent.index + u64::from(sent.entries);
                let is_leaders = sent.from == leader || what == MessageType::ForwardedAppend;
                is_leaders && sent.index < index && index <= last
            }
            _ => sent.to == leader && index <= sent.index,
        };
        let same = |hop: &Hop| (hop.what, hop.from, hop.to) == (sent.what, sent.from, sent.to);
        carries && !self.hops.iter().any(same)
    }
}

/// An append of a leader, straight to its receiver or by way of a delegate.
pub(super) fn carries_entries(what: MessageType) -> bool {
    matches!(
        what,
        MessageType::Append | MessageType::RelayAppend | MessageType::ForwardedAppend
    )
}
