//! Messages between their departure and their end, with what a format wants to remember of each.

use std::collections::BTreeMap;

use model::fact::{Fact, SentFact};
use sim::{Micros, NodeId};

/// A message under way.
#[derive(Clone, Debug)]
pub(super) struct Moving<T> {
    pub(super) sent: SentFact,
    pub(super) sent_us: Micros,
    pub(super) note: T,
}

/// Messages under way, by number.
#[derive(Debug)]
pub(super) struct InFlight<T> {
    moving: BTreeMap<u64, Moving<T>>,
}

impl<T> InFlight<T> {
    pub(super) fn new() -> Self {
        InFlight {
            moving: BTreeMap::new(),
        }
    }

    pub(super) fn insert(&mut self, sent: &SentFact, sent_us: Micros, note: T) {
        let moving = Moving {
            sent: *sent,
            sent_us,
            note,
        };
        self.moving.insert(sent.flight, moving);
    }

    pub(super) fn get(&self, flight: u64) -> Option<&Moving<T>> {
        self.moving.get(&flight)
    }

    pub(super) fn remove(&mut self, flight: u64) -> Option<Moving<T>> {
        self.moving.remove(&flight)
    }

    /// The node that a fact happened on; none for what concerns the whole run.
    pub(super) fn node_of(
        &self,
        fact: &Fact,
        gateway_of: impl Fn(u64) -> Option<NodeId>,
    ) -> Option<NodeId> {
        match fact {
            Fact::Sent(sent) => Some(sent.from),
            Fact::Delivered { flight }
            | Fact::HeldBack { flight, .. }
            | Fact::Died { flight, .. } => self.get(*flight).map(|moving| moving.sent.to),
            Fact::Saved { flight, .. } => self.get(*flight).map(|moving| moving.sent.from),
            Fact::Decided(decision) => Some(decision.by),
            Fact::Role { at, .. }
            | Fact::Appended { at, .. }
            | Fact::Persisted { at, .. }
            | Fact::Committed { at, .. }
            | Fact::Applied { at, .. }
            | Fact::SnapshotInstalled { at, .. }
            | Fact::Compacted { at, .. }
            | Fact::Changed { at, .. }
            | Fact::Lease { at, .. }
            | Fact::Withheld { at, .. }
            | Fact::ReadIndexAsked { at, .. }
            | Fact::ReadIndexKnown { at, .. }
            | Fact::Served { at, .. } => Some(at.node),
            Fact::Invoked(request) => Some(request.gateway),
            Fact::Attempted { request, .. }
            | Fact::Refused { request, .. }
            | Fact::Timestamped { request, .. }
            | Fact::Routed { request, .. }
            | Fact::Txn { request, .. }
            | Fact::Completed { request, .. } => gateway_of(*request),
            Fact::FaultBegan { .. }
            | Fact::FaultEnded { .. }
            | Fact::SettingsChanged
            | Fact::WorkloadSwitched { .. }
            | Fact::Acted { .. } => None,
        }
    }
}
