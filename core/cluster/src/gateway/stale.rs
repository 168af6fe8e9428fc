//! A stale read at its gateway: the moment that it reads, and what is refused before it is sent.

use sim::{Micros, NodeId};

use super::Gateways;
use super::bound::{Candidate, Redirect, next_to_ask};
use super::requests::NAMED_AT_ONCE_MAX;
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::{SafeTime, Service, Timestamps, least_staleness_us};
use model::fact::{Fact, Outcome, Refusal, RequestFact, Route};
use model::ids::RequestId;
use model::timestamp::{self, Timestamp};

/// Pause before a gateway asks again when no replica's past reached far enough.
const ALL_BEHIND_US: Micros = 20_000;
/// What it takes a gateway to see that it cannot do what is asked.
const TURN_AWAY_US: Micros = 100;

impl Gateways {
    /// The moment that a stale read sent now reads: the bound ago by the gateway's clock, also when
    /// the closest replica leads. Before the run began all rows were as they were at its start.
    pub(super) fn stale_read_ts(&self, cx: &Context, fact: &RequestFact) -> Timestamp {
        let times = if cx.config.sabotage.reads_too_old() {
            2
        } else {
            1
        };
        let own = self.gateway(fact.gateway).clock_timestamp(cx.now());
        own.saturating_sub(timestamp::at(times * fact.bound_us))
            .max(1)
    }

    /// The replica that a stale read asks after so many attempts.
    pub(super) fn stale_target(&self, cx: &Context, fact: &RequestFact, attempts: u64) -> NodeId {
        let known = self.candidates(cx, fact.gateway, fact.key);
        let candidates: Vec<Candidate> = known
            .map(|replica| Candidate {
                node: replica.node,
                delay_us: replica.delay_us,
                avoided: replica.avoided,
                leads: replica.leads,
            })
            .collect();
        let redirect = redirect_of(cx);
        // No member has the keys, as far as is known: other stores are asked in turn.
        next_to_ask(&candidates, redirect, attempts)
            .unwrap_or_else(|| self.believed_leader(fact.gateway, fact.key))
    }

    /// A replica's past did not reach as far as a stale read wants: the gateway asks the leader
    /// that it named, where the leader is whom one goes to, or else the next one, at once; and
    /// pauses when it has asked all.
    pub(super) fn redirect_stale(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        fact: &RequestFact,
        (leader, safe_us): (Option<NodeId>, Micros),
    ) {
        let goes_there = redirect_of(cx) == Redirect::ToLeader;
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (attempts, read_ts) = (live.attempts, live.read_ts);
        live.named = leader.filter(|_| goes_there && attempts <= NAMED_AT_ONCE_MAX);
        let named = live.named;
        let to = named.unwrap_or_else(|| self.stale_target(cx, fact, attempts));
        let first = self.stale_target(cx, fact, 0);
        cx.emit(Fact::Routed {
            request,
            to,
            why: Route::NotSafeThere,
            figure: safe_us,
            limit: timestamp::instant(read_ts),
        });
        let pause_us = if to == first { ALL_BEHIND_US } else { 0 };
        cx.at(cx.now() + pause_us, Event::Retry { slot, request });
    }

    /// Ends a request that its gateway does not send, once it has looked at it.
    pub(super) fn turn_away(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        by: NodeId,
        why: Refusal,
    ) {
        cx.emit(Fact::Refused { request, by, why });
        self.complete(cx, slot, request, Outcome::Failed, None, 0);
    }

    /// A gateway parses and plans a statement before it sends anything. False when it has.
    pub(super) fn plans_first(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        plan_us: Micros,
    ) -> bool {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        if live.attempts > 0 {
            return false;
        }
        live.attempts = 1;
        cx.at(cx.now() + plan_us, Event::Retry { slot, request });
        true
    }
}

/// Where stale reads go that a replica could not answer.
fn redirect_of(cx: &Context) -> Redirect {
    match cx.settings.reads.safe_time {
        SafeTime::Resolved | SafeTime::Closed => Redirect::ToLeader,
        SafeTime::Off | SafeTime::Hybrid => Redirect::Around,
    }
}

/// The staleness bound of a request that is asked now.
pub(super) fn staleness_of(cx: &Context, fact: &RequestFact) -> Micros {
    let workload = fact
        .workload
        .map(|place| &cx.config.workloads[usize::from(place)]);
    let own = workload.and_then(|workload| workload.staleness_us);
    own.unwrap_or(cx.settings.reads.staleness_us)
}

/// Whether a stale read takes the freshest moment within its bound (CockroachDB). Only what
/// one replica answers alone: the rows of several ranges need one moment that is named before.
pub(super) fn wants_freshest(cx: &Context, fact: &RequestFact) -> bool {
    fact.mode.service() == Service::Past
        && fact.parent == RequestId::NONE
        && cx.settings.reads.safe_time == SafeTime::Closed
}

/// Why a gateway turns a request away, if it does: a write in a read-only session, rows
/// that lie apart without timestamps, a bound below what the clocks allow, or a stale read where
/// nothing is ever safe.
pub(super) fn gateway_refuses(cx: &Context, fact: &RequestFact) -> Option<Refusal> {
    if fact.op.is_write() {
        let workload = fact
            .workload
            .map(|place| &cx.config.workloads[usize::from(place)]);
        let read_only = workload.is_some_and(|workload| workload.read_only);
        if read_only {
            return Some(Refusal::ReadOnlySession);
        }
        let is_raw = cx.settings.reads.timestamps == Timestamps::None;
        let needs_timestamps = fact.op.writes_apart() && is_raw;
        return needs_timestamps.then_some(Refusal::NeedsTimestamps);
    }
    if fact.mode.service() != Service::Past {
        return None;
    }
    let least_us = least_staleness_us(cx.config.reads.max_clock_skew_us);
    if fact.bound_us < least_us {
        return Some(Refusal::BelowSkew);
    }
    let nothing_safe = cx.settings.reads.safe_time == SafeTime::Off;
    nothing_safe.then_some(Refusal::NotSafeYet)
}

/// A gateway takes a moment to see that it cannot do what is asked.
pub(super) fn look_first(cx: &mut Context, slot: Slot, request: RequestId) {
    cx.at(cx.now() + TURN_AWAY_US, Event::Retry { slot, request });
}
