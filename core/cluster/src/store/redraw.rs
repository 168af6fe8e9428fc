//! Another future at a store: its chance is drawn from other streams from now on.

use sim::{Stream, mix};

use super::Store;

/// What the chance of a store is drawn from; the run's seed until it is drawn anew.
pub(super) struct Seeds {
    /// Election timeouts of its replicas.
    pub(super) timeouts: u64,
    service: u64,
}

impl Seeds {
    /// All of one seed.
    pub(super) fn of(seed: u64) -> Self {
        Seeds {
            timeouts: seed,
            service: seed,
        }
    }
}

impl Store {
    /// Election timeouts of all its replicas, also of those still to come.
    pub(crate) fn redraw_timeouts(&mut self, stream: u32) {
        self.seeds.timeouts = mix(self.seeds.timeouts, u64::from(stream));
        for index in self.replicas.indices() {
            self.replicas[index].redraw_timeout(self.seeds.timeouts);
        }
    }

    /// Core times of the work that begins from now on.
    pub(crate) fn redraw_service(&mut self, stream: u32) {
        self.seeds.service = mix(self.seeds.service, u64::from(stream));
        self.service = Stream::fork(self.seeds.service, "service", u64::from(self.node.0));
    }
}
