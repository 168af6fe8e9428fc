//! An attempt of a request: it goes to the store that its mode asks for, by what the gateway knows
//! of ranges and replicas now, and what it learns from answers.

use sim::{Micros, NodeId};

use super::Gateways;
use super::stale::{gateway_refuses, wants_freshest};
use super::txn::is_transactional;
use crate::context::Context;
use crate::message::{Payload, ReadPayload, Slot, WritePayload, client_label, epoch_bytes, wire};
use crate::route::choose::{self, Candidate, Choice, Rule};
use crate::timeline::Event;
use model::config::{
    AdaptiveBy, FollowerChoice, LeaderCheck, NodeKind, OpKind, ReadMode, Routing, Service,
};
use model::fact::{Fact, MessageType, Outcome, RequestFact, Route};
use model::ids::{RangeId, RequestId};

impl Gateways {
    /// Sends a request to the store that its mode asks for.
    pub(super) fn attempt(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        if !self.reroute(cx, slot, request) {
            return self.complete(cx, slot, request, Outcome::Failed, None, 0);
        }
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (fact, attempts, named) = (live.fact, live.attempts, live.named.take());
        if is_transactional(cx, fact.op) {
            return self.ask_oracle(cx, slot, request, Vec::new());
        }
        if let Some(why) = gateway_refuses(cx, &fact) {
            return self.turn_away(cx, slot, request, fact.gateway, why);
        }
        let choice = self.choose_route(cx, &fact, (attempts, named));
        let epoch = self.believed_epoch(fact.gateway, fact.key);
        let (to, now) = (choice.to, cx.now());
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.attempts += 1;
        live.waiting_for = Some(to);
        live.has_left = true;
        live.sent_us = now;
        live.serve = choice.serve;
        let (deadline_us, value_bytes, values) = (live.deadline_us, live.value_bytes, live.values);
        let (read_ts, applied_index) = (live.read_ts, live.applied_index);
        let attempt = live.attempts;
        if !fact.op.is_write() {
            be_patient(cx, (slot, request), attempt);
        }
        cx.emit(Fact::Attempted { request, to });
        let label_bytes = zone_label_bytes(cx, fact.gateway) + epoch_bytes(epoch);
        let (label, payload) = if fact.op == OpKind::Put {
            let bytes = label_bytes
                + wire::write_request_bytes(request, fact.range, fact.rows, value_bytes);
            let write = WritePayload {
                slot,
                key: fact.key,
                rows: fact.rows,
                value_bytes,
                values,
                epoch,
            };
            (
                client_label(MessageType::WriteRequest, fact.range, bytes, request),
                Payload::Write(write),
            )
        } else {
            let (key, rows, mode) = (fact.key, fact.rows, choice.serve);
            let freshest = wants_freshest(cx, &fact);
            let bytes = label_bytes
                + wire::read_request_bytes(request, fact.range, rows, mode as u32)
                + wire::read_time_bytes(read_ts, applied_index)
                + wire::read_condition_bytes(choice.busy_us, freshest);
            let read = ReadPayload {
                slot,
                key,
                rows,
                mode,
                deadline_us,
                read_ts,
                applied_index,
                busy_us: choice.busy_us,
                freshest,
                epoch,
            };
            (
                client_label(MessageType::ReadRequest, fact.range, bytes, request),
                Payload::Read(read),
            )
        };
        self.send(cx, fact.gateway, to, label, payload);
    }

    /// What an answer says of who leads.
    pub(super) fn learn_leader_by_answer(
        &mut self,
        slot: Slot,
        request: RequestId,
        (server, range): (NodeId, RangeId),
    ) {
        let live = self.requests.get(slot, request).expect("it is live");
        if live.waiting_for != Some(server) {
            // How an earlier attempt was served, nobody remembers.
            return;
        }
        let fact = live.fact;
        let by_leader = match live.serve.service() {
            _ if fact.op == OpKind::Put => true,
            Service::Leader(check) => matches!(check, LeaderCheck::None | LeaderCheck::Quorum),
            Service::AtOnce
            | Service::ReadIndex
            | Service::Version
            | Service::PassOn
            | Service::Past => false,
        };
        if by_leader {
            self.learn_leader(fact.gateway, fact.key, range, server);
        }
    }

