//! What a store counts for the placement driver. It knows that the driver runs from the switches;
//! while it does not, nothing here costs more than a look at a flag.

use sim::{Micros, NodeId};

use super::StoreContext;
use crate::timeline::ReplicaIndex;
use pd::Usage;

/// What a store counts and remembers for its reports.
#[derive(Default)]
pub(crate) struct Reports {
    /// Whether it reports at all.
    runs: bool,
    /// Bumped whenever it begins or ends, so that timers of before fall silent.
    pub(crate) epoch: u32,
    /// By replica; empty while it does not report.
    usage: Vec<Usage>,
    /// Instant of the last report.
    pub(crate) reported_us: Micros,
}

impl Reports {
    /// The store reports from now on.
    pub(crate) fn begin(&mut self, now: Micros) {
        self.runs = true;
        self.epoch += 1;
        self.reported_us = now;
    }

    /// The store reports no longer.
    pub(crate) fn end(&mut self) {
        self.runs = false;
        self.epoch += 1;
        self.usage.clear();
    }

    /// What was counted for a replica in its present life.
    pub(crate) fn usage(&mut self, now: Micros, index: ReplicaIndex, life: u32) -> &mut Usage {
        let slot = index as usize;
        if self.usage.len() <= slot {
            self.usage.resize_with(slot + 1, Usage::default);
        }
        let usage = &mut self.usage[slot];
        if usage.life != life || usage.since_us == 0 {
            *usage = Usage::of_life(life, now);
        }
        usage
    }
}

impl StoreContext<'_, '_> {
    /// A replica served a request of this gateway; `anywhere` if any replica might have.
    pub(crate) fn count_use(
        &mut self,
        (index, life): (ReplicaIndex, u32),
        gateway: NodeId,
        anywhere: bool,
        key: u64,
    ) {
        if !self.process.reports.runs {
            return;
        }
        let (zone, now) = (self.config.zone_of(gateway), self.now());
        let usage = self.process.reports.usage(now, index, life);
        usage.count(zone, anywhere, key);
    }
}
