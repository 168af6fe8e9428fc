//! What a fact is about: its replica, its request, and where it happened, each stated once. It
//! must not know what anybody makes of a fact.

use sim::NodeId;

use crate::fact::{Fact, ReplicaRef};
use crate::ids::RequestId;

/// Where a fact happened, by what the fact says itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// At this node.
    Node(NodeId),
    /// At the gateway of this request.
    Gateway(RequestId),
    /// Where this message left.
    Sender(u64),
    /// Where this message arrived, or should have.
    Receiver(u64),
    /// Nowhere: it concerns the whole run.
    Run,
}

impl Fact {
    /// Where it happened.
    pub fn scene(&self) -> Scene {
        self.about().0
    }

    /// The replica that it is about.
    pub fn replica(&self) -> Option<ReplicaRef> {
        self.about().1
    }

    /// The request that it is about.
    pub fn request(&self) -> Option<RequestId> {
        self.about().2
    }

    fn about(&self) -> (Scene, Option<ReplicaRef>, Option<RequestId>) {
        match self {
            Fact::Sent(sent) => {
                let request = (sent.request != RequestId::NONE).then_some(sent.request);
                (Scene::Node(sent.from), None, request)
            }
            Fact::Delivered { flight }
            | Fact::HeldBack { flight, .. }
            | Fact::Died { flight, .. } => (Scene::Receiver(*flight), None, None),
            Fact::Saved { flight, .. } => (Scene::Sender(*flight), None, None),
            Fact::Decided(decision) => (Scene::Node(decision.by), None, None),
            Fact::Role { at, .. }
            | Fact::Appended { at, .. }
            | Fact::Persisted { at, .. }
            | Fact::Committed { at, .. }
            | Fact::Applied { at, .. }
            | Fact::SnapshotInstalled { at, .. }
            | Fact::Compacted { at, .. }
            | Fact::Changed { at, .. }
            | Fact::Lease { at, .. }
            | Fact::Withheld { at, .. } => (Scene::Node(at.node), Some(*at), None),
            Fact::Proposed { at, request, .. }
            | Fact::ReadIndexAsked { at, request }
            | Fact::ReadIndexKnown { at, request, .. }
            | Fact::Served { at, request } => (Scene::Node(at.node), Some(*at), Some(*request)),
            Fact::Invoked(asked) => (Scene::Node(asked.gateway), None, Some(asked.request)),
            Fact::Attempted { request, .. }
            | Fact::Named { request, .. }
            | Fact::Refused { request, .. }
            | Fact::Timestamped { request, .. }
            | Fact::Routed { request, .. }
            | Fact::Txn { request, .. }
            | Fact::Completed { request, .. } => (Scene::Gateway(*request), None, Some(*request)),
            Fact::FaultBegan { .. }
            | Fact::FaultEnded { .. }
            | Fact::SettingsChanged
            | Fact::WorkloadSwitched { .. }
            | Fact::Acted { .. } => (Scene::Run, None, None),
        }
    }
}
