//! Reads with a time at a gateway: where a read's timestamp comes from, and statements and
//! transactions, which are made of requests of their own and all read at that one time.
//!
//! A statement reads its rows range after range, each range in so many fetches, each sent when the
//! one before is answered. A transaction is several statements one after the other; only the first
//! one's ranges are known when its timestamp is drawn. It knows nothing of replicas: where a fetch
//! goes is the gateway's choice, as for any read.

use kv::protobuf::varint_field;
use sim::Micros;

use crate::cluster::Cluster;
use crate::flight::Payload;
use crate::oracle::{IndexQuestion, Share};
use crate::requests::Request;
use crate::timeline::Event;
use crate::transport::client_label;
use crate::wire;
use model::config::{OpKind, ReadMode, Timestamps};
use model::fact::{Fact, MessageType, Observer, Outcome, Refusal, RequestFact};
use model::timestamp::Timestamp;

/// A gateway that has no timestamp by then asks again: a message may be lost.
const ASK_AGAIN_US: Micros = 1_000_000;
/// Statements of a transaction by hand.
const STATEMENTS_BY_HAND: u32 = 3;

/// What a gateway remembers of a request that needs a timestamp or is made of parts.
#[derive(Default)]
pub(crate) struct Task {
    /// Number of the question that the oracle shall answer, 0 = none; other answers are late.
    question: u32,
    questions: u32,
    /// A statement to prepare comes first.
    prepares: bool,
    plan: Plan,
}

/// The parts of a statement or transaction, and how far they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Plan {
    /// Read indexes that are known for the timestamp: (range, index). They stay good for it.
    indexes: Vec<(u32, u64)>,
    /// First keys of the statements still to come, the next one last.
    starts: Vec<u64>,
    /// Rows of each.
    rows: u32,
    /// Fetches from each range.
    fetches: u32,
    /// Next key of this statement, and its end.
    next_key: u64,
    end_key: u64,
    /// End of the rows in the present range, and fetches still to be sent for them.
    share_end: u64,
    fetches_left: u32,
    /// The fetch that is out: slot and number.
    part: Option<(u32, u64)>,
    /// First row that was read: write id.
    first_value: Option<u64>,
}

/// Which moment a read sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadTime {
    /// The newest, whatever it is: raw.
    Newest,
    /// This one.
    Known(Timestamp),
    /// What the oracle says now.
    Oracle,
    /// The same, with the ranges' read indexes.
    OracleAndIndexes,
}

impl Plan {
    /// `keys`: first key and end of those that statements are drawn from; statements after the
    /// first are spread evenly over them.
    fn new(fact: &RequestFact, statements: u32, fetches: u32, keys: (u64, u64)) -> Self {
        let (span, step) = (keys.1 - keys.0, (keys.1 - keys.0) / u64::from(statements));
        let last_start = keys.1.saturating_sub(u64::from(fact.rows)).max(keys.0);
        let start = |nth: u32| {
            let offset = (fact.key.saturating_sub(keys.0) + step * u64::from(nth)) % span;
            (keys.0 + offset).min(last_start)
        };
        let mut starts: Vec<u64> = (1..statements).rev().map(start).collect();
        starts.push(fact.key);
        Plan {
            starts,
            rows: fact.rows,
            fetches,
            ..Plan::default()
        }
    }

    /// One statement for each of these rows.
    fn of_rows(mut rows: Vec<u64>) -> Self {
        rows.reverse();
        Plan {
            starts: rows,
            rows: 1,
            fetches: 1,
            ..Plan::default()
        }
    }

    /// Goes on to the next statement if this one is done. False when there is none.
    fn go_on(&mut self) -> bool {
        if self.next_key < self.end_key {
            return true;
        }
        let Some(start) = self.starts.pop() else {
            return false;
        };
        (self.next_key, self.end_key) = (start, start + u64::from(self.rows));
        (self.share_end, self.fetches_left) = (start, 0);
        true
    }

    /// Rows of the next fetch. `range_end`: the end of the range that holds the next key.
    fn next_rows(&mut self, range_end: u64) -> u32 {
        if self.fetches_left == 0 || self.next_key >= self.share_end || self.share_end > range_end {
            self.share_end = self.end_key.min(range_end);
            self.fetches_left = self.fetches;
        }
        let left = self.share_end - self.next_key;
        let rows = left.div_ceil(u64::from(self.fetches_left));
        self.fetches_left -= 1;
        rows as u32
    }

    fn index_of(&self, range: u32) -> u64 {
        let known = self.indexes.iter().find(|(known, _)| *known == range);
        known.map_or(0, |(_, index)| *index)
    }
}

