//! A replica's promise: for one election timeout, by its own ticks, after it heard from a leader it
//! votes for nobody else, itself included. Leases rest on it.
//!
//! raft-rs keeps it (with check quorum) only while it remembers its leader, and forgets it at a
//! campaign by order, at a message of a higher term that no leader sent, and at a restart; a range
//! that was just split off never knew a leader. Here the promise is the store's: it outlives all
//! of these. What ends it early is the leader's own word, an order to hand over. Nothing here
//! changes raft-rs: a vote that is not granted is a message that did not arrive, and a replica that
//! keeps its own vote is one that nobody told to stand for election.

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use model::fact::Fact;

/// What a replica promised to its leader.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// The leader: whatever it asks for, it is not against itself.
    to: u64,
    /// Ticks for which it holds yet.
    ticks: u64,
}

impl Promise {
    pub(crate) fn new(to: u64, ticks: u64) -> Self {
        Promise { to, ticks }
    }

    /// A tick has passed; none when that was the last.
    fn after_tick(self) -> Option<Self> {
        let ticks = self.ticks - 1;
        (ticks > 0).then_some(Promise { ticks, ..self })
    }

    /// The same, kept by a replica whose ticks begin anew: the first of them may come at once.
    /// `most` ticks from now on are enough, for as many from the leader's word on would be.
    fn carried_over(self, most: u64) -> Self {
        let ticks = (self.ticks + 1).min(most);
        Promise { ticks, ..self }
    }
}

/// What matters here of a message that a replica takes.
#[derive(Copy, Clone)]
pub(crate) struct Taken {
    from: u64,
    term: u64,
    /// Only a leader sends such messages.
    is_leaders: bool,
    /// An order to take over, or a request for a vote that follows one.
    by_order: bool,
}

impl Taken {
    pub(crate) fn of(message: &Message) -> Self {
        let kind = message.get_msg_type();
        Taken {
            from: message.from,
            term: message.term,
            is_leaders: matches!(
                kind,
                RaftType::MsgAppend | RaftType::MsgHeartbeat | RaftType::MsgSnapshot
            ),
            by_order: kind == RaftType::MsgTimeoutNow || message.context == raft::CAMPAIGN_TRANSFER,
        }
    }
}

impl Store {
    /// A replica has taken a message; before, it was in `term_before`.
    pub(crate) fn note_promise(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        taken: Taken,
        term_before: u64,
    ) {
        let ticks = cx.config.raft.election_ticks as u64;
        let replica = &mut self.replicas[index];
        let raft = &replica.node().raft;
        if taken.is_leaders && raft.leader_id == taken.from && raft.term == taken.term {
            replica.promise = Some(Promise::new(taken.from, ticks));
        } else if taken.by_order && raft.term > term_before {
            // The leader hands over: nobody need wait for its sake.
            replica.promise = None;
        }
    }

    /// A tick of a replica.
    pub(crate) fn tick_promise(&mut self, index: ReplicaIndex) {
        let promise = &mut self.replicas[index].promise;
        *promise = promise.and_then(Promise::after_tick);
    }

    /// A replica that was just split off has promised to the new range what it promised to the old
    /// one: until the old range's leader has applied the split it answers for the keys of both.
    /// `heir` is the peer of the new range on that leader's store.
    pub(crate) fn pass_promise_on(
        &mut self,
        cx: &Context<'_>,
        parent: ReplicaIndex,
        child: ReplicaIndex,
        heir: impl Fn(u64) -> u64,
    ) {
        let most = cx.config.raft.election_ticks as u64;
        let Some(promise) = self.replicas[parent].promise else {
            return;
        };
        let child = &mut self.replicas[child];
        // One that exists already has heard of leaders of its own.
        if child.exists() || child.promise.is_some() {
            return;
        }
        let promise = Promise::new(heir(promise.to), promise.ticks);
        child.promise = Some(promise.carried_over(most));
    }

    /// A replica begins anew on its store: what it promised before still holds.
    pub(crate) fn carry_promise_over(&mut self, cx: &Context<'_>, index: ReplicaIndex) {
        let most = cx.config.raft.election_ticks as u64;
        let promise = &mut self.replicas[index].promise;
        *promise = promise.map(|promise| promise.carried_over(most));
    }

    /// A store has started again. Its replicas' promises were in memory; it keeps them by granting
    /// no vote until they have run out (TiKV #15085).
    pub(crate) fn withhold_votes(&mut self, cx: &Context<'_>) {
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
        cx: &mut Context<'_>,
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
        let promised = forgot && replica.promise.is_some_and(|p| p.to != message.from);
        self.keeps_vote(cx, index, promised, message.from)
    }

    /// Whether a replica that is told to stand for election does not: it would vote for itself.
    pub(crate) fn withholds_own(&mut self, cx: &mut Context<'_>, index: ReplicaIndex) -> bool {
        let replica = &self.replicas[index];
        let own = replica.at.peer;
        let promised = replica.promise.is_some_and(|p| p.to != own);
        !replica.is_leader() && self.keeps_vote(cx, index, promised, own)
    }

    fn keeps_vote(
        &mut self,
        cx: &mut Context<'_>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_holds_for_its_ticks() {
        let mut promise = Some(Promise::new(1, 3));
        for _ in 0..2 {
            promise = promise.and_then(Promise::after_tick);
            assert!(promise.is_some());
        }
        assert_eq!(promise.and_then(Promise::after_tick), None);
    }

    #[test]
    fn a_promise_that_is_carried_over_is_not_shorter_for_ticks_of_another_phase() {
        assert_eq!(Promise::new(1, 4).carried_over(10), Promise::new(1, 5));
        assert_eq!(Promise::new(1, 10).carried_over(10), Promise::new(1, 10));
    }
}
