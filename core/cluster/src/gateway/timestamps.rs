//! Timestamps at a gateway: it asks the oracle, again when nothing comes, and keeps the last answer
//! to know about what time it is there. What a timestamp is for is the request's business.

use sim::{Micros, NodeId};

use super::Gateways;
use crate::context::Context;
use crate::message::{IndexQuestion, Payload, Share, Slot, client_label, wire};
use crate::timeline::Event;
use model::fact::{Fact, MessageType, Refusal, RequestFact};
use model::ids::RequestId;
use model::timestamp::{self, Timestamp};

/// A gateway that has no timestamp by then asks again: a message may be lost.
const ASK_AGAIN_US: Micros = 1_000_000;

impl Gateways {
    /// The ranges of a request's (first) statement, as its gateway knows them.
    pub(super) fn shares(&self, fact: &RequestFact) -> Vec<Share> {
        let mut shares: Vec<Share> = Vec::new();
        for key in fact.named.iter() {
            let (range, _) = self.range_for(fact.gateway, key);
            match shares.last_mut().filter(|share| share.range == range) {
                Some(share) => share.rows = (key + 1 - share.key) as u32,
                None => shares.push(Share {
                    range,
                    key,
                    rows: 1,
                }),
            }
        }
        if !shares.is_empty() {
            return shares;
        }
        let end_key = fact.key + u64::from(fact.rows);
        let mut key = fact.key;
        while key < end_key {
            let (range, range_end) = self.range_for(fact.gateway, key);
            let rows = (end_key.min(range_end) - key) as u32;
            shares.push(Share { range, key, rows });
            key = range_end;
        }
        shares
    }

    /// Asks the oracle for a timestamp, and for the read indexes of these rows if there are any.
    /// The answer comes to `oracle_answered`.
    pub(super) fn ask_oracle(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        shares: Vec<Share>,
    ) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (gateway, range) = (live.fact.gateway, live.fact.range);
        let task = live.task.get_or_insert_default();
        task.questions += 1;
        task.question = task.questions;
        let question = task.question;
        // A cluster without an oracle answers nothing; the deadline says so.
        let Some(oracle) = cx.config.placement_driver() else {
            return;
        };
        let (what, bytes, payload) = if shares.is_empty() {
            let ask = Payload::TsoRequest { slot, question };
            (MessageType::TsoRequest, wire::request_field(request), ask)
        } else {
            let bytes = wire::index_question_bytes(request, &shares, false);
            let ask = IndexQuestion {
                slot,
                question,
                shares,
            };
            let ask = Payload::TsoIndexRequest(Box::new(ask));
            (MessageType::TsoIndexRequest, bytes, ask)
        };
        let label = client_label(what, range, bytes, request);
        self.send(cx, gateway, oracle, label, payload);
        let event = Event::AskAgain {
            slot,
            request,
            question,
        };
        cx.at(cx.now() + ASK_AGAIN_US, event);
    }

    /// A request reached its deadline; if it waited for the oracle, that is why.
    pub(super) fn emit_no_timestamp(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let task = self
            .requests
            .get(slot, request)
            .and_then(|r| r.task.as_ref());
        let waits = task.is_some_and(|task| task.question != 0);
        if let Some(by) = cx.config.placement_driver().filter(|_| waits) {
            let why = Refusal::NoTimestamp;
            cx.emit(Fact::Refused { request, by, why });
        }
    }

    /// A gateway hears of the oracle's time.
    pub(super) fn learn_oracle_time(&mut self, cx: &Context, gateway: NodeId, ts: Timestamp) {
        let now = cx.now();
        let memory = self.gateway_mut(gateway);
        memory.oracle_time = Some((ts, memory.clock.local(now)));
    }

    /// What time a gateway takes it to be at the oracle: the last timestamp that it was given, and
    /// what its own clock has gained since (TiDB asks its cached timestamps).
    pub(super) fn oracle_time(&self, cx: &Context, gateway: NodeId) -> Timestamp {
        let memory = self.gateway(gateway);
        let local_us = memory.clock.local(cx.now());
        let Some((ts, then_us)) = memory.oracle_time else {
            return memory.clock_timestamp(cx.now());
        };
        ts + timestamp::at((local_us - then_us).max(0).cast_unsigned())
    }
}
