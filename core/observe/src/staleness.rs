//! Whether a read missed an acknowledged write, judged online from the client history alone.
//!
//! A read that returned write w of key k is stale if some write w2 of k was acknowledged before
//! the read was sent, and w2 was sent after w was acknowledged. The value before any write counts
//! as acknowledged at instant 0. A write that nobody acknowledged cannot be too old.
//!
//! What is kept is bounded: of all writes the newest, and of each key some older ones (`older`).
//! Where that does not do, a judgement says how old at most a value was.
//!
//! It must not know replicas, leaders or logs: clients do not.

mod judge;
mod older;

use std::collections::VecDeque;

use sim::Micros;

use crate::newest::Newest;
use crate::sessions::Session;
use older::Older;

/// Acknowledged writes that are kept whatever their key; what is older is thinned out by key.
pub(crate) const ACKNOWLEDGED_MAX: usize = 1 << 18;

/// What a read returned, against what it should at least have seen.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Freshness {
    /// A write, or no answer.
    #[default]
    NotJudged,
    /// It missed nothing.
    Fresh,
    /// It missed acknowledged writes.
    Stale {
        /// How long before the read was sent the first missed write was acknowledged. A lower
        /// bound when the value read is older than what is kept.
        stale_us: Micros,
        /// How many writes it missed; a lower bound likewise.
        commits: u32,
    },
}

impl Freshness {
    /// The worse of two rows' judgements.
    pub fn worse(self, other: Freshness) -> Freshness {
        let rank = |freshness: &Freshness| match freshness {
            Freshness::NotJudged => (0, 0),
            Freshness::Fresh => (1, 0),
            Freshness::Stale { stale_us, .. } => (2, *stale_us),
        };
        if rank(&other) > rank(&self) {
            other
        } else {
            self
        }
    }
}

/// Writes without an answer that are remembered.
pub(crate) const UNANSWERED_MAX: usize = 1 << 16;

#[derive(Clone, Debug)]
pub(crate) struct Staleness {
    /// By key: number of its newest acknowledgement plus one; 0 = none. `ALONE` and its value where
    /// that one is kept nowhere else any more.
    newest: Vec<u64>,
    /// In the order of acknowledgement.
    acknowledged: Newest<Write, ACKNOWLEDGED_MAX>,
    /// Those that became too old for that.
    older: Older,
    /// Of those that wrote more rows than one: the number, and what was written together, as first
    /// key and end.
    batches: VecDeque<(u64, (u64, u64))>,
    /// When the last write was acknowledged that is not among the newest; 0 = all are.
    forgotten_us: Micros,
    /// Writes that ended without an acknowledgement, rising.
    unanswered: VecDeque<u64>,
    /// The greatest of those that are forgotten: of values up to it nothing is certain.
    unanswered_forgotten: u64,
}

/// Says of a key that its newest write is known by its value alone.
const ALONE: u64 = 1 << 63;
/// Says of a write that the one before it of its key is not kept.
const LOST: u32 = u32::MAX;

/// Of each there are up to `ACKNOWLEDGED_MAX`: every byte is a quarter of a megabyte.
#[derive(Copy, Clone, Debug)]
struct Write {
    key: u64,
    value: u64,
    invoked_us: Micros,
    acknowledged_us: Micros,
    /// The session that wrote it.
    session: Session,
    /// How many acknowledgements ago the one before it of the same key was; 0 = none, `LOST`: it is
    /// not kept.
    before: u32,
    /// By how much the greatest write id that was acknowledged of the key so far is greater.
    greater: u32,
}

/// Who wrote, or reads: a session, and when it sent its request.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Asker {
    pub session: Session,
    /// When it sent the request.
    pub invoked_us: Micros,
}

/// What is found of one row that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub freshness: Freshness,
    /// Whether the reader's session wrote none of what it missed.
    pub own_writes: bool,
    /// The first write that it missed; 0 = none.
    pub missed: u64,
    /// How long at most before the read was sent the first missed write was acknowledged. More than
    /// `freshness` says where the value is not kept any more, or what replaced it; `Micros::MAX`
    /// where nothing is known.
    pub most_us: Micros,
}

