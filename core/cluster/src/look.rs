//! What may be seen of a cluster between two events: copies for pictures, inspectors and tests. It
//! changes nothing.

use sim::{Micros, NodeId};

use crate::cluster::{Cluster, ReplicaIndex};
use crate::route::Entry;
use crate::undone::UndoneActions;
use model::config::FaultKey;
use model::fact::{Observer, Role, SentFact};
use model::view::{EntryView, KnownRange, LostEntry, RangeTruth, ReplicaView, StoreView, Wrong};

impl<O: Observer> Cluster<O> {
    /// A range's replicas that exist, by peer: those of its placement in their order, then those
    /// that came later. None for a range that went into another.
    pub fn replicas(&self, range: u32) -> Vec<ReplicaView> {
        let replicas = self.existing(range).iter();
        let view = |&r: &ReplicaIndex| ReplicaView {
            lease: self.lease_view(r),
            ..self.replicas[r as usize].view()
        };
        let mut views: Vec<ReplicaView> = replicas.map(view).collect();
        self.mark_delegates(range, &mut views);
        views
    }

    /// Peer id and store of a range's replicas that exist, by peer.
    pub fn members(&self, range: u32) -> Vec<(u64, NodeId)> {
        let replicas = self.existing(range).iter();
        let at = replicas.map(|&r| self.replicas[r as usize].at);
        at.map(|at| (at.peer, at.node)).collect()
    }

    fn existing(&self, range: u32) -> &[ReplicaIndex] {
        let range = self.ranges.get(range as usize);
        range.map_or(&[], |range| &range.replicas)
    }

    /// What each replica of a range, in placement order, holds of these indexes.
    pub fn log(&self, range: u32, indexes: std::ops::Range<u64>) -> Vec<Vec<EntryView>> {
        let replicas = self.existing(range);
        let held = |&r: &ReplicaIndex| {
            let storage = self.replicas[r as usize].storage();
            // A log is an interval: what is not there at all costs nothing.
            let from = indexes.start.max(storage.first());
            let end = indexes.end.min(storage.last() + 1);
            (from..end).filter_map(|i| storage.view(i)).collect()
        };
        replicas.iter().map(held).collect()
    }

    /// The entries that each replica of a range, in placement order, lost last, oldest first.
    pub fn lost(&self, range: u32) -> Vec<Vec<LostEntry>> {
        let replicas = self.existing(range);
        let lost = |&r: &ReplicaIndex| self.replicas[r as usize].lost().copied().collect();
        replicas.iter().map(lost).collect()
    }

    /// The range that holds a key.
    pub fn range_of(&self, key: u64) -> u32 {
        let after = self.routes.partition_point(|(first, _)| *first <= key);
        assert!(after > 0 && key < self.config.data.rows);
        self.routes[after - 1].1
    }

    /// First key of a range and the first key after it.
    pub fn range_keys(&self, range: u32) -> (u64, u64) {
        let range = &self.ranges[range as usize];
        (range.first_key, range.end_key)
    }

    /// A store as it is now.
    pub fn store(&self, node: NodeId) -> StoreView {
        let store = &self.stores[usize::from(node.0)];
        let leads = |r: &&ReplicaIndex| self.replicas[**r as usize].soft().role == Role::Leader;
        StoreView {
            status: store.status,
            leaders: store.replicas.iter().filter(leads).count() as u32,
            replicas: store.replicas.len() as u32,
            busy_ns: store.cores.used_ns(self.now()),
            queued_us: store.cores.queued_us(self.now()),
            cores: store.cores.len(),
            drift_ppm: store.clock.drift_ppm(),
        }
    }

    /// What a gateway knows of ranges, in the order of their keys; nothing for any other node.
    pub fn known_ranges(&self, node: NodeId) -> Vec<KnownRange> {
        let gateway = self.gateways.at(node);
        let known = gateway.iter().flat_map(|gateway| gateway.ranges.entries());
        known
            .map(|(entry, end_key)| self.known_range(entry, end_key))
            .collect()
    }

    fn known_range(&self, entry: &Entry, end_key: u64) -> KnownRange {
        let (keys, known) = ((entry.from(), end_key), &entry.known);
        let truth = self.truth_of(entry.from());
        let wrong = Wrong {
            keys: truth.range != known.range || (truth.first_key, truth.end_key) != keys,
            members: truth.members != known.members,
            leader: truth.leader.is_some_and(|leader| leader != entry.leader),
        };
        KnownRange {
            first_key: keys.0,
            end_key,
            range: known.range,
            epoch: known.epoch,
            members: known.members.clone(),
            leader: entry.leader,
            truth,
            wrong,
        }
    }

    /// How the range of a key is.
    fn truth_of(&self, key: u64) -> RangeTruth {
        let range = self.range_of(key);
        let leader = self.leader_of(range);
        // Who has applied most changes of its group knows it best.
        let best = self.existing(range).iter().copied().max_by_key(|&index| {
            let storage = self.replicas[index as usize].storage();
            (storage.machine.epoch.members, leader == Some(index))
        });
        let members = best.map(|index| self.describe(index).descriptor.members);
        let (first_key, end_key) = self.range_keys(range);
        RangeTruth {
            range,
            first_key,
            end_key,
            members: members.unwrap_or_default(),
            leader: leader.map(|index| self.replicas[index as usize].at.node),
        }
    }

    /// Rate error of a gateway's clock, and how far it is ahead of the right time now, in µs.
    pub fn gateway_clock(&self, node: NodeId) -> Option<(i32, i64)> {
        let now = self.now();
        let gateway = self.gateways.at(node)?;
        let ahead_us = gateway.clock.local(now) - now.cast_signed();
        Some((gateway.clock.drift_ppm(), ahead_us))
    }

    /// Standing faults, oldest first, with the instant at which each began.
    pub fn faults(&self) -> &[(FaultKey, Micros)] {
        &self.standing_since
    }

    /// Actions that could not be done.
    pub fn undone(&self) -> &UndoneActions {
        &self.undone
    }

    /// Whether a workload runs, and how many of its requests are in flight.
    pub fn workload(&self, workload: u16) -> (bool, u32) {
        self.gateways.workload(workload)
    }

    /// Messages in flight with the instant of their departure, in no promised order. Those that
    /// wait in a paused store's buffers have arrived.
    pub fn flights(&self) -> impl Iterator<Item = (&SentFact, Micros)> {
        let moving = self.transport.flights.iter().filter(|(_, f)| !f.in_buffer);
        moving.map(|(_, f)| (&f.fact, f.sent_us))
    }

    /// A message in flight.
    pub fn flight(&self, number: u64) -> Option<(&SentFact, Micros)> {
        self.flights().find(|(fact, _)| fact.flight == number)
    }
}
