//! What clients saw: each request's invocation and response, and what follows from them alone.
//! Freshness of every read and linearizability of those that promise it are judged as responses
//! come; the last requests are kept for whoever wants the history itself.
//!
//! It must not know replicas, leaders or logs.

mod judging;

use model::config::{OpKind, ReadMode};
use model::fact::{Outcome, RequestFact};
use model::ids::RequestId;
use report::check::Check;
use sim::Micros;

use crate::bank::{Bank, Unbalanced};
use crate::begun::{Begun, batch_of};
use crate::broken::{Broken, BrokenRead};
use crate::judged::Judged;
use crate::modes;
use crate::newest::Newest;
use crate::pending::PendingRequest;
use crate::registers::RegisterCheck;
use crate::sessions::{Sessions, session_of};
use crate::snapshots::Snapshots;
use crate::staleness::{Asker, Staleness};
use crate::unjudged::{Forgotten, Unjudged, UnjudgedByCheck};

/// Completed requests that are kept.
pub const OPERATIONS_MAX: usize = 1 << 16;

/// A completed request, as its client knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Number of the request.
    pub request: RequestId,
    /// When it was sent.
    pub invoked_us: Micros,
    /// When its answer came, or the client gave up.
    pub completed_us: Micros,
    /// First key.
    pub key: u64,
    /// Write id read (of the first row) or written; 0 = the initial value, or no answer.
    pub value: u64,
    /// Rows.
    pub rows: u32,
    /// What it did.
    pub op: OpKind,
    /// How it read.
    pub mode: ReadMode,
    /// How it ended.
    pub outcome: Outcome,
}

/// The clients' history so far.
#[derive(Clone, Debug)]
pub struct History {
    staleness: Staleness,
    registers: RegisterCheck,
    sessions: Sessions,
    snapshots: Snapshots,
    bank: Bank,
    /// Writes that have not ended, and those that failed.
    begun: Begun,
    /// Most that two clocks may differ.
    skew_us: Micros,
    /// Some write has its timestamp from a store's clock and not from the oracle.
    by_clocks: bool,
    /// Every read is judged as though it promised linearizability.
    judge_all: bool,
    operations: Newest<Operation, OPERATIONS_MAX>,
    /// Rows that came just before the completion of their request.
    rows: Vec<u64>,
    rows_of: RequestId,
    /// What could not be judged.
    unjudged: UnjudgedByCheck,
}

/// The writes of a request whose client still waits: they may have happened.
pub(super) fn open_writes(pending: &PendingRequest) -> impl Iterator<Item = Operation> + use<> {
    let (fact, invoked_us) = (pending.fact, pending.invoked_us);
    fact.written_keys().map(move |key| Operation {
        request: fact.request,
        invoked_us,
        completed_us: invoked_us,
        key,
        value: fact.value,
        rows: 1,
        op: OpKind::Put,
        mode: fact.mode,
        outcome: Outcome::Unknown,
    })
}

/// What is known of other requests when one completes.
#[derive(Copy, Clone, Debug)]
pub struct Now {
    /// The instant.
    pub at_us: Micros,
    /// Every read that ends from now on was sent at this instant or later.
    pub oldest_us: Micros,
    /// When the request was sent that the one is part of; its own instant if it is part of none.
    pub whole_us: Micros,
}

impl History {
    /// Nothing has happened to `keys` keys. Two clocks may differ by `skew_us`.
    pub fn new(keys: u64, skew_us: Micros, bank: Bank) -> Self {
        History {
            staleness: Staleness::new(keys),
            registers: RegisterCheck::new(keys),
            sessions: Sessions::default(),
            snapshots: Snapshots::default(),
            bank,
            begun: Begun::default(),
            skew_us,
            by_clocks: false,
            judge_all: false,
            operations: Newest::default(),
            rows: Vec::new(),
            rows_of: RequestId::NONE,
            unjudged: UnjudgedByCheck::default(),
        }
    }

    /// Judges every read from now on as though its mode promised linearizability: so that those
    /// which do not can be caught.
    pub fn judge_all(&mut self) {
        self.judge_all = true;
    }

    /// The moment of a request is known: what its parts read shall come from it. A write has its
    /// first timestamp.
    pub(crate) fn read_time_known(&mut self, fact: &RequestFact, at_us: Micros) {
        let whole = fact.request;
        if fact.op.is_write() {
            self.begun.timed(whole);
        }
        if !fact.op.is_composed() {
            return;
        }
        if fact.op.is_write() || self.judge_all || modes::promises(fact.mode) {
            // What a transfer reads is of the oracle's moment, whatever mode there is for reads.
            let mode = if fact.op.is_write() {
                ReadMode::Leader
            } else {
                fact.mode
            };
            if !self.snapshots.begin(whole, self.slack_us(mode)) {
                let (of, why) = ((whole, at_us), Forgotten::AtOnce);
                self.unjudged.add(Check::Snapshot, of, why);
            }
            if let Some(why) = self.bank.read_time_known(fact) {
                self.unjudged.add(Check::Bank, (whole, at_us), why);
            }
        }
    }

