//! Messages between their departure and their end, with what a format wants to remember of each.

use std::collections::BTreeMap;

use model::about::Scene;
use model::fact::{Fact, SentFact};
use model::ids::RequestId;
use sim::{Micros, NodeId};

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
        gateway_of: impl Fn(RequestId) -> Option<NodeId>,
    ) -> Option<NodeId> {
        match fact.scene() {
            Scene::Node(node) => Some(node),
            Scene::Gateway(request) => gateway_of(request),
            Scene::Sender(flight) => self.get(flight).map(|moving| moving.sent.from),
            Scene::Receiver(flight) => self.get(flight).map(|moving| moving.sent.to),
            Scene::Run => None,
        }
    }
}