    /// A request that is about to be sent goes by what its gateway knows now. False when the rows
    /// of a put are in several ranges: then it cannot be done as one.
    fn reroute(&mut self, cx: &mut Context, slot: Slot, request: RequestId) -> bool {
        let fact = self.requests.get(slot, request).expect("it is live").fact;
        if fact.op.is_composed() || fact.op.writes_apart() || is_transactional(cx, fact.op) {
            return true;
        }
        let (range, end_key) = self.range_for(fact.gateway, fact.key);
        let rows = u64::from(fact.rows).min(end_key - fact.key) as u32;
        if fact.op == OpKind::Put && rows < fact.rows {
            return false;
        }
        let live = self.requests.get_mut(slot, request).expect("it is live");
        if live.fact.range != range {
            // The index is of the other range's log.
            live.applied_index = 0;
        }
        live.fact.range = range;
        live.fact.rows = rows;
        true
    }

    /// Where the next attempt of a request goes after so many, and how it shall be served there.
    /// `named` is the leader that the last refusal says to ask.
    pub(super) fn choose_route(
        &mut self,
        cx: &mut Context,
        fact: &RequestFact,
        (attempts, named): (u64, Option<NodeId>),
    ) -> Choice {
        let (gateway, key, mode) = (fact.gateway, fact.key, fact.mode);
        if fact.op.is_write() {
            return Choice::plain(self.believed_leader(gateway, key), mode);
        }
        let by = cx.settings.reads.follower_choice;
        let routing = mode.spec().routing;
        let choice = match routing {
            Routing::Leader => return Choice::plain(self.believed_leader(gateway, key), mode),
            Routing::Follower if by != FollowerChoice::Closest => {
                let draw = sim::mix(sim::mix(self.clients_seed, fact.request.0), attempts);
                let candidates: Vec<_> = self.candidates(cx, gateway, key).collect();
                let drawn = if by == FollowerChoice::Window {
                    choose::within_window(&candidates, draw)
                } else {
                    choose::at_random(&candidates, draw)
                };
                drawn.map(|to| Choice::plain(to, mode))
            }
            Routing::Past => {
                let to = named.unwrap_or_else(|| self.stale_target(cx, fact, attempts));
                Some(Choice::plain(to, mode))
            }
            Routing::Closest | Routing::Follower => {
                let turn = self.turn(cx, gateway, key, fact.request);
                let closest = choose::closest(self.candidates(cx, gateway, key), turn);
                closest.map(|to| Choice::plain(to, mode))
            }
            Routing::Learner => {
                let candidates: Vec<_> = self.candidates(cx, gateway, key).collect();
                choose::learner(&candidates, self.turn(cx, gateway, key, fact.request))
            }
            Routing::Adaptive => self.adapt(cx, fact, attempts),
        };
        // No member has the keys, as far as is known: other stores are asked in turn.
        let choice = choice.unwrap_or_else(|| {
            let serve = match routing {
                Routing::Learner | Routing::Adaptive => ReadMode::Follower,
                Routing::Leader | Routing::Closest | Routing::Follower | Routing::Past => mode,
            };
            Choice::plain(self.believed_leader(gateway, key), serve)
        });
        if let Some((why, figure, limit)) = choice.why {
            cx.emit(Fact::Routed {
                request: fact.request,
                to: choice.to,
                why,
                figure,
                limit,
            });
        }
        choice
    }

    /// A gateway's adaptive choice.
    fn adapt(&mut self, cx: &mut Context, fact: &RequestFact, attempts: u64) -> Option<Choice> {
        let (now, switches) = (cx.now(), cx.settings.reads);
        let known = &self.gateway(fact.gateway).experience;
        let rule = Rule {
            by: switches.adaptive_by,
            estimate_bytes: known.estimate_bytes(fact.rows),
            threshold_bytes: u64::from(switches.adaptive_threshold_bytes),
            busy_us: if switches.busy_fallback {
                cx.config.reads.busy_us
            } else {
                0
            },
            attempts,
        };
        let large = rule.estimate_bytes >= rule.threshold_bytes;
        let experienced = self.candidates(cx, fact.gateway, fact.key).map(|replica| {
            let store = usize::from(replica.node.0);
            Candidate {
                wait_us: known.wait_us(store, now),
                latency_us: known.latency_us(store, large, 2 * replica.delay_us, now),
                ..replica
            }
        });
        let mut candidates: Vec<Candidate> = experienced.collect();
        if candidates.iter().all(|replica| !replica.leads) {
            // It leads and is no member, as far as is known: whoever is first knows better. Whom
            // that one names may have become a member since: then it is asked, known or not.
            if attempts > 0 {
                return None;
            }
            candidates.first_mut()?.leads = true;
        }
        if switches.adaptive_even
            && let Some((place, fewest)) = spare_place(cx, fact.gateway)
        {
            let leader = candidates.iter().find(|replica| replica.leads)?;
            let choice = Choice::plain(leader.node, ReadMode::Leader);
            return Some(choice.because(Route::SpareGateway, place, fewest));
        }
        let choice = choose::adaptive(&candidates, &rule)?;
        if rule.by == AdaptiveBy::Latency {
            let store = usize::from(choice.to.0);
            let known = &mut self.gateway_mut(fact.gateway).experience;
            known.mark_asked(store, large, now);
        }
        Some(choice)
    }

