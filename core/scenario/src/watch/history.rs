//! What clients saw: each request's invocation and response, and what follows from them alone.
//! Freshness of every read and linearizability of those that promise it are judged as responses
//! come; the last requests are kept for whoever wants the history itself.
//!
//! It must not know replicas, leaders or logs.

use std::collections::VecDeque;

use cluster::config::{OpKind, ReadMode};
use cluster::fact::{Outcome, RequestFact};
use sim::Micros;

use super::bank::{Bank, Unbalanced};
use super::pending::PendingRequest;
use super::sessions::{Kept, Sessions};
use super::snapshots::{Snapshots, Torn};
use super::staleness::{Asker, Freshness, Staleness};
use super::words::instant_words;
use super::zones::{self, ReadEnd, Zones};

/// Completed requests that are kept.
pub const OPERATIONS_MAX: usize = 1 << 16;

/// A completed request, as its client knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Number of the request.
    pub request: u64,
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

/// A read that no order of the operations explains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BrokenRead {
    /// Number of the request.
    pub request: u64,
    /// The key.
    pub key: u64,
    /// Write id that it returned.
    pub value: u64,
    /// Why that cannot be.
    pub broken: zones::Broken,
    /// Requests that show it: see `Zones::clash`.
    pub clash: [u64; 4],
}

impl BrokenRead {
    /// What it broke, in words.
    pub(super) fn words(&self, invoked_us: Micros) -> String {
        let BrokenRead {
            request,
            key,
            value,
            broken,
            ..
        } = self;
        let why = match broken {
            zones::Broken::Replaced { by: 0 } => "after the value before any write".to_string(),
            zones::Broken::Replaced { by } => format!("which write {by} had replaced"),
            zones::Broken::Unknown => {
                "which had been replaced, or was not written there".to_string()
            }
        };
        let sent = instant_words(invoked_us);
        format!("read r{request} of k{key}, sent at {sent}, returned {value}, {why}")
    }
}

/// What is found of a request that ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What a read missed.
    pub freshness: Freshness,
    /// What its session was kept.
    pub kept: Kept,
    /// The promise that it broke.
    pub broken: Option<BrokenRead>,
    /// Rows of the whole that it is part of that come from no one moment.
    pub torn: Option<Torn>,
}

impl Judged {
    /// Nothing to judge.
    pub(super) const NOTHING: Judged = Judged {
        freshness: Freshness::NotJudged,
        kept: Kept::ALL,
        broken: None,
        torn: None,
    };
}

/// The clients' history so far.
#[derive(Clone, Debug)]
pub struct History {
    staleness: Staleness,
    zones: Zones,
    sessions: Sessions,
    snapshots: Snapshots,
    bank: Bank,
    /// The session of requests by hand: the last.
    by_hand: u16,
    /// Every read is judged as though it promised linearizability.
    judge_all: bool,
    operations: VecDeque<Operation>,
    /// Rows that came just before the completion of their request.
    rows: Vec<u64>,
    rows_of: u64,
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
    /// When the oldest pending request was sent, or now.
    pub oldest_us: Micros,
    /// Requests before this number have all ended.
    pub oldest_request: u64,
}

impl History {
    /// Nothing has happened to `keys` keys in the sessions of these workloads.
    pub fn new(keys: u64, workloads: usize, bank: Bank) -> Self {
        History {
            staleness: Staleness::new(keys),
            zones: Zones::new(keys),
            sessions: Sessions::new(keys, workloads + 1),
            snapshots: Snapshots::default(),
            bank,
            by_hand: workloads as u16,
            judge_all: false,
            operations: VecDeque::new(),
            rows: Vec::new(),
            rows_of: 0,
        }
    }

    /// Judges every read from now on as though its mode promised linearizability: so that those
    /// which do not can be caught.
    pub fn judge_all(&mut self) {
        self.judge_all = true;
    }

    /// The read time of a request is known: what its parts read shall come from one moment. Clocks
    /// may differ by `slack_us` where they make the timestamps.
    pub fn read_time_known(&mut self, whole: u64, slack_us: Micros) {
        self.snapshots.begin(whole, slack_us);
        self.bank.read_time_known(whole);
    }

    /// A request that is made of others ended. Tells what does not add up.
    pub fn whole_ended(&mut self, whole: u64, outcome: Outcome) -> Option<Unbalanced> {
        self.snapshots.end(whole);
        self.bank.ended(whole, outcome == Outcome::Ok)
    }

