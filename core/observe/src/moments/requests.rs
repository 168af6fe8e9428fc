//! What happens to requests: how they end, where they go, and what they wait for.

use model::config::{LeaderCheck, Service};
use model::fact::{Outcome, Refusal, ReplicaRef};
use model::ids::RequestId;
use sim::{Micros, NodeId};

use crate::judged::Judged;
use crate::moments::{Moment, Moments, lasting};
use crate::pending::{Pending, PendingRequest};
use crate::staleness::Freshness;

impl Moments {
    /// A client sent a request.
    #[inline]
    pub(crate) fn invoked(&mut self, at_us: Micros, asked: &model::fact::RequestFact) {
        if asked.op.is_write() {
            self.write_began(at_us, asked.range);
        }
    }

    /// A gateway sent an attempt to a store.
    pub(crate) fn attempted(
        &mut self,
        at_us: Micros,
        pending: &mut Pending,
        request: RequestId,
        to: NodeId,
    ) {
        let Some(asked) = pending.get_mut(request) else {
            return;
        };
        if asked.steps.attempted(to) && !asked.fact.op.is_write() {
            let gateway = asked.fact.gateway;
            self.count(Moment::Redirected, at_us, Some(gateway));
        }
    }

    /// A store passed a read on to the leader.
    pub(crate) fn passed_on(&mut self, at_us: Micros, pending: &Pending, request: RequestId) {
        if let Some(asked) = pending.get(request) {
            self.count(Moment::Redirected, at_us, Some(asked.fact.gateway));
        }
    }

    /// A replica began to establish a read index.
    #[inline]
    pub(crate) fn index_asked(pending: &mut Pending, request: RequestId) {
        if let Some(asked) = pending.get_mut(request) {
            asked.steps.index_asked();
        }
    }

    /// A read index is known.
    #[inline]
    pub(crate) fn index_known(
        at_us: Micros,
        pending: &mut Pending,
        request: RequestId,
        waits: bool,
    ) {
        if let Some(asked) = pending.get_mut(request) {
            asked.steps.index_known(at_us, waits);
        }
    }

    /// A replica read its state for a request.
    #[inline]
    pub(crate) fn served(&mut self, at_us: Micros, at: &ReplicaRef, asked: &mut PendingRequest) {
        let by_lease = match asked.fact.mode.service() {
            Service::Leader(LeaderCheck::Lease) => !asked.steps.has_asked(),
            Service::Leader(LeaderCheck::Role) => true,
            Service::Leader(LeaderCheck::None | LeaderCheck::Quorum)
            | Service::AtOnce
            | Service::ReadIndex
            | Service::Version
            | Service::PassOn
            | Service::Past => false,
        };
        if by_lease && !asked.fact.op.is_write() {
            self.count(Moment::LeaseRead, at_us, Some(at.node));
        }
        if let Some(waits_us) = asked.steps.served() {
            let seen = lasting(Moment::WaitedForApply, waits_us, at_us);
            self.counts.add(seen, Some(at.node));
        }
    }

    /// A read that is only counted was served under a lease.
    #[inline]
    pub(crate) fn lease_read(&mut self, at_us: Micros, store: NodeId) {
        self.count(Moment::LeaseRead, at_us, Some(store));
    }

    /// An attempt was refused. What ends its request ends it in this very event.
    pub(crate) fn refused(
        &mut self,
        event: u64,
        pending: &mut Pending,
        (request, by): (RequestId, NodeId),
        why: Refusal,
    ) {
        if let Some(asked) = pending.get_mut(request) {
            asked.steps.refused(by, why);
        }
        if why != Refusal::NoTimestamp {
            self.refused = (event, Some(why));
        }
    }

    pub(crate) fn completed(
        &mut self,
        (at_us, event): (Micros, u64),
        ended: &PendingRequest,
        outcome: Outcome,
        judged: &Judged,
    ) {
        let fact = &ended.fact;
        let was_refused = self.was_refused(event, outcome);
        if fact.op.is_write() {
            let at_once = outcome != Outcome::Ok && at_us == ended.invoked_us;
            self.write_ended(at_us, fact.range, was_refused || at_once);
        }
        if judged.broken.is_some() || judged.torn.is_some() {
            self.count(Moment::BrokenPromise, at_us, Some(fact.gateway));
        }
        if fact.parent != RequestId::NONE {
            return;
        }
        if matches!(judged.freshness, Freshness::Stale { .. }) {
            self.count(Moment::StaleRead, at_us, Some(fact.gateway));
        }
        if outcome != Outcome::Ok {
            self.not_answered((at_us, event), outcome, fact.gateway);
        }
    }

    /// Whether what just failed was refused in this event.
    fn was_refused(&self, event: u64, outcome: Outcome) -> bool {
        outcome == Outcome::Failed && self.refusal_in(event).is_some()
    }

    /// Why a request was refused in an event, if one was.
    fn refusal_in(&self, event: u64) -> Option<Refusal> {
        self.refused.1.filter(|_| self.refused.0 == event)
    }

    /// A client's request ended without an answer.
    pub(crate) fn not_answered(
        &mut self,
        (at_us, event): (Micros, u64),
        outcome: Outcome,
        gateway: NodeId,
    ) {
        let kind = match self.refusal_in(event) {
            Some(Refusal::Unavailable) => Moment::ConnectionLost,
            Some(_) if outcome == Outcome::Failed => Moment::Refused,
            _ if self.down[usize::from(gateway.0)] => Moment::ConnectionLost,
            _ => Moment::TimedOut,
        };
        self.count(kind, at_us, Some(gateway));
    }
}
