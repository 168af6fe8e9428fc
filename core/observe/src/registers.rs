//! Linearizability of registers, judged online: the zone test of Gibbons and Korach ("Testing
//! Shared Memories", SIAM Journal on Computing 26(4), 1997, section 4), for reads that say which
//! write they saw.
//!
//! All operations on one value form a zone: from the first response among them to the last
//! invocation among them. Value a must precede value b if some operation on a ended before some
//! operation on b began. The history of a key is linearizable exactly if no two values must
//! precede each other and nothing is read before it is written. (The paper sorts zones into
//! forward and backward ones; two values precede each other exactly if two forward zones overlap
//! or a forward one holds a backward one.)
//!
//! Responses come in order of time, so a zone's start is known at once and only its end moves: a
//! read can break the rule only when it completes. A write that never answered is open for ever:
//! it plays no part until someone reads it.

mod key;

use std::collections::VecDeque;

use model::fact::Outcome;
use model::ids::RequestId;
use sim::Micros;

use crate::broken::Broken;
use crate::unjudged::Forgotten;

/// Unread writes without an answer that are remembered.
pub(crate) const OPEN_WRITES_MAX: usize = 1 << 16;
/// A key's zones are thinned out when there are more than this.
const ZONES_THIN: u32 = 3;
/// Zones of all keys, beside four of each: with more, none is kept for the sake of reads that are
/// under way for long.
const ZONES_MAX: usize = 1 << 18;

/// Response instant of a value that nobody has seen end.
const NEVER: Micros = Micros::MAX;

/// Judges the registers of all keys.
#[derive(Clone, Debug)]
pub(crate) struct RegisterCheck {
    /// By key: place in `written` plus one; 0 = nobody has begun to write it.
    place_of: Vec<u32>,
    written: Vec<KeyZones>,
    /// Unread writes without an answer, in the order in which their clients gave up.
    open: VecDeque<OpenWrite>,
    /// Whether an open write was forgotten: a value that is not known proves nothing then.
    forgot_open: bool,
    count: usize,
    /// When zones were last forgotten that a read may return which was sent before.
    forced_us: Micros,
}

/// The values of one key that may still be read or are part of what may still conflict.
#[derive(Clone, Debug)]
struct KeyZones {
    zones: Vec<Zone>,
    /// The latest invocation among values that are forgotten, and the value.
    forgotten: Start,
    /// The latest invocation among values with a response, and that among the others of them.
    latest: [Start; 2],
    /// Number of zones at which to thin out next.
    thin_at: u32,
}

/// An unread write without an answer.
#[derive(Copy, Clone, Debug)]
struct OpenWrite {
    key: u64,
    value: u64,
    invoked_us: Micros,
}

/// The operations on one value.
#[derive(Copy, Clone, Debug)]
struct Zone {
    value: u64,
    first_response_us: Micros,
    last_invocation_us: Micros,
    /// The requests that these two are of; `NONE` = the value before any write.
    first: RequestId,
    last: RequestId,
}

/// An invocation of an operation on a value.
#[derive(Copy, Clone, Debug, Default)]
struct Start {
    value: u64,
    at_us: Micros,
    request: RequestId,
}

/// A read that promised linearizability, at its end.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ReadEnd {
    pub request: RequestId,
    pub invoked_us: Micros,
    pub at_us: Micros,
    /// Every read that completes from now on was sent at this instant or later.
    pub oldest_us: Micros,
}

