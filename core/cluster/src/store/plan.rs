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
use pd::report::ScheduleOrder;
use raft::eraftpb::ConfChangeType;
use sim::{Micros, NodeId, SECONDS};

use crate::context::Context;
use crate::group::{Membership, Move, Plan, single};
use crate::hand::ByHand;
use crate::store::{ReplicaIndex, Store};

/// An operation that takes longer is given up (PD's own limit for adding a peer is minutes; the
/// playground's ranges are small).
const PATIENCE_US: Micros = 30 * SECONDS;
/// A range that is merged away answers nobody meanwhile, so that is given up sooner.
const MERGE_PATIENCE_US: Micros = 5 * SECONDS;

fn patience_of(step: Operation) -> Micros {
    match step {
        Operation::Merge { .. } => MERGE_PATIENCE_US,
        _ => PATIENCE_US,
    }
}

impl Store {
    /// An order reaches a store: its leader does it, if it still leads. What cannot be done now is
    /// ordered again by the next round.
    pub(crate) fn schedule_order_arrives(&mut self, cx: &mut Context, order: ScheduleOrder) {
        let Some(index) = self.running_replica(order.range) else {
            return;
        };
        if self.replicas[index].is_leader() {
            self.take_order(cx, index, order.step);
        }
    }

    /// An order reaches a leader. One that it cannot carry out is none: it will be repeated.
    pub(crate) fn take_order(&mut self, cx: &mut Context, leader: ReplicaIndex, step: Operation) {
        if self.is_busy(cx, leader) || self.check_step(cx, leader, step).is_err() {
            return;
        }
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = self.replicas[leader]
                .member_on(cx, to)
                .expect("just checked");
            if self.replicas[leader].hears(cx, peer) {
                self.hand_over(cx, leader, peer);
            }
            return;
        }
        self.begin_plan(cx, leader, step, patience_of(step));
        self.advance_plan(cx, leader);
    }

    /// A person orders a step that can be taken, and repeats the order.
    pub(crate) fn begin_by_hand(
        &mut self,
        cx: &mut Context,
        leader: ReplicaIndex,
        step: Operation,
    ) {
        let replica = &self.replicas[leader];
        let range = replica.at.range;
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = replica.member_on(cx, to).expect("just checked");
            return self.hand_over(cx, leader, peer);
        }
        let patience_us = patience_of(step);
        let until = cx.now() + patience_us;
        cx.hand.ask(range, ByHand { step, until });
        self.begin_plan(cx, leader, step, patience_us);
        self.advance_plan(cx, leader);
    }

    pub(crate) fn begin_plan(
        &mut self,
        cx: &mut Context,
        leader: ReplicaIndex,
        step: Operation,
        patience: Micros,
    ) {
        self.wake(cx, leader);
        let ticks = patience.div_ceil(cx.config.raft.tick_us);
        let replica = &mut self.replicas[leader];
        replica.plan = Some(Box::new(Plan {
            step,
            term: replica.soft().term,
            until_tick: replica.ticks() + ticks,
            new_range: None,
            new_peer: None,
            asked: 0,
            asked_beside: (0, 0),
            committing: false,
            cancelled: false,
        }));
    }

    /// A leader without a plan: the hand repeats what was asked for, and a range that is frozen
    /// although nobody merges it is to be set free.
    pub(crate) fn take_up(&mut self, cx: &mut Context, index: ReplicaIndex) {
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
        cx: &Context,
        leader: ReplicaIndex,
        step: Operation,
    ) -> Result<(), NotNow> {
        let member = |store: NodeId| self.replicas[leader].member_on(cx, store);
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
                Some((_, Membership::Voter)) if self.replicas[leader].voters() > 1 => Ok(()),
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

    /// Takes the next step of a leader's operation, if there is one and it can be taken.
    pub(crate) fn advance_plan(&mut self, cx: &mut Context, index: ReplicaIndex) {
        if self.replicas[index].plan_of().is_none() {
            self.replicas[index].plan = None;
            self.take_up(cx, index);
        }
        let Some(plan) = self.replicas[index].plan_of() else {
            return;
        };
        let late = self.replicas[index].ticks() >= plan.until_tick;
        if late && !matches!(plan.step, Operation::Merge { .. }) {
            return self.replicas[index].end_plan(cx);
        }
        match self.replicas[index].next_move(cx, &plan) {
            Move::Done => self.replicas[index].end_plan(cx),
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

    fn propose_learner(&mut self, cx: &mut Context, index: ReplicaIndex, step: Operation) {
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
        let known = self.replicas[index]
            .plan_of()
            .and_then(|plan| plan.new_peer);
        let peer = known.unwrap_or_else(|| cx.names.new_peer(range, store));
        if let Some(plan) = &mut self.replicas[index].plan {
            plan.new_peer = Some(peer);
        }
        let change = single(peer, ConfChangeType::AddLearnerNode);
        self.propose_members(cx, index, vec![change], store);
    }
}
