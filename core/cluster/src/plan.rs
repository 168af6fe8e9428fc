//! Operations on a range: what the placement driver or a person wants of it, and the steps that get
//! there.
//!
//! An operation is checked once and then carried out at whoever leads the range, one step after
//! another, at the leader's ticks. It stands for what PD keeps in TiKV (an operator, whose next
//! step goes out with every heartbeat of the region): it survives a change of leader and is given
//! up when it takes too long.

use raft::eraftpb::{ConfChangeSingle, ConfChangeType};
use serde::{Deserialize, Serialize};
use sim::{Micros, NodeId, SECONDS};

use crate::cluster::{Cluster, Phase, ReplicaIndex};
use crate::fact::{Decision, Deed, Fact, Observer, Reason};
use crate::members::{Membership, members_of, single};
use crate::view::StoreStatus;

/// What a range shall become.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Operation {
    /// The replica on this store shall lead. Not repeated when the transfer fails.
    MoveLeader {
        /// The store.
        to: NodeId,
    },
    /// A learner on this store.
    AddLearner {
        /// The store.
        store: NodeId,
    },
    /// A voter on this store: a learner first, promoted when it has caught up.
    Add {
        /// The store.
        store: NodeId,
    },
    /// The learner on this store becomes a voter as soon as it has caught up.
    Promote {
        /// The store.
        store: NodeId,
    },
    /// No replica on this store. A leader hands its lead over first.
    Remove {
        /// The store.
        store: NodeId,
    },
    /// A voter on one store instead of one on another: a learner that catches up, then both changes
    /// at once by joint consensus.
    Replace {
        /// The store that gets a replica.
        add: NodeId,
        /// The store that loses its.
        remove: NodeId,
    },
    /// Two ranges: this one up to the key, and a new one from it on.
    Split {
        /// First key of the new range.
        at_key: u64,
    },
    /// Goes into a neighbour that has its replicas on the same stores.
    Merge {
        /// The neighbour.
        into: u32,
    },
}

/// Why an operation cannot be carried out as things stand.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NotNow {
    /// There is no such range (any more).
    NoRange,
    /// Nobody leads the range.
    NoLeader,
    /// Another operation on the range, or on one that takes part, is under way.
    Busy,
    /// The store has no replica of the range.
    NoReplicaThere,
    /// The store has one already.
    ReplicaThere,
    /// The store is down.
    StoreDown,
    /// The replica there is a learner, and learners neither lead nor count.
    IsLearner,
    /// The range would be left without a voter.
    LastVoter,
    /// The key is not inside the range, or is its first.
    KeyOutside,
    /// The ranges do not touch.
    NoNeighbour,
    /// The two ranges have their replicas on different stores.
    OtherStores,
}

/// A learner is as good as caught up when it lacks no more entries than this: less than what is
/// under way to a busy follower.
const CATCH_UP_ENTRIES: u64 = 256;
/// An operation that takes longer is given up (PD's own limit for adding a peer is minutes; the
/// playground's ranges are small).
const PATIENCE_US: Micros = 30 * SECONDS;
/// A range that is merged away answers nobody meanwhile, so that is given up sooner.
const MERGE_PATIENCE_US: Micros = 5 * SECONDS;

/// An operation under way.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) step: Operation,
    /// When to give up.
    until: Micros,
    /// Split: number of the new range.
    pub(crate) new_range: Option<u32>,
    /// Term and index of the last command that was proposed for it.
    pub(crate) asked: (u64, u64),
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

/// What an operation is called, and the stores that it is about.
fn deed_of(step: Operation) -> (Deed, Option<NodeId>, Option<NodeId>) {
    match step {
        Operation::MoveLeader { to } => (Deed::MovedLeader, Some(to), None),
        Operation::AddLearner { store } => (Deed::AddedLearner, Some(store), None),
        Operation::Add { store } => (Deed::AddedReplica, Some(store), None),
        Operation::Promote { store } => (Deed::PromotedReplica, Some(store), None),
        Operation::Remove { store } => (Deed::RemovedReplica, Some(store), None),
        Operation::Replace { add, remove } => (Deed::ReplacedReplica, Some(add), Some(remove)),
        Operation::Split { .. } => (Deed::SplitRange, None, None),
        Operation::Merge { .. } => (Deed::MergedRanges, None, None),
    }
}

fn reason_of(not_now: NotNow) -> Reason {
    match not_now {
        NotNow::NoRange => Reason::NoRange,
        NotNow::NoLeader => Reason::NoLeader,
        NotNow::Busy => Reason::UnderWay,
        NotNow::NoReplicaThere => Reason::NoReplicaThere,
        NotNow::ReplicaThere => Reason::ReplicaThere,
        NotNow::StoreDown => Reason::StoreDown,
        NotNow::IsLearner => Reason::IsLearner,
        NotNow::LastVoter => Reason::LastVoter,
        NotNow::KeyOutside => Reason::KeyOutside,
        NotNow::NoNeighbour => Reason::NoNeighbour,
        NotNow::OtherStores => Reason::OtherStores,
    }
}

