//! Whether a read missed an acknowledged write, judged online from the client history alone.
//!
//! A read that returned write w of key k is stale if some write w2 of k was acknowledged before
//! the read was sent, and w2 was sent after w was acknowledged. The value before any write counts
//! as acknowledged at instant 0. A write that nobody acknowledged cannot be too old.
//!
//! It must not know replicas, leaders or logs: clients do not.

use std::collections::VecDeque;

use sim::Micros;

use crate::newest::Newest;
use crate::sessions::Session;

/// Acknowledged writes that are kept in all; the oldest are forgotten first.
pub const ACKNOWLEDGED_MAX: usize = 1 << 18;

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
pub const UNANSWERED_MAX: usize = 1 << 16;

/// Acknowledged writes.
#[derive(Clone, Debug)]
pub struct Staleness {
    /// By key: number of its newest acknowledgement plus one; 0 = none.
    newest: Vec<u64>,
    /// In the order of acknowledgement.
    acknowledged: Newest<Write, ACKNOWLEDGED_MAX>,
    /// Of those that wrote more rows than one: the number, and what was written together, as first
    /// key and end.
    batches: VecDeque<(u64, (u64, u64))>,
    /// When the last forgotten write was acknowledged; 0 when none was forgotten.
    forgotten_us: Micros,
    /// Writes that ended without an acknowledgement, rising.
    unanswered: VecDeque<u64>,
    /// The greatest of those that are forgotten: of values up to it nothing is certain.
    unanswered_forgotten: u64,
}

/// Of each there are up to `ACKNOWLEDGED_MAX`: every byte is a quarter of a megabyte.
#[derive(Copy, Clone, Debug)]
struct Write {
    value: u64,
    invoked_us: Micros,
    acknowledged_us: Micros,
    /// The session that wrote it.
    session: Session,
    /// How many acknowledgements ago the one before it of the same key was; 0 = none that is kept.
    before: u32,
    /// By how much the greatest write id that was acknowledged of the key so far is greater.
    greater: u32,
}

/// Who wrote, or reads: a session, and when it sent its request.
#[derive(Copy, Clone, Debug)]
pub struct Asker {
    /// The session.
    pub session: Session,
    /// When it sent the request.
    pub invoked_us: Micros,
}

/// What is found of one row that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it missed.
    pub freshness: Freshness,
    /// Whether the reader's session wrote none of what it missed.
    pub own_writes: bool,
    /// The first write that it missed; 0 = none.
    pub missed: u64,
}

/// The moments that a row may come from, as clients can tell.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Span {
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
    };
}

