//! What clients saw: each request's invocation and response, and what follows from them alone.
//! Freshness of every read and linearizability of those that promise it are judged as responses
//! come; the last requests are kept for whoever wants the history itself.
//!
//! It must not know replicas, leaders or logs.

use std::collections::VecDeque;

use model::config::{OpKind, ReadMode};
use model::fact::{Outcome, RequestFact};
use sim::Micros;

use crate::bank::{Bank, Unbalanced};
use crate::begun::{Begun, batch_of};
use crate::broken::{Broken, BrokenRead};
use crate::modes;
use crate::pending::PendingRequest;
use crate::sessions::{Kept, Sessions, session_of};
use crate::snapshots::{Snapshots, Window, torn};
use crate::staleness::{Asker, Freshness, Row, Span, Staleness};
use crate::zones::{ReadEnd, Zones};

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

/// What is found of a request that ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What a read missed.
    pub freshness: Freshness,
    /// What it missed of what was done before the request began that it is part of.
    pub freshness_of_whole: Freshness,
    /// What its session was kept.
    pub kept: Kept,
    /// The promise that it broke; of a write that failed, that of whoever had read its value.
    pub broken: Option<BrokenRead>,
    /// Rows of it, or of the whole that it is part of, that come from no one moment.
    pub torn: Option<BrokenRead>,
}

