//! Operations on a range: what the placement driver or a person wants of it, and the steps that get
//! there.
//!
//! An order reaches the leader of a range, which checks it against what it knows itself (its log,
//! its members, the replicas beside it, whom it heard) and carries it out at its ticks, one step
//! after another. What it has under way is in its memory and ends with its term. Who ordered
//! repeats the order: the placement driver by what is reported to it, and the hand, which stands
//! for PD's operators and is no node: it sees the whole cluster, as the person does whose hand it
//! is, and tells each new leader until its patience ends.

use model::operation::{NotNow, Operation};
use raft::eraftpb::{ConfChangeSingle, ConfChangeType};
use sim::{Micros, NodeId, SECONDS};

use crate::context::Context;
use crate::store::members::{Membership, members_of, single};
use crate::store::{ReplicaIndex, Store};

/// A learner is as good as caught up when it lacks no more entries than this: less than what is
/// under way to a busy follower.
const CATCH_UP_ENTRIES: u64 = 256;
/// An operation that takes longer is given up (PD's own limit for adding a peer is minutes; the
/// playground's ranges are small).
const PATIENCE_US: Micros = 30 * SECONDS;
/// A range that is merged away answers nobody meanwhile, so that is given up sooner.
const MERGE_PATIENCE_US: Micros = 5 * SECONDS;

/// What a leader has under way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) step: Operation,
    /// The leader's term: another leader knows nothing of it.
    term: u64,
    /// The leader's tick at which it gives up.
    until_tick: u64,
    /// Split: number of the new range.
    pub(crate) new_range: Option<u32>,
    /// Addition: id of the new peer.
    new_peer: Option<u64>,
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
enum Move {
    Done,
    Wait,
    Lead(u64),
    Change(Vec<ConfChangeSingle>),
    AddLearner,
    Split(u64),
    Merge(u32),
}

pub(crate) fn patience_of(step: Operation) -> Micros {
    match step {
        Operation::Merge { .. } => MERGE_PATIENCE_US,
        _ => PATIENCE_US,
    }
}

