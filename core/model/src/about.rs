//! What a fact is about: its replica, its request, and where it happened, each stated once. It
//! must not know what anybody makes of a fact.

use sim::NodeId;

use crate::fact::{Fact, ReplicaRef};

/// Where a fact happened, by what the fact says itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// At this node.
    Node(NodeId),
    /// At the gateway of this request.
    Gateway(u64),
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
        match self {
            Fact::Sent(sent) => Scene::Node(sent.from),
            Fact::Delivered { flight }
            | Fact::HeldBack { flight, .. }
            | Fact::Died { flight, .. } => Scene::Receiver(*flight),
            Fact::Saved { flight, .. } => Scene::Sender(*flight),
            Fact::Decided(decision) => Scene::Node(decision.by),
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
            | Fact::Served { at, .. } => Scene::Node(at.node),
            Fact::Invoked(request) => Scene::Node(request.gateway),
            Fact::Attempted { request, .. }
            | Fact::Refused { request, .. }
            | Fact::Timestamped { request, .. }
            | Fact::Routed { request, .. }
            | Fact::Txn { request, .. }
            | Fact::Completed { request, .. } => Scene::Gateway(*request),
            Fact::FaultBegan { .. }
            | Fact::FaultEnded { .. }
            | Fact::SettingsChanged
            | Fact::WorkloadSwitched { .. }
            | Fact::Acted { .. } => Scene::Run,
        }
    }

    /// The replica and the request that it is about.
    fn about(&self) -> (Option<ReplicaRef>, Option<u64>) {
        match self {
            Fact::Role { at, .. }
            | Fact::Appended { at, .. }
            | Fact::Persisted { at, .. }
            | Fact::Committed { at, .. }
            | Fact::Applied { at, .. }
            | Fact::SnapshotInstalled { at, .. }
            | Fact::Compacted { at, .. }
            | Fact::Changed { at, .. }
            | Fact::Lease { at, .. }
            | Fact::Withheld { at, .. } => (Some(*at), None),
            Fact::ReadIndexAsked { at, request }
            | Fact::ReadIndexKnown { at, request, .. }
            | Fact::Served { at, request } => (Some(*at), Some(*request)),
            Fact::Sent(sent) => (None, (sent.request > 0).then_some(sent.request)),
            Fact::Invoked(request) => (None, Some(request.request)),
            Fact::Attempted { request, .. }
            | Fact::Refused { request, .. }
            | Fact::Timestamped { request, .. }
            | Fact::Routed { request, .. }
            | Fact::Txn { request, .. }
            | Fact::Completed { request, .. } => (None, Some(*request)),
            Fact::Delivered { .. }
            | Fact::HeldBack { .. }
            | Fact::Died { .. }
            | Fact::Saved { .. }
            | Fact::Decided(_)
            | Fact::FaultBegan { .. }
            | Fact::FaultEnded { .. }
            | Fact::SettingsChanged
            | Fact::WorkloadSwitched { .. }
            | Fact::Acted { .. } => (None, None),
        }
    }

    /// The replica that it is about.
    pub fn replica(&self) -> Option<ReplicaRef> {
        self.about().0
    }

    /// The request that it is about.
    pub fn request(&self) -> Option<u64> {
        self.about().1
    }
}
