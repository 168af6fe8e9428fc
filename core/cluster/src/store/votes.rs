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
use crate::group::Promise;
use crate::store::{ReplicaIndex, Store};
use model::fact::Fact;

impl Store {
    /// A replica that was just split off has promised to the new range what it promised to the old
    /// one: until the old range's leader has applied the split it answers for the keys of both.
    /// `heir` is the peer of the new range on that leader's store.
    pub(crate) fn pass_promise_on(
        &mut self,
        cx: &Context,
        parent: ReplicaIndex,
        child: ReplicaIndex,
        heir: impl Fn(u64) -> u64,
    ) {
        let most = cx.config.raft.election_ticks as u64;
        let Some(promise) = self.replicas[parent].promise() else {
            return;
        };
        let child = &mut self.replicas[child];
        // One that exists already has heard of leaders of its own.
        if child.exists() || child.promise().is_some() {
            return;
        }
        let promise = Promise::new(heir(promise.to), promise.ticks);
        child.set_promise(Some(promise.carried_over(most)));
    }

    /// A store has started again. Its replicas' promises were in memory; it keeps them by granting
    /// no vote until they have run out (TiKV #15085).
    pub(crate) fn withhold_votes(&mut self, cx: &Context) {
        let raft = &cx.config.raft;
        let promise_us = raft.election_ticks as u64 * raft.tick_us;
        let until_us = self.local_us(cx).saturating_add_unsigned(promise_us);
        self.votes_from_us = Some(until_us);
    }

    /// Whether a replica leaves this request for its vote unanswered, for the sake of a promise
    /// that raft-rs does not know of. One that the leader itself arranged for is granted: it has
    /// suspended its lease.
    pub(crate) fn withholds(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        message: &Message,
    ) -> bool {
        if message.context == raft::CAMPAIGN_TRANSFER {
            return false;
        }
        let replica = &mut self.replicas[index];
        let raft = &replica.node().raft;
        // While it knows a leader raft-rs itself sees to it.
        let forgot = raft.leader_id == 0 && message.term >= raft.term;
        let promised = forgot && replica.promise().is_some_and(|p| p.to != message.from);
        self.keeps_vote(cx, index, promised, message.from)
    }

    /// Whether a replica that is told to stand for election does not: it would vote for itself.
    pub(crate) fn withholds_own(&mut self, cx: &mut Context, index: ReplicaIndex) -> bool {
        let replica = &mut self.replicas[index];
        let own = replica.at.peer;
        let promised = replica.promise().is_some_and(|p| p.to != own);
        !replica.is_leader() && self.keeps_vote(cx, index, promised, own)
    }

    fn keeps_vote(
        &mut self,
        cx: &mut Context,
        index: ReplicaIndex,
        promised: bool,
        to_peer: u64,
    ) -> bool {
        let at = self.replicas[index].at;
        let now_us = self.local_us(cx);
        if self.votes_from_us.is_some_and(|from_us| now_us >= from_us) {
            self.votes_from_us = None;
        }
        let restarted = self.votes_from_us.is_some();
        let rule = cx.settings.check_quorum && cx.settings.reads.withhold_votes;
        if !rule || !promised && !restarted {
            return false;
        }
        cx.emit(Fact::Withheld { at, to_peer });
        true
    }
}
