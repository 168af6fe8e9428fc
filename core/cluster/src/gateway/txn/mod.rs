//! Transactions at a gateway: Percolator's two phases over ranges, as TiDB's optimistic commit.
//!
//! A write gets a start timestamp, locks all its rows (prewrite), gets a commit timestamp, and is
//! committed as soon as its primary row is; the other rows follow when the client has its answer
//! already. Whoever meets a lock asks the primary row what became of the transaction and settles
//! the lock accordingly (`locks`), so a gateway that dies in the middle leaves nothing half done.
//! Messages to ranges are calls (`call`), repeated until answered (`calling`): every command may
//! come twice. What a command does is the range's business (`mvcc`); where timestamps come from,
//! the oracle's.

mod answers;
mod call;
mod calling;
mod locks;
mod transfer;

use sim::{Micros, NodeId};

pub(crate) use call::Call;
pub(super) use transfer::accounts;

use crate::context::Context;
use crate::gateway::Gateways;
use crate::message::Slot;
use call::Purpose;
use kv::mvcc::{Command, Step, Verdict};
use model::config::{OpKind, Timestamps, ValueKind};
use model::fact::{Fact, Outcome, TxnStep};
use model::ids::RequestId;
use model::timestamp::{self, Timestamp};

/// Pause before a write that lost against another begins again with a new timestamp.
const CONFLICT_PAUSE_US: Micros = 5_000;

/// Where a transaction is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// Locks its rows.
    Prewriting,
    /// All rows are locked; waits for its commit timestamp.
    Locked,
    /// Commits its primary row: from here on it may be committed.
    Committing,
}

/// A transaction that has not committed and may still.
#[derive(Clone, Debug)]
pub(crate) struct Txn {
    /// Its request.
    request: RequestId,
    slot: Slot,
    gateway: NodeId,
    start_ts: Timestamp,
    commit_ts: Timestamp,
    /// Rows in the order of their keys, the first is the primary; lengths of their values.
    rows: Vec<(u64, u32)>,
    values: ValueKind,
    phase: Phase,
    /// Ranges whose prewrite is not answered.
    open: u32,
    deadline_us: Micros,
}

impl Txn {
    /// A call that carries a command of it to the range of the first of these rows.
    fn call(&self, purpose: Purpose, step: Step, rows: Vec<(u64, u32)>, until_us: Micros) -> Call {
        let (gateway, slot, values) = (self.gateway, self.slot, self.values);
        let key = rows[0].0;
        let command = Command {
            request: self.request,
            start_ts: self.start_ts,
            primary: self.rows[0].0,
            step,
            rows,
        };
        Call::new(gateway, slot, purpose, command, key, values, until_us)
    }
}

/// All transactions of all gateways, and their calls.
#[derive(Default)]
pub(crate) struct Txns {
    /// By request.
    open: Vec<Txn>,
    calls: call::Calls,
}

impl Txns {
    fn get_mut(&mut self, request: RequestId) -> Option<&mut Txn> {
        let place = self.place(request).ok()?;
        Some(&mut self.open[place])
    }

    fn place(&self, request: RequestId) -> Result<usize, usize> {
        self.open.binary_search_by_key(&request, |txn| txn.request)
    }

    fn remove(&mut self, request: RequestId) -> Option<Txn> {
        let place = self.place(request).ok()?;
        Some(self.open.remove(place))
    }
}

impl Gateways {
    /// A timestamp for a write is here: its start's, or that of its commit.
    pub(in crate::gateway) fn write_timed(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        ts: Timestamp,
    ) {
        match self.txns.get_mut(request) {
            Some(txn) => {
                txn.commit_ts = ts;
                txn.phase = Phase::Committing;
                self.commit_primary(cx, request);
            }
            None => self.start_ts_known(cx, slot, request, ts),
        }
    }

    fn start_ts_known(&mut self, cx: &mut Context, slot: Slot, request: RequestId, ts: Timestamp) {
        cx.emit(Fact::Timestamped {
            request,
            ts,
            index: 0,
        });
        let Some(live) = self.requests.get(slot, request) else {
            return;
        };
        let (fact, value_bytes, values) = (live.fact, live.value_bytes, live.values);
        if fact.op.is_composed() {
            return self.read_first(cx, slot, request, ts);
        }
        let rows = fact.written_keys().map(|key| (key, value_bytes)).collect();
        self.prewrite(cx, slot, request, ts, rows, values);
    }