    /// A request that ended, if it is still kept.
    pub fn operation(&self, request: u64) -> Option<&Operation> {
        let mut newest_first = self.operations.iter().rev();
        newest_first.find(|operation| operation.request == request)
    }

    /// The completed requests that are kept, in the order of completion.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter()
    }

    /// A client sent a request.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if fact.op.is_write() {
            self.bank.invoked(fact);
            for key in fact.written_keys() {
                self.zones.write_invoked(at_us, key, fact.value);
            }
        }
    }

    /// The rows of a read that is about to complete.
    #[inline]
    pub fn rows(&mut self, request: u64, values: &[u64]) {
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
        if fact.op == OpKind::Transfer {
            // Its rows are not neighbours: for each of them it was a put.
            for key in fact.written_keys() {
                let (op, rows) = (OpKind::Put, 1);
                self.keep(Operation {
                    key,
                    rows,
                    op,
                    ..operation
                });
            }
        } else {
            self.keep(operation);
        }
        if fact.op.is_write() {
            self.written(now, ended, outcome);
            return Judged::NOTHING;
        }
        if outcome != Outcome::Ok {
            return Judged::NOTHING;
        }
        if self.rows_of != fact.request {
            self.rows(fact.request, &[value]);
        }
        self.read(now, ended)
    }

    fn keep(&mut self, operation: Operation) {
        if self.operations.len() == OPERATIONS_MAX {
            self.operations.pop_front();
        }
        self.operations.push_back(operation);
    }

    /// Who sent a request.
    fn asker(&self, request: &PendingRequest) -> Asker {
        Asker {
            session: request.fact.workload.unwrap_or(self.by_hand),
            invoked_us: request.invoked_us,
        }
    }

    fn written(&mut self, now: Now, ended: &PendingRequest, outcome: Outcome) {
        let value = ended.fact.value;
        let by = self.asker(ended);
        if outcome == Outcome::Unknown {
            self.staleness.unanswered(value);
        }
        for key in ended.fact.written_keys() {
            if outcome == Outcome::Ok {
                self.staleness.acknowledged(now.at_us, key, value, by);
            }
            self.zones
                .write_completed(now.at_us, key, value, outcome, now.oldest_us);
        }
    }

    /// Judges every row: the worst one is the read's freshness.
    fn read(&mut self, now: Now, ended: &PendingRequest) -> Judged {
        let fact = &ended.fact;
        let by = self.asker(ended);
        let session = usize::from(by.session);
        let is_linearizable = self.judge_all || fact.mode.is_linearizable();
        let end = ReadEnd {
            request: fact.request,
            invoked_us: by.invoked_us,
            at_us: now.at_us,
            oldest_us: now.oldest_us,
        };
        let mut judged = Judged {
            freshness: Freshness::Fresh,
            ..Judged::NOTHING
        };
        let is_part = self.snapshots.is_open(fact.parent);
        for (offset, value) in self.rows.iter().enumerate() {
            let (key, value) = (fact.key + offset as u64, *value);
            let row = self.staleness.judge(key, value, by, now.oldest_request);
            judged.freshness = judged.freshness.worse(row.freshness);
            judged.kept.own_writes &= row.own_writes;
            let floor = self.sessions.floor(session, key, by.invoked_us);
            if value < floor && self.staleness.precedes(key, value, floor) {
                judged.kept.monotonic = false;
            }
            self.sessions.saw(session, key, value, now.at_us);
            self.bank.row(fact.parent, key, value);
            if is_part {
                let span = self.staleness.span(key, value);
                let torn = self.snapshots.row(fact.parent, key, value, span);
                judged.torn = judged.torn.or(torn);
            }
            if !is_linearizable {
                continue;
            }
            if let Err(broken) = self.zones.read(key, value, end)
                && judged.broken.is_none()
            {
                judged.broken = Some(BrokenRead {
                    request: fact.request,
                    key,
                    value,
                    broken,
                    clash: match broken {
                        zones::Broken::Replaced { by } => self.zones.clash(key, value, by),
                        zones::Broken::Unknown => [0; 4],
                    },
                });
            }
        }
        judged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::testing::request;

    fn now(at_us: Micros) -> Now {
        Now {
            at_us,
            oldest_us: at_us,
            oldest_request: u64::MAX,
        }
    }

    fn write(history: &mut History, number: u64, key: u64, from_us: Micros, until_us: Micros) {
        let fact = request(number, OpKind::Put, key);
        history.invoked(from_us, &fact);
        let ended = PendingRequest {
            fact,
            invoked_us: from_us,
            steps: crate::watch::moments::Steps::default(),
        };
        let judged = history.completed(now(until_us), &ended, Outcome::Ok, number);
        assert_eq!(judged, Judged::NOTHING);
    }

    fn scan(number: u64, mode: ReadMode, rows: u32) -> PendingRequest {
        let fact = RequestFact {
            mode,
            rows,
            ..request(number, OpKind::Scan, 0)
        };
        PendingRequest {
            fact,
            invoked_us: 50,
            steps: crate::watch::moments::Steps::default(),
        }
    }

    #[test]
    fn every_row_of_a_scan_is_judged_and_the_worst_counts() {
        let mut history = History::new(4, 1, Bank::default());
        write(&mut history, 1, 1, 10, 20);
        write(&mut history, 2, 2, 10, 30);
        let ended = scan(3, ReadMode::Leader, 4);
        history.rows(3, &[0, 0, 0, 0]);
        let Judged {
            freshness, broken, ..
        } = history.completed(now(60), &ended, Outcome::Ok, 0);
        assert_eq!(
            freshness,
            Freshness::Stale {
                stale_us: 30,
                commits: 1
            }
        );
        let expected = zones::Broken::Replaced { by: 1 };
        assert_eq!(
            broken,
            Some(BrokenRead {
                request: 3,
                key: 1,
                value: 0,
                broken: expected,
                clash: [0, 3, 1, 1],
            })
        );
    }

    #[test]
    fn a_put_of_several_rows_writes_each_of_them() {
        let mut history = History::new(4, 1, Bank::default());
        let fact = RequestFact {
            rows: 2,
            ..request(1, OpKind::Put, 1)
        };
        history.invoked(10, &fact);
        let ended = PendingRequest {
            fact,
            invoked_us: 10,
            steps: crate::watch::moments::Steps::default(),
        };
        history.completed(now(20), &ended, Outcome::Ok, 1);
        for (values, stale_us) in [([0, 1, 1, 0], 0), ([0, 1, 0, 0], 30)] {
            let ended = scan(2, ReadMode::Leader, 4);
            history.rows(2, &values);
            let Judged {
                freshness, broken, ..
            } = history.completed(now(60), &ended, Outcome::Ok, 0);
            match freshness {
                Freshness::Stale {
                    stale_us: found, ..
                } => assert_eq!(found, stale_us),
                _ => assert_eq!(stale_us, 0),
            }
            assert_eq!(broken.map(|broken| broken.key), (stale_us > 0).then_some(2));
        }
    }

    #[test]
    fn a_weak_mode_reports_staleness_and_breaks_no_promise() {
        let mut history = History::new(4, 1, Bank::default());
        write(&mut history, 1, 1, 10, 20);
        let ended = scan(2, ReadMode::Local, 2);
        history.rows(2, &[0, 0]);
        let Judged {
            freshness, broken, ..
        } = history.completed(now(60), &ended, Outcome::Ok, 0);
        assert_eq!(
            freshness,
            Freshness::Stale {
                stale_us: 30,
                commits: 1
            }
        );
        assert_eq!(broken, None);
    }

    #[test]
    fn a_read_without_an_answer_is_not_judged() {
        let mut history = History::new(4, 1, Bank::default());
        write(&mut history, 1, 0, 10, 20);
        let ended = scan(2, ReadMode::Leader, 1);
        let judged = history.completed(now(60), &ended, Outcome::Failed, 0);
        assert_eq!(judged, Judged::NOTHING);
    }

    #[test]
    fn the_history_is_kept_up_to_its_bound() {
        let mut history = History::new(1, 1, Bank::default());
        for number in 1..=OPERATIONS_MAX as u64 + 5 {
            write(&mut history, number, 0, number * 10, number * 10 + 5);
        }
        assert_eq!(history.operations().count(), OPERATIONS_MAX);
        let first = history.operations().next().expect("it is full");
        assert_eq!(
            (first.request, first.key, first.outcome),
            (6, 0, Outcome::Ok)
        );
        assert_eq!(
            (first.invoked_us, first.completed_us, first.value),
            (60, 65, 6)
        );
    }
}
