//! Reads with a time at a gateway: where a read's timestamp comes from, and statements and
//! transactions, which are made of requests of their own and all read at that one time.
//!
//! A statement reads its rows range after range, each range in so many fetches, each sent when the
//! one before is answered. A transaction is several statements one after the other; only the first
//! one's ranges are known when its timestamp is drawn. It knows nothing of replicas: where a fetch
//! goes is the gateway's choice, as for any read.

use super::Gateways;
use super::parts::{Parts, Task};
use super::requests::Request;
use super::stale::{gateway_refuses, look_first};
use crate::context::Context;
use crate::message::{Share, Slot};
use model::config::{OpKind, ReadMode, Service, Timestamps};
use model::fact::{Fact, Outcome, RequestFact};
use model::ids::{RangeId, RequestId};
use model::named::NamedKeys;
use model::timestamp::Timestamp;

/// Statements of a transaction by hand.
const STATEMENTS_BY_HAND: u32 = 3;

/// Which moment a read sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadTime {
    /// The newest, whatever it is: raw.
    Newest,
    /// This one.
    Known(Timestamp),
    /// What the oracle says now.
    Oracle,
    /// What the oracle says now, with the ranges' read indexes.
    OracleAndIndexes,
}

impl Gateways {
    /// A request begins: at once at a store, or with its timestamp, or with its first part.
    pub(super) fn begin(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let live = self.requests.get(slot, request).expect("it is live");
        let fact = live.fact;
        if gateway_refuses(cx, &fact).is_some() {
            return look_first(cx, slot, request);
        }
        let plan_us = cx.config.reads.statement_us;
        if plan_us > 0 && fact.op.is_composed() && self.plans_first(cx, slot, request, plan_us) {
            return;
        }
        if !fact.op.is_composed() && self.read_time(cx, &fact) == ReadTime::Newest {
            return self.attempt(cx, slot, request);
        }
        let task = task_of(cx, &fact);
        let prepares = task.prepares;
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.task = Some(Box::new(task));
        if prepares {
            // The plan is made at a timestamp of its own.
            return self.ask_oracle(cx, slot, request, Vec::new());
        }
        self.fix_read_time(cx, slot, request);
    }

    /// Which moment a read sees. One for all its parts.
    fn read_time(&self, cx: &Context, fact: &RequestFact) -> ReadTime {
        let is_raw = cx.settings.reads.timestamps == Timestamps::None;
        match fact.op {
            OpKind::Put | OpKind::Insert => return ReadTime::Newest,
            OpKind::Transfer | OpKind::Update if is_raw => return ReadTime::Newest,
            OpKind::Transfer | OpKind::Update => return ReadTime::Oracle,
            _ => {}
        }
        if fact.mode.service() == Service::Past {
            return ReadTime::Known(self.stale_read_ts(cx, fact));
        }
        match cx.settings.reads.timestamps {
            Timestamps::None => ReadTime::Newest,
            Timestamps::TsoIndex if fact.mode.goes_by_index() => ReadTime::OracleAndIndexes,
            Timestamps::Tso | Timestamps::TsoIndex => ReadTime::Oracle,
        }
    }

    /// Finds the moment that a request sees, or asks the oracle for it.
    pub(super) fn fix_read_time(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let live = self.requests.get(slot, request).expect("it is live");
        let fact = live.fact;
        match self.read_time(cx, &fact) {
            ReadTime::Newest => self.timed(cx, slot, request, 0, Vec::new()),
            ReadTime::Known(ts) => self.timed(cx, slot, request, ts, Vec::new()),
            ReadTime::Oracle => self.ask_oracle(cx, slot, request, Vec::new()),
            ReadTime::OracleAndIndexes => {
                let shares = self.shares(&fact);
                self.ask_oracle(cx, slot, request, shares);
            }
        }
    }

    /// No timestamp came for a while.
    pub(super) fn ask_again(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        question: u32,
    ) {
        let waits = |r: &Request| r.task.as_ref().is_some_and(|t| t.question == question);
        let Some(live) = self.requests.get(slot, request).filter(|r| waits(r)) else {
            return;
        };
        let prepares = live.task.as_ref().is_some_and(|task| task.prepares);
        if prepares || live.fact.op.is_write() {
            return self.ask_oracle(cx, slot, request, Vec::new());
        }
        self.fix_read_time(cx, slot, request);
    }

    /// The oracle's answer reaches the gateway.
    pub(super) fn oracle_answered(
        &mut self,
        cx: &mut Context,
        (slot, request, question): (Slot, RequestId, u32),
        ts: Timestamp,
        indexes: Vec<(RangeId, u64)>,
    ) {
        let live = self.requests.get_mut(slot, request);
        let Some(live) = live.filter(|live| live.task.is_some()) else {
            return;
        };
        let live_is_write = live.fact.op.is_write();
        let task = live.task.as_mut().expect("just seen");
        if task.question != question {
            return;
        }
        task.question = 0;
        let gateway = live.fact.gateway;
        self.learn_oracle_time(cx, gateway, ts);
        if live_is_write {
            return self.write_timed(cx, slot, request, ts);
        }
        let live = self.requests.get_mut(slot, request).expect("just seen");
        let task = live.task.as_mut().expect("just seen");
        if std::mem::take(&mut task.prepares) {
            return self.fix_read_time(cx, slot, request);
        }
        self.timed(cx, slot, request, ts, indexes);
    }