    /// Ties between replicas go by place, or in turn while hot ranges get learners: one beside
    /// another shall take half.
    fn turn(
        &self,
        cx: &Context,
        gateway: NodeId,
        key: u64,
        request: RequestId,
    ) -> impl Fn(usize) -> u64 + use<> {
        let known = &self.gateway(gateway).ranges.entry(key).known;
        let count = known.members.len().max(1) as u64;
        let in_turn = cx.settings.hot_learners;
        move |place| {
            if in_turn {
                (place as u64 + request.0) % count
            } else {
                0
            }
        }
    }

    /// An adaptive gateway learns from an answer of so many rows and bytes.
    pub(super) fn learn_from_rows(
        &mut self,
        cx: &Context,
        fact: &RequestFact,
        server: NodeId,
        sent_us: Micros,
        (rows, bytes): (u64, u64),
    ) {
        if fact.mode.spec().routing != Routing::Adaptive {
            return;
        }
        let now = cx.now();
        let threshold = u64::from(cx.settings.reads.adaptive_threshold_bytes);
        let known = &mut self.gateway_mut(fact.gateway).experience;
        let large = known.estimate_bytes(fact.rows) >= threshold;
        known.learn_latency(usize::from(server.0), large, now - sent_us, now);
        known.learn_rows(rows, bytes);
    }

    /// A store told a gateway how long reads wait there.
    pub(super) fn learn_wait(
        &mut self,
        cx: &Context,
        gateway: NodeId,
        store: NodeId,
        wait_us: Micros,
    ) {
        let now = cx.now();
        let known = &mut self.gateway_mut(gateway).experience;
        known.learn_wait(usize::from(store.0), wait_us, now);
    }
}

/// Its gateway waits for an attempt at a read no longer than the setting says.
fn be_patient(cx: &mut Context, (slot, request): (Slot, RequestId), attempt: u64) {
    let patience_us = cx.settings.attempt_timeout_us;
    if patience_us > 0 {
        let event = Event::AttemptTimeout {
            slot,
            request,
            attempt,
        };
        cx.at(cx.now() + patience_us, event);
    }
}

/// What it adds to a request to say which zone it comes from, while somebody wants to know.
pub(super) fn zone_label_bytes(cx: &Context, gateway: NodeId) -> u32 {
    if !cx.settings.location_affinity && !cx.settings.hot_learners {
        return 0;
    }
    let zone = cx.config.zone_of(gateway);
    wire::zone_label_bytes(zone)
}

/// The place of a gateway among those of its zone, from 1, and how many the zone with the fewest
/// has, where that is less. As they are configured: who runs is no part of what one knows.
fn spare_place(cx: &Context, gateway: NodeId) -> Option<(u64, u64)> {
    let nodes = cx.config.nodes.iter().zip(0_u16..);
    let zone = cx.config.zone_of(gateway);
    let mut counts = vec![0_u64; usize::from(cx.config.zones)];
    let mut place = 0;
    for (node, index) in nodes.filter(|(node, _)| matches!(node.kind, NodeKind::Gateway)) {
        counts[usize::from(node.zone.0)] += 1;
        if node.zone == zone && index <= gateway.0 {
            place += 1;
        }
    }
    let fewest = counts.into_iter().filter(|count| *count > 0).min()?;
    (place > fewest).then_some((place, fewest))
}
