//! The way of a call: sent to the believed leader of its key until it is answered. One that is
//! refused goes where the refusal points, one that stays silent is repeated, one whose rows are in
//! several ranges now becomes several. What an answer means is told in `answers`.

use kv::protobuf::varint_field;
use sim::{Micros, NodeId};

use super::call::{Call, Purpose};
use crate::context::Context;
use crate::gateway::Gateways;
use crate::message::{CallPayload, Payload, Place, client_label, epoch_bytes, wire};
use crate::timeline::Event;
use model::fact::MessageType;
use model::ids::RequestId;

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
    pub(super) fn send_call(&mut self, cx: &mut Context, place: Place, number: u32) {
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
        let bytes = wire::request_field(request)
            + varint_field(u64::from(range.0))
            + call.command.wire_bytes()
            + epoch_bytes(epoch);
        let label = client_label(MessageType::TxnRequest, range, bytes, request);
        self.send(cx, gateway, to, label, Payload::Call(Box::new(payload)));
        look_after(cx, place, number, attempt, SILENCE_US);
    }

    /// Rows that a range has lost since become a call of their own. Of a transaction's primary
    /// range they are left to the second round of commits.
    fn cut_call(&mut self, cx: &mut Context, place: Place, number: u32) {
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
        place: Place,
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

    /// The request that a call serves; none if it is over.
    pub(crate) fn request_of_call(&self, place: Place, number: u32) -> RequestId {
        let call = self.txns.calls.get(place, number);
        call.map_or(RequestId::NONE, |call| call.command.request)
    }

    /// A waiting call is sent again after a pause.
    pub(super) fn pause_call(&mut self, cx: &mut Context, place: Place, number: u32) {
        if let Some(call) = self.txns.calls.get_mut(place, number) {
            call.waiting_for = None;
            let attempt = call.attempts;
            let delay_us = PAUSE_US * u64::from(attempt.min(PAUSE_STEPS));
            look_after(cx, place, number, attempt, delay_us);
        }
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
}

fn look_after(cx: &mut Context, place: Place, number: u32, attempt: u32, delay_us: Micros) {
    let event = Event::Call {
        place,
        number,
        attempt,
    };
    cx.at(cx.now() + delay_us, event);
}
