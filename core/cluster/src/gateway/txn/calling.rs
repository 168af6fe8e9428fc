//! The way of a call: sent to the believed leader of its key until it is answered. One that is
//! refused goes where the refusal points, one that stays silent is repeated, one whose rows are in
//! several ranges now becomes several. What an answer means is the transaction's business.

use kv::protobuf::varint_field;
use sim::{Micros, NodeId};

use super::call::{Call, Purpose, Waiter};
use super::locks::{rolled_back, secondary_committed};
use crate::context::Context;
use crate::gateway::Gateways;
use crate::message::{Answer, CallPayload, News, Payload, client_label, epoch_bytes};
use crate::timeline::Event;
use kv::mvcc::Verdict;
use model::fact::{Fact, MessageType, Refusal};

/// A call that was not answered by then is sent again: a message may be lost.
const SILENCE_US: Micros = 1_000_000;
/// Pause before a refused call is sent again when nobody named a leader; grows with the attempts.
const PAUSE_US: Micros = 10_000;
/// Most times the pause is added up.
const PAUSE_STEPS: u32 = 10;

impl Gateways {
    /// Begins a call.
    pub(super) fn call(&mut self, cx: &mut Context, call: Call) {
        let (place, number) = self.txns.calls.insert(call);
        self.send_call(cx, place, number);
    }

    /// Sends a call to the believed leader of its key, and looks after it later.
    fn send_call(&mut self, cx: &mut Context, place: u32, number: u32) {
        self.cut_call(cx, place, number);
        let now = cx.now();
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        if call.until_us <= now {
            self.txns.calls.remove(place, number);
            return;
        }
        let (range, _) = self.range_for(gateway, key);
        let to = self.believed_leader(gateway, key);
        let epoch = self.believed_epoch(gateway, key);
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        call.attempts += 1;
        call.waiting_for = Some(to);
        let attempt = call.attempts;
        let request = call.command.request;
        let payload = CallPayload {
            place,
            number,
            key,
            values: call.values,
            command: call.command.clone(),
            epoch,
        };
        let bytes = varint_field(request)
            + varint_field(u64::from(range))
            + call.command.wire_bytes()
            + epoch_bytes(epoch);
        let label = client_label(MessageType::TxnRequest, range, bytes, request);
        self.send(cx, gateway, to, label, Payload::Call(Box::new(payload)));
        look_after(cx, place, number, attempt, SILENCE_US);
    }

