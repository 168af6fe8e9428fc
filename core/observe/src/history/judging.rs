//! Reads judged as they end, row by row: how fresh they were, and whether they kept what their mode
//! promises. It must not know replicas, leaders or logs.

use model::config::ReadMode;
use model::fact::RequestFact;
use model::ids::RequestId;
use report::check::Check;
use sim::Micros;

use crate::broken::{Broken, BrokenRead};
use crate::history::{History, Now};
use crate::judged::Judged;
use crate::modes;
use crate::pending::PendingRequest;
use crate::registers::ReadEnd;
use crate::snapshots::{Window, torn};
use crate::staleness::{Asker, Freshness, Row, Span};
use crate::unjudged::Forgotten;

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
    pub(super) fn read(&mut self, now: Now, ended: &PendingRequest) -> Judged {
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
            self.bank.row(fact.parent, key, value);
            if !is_part && self.shows_nothing(key, value) {
                continue;
            }
            let row = self.judge(key, value, by);
            judged.freshness = judged.freshness.worse(row.freshness);
            let whole = if of_whole.invoked_us == by.invoked_us {
                row
            } else {
                self.judge(key, value, of_whole)
            };
            judged.freshness_of_whole = judged.freshness_of_whole.worse(whole.freshness);
            judged.kept.own_writes &= row.own_writes;
            let floor = self.sessions.floor(by.session, key, by.invoked_us);
            if value < floor && self.staleness.precedes(key, value, floor) {
                judged.kept.monotonic = false;
            }
            self.sessions.saw(by.session, key, value, now.at_us);
            self.begun.seen(value, (fact.request, key));
            if is_part {
                self.judges_moment((key, value), reading.end);
                let span = self.span(key, value, reading.slack_us);
                let torn = self.snapshots.row(fact.parent, (key, value), span);
                judged.torn = judged.torn.or(torn);
            }
            let broken = self.row_broken((key, value), row, &reading, now.at_us);
            judged.broken = judged.broken.or(broken);
        }
        if self.rows.len() > 1 && (self.judge_all || modes::promises(fact.mode)) {
            for place in 0..self.rows.len() {
                let row = (fact.key + place as u64, self.rows[place]);
                self.judges_moment(row, reading.end);
            }
            let torn = self.torn_rows(fact, &reading);
            judged.torn = judged.torn.or(torn);
        }
        judged
    }

    /// Judges one row that a read returned.
    fn judge(&self, key: u64, value: u64, by: Asker) -> Row {
        let is_open = |value: u64| self.begun.get(value).is_some();
        self.staleness.judge(key, value, by, is_open)
    }

    /// Whether it is known what became of the write of a value.
    fn is_known(&self, key: u64, value: u64) -> bool {
        self.staleness.is_known(key, value) || self.begun.get(value).is_some()
    }

    /// Of which moments a row is that must be of one moment with others cannot be told where its
    /// write is forgotten.
    fn judges_moment(&mut self, (key, value): (u64, u64), end: ReadEnd) {
        if self.staleness.forgets() && !self.is_known(key, value) {
            let of = (end.request, end.at_us);
            self.unjudged.add(Check::Snapshot, of, Forgotten::OldValue);
        }
    }

    /// Whether a row is what stood there at first, of a key that nobody has begun to write: it
    /// misses nothing and breaks nothing, and is of any moment. Most rows of a long scan are.
    fn shows_nothing(&self, key: u64, value: u64) -> bool {
        value == 0 && !self.registers.is_begun(key)
    }

    /// What a row broke, the first of what it may break.
    fn row_broken(
        &mut self,
        (key, value): (u64, u64),
        row: Row,
        reading: &Reading,
        at_us: Micros,
    ) -> Option<BrokenRead> {
        let mut found = BrokenRead {
            request: reading.end.request,
            key,
            value,
            broken: Broken::WriteFailed,
            clash: [RequestId::NONE; 4],
        };
        if self.begun.has_failed(value) {
            return Some(found);
        }
        if self.begun.may_have_failed(value) && !self.is_known(key, value) {
            let of = (found.request, at_us);
            let why = Forgotten::FailedWrites;
            self.unjudged.add(Check::DirtyRead, of, why);
        }
        if reading.is_linearizable {
            match self.registers.read(key, value, reading.end) {
                Ok(None) => {}
                Ok(Some(why)) => {
                    let of = (found.request, at_us);
                    self.unjudged.add(Check::Linearizable, of, why);
                }
                Err(broken) => {
                    if let Broken::Replaced { by } = broken {
                        found.clash = self.registers.clash(key, value, by);
                    }
                    found.broken = broken;
                    return Some(found);
                }
            }
        }
        if let Some(bound_us) = reading.bound_us {
            if let Some(broken) = self.too_old(row, bound_us) {
                found.broken = broken;
                return Some(found);
            }
            if row.most_us > bound_us + self.skew_us {
                let (of, why) = ((found.request, at_us), Forgotten::OldValue);
                self.unjudged.add(Check::Staleness, of, why);
            }
        }
        found.broken = self.off_its_moment((key, value), reading, at_us)?;
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
        &mut self,
        (key, value): (u64, u64),
        reading: &Reading,
        at_us: Micros,
    ) -> Option<Broken> {
        let (first_us, last_us) = reading.read_us?;
        let before = Asker {
            invoked_us: first_us.saturating_sub(reading.slack_us),
            ..reading.by
        };
        // How old a read of the past may be its bound says.
        if reading.bound_us.is_none() {
            let row = self.judge(key, value, before);
            if row.missed != 0 {
                return Some(Broken::Missed {
                    by: row.missed,
                    read_us: first_us,
                });
            }
            if row.most_us > 0 {
                let of = (reading.end.request, at_us);
                self.unjudged.add(Check::Snapshot, of, Forgotten::OldValue);
            }
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
        for (key, value) in rows().filter(|(key, value)| !self.shows_nothing(*key, *value)) {
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
