//! Requests whose time is up. A put that left and went unanswered ends as unknown and is never sent
//! twice.

use super::Gateways;
use crate::context::Context;
use crate::message::Slot;
use crate::timeline::Event;
use model::config::OpKind;
use model::fact::Outcome;
use model::ids::RequestId;

impl Gateways {
    /// Ends every request of these deadlines whose time has come.
    pub(super) fn deadlines(&mut self, cx: &mut Context, of: u16) {
        let now = cx.now();
        if self.requests.deadlines(of).armed_us != Some(now) {
            return;
        }
        self.requests.deadlines(of).armed_us = None;
        while let Some(&(at, slot, request)) = self.requests.deadlines(of).due.front() {
            let live = self.requests.get(slot, request).is_some();
            if live && at > now {
                self.requests.deadlines(of).armed_us = Some(at);
                return cx.at(at, Event::Deadline { of });
            }
            self.requests.deadlines(of).due.pop_front();
            if live {
                self.time_out(cx, slot, request);
            }
        }
    }

    fn time_out(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        if let Some((part_slot, part)) = self.open_part(slot, request) {
            // The whole ends with its part.
            return self.time_out(cx, part_slot, part);
        }
        self.emit_no_timestamp(cx, slot, request);
        let ended = self.requests.get(slot, request).expect("it is live");
        let (fact, waiting_for, has_left) = (ended.fact, ended.waiting_for, ended.has_left);
        if let Some(store) = waiting_for {
            self.avoid(cx, fact.gateway, fact.key, store);
        }
        let says_failed = cx.config.sabotage.says_failed();
        let is_out = waiting_for.is_some() && has_left;
        let maybe_done = fact.op == OpKind::Put && is_out && !says_failed;
        let outcome = if maybe_done {
            Outcome::Unknown
        } else if fact.op.is_write() {
            self.end_transaction(cx, request)
        } else {
            Outcome::Failed
        };
        self.complete(cx, slot, request, outcome, None, 0);
    }
}
