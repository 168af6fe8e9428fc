//! How fast a swarm goes: its times, scaled to how long its scenario lasts.

use documents::scenario::Resolved;
use sim::{Micros, SECONDS};

/// How long faults come and go at most; a shorter scenario has as many of them in its time.
const FAULTS_US: Micros = 20 * SECONDS;
/// How long load goes on after everything healed, where faults last that long.
pub(super) const LOAD_US: Micros = 5 * SECONDS;

/// How fast a swarm goes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Pace {
    /// How long faults come and go.
    pub(super) faults_us: Micros,
}

impl Pace {
    /// As long as the scenario lasts, within bounds.
    pub(super) fn of(resolved: &Resolved) -> Pace {
        Pace {
            faults_us: resolved.duration_us.clamp(SECONDS, FAULTS_US),
        }
    }

    /// A time of the slowest swarm in this one.
    pub(super) fn scale(self, us: Micros) -> Micros {
        us * self.faults_us / FAULTS_US
    }

    /// How long load goes on after everything healed.
    fn load_us(self) -> Micros {
        self.scale(LOAD_US)
    }

    pub(super) fn end_us(self) -> Micros {
        self.faults_us + self.load_us()
    }
}
