//! The election timeout, pinned: raft-rs draws it anew on every reset, and a run must not depend on
//! what it draws.

use crate::replica::Replica;
use model::fact::ReplicaRef;

/// What the pinned election timeout is a function of.
#[derive(Copy, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pin {
    term: u64,
    campaigns: u64,
    timeout: usize,
    /// The least timeout; the greatest is less than twice that.
    least: usize,
    /// The least that this one can be: more than `least` where it was drawn anew while it ran.
    from: usize,
}

impl Pin {
    /// Of a replica that stands for election after so many ticks at least.
    pub(crate) fn of(least: usize) -> Self {
        Pin {
            least,
            from: least,
            ..Pin::default()
        }
    }
}

/// What the timeouts of a replica are drawn from, by the seed of all.
pub(crate) fn replica_seed(seed: u64, at: ReplicaRef) -> u64 {
    sim::mix(seed, sim::mix(u64::from(at.node.0), u64::from(at.range.0)))
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
            pin.from = pin.least;
        } else if raft.randomized_election_timeout() == pin.timeout {
            return;
        }
        let possible = (2 * pin.least - pin.from) as u64;
        let draw = sim::mix(sim::mix(seed, raft.term), pin.campaigns);
        let timeout = pin.from + (draw % possible) as usize;
        raft.set_randomized_election_timeout(timeout);
        pin.term = raft.term;
        pin.timeout = timeout;
        self.pin = pin;
    }

    /// A campaign began: the next timeout in this term is another one.
    pub(crate) fn count_campaign(&mut self) {
        self.pin.campaigns += 1;
        self.pin.from = self.pin.least;
        // Whatever the node drew or kept, it is pinned anew.
        self.pin.timeout = 0;
    }

    /// From now on timeouts are those of another seed. One that runs has not fired yet, so it is
    /// drawn among those that would not have fired either. Where none would (a replica that may not
    /// stand counts on), it is drawn among all.
    pub(crate) fn redraw_timeout(&mut self, seed: u64) {
        self.seed = replica_seed(seed, self.at);
        if !self.is_up() {
            return;
        }
        let elapsed = self.node().raft.election_elapsed;
        let (least, end) = (self.pin.least, 2 * self.pin.least);
        let pin = &mut self.pin;
        pin.from = if elapsed + 1 < end {
            least.max(elapsed + 1)
        } else {
            least
        };
        pin.timeout = 0;
        self.pin();
    }
}
