//! What a leader promises of time: a put is stamped above all that it called safe, and it calls
//! safe what no write will come below.

use sim::Micros;

use crate::context::Context;
use crate::message::WritePayload;
use crate::process::StoreContext;
use crate::replica::Replica;
use kv::mvcc::{Command, Step};
use model::config::{SafeTime, Timestamps};
use model::ids::RequestId;
use model::timestamp::{self, Timestamp};

impl Replica {
    /// A timestamp for a put that this leader is to propose: above everything that was ever called
    /// safe, and not ahead of all clocks. `None` until it has applied what earlier leaders left,
    /// for it does not know theirs, and while what may have been called safe is yet to come.
    pub(crate) fn put_timestamp(&mut self, cx: &mut StoreContext) -> Option<Timestamp> {
        let newest = self.settled_newest()?;
        let clock = cx.clock_timestamp().max(cx.process.heard + 1);
        let promise = &mut self.safe_state().promise;
        promise.pass(newest);
        let ts = promise.give(clock)?;
        cx.process.heard = cx.process.heard.max(ts);
        Some(ts)
    }

    /// A put with a timestamp, as an entry's data, and the timestamp; `None` while this leader has
    /// none to give.
    pub(crate) fn versioned_put(
        &mut self,
        cx: &mut StoreContext,
        request: RequestId,
        put: &WritePayload,
    ) -> Option<(Vec<u8>, Timestamp)> {
        let ts = self.put_timestamp(cx)?;
        let rows = (put.key..put.key + u64::from(put.rows)).map(|key| (key, put.value_bytes));
        let command = Command {
            request,
            start_ts: ts,
            primary: put.key,
            step: Step::Put,
            rows: rows.collect(),
        };
        Some((command.encode(put.values), ts))
    }

    /// A leader announces to its voters, of whom it is one, that it is about to call times safe up
    /// to its clock's.
    pub(super) fn announce(&mut self, cx: &StoreContext) -> Timestamp {
        let (at, term) = (self.at, self.node().raft.term);
        let until = cx.clock_timestamp();
        let witness = &mut self.safe_state().witness;
        witness.receive(term, until);
        witness.record(term, at.peer, witness.echo(term));
        until
    }

    /// The leader's own safe time now: everything at or below it is applied here, and no write will
    /// come at or below it, whoever leads. 0 while it cannot say.
    pub(crate) fn call_safe(&mut self, cx: &StoreContext) -> Timestamp {
        self.announce(cx);
        let behind = timestamp::at(behind_us(cx));
        let clock = cx.clock_timestamp().saturating_sub(behind);
        let skew = timestamp::at(oracle_skew_us(cx));
        let known = self.known_to_quorum(cx).saturating_sub(skew);
        self.promise_up_to(cx, clock.min(known))
    }

    /// Calls as much safe at a leader as can be, up to `wanted`; returns up to where it is safe.
    pub(crate) fn promise_up_to(&mut self, cx: &StoreContext, wanted: Timestamp) -> Timestamp {
        if self.settled_newest().is_none() {
            return 0;
        }
        let machine = &self.storage().machine;
        let (applied, lock) = (machine.applied, machine.min_lock());
        // Whoever takes over a frozen range knows what was called safe before it froze, no more.
        let frozen = machine.merging.map(|_| 0);
        let latest = cx.latest_time();
        let caps = [lock, frozen, Some(latest)];
        let wanted = caps.into_iter().flatten().fold(wanted, Timestamp::min);
        let state = self.safe_state();
        let safe = state.promise.call_safe(wanted);
        state.progress.record(applied, safe, applied);
        state.progress.safe()
    }
}

/// What the oracle's clock may be behind a leader's, where commit timestamps come from it and
/// not from leaders. The oracle heeds no promise: then only that is safe which was past, by the
/// oracle's clock too, when a quorum last knew this leader, as every lock of another came after
/// that.
fn oracle_skew_us(cx: &Context) -> Micros {
    if cx.settings.reads.timestamps == Timestamps::None {
        0
    } else {
        cx.config.reads.max_clock_skew_us
    }
}

/// How far behind its clock a leader stays.
fn behind_us(cx: &Context) -> Micros {
    let target_us = match cx.settings.reads.safe_time {
        SafeTime::Closed => cx.config.reads.closed_target_us,
        _ => 0,
    };
    target_us.max(oracle_skew_us(cx))
}
