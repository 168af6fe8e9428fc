//! What a store knows of ranges beside one another from its own replicas of them: whose keys they
//! hold, which of them is to become one with which, and whether that can be.

use raft::eraftpb::Message;

use crate::context::Context;
use crate::store::{ReplicaIndex, Store};
use kv::snapshot::SnapshotData;
use model::operation::NotNow;

impl Store {
    /// Replicas of other ranges that hold some of these keys.
    pub(crate) fn overlapping(
        &self,
        range: u32,
        (first, end): (u64, u64),
    ) -> impl Iterator<Item = ReplicaIndex> {
        let replicas = self.present.iter().copied();
        replicas.filter(move |&other| {
            let other = &self.replicas[other];
            let keys = other.storage().machine.keys();
            other.at.range != range && keys.0 < end && first < keys.1
        })
    }

    /// Before a replica takes a snapshot: replicas of other ranges that hold some of its keys will
    /// have to go, and may if the snapshot says that their ranges went into this one. False when
    /// one must stay: the snapshot is refused.
    pub(crate) fn has_room(&self, index: ReplicaIndex, message: &Message) -> bool {
        let data = prost::Message::decode(message.get_snapshot().get_data());
        let data: SnapshotData = data.expect("our own encoding");
        let Some(keys) = data.keys() else {
            return true;
        };
        let at = self.replicas[index].at;
        let range_of = |other: ReplicaIndex| self.replicas[other].at.range;
        let mut others = self.overlapping(at.range, keys);
        others.all(|other| data.absorbed.contains(&range_of(other)))
    }

    /// Whether a range beside a replica is frozen to go into its range.
    pub(crate) fn is_target_beside(&self, range: u32) -> bool {
        let beside = self.present.iter();
        let goes_here = |other: &ReplicaIndex| {
            let machine = &self.replicas[*other].storage().machine;
            machine
                .merging
                .is_some_and(|merging| merging.target == range)
        };
        beside.into_iter().any(goes_here)
    }

    /// Whether a range can go into another, by what its leader knows.
    pub(crate) fn check_merge(
        &self,
        cx: &Context,
        leader: ReplicaIndex,
        into: u32,
    ) -> Result<(), NotNow> {
        let replica = &self.replicas[leader];
        if replica.at.range == into {
            return Err(NotNow::NoRange);
        }
        let beside = self.running_replica(into);
        let target = beside.ok_or(NotNow::OtherStores)?;
        let taker = &self.replicas[target].storage().machine;
        let (source, keys) = (replica.storage().machine.keys(), taker.keys());
        if source.1 != keys.0 && keys.1 != source.0 {
            return Err(NotNow::NoNeighbour);
        }
        if !self.same_stores(cx, leader, target) {
            return Err(NotNow::OtherStores);
        }
        if taker.merging.is_some() {
            return Err(NotNow::Busy);
        }
        Ok(())
    }

    fn same_stores(&self, cx: &Context, source: ReplicaIndex, target: ReplicaIndex) -> bool {
        let is_joint = |index: ReplicaIndex| self.replicas[index].storage().is_joint();
        let same = self.replicas[source].stores_of(cx) == self.replicas[target].stores_of(cx);
        same && !is_joint(source) && !is_joint(target)
    }

    /// Whether a leader has something under way, or knows from beside it that its range takes part
    /// in a merge.
    pub(crate) fn is_busy(&self, cx: &Context, index: ReplicaIndex) -> bool {
        let replica = &self.replicas[index];
        self.replicas[index].plan_of().is_some()
            || replica.storage().machine.merging.is_some()
            || cx.reshaped() && self.is_target_beside(replica.at.range)
    }
}