impl Judged {
    /// Nothing to judge.
    pub(super) const NOTHING: Judged = Judged {
        freshness: Freshness::NotJudged,
        freshness_of_whole: Freshness::NotJudged,
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
    /// Writes that have not ended, and those that failed.
    begun: Begun,
    /// Most that two clocks may differ.
    skew_us: Micros,
    /// Some write has its timestamp from a store's clock and not from the oracle.
    by_clocks: bool,
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
    /// When the request was sent that the one is part of; its own instant if it is part of none.
    pub whole_us: Micros,
}

/// A read that ended, as its rows are judged.
#[derive(Copy, Clone)]
struct Reading {
    by: Asker,
    /// How far two clocks may be apart that its moment rests on.
    slack_us: Micros,
    /// Its mode promises linearizable reads.
    is_linearizable: bool,
    /// The moments that it reads, if they were named and its mode keeps to them.
    read_us: Option<(Micros, Micros)>,
    /// How far back it may look, if its mode says so.
    bound_us: Option<Micros>,
    end: ReadEnd,
}

impl History {
    /// Nothing has happened to `keys` keys. Two clocks may differ by `skew_us`.
    pub fn new(keys: u64, skew_us: Micros, bank: Bank) -> Self {
        History {
            staleness: Staleness::new(keys),
            zones: Zones::new(keys),
            sessions: Sessions::default(),
            snapshots: Snapshots::default(),
            bank,
            begun: Begun::default(),
            skew_us,
            by_clocks: false,
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

    /// The moment of a request is known: what its parts read shall come from it. A write has its
    /// first timestamp.
    pub fn read_time_known(&mut self, fact: &RequestFact) {
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
            self.snapshots.begin(whole, self.slack_us(mode));
            self.bank.read_time_known(whole);
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
            self.begun.invoked(at_us, fact);
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

    fn keep(&mut self, operation: Operation) {
        if self.operations.len() == OPERATIONS_MAX {
            self.operations.pop_front();
        }
        self.operations.push_back(operation);
    }

    /// Who sent a request.
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
            self.zones
                .write_completed(now.at_us, key, value, outcome, now.oldest_us);
        }
        let seen = begun.map_or((0, 0), |write| write.seen);
        (outcome == Outcome::Failed && seen.0 != 0).then_some(BrokenRead {
            request: seen.0,
            key: seen.1,
            value,
            broken: Broken::WriteFailed,
            clash: [0; 4],
        })
    }

    /// What is asked of a read that ended.
    fn reading(&self, now: Now, ended: &PendingRequest) -> Reading {
        let (fact, by) = (&ended.fact, Self::asker(ended));
        // A read by version is ordered by the oracle; what stores' clocks ordered is not.
        let by_clocks = fact.mode == ReadMode::Version && self.by_clocks && ended.read_us.is_some();
        let is_ordered = modes::is_ordered(fact.mode) && !by_clocks;
        let keeps_moment = self.judge_all || modes::promises(fact.mode);
        let is_stale = fact.mode == ReadMode::Stale && fact.bound_us > 0;
        Reading {
            by,
            slack_us: self.slack_us(fact.mode),
            is_linearizable: self.judge_all || is_ordered,
            read_us: ended.read_us.filter(|_| keeps_moment),
            bound_us: is_stale.then_some(fact.bound_us),
            end: ReadEnd {
                request: fact.request,
                invoked_us: by.invoked_us,
                at_us: now.at_us,
                oldest_us: now.oldest_us,
            },
        }
    }

    /// Judges every row: the worst one is the read's freshness.
    fn read(&mut self, now: Now, ended: &PendingRequest) -> Judged {
        let fact = &ended.fact;
        let reading = self.reading(now, ended);
        let by = reading.by;
        let of_whole = Asker {
            invoked_us: now.whole_us,
            ..by
        };
        let mut judged = Judged {
            freshness: Freshness::Fresh,
            freshness_of_whole: Freshness::Fresh,
            ..Judged::NOTHING
        };
        let is_part = self.snapshots.is_open(fact.parent);
        for place in 0..self.rows.len() {
            let (key, value) = (fact.key + place as u64, self.rows[place]);
            let row = self.staleness.judge(key, value, by, now.oldest_request);
            judged.freshness = judged.freshness.worse(row.freshness);
            let whole = if of_whole.invoked_us == by.invoked_us {
                row
            } else {
                self.staleness
                    .judge(key, value, of_whole, now.oldest_request)
            };
            judged.freshness_of_whole = judged.freshness_of_whole.worse(whole.freshness);
            judged.kept.own_writes &= row.own_writes;
            let floor = self.sessions.floor(by.session, key, by.invoked_us);
            if value < floor && self.staleness.precedes(key, value, floor) {
                judged.kept.monotonic = false;
            }
            self.sessions.saw(by.session, key, value, now.at_us);
            self.begun.seen(value, (fact.request, key));
            self.bank.row(fact.parent, key, value);
            if is_part {
                let span = self.span(key, value, reading.slack_us);
                let torn = self.snapshots.row(fact.parent, (key, value), span);
                judged.torn = judged.torn.or(torn);
            }
            let broken = self.row_broken((key, value), row, &reading, now);
            judged.broken = judged.broken.or(broken);
        }
        if self.rows.len() > 1 && (self.judge_all || modes::promises(fact.mode)) {
            let torn = self.torn_rows(fact, &reading);
            judged.torn = judged.torn.or(torn);
        }
        judged
    }

    /// What a row broke, the first of what it may break.
    fn row_broken(
        &mut self,
        (key, value): (u64, u64),
        row: Row,
        reading: &Reading,
        now: Now,
    ) -> Option<BrokenRead> {
        let mut found = BrokenRead {
            request: reading.end.request,
            key,
            value,
            broken: Broken::WriteFailed,
            clash: [0; 4],
        };
        if self.begun.has_failed(value) {
            return Some(found);
        }
        if reading.is_linearizable
            && let Err(broken) = self.zones.read(key, value, reading.end)
        {
            if let Broken::Replaced { by } = broken {
                found.clash = self.zones.clash(key, value, by);
            }
            found.broken = broken;
            return Some(found);
        }
        found.broken = match (reading.bound_us, reading.read_us) {
            (Some(bound_us), _) if let Some(broken) = self.too_old(row, bound_us) => broken,
            (_, Some(moments)) => self.off_its_moment((key, value), moments, reading, now)?,
            _ => return None,
        };
        Some(found)
    }

    /// A read of the past that is older than its bound: a write is missing that was acknowledged
    /// so long before it was sent that no two clocks can be so far apart.
    fn too_old(&self, row: Row, bound_us: Micros) -> Option<Broken> {
        let skew_us = self.skew_us;
        match row.freshness {
            Freshness::Stale { stale_us, .. } if stale_us > bound_us + skew_us => {
                Some(Broken::TooOld {
                    by: row.missed,
                    age_us: stale_us,
                    bound_us,
                    skew_us,
                })
            }
            _ => None,
        }
    }

    /// A row that is not of the moment that its read was given.
    fn off_its_moment(
        &self,
        (key, value): (u64, u64),
        (first_us, last_us): (Micros, Micros),
        reading: &Reading,
        now: Now,
    ) -> Option<Broken> {
        let before = Asker {
            invoked_us: first_us.saturating_sub(reading.slack_us),
            ..reading.by
        };
        let row = self.staleness.judge(key, value, before, now.oldest_request);
        // How old a read of the past may be its bound says.
        if row.missed != 0 && reading.bound_us.is_none() {
            return Some(Broken::Missed {
                by: row.missed,
                read_us: first_us,
            });
        }
        let sent_us = match self.begun.get(value) {
            Some(write) if write.is_timed => write.invoked_us,
            Some(write) => write.invoked_us.saturating_sub(self.skew_us),
            None => self.staleness.batch(key, value)?.0,
        };
        let is_early = sent_us > last_us.saturating_add(reading.slack_us);
        is_early.then_some(Broken::Early { read_us: last_us })
    }

    /// The moments that a row may come from, where clocks may be so far apart.
    fn span(&self, key: u64, value: u64, slack_us: Micros) -> Span {
        let mut span = self.staleness.span(key, value);
        if self.by_clocks {
            span.until_us = span.until_us.saturating_add(slack_us);
        }
        span
    }

    /// Rows of one read that come from no one moment: one was written after another had been
    /// replaced, or one shows a put of several rows and another what stood there before it.
    fn torn_rows(&self, fact: &RequestFact, reading: &Reading) -> Option<BrokenRead> {
        let mut window = Window::ALL;
        let rows = || (fact.key..).zip(self.rows.iter().copied());
        let mut before = 0;
        for (key, value) in rows() {
            window.narrow((key, value), self.staleness.span(key, value));
            if value == 0 || value == before {
                continue;
            }
            before = value;
            let Some((sent_us, batch)) = self.batch(key, value) else {
                continue;
            };
            let of_batch = rows().filter(|(key, _)| (batch.0..batch.1).contains(key));
            let half = of_batch
                .filter(|(_, other)| *other != value)
                .find(|(key, other)| self.staleness.was_done_before(*key, *other, sent_us));
            if let Some(old) = half {
                return Some(torn(fact.request, (key, value), old, value));
            }
        }
        // Without a moment of its own it is of the moment at which it was served.
        let slack_us = reading.read_us.map_or(0, |_| reading.slack_us);
        window.torn(fact.request, slack_us)
    }

    /// When the write of a value was sent, and the keys that it wrote if these are several.
    fn batch(&self, key: u64, value: u64) -> Option<(Micros, (u64, u64))> {
        let begun = self.begun.get(value);
        let found = match begun {
            Some(write) => (write.invoked_us, write.keys),
            None => self.staleness.batch(key, value)?,
        };
        (found.1.1 > found.1.0 + 1).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::request;

    fn now(at_us: Micros) -> Now {
        Now {
            at_us,
            oldest_us: at_us,
            oldest_request: u64::MAX,
            whole_us: 50,
        }
    }

    fn write(history: &mut History, number: u64, key: u64, from_us: Micros, until_us: Micros) {
        let fact = request(number, OpKind::Put, key);
        history.invoked(from_us, &fact);
        let ended = PendingRequest {
            fact,
            invoked_us: from_us,
            steps: crate::moments::Steps::default(),
            read_us: None,
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
            steps: crate::moments::Steps::default(),
            read_us: None,
        }
    }

    #[test]
    fn every_row_of_a_scan_is_judged_and_the_worst_counts() {
        let mut history = History::new(4, 0, Bank::default());
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
        let expected = Broken::Replaced { by: 1 };
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
        let mut history = History::new(4, 0, Bank::default());
        let fact = RequestFact {
            rows: 2,
            ..request(1, OpKind::Put, 1)
        };
        history.invoked(10, &fact);
        let ended = PendingRequest {
            fact,
            invoked_us: 10,
            steps: crate::moments::Steps::default(),
            read_us: None,
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
        let mut history = History::new(4, 0, Bank::default());
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
        let mut history = History::new(4, 0, Bank::default());
        write(&mut history, 1, 0, 10, 20);
        let ended = scan(2, ReadMode::Leader, 1);
        let judged = history.completed(now(60), &ended, Outcome::Failed, 0);
        assert_eq!(judged, Judged::NOTHING);
    }

    /// Sends a read and ends it: what is found of it.
    fn read(
        history: &mut History,
        fact: RequestFact,
        (from_us, until_us): (Micros, Micros),
        read_us: Option<Micros>,
        values: &[u64],
    ) -> Judged {
        let ended = PendingRequest {
            fact,
            invoked_us: from_us,
            steps: crate::moments::Steps::default(),
            read_us: read_us.map(|at_us| (at_us, at_us)),
        };
        let now = Now {
            whole_us: from_us,
            ..now(until_us)
        };
        history.rows(fact.request, values);
        history.completed(now, &ended, Outcome::Ok, values[0])
    }

    fn get(number: u64, mode: ReadMode, key: u64) -> RequestFact {
        RequestFact {
            mode,
            ..request(number, OpKind::Get, key)
        }
    }

    #[test]
    fn a_stale_read_may_be_as_old_as_its_bound_and_the_skew_and_no_older() {
        for (sent_us, is_broken) in [(1_020, false), (1_021, true)] {
            let mut history = History::new(1, 200, Bank::default());
            write(&mut history, 1, 0, 10, 20);
            let fact = RequestFact {
                bound_us: 800,
                ..get(2, ReadMode::Stale, 0)
            };
            let sent = (sent_us, sent_us + 5);
            let found = read(&mut history, fact, sent, Some(sent_us - 800), &[0]);
            let too_old = Broken::TooOld {
                by: 1,
                age_us: 1_001,
                bound_us: 800,
                skew_us: 200,
            };
            let broken = found.broken.map(|read| read.broken);
            assert_eq!(broken, is_broken.then_some(too_old), "sent at {sent_us}");
        }
    }

    #[test]
    fn a_read_of_a_moment_shows_no_write_that_was_sent_later_and_misses_none_that_was_done() {
        let broken = |mode, read_us, value| {
            let mut history = History::new(1, 0, Bank::default());
            for number in [1, 2] {
                let fact = request(number, OpKind::Put, 0);
                history.invoked(number * 100, &fact);
                history.read_time_known(&fact);
                let ended = PendingRequest {
                    fact,
                    invoked_us: number * 100,
                    steps: crate::moments::Steps::default(),
                    read_us: None,
                };
                history.completed(now(number * 100 + 50), &ended, Outcome::Ok, number);
            }
            let fact = get(3, mode, 0);
            let found = read(&mut history, fact, (120, 300), Some(read_us), &[value]);
            found.broken.map(|read| read.broken)
        };
        let (version, read_us) = (ReadMode::Version, 160);
        assert_eq!(broken(version, read_us, 1), None);
        let early = Broken::Early { read_us };
        assert_eq!(
            broken(version, read_us, 2),
            Some(early),
            "one row is enough"
        );
        let missed = Broken::Missed { by: 1, read_us };
        assert_eq!(broken(version, read_us, 0), Some(missed));
        assert_eq!(broken(ReadMode::Local, read_us, 0), None, "not promised");
    }

    #[test]
    fn what_was_read_and_then_failed_stays_in_the_record() {
        let mut history = History::new(1, 0, Bank::default());
        let fact = request(1, OpKind::Put, 0);
        history.invoked(10, &fact);
        let found = read(
            &mut history,
            get(2, ReadMode::Leader, 0),
            (20, 30),
            None,
            &[1],
        );
        assert_eq!(found.broken, None, "it may be there");
        let ended = PendingRequest {
            fact,
            invoked_us: 10,
            steps: crate::moments::Steps::default(),
            read_us: None,
        };
        let found = history.completed(now(40), &ended, Outcome::Failed, 0);
        let dirty = found.broken.expect("it was read");
        assert_eq!((dirty.request, dirty.value), (2, 1));
        assert_eq!(dirty.broken, Broken::WriteFailed);
        let later = read(
            &mut history,
            get(3, ReadMode::Local, 0),
            (50, 60),
            None,
            &[1],
        );
        assert_eq!(
            later.broken.map(|read| read.broken),
            Some(Broken::WriteFailed)
        );
    }

    #[test]
    fn rows_of_a_scan_come_from_one_moment_where_that_is_promised() {
        // Row 0 was replaced while the scan ran, and only then row 1 was written.
        let found = |mode| {
            let mut history = History::new(2, 0, Bank::default());
            write(&mut history, 1, 0, 110, 120);
            write(&mut history, 2, 1, 130, 140);
            let fact = RequestFact {
                rows: 2,
                ..request(3, OpKind::Scan, 0)
            };
            let fact = RequestFact { mode, ..fact };
            read(&mut history, fact, (100, 200), None, &[0, 2]).torn
        };
        let expected = torn(3, (1, 2), (0, 0), 1);
        assert_eq!(found(ReadMode::Leader), Some(expected));
        assert_eq!(found(ReadMode::Local), None);
    }

    #[test]
    fn a_put_of_several_rows_is_seen_whole_or_not_at_all_also_before_it_is_answered() {
        let mut history = History::new(4, 0, Bank::default());
        let batch = RequestFact {
            rows: 2,
            ..request(1, OpKind::Put, 1)
        };
        history.invoked(10, &batch);
        let scan = |number| RequestFact {
            rows: 4,
            ..request(number, OpKind::Scan, 0)
        };
        let whole = read(&mut history, scan(2), (20, 30), None, &[0, 1, 1, 0]);
        assert_eq!((whole.torn, whole.broken), (None, None));
        let half = read(&mut history, scan(3), (20, 31), None, &[0, 1, 0, 0]);
        assert_eq!(half.torn, Some(torn(3, (1, 1), (2, 0), 1)));
    }

    #[test]
    fn clients_of_one_workload_are_bound_by_what_each_saw_itself() {
        let went_back = |other| {
            let mut history = History::new(1, 0, Bank::default());
            write(&mut history, 1, 0, 10, 20);
            let of = |number, client| RequestFact {
                client: Some(client),
                ..get(number, ReadMode::Local, 0)
            };
            read(&mut history, of(2, 7), (30, 40), None, &[1]);
            let found = read(&mut history, of(3, other), (50, 60), None, &[0]);
            !found.kept.monotonic
        };
        assert!(went_back(7));
        assert!(!went_back(8));
    }

    #[test]
    fn the_history_is_kept_up_to_its_bound() {
        let mut history = History::new(1, 0, Bank::default());
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
