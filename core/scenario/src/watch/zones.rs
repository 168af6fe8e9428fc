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

use cluster::fact::Outcome;
use sim::Micros;

/// Unread writes without an answer that are remembered.
pub const OPEN_WRITES_MAX: usize = 1 << 16;
/// A key's zones are thinned out when there are more than this.
const ZONES_THIN: usize = 8;

/// Response instant of a value that nobody has seen end.
const NEVER: Micros = Micros::MAX;

/// What a read broke.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Another value had replaced it for sure.
    Replaced {
        /// Write id of that value.
        by: u64,
    },
    /// Replaced long ago, or nobody had written it to this key.
    Unknown,
}

/// Zones by key.
#[derive(Clone, Debug)]
pub struct Zones {
    /// By key: place in `written` plus one; 0 = nobody has begun to write it.
    place_of: Vec<u32>,
    written: Vec<KeyZones>,
    /// Unread writes without an answer, in all.
    open: usize,
    /// Whether an open write was forgotten: a value that is not known proves nothing then.
    forgot_open: bool,
}

/// The values of one key that may still be read or are part of what may still conflict.
#[derive(Clone, Debug)]
struct KeyZones {
    zones: Vec<Zone>,
    /// Unread writes without an answer: value and invocation.
    open: Vec<(u64, Micros)>,
    /// The latest invocation among values that are forgotten, and the value.
    forgotten: Start,
    /// The latest invocation among values with a response, and that among the others of them.
    latest: [Start; 2],
    /// Number of zones at which to thin out next.
    thin_at: usize,
}

/// The operations on one value.
#[derive(Copy, Clone, Debug)]
struct Zone {
    value: u64,
    first_response_us: Micros,
    last_invocation_us: Micros,
}

/// An invocation of an operation on a value.
#[derive(Copy, Clone, Debug, Default)]
struct Start {
    value: u64,
    at_us: Micros,
}

impl Zones {
    /// No operations yet on `keys` keys.
    pub fn new(keys: u64) -> Self {
        let keys = usize::try_from(keys).expect("keys fit the memory");
        Zones {
            place_of: vec![0; keys],
            written: Vec::new(),
            open: 0,
            forgot_open: false,
        }
    }

    /// A client began to write.
    pub fn write_invoked(&mut self, at_us: Micros, key: u64, value: u64) {
        let place = &mut self.place_of[key as usize];
        if *place == 0 {
            self.written.push(KeyZones::new());
            *place = self.written.len() as u32;
        }
        self.written[*place as usize - 1].zones.push(Zone {
            value,
            first_response_us: NEVER,
            last_invocation_us: at_us,
        });
    }

    /// A write ended. Every request that completes from now on was sent at `oldest_us` or later.
    pub fn write_completed(
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
                zones.thin(oldest_us);
            }
            // It is certain not to happen; a read of it would be a read of nothing.
            Outcome::Failed => zones.zones.retain(|zone| zone.value != value),
            Outcome::Unknown => {
                if zones.set_aside(value) {
                    self.open += 1;
                    self.bound_open(key);
                }
            }
        }
    }

    /// A read that promised linearizability returned `value`.
    #[inline]
    pub fn read(
        &mut self,
        at_us: Micros,
        key: u64,
        value: u64,
        invoked_us: Micros,
        oldest_us: Micros,
    ) -> Result<(), Broken> {
        match self.place_of[key as usize] {
            // No read of a key that nobody has begun to write can conflict with what comes.
            0 if value == 0 => Ok(()),
            0 => Err(Broken::Unknown),
            place => {
                let zones = &mut self.written[place as usize - 1];
                let open_before = zones.open.len();
                let judged = zones.read(at_us, value, invoked_us);
                self.open -= open_before - zones.open.len();
                zones.thin(oldest_us);
                match judged {
                    Err(Broken::Unknown) if self.forgot_open => Ok(()),
                    judged => judged,
                }
            }
        }
    }

    fn key(&mut self, key: u64) -> Option<&mut KeyZones> {
        let place = self.place_of[key as usize].checked_sub(1)?;
        self.written.get_mut(place as usize)
    }

    fn bound_open(&mut self, key: u64) {
        if self.open <= OPEN_WRITES_MAX {
            return;
        }
        if let Some(zones) = self.key(key) {
            zones.open.remove(0);
            self.open -= 1;
            self.forgot_open = true;
        }
    }
}

impl KeyZones {
    /// Only the value before any write, written and seen at instant 0.
    fn new() -> Self {
        let initial = Zone {
            value: 0,
            first_response_us: 0,
            last_invocation_us: 0,
        };
        KeyZones {
            zones: vec![initial],
            open: Vec::new(),
            forgotten: Start::default(),
            latest: [Start::default(); 2],
            thin_at: ZONES_THIN,
        }
    }

