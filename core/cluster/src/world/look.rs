//! What may be seen of a cluster between two events: copies for pictures, inspectors and tests. It
//! changes nothing.

use sim::{Micros, NodeId, ZoneId};

use super::AnyCluster;
use super::UndoneActions;
use crate::replica::lease_us;
use crate::replica::{Replica, describe};
use crate::route::Entry;
use crate::store::Store;
use model::config::FaultKey;
use model::drift::{LeaseTerms, drift_bound_ppm, way_us};
use model::fact::{ReplicaRef, SentFact};
use model::ids::RangeId;
use model::machines::{Resource, ResourceUse};
use model::view::{
    EntryView, KnownRange, LeaseView, LostEntry, RangeTruth, RangeView, ReplicaView, StoreView,
    Wrong,
};

impl AnyCluster {
    /// A range's replicas that exist, by peer: those of its placement in their order, then those
    /// that came later. None for a range that went into another.
    pub fn replicas(&self, range: RangeId) -> Vec<ReplicaView> {
        let view = |at: &ReplicaRef| {
            let store = &self.stores[usize::from(at.node.0)];
            let replica = store.replica(range).expect("it exists");
            ReplicaView {
                lease: self.lease_view(store, replica),
                ..store.replica_view(range).expect("it exists")
            }
        };
        let existing = self.directory.existing(range).iter();
        let mut views: Vec<ReplicaView> = existing.map(view).collect();
        self.mark_delegates(range, &mut views);
        views
    }

    /// Marks the delegates among a range's replicas, as the leader of the highest term chose them.
    fn mark_delegates(&self, range: RangeId, views: &mut [ReplicaView]) {
        let leaders = self.existing(range).filter(|replica| replica.is_leader());
        let leader = leaders.max_by_key(|replica| replica.soft().term);
        let Some(book) = leader.and_then(|leader| leader.relay.as_ref()) else {
            return;
        };
        for (zone, delegate) in book.delegates() {
            if let Some(view) = views.iter_mut().find(|view| view.peer == delegate.peer) {
                view.delegate_for = Some(*zone);
            }
        }
    }

    /// A leader's lease.
    fn lease_view(&self, store: &Store, replica: &Replica) -> Option<LeaseView> {
        let lease = replica.lease.as_ref().filter(|lease| lease.was_valid())?;
        let now_us = store.clock().local(self.now());
        let lease_us = lease_us(&self.config, &self.settings);
        Some(LeaseView {
            state: lease.state(now_us, lease_us),
            left_us: lease.left_us(now_us, lease_us),
            tolerates_ppm: self.lease_tolerates_ppm(replica),
        })
    }

    /// How much faster than a leader's clock a follower's may run while its leases hold, in parts
    /// in a million; none if nobody can be elected without the leader. Links without faults.
    fn lease_tolerates_ppm(&self, replica: &Replica) -> Option<i64> {
        let at = replica.at;
        let voters = &replica.storage().conf_state().voters;
        let others: Vec<NodeId> = voters
            .iter()
            .filter(|peer| **peer != at.peer)
            .filter_map(|peer| self.names.node_of_peer(at.range, *peer))
            .collect();
        let raft = &self.config.raft;
        let terms = LeaseTerms {
            tick_us: raft.tick_us,
            election_ticks: raft.election_ticks as u64,
            lease_us: lease_us(&self.config, &self.settings),
            way_us: way_us(&self.config, at.node, &others, voters.len() / 2)?,
        };
        Some(drift_bound_ppm(terms))
    }

    /// Peer id and store of a range's replicas that exist, by peer.
    pub fn members(&self, range: RangeId) -> Vec<(u64, NodeId)> {
        let existing = self.directory.existing(range).iter();
        existing.map(|at| (at.peer, at.node)).collect()
    }

    /// A range's replicas that exist, by peer.
    pub(super) fn existing(&self, range: RangeId) -> impl Iterator<Item = &Replica> {
        let existing = self.directory.existing(range).iter();
        existing.map(move |at| {
            let replica = self.stores[usize::from(at.node.0)].replica(range);
            replica.expect("it exists")
        })
    }