impl<O: Observer> Cluster<O> {
    /// Begins an operation on a range. `Ok` says that it was begun; what comes of it shows in
    /// `Changed` facts and in the views.
    ///
    /// # Errors
    ///
    /// Why it cannot be begun now.
    pub fn operate(&mut self, range: u32, step: Operation) -> Result<(), NotNow> {
        if !self.range_exists(range) {
            return Err(NotNow::NoRange);
        }
        let leader = self.leader_of(range).ok_or(NotNow::NoLeader)?;
        if self.is_busy(range) {
            return Err(NotNow::Busy);
        }
        self.check_operation(leader, step)?;
        if let Operation::MoveLeader { to } = step {
            let (peer, _) = self.member_on(leader, to).expect("just checked");
            self.hand_over(leader, peer);
            return Ok(());
        }
        let patience_us = match step {
            Operation::Merge { .. } => MERGE_PATIENCE_US,
            _ => PATIENCE_US,
        };
        self.set_plan(range, step, patience_us);
        self.advance_plan(leader);
        Ok(())
    }

    /// The operation under way on a range.
    pub fn operation(&self, range: u32) -> Option<Operation> {
        let plan = self.ranges.get(range as usize)?.plan.as_ref()?;
        Some(plan.step)
    }

    pub(crate) fn set_plan(&mut self, range: u32, step: Operation, patience_us: Micros) {
        self.ranges[range as usize].plan = Some(Plan {
            step,
            until: self.now() + patience_us,
            new_range: None,
            asked: (0, 0),
            committing: false,
            cancelled: false,
        });
        if let Operation::Merge { into } = step {
            self.ranges[into as usize].taking = Some(range);
        }
    }

    /// Ends an operation, whatever came of it.
    pub(crate) fn end_plan(&mut self, range: u32) {
        let ended = self.ranges[range as usize].plan.take();
        if let Some(Operation::Merge { into }) = ended.map(|plan| plan.step) {
            self.ranges[into as usize].taking = None;
        }
    }

    /// Whether an operation on this range, or one that it takes part in, is under way.
    pub(crate) fn is_busy(&self, range: u32) -> bool {
        let range = &self.ranges[range as usize];
        range.plan.is_some() || range.taking.is_some()
    }

    /// Begins an operation that a person asked for, and says so, or why not.
    pub(crate) fn operate_by_hand(&mut self, range: u32, step: Operation) {
        let leader = self.leader_of(range);
        let first = || {
            self.ranges
                .get(range as usize)
                .map(|known| known.first_leader)
        };
        let by = leader
            .map(|index| self.replicas[index as usize].at.node)
            .or_else(first);
        let (deed, subject, other) = deed_of(step);
        let (what, why) = match self.operate(range, step) {
            Ok(()) => (deed, Reason::AskedByHand),
            Err(not_now) => (Deed::HeldBack, reason_of(not_now)),
        };
        self.emit(Fact::Decided(Decision {
            by: by.unwrap_or(NodeId(0)),
            range,
            what,
            why,
            subject,
            other,
            figure: 0,
            limit: 0,
        }));
    }

    fn check_operation(&self, leader: ReplicaIndex, step: Operation) -> Result<(), NotNow> {
        let range = self.replicas[leader as usize].at.range;
        let member = |store: NodeId| self.member_on(leader, store);
        let is_up = |store: NodeId| {
            let status = self.stores[usize::from(store.0)].status;
            if status == StoreStatus::Crashed {
                Err(NotNow::StoreDown)
            } else {
                Ok(())
            }
        };
        match step {
            Operation::MoveLeader { to } => match member(to) {
                None => Err(NotNow::NoReplicaThere),
                Some((_, Membership::Learner)) => Err(NotNow::IsLearner),
                Some((_, Membership::Voter)) => is_up(to),
            },
            Operation::AddLearner { store } => match member(store) {
                Some(_) => Err(NotNow::ReplicaThere),
                None => is_up(store),
            },
            Operation::Add { store } => match member(store) {
                Some((_, Membership::Voter)) => Err(NotNow::ReplicaThere),
                _ => is_up(store),
            },
            Operation::Promote { store } => match member(store) {
                None => Err(NotNow::NoReplicaThere),
                Some((_, Membership::Voter)) => Err(NotNow::ReplicaThere),
                Some((_, Membership::Learner)) => is_up(store),
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
                _ => is_up(add),
            },
            Operation::Split { at_key } => {
                let (first, end) = self.replicas[leader as usize].storage().machine.keys();
                let inside = first < at_key && at_key < end;
                if inside {
                    Ok(())
                } else {
                    Err(NotNow::KeyOutside)
                }
            }
            Operation::Merge { into } => self.check_merge(range, into),
        }
    }

    fn voters(&self, index: ReplicaIndex) -> usize {
        self.replicas[index as usize].storage().voters().len()
    }