/// The moments that a row may come from, as clients can tell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// It was not there before.
    pub from_us: Micros,
    /// It was certainly replaced by then; `Micros::MAX` = never.
    pub until_us: Micros,
    /// The write that had replaced it.
    pub by: u64,
}

impl Row {
    const FRESH: Row = Row {
        freshness: Freshness::Fresh,
        own_writes: true,
        missed: 0,
        most_us: 0,
    };

    /// Nothing is known of the write of the value.
    const UNKNOWN: Row = Row {
        most_us: Micros::MAX,
        ..Row::FRESH
    };
}

impl Staleness {
    /// No writes yet on `keys` keys.
    pub(crate) fn new(keys: u64) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        Staleness {
            newest: vec![0; keys],
            acknowledged: Newest::default(),
            older: Older::default(),
            batches: VecDeque::new(),
            forgotten_us: 0,
            unanswered: VecDeque::new(),
            unanswered_forgotten: 0,
        }
    }

    /// A client learned that its write is done.
    /// `keys`: what was written together, as first key and end.
    pub(crate) fn acknowledged(
        &mut self,
        at_us: Micros,
        (key, value): (u64, u64),
        by: Asker,
        keys: (u64, u64),
    ) {
        let number = self.acknowledged.total();
        if let Some(oldest) = number.checked_sub(ACKNOWLEDGED_MAX as u64) {
            self.forget(oldest, at_us);
        }
        let newest = self.newest[key as usize];
        let greatest = self
            .get(newest)
            .or_else(|| Some(&self.older.of(key).last()?.write));
        let greatest = greatest.map_or(0, Write::greatest).max(value);
        self.acknowledged.push(Write {
            key,
            value,
            invoked_us: by.invoked_us,
            acknowledged_us: at_us,
            session: by.session,
            before: match newest {
                0 => 0,
                ALONE.. => LOST,
                // One that is too long ago to be told is not among the newest.
                _ => u32::try_from(number + 1 - newest).unwrap_or(LOST),
            },
            greater: u32::try_from(greatest - value).expect("writes end before so many others"),
        });
        if keys != (key, key + 1) {
            self.batches.push_back((number, keys));
        }
        self.newest[key as usize] = number + 1;
    }

    /// The oldest of the newest writes is one of the old ones from now on.
    fn forget(&mut self, number: u64, now_us: Micros) {
        if let Some(&oldest) = self.acknowledged.get(number) {
            self.forgotten_us = oldest.acknowledged_us;
            let is_kept = self.older.push(oldest.key, oldest, now_us);
            let newest = &mut self.newest[oldest.key as usize];
            if !is_kept && *newest == number + 1 {
                *newest = ALONE | oldest.value;
            }
        }
        self.batches.pop_front_if(|(of, _)| *of == number);
    }

    /// A client gave up on its write, which may still happen.
    pub(crate) fn unanswered(&mut self, value: u64) {
        // Clients give up in about the order in which they began.
        let place = self.unanswered.partition_point(|known| *known < value);
        self.unanswered.insert(place, value);
        if self.unanswered.len() > UNANSWERED_MAX
            && let Some(forgotten) = self.unanswered.pop_front()
        {
            self.unanswered_forgotten = self.unanswered_forgotten.max(forgotten);
        }
    }

    /// Judges one row that a read returned. `is_open`: whether the client of a write still waits.
    #[inline]
    pub(crate) fn judge(
        &self,
        key: u64,
        value: u64,
        by: Asker,
        is_open: impl FnOnce(u64) -> bool,
    ) -> Row {
        let number = self.newest[key as usize];
        if number == 0 {
            return Row::FRESH;
        }
        match self.get(number) {
            // Nearly every read returns the newest write, or one that is newer still.
            Some(newest) if value == newest.value || value > newest.greatest() => Row::FRESH,
            _ if number == ALONE | value => Row::FRESH,
            _ => self.judge_older(key, value, by, is_open),
        }
    }

    /// Whether a write of a key was certainly done before another one began. Writes that are not
    /// acknowledged, or are forgotten, are certain of nothing; the value before any write came
    /// before all.
    pub(crate) fn precedes(&self, key: u64, value: u64, newer: u64) -> bool {
        if value == 0 {
            return newer != 0;
        }
        let (older, newer) = (self.find(key, value), self.find(key, newer));
        older
            .zip(newer)
            .is_some_and(|(older, newer)| older.acknowledged_us < newer.invoked_us)
    }

    /// The moments that a row with this value may come from. What is not acknowledged, or is
    /// forgotten, binds nothing.
    pub(crate) fn span(&self, key: u64, value: u64) -> Span {
        let mut span = Span {
            from_us: 0,
            until_us: Micros::MAX,
            by: 0,
        };
        let done_us = match self.find(key, value) {
            Some(write) => {
                span.from_us = write.invoked_us;
                write.acknowledged_us
            }
            None if value == 0 => 0,
            None => return span,
        };
        let later = self
            .history(key)
            .take_while(|write| write.acknowledged_us > done_us);
        for write in later.filter(|write| write.invoked_us > done_us) {
            span.until_us = write.acknowledged_us;
            span.by = write.value;
        }
        span
    }

    /// When an acknowledged write of a key was sent, and what it wrote together with it: first key
    /// and end.
    pub(crate) fn batch(&self, key: u64, value: u64) -> Option<(Micros, (u64, u64))> {
        let (number, write) = self.find_numbered(key, value)?;
        let place = self.batches.binary_search_by_key(&number, |(of, _)| *of);
        let keys = place.map_or((key, key + 1), |place| self.batches[place].1);
        Some((write.invoked_us, keys))
    }

    /// Whether a key's value was there for sure before an instant, acknowledged.
    pub(crate) fn was_done_before(&self, key: u64, value: u64, at_us: Micros) -> bool {
        let write = self.find(key, value);
        write.map_or(value == 0, |write| write.acknowledged_us < at_us)
    }

    /// An acknowledged write of a key.
    fn find(&self, key: u64, value: u64) -> Option<&Write> {
        // What is greater than all before was not acknowledged before.
        self.history(key)
            .take_while(|write| write.greatest() >= value)
            .find(|write| write.value == value)
    }

    /// One of the newest, with the number of its acknowledgement.
    fn find_numbered(&self, key: u64, value: u64) -> Option<(u64, &Write)> {
        self.numbered(self.newest[key as usize])
            .take_while(|(_, write)| write.greatest() >= value)
            .find(|(_, write)| write.value == value)
    }

    /// A key's acknowledged writes, the newest first, as far as they are kept.
    fn history(&self, key: u64) -> impl Iterator<Item = &Write> {
        let newest = self.numbered(self.newest[key as usize]);
        let older = self.older.of(key).iter().rev();
        newest
            .map(|(_, write)| write)
            .chain(older.map(|old| &old.write))
    }

    /// Whether any write is forgotten.
    #[inline]
    pub(crate) fn forgets(&self) -> bool {
        self.forgotten_us > 0 || self.unanswered_forgotten > 0
    }

    /// Whether it is known how the write of a value ended: none that failed or has not ended.
    pub(crate) fn is_known(&self, key: u64, value: u64) -> bool {
        value == 0
            || self.newest[key as usize] == ALONE | value
            || self.find(key, value).is_some()
            || self.unanswered.binary_search(&value).is_ok()
    }

    /// A key's acknowledgements among the newest, from this number plus one backwards, with their
    /// numbers.
    fn numbered(&self, number: u64) -> impl Iterator<Item = (u64, &Write)> {
        let newest = self.get(number).map(|write| (number - 1, write));
        std::iter::successors(newest, |at| self.before(at))
    }

    /// The one before it of the same key, with its number.
    #[inline(never)]
    fn before(&self, (number, write): &(u64, &Write)) -> Option<(u64, &Write)> {
        if write.before == 0 || write.before == LOST {
            return None;
        }
        let before = number - u64::from(write.before);
        Some((before, self.acknowledged.get(before)?))
    }

    /// The acknowledgement of a number plus one; `None` for 0 and what is forgotten.
    #[inline]
    fn get(&self, number: u64) -> Option<&Write> {
        self.acknowledged.get(number.checked_sub(1)?)
    }
}

impl Write {
    /// The greatest write id that was acknowledged of its key until then.
    #[inline]
    fn greatest(&self) -> u64 {
        self.value + u64::from(self.greater)
    }
}

#[cfg(test)]
mod tests;
