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

use crate::context::Context;
use crate::message::{Asked, News, RangeInfo, RangeNews};
use crate::replica::{Replica, describe};
use crate::timeline::ReplicaIndex;
use kv::machine::Merging;
use kv::snapshot::SnapshotData;
use model::ids::RangeId;
use model::operation::NotNow;

/// Idle ticks of a replica that sleeps: they pass, and are never made up for.
const ASLEEP: u16 = u16::MAX;

/// What is known of a replica's next ticks.
#[derive(Copy, Clone, Default)]
struct Ticking {
    /// So many more will change nothing, unless something else does; [`ASLEEP`] = all.
    idle: u16,
    /// So many have passed that the replica has not made up yet.
    owed: u16,
}

/// No replica.
const NOBODY: ReplicaIndex = ReplicaIndex::MAX;

/// The replicas of which a store ever heard; what is gone stays as a note of it.
#[derive(Default)]
pub(crate) struct Replicas {
    all: Vec<Replica>,
    /// By replica, apart, so that many share a line of memory.
    ticking: Vec<Ticking>,
    /// Those that exist, in the order in which they came.
    present: Vec<ReplicaIndex>,
    /// The one that exists, by range.
    by_range: Vec<ReplicaIndex>,
}

impl Replicas {
    /// Another one, which does not exist yet.
    pub(super) fn add(&mut self, mut replica: Replica) -> ReplicaIndex {
        let index = self.all.len() as ReplicaIndex;
        replica.number = index;
        self.all.push(replica);
        self.ticking.push(Ticking::default());
        index
    }

    /// A replica exists from now on.
    pub(super) fn enlist(&mut self, index: ReplicaIndex) {
        let slot = self.all[index as usize].at.range.0 as usize;
        if self.by_range.len() <= slot {
            self.by_range.resize(slot + 1, NOBODY);
        }
        if self.by_range[slot] != index {
            self.by_range[slot] = index;
            self.present.push(index);
        }
    }

    /// A replica exists no more.
    pub(super) fn strike_off(&mut self, index: ReplicaIndex) {
        self.present.retain(|other| *other != index);
        self.by_range[self.all[index as usize].at.range.0 as usize] = NOBODY;
    }

    /// Those that exist, in the order in which they came.
    pub(super) fn present(&self) -> &[ReplicaIndex] {
        &self.present
    }

    /// The replicas that exist, to be looked at.
    pub(super) fn existing(&self) -> impl Iterator<Item = &Replica> {
        self.present.iter().map(|&index| &self[index])
    }

    /// The replica of a range, if there is one here.
    pub(super) fn on(&self, range: RangeId) -> Option<ReplicaIndex> {
        let index = *self.by_range.get(range.0 as usize)?;
        (index != NOBODY).then_some(index)
    }

    /// The replica of a peer of which this store has heard, whether it exists or not.
    pub(super) fn of_peer(&self, range: RangeId, peer: u64) -> Option<ReplicaIndex> {
        let is_meant = |index: &ReplicaIndex| self[*index].at.peer == peer;
        if let Some(index) = self.on(range).filter(is_meant) {
            return Some(index);
        }
        let mut all = self.all.iter();
        let place = all.position(|known| (known.at.range, known.at.peer) == (range, peer))?;
        Some(place as ReplicaIndex)
    }

    /// Whether a tick changes nothing; then it has passed.
    #[inline]
    pub(super) fn pass_tick(&mut self, index: ReplicaIndex) -> bool {
        let ticking = &mut self.ticking[index as usize];
        let passes = ticking.idle > 0;
        if passes && ticking.idle != ASLEEP {
            ticking.idle -= 1;
            ticking.owed += 1;
        }
        passes
    }

    /// Whether a replica sleeps and was not touched since.
    pub(super) fn sleeps(&self, index: ReplicaIndex) -> bool {
        self.ticking[index as usize].idle == ASLEEP
    }

    /// An event at a replica is over: from now on its ticks may pass as it says, until something
    /// touches it again.
    #[inline]
    pub(super) fn settle(&mut self, index: ReplicaIndex) {
        let replica = &self[index];
        let idle = if replica.is_asleep() {
            ASLEEP
        } else {
            replica.idle_ticks().min(ASLEEP - 1)
        };
        self.ticking[index as usize].idle = idle;
    }