    /// Rows that a range has lost since become a call of their own. Of a transaction's primary
    /// range they are left to the second round of commits.
    fn cut_call(&mut self, cx: &mut Context, place: u32, number: u32) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        let (_, end_key) = self.range_for(gateway, key);
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        let rows = &mut call.command.rows;
        let keep = rows.partition_point(|(key, _)| *key < end_key);
        if keep == rows.len() {
            return;
        }
        let beyond = rows.split_off(keep);
        if call.purpose == Purpose::CommitPrimary {
            return;
        }
        let mut other = call.clone();
        other.key = beyond[0].0;
        other.command.rows = beyond;
        if call.purpose == Purpose::Prewrite {
            let request = call.command.request;
            if let Some(txn) = self.txns.get_mut(request) {
                txn.open += 1;
            }
        }
        self.call(cx, other);
    }

    /// What tells gateways that their connections to a store are gone, and calls with it.
    pub(crate) fn calls_at(&self, store: NodeId) -> Vec<(Event, NodeId)> {
        let waiting = self.txns.calls.waiting_for(store).into_iter();
        let event = |(place, number, attempt, gateway)| {
            let event = Event::Call {
                place,
                number,
                attempt,
            };
            (event, gateway)
        };
        waiting.map(event).collect()
    }

    /// A call stayed without an answer, or its pause is over: again, unless much has happened.
    pub(in crate::gateway) fn call_again(
        &mut self,
        cx: &mut Context,
        place: u32,
        number: u32,
        attempt: u32,
    ) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        if call.attempts != attempt {
            return;
        }
        let (gateway, key) = (call.gateway, call.key);
        if let Some(silent) = call.waiting_for.take() {
            self.avoid(cx, gateway, key, silent);
        }
        self.send_call(cx, place, number);
    }

    /// The request that a call serves, 0 = it is over.
    pub(crate) fn request_of_call(&self, place: u32, number: u32) -> u64 {
        let call = self.txns.calls.get(place, number);
        call.map_or(0, |call| call.command.request)
    }

    /// A waiting call is sent again after a pause.
    pub(super) fn pause_call(&mut self, cx: &mut Context, place: u32, number: u32) {
        if let Some(call) = self.txns.calls.get_mut(place, number) {
            call.waiting_for = None;
            let attempt = call.attempts;
            let delay_us = PAUSE_US * u64::from(attempt.min(PAUSE_STEPS));
            look_after(cx, place, number, attempt, delay_us);
        }
    }

    /// A call that waited for a lock goes again at once.
    pub(super) fn resume_call(&mut self, cx: &mut Context, place: u32, number: u32) {
        self.send_call(cx, place, number);
    }

    /// What tells a gateway that a store found down refused the connection of a call.
    pub(crate) fn call_broken(&mut self, call: &CallPayload) -> Option<Event> {
        let (place, number) = (call.place, call.number);
        let call = self.txns.calls.get_mut(place, number)?;
        Some(Event::Call {
            place,
            number,
            attempt: call.attempts,
        })
    }

    /// A store's answer reaches the gateway.
    pub(in crate::gateway) fn call_answered(
        &mut self,
        cx: &mut Context,
        place: u32,
        number: u32,
        (by, range): (NodeId, u32),
        (answer, news): (Answer, News),
    ) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            return;
        };
        let (gateway, key) = (call.gateway, call.key);
        match answer {
            Answer::Refused(why, leader) => {
                self.call_refused(cx, place, number, (by, range), why, (leader, &news));
            }
            Answer::Verdict(verdict) => {
                self.learn_ranges(gateway, &news);
                self.learn_leader(gateway, key, range, by);
                self.verdict_arrived(cx, place, number, by, verdict);
            }
        }
    }

    fn verdict_arrived(
        &mut self,
        cx: &mut Context,
        place: u32,
        number: u32,
        by: NodeId,
        verdict: Verdict,
    ) {
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        if let (Purpose::Prewrite, Verdict::Locked(lock)) = (call.purpose, verdict) {
            call.waiting_for = None;
            // No attempt is out: what was looked after is not any more.
            call.attempts += 1;
            let (request, gateway, slot) = (call.command.request, call.gateway, call.slot);
            let why = Refusal::Locked;
            cx.emit(Fact::Refused { request, by, why });
            let waiter = Waiter::Prewrite { place, number };
            return self.settle_lock(cx, waiter, (gateway, slot, request), lock);
        }
        let call = self.txns.calls.remove(place, number).expect("just seen");
        match call.purpose {
            Purpose::Prewrite => self.prewritten(cx, &call, verdict, by),
            Purpose::CommitPrimary => self.primary_committed(cx, &call, verdict, by),
            Purpose::CommitSecondary => secondary_committed(cx, &call, verdict),
            Purpose::Rollback => rolled_back(cx, &call),
            Purpose::Check(waiter, lock) => self.lock_checked(cx, &call, waiter, lock, verdict),
            Purpose::Resolve(waiter) => self.lock_resolved(cx, &call, waiter),
        }
    }

    fn call_refused(
        &mut self,
        cx: &mut Context,
        place: u32,
        number: u32,
        (by, range): (NodeId, u32),
        why: Refusal,
        (leader, news): (Option<NodeId>, &News),
    ) {
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        if call.waiting_for != Some(by) {
            return;
        }
        let (gateway, key, attempts) = (call.gateway, call.key, call.attempts);
        let request = call.command.request;
        cx.emit(Fact::Refused { request, by, why });
        if why == Refusal::WrongRange {
            if self.learn_from_refusal(cx, gateway, (key, range), by, news) {
                return self.send_call(cx, place, number);
            }
            return self.pause_call(cx, place, number);
        }
        match leader {
            Some(leader) => {
                self.learn_leader(gateway, key, range, leader);
                if attempts <= 2 {
                    return self.send_call(cx, place, number);
                }
            }
            None => self.avoid(cx, gateway, key, by),
        }
        self.pause_call(cx, place, number);
    }
}

fn look_after(cx: &mut Context, place: u32, number: u32, attempt: u32, delay_us: Micros) {
    let event = Event::Call {
        place,
        number,
        attempt,
    };
    cx.at(cx.now() + delay_us, event);
}
