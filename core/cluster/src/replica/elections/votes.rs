//! A replica's promise: for one election timeout, by its own ticks, after it heard from a leader it
//! votes for nobody else, itself included. Leases rest on it.
//!
//! raft-rs keeps it (with check quorum) only while it remembers its leader, and forgets it at a
//! campaign by order, at a message of a higher term that no leader sent, and at a restart; a range
//! that was just split off never knew a leader. Here the promise is the store's: it outlives all
//! of these. What ends it early is the leader's own word, an order to hand over. Nothing here
//! changes raft-rs: a vote that is not granted is a message that did not arrive, and a replica that
//! keeps its own vote is one that nobody told to stand for election.

use raft::eraftpb::Message;

use crate::context::Context;
use crate::process::StoreContext;
use crate::replica::Promise;
use crate::replica::Replica;
use model::fact::Fact;

impl Replica {
    /// A replica that was just split off has promised to the new range what it promised to the old
    /// one: until the old range's leader has applied the split it answers for the keys of both.
    /// `heir` is the peer of the new range on that leader's store.
    pub(crate) fn inherit_promise(
        &mut self,
        cx: &Context,
        promise: Option<Promise>,
        heir: impl Fn(u64) -> u64,
    ) {
        // One that exists already has heard of leaders of its own.
        if let Some(promise) = promise
            && !self.exists()
            && self.promise().is_none()
        {
            let most = cx.config.raft.election_ticks as u64;
            let promise = Promise::new(heir(promise.to), promise.ticks);
            self.set_promise(Some(promise.carried_over(most)));
        }
    }

    /// Whether a replica leaves this request for its vote unanswered, for the sake of a promise
    /// that raft-rs does not know of. One that the leader itself arranged for is granted: it has
    /// suspended its lease.
    pub(crate) fn withholds(&mut self, cx: &mut StoreContext, message: &Message) -> bool {
        if message.context == raft::CAMPAIGN_TRANSFER {
            return false;
        }
        let raft = &self.node().raft;
        // While it knows a leader raft-rs itself sees to it.
        let forgot = raft.leader_id == 0 && message.term >= raft.term;
        let promised = forgot && self.promise().is_some_and(|p| p.to != message.from);
        self.keeps_vote(cx, promised, message.from)
    }

    /// Whether a replica that is told to stand for election does not: it would vote for itself.
    pub(crate) fn withholds_own(&mut self, cx: &mut StoreContext) -> bool {
        let own = self.at.peer;
        let promised = self.promise().is_some_and(|p| p.to != own);
        !self.is_leader() && self.keeps_vote(cx, promised, own)
    }

    fn keeps_vote(&mut self, cx: &mut StoreContext, promised: bool, to_peer: u64) -> bool {
        let at = self.at;
        let now_us = cx.local_us();
        if cx
            .process
            .votes_from_us
            .is_some_and(|from_us| now_us >= from_us)
        {
            cx.process.votes_from_us = None;
        }
        let restarted = cx.process.votes_from_us.is_some();
        let rule = cx.settings.check_quorum && cx.settings.reads.withhold_votes;
        if !rule || !promised && !restarted {
            return false;
        }
        cx.emit(Fact::Withheld { at, to_peer });
        true
    }
}