    /// Locks rows: one call for each range that they lie in.
    fn prewrite(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        start_ts: Timestamp,
        rows: Vec<(u64, u32)>,
        values: ValueKind,
    ) {
        let live = self.requests.get(slot, request).expect("it is live");
        let (gateway, deadline_us) = (live.fact.gateway, live.deadline_us);
        let shares = self.by_range(gateway, &rows);
        let txn = Txn {
            request,
            slot,
            gateway,
            start_ts,
            commit_ts: 0,
            rows,
            values,
            phase: Phase::Prewriting,
            open: shares.len() as u32,
            deadline_us,
        };
        let place = self.txns.place(request).unwrap_or_else(|place| place);
        self.txns.open.insert(place, txn);
        let expires_ts = start_ts + timestamp::at(cx.config.reads.lock_ttl_us);
        for rows in shares {
            self.call_range(
                cx,
                request,
                Purpose::Prewrite,
                Step::Prewrite { expires_ts },
                rows,
            );
        }
    }

    /// Rows in the order of their keys, cut where a gateway takes one range to end.
    fn by_range(&self, gateway: NodeId, rows: &[(u64, u32)]) -> Vec<Vec<(u64, u32)>> {
        let mut shares: Vec<Vec<(u64, u32)>> = Vec::new();
        let mut end_key = 0;
        for &row in rows {
            if row.0 >= end_key || shares.is_empty() {
                end_key = self.range_for(gateway, row.0).1;
                shares.push(Vec::new());
            }
            shares.last_mut().expect("one was just made").push(row);
        }
        shares
    }

    /// Sends a command of an open transaction to the range of its first row.
    fn call_range(
        &mut self,
        cx: &mut Context,
        request: RequestId,
        purpose: Purpose,
        step: Step,
        rows: Vec<(u64, u32)>,
    ) {
        let txn = self.txns.get_mut(request).expect("it is open");
        let call = txn.call(purpose, step, rows, txn.deadline_us);
        self.call(cx, call);
    }

    /// The transaction that an answered call belongs to, if it goes on: it has neither ended nor
    /// begun again since, and was not refused. One that was refused is lost.
    fn going_on(
        &mut self,
        cx: &mut Context,
        call: &Call,
        verdict: Verdict,
        by: NodeId,
    ) -> Option<&mut Txn> {
        let Command {
            request, start_ts, ..
        } = call.command;
        if self.txns.get_mut(request)?.start_ts != start_ts {
            return None;
        }
        if verdict != Verdict::Done {
            self.lost_against(cx, request, call, verdict, by);
            return None;
        }
        self.txns.get_mut(request)
    }

    /// A range has answered a transaction's prewrite.
    fn prewritten(&mut self, cx: &mut Context, call: &Call, verdict: Verdict, by: NodeId) {
        let request = call.command.request;
        let start_ts = call.command.start_ts;
        let Some(txn) = self.going_on(cx, call, verdict, by) else {
            return;
        };
        txn.open -= 1;
        let is_last = txn.open == 0;
        if is_last {
            txn.phase = Phase::Locked;
        }
        let slot = txn.slot;
        for (key, _) in &call.command.rows {
            emit_step(cx, request, TxnStep::Prewritten, *key, start_ts);
        }
        if is_last {
            self.ask_oracle(cx, slot, request, Vec::new());
        }
    }

    /// A transaction cannot be: somebody else committed or rolled it back. A blind write begins
    /// again; what had read does not, for what it read is not true any more.
    fn lost_against(
        &mut self,
        cx: &mut Context,
        request: RequestId,
        call: &Call,
        verdict: Verdict,
        by: NodeId,
    ) {
        let key = call.command.rows[0].0;
        if let Verdict::Conflict(commit_ts) = verdict {
            emit_step(cx, request, TxnStep::Conflict, key, commit_ts);
        }
        let txn = self.txns.remove(request).expect("it is open");
        self.txns.calls.forget(request);
        self.roll_back(cx, &txn);
        emit_step(cx, request, TxnStep::Aborted, txn.rows[0].0, txn.start_ts);
        let Some(live) = self.requests.get(txn.slot, request) else {
            return;
        };
        let why = model::fact::Refusal::WriteConflict;
        let may_begin_again = live.fact.op.is_blind_write();
        cx.emit(Fact::Refused { request, by, why });
        if may_begin_again {
            let event = crate::timeline::Event::Retry {
                slot: txn.slot,
                request,
            };
            return cx.at(cx.now() + CONFLICT_PAUSE_US, event);
        }
        self.complete(cx, txn.slot, request, Outcome::Failed, None, 0);
    }