impl Staleness {
    /// No writes yet on `keys` keys.
    pub fn new(keys: u64) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        Staleness {
            newest: vec![0; keys],
            acknowledged: Newest::default(),
            batches: VecDeque::new(),
            forgotten_us: 0,
            unanswered: VecDeque::new(),
            unanswered_forgotten: 0,
        }
    }

    /// A client learned that its write is done.
    /// `keys`: what was written together, as first key and end.
    pub fn acknowledged(
        &mut self,
        at_us: Micros,
        (key, value): (u64, u64),
        by: Asker,
        keys: (u64, u64),
    ) {
        let number = self.acknowledged.total();
        let newest = self.newest[key as usize];
        let greatest = self.get(newest).map_or(0, Write::greatest).max(value);
        if let Some(oldest) = number.checked_sub(ACKNOWLEDGED_MAX as u64) {
            self.forget(oldest);
        }
        self.acknowledged.push(Write {
            value,
            invoked_us: by.invoked_us,
            acknowledged_us: at_us,
            session: by.session,
            before: match newest {
                0 => 0,
                // One that is too long ago to be told is forgotten.
                _ => u32::try_from(number + 1 - newest).unwrap_or(0),
            },
            greater: u32::try_from(greatest - value).expect("writes end before so many others"),
        });
        if keys != (key, key + 1) {
            self.batches.push_back((number, keys));
        }
        self.newest[key as usize] = number + 1;
    }

    fn forget(&mut self, number: u64) {
        if let Some(oldest) = self.acknowledged.get(number) {
            self.forgotten_us = oldest.acknowledged_us;
        }
        self.batches.pop_front_if(|(of, _)| *of == number);
    }

    /// A client gave up on its write, which may still happen.
    pub fn unanswered(&mut self, value: u64) {
        // Clients give up in about the order in which they began.
        let place = self.unanswered.partition_point(|known| *known < value);
        self.unanswered.insert(place, value);
        if self.unanswered.len() > UNANSWERED_MAX
            && let Some(forgotten) = self.unanswered.pop_front()
        {
            self.unanswered_forgotten = self.unanswered_forgotten.max(forgotten);
        }
    }

    /// Judges one row that a read returned. Requests before `oldest_pending` have all ended.
    #[inline]
    pub fn judge(&self, key: u64, value: u64, by: Asker, oldest_pending: u64) -> Row {
        let number = self.newest[key as usize];
        if number == 0 {
            return Row::FRESH;
        }
        match self.get(number) {
            // Nearly every read returns the newest write, or one that is newer still.
            Some(newest) if value == newest.value || value > newest.greatest() => Row::FRESH,
            _ => self.judge_older(number, value, by, oldest_pending),
        }
    }

    /// Whether a write of a key was certainly done before another one began. Writes that are not
    /// acknowledged, or are forgotten, are certain of nothing; the value before any write came
    /// before all.
    pub fn precedes(&self, key: u64, value: u64, newer: u64) -> bool {
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
    pub fn span(&self, key: u64, value: u64) -> Span {
        let number = self.newest[key as usize];
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
            .history(number)
            .take_while(|write| write.acknowledged_us > done_us);
        for write in later.filter(|write| write.invoked_us > done_us) {
            span.until_us = write.acknowledged_us;
            span.by = write.value;
        }
        span
    }

    /// Judges a read of a value that is not the key's newest; `number` is that one's.
    fn judge_older(&self, number: u64, value: u64, by: Asker, oldest_pending: u64) -> Row {
        let replaceable_us = match self.history(number).find(|write| write.value == value) {
            Some(write) => write.acknowledged_us,
            None if value >= oldest_pending => return Row::FRESH,
            None if self.may_be_unanswered(value) => return Row::FRESH,
            // It was acknowledged and is forgotten, or is the value before any write.
            None => self.forgotten_us,
        };
        // Whoever was sent after that replaces it for sure.
        let mut missed = self
            .history(number)
            // Writes that were acknowledged before it are older still.
            .take_while(|write| write.acknowledged_us > replaceable_us)
            .filter(|write| {
                write.acknowledged_us < by.invoked_us && write.invoked_us > replaceable_us
            });
        let Some(newest) = missed.next() else {
            return Row::FRESH;
        };
        let mut commits = 1;
        let mut first = newest;
        let is_own = |write: &Write| by.session != 0 && write.session == by.session;
        let mut own_writes = !is_own(newest);
        for write in missed {
            commits += 1;
            first = write;
            own_writes &= !is_own(write);
        }
        Row {
            freshness: Freshness::Stale {
                stale_us: by.invoked_us - first.acknowledged_us,
                commits,
            },
            own_writes,
            missed: first.value,
        }
    }

    fn may_be_unanswered(&self, value: u64) -> bool {
        let forgotten = value != 0 && value <= self.unanswered_forgotten;
        forgotten || self.unanswered.binary_search(&value).is_ok()
    }

    /// When an acknowledged write of a key was sent, and what it wrote together with it: first key
    /// and end.
    pub fn batch(&self, key: u64, value: u64) -> Option<(Micros, (u64, u64))> {
        let (number, write) = self.find_numbered(key, value)?;
        let place = self.batches.binary_search_by_key(&number, |(of, _)| *of);
        let keys = place.map_or((key, key + 1), |place| self.batches[place].1);
        Some((write.invoked_us, keys))
    }

    /// Whether a key's value was there for sure before an instant, acknowledged.
    pub fn was_done_before(&self, key: u64, value: u64, at_us: Micros) -> bool {
        let write = self.find(key, value);
        write.map_or(value == 0, |write| write.acknowledged_us < at_us)
    }

    /// An acknowledged write of a key.
    fn find(&self, key: u64, value: u64) -> Option<&Write> {
        self.find_numbered(key, value).map(|(_, write)| write)
    }

    /// The same, with the number of its acknowledgement.
    fn find_numbered(&self, key: u64, value: u64) -> Option<(u64, &Write)> {
        // What is greater than all before was not acknowledged before.
        self.numbered(self.newest[key as usize])
            .take_while(|(_, write)| write.greatest() >= value)
            .find(|(_, write)| write.value == value)
    }

    /// A key's acknowledgements from this number plus one backwards, as far as they are kept.
    fn history(&self, number: u64) -> impl Iterator<Item = &Write> {
        self.numbered(number).map(|(_, write)| write)
    }

    /// The same, with their numbers.
    fn numbered(&self, number: u64) -> impl Iterator<Item = (u64, &Write)> {
        let newest = self.get(number).map(|write| (number - 1, write));
        std::iter::successors(newest, |at| self.before(at))
    }

    /// The one before it of the same key, with its number.
    #[inline(never)]
    fn before(&self, (number, write): &(u64, &Write)) -> Option<(u64, &Write)> {
        let ago = (write.before > 0).then_some(u64::from(write.before))?;
        let write = self.acknowledged.get(number - ago)?;
        Some((number - ago, write))
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
