//! What a store answers to a call, and where that takes its transaction.

use sim::NodeId;

use super::call::{Purpose, Waiter};
use super::locks::{rolled_back, secondary_committed};
use crate::context::Context;
use crate::gateway::Gateways;
use crate::gateway::requests::NAMED_AT_ONCE_MAX;
use crate::message::{Answer, News, Place};
use kv::mvcc::Verdict;
use model::fact::{Fact, Refusal};
use model::ids::RangeId;

impl Gateways {
    /// A store's answer reaches the gateway.
    pub(in crate::gateway) fn call_answered(
        &mut self,
        cx: &mut Context,
        (place, number): (Place, u32),
        (gateway, by, range): (NodeId, NodeId, RangeId),
        (answer, news): (Answer, News),
    ) {
        let Some(call) = self.txns.calls.get_mut(place, number) else {
            let leader = match answer {
                Answer::Refused(_, leader) => leader,
                Answer::Verdict(_) => None,
            };
            return self.learn_late((gateway, range), leader, &news);
        };
        let key = call.key;
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
        place: Place,
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
        place: Place,
        number: u32,
        (by, range): (NodeId, RangeId),
        why: Refusal,
        (leader, news): (Option<NodeId>, &News),
    ) {
        let call = self.txns.calls.get_mut(place, number).expect("just seen");
        let (gateway, key, attempts) = (call.gateway, call.key, call.attempts);
        if call.waiting_for != Some(by) {
            return self.learn_late((gateway, range), leader, news);
        }
        let request = call.command.request;
        cx.emit(Fact::Refused { request, by, why });
        if let Some(leader) = leader {
            self.learn_leader(gateway, key, range, leader);
        }
        if why == Refusal::WrongRange {
            if self.learn_from_refusal(cx, gateway, (key, range), by, news) {
                return self.send_call(cx, place, number);
            }
            return self.pause_call(cx, place, number);
        }
        match leader {
            Some(_) if u64::from(attempts) <= NAMED_AT_ONCE_MAX => {
                return self.send_call(cx, place, number);
            }
            Some(_) => {}
            None => self.avoid(cx, gateway, key, by),
        }
        self.pause_call(cx, place, number);
    }
}
