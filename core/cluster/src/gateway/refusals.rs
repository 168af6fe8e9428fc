//! A store did not do what it was asked, or its connection is gone. What was certainly not done is
//! tried again, elsewhere or after a pause. Whatever a refusal names, its gateway knows from then
//! on, also when it comes too late for its request.

use sim::{Micros, NodeId};

use super::Gateways;
use super::requests::{NAMED_AT_ONCE_MAX, Request};
use super::stale::gateway_refuses;
use crate::context::Context;
use crate::message::{News, Slot};
use crate::timeline::Event;
use model::config::OpKind;
use model::fact::{Fact, Outcome, Refusal, RequestFact};
use model::ids::{RangeId, RequestId};

/// Pause before a gateway asks again when nobody named a leader; grows with the attempts.
const RETRY_BACKOFF_US: Micros = 10_000;
/// Most times the pause is added up.
const RETRY_BACKOFF_STEPS: u64 = 10;

impl Gateways {
    /// A store did not do what a gateway asked of a range: the leader that it knows, and what stood
    /// in the way.
    pub(super) fn refused(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        (gateway, by, range): (NodeId, NodeId, RangeId),
        why: Refusal,
        (leader, figure): (Option<NodeId>, u64),
    ) {
        let Some((fact, attempts)) = self.end_attempt(cx, (slot, request), by, why) else {
            return self.learn_late((gateway, range), leader, &None);
        };
        if let Some(leader) = leader {
            self.learn_leader(fact.gateway, fact.key, fact.range, leader);
        }
        if why == Refusal::NotSafeYet {
            return self.redirect_stale(cx, (slot, request), &fact, (leader, figure));
        }
        let delay_us = if why == Refusal::Busy {
            // Nothing failed: the read goes elsewhere at once.
            0
        } else if leader.is_some() {
            // A leader was named: go there at once, but do not let two stores send us to and fro.
            if attempts <= NAMED_AT_ONCE_MAX {
                0
            } else {
                RETRY_BACKOFF_US
            }
        } else {
            self.avoid(cx, fact.gateway, fact.key, by);
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        cx.at(cx.now() + delay_us, Event::Retry { slot, request });
    }

    /// A store has not the keys of a request, or does not serve them now. With what it says the
    /// gateway may know better at once; else it asks another, or waits for the range to settle.
    pub(super) fn keys_refused(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        (gateway, by, range): (NodeId, NodeId, RangeId),
        news: &News,
    ) {
        let ended = self.end_attempt(cx, (slot, request), by, Refusal::WrongRange);
        let Some((fact, attempts)) = ended else {
            return self.learn_late((gateway, range), None, news);
        };
        let about = (fact.key, fact.range);
        let delay_us = if self.learn_from_refusal(cx, fact.gateway, about, by, news) {
            0
        } else {
            RETRY_BACKOFF_US * attempts.min(RETRY_BACKOFF_STEPS)
        };
        cx.at(cx.now() + delay_us, Event::Retry { slot, request });
    }

    /// The attempt at a store ends with its refusal: what was asked, and in how many attempts so
    /// far. Nothing where the request waits for that store no more.
    fn end_attempt(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        by: NodeId,
        why: Refusal,
    ) -> Option<(RequestFact, u64)> {
        let live = self.requests.get_mut(slot, request)?;
        live.waiting_for.take_if(|store| *store == by)?;
        let ended = (live.fact, live.attempts);
        cx.emit(Fact::Refused { request, by, why });
        Some(ended)
    }

    /// A refused request is tried again.
    pub(super) fn retry(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let waiting = |r: &Request| r.waiting_for.is_none();
        let Some(live) = self.requests.get(slot, request).filter(|r| waiting(r)) else {
            return;
        };
        let fact = live.fact;
        if fact.op.is_composed() && live.task.is_none() && gateway_refuses(cx, &fact).is_none() {
            // It was about to be turned away, and is not any more.
            return self.begin(cx, slot, request);
        }
        self.attempt(cx, slot, request);
    }

    /// A store has been silent for as long as an attempt may take: a read goes elsewhere. Its
    /// answer counts all the same, should it come before another.
    pub(super) fn attempt_times_out(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        attempt: u64,
    ) {
        let Some(live) = self.requests.get(slot, request) else {
            return;
        };
        if let Some(store) = live.waiting_for.filter(|_| live.attempts == attempt) {
            let of = (live.fact.gateway, store, live.fact.range);
            self.refused(cx, (slot, request), of, Refusal::Silent, (None, 0));
        }
    }

    /// The connection to the store is gone where an attempt was, or was refused. A read goes
    /// elsewhere, and so does a put that was never sent; one that was sent may have happened.
    pub(crate) fn broken(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        store: NodeId,
        is_refused: bool,
    ) {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op == OpKind::Put && !is_refused {
            self.avoid(cx, fact.gateway, fact.key, store);
            let (by, why) = (store, Refusal::Unavailable);
            cx.emit(Fact::Refused { request, by, why });
            return self.complete(cx, slot, request, Outcome::Unknown, None, 0);
        }
        let of = (fact.gateway, store, fact.range);
        self.refused(cx, (slot, request), of, Refusal::Unavailable, (None, 0));
    }

    /// A gateway's connections to a store are gone, as it learns at an instant if it does: what it
    /// sends from then on needs a new one.
    pub(crate) fn connections_gone(
        &mut self,
        gateway: NodeId,
        store: NodeId,
        learns_us: Option<Micros>,
    ) {
        let gone = &mut self.gateway_mut(gateway).gone_us[usize::from(store.0)];
        *gone = learns_us.unwrap_or(Micros::MAX);
    }

    /// The machine of a store that is down answered what a node sent then, and that hears of it
    /// then. True if the node is a gateway and needed a new connection: it was refused, and nothing
    /// was sent on it. What went on an old one may have happened, for all that its gateway knows.
    pub(crate) fn is_refused(
        &mut self,
        (from, store): (NodeId, NodeId),
        (sent_us, learns_us): (Micros, Micros),
    ) -> bool {
        let place = self.place(from);
        let Some(gateway) = self.all.get_mut(place) else {
            return false;
        };
        let gone = &mut gateway.gone_us[usize::from(store.0)];
        let is_refused = *gone <= sent_us;
        *gone = learns_us.min(*gone);
        is_refused
    }

    /// An attempt found its connection's buffers full: it has not left, and does not.
    pub(crate) fn found_no_room(&mut self, slot: Slot, request: RequestId) {
        if let Some(live) = self.requests.get_mut(slot, request) {
            live.has_left = false;
        }
    }
}
