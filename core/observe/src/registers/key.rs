//! The zones of one key: which values may still be read, and which of them conflict.

use model::ids::RequestId;
use sim::Micros;

use super::{KeyZones, NEVER, ReadEnd, Start, ZONES_THIN, Zone};
use crate::broken::Broken;

impl KeyZones {
    /// Only the value before any write, written and seen at instant 0.
    pub(super) fn new() -> Self {
        let initial = Zone {
            value: 0,
            first_response_us: 0,
            last_invocation_us: 0,
            first: RequestId::NONE,
            last: RequestId::NONE,
        };
        KeyZones {
            zones: vec![initial],
            forgotten: Start::default(),
            latest: [Start::default(); 2],
            thin_at: ZONES_THIN,
        }
    }

    pub(super) fn write_invoked(&mut self, at_us: Micros, value: u64) {
        let writer = RequestId::of_write(value);
        self.zones.push(Zone {
            value,
            first_response_us: NEVER,
            last_invocation_us: at_us,
            first: writer,
            last: writer,
        });
    }

    /// `None` when the value has no zone.
    #[inline]
    pub(super) fn read(&mut self, value: u64, end: ReadEnd) -> Option<Result<(), Broken>> {
        // The newest are last, and the newest are read.
        let zone = self.zones.iter_mut().rfind(|zone| zone.value == value)?;
        if end.invoked_us > zone.last_invocation_us {
            zone.last_invocation_us = end.invoked_us;
            zone.last = end.request;
        }
        if zone.first_response_us == NEVER {
            // No operation begins after now, so nothing can have to follow this value yet.
            zone.first = end.request;
            self.responded(end.at_us, value);
            return Some(Ok(()));
        }
        let zone = *zone;
        self.began(zone);
        Some(self.check(zone))
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
        // What is forgotten had ended before any read now pending began.
        if self.forgotten.at_us > zone.first_response_us {
            return Err(Broken::Replaced {
                by: self.forgotten.value,
            });
        }
        Ok(())
    }

    /// An operation on a value ended.
    pub(super) fn responded(&mut self, at_us: Micros, value: u64) {
        let Some(zone) = self.zones.iter_mut().rfind(|zone| zone.value == value) else {
            return;
        };
        if zone.first_response_us == NEVER {
            zone.first_response_us = at_us;
            let zone = *zone;
            self.began(zone);
        }
    }

    /// Keeps the two latest invocations of different values.
    fn began(&mut self, zone: Zone) {
        let start = zone.start();
        if self.latest[0].value == start.value {
            if start.at_us > self.latest[0].at_us {
                self.latest[0] = start;
            }
        } else if start.at_us > self.latest[0].at_us {
            self.latest = [start, self.latest[0]];
        } else if start.at_us > self.latest[1].at_us {
            self.latest[1] = start;
        }
    }

    /// Takes a write without an answer out of the way, unless it was read; answers with its
    /// invocation if it did.
    pub(super) fn set_aside(&mut self, value: u64) -> Option<Micros> {
        let unread = |zone: &Zone| zone.value == value && zone.first_response_us == NEVER;
        let place = self.zones.iter().rposition(unread)?;
        Some(self.zones.remove(place).last_invocation_us)
    }

    /// Forgets values that no read sent at `oldest_us` or later can return without breaking the
    /// rule: they must precede a value that had ended by then. A read of one is `Unknown`; how they
    /// bind other values is kept in `forgotten`. Returns how many are forgotten.
    pub(super) fn thin(&mut self, oldest_us: Micros) -> usize {
        let before = self.zones.len();
        if before <= self.thin_at as usize {
            return 0;
        }
        let mut best = [Start::default(); 2];
        for zone in self
            .zones
            .iter()
            .filter(|zone| zone.first_response_us < oldest_us)
        {
            let start = zone.start();
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
                *forgotten = zone.start();
            }
            !replaced
        });
        self.thin_at = ZONES_THIN.max(2 * self.zones.len() as u32);
        before - self.zones.len()
    }
}