    fn read(&mut self, at_us: Micros, value: u64, invoked_us: Micros) -> Result<(), Broken> {
        let place = self.place(value).ok_or(Broken::Unknown)?;
        let zone = &mut self.zones[place];
        zone.last_invocation_us = zone.last_invocation_us.max(invoked_us);
        if zone.first_response_us == NEVER {
            // No operation begins after now, so nothing can have to follow this value yet.
            self.responded(at_us, value);
            return Ok(());
        }
        let zone = *zone;
        self.began(value, zone.last_invocation_us);
        self.check(zone)
    }

    /// Whether another value must both precede and follow this one.
    fn check(&self, zone: Zone) -> Result<(), Broken> {
        let rival = self.latest[usize::from(self.latest[0].value == zone.value)];
        if rival.at_us <= zone.first_response_us {
            return Ok(());
        }
        let conflicts = |other: &&Zone| {
            other.value != zone.value
                && other.first_response_us < zone.last_invocation_us
                && zone.first_response_us < other.last_invocation_us
        };
        if let Some(other) = self.zones.iter().find(conflicts) {
            return Err(Broken::Replaced { by: other.value });
        }
        // What is forgotten had ended before any request now pending began.
        if self.forgotten.at_us > zone.first_response_us {
            return Err(Broken::Replaced {
                by: self.forgotten.value,
            });
        }
        Ok(())
    }

    /// Position of a value's zone; an open write that is read for the first time gets one.
    fn place(&mut self, value: u64) -> Option<usize> {
        // The newest are last, and the newest are read.
        if let Some(place) = self.zones.iter().rposition(|zone| zone.value == value) {
            return Some(place);
        }
        let open = self.open.iter().position(|(open, _)| *open == value)?;
        let (value, at_us) = self.open.remove(open);
        let zone = Zone {
            value,
            first_response_us: NEVER,
            last_invocation_us: at_us,
        };
        self.zones.push(zone);
        Some(self.zones.len() - 1)
    }

    /// An operation on a value ended.
    fn responded(&mut self, at_us: Micros, value: u64) {
        let Some(zone) = self.zones.iter_mut().rfind(|zone| zone.value == value) else {
            return;
        };
        if zone.first_response_us == NEVER {
            zone.first_response_us = at_us;
            let last_invocation_us = zone.last_invocation_us;
            self.began(value, last_invocation_us);
        }
    }

    /// Keeps the two latest invocations of different values.
    fn began(&mut self, value: u64, at_us: Micros) {
        let start = Start { value, at_us };
        if self.latest[0].value == value {
            self.latest[0].at_us = self.latest[0].at_us.max(at_us);
        } else if at_us > self.latest[0].at_us {
            self.latest = [start, self.latest[0]];
        } else if at_us > self.latest[1].at_us {
            self.latest[1] = start;
        }
    }

    /// Takes a write without an answer out of the way, unless it was read. Says whether it did.
    fn set_aside(&mut self, value: u64) -> bool {
        let unread = |zone: &Zone| zone.value == value && zone.first_response_us == NEVER;
        let Some(place) = self.zones.iter().rposition(unread) else {
            return false;
        };
        let zone = self.zones.remove(place);
        self.open.push((zone.value, zone.last_invocation_us));
        true
    }

    /// Forgets values that no request sent at `oldest_us` or later can return without breaking the
    /// rule: they must precede a value that had ended by then. A read of one is `Unknown`; how they
    /// bind other values is kept in `forgotten`.
    fn thin(&mut self, oldest_us: Micros) {
        if self.zones.len() <= self.thin_at {
            return;
        }
        let mut best = [Start::default(); 2];
        for zone in self
            .zones
            .iter()
            .filter(|zone| zone.first_response_us < oldest_us)
        {
            let start = Start {
                value: zone.value,
                at_us: zone.last_invocation_us,
            };
            if start.at_us >= best[0].at_us {
                best = [start, best[0]];
            } else if start.at_us > best[1].at_us {
                best[1] = start;
            }
        }
        let forgotten = &mut self.forgotten;
        self.zones.retain(|zone| {
            let successor = best[usize::from(best[0].value == zone.value)];
            let replaced =
                zone.first_response_us < oldest_us && successor.at_us > zone.first_response_us;
            if replaced && zone.last_invocation_us > forgotten.at_us {
                *forgotten = Start {
                    value: zone.value,
                    at_us: zone.last_invocation_us,
                };
            }
            !replaced
        });
        self.thin_at = ZONES_THIN.max(2 * self.zones.len());
    }
}

#[cfg(test)]
mod tests;
