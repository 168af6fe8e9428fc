//! Operations on a range: what the placement driver or a person wants of it, and the steps that get
//! there.
//!
//! An order reaches the leader of a range, which checks it against what it knows itself (its log,
//! its members, the replicas beside it, whom it heard) and carries it out at its ticks, one step
//! after another. What it has under way is in its memory and ends with its term. Who ordered
//! repeats the order: the placement driver by what is reported to it, and the hand, which stands
//! for PD's operators and is no node: it sees the whole cluster, as the person does whose hand it
//! is, and tells each new leader until its patience ends.

use raft::eraftpb::ConfChangeType;
use sim::{Micros, NodeId, SECONDS};

use super::{MergeTurn, Move, Plan};
use crate::context::Context;
use crate::hand::ByHand;
use crate::process::StoreContext;
use crate::replica::{Membership, Replica, single};
use model::operation::{NotNow, Operation};

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

impl Replica {
    /// An order reaches a leader, which can carry it out. Whether it has something under way now.
    pub(crate) fn take_order(&mut self, cx: &mut StoreContext, step: Operation) -> bool {
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = self.member_on(cx, to).expect("just checked");
            if self.hears(cx, peer) {
                self.hand_over(cx, peer);
            }
            return false;
        }
        self.begin_plan(cx, step, patience_of(step));
        true
    }

    /// A person orders a step that can be taken, and repeats the order. Whether it has something
    /// under way now.
    pub(crate) fn begin_by_hand(&mut self, cx: &mut StoreContext, step: Operation) -> bool {
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = self.member_on(cx, to).expect("just checked");
            self.hand_over(cx, peer);
            return false;
        }
        let patience_us = patience_of(step);
        let until = cx.now() + patience_us;
        cx.hand.ask(self.at.range, ByHand { step, until });
        self.begin_plan(cx, step, patience_us);
        true
    }

    fn begin_plan(&mut self, cx: &mut StoreContext, step: Operation, patience: Micros) {
        self.wake(cx);
        let ticks = patience.div_ceil(cx.config.raft.tick_us);
        self.plan = Some(Box::new(Plan {
            step,
            term: self.soft().term,
            until_tick: self.ticks() + ticks,
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
    fn take_up(&mut self, cx: &mut StoreContext) {
        let (range, merging) = (self.at.range, self.storage().machine.merging);
        if let Some(asked) = cx.hand.asks(range) {
            let left_us = asked.until.saturating_sub(cx.now());
            if left_us > 0 || merging.is_some() {
                return self.begin_plan(cx, asked.step, left_us);
            }
            cx.hand.forget(range);
        }
        if let Some(merging) = merging {
            let into = merging.target;
            self.begin_plan(cx, Operation::Merge { into }, 0);
        }
    }

    /// Whether a step can be taken, by what its leader knows of its own range.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(crate) fn check_step(&self, cx: &Context, step: Operation) -> Result<(), NotNow> {
        let member = |store: NodeId| self.member_on(cx, store);
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
                Some((_, Membership::Voter)) if self.voters() > 1 => Ok(()),
                Some(_) => Err(NotNow::LastVoter),
            },
            Operation::Replace { add, remove } => match (member(add), member(remove)) {
                (_, None) => Err(NotNow::NoReplicaThere),
                (Some((_, Membership::Voter)), _) => Err(NotNow::ReplicaThere),
                _ => Ok(()),
            },
            Operation::Split { at_key } => {
                let (first, end) = self.storage().machine.keys();
                let inside = first < at_key && at_key < end;
                if inside {
                    Ok(())
                } else {
                    Err(NotNow::KeyOutside)
                }
            }
            Operation::Merge { into } if into == self.at.range => Err(NotNow::NoRange),
            Operation::Merge { .. } => Ok(()),
        }
    }

    /// Takes the next step of a leader's operation, if there is one and it can be taken. A merge's
    /// is left to the store, which has the other range's replica too.
    pub(crate) fn advance_plan(&mut self, cx: &mut StoreContext) -> Option<MergeTurn> {
        if self.plan_of().is_none() {
            self.plan = None;
            self.take_up(cx);
        }
        let plan = self.plan_of()?;
        let late = self.ticks() >= plan.until_tick;
        if late && !matches!(plan.step, Operation::Merge { .. }) {
            self.end_plan(cx);
            return None;
        }
        match self.next_move(cx, &plan) {
            Move::Done => self.end_plan(cx),
            Move::Wait => {}
            Move::Lead(peer) => self.hand_over(cx, peer),
            Move::Change(changes) => {
                let store = self.at.node;
                self.propose_members(cx, changes, store);
            }
            Move::AddLearner => self.propose_learner(cx, plan.step),
            Move::Split(at_key) => self.propose_split(cx, at_key),
            Move::Merge(into) => return Some(MergeTurn { into, late }),
        }
        None
    }

    fn propose_learner(&mut self, cx: &mut StoreContext, step: Operation) {
        let (Operation::AddLearner { store }
        | Operation::Add { store }
        | Operation::Replace { add: store, .. }) = step
        else {
            panic!("a step that adds nobody")
        };
        let range = self.at.range;
        if self.node().raft.has_pending_conf() {
            return;
        }
        // Never one that was used before: a lost proposal may come through after all.
        let known = self.plan_of().and_then(|plan| plan.new_peer);
        let peer = known.unwrap_or_else(|| cx.names.new_peer(range, store));
        if let Some(plan) = &mut self.plan {
            plan.new_peer = Some(peer);
        }
        let change = single(peer, ConfChangeType::AddLearnerNode);
        self.propose_members(cx, vec![change], store);
    }
}
