//! What clients saw: each request's invocation and response, and what follows from them alone.
//! Freshness of every read and linearizability of those that promise it are judged as responses
//! come; the last requests are kept for whoever wants the history itself.
//!
//! It must not know replicas, leaders or logs.

use std::collections::VecDeque;

use cluster::config::{OpKind, ReadMode};
use cluster::fact::{Outcome, RequestFact};
use sim::Micros;

use super::pending::PendingRequest;
use super::staleness::{Freshness, Staleness};
use super::zones::{self, Zones};

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
}

/// The clients' history so far.
#[derive(Clone, Debug)]
pub struct History {
    staleness: Staleness,
    zones: Zones,
    operations: VecDeque<Operation>,
    /// Rows that came just before the completion of their request.
    rows: Vec<u64>,
    rows_of: u64,
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
    /// Nothing has happened to `keys` keys.
    pub fn new(keys: u64) -> Self {
        History {
            staleness: Staleness::new(keys),
            zones: Zones::new(keys),
            operations: VecDeque::new(),
            rows: Vec::new(),
            rows_of: 0,
        }
    }

    /// The completed requests that are kept, in the order of completion.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter()
    }

    /// A client sent a request.
    #[inline]
    pub fn invoked(&mut self, at_us: Micros, fact: &RequestFact) {
        if fact.op == OpKind::Put {
            for key in keys(fact) {
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
    ) -> (Freshness, Option<BrokenRead>) {
        let fact = &ended.fact;
        self.keep(Operation {
            request: fact.request,
            invoked_us: ended.invoked_us,
            completed_us: now.at_us,
            key: fact.key,
            value,
            rows: fact.rows,
            op: fact.op,
            mode: fact.mode,
            outcome,
        });
        if fact.op == OpKind::Put {
            self.written(now, ended, outcome);
            return (Freshness::NotJudged, None);
        }
        if outcome != Outcome::Ok {
            return (Freshness::NotJudged, None);
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

    fn written(&mut self, now: Now, ended: &PendingRequest, outcome: Outcome) {
        let value = ended.fact.value;
        if outcome == Outcome::Unknown {
            self.staleness.unanswered(value);
        }
        for key in keys(&ended.fact) {
            if outcome == Outcome::Ok {
                self.staleness
                    .acknowledged(now.at_us, key, value, ended.invoked_us);
            }
            self.zones
                .write_completed(now.at_us, key, value, outcome, now.oldest_us);
        }
    }

    /// Judges every row: the worst one is the read's freshness.
    fn read(&mut self, now: Now, ended: &PendingRequest) -> (Freshness, Option<BrokenRead>) {
        let (request, invoked_us) = (ended.fact.request, ended.invoked_us);
        let is_linearizable = ended.fact.mode.is_linearizable();
        let mut freshness = Freshness::Fresh;
        let mut first_broken = None;
        for (offset, value) in self.rows.iter().enumerate() {
            let (key, value) = (ended.fact.key + offset as u64, *value);
            let row = self
                .staleness
                .judge(key, value, invoked_us, now.oldest_request);
            freshness = freshness.worse(row);
            if is_linearizable {
                let judged = self
                    .zones
                    .read(now.at_us, key, value, invoked_us, now.oldest_us);
                if let Err(broken) = judged {
                    first_broken.get_or_insert(BrokenRead {
                        request,
                        key,
                        value,
                        broken,
                    });
                }
            }
        }
        (freshness, first_broken)
    }
}

/// The keys that a put writes.
fn keys(put: &RequestFact) -> std::ops::Range<u64> {
    put.key..put.key + u64::from(put.rows)
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
        };
        let judged = history.completed(now(until_us), &ended, Outcome::Ok, number);
        assert_eq!(judged, (Freshness::NotJudged, None));
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
        }
    }

    #[test]
    fn every_row_of_a_scan_is_judged_and_the_worst_counts() {
        let mut history = History::new(4);
        write(&mut history, 1, 1, 10, 20);
        write(&mut history, 2, 2, 10, 30);
        let ended = scan(3, ReadMode::Leader, 4);
        history.rows(3, &[0, 0, 0, 0]);
        let (freshness, broken) = history.completed(now(60), &ended, Outcome::Ok, 0);
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
                broken: expected
            })
        );
    }

    #[test]
    fn a_put_of_several_rows_writes_each_of_them() {
        let mut history = History::new(4);
        let fact = RequestFact {
            rows: 2,
            ..request(1, OpKind::Put, 1)
        };
        history.invoked(10, &fact);
        let ended = PendingRequest {
            fact,
            invoked_us: 10,
        };
        history.completed(now(20), &ended, Outcome::Ok, 1);
        for (values, stale_us) in [([0, 1, 1, 0], 0), ([0, 1, 0, 0], 30)] {
            let ended = scan(2, ReadMode::Leader, 4);
            history.rows(2, &values);
            let (freshness, broken) = history.completed(now(60), &ended, Outcome::Ok, 0);
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
        let mut history = History::new(4);
        write(&mut history, 1, 1, 10, 20);
        let ended = scan(2, ReadMode::Local, 2);
        history.rows(2, &[0, 0]);
        let (freshness, broken) = history.completed(now(60), &ended, Outcome::Ok, 0);
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
        let mut history = History::new(4);
        write(&mut history, 1, 0, 10, 20);
        let ended = scan(2, ReadMode::Leader, 1);
        let judged = history.completed(now(60), &ended, Outcome::Failed, 0);
        assert_eq!(judged, (Freshness::NotJudged, None));
    }

    #[test]
    fn the_history_is_kept_up_to_its_bound() {
        let mut history = History::new(1);
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