    /// A request's read time is fixed: it goes to a store, or its first part does.
    pub(super) fn timed(
        &mut self,
        cx: &mut Context,
        slot: Slot,
        request: RequestId,
        ts: Timestamp,
        indexes: Vec<(RangeId, u64)>,
    ) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let first = indexes.first().map_or(0, |(_, index)| *index);
        live.read_ts = ts;
        let composed = live.fact.op.is_composed();
        if composed {
            let task = live.task.as_mut().expect("it is made of parts");
            task.parts.indexes = indexes;
        } else {
            live.applied_index = first;
            live.task = None;
        }
        if ts > 0 {
            let index = first;
            cx.emit(Fact::Timestamped { request, ts, index });
        }
        if composed {
            return self.next_part(cx, slot, request);
        }
        self.attempt(cx, slot, request);
    }

    /// Sends the next fetch, or ends a request that needs none any more.
    pub(super) fn next_part(&mut self, cx: &mut Context, slot: Slot, request: RequestId) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (gateway, is_write) = (live.fact.gateway, live.fact.op.is_write());
        let parts = live.parts();
        if !parts.go_on() {
            let value = parts.first_value.unwrap_or(0);
            if is_write {
                return self.write_what_was_read(cx, slot, request);
            }
            return self.complete(cx, slot, request, Outcome::Ok, None, value);
        }
        let key = parts.next_key;
        let (range, range_end) = self.range_for(gateway, key);
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let parts = live.parts();
        let rows = parts.next_rows(range_end);
        let applied_index = parts.index_of(range);
        self.invoke_part(
            cx,
            (slot, request),
            Share { range, key, rows },
            applied_index,
        );
    }

    /// Sends a request that is part of another: as a client's, with the other's deadline and time.
    fn invoke_part(
        &mut self,
        cx: &mut Context,
        parent: (Slot, RequestId),
        share: Share,
        applied_index: u64,
    ) {
        let now = cx.now();
        let request = self.requests.next_id();
        let live = self.requests.get(parent.0, parent.1).expect("it is live");
        let fact = RequestFact {
            request,
            op: if share.rows == 1 {
                OpKind::Get
            } else {
                OpKind::Scan
            },
            key: share.key,
            rows: share.rows,
            range: share.range,
            value: 0,
            mode: mode_of_parts(&live.fact),
            parent: parent.1,
            retry: 0,
            retry_of: RequestId::NONE,
            asked_us: 0,
            operation: None,
            named: NamedKeys::default(),
            ..live.fact
        };
        let part = Request {
            fact,
            invoked_us: now,
            attempts: 0,
            waiting_for: None,
            named: None,
            has_left: false,
            client: None,
            parent: Some(parent),
            then: None,
            task: None,
            applied_index,
            is_counted: false,
            ..*live
        };
        let slot = self.requests.insert(part);
        let live = self.requests.get_mut(parent.0, parent.1);
        live.expect("it is live").parts().part = Some((slot, request));
        cx.emit(Fact::Invoked(fact));
        self.attempt(cx, slot, request);
    }

    /// A part ended: the next one goes out, or the whole ends as it did.
    pub(super) fn part_ended(
        &mut self,
        cx: &mut Context,
        (slot, request): (Slot, RequestId),
        part: &RequestFact,
        outcome: Outcome,
        value: u64,
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        let parts = live.parts();
        parts.part = None;
        if outcome != Outcome::Ok {
            return self.complete(cx, slot, request, outcome, None, 0);
        }
        parts.first_value.get_or_insert(value);
        parts.next_key = part.key + u64::from(part.rows);
        self.next_part(cx, slot, request);
    }

    /// The part of a request that is out: slot and number.
    pub(super) fn open_part(&self, slot: Slot, request: RequestId) -> Option<(Slot, RequestId)> {
        let task = self.requests.get(slot, request)?.task.as_ref()?;
        task.parts.part
    }
}

impl Request {
    /// Of a request that is made of parts.
    fn parts(&mut self) -> &mut Parts {
        &mut self.task.as_mut().expect("it is made of parts").parts
    }
}

/// How the parts of a request read. What a write goes by must be the newest at its timestamp.
fn mode_of_parts(whole: &RequestFact) -> ReadMode {
    if whole.op.is_write() {
        ReadMode::Leader
    } else {
        whole.mode
    }
}

/// The keys that a request and its like are drawn from.
fn keys_of(cx: &Context, fact: &RequestFact) -> (u64, u64) {
    let workload = fact.workload.map(usize::from);
    let config = workload.map(|place| &cx.config.workloads[place]);
    config.map_or((0, cx.config.data.rows), |workload| workload.keys)
}

fn task_of(cx: &Context, fact: &RequestFact) -> Task {
    let config = fact.workload.map(|w| &cx.config.workloads[usize::from(w)]);
    let keys = keys_of(cx, fact);
    let fetches = config.map_or(1, |workload| workload.fetches);
    let statements = match fact.op {
        OpKind::Transaction => config.map_or(STATEMENTS_BY_HAND, |w| w.statements),
        _ => 1,
    };
    let parts = if !fact.named.is_empty() {
        Parts::of_rows(fact.named.iter().collect())
    } else if fact.op == OpKind::Transfer {
        Parts::of_rows(fact.written_keys().collect())
    } else {
        Parts::new(fact, statements.max(1), fetches.max(1), keys)
    };
    Task {
        question: 0,
        questions: 0,
        prepares: config.is_some_and(|workload| workload.prepared),
        parts,
    }
}
