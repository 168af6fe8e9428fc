//! Operations by hand. The hand is no node: it sees the whole cluster, as the person does whose
//! hand it is, and its orders cost no message. It finds the leader, refuses what cannot be done as
//! things stand, and tells each new leader again until its patience ends, as PD repeats an
//! operator's steps. Nothing that a store decides may rest on what is known here.

use sim::NodeId;

use super::AnyCluster;
use crate::hand::ByHand;
use crate::replica::Membership;
use model::fact::{Decision, Deed, Fact, Reason};
use model::ids::RangeId;
use model::operation::WhyUndone;
use model::operation::{NotNow, Operation};

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

impl AnyCluster {
    /// Begins an operation on a range by hand. `Ok` says that it was begun; what comes of it shows
    /// in `Changed` facts and in the views.
    ///
    /// # Errors
    ///
    /// Why it cannot be begun now, as the person sees it.
    pub fn operate(&mut self, range: RangeId, step: Operation) -> Result<(), NotNow> {
        if !self.range_exists(range) {
            return Err(NotNow::NoRange);
        }
        let (node, leader) = self.leader_of(range).ok_or(NotNow::NoLeader)?;
        if self.is_under_way(range) {
            return Err(NotNow::Busy);
        }
        if let Operation::Merge { into } = step {
            if range == into || !self.range_exists(into) {
                return Err(NotNow::NoRange);
            }
            if self.is_under_way(into) {
                return Err(NotNow::Busy);
            }
            self.leader_of(into).ok_or(NotNow::NoLeader)?;
        }
        let (store, cx) = self.at_store(node);
        store.check_step(&cx, leader, step)?;
        let members = store.replica(range).expect("it leads").stores_of(&cx);
        self.check_stores(&members, step)?;
        let (store, mut cx) = self.at_store(node);
        store.begin_by_hand(&mut cx, leader, step);
        self.finish_event();
        Ok(())
    }

    /// The operation under way on a range, as whoever sees the whole cluster sees it.
    pub fn operation(&self, range: RangeId) -> Option<Operation> {
        let plan = || {
            let (node, _) = self.leader_of(range)?;
            self.stores[usize::from(node.0)].replica(range)?.plan_of()
        };
        let by_hand = self.hand.asks(range).filter(|asked| self.is_open(asked));
        let asked = by_hand.map(|asked| asked.step);
        asked.or_else(|| plan().map(|plan| plan.step))
    }

    /// Whether the hand still repeats what was asked. A merge may have frozen a range: it is only
    /// over when its leader says so.
    fn is_open(&self, asked: &ByHand) -> bool {
        self.now() < asked.until || matches!(asked.step, Operation::Merge { .. })
    }

    /// Whether an operation on this range, or one that it takes part in, is under way anywhere.
    fn is_under_way(&self, range: RangeId) -> bool {
        let takes = |other: RangeId| match self.operation(other) {
            Some(Operation::Merge { into }) => into == range,
            _ => false,
        };
        self.operation(range).is_some() || self.names.ranges().any(takes)
    }

    /// Begins an operation that a person asked for, and says so, or why not.
    pub(super) fn operate_by_hand(
        &mut self,
        range: RangeId,
        step: Operation,
    ) -> Result<(), WhyUndone> {
        let leader = self.leader_of(range).map(|(node, _)| node);
        let first = || self.directory.range(range).map(|known| known.first_leader);
        let by = leader.or_else(first);
        let (deed, subject, other) = deed_of(step);
        let done = self.operate(range, step);
        let (what, why) = match done {
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
        done.map_err(WhyUndone::from)
    }

    /// The hand sees which stores are down.
    fn check_stores(
        &self,
        members: &[(NodeId, Membership)],
        step: Operation,
    ) -> Result<(), NotNow> {
        let is_up = |store: NodeId| !self.stores[usize::from(store.0)].is_down();
        let up = match step {
            Operation::MoveLeader { to } => is_up(to),
            Operation::AddLearner { store }
            | Operation::Add { store }
            | Operation::Promote { store }
            | Operation::Replace { add: store, .. } => is_up(store),
            Operation::Remove { .. } | Operation::Split { .. } => true,
            Operation::Merge { .. } => members.iter().all(|(store, _)| is_up(*store)),
        };
        if up { Ok(()) } else { Err(NotNow::StoreDown) }
    }
}
