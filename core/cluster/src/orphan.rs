//! Replicas that nobody tells that they are members no more. A voter that was removed behind its
//! back stands for election and is answered with a tombstone, unless all whom it knows are gone
//! too; a learner never speaks at all. As in TiKV (its check of stale peers), a replica that hears
//! from no leader for some election timeouts asks for itself. Found by the swarm: see
//! `core/scenario/tests/lab_swarm`.

use raft::StateRole;
use raft::eraftpb::{Message, MessageType};

use crate::cluster::{Cluster, ReplicaIndex};
use crate::fact::Observer;

/// Election timeouts without a leader's word after which a replica asks, and asks again.
const ORPHAN_TIMEOUTS: usize = 3;

impl<O: Observer> Cluster<O> {
    /// Asks the range's other replicas if it is time. What it sends is what a leader that still
    /// counts it takes for an answer to a heartbeat: it goes on sending what is missing. Whoever
    /// knows that it was removed buries it.
    pub(crate) fn tick_orphan(&mut self, index: ReplicaIndex) {
        if !self.reshaped {
            return;
        }
        let patience = ORPHAN_TIMEOUTS * self.config.raft.election_ticks;
        let replica = &self.replicas[index as usize];
        let Some(node) = replica.running() else {
            return;
        };
        let (at, raft) = (replica.at, &node.raft);
        let lacks_leader = raft.leader_id == 0 || raft.election_elapsed >= patience;
        let is_time = replica.ticks.is_multiple_of(patience as u64);
        if raft.state == StateRole::Leader || !lacks_leader || !is_time {
            return;
        }
        let mut message = Message::default();
        message.set_msg_type(MessageType::MsgHeartbeatResponse);
        (message.from, message.term) = (at.peer, raft.term);
        for (peer, _) in self.members(at.range) {
            if peer != at.peer {
                message.to = peer;
                let asks = self.flights.boxed(message.clone());
                self.send_raft_message(index, asks);
            }
        }
    }
}
