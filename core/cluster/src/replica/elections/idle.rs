//! Ticks of a follower that change nothing: how many are to come, and that they are made up for.
//! Why: see `store::replicas`.

use raft::StateRole;

use crate::replica::{Promise, Replica, Running, Sleep};

impl Replica {
    /// For how many ticks nothing will happen at this replica, unless something else does: it
    /// follows, waits for nothing, and does not stand for election yet.
    pub(crate) fn idle_ticks(&self) -> u16 {
        let Running::Up(node) = &self.state else {
            return 0;
        };
        let raft = &node.raft;
        let waits = self.relay.is_some()
            || self.acks.is_some()
            || self.lease.is_some()
            || !self.reads.waiting.is_empty()
            || !self.snapshots.is_idle();
        if waits || raft.state != StateRole::Follower || self.asleep != Sleep::Awake {
            return 0;
        }
        // The last of them is the one at which raft-rs would campaign.
        let patience = raft.randomized_election_timeout();
        let left = patience.saturating_sub(raft.election_elapsed + 1);
        u16::try_from(left).unwrap_or(u16::MAX)
    }

    /// Ticks passed that changed nothing: here they come after all.
    pub(crate) fn make_up(&mut self, ticks: u16) {
        for _ in 0..ticks {
            self.count_tick();
            self.node().tick();
        }
    }

    /// A tick of this life begins.
    pub(crate) fn count_tick(&mut self) {
        self.ticks += 1;
        self.tick_promise();
    }

    /// Ticks of this life. Whoever may change a replica has made up those that passed.
    pub(crate) fn ticks(&mut self) -> u64 {
        self.ticks
    }

    /// What it promised to its leader, for as many ticks as are left.
    pub(crate) fn promise(&mut self) -> Option<Promise> {
        self.promise
    }

    /// Promises something, or nothing any more.
    pub(crate) fn set_promise(&mut self, promise: Option<Promise>) {
        self.promise = promise;
    }
}
