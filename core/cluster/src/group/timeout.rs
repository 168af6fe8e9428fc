//! The election timeout, pinned: raft-rs draws it anew on every reset, and a run must not depend on
//! what it draws.

use crate::group::Replica;

/// What the pinned election timeout is a function of.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
pub(super) struct Pin {
    term: u64,
    campaigns: u64,
    timeout: usize,
    /// The least timeout; the greatest is twice that.
    least: usize,
}

impl Pin {
    /// Of a replica that stands for election after so many ticks at least.
    pub(super) fn of(least: usize) -> Self {
        Pin {
            least,
            ..Pin::default()
        }
    }
}

impl Replica {
    /// Pins the election timeout: a pure function of seed, store, range, term and campaigns begun
    /// in that term. raft-rs draws it from the thread's generator on every reset, so this runs
    /// after every call into the node.
    pub(crate) fn pin(&mut self) {
        let seed = self.seed;
        let mut pin = self.pin;
        let raft = &mut self.node().raft;
        if raft.term != pin.term {
            pin.campaigns = 0;
        } else if raft.randomized_election_timeout() == pin.timeout {
            return;
        }
        let ticks = pin.least as u64;
        let draw = sim::mix(sim::mix(seed, raft.term), pin.campaigns);
        let timeout = (ticks + draw % ticks) as usize;
        raft.set_randomized_election_timeout(timeout);
        pin.term = raft.term;
        pin.timeout = timeout;
        self.pin = pin;
    }

    /// A campaign began: the next timeout in this term is another one.
    pub(crate) fn count_campaign(&mut self) {
        self.pin.campaigns += 1;
        // Whatever the node drew or kept, it is pinned anew.
        self.pin.timeout = 0;
    }
}
