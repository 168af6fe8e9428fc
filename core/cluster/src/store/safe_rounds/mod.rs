//! Safe times in messages of their own: `resolved` takes them from the oracle (TiKV), `closed`
//! sends them at an interval (CockroachDB).

mod closed;
mod resolved;

use sim::NodeId;

use crate::context::Context;
use crate::group::members_of;
use crate::message::{Led, Payload, SafeMessage, safe_label};
use crate::store::{ReplicaIndex, Store};
use model::config::SafeTime;
use model::timestamp::Timestamp;

/// The rounds of a store, by the switch.
#[derive(Default)]
pub(crate) struct SafeRounds {
    /// The switch, as the timer was last set.
    mode: SafeTime,
    /// Bumped whenever the switch changes, so that timers of before fall silent.
    epoch: u32,
    /// In which it asks who leads.
    round: Round,
}

impl SafeRounds {
    /// Crash: what was under way is gone.
    pub(crate) fn forget(&mut self) {
        self.round = Round::default();
    }
}

/// A store's question to the others whether they know it as the leader.
#[derive(Clone, Debug, Default)]
struct Round {
    ts: Timestamp,
    /// Its ranges with the peers that agree.
    asked: Vec<(Led, Vec<u64>)>,
}

impl Store {
    /// Sends a message of safe times.
    fn send_safe(&mut self, cx: &mut Context, to: NodeId, message: SafeMessage) {
        let label = safe_label(&message);
        self.send(cx, to, label, Payload::Safe(Box::new(message)));
    }

    /// The stores of a range's other replicas.
    fn other_stores(&self, cx: &Context, index: ReplicaIndex) -> Vec<NodeId> {
        let replica = &self.replicas[index];
        let members = members_of(replica.storage().conf_state()).into_iter();
        let nodes = members.filter_map(|(peer, _)| cx.node_of_peer(replica.at.range, peer));
        nodes.filter(|&node| node != self.node).collect()
    }
}

/// Adds an element to a store's list, in the order in which stores come.
fn push_for<T>(lists: &mut Vec<(NodeId, Vec<T>)>, store: NodeId, element: T) {
    match lists.iter_mut().find(|(known, _)| *known == store) {
        Some((_, list)) => list.push(element),
        None => lists.push((store, vec![element])),
    }
}