    /// Takes the next step of a leader's operation, if there is one and it can be taken.
    pub(crate) fn advance_plan(&mut self, index: ReplicaIndex) {
        let range = self.replicas[index as usize].at.range;
        let known = &self.ranges[range as usize];
        let Some(plan) = known.plan else {
            if self.reshaped && known.phase == Phase::Live {
                self.undo_lost_merge(index);
            }
            return;
        };
        if self.now() >= plan.until && !matches!(plan.step, Operation::Merge { .. }) {
            return self.end_plan(range);
        }
        match self.next_move(index, &plan) {
            Move::Done => self.end_plan(range),
            Move::Wait => {}
            Move::Lead(peer) => self.hand_over(index, peer),
            Move::Change(changes) => {
                let store = self.replicas[index as usize].at.node;
                self.propose_members(index, changes, store);
            }
            Move::AddLearner => self.propose_learner(index, plan.step),
            Move::Split(at_key) => self.propose_split(index, at_key),
            Move::Merge(into) => self.advance_merge(index, into, self.now() >= plan.until),
        }
    }

    fn propose_learner(&mut self, index: ReplicaIndex, step: Operation) {
        let (Operation::AddLearner { store }
        | Operation::Add { store }
        | Operation::Replace { add: store, .. }) = step
        else {
            panic!("a step that adds nobody")
        };
        let range = self.replicas[index as usize].at.range;
        if self.replicas[index as usize].node().raft.has_pending_conf() {
            return;
        }
        let peer = self.new_peer(range, store);
        let change = single(peer, ConfChangeType::AddLearnerNode);
        self.propose_members(index, vec![change], store);
    }

    /// Hands the lead to a peer. raft-rs gives up after an election timeout.
    fn hand_over(&mut self, index: ReplicaIndex, peer: u64) {
        self.wake(index);
        let raft = self.replicas[index as usize].node();
        if raft.raft.lead_transferee.is_none() {
            raft.transfer_leader(peer);
            self.after_call(index);
        }
    }

    fn next_move(&mut self, index: ReplicaIndex, plan: &Plan) -> Move {
        let replica = &mut self.replicas[index as usize];
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
            Operation::AddLearner { store } => match self.member_on(index, store) {
                Some(_) => Move::Done,
                None => Move::AddLearner,
            },
            Operation::Add { store } => match self.member_on(index, store) {
                None => Move::AddLearner,
                Some((_, Membership::Voter)) => Move::Done,
                Some((peer, Membership::Learner)) => self.promote(index, peer),
            },
            Operation::Promote { store } => match self.member_on(index, store) {
                Some((peer, Membership::Learner)) => self.promote(index, peer),
                _ => Move::Done,
            },
            Operation::Remove { store } => match self.member_on(index, store) {
                None => Move::Done,
                Some(_) if store == own => self.step_aside(index, store),
                Some((peer, _)) => Move::Change(vec![single(peer, ConfChangeType::RemoveNode)]),
            },
            Operation::Replace { add, remove } => self.replace(index, add, remove),
        }
    }

    fn promote(&mut self, index: ReplicaIndex, peer: u64) -> Move {
        if self.is_caught_up(index, peer) {
            Move::Change(vec![single(peer, ConfChangeType::AddNode)])
        } else {
            Move::Wait
        }
    }

    fn replace(&mut self, index: ReplicaIndex, add: NodeId, remove: NodeId) -> Move {
        let own = self.replicas[index as usize].at.node;
        match (self.member_on(index, add), self.member_on(index, remove)) {
            (Some((_, Membership::Voter)), None) => Move::Done,
            (None, _) => Move::AddLearner,
            (Some((new, Membership::Learner)), _) if !self.is_caught_up(index, new) => Move::Wait,
            // A leader that is alone cannot hand over before there is another voter.
            (Some((new, Membership::Learner)), None) => self.promote(index, new),
            (Some((new, Membership::Learner)), _) if own == remove && self.voters(index) == 1 => {
                self.promote(index, new)
            }
            (_, Some(_)) if own == remove => self.step_aside(index, remove),
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
    /// is no member. The voter with the most of the log is asked, of those whose store runs.
    fn step_aside(&mut self, index: ReplicaIndex, store: NodeId) -> Move {
        let range = self.replicas[index as usize].at.range;
        let members = members_of(self.replicas[index as usize].storage().conf_state());
        let mut best: Option<(u64, u64)> = None;
        for (peer, what) in members {
            let Some(node) = self.node_of_peer(range, peer) else {
                continue;
            };
            let runs = self.stores[usize::from(node.0)].status == StoreStatus::Up;
            if what != Membership::Voter || node == store || !runs {
                continue;
            }
            let raft = &self.replicas[index as usize].node().raft;
            let matched = raft.prs().get(peer).map_or(0, |progress| progress.matched);
            if best.is_none_or(|(most, _)| matched > most) {
                best = Some((matched, peer));
            }
        }
        best.map_or(Move::Wait, |(_, peer)| Move::Lead(peer))
    }

    pub(crate) fn is_caught_up(&mut self, index: ReplicaIndex, peer: u64) -> bool {
        let raft = &self.replicas[index as usize].node().raft;
        let last = raft.raft_log.last_index();
        let Some(progress) = raft.prs().get(peer) else {
            return false;
        };
        progress.matched > 0 && progress.matched + CATCH_UP_ENTRIES >= last
    }
}