    /// What each replica of a range, in placement order, holds of these indexes.
    pub fn log(&self, range: RangeId, indexes: std::ops::Range<u64>) -> Vec<Vec<EntryView>> {
        let held = |replica: &Replica| {
            let storage = replica.storage();
            // A log is an interval: what is not there at all costs nothing.
            let from = indexes.start.max(storage.first());
            let end = indexes.end.min(storage.last() + 1);
            (from..end).filter_map(|i| storage.view(i)).collect()
        };
        self.existing(range).map(held).collect()
    }

    /// The stretches of one term in the log of each replica of a range, in placement order: each
    /// its last index and its term. The first begins where the log does.
    pub fn log_terms(&self, range: RangeId) -> Vec<Vec<(u64, u64)>> {
        let terms = |replica: &Replica| replica.storage().terms();
        self.existing(range).map(terms).collect()
    }

    /// The entries that each replica of a range, in placement order, lost last, oldest first.
    pub fn lost(&self, range: RangeId) -> Vec<Vec<LostEntry>> {
        let lost = |replica: &Replica| replica.lost().copied().collect();
        self.existing(range).map(lost).collect()
    }

    /// The range that holds a key.
    pub fn range_of(&self, key: u64) -> RangeId {
        assert!(key < self.config.data.rows);
        self.directory.range_of(key)
    }

    /// Whether there is a range of this number that serves keys.
    pub fn range_exists(&self, range: RangeId) -> bool {
        self.directory.serves(range)
    }

    /// How many numbers of ranges are taken, those of ended ones too.
    pub fn ranges_taken(&self) -> u32 {
        self.directory.taken()
    }

    /// Every range that serves keys, in the order of its keys.
    pub fn ranges(&self) -> Vec<RangeView> {
        let view = |&(first_key, range): &(u64, RangeId)| {
            let (_, end_key) = self.range_keys(range);
            RangeView {
                range,
                first_key,
                end_key,
                replicas: self.directory.existing(range).len() as u32,
                leader: self.leader_of(range).map(|(node, _)| node),
                asleep: self.existing(range).all(Replica::is_asleep),
            }
        };
        self.directory.routes().iter().map(view).collect()
    }

    /// First key of a range and the first key after it.
    pub fn range_keys(&self, range: RangeId) -> (u64, u64) {
        let range = self.directory.range(range).expect("there is such a range");
        (range.first_key, range.end_key)
    }

    /// A store as it is now.
    pub fn store(&self, node: NodeId) -> StoreView {
        self.stores[usize::from(node.0)].view(self.now())
    }

    /// How every resource was used up to now, always in the same order: cores of stores, gateways
    /// and balancers, hosts, links.
    pub fn resources(&self) -> impl Iterator<Item = ResourceUse> {
        let now = self.now();
        let network = &self.transport.network;
        let zones = (0..self.config.zones).map(ZoneId);
        let pairs = zones
            .clone()
            .flat_map(move |from| zones.clone().map(move |to| (from, to)));
        let links = pairs.map(move |(from, to)| {
            let (bandwidth_bps, used_ns, queued_us) = network.link_use(now, from, to);
            ResourceUse {
                resource: Resource::LinkBandwidth(from, to),
                servers: u32::from(bandwidth_bps > 0),
                used_ns,
                offered_ns: now * 1_000,
                queued_us,
            }
        });
        let hosts = (0..network.hosts()).map(move |host| {
            let resource = Resource::HostPackets(host as u16);
            ResourceUse::of_cores(resource, network.packet_cores(host), now)
        });
        let stores = self.stores.iter().map(move |store| store.used(now));
        stores
            .chain(self.gateways.resources(now))
            .chain(hosts)
            .chain(links)
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
        let best = self.existing(range).max_by_key(|replica| {
            let leads = leader.is_some_and(|(node, _)| node == replica.at.node);
            (replica.storage().machine.epoch.members, leads)
        });
        let members = best.map(|replica| describe(&self.names, replica).descriptor.members);
        let (first_key, end_key) = self.range_keys(range);
        RangeTruth {
            range,
            first_key,
            end_key,
            members: members.unwrap_or_default(),
            leader: leader.map(|(node, _)| node),
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
        moving.flat_map(|(_, f)| f.facts().map(|fact| (fact, f.sent_us)))
    }

    /// A message in flight.
    pub fn flight(&self, number: u64) -> Option<(&SentFact, Micros)> {
        self.flights().find(|(fact, _)| fact.flight == number)
    }
}