    /// How far clocks may be apart that say what a read of a moment shall see.
    fn slack_us(&self, mode: ReadMode) -> Micros {
        if mode == ReadMode::Stale || self.by_clocks {
            self.skew_us
        } else {
            0
        }
    }

    /// A request that is made of others ended. Tells what does not add up.
    pub(crate) fn whole_ended(
        &mut self,
        whole: RequestId,
        outcome: Outcome,
        at_us: Micros,
    ) -> Option<Unbalanced> {
        self.snapshots.end(whole);
        match self.bank.ended(whole, outcome == Outcome::Ok) {
            Ok(found) => found,
            Err(why) => {
                self.unjudged.add(Check::Bank, (whole, at_us), why);
                None
            }
        }
    }

    /// What a check could not judge.
    pub fn unjudged(&self, check: Check) -> Option<&Unjudged> {
        self.unjudged.of(check)
    }

    /// A request that ended, if it is still kept.
    pub fn operation(&self, request: RequestId) -> Option<&Operation> {
        let mut newest_first = self.operations.newest_first();
        newest_first.find(|operation| operation.request == request)
    }

    /// The completed requests that are kept, in the order of completion.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.from(0).1
    }

    /// A client sent a request.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if fact.op.is_write() {
            self.bank.invoked(fact);
            self.begun.invoked(at_us, fact);
            for key in fact.written_keys() {
                self.registers.write_invoked(at_us, key, fact.value);
            }
        }
    }

    /// The rows of a read that is about to complete.
    #[inline]
    pub fn rows(&mut self, request: RequestId, values: &[u64]) {
        self.rows_of = request;
        self.rows.clear();
        self.rows.extend_from_slice(values);
    }

    /// A request ended.
    pub fn completed(
        &mut self,
        now: Now,
        ended: &PendingRequest,
        outcome: Outcome,
        value: u64,
    ) -> Judged {
        let fact = &ended.fact;
        let operation = Operation {
            request: fact.request,
            invoked_us: ended.invoked_us,
            completed_us: now.at_us,
            key: fact.key,
            value,
            rows: fact.rows,
            op: fact.op,
            mode: fact.mode,
            outcome,
        };
        if fact.op.writes_apart() {
            // Its rows are not neighbours: for each of them it was a put.
            for key in fact.written_keys() {
                let (op, rows) = (OpKind::Put, 1);
                self.operations.push(Operation {
                    key,
                    rows,
                    op,
                    ..operation
                });
            }
        } else {
            self.operations.push(operation);
        }
        if fact.op.is_write() {
            let broken = self.written(now, ended, outcome);
            return Judged {
                broken,
                ..Judged::NOTHING
            };
        }
        if outcome != Outcome::Ok {
            return Judged::NOTHING;
        }
        if self.rows_of != fact.request {
            self.rows(fact.request, &[value]);
        }
        self.read(now, ended)
    }

    fn asker(request: &PendingRequest) -> Asker {
        Asker {
            session: session_of(&request.fact),
            invoked_us: request.invoked_us,
        }
    }

    /// A write ended. Tells who had read it, if it failed.
    fn written(
        &mut self,
        now: Now,
        ended: &PendingRequest,
        outcome: Outcome,
    ) -> Option<BrokenRead> {
        let value = ended.fact.value;
        let by = Self::asker(ended);
        let begun = self.begun.ended(ended.fact.request, outcome);
        let is_timed = begun.is_some_and(|write| write.is_timed);
        self.by_clocks |= outcome != Outcome::Failed && !is_timed;
        if outcome == Outcome::Unknown {
            self.staleness.unanswered(value);
        }
        let batch = batch_of(&ended.fact);
        for key in ended.fact.written_keys() {
            if outcome == Outcome::Ok {
                self.staleness
                    .acknowledged(now.at_us, (key, value), by, batch);
            }
            self.registers
                .write_completed(now.at_us, key, value, outcome, now.oldest_us);
        }
        let seen = begun.map_or((RequestId::NONE, 0), |write| write.seen);
        (outcome == Outcome::Failed && seen.0 != RequestId::NONE).then_some(BrokenRead {
            request: seen.0,
            key: seen.1,
            value,
            broken: Broken::WriteFailed,
            clash: [RequestId::NONE; 4],
        })
    }
}

#[cfg(test)]
mod tests;