    /// All of them by index.
    pub(super) fn indices(&self) -> std::ops::Range<ReplicaIndex> {
        0..self.all.len() as ReplicaIndex
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

/// What a store knows of ranges beside one another from its own replicas of them: whose keys they
/// hold, which of them is to become one with which, and whether that can be.
impl Replicas {
    /// Replicas of other ranges that hold some of these keys.
    pub(super) fn overlapping(
        &self,
        range: RangeId,
        (first, end): (u64, u64),
    ) -> impl Iterator<Item = &Replica> {
        self.existing().filter(move |other| {
            let keys = other.storage().machine.keys();
            other.at.range != range && keys.0 < end && first < keys.1
        })
    }

    /// Before a replica takes a snapshot: replicas of other ranges that hold some of its keys will
    /// have to go, and may if the snapshot says that their ranges went into this one. False when
    /// one must stay: the snapshot is refused.
    pub(super) fn has_room(&self, range: RangeId, snapshot: &[u8]) -> bool {
        let data: SnapshotData = prost::Message::decode(snapshot).expect("our own encoding");
        let Some(keys) = data.keys() else {
            return true;
        };
        let mut others = self.overlapping(range, keys);
        others.all(|other| data.absorbed.contains(&other.at.range.0))
    }

    /// Whether a range beside a replica is frozen to go into its range. Before any range changed
    /// none is.
    pub(super) fn is_target(&self, cx: &Context, index: ReplicaIndex) -> bool {
        let range = self[index].at.range;
        let goes_here = |other: &Replica| {
            let merging = other.storage().machine.merging;
            merging.is_some_and(|merging| merging.target == range)
        };
        cx.reshaped() && self.existing().any(goes_here)
    }

    /// Whether a range can go into the one of `target`, by what its leader knows.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub(super) fn check_merge(
        &self,
        cx: &Context,
        leader: ReplicaIndex,
        target: ReplicaIndex,
    ) -> Result<(), NotNow> {
        let (source, taker) = (&self[leader], &self[target]);
        let (goes, stays) = (
            source.storage().machine.keys(),
            taker.storage().machine.keys(),
        );
        if goes.1 != stays.0 && stays.1 != goes.0 {
            return Err(NotNow::NoNeighbour);
        }
        let is_joint = source.storage().is_joint() || taker.storage().is_joint();
        if is_joint || source.stores_of(cx) != taker.stores_of(cx) {
            return Err(NotNow::OtherStores);
        }
        if taker.storage().machine.merging.is_some() {
            return Err(NotNow::Busy);
        }
        Ok(())
    }

    /// Whether a frozen range can be taken over no more: the replica beside it, or the one that
    /// took that in, has left the shape behind in which it could be, and has not taken it in.
    pub(super) fn is_void(&self, range: RangeId, merging: Merging) -> bool {
        self.existing().any(|replica| {
            let machine = &replica.storage().machine;
            let (shape, now) = (merging.shape, machine.epoch);
            let has_changed = now.members > shape.members || now.keys > shape.keys;
            let is_target = replica.at.range == merging.target && has_changed;
            let took_target = machine.absorbed.contains(&merging.target);
            (is_target || took_target) && !machine.absorbed.contains(&range)
        })
    }

    /// How gateways come to know of ranges: a refusal for want of the keys brings what the store's
    /// own replicas know of them and of the range that was meant (TiKV's `EpochNotMatch`;
    /// `RegionNotFound` when they know nothing), as an answer from a replica that knows a newer
    /// epoch brings its range's descriptor (CockroachDB's range infos). A store says what its
    /// replicas have applied, never how things are elsewhere.
    pub(super) fn news_on(&self, cx: &Context, range: RangeId, asked: Asked) -> News {
        let end_key = asked.key + u64::from(asked.rows.max(1));
        let knows = |replica: &&Replica| {
            let (first, end) = replica.storage().machine.keys();
            let is_meant = replica.at.range == range || first < end_key && asked.key < end;
            replica.storage().is_initialized() && is_meant
        };
        let known = self.existing().filter(knows);
        let ranges: Vec<RangeInfo> = known.map(|known| describe(cx.names, known)).collect();
        (!ranges.is_empty()).then(|| Box::new(RangeNews { ranges }))
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

#[cfg(test)]
mod tests {
    use raft::eraftpb::{Message, MessageType as RaftType};
    use sim::{NodeId, Stream};

    use super::*;
    use crate::replica::{Promise, ReplicaStorage};
    use kv::machine::Machine;
    use model::config::{RaftConfig, Settings};
    use model::fact::ReplicaRef;

    /// One of three voters, just started.
    fn voter() -> Replica {
        let (range, node, peer) = (0, NodeId(0), 1);
        let at = ReplicaRef {
            range: RangeId(range),
            node,
            peer,
        };
        let storage = ReplicaStorage::new(vec![1, 2, 3], Machine::new(0, 10, 8));
        let mut replica = Replica::new(at, 0, 7, storage);
        let raft = RaftConfig {
            tick_us: 100_000,
            heartbeat_ticks: 1,
            election_ticks: 10,
            max_size_per_msg: 1 << 20,
            max_inflight_msgs: 256,
            log_keep: 100,
            delta_timestamps: false,
        };
        let log = slog::Logger::root(slog::Discard, slog::o!());
        replica.start(&raft, 0, &Settings::default(), &log);
        replica
    }

    /// Does what raft-rs has ready, and forgets its messages.
    fn drain(replica: &mut Replica) {
        replica.pin();
        let node = replica.node();
        while node.has_ready() {
            let ready = node.ready();
            if let Some(hard_state) = ready.hs().cloned() {
                node.mut_store().set_hard_state(hard_state);
            }
            let number = ready.number();
            node.advance_append_async(ready);
            node.on_persist_ready(number);
        }
    }

    fn tick(replica: &mut Replica) {
        replica.count_tick();
        replica.node().tick();
        drain(replica);
    }

    fn heartbeat(replica: &mut Replica, term: u64) {
        let mut message = Message::default();
        message.set_msg_type(RaftType::MsgHeartbeat);
        (message.from, message.to, message.term) = (2, 1, term);
        // One of a term that is over is answered, and changes nothing.
        let _ = replica.node().step(message);
        replica.set_promise(Some(Promise::new(2, 9)));
        drain(replica);
    }

    #[test]
    fn a_replica_whose_idle_ticks_pass_unseen_is_as_one_that_made_each() {
        let mut passed = 0;
        for seed in 0..40 {
            let mut draws = Stream::fork(seed, "idle", 0);
            let mut each = voter();
            let mut replicas = Replicas::default();
            let index = replicas.add(voter());
            for _ in 0..300 {
                match draws.below(20) {
                    0..=15 => {
                        tick(&mut each);
                        if replicas.pass_tick(index) {
                            passed += 1;
                        } else {
                            tick(&mut replicas[index]);
                            replicas.settle(index);
                        }
                    }
                    16 => {
                        // Something that says nothing of ticks to come.
                        assert_eq!(replicas[index].ticks(), each.ticks());
                        let promise = replicas[index].promise();
                        assert_eq!(promise, each.promise(), "seed {seed}");
                    }
                    draw => {
                        // Sometimes of a new leader's term.
                        let term = each.soft().term + draw % 2;
                        heartbeat(&mut each, term);
                        heartbeat(&mut replicas[index], term);
                        replicas.settle(index);
                    }
                }
                let mut view = replicas.all[index as usize].view();
                view.election_elapsed += replicas.owed(index);
                assert_eq!(view, each.view(), "seed {seed}");
            }
        }
        assert!(passed > 1_000, "{passed} ticks passed unseen");
    }

    #[test]
    fn ticks_of_a_replica_that_sleeps_pass_and_are_not_owed() {
        let mut replicas = Replicas::default();
        let index = replicas.add(voter());
        heartbeat(&mut replicas[index], 3);
        replicas[index].asleep = crate::replica::Sleep::Asleep;
        replicas.settle(index);
        for _ in 0..100 {
            assert!(replicas.pass_tick(index));
        }
        assert_eq!(replicas.owed(index), 0);
    }

    #[test]
    fn whoever_touches_a_replica_ends_its_idle_ticks_until_it_says_so_again() {
        let mut replicas = Replicas::default();
        let index = replicas.add(voter());
        heartbeat(&mut replicas[index], 3);
        replicas.settle(index);
        assert!(replicas.pass_tick(index));
        assert_eq!(replicas.owed(index), 1);
        assert_eq!(replicas[index].ticks(), 1, "it was made up");
        assert_eq!(replicas.owed(index), 0);
        assert!(!replicas.pass_tick(index));
    }
}
