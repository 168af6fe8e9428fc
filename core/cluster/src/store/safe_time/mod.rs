//! Safe times: up to when a replica's own past is complete, so that it may be read without asking
//! anybody.
//!
//! What a replica knows of them is in `group::safe_time`, what crosses the network in
//! `message::safe_time`. `ride` puts safe times on Raft's messages (YugabyteDB), `resolved` takes
//! them from the oracle (TiKV), `closed` sends them at an interval (CockroachDB), `reshape` keeps
//! promises where ranges and groups change, `serve` is the answer to a stale read.
//!
//! What must hold: a timestamp is called safe only when every write at or below it is applied where
//! it is safe, and no write ever gets a timestamp that was called safe, by whoever, or that is
//! ahead of all clocks. The first follows from pairs of index and timestamp; the second from
//! `Promise` while one store leads, from `Witness` when another takes over, and from timestamps in
//! the log where the range or its group changes (docs/design/safe-times.md).

mod closed;
mod reshape;
mod resolved;
mod ride;
mod serve;

use sim::NodeId;

use crate::context::Context;
use crate::group::members_of;
use crate::message::{Led, Payload, SafeMessage, safe_label};
use crate::store::{ReplicaIndex, Store};
use model::config::SafeTime;
use model::timestamp::Timestamp;

/// What a store knows of time beside its clock, and asks of others.
#[derive(Default)]
pub(crate) struct SafeTimes {
    /// The switch, as the timer was last set.
    mode: SafeTime,
    /// Bumped whenever the switch changes, so that timers of before fall silent.
    epoch: u32,
    /// The latest time that messages told it.
    heard: Timestamp,
    /// In which it asks who leads.
    round: Round,
}

impl SafeTimes {
    /// The latest time that messages told the store.
    pub(crate) fn heard(&self) -> Timestamp {
        self.heard
    }

    /// Crash: what was under way is gone.
    pub(crate) fn forget(&mut self) {
        self.round = Round::default();
        self.heard = 0;
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
