//! Leadership on demand: a replica stands for election now, or a leader hands its lead to a peer.

use crate::process::StoreContext;
use crate::replica::Replica;
use model::operation::WhyUndone;

impl Replica {
    /// A running replica is told to start an election now. It would vote for itself, and does not
    /// while it has promised its vote.
    ///
    /// # Errors
    ///
    /// It may not stand.
    pub(crate) fn campaign(&mut self, cx: &mut StoreContext) -> Result<(), WhyUndone> {
        self.wake(cx);
        // Without a vote or a configuration yet: raft-rs would take it for a group of none.
        let has_vote = self.node().raft.promotable();
        if !has_vote || self.withholds_own(cx) {
            return Err(WhyUndone::MayNotStand);
        }
        self.begin_campaign(cx);
        Ok(())
    }

    /// A leader is told to hand over.
    pub(crate) fn transfer_leader(&mut self, cx: &mut StoreContext, peer: u64) {
        self.wake(cx);
        self.node().transfer_leader(peer);
        self.after_call(cx);
    }

    /// Hands the lead to a peer. raft-rs gives up after an election timeout.
    pub(crate) fn hand_over(&mut self, cx: &mut StoreContext, peer: u64) {
        self.wake(cx);
        let raft = self.node();
        if raft.raft.lead_transferee.is_none() {
            raft.transfer_leader(peer);
            self.after_call(cx);
        }
    }

    /// A replica starts an election now.
    pub(crate) fn begin_campaign(&mut self, cx: &mut StoreContext) {
        // A leader ignores the call; raft-rs refuses it while a conf change waits to be applied.
        let _ = self.node().campaign();
        self.count_campaign();
        self.after_call(cx);
    }
}