impl<O: Observer> Cluster<O> {
    /// A request begins: at once at a store, or with its timestamp, or with its first part.
    pub(crate) fn begin(&mut self, slot: u32, request: u64) {
        let live = self.requests.get(slot, request).expect("it is live");
        let fact = live.fact;
        if self.gateway_refuses(&fact).is_some() {
            return self.look_first(slot, request);
        }
        let plan_us = self.config.reads.statement_us;
        if plan_us > 0 && fact.op.is_composed() && self.plans_first(slot, request, plan_us) {
            return;
        }
        if !fact.op.is_composed() && self.read_time(&fact) == ReadTime::Newest {
            return self.attempt(slot, request);
        }
        let task = self.task_of(&fact);
        let prepares = task.prepares;
        let live = self.requests.get_mut(slot, request).expect("it is live");
        live.task = Some(Box::new(task));
        if prepares {
            // The plan is made at a timestamp of its own.
            return self.ask_oracle(slot, request, Vec::new());
        }
        self.fix_read_time(slot, request);
    }

    /// The keys that a request and its like are drawn from.
    pub(crate) fn keys_of(&self, fact: &RequestFact) -> (u64, u64) {
        let workload = fact.workload.map(usize::from);
        let config = workload.map(|place| &self.config.workloads[place]);
        config.map_or((0, self.config.data.rows), |workload| workload.keys)
    }

    fn task_of(&self, fact: &RequestFact) -> Task {
        let config = fact
            .workload
            .map(|w| &self.config.workloads[usize::from(w)]);
        let keys = self.keys_of(fact);
        let fetches = config.map_or(1, |workload| workload.fetches);
        let statements = match fact.op {
            OpKind::Transaction => config.map_or(STATEMENTS_BY_HAND, |w| w.statements),
            _ => 1,
        };
        let plan = if fact.op == OpKind::Transfer {
            Plan::of_rows(fact.written_keys().collect())
        } else {
            Plan::new(fact, statements.max(1), fetches.max(1), keys)
        };
        Task {
            question: 0,
            questions: 0,
            prepares: config.is_some_and(|workload| workload.prepared),
            plan,
        }
    }

    /// Which moment a read sees. One for all its parts.
    fn read_time(&self, fact: &RequestFact) -> ReadTime {
        let is_raw = self.settings.reads.timestamps == Timestamps::None;
        match fact.op {
            OpKind::Put => return ReadTime::Newest,
            OpKind::Transfer if is_raw => return ReadTime::Newest,
            OpKind::Transfer => return ReadTime::Oracle,
            _ => {}
        }
        if fact.mode == ReadMode::Stale {
            return ReadTime::Known(self.stale_read_ts(fact));
        }
        let at_follower = matches!(
            fact.mode,
            ReadMode::Follower | ReadMode::Learner | ReadMode::Adaptive | ReadMode::Version
        );
        match self.settings.reads.timestamps {
            Timestamps::None => ReadTime::Newest,
            Timestamps::TsoIndex if at_follower => ReadTime::OracleAndIndexes,
            Timestamps::Tso | Timestamps::TsoIndex => ReadTime::Oracle,
        }
    }

    fn fix_read_time(&mut self, slot: u32, request: u64) {
        let live = self.requests.get(slot, request).expect("it is live");
        let fact = live.fact;
        match self.read_time(&fact) {
            ReadTime::Newest => self.timed(slot, request, 0, Vec::new()),
            ReadTime::Known(ts) => self.timed(slot, request, ts, Vec::new()),
            ReadTime::Oracle => self.ask_oracle(slot, request, Vec::new()),
            ReadTime::OracleAndIndexes => {
                let shares = self.shares(&fact);
                self.ask_oracle(slot, request, shares);
            }
        }
    }