impl Store {
    /// An order reaches a leader. One that it cannot carry out is none: it will be repeated.
    pub(crate) fn take_order(
        &mut self,
        cx: &mut Context<'_>,
        leader: ReplicaIndex,
        step: Operation,
    ) {
        if self.is_busy(cx, leader) || self.check_step(cx, leader, step).is_err() {
            return;
        }
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = self.member_on(cx, leader, to).expect("just checked");
            if self.hears(cx, leader, peer) {
                self.hand_over(cx, leader, peer);
            }
            return;
        }
        self.begin_plan(cx, leader, step, patience_of(step));
        self.advance_plan(cx, leader);
    }

    /// Whether a peer answered this leader within an election timeout.
    fn hears(&self, cx: &Context<'_>, leader: ReplicaIndex, peer: u64) -> bool {
        let ticks = cx.config.raft.election_ticks as u64;
        self.replicas[leader].heard_within(peer, ticks)
    }

    pub(crate) fn begin_plan(
        &mut self,
        cx: &mut Context<'_>,
        leader: ReplicaIndex,
        step: Operation,
        patience: Micros,
    ) {
        self.wake(cx, leader);
        let ticks = patience.div_ceil(cx.config.raft.tick_us);
        let replica = &mut self.replicas[leader];
        replica.plan = Some(Plan {
            step,
            term: replica.soft().term,
            until_tick: replica.ticks + ticks,
            new_range: None,
            new_peer: None,
            asked: 0,
            asked_beside: (0, 0),
            committing: false,
            cancelled: false,
        });
    }

    /// What a leader has under way in its term.
    pub(crate) fn plan_of(&self, index: ReplicaIndex) -> Option<Plan> {
        let replica = &self.replicas[index];
        let is_its_own = |plan: &Plan| replica.is_leader() && plan.term == replica.soft().term;
        replica.plan.filter(is_its_own)
    }

    /// Ends a leader's operation, whatever came of it. The hand sees that.
    pub(crate) fn end_plan(&mut self, cx: &mut Context<'_>, index: ReplicaIndex) {
        let replica = &mut self.replicas[index];
        let range = replica.at.range;
        let ended = replica.plan.take().map(|plan| plan.step);
        let asked = cx.hand.asks(range);
        if asked.is_some_and(|asked| ended == Some(asked.step)) {
            cx.hand.forget(range);
        }
    }

    /// Whether a leader has something under way, or knows from beside it that its range takes part
    /// in a merge.
    pub(crate) fn is_busy(&self, cx: &Context<'_>, index: ReplicaIndex) -> bool {
        let replica = &self.replicas[index];
        self.plan_of(index).is_some()
            || replica.storage().machine.merging.is_some()
            || cx.reshaped() && self.is_target_beside(replica.at.range)
    }

    /// A leader without a plan: the hand repeats what was asked for, and a range that is frozen
    /// although nobody merges it is to be set free.
    pub(crate) fn take_up(&mut self, cx: &mut Context<'_>, index: ReplicaIndex) {
        let replica = &self.replicas[index];
        let (range, merging) = (replica.at.range, replica.storage().machine.merging);
        if let Some(asked) = cx.hand.asks(range) {
            let left_us = asked.until.saturating_sub(cx.now());
            if left_us > 0 || merging.is_some() {
                return self.begin_plan(cx, index, asked.step, left_us);
            }
            cx.hand.forget(range);
        }
        if let Some(merging) = merging {
            let into = merging.target;
            self.begin_plan(cx, index, Operation::Merge { into }, 0);
        }
    }

    /// Whether a step can be taken, by what its leader knows.
    pub(crate) fn check_step(
        &self,
        cx: &Context<'_>,
        leader: ReplicaIndex,
        step: Operation,
    ) -> Result<(), NotNow> {
        let member = |store: NodeId| self.member_on(cx, leader, store);
        match step {
            Operation::MoveLeader { to } => match member(to) {
                None => Err(NotNow::NoReplicaThere),
                Some((_, Membership::Learner)) => Err(NotNow::IsLearner),
                Some((_, Membership::Voter)) => Ok(()),
            },
            Operation::AddLearner { store } => match member(store) {
                Some(_) => Err(NotNow::ReplicaThere),
                None => Ok(()),
            },
            Operation::Add { store } => match member(store) {
                Some((_, Membership::Voter)) => Err(NotNow::ReplicaThere),
                _ => Ok(()),
            },
            Operation::Promote { store } => match member(store) {
                None => Err(NotNow::NoReplicaThere),
                Some((_, Membership::Voter)) => Err(NotNow::ReplicaThere),
                Some((_, Membership::Learner)) => Ok(()),
            },
            Operation::Remove { store } => match member(store) {
                None => Err(NotNow::NoReplicaThere),
                Some((_, Membership::Learner)) => Ok(()),
                Some((_, Membership::Voter)) if self.voters(leader) > 1 => Ok(()),
                Some(_) => Err(NotNow::LastVoter),
            },
            Operation::Replace { add, remove } => match (member(add), member(remove)) {
                (_, None) => Err(NotNow::NoReplicaThere),
                (Some((_, Membership::Voter)), _) => Err(NotNow::ReplicaThere),
                _ => Ok(()),
            },
            Operation::Split { at_key } => {
                let (first, end) = self.replicas[leader].storage().machine.keys();
                let inside = first < at_key && at_key < end;
                if inside {
                    Ok(())
                } else {
                    Err(NotNow::KeyOutside)
                }
            }
            Operation::Merge { into } => self.check_merge(cx, leader, into),
        }
    }

    fn voters(&self, index: ReplicaIndex) -> usize {
        self.replicas[index].storage().voters().len()
    }

    /// Takes the next step of a leader's operation, if there is one and it can be taken.
    pub(crate) fn advance_plan(&mut self, cx: &mut Context<'_>, index: ReplicaIndex) {
        if self.plan_of(index).is_none() {
            self.replicas[index].plan = None;
            self.take_up(cx, index);
        }
        let Some(plan) = self.plan_of(index) else {
            return;
        };
        let late = self.replicas[index].ticks >= plan.until_tick;
        if late && !matches!(plan.step, Operation::Merge { .. }) {
            return self.end_plan(cx, index);
        }
        match self.next_move(cx, index, &plan) {
            Move::Done => self.end_plan(cx, index),
            Move::Wait => {}
            Move::Lead(peer) => self.hand_over(cx, index, peer),
            Move::Change(changes) => {
                let store = self.replicas[index].at.node;
                self.propose_members(cx, index, changes, store);
            }
            Move::AddLearner => self.propose_learner(cx, index, plan.step),
            Move::Split(at_key) => self.propose_split(cx, index, at_key),
            Move::Merge(into) => self.advance_merge(cx, index, into, late),
        }
    }

    fn propose_learner(&mut self, cx: &mut Context<'_>, index: ReplicaIndex, step: Operation) {
        let (Operation::AddLearner { store }
        | Operation::Add { store }
        | Operation::Replace { add: store, .. }) = step
        else {
            panic!("a step that adds nobody")
        };
        let range = self.replicas[index].at.range;
        if self.replicas[index].node().raft.has_pending_conf() {
            return;
        }
        // Never one that was used before: a lost proposal may come through after all.
        let known = self.plan_of(index).and_then(|plan| plan.new_peer);
        let peer = known.unwrap_or_else(|| cx.names.new_peer(range, store));
        if let Some(plan) = &mut self.replicas[index].plan {
            plan.new_peer = Some(peer);
        }
        let change = single(peer, ConfChangeType::AddLearnerNode);
        self.propose_members(cx, index, vec![change], store);
    }

    /// Hands the lead to a peer. raft-rs gives up after an election timeout.
    pub(crate) fn hand_over(&mut self, cx: &mut Context<'_>, index: ReplicaIndex, peer: u64) {
        self.wake(cx, index);
        let raft = self.replicas[index].node();
        if raft.raft.lead_transferee.is_none() {
            raft.transfer_leader(peer);
            self.after_call(cx, index);
        }
    }

    fn next_move(&mut self, cx: &Context<'_>, index: ReplicaIndex, plan: &Plan) -> Move {
        let replica = &mut self.replicas[index];
        let own = replica.at.node;
        let is_joint = replica.storage().is_joint();
        let is_changing = is_joint || replica.node().raft.has_pending_conf();
        match plan.step {
            Operation::MoveLeader { .. } => Move::Done,
            Operation::Split { at_key } => {
                let (first, end) = replica.storage().machine.keys();
                let inside = first < at_key && at_key < end;
                if inside {
                    Move::Split(at_key)
                } else {
                    Move::Done
                }
            }
            Operation::Merge { into } => Move::Merge(into),
            _ if is_changing => Move::Wait,
            Operation::AddLearner { store } => match self.member_on(cx, index, store) {
                Some(_) => Move::Done,
                None => Move::AddLearner,
            },
            Operation::Add { store } => match self.member_on(cx, index, store) {
                None => Move::AddLearner,
                Some((_, Membership::Voter)) => Move::Done,
                Some((peer, Membership::Learner)) => self.promote(index, peer),
            },
            Operation::Promote { store } => match self.member_on(cx, index, store) {
                Some((peer, Membership::Learner)) => self.promote(index, peer),
                _ => Move::Done,
            },
            Operation::Remove { store } => match self.member_on(cx, index, store) {
                None => Move::Done,
                Some(_) if store == own => self.step_aside(cx, index),
                Some((peer, _)) => Move::Change(vec![single(peer, ConfChangeType::RemoveNode)]),
            },
            Operation::Replace { add, remove } => self.replace(cx, index, add, remove),
        }
    }

    fn promote(&mut self, index: ReplicaIndex, peer: u64) -> Move {
        if self.is_caught_up(index, peer) {
            Move::Change(vec![single(peer, ConfChangeType::AddNode)])
        } else {
            Move::Wait
        }
    }

    fn replace(
        &mut self,
        cx: &Context<'_>,
        index: ReplicaIndex,
        add: NodeId,
        remove: NodeId,
    ) -> Move {
        let own = self.replicas[index].at.node;
        match (
            self.member_on(cx, index, add),
            self.member_on(cx, index, remove),
        ) {
            (Some((_, Membership::Voter)), None) => Move::Done,
            (None, _) => Move::AddLearner,
            (Some((new, Membership::Learner)), _) if !self.is_caught_up(index, new) => Move::Wait,
            // A leader that is alone cannot hand over before there is another voter.
            (Some((new, Membership::Learner)), None) => self.promote(index, new),
            (Some((new, Membership::Learner)), _) if own == remove && self.voters(index) == 1 => {
                self.promote(index, new)
            }
            (_, Some(_)) if own == remove => self.step_aside(cx, index),
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
    fn step_aside(&mut self, cx: &Context<'_>, index: ReplicaIndex) -> Move {
        let own = self.replicas[index].at.peer;
        let members = members_of(self.replicas[index].storage().conf_state());
        let mut best: Option<(u64, u64)> = None;
        for (peer, what) in members {
            if what != Membership::Voter || peer == own || !self.hears(cx, index, peer) {
                continue;
            }
            let raft = &self.replicas[index].node().raft;
            let matched = raft.prs().get(peer).map_or(0, |progress| progress.matched);
            if best.is_none_or(|(most, _)| matched > most) {
                best = Some((matched, peer));
            }
        }
        best.map_or(Move::Wait, |(_, peer)| Move::Lead(peer))
    }

    pub(crate) fn is_caught_up(&mut self, index: ReplicaIndex, peer: u64) -> bool {
        let raft = &self.replicas[index].node().raft;
        let last = raft.raft_log.last_index();
        let Some(progress) = raft.prs().get(peer) else {
            return false;
        };
        progress.matched > 0 && progress.matched + CATCH_UP_ENTRIES >= last
    }
}