    /// Takes a transaction's locks away; nobody waits for it.
    fn roll_back(&mut self, cx: &mut Context, txn: &Txn) {
        for rows in self.by_range(txn.gateway, &txn.rows) {
            let bare: Vec<(u64, u32)> = rows.iter().map(|(key, _)| (*key, 0)).collect();
            self.call_after(cx, txn, Purpose::Rollback, Step::Rollback, bare);
        }
    }

    /// Sends a command of a transaction that is decided.
    fn call_after(
        &mut self,
        cx: &mut Context,
        txn: &Txn,
        purpose: Purpose,
        step: Step,
        rows: Vec<(u64, u32)>,
    ) {
        let until_us = cx.now() + cx.settings.request_timeout_us;
        self.call(cx, txn.call(purpose, step, rows, until_us));
    }

    /// The commit timestamp is known: the primary row goes first, with the rows of its range.
    fn commit_primary(&mut self, cx: &mut Context, request: RequestId) {
        let txn = self.txns.get_mut(request).expect("it is open");
        let (gateway, commit_ts, primary) = (txn.gateway, txn.commit_ts, txn.rows[0].0);
        let (_, end_key) = self.range_for(gateway, primary);
        let txn = self.txns.get_mut(request).expect("it is open");
        let first = txn.rows.iter().take_while(|(key, _)| *key < end_key);
        let rows: Vec<(u64, u32)> = first.map(|(key, _)| (*key, 0)).collect();
        self.call_range(
            cx,
            request,
            Purpose::CommitPrimary,
            Step::Commit { commit_ts },
            rows,
        );
    }

    /// The primary row's range has answered: the transaction is committed, or never will be.
    fn primary_committed(&mut self, cx: &mut Context, call: &Call, verdict: Verdict, by: NodeId) {
        let request = call.command.request;
        let Some(txn) = self.going_on(cx, call, verdict, by) else {
            return;
        };
        let commit_ts = txn.commit_ts;
        let txn = self.txns.remove(request).expect("it is open");
        let primary = txn.rows[0].0;
        emit_step(cx, request, TxnStep::PrimaryCommitted, primary, commit_ts);
        for (key, _) in &call.command.rows[1..] {
            emit_step(cx, request, TxnStep::SecondaryCommitted, *key, commit_ts);
        }
        emit_step(cx, request, TxnStep::Committed, primary, commit_ts);
        if self.requests.get(txn.slot, request).is_some() {
            self.complete(
                cx,
                txn.slot,
                request,
                Outcome::Ok,
                Some(by),
                request.write_id(),
            );
        }
        let done = &call.command.rows;
        let left = txn
            .rows
            .iter()
            .filter(|(key, _)| !done.contains(&(*key, 0)));
        let left: Vec<(u64, u32)> = left.map(|(key, _)| (*key, 0)).collect();
        for rows in self.by_range(txn.gateway, &left) {
            self.call_after(
                cx,
                &txn,
                Purpose::CommitSecondary,
                Step::Commit { commit_ts },
                rows,
            );
        }
    }

    /// A write's time is up: how it ends. What had begun is taken back, if it can be.
    pub(in crate::gateway) fn end_transaction(
        &mut self,
        cx: &mut Context,
        request: RequestId,
    ) -> Outcome {
        let Some(txn) = self.txns.remove(request) else {
            return Outcome::Failed;
        };
        self.txns.calls.forget(request);
        if txn.phase == Phase::Committing {
            return Outcome::Unknown;
        }
        self.roll_back(cx, &txn);
        emit_step(cx, request, TxnStep::Aborted, txn.rows[0].0, txn.start_ts);
        Outcome::Failed
    }

    /// A gateway is gone, and with it all that it knew of its transactions.
    pub(in crate::gateway) fn forget_transactions(&mut self, gateway: NodeId) {
        self.txns.open.retain(|txn| txn.gateway != gateway);
        self.txns.calls.forget_all(gateway);
    }
}

/// Whether a request writes in a transaction.
pub(in crate::gateway) fn is_transactional(cx: &Context, op: OpKind) -> bool {
    op.is_write() && cx.settings.reads.timestamps != Timestamps::None
}

fn emit_step(cx: &mut Context, request: RequestId, what: TxnStep, key: u64, ts: Timestamp) {
    cx.emit(Fact::Txn {
        request,
        what,
        key,
        ts,
    });
}