impl RegisterCheck {
    /// No operations yet on `keys` keys.
    pub(crate) fn new(keys: u64) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        RegisterCheck {
            place_of: vec![0; keys],
            written: Vec::new(),
            open: VecDeque::new(),
            forgot_open: false,
            count: 0,
            forced_us: 0,
        }
    }

    /// Whether anybody has begun to write a key.
    #[inline]
    pub(crate) fn is_begun(&self, key: u64) -> bool {
        self.place_of[key as usize] != 0
    }

    /// A client began to write.
    pub(crate) fn write_invoked(&mut self, at_us: Micros, key: u64, value: u64) {
        let place = &mut self.place_of[key as usize];
        if *place == 0 {
            self.written.push(KeyZones::new());
            *place = self.written.len() as u32;
            self.count += 1;
        }
        self.count += 1;
        self.written[*place as usize - 1].write_invoked(at_us, value);
    }

    /// A write ended. Every read that completes from now on was sent at `oldest_us` or later.
    pub(crate) fn write_completed(
        &mut self,
        at_us: Micros,
        key: u64,
        value: u64,
        outcome: Outcome,
        oldest_us: Micros,
    ) {
        let Some(zones) = self.key(key) else { return };
        match outcome {
            Outcome::Ok => {
                zones.responded(at_us, value);
                self.thin(key, (at_us, oldest_us));
            }
            // It is certain not to happen; a read of it would be a read of nothing. What was read
            // before stays: that it failed does not undo it.
            Outcome::Failed => {
                let is_aside = zones.set_aside(value).is_some();
                self.count -= usize::from(is_aside);
            }
            Outcome::Unknown => {
                if let Some(invoked_us) = zones.set_aside(value) {
                    self.count -= 1;
                    self.keep_open(OpenWrite {
                        key,
                        value,
                        invoked_us,
                    });
                }
            }
        }
    }

    /// A read that promised linearizability returned `value`. Nothing is wrong, or something is, or
    /// what would tell it is forgotten.
    #[inline]
    pub(crate) fn read(
        &mut self,
        key: u64,
        value: u64,
        end: ReadEnd,
    ) -> Result<Option<Forgotten>, Broken> {
        match self.place_of[key as usize] {
            // No read of a key that nobody has begun to write can conflict with what comes.
            0 if value == 0 => Ok(None),
            0 => Err(Broken::Unknown),
            place => {
                let zones = &mut self.written[place as usize - 1];
                let Some(judged) = zones.read(value, end) else {
                    return self.read_open(key, value, end);
                };
                let by_forgotten = Broken::Replaced {
                    by: zones.forgotten.value,
                };
                self.thin(key, (end.at_us, end.oldest_us));
                if judged == Err(by_forgotten) && end.invoked_us < self.forced_us {
                    return Ok(Some(Forgotten::LongRead));
                }
                judged.map(|()| None)
            }
        }
    }

    /// Forgets zones of a key that no read will need; where there are too many in all, also those
    /// that only reads under way now may need.
    #[inline]
    fn thin(&mut self, key: u64, (at_us, oldest_us): (Micros, Micros)) {
        let is_full = self.count > ZONES_MAX + 4 * self.written.len();
        let until_us = if is_full { at_us } else { oldest_us };
        let Some(zones) = self.key(key) else { return };
        let forgotten = zones.thin(until_us);
        self.count -= forgotten;
        if forgotten > 0 && until_us > oldest_us {
            self.forced_us = until_us;
        }
    }

    /// A read returned a value that has no zone: a write without an answer, or nothing known.
    #[cold]
    fn read_open(
        &mut self,
        key: u64,
        value: u64,
        end: ReadEnd,
    ) -> Result<Option<Forgotten>, Broken> {
        let is_read = |open: &OpenWrite| (open.key, open.value) == (key, value);
        let Some(place) = self.open.iter().position(is_read) else {
            return match () {
                () if end.invoked_us < self.forced_us => Ok(Some(Forgotten::LongRead)),
                () if self.forgot_open => Ok(Some(Forgotten::OpenWrites)),
                () => Err(Broken::Unknown),
            };
        };
        let began_us = self.open.remove(place).map(|open| open.invoked_us);
        if let (Some(began_us), Some(zones)) = (began_us, self.key(key)) {
            zones.write_invoked(began_us, value);
            zones.read(value, end);
            self.count += 1;
        }
        Ok(None)
    }

    /// The requests whose ends and beginnings make two values precede each other: the first to end
    /// and the last to begin of each. `NONE` = none known.
    pub(crate) fn clash(&self, key: u64, value: u64, by: u64) -> [RequestId; 4] {
        let place = self.place_of[key as usize].wrapping_sub(1);
        let Some(zones) = self.written.get(place as usize) else {
            return [RequestId::NONE; 4];
        };
        let ends = |value: u64| {
            let zone = zones.zones.iter().find(|zone| zone.value == value);
            match zone {
                Some(zone) => [zone.first, zone.last],
                None if zones.forgotten.value == value => {
                    [RequestId::of_write(value), zones.forgotten.request]
                }
                None => [RequestId::NONE; 2],
            }
        };
        let ([a, b], [c, d]) = (ends(value), ends(by));
        [a, b, c, d]
    }

    fn key(&mut self, key: u64) -> Option<&mut KeyZones> {
        let place = self.place_of[key as usize].checked_sub(1)?;
        self.written.get_mut(place as usize)
    }

    fn keep_open(&mut self, write: OpenWrite) {
        if self.open.len() == OPEN_WRITES_MAX {
            self.open.pop_front();
            self.forgot_open = true;
        }
        self.open.push_back(write);
    }
}

impl Zone {
    fn start(&self) -> Start {
        Start {
            value: self.value,
            at_us: self.last_invocation_us,
            request: self.last,
        }
    }
}

#[cfg(test)]
mod tests;
