//! What a leader has under way on its range, and which step is next, by what it knows itself.

use model::ids::RangeId;
use model::operation::Operation;
use raft::eraftpb::{ConfChangeSingle, ConfChangeType};
use sim::NodeId;

use crate::context::Context;
use crate::replica::{Membership, Replica, members_of, single};

/// A learner is as good as caught up when it lacks no more entries than this: less than what is
/// under way to a busy follower.
pub(crate) const CATCH_UP_ENTRIES: u64 = 256;

/// What a leader has under way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) step: Operation,
    /// The leader's term: another leader knows nothing of it.
    pub(crate) term: u64,
    /// The leader's tick at which it gives up.
    pub(crate) until_tick: u64,
    /// Split: number of the new range.
    pub(crate) new_range: Option<RangeId>,
    /// Addition: id of the new peer.
    pub(crate) new_peer: Option<u64>,
    /// Index of the last command that was proposed for it in the leader's own log.
    pub(crate) asked: u64,
    /// Merge: term and index of the last command for it in the log of the range that stays.
    pub(crate) asked_beside: (u64, u64),
    /// Merge: the command that cannot be taken back was proposed.
    pub(crate) committing: bool,
    /// Merge: it is being taken back.
    pub(crate) cancelled: bool,
}

/// What brings an operation on.
pub(crate) enum Move {
    Done,
    Wait,
    Lead(u64),
    Change(Vec<ConfChangeSingle>),
    AddLearner,
    Split(u64),
    Merge(RangeId),
}

/// The next step of a merge is to be taken.
#[derive(Copy, Clone, Debug)]
pub(crate) struct MergeTurn {
    /// The range that stays.
    pub(crate) into: RangeId,
    /// Its patience is over.
    pub(crate) late: bool,
}

impl Replica {
    /// What a leader has under way in its term.
    pub(crate) fn plan_of(&self) -> Option<Plan> {
        let is_its_own = |plan: &Plan| self.is_leader() && plan.term == self.soft().term;
        self.plan.as_deref().copied().filter(is_its_own)
    }

    /// Whether a leader has something under way, or its range takes part in a merge: is frozen, or
    /// is to take another in, as its store knows from beside it.
    pub(crate) fn is_busy(&self, takes_in: bool) -> bool {
        self.plan_of().is_some() || self.storage().machine.merging.is_some() || takes_in
    }

    /// Ends a leader's operation, whatever came of it. The hand sees that.
    pub(crate) fn end_plan(&mut self, cx: &mut Context) {
        let range = self.at.range;
        let ended = self.plan.take().map(|plan| plan.step);
        let asked = cx.hand.asks(range);
        if asked.is_some_and(|asked| ended == Some(asked.step)) {
            cx.hand.forget(range);
        }
    }

    /// Whether a peer answered this leader within an election timeout.
    pub(crate) fn hears(&self, cx: &Context, peer: u64) -> bool {
        let ticks = cx.config.raft.election_ticks as u64;
        self.heard_within(peer, ticks)
    }

    pub(crate) fn voters(&self) -> usize {
        self.storage().voters().len()
    }

    pub(crate) fn next_move(&mut self, cx: &Context, plan: &Plan) -> Move {
        let own = self.at.node;
        let is_joint = self.storage().is_joint();
        let is_changing = is_joint || self.node().raft.has_pending_conf();
        match plan.step {
            Operation::MoveLeader { .. } => Move::Done,
            Operation::Split { at_key } => {
                let (first, end) = self.storage().machine.keys();
                let inside = first < at_key && at_key < end;
                if inside {
                    Move::Split(at_key)
                } else {
                    Move::Done
                }
            }
            Operation::Merge { into } => Move::Merge(into),
            _ if is_changing => Move::Wait,
            Operation::AddLearner { store } => match self.member_on(cx, store) {
                Some(_) => Move::Done,
                None => Move::AddLearner,
            },
            Operation::Add { store } => match self.member_on(cx, store) {
                None => Move::AddLearner,
                Some((_, Membership::Voter)) => Move::Done,
                Some((peer, Membership::Learner)) => self.promote(peer),
            },
            Operation::Promote { store } => match self.member_on(cx, store) {
                Some((peer, Membership::Learner)) => self.promote(peer),
                _ => Move::Done,
            },
            Operation::Remove { store } => match self.member_on(cx, store) {
                None => Move::Done,
                Some(_) if store == own => self.step_aside(cx),
                Some((peer, _)) => Move::Change(vec![single(peer, ConfChangeType::RemoveNode)]),
            },
            Operation::Replace { add, remove } => self.replace(cx, add, remove),
        }
    }

    pub(crate) fn promote(&mut self, peer: u64) -> Move {
        if self.is_caught_up(peer) {
            Move::Change(vec![single(peer, ConfChangeType::AddNode)])
        } else {
            Move::Wait
        }
    }

    pub(crate) fn replace(&mut self, cx: &Context, add: NodeId, remove: NodeId) -> Move {
        let own = self.at.node;
        match (self.member_on(cx, add), self.member_on(cx, remove)) {
            (Some((_, Membership::Voter)), None) => Move::Done,
            (None, _) => Move::AddLearner,
            (Some((new, Membership::Learner)), _) if !self.is_caught_up(new) => Move::Wait,
            // A leader that is alone cannot hand over before there is another voter.
            (Some((new, Membership::Learner)), None) => self.promote(new),
            (Some((new, Membership::Learner)), _) if own == remove && self.voters() == 1 => {
                self.promote(new)
            }
            (_, Some(_)) if own == remove => self.step_aside(cx),
            (Some((_, Membership::Voter)), Some((old, _))) => {
                Move::Change(vec![single(old, ConfChangeType::RemoveNode)])
            }
            (Some((new, Membership::Learner)), Some((old, _))) => Move::Change(vec![
                single(new, ConfChangeType::AddNode),
                single(old, ConfChangeType::RemoveNode),
            ]),
        }
    }

    /// A leader that shall go hands its lead over first: raft-rs would let it lead on although it
    /// is no member. The voter with the most of the log is asked, of those that it hears.
    pub(crate) fn step_aside(&mut self, cx: &Context) -> Move {
        let own = self.at.peer;
        let members = members_of(self.storage().conf_state());
        let mut best: Option<(u64, u64)> = None;
        for (peer, what) in members {
            if what != Membership::Voter || peer == own || !self.hears(cx, peer) {
                continue;
            }
            let raft = &self.node().raft;
            let matched = raft.prs().get(peer).map_or(0, |progress| progress.matched);
            if best.is_none_or(|(most, _)| matched > most) {
                best = Some((matched, peer));
            }
        }
        best.map_or(Move::Wait, |(_, peer)| Move::Lead(peer))
    }

    pub(crate) fn is_caught_up(&self, peer: u64) -> bool {
        let raft = self.raft();
        let last = raft.raft_log.last_index();
        let Some(progress) = raft.prs().get(peer) else {
            return false;
        };
        progress.matched > 0 && progress.matched + CATCH_UP_ENTRIES >= last
    }

    /// Whether the last command of the range's operation still waits to be applied here.
    pub(crate) fn is_asked(&self) -> bool {
        let applied = self.storage().machine.applied;
        self.plan_of().is_some_and(|plan| plan.asked > applied)
    }
}
