//! Locks that somebody met: what became of their transaction stands in its primary row. A reader
//! or a prewrite waits while it is alive; the lock of one that is committed becomes a version, the
//! lock of one that is rolled back or whose time has run out goes.

use sim::NodeId;

use super::call::{Call, Purpose, Waiter};
use super::emit_step;
use crate::context::Context;
use crate::gateway::Gateways;
use crate::message::Slot;
use crate::timeline::Event;
use kv::mvcc::{Command, Lock, Step, Verdict};
use model::config::ValueKind;
use model::fact::{Fact, Refusal, TxnStep};
use model::ids::RequestId;

/// Pause before a read comes back to a lock whose transaction is alive.
const LOCK_PAUSE_US: sim::Micros = 10_000;

impl Gateways {
    /// A read was told of a lock.
    pub(in crate::gateway) fn read_met_lock(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        by: NodeId,
        lock: Lock,
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        if live.waiting_for != Some(by) {
            return;
        }
        live.waiting_for = None;
        let gateway = live.fact.gateway;
        let why = Refusal::Locked;
        cx.emit(Fact::Refused { request, by, why });
        let waiter = Waiter::Read { slot, request };
        self.settle_lock(cx, waiter, (gateway, slot, request), lock);
    }

    /// Asks the lock's primary row.
    pub(super) fn settle_lock(
        &mut self,
        cx: &mut Context,
        waiter: Waiter,
        (gateway, slot, request): (NodeId, Slot, RequestId),
        lock: Lock,
    ) {
        emit_step(cx, request, TxnStep::LockMet, lock.key, lock.start_ts);
        let now_ts = self.oracle_time(cx, gateway);
        let step = Step::Check {
            now_ts,
            met_expired: lock.expires_ts <= now_ts,
        };
        let command = Command {
            request,
            start_ts: lock.start_ts,
            primary: lock.primary,
            step,
            rows: Vec::new(),
        };
        let purpose = Purpose::Check(waiter, lock);
        self.call_for_waiter(cx, (gateway, slot), purpose, command, lock.primary);
    }

    fn call_for_waiter(
        &mut self,
        cx: &mut Context,
        (gateway, slot): (NodeId, Slot),
        purpose: Purpose,
        command: Command,
        key: u64,
    ) {
        let until_us = cx.now() + cx.settings.request_timeout_us;
        let values = ValueKind::Line;
        self.call(
            cx,
            Call::new(gateway, slot, purpose, command, key, values, until_us),
        );
    }

    /// The primary row has said what became of a lock's transaction.
    pub(super) fn lock_checked(
        &mut self,
        cx: &mut Context,
        call: &Call,
        waiter: Waiter,
        lock: Lock,
        verdict: Verdict,
    ) {
        let commit_ts = match verdict {
            Verdict::Committed(commit_ts) => commit_ts,
            Verdict::RolledBack => 0,
            // Alive, or not yet locked at its primary.
            _ => return self.wait_on(cx, waiter),
        };
        if commit_ts == 0 && lock.key == lock.primary {
            // The check itself has taken it away.
            let request = call.command.request;
            emit_step(cx, request, TxnStep::LockResolved, lock.key, lock.start_ts);
            return self.go_on(cx, waiter);
        }
        let command = Command {
            step: Step::Resolve { commit_ts },
            ..call.command.clone()
        };
        let at = (call.gateway, call.slot);
        self.call_for_waiter(cx, at, Purpose::Resolve(waiter), command, lock.key);
    }

    /// The lock that somebody waited for is gone.
    pub(super) fn lock_resolved(&mut self, cx: &mut Context, call: &Call, waiter: Waiter) {
        let (request, start_ts) = (call.command.request, call.command.start_ts);
        emit_step(cx, request, TxnStep::LockResolved, call.key, start_ts);
        self.go_on(cx, waiter);
    }

    fn go_on(&mut self, cx: &mut Context, waiter: Waiter) {
        match waiter {
            Waiter::Read { slot, request } => self.retry(cx, slot, request),
            Waiter::Prewrite { place, number } => self.send_call(cx, place, number),
        }
    }

    fn wait_on(&mut self, cx: &mut Context, waiter: Waiter) {
        match waiter {
            Waiter::Read { slot, request } => {
                let event = Event::Retry { slot, request };
                cx.at(cx.now() + LOCK_PAUSE_US, event);
            }
            Waiter::Prewrite { place, number } => self.pause_call(cx, place, number),
        }
    }
}

/// A row that was not the primary is committed, or was by another.
pub(super) fn secondary_committed(cx: &mut Context, call: &Call, verdict: Verdict) {
    if verdict == Verdict::Done
        && let Step::Commit { commit_ts } = call.command.step
    {
        for (key, _) in &call.command.rows {
            emit_step(
                cx,
                call.command.request,
                TxnStep::SecondaryCommitted,
                *key,
                commit_ts,
            );
        }
    }
}

/// Rows are free of a transaction that will not be.
pub(super) fn rolled_back(cx: &mut Context, call: &Call) {
    let (request, start_ts) = (call.command.request, call.command.start_ts);
    for (key, _) in &call.command.rows {
        emit_step(cx, request, TxnStep::RolledBack, *key, start_ts);
    }
}
