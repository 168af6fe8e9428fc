//! The replicas of which a store ever heard, by index, and beside them the little that it must know
//! to let a tick pass that changes nothing.
//!
//! Of ten thousand ranges most replicas follow and have nothing to do, and each of their ticks
//! would fetch a dozen lines of memory to find that out. So a follower says for how many ticks it
//! will have nothing to do (`Replica::idle_ticks`), and these are only counted here. Whoever may
//! change the replica next (`IndexMut`) has it make them up first, each by raft-rs: to itself
//! nothing was left out. Who only looks sees it as it was before them, in all but what counts ticks
//! as it is: that is read through `&mut` alone (`Replica::ticks`, `Replica::promise`).

use std::ops::{Index, IndexMut};

use crate::group::Replica;
use crate::store::ReplicaIndex;
use model::fact::ReplicaRef;

/// What is known of a replica's next ticks.
#[derive(Copy, Clone, Default)]
struct Ticking {
    /// The life of the replica of which the rest speaks.
    life: u32,
    /// So many more will change nothing, unless something else does.
    idle: u16,
    /// So many have passed that the replica has not made up yet.
    owed: u16,
}

/// The replicas of which a store ever heard.
#[derive(Default)]
pub(super) struct Replicas {
    all: Vec<Replica>,
    /// By replica, apart, so that many share a line of memory.
    ticking: Vec<Ticking>,
}

impl Replicas {
    pub(super) fn add(&mut self, replica: Replica) -> ReplicaIndex {
        self.all.push(replica);
        self.ticking.push(Ticking::default());
        (self.all.len() - 1) as ReplicaIndex
    }

    pub(super) fn find(&self, is_meant: impl Fn(ReplicaRef) -> bool) -> Option<ReplicaIndex> {
        let place = self.all.iter().position(|replica| is_meant(replica.at))?;
        Some(place as ReplicaIndex)
    }

    /// Whether a tick of this life changes nothing; then it has passed.
    #[inline]
    pub(super) fn pass_tick(&mut self, index: ReplicaIndex, life: u32) -> bool {
        let ticking = &mut self.ticking[index as usize];
        let passes = ticking.idle > 0 && ticking.life == life;
        if passes {
            ticking.idle -= 1;
            ticking.owed += 1;
        }
        passes
    }

    /// An event at a replica is over: from now on its ticks may pass as it says, until something
    /// touches it again.
    #[inline]
    pub(super) fn settle(&mut self, index: ReplicaIndex) {
        let replica = &self[index];
        let (life, idle) = (replica.life, replica.idle_ticks());
        let ticking = &mut self.ticking[index as usize];
        (ticking.life, ticking.idle) = (life, idle);
    }

    /// Ticks that a replica has yet to make up.
    pub(super) fn owed(&self, index: ReplicaIndex) -> u32 {
        u32::from(self.ticking[index as usize].owed)
    }

    #[cold]
    fn make_up(&mut self, index: ReplicaIndex) {
        let owed = std::mem::take(&mut self.ticking[index as usize].owed);
        self.all[index as usize].make_up(owed);
    }
}

impl Index<ReplicaIndex> for Replicas {
    type Output = Replica;

    #[inline]
    fn index(&self, index: ReplicaIndex) -> &Replica {
        &self.all[index as usize]
    }
}

impl IndexMut<ReplicaIndex> for Replicas {
    #[inline]
    fn index_mut(&mut self, index: ReplicaIndex) -> &mut Replica {
        let ticking = &mut self.ticking[index as usize];
        ticking.idle = 0;
        if ticking.owed > 0 {
            self.make_up(index);
        }
        &mut self.all[index as usize]
    }
}
