//! What a replica promised to its leader: to vote for nobody else for a while, by its own ticks.
//! Why, and what its store adds: see `votes`.

use raft::eraftpb::{Message, MessageType as RaftType};

use crate::context::Context;
use crate::replica::Replica;

/// What a replica promised to its leader.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Promise {
    /// The leader: whatever it asks for, it is not against itself.
    pub(crate) to: u64,
    /// Ticks for which it holds yet.
    pub(crate) ticks: u64,
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

    /// The promise as kept by a replica whose ticks begin anew: the first of them may come at once.
    /// `most` ticks from now on are enough, for as many from the leader's word on would be.
    pub(crate) fn carried_over(self, most: u64) -> Self {
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

impl Replica {
    /// A replica has taken a message; before, it was in `term_before`.
    pub(crate) fn record_promise(&mut self, cx: &Context, taken: Taken, term_before: u64) {
        let ticks = cx.config.raft.election_ticks as u64;
        let raft = &self.node().raft;
        if taken.is_leaders && raft.leader_id == taken.from && raft.term == taken.term {
            self.promise = Some(Promise::new(taken.from, ticks));
        } else if taken.by_order && raft.term > term_before {
            // The leader hands over: nobody need wait for its sake.
            self.promise = None;
        }
    }

    /// A tick of a replica.
    pub(crate) fn tick_promise(&mut self) {
        let promise = &mut self.promise;
        *promise = promise.and_then(Promise::after_tick);
    }

    /// A replica begins anew on its store: what it promised before still holds.
    pub(crate) fn carry_promise_over(&mut self, cx: &Context) {
        let most = cx.config.raft.election_ticks as u64;
        let promise = &mut self.promise;
        *promise = promise.map(|promise| promise.carried_over(most));
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