    /// The ranges of a request's (first) statement, as its gateway knows them.
    fn shares(&self, fact: &RequestFact) -> Vec<Share> {
        let end_key = fact.key + u64::from(fact.rows);
        let mut shares = Vec::new();
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
    pub(crate) fn ask_oracle(&mut self, slot: u32, request: u64, shares: Vec<Share>) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (gateway, range) = (live.fact.gateway, live.fact.range);
        let task = live.task.get_or_insert_default();
        task.questions += 1;
        task.question = task.questions;
        let question = task.question;
        // A cluster without an oracle answers nothing; the deadline says so.
        let Some(oracle) = self.config.placement_driver() else {
            return;
        };
        let (what, bytes, payload) = if shares.is_empty() {
            let ask = Payload::TsoRequest { slot, question };
            (MessageType::TsoRequest, varint_field(request), ask)
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
        self.send(gateway, oracle, label, payload);
        let event = Event::AskAgain {
            slot,
            request,
            question,
        };
        self.at(self.now() + ASK_AGAIN_US, event);
    }

    /// No timestamp came for a while.
    pub(crate) fn ask_again(&mut self, slot: u32, request: u64, question: u32) {
        let waits = |r: &Request| r.task.as_ref().is_some_and(|t| t.question == question);
        let Some(live) = self.requests.get(slot, request).filter(|r| waits(r)) else {
            return;
        };
        let prepares = live.task.as_ref().is_some_and(|task| task.prepares);
        if prepares || live.fact.op.is_write() {
            return self.ask_oracle(slot, request, Vec::new());
        }
        self.fix_read_time(slot, request);
    }

    /// The oracle's answer reaches the gateway.
    pub(crate) fn oracle_answered(
        &mut self,
        (slot, request, question): (u32, u64, u32),
        ts: Timestamp,
        indexes: Vec<(u32, u64)>,
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
        self.note_oracle_time(gateway, ts);
        if live_is_write {
            return self.write_timed(slot, request, ts);
        }
        let live = self.requests.get_mut(slot, request).expect("just seen");
        let task = live.task.as_mut().expect("just seen");
        if std::mem::take(&mut task.prepares) {
            return self.fix_read_time(slot, request);
        }
        self.timed(slot, request, ts, indexes);
    }

    /// A request's read time is fixed: it goes to a store, or its first part does.
    fn timed(&mut self, slot: u32, request: u64, ts: Timestamp, indexes: Vec<(u32, u64)>) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let first = indexes.first().map_or(0, |(_, index)| *index);
        live.read_ts = ts;
        let composed = live.fact.op.is_composed();
        if composed {
            let task = live.task.as_mut().expect("it is made of parts");
            task.plan.indexes = indexes;
        } else {
            live.applied_index = first;
            live.task = None;
        }
        if ts > 0 {
            let index = first;
            self.emit(Fact::Timestamped { request, ts, index });
        }
        if composed {
            return self.next_part(slot, request);
        }
        self.attempt(slot, request);
    }

    /// Sends the next fetch, or ends a request that needs none any more.
    pub(crate) fn next_part(&mut self, slot: u32, request: u64) {
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let (gateway, is_write) = (live.fact.gateway, live.fact.op.is_write());
        let plan = live.plan();
        if !plan.go_on() {
            let value = plan.first_value.unwrap_or(0);
            if is_write {
                return self.write_transfer(slot, request);
            }
            return self.complete(slot, request, Outcome::Ok, None, value);
        }
        let key = plan.next_key;
        let (range, range_end) = self.range_for(gateway, key);
        let live = self.requests.get_mut(slot, request).expect("it is live");
        let plan = live.plan();
        let rows = plan.next_rows(range_end);
        let applied_index = plan.index_of(range);
        self.invoke_part((slot, request), Share { range, key, rows }, applied_index);
    }

    /// Sends a request that is part of another: as a client's, with the other's deadline and time.
    fn invoke_part(&mut self, parent: (u32, u64), share: Share, applied_index: u64) {
        let now = self.now();
        let number = self.requests.next_number();
        let live = self.requests.get(parent.0, parent.1).expect("it is live");
        let fact = RequestFact {
            request: number,
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
            ..live.fact
        };
        let part = Request {
            fact,
            invoked_us: now,
            attempts: 0,
            waiting_for: None,
            client: None,
            parent: Some(parent),
            task: None,
            applied_index,
            ..*live
        };
        let slot = self.requests.insert(part);
        let live = self.requests.get_mut(parent.0, parent.1);
        live.expect("it is live").plan().part = Some((slot, number));
        self.emit(Fact::Invoked(fact));
        self.attempt(slot, number);
    }

    /// A part ended: the next one goes out, or the whole ends as it did.
    pub(crate) fn part_ended(
        &mut self,
        (slot, request): (u32, u64),
        part: &RequestFact,
        outcome: Outcome,
        value: u64,
    ) {
        let Some(live) = self.requests.get_mut(slot, request) else {
            return;
        };
        let plan = live.plan();
        plan.part = None;
        if outcome != Outcome::Ok {
            return self.complete(slot, request, outcome, None, 0);
        }
        plan.first_value.get_or_insert(value);
        plan.next_key = part.key + u64::from(part.rows);
        self.next_part(slot, request);
    }

    /// The part of a request that is out: slot and number.
    pub(crate) fn open_part(&self, slot: u32, request: u64) -> Option<(u32, u64)> {
        let task = self.requests.get(slot, request)?.task.as_ref()?;
        task.plan.part
    }

    /// A request reached its deadline; if it waited for the oracle, that is why.
    pub(crate) fn tell_no_timestamp(&mut self, slot: u32, request: u64) {
        let task = self
            .requests
            .get(slot, request)
            .and_then(|r| r.task.as_ref());
        let waits = task.is_some_and(|task| task.question != 0);
        if let Some(by) = self.config.placement_driver().filter(|_| waits) {
            let why = Refusal::NoTimestamp;
            self.emit(Fact::Refused { request, by, why });
        }
    }
}

impl Request {
    /// Of a request that is made of parts.
    fn plan(&mut self) -> &mut Plan {
        &mut self.task.as_mut().expect("it is made of parts").plan
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
