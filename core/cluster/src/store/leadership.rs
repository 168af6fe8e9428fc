//! Leadership on demand: a replica stands for election now, or a leader hands its lead to a peer.

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use model::operation::{NotNow, WhyUndone};

impl Store {
    /// The store's replica of the range is told to start an election now. It would vote for itself,
    /// and does not while it has promised its vote.
    pub(crate) fn campaign(&mut self, cx: &mut Context, range: u32) -> Result<(), WhyUndone> {
        self.replica_on(range).ok_or(NotNow::NoReplicaThere)?;
        let running = self.running_replica(range);
        let index = running.ok_or(NotNow::StoreDown)?;
        self.wake(cx, index);
        // Without a vote or a configuration yet: raft-rs would take it for a group of none.
        let has_vote = self.replicas[index].node().raft.promotable();
        if !has_vote || self.withholds_own(cx, index) {
            return Err(WhyUndone::MayNotStand);
        }
        self.begin_campaign(cx, index);
        Ok(())
    }

    /// A leader is told to hand over.
    pub(crate) fn transfer_leader(&mut self, cx: &mut Context, leader: ReplicaIndex, peer: u64) {
        self.wake(cx, leader);
        self.replicas[leader].node().transfer_leader(peer);
        self.after_call(cx, leader);
    }

    /// Hands the lead to a peer. raft-rs gives up after an election timeout.
    pub(crate) fn hand_over(&mut self, cx: &mut Context, index: ReplicaIndex, peer: u64) {
        self.wake(cx, index);
        let raft = self.replicas[index].node();
        if raft.raft.lead_transferee.is_none() {
            raft.transfer_leader(peer);
            self.after_call(cx, index);
        }
    }

    /// A replica starts an election now.
    pub(crate) fn begin_campaign(&mut self, cx: &mut Context, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        // A leader ignores the call; raft-rs refuses it while a conf change waits to be applied.
        let _ = replica.node().campaign();
        replica.count_campaign();
        self.after_call(cx, index);
    }
}
