//! Which stores hold a range: replicas lost with a store are made elsewhere, every zone that can
//! have a replica has one, and stores hold about as many.
//!
//! A range's zones are worth more than even stores: no move may leave a zone without a replica
//! that has one.

use sim::{NodeId, ZoneId};

use crate::operator::Goal;
use crate::records::RangeRecord;
use crate::round::Round;
use model::fact::Reason;
use model::ids::RangeId;

impl Round<'_> {
    /// Replaces replicas on stores that are down, adds what is missing, and gives each zone its
    /// replica.
    pub(crate) fn repair(&mut self) {
        for range in self.idle() {
            if !self.has_room_for(Goal::Add { store: NodeId(0) }) {
                return;
            }
            let record = self.record(RangeId(range.0));
            let lost = record
                .voters()
                .find(|&node| self.records.is_down(node, self.schedule, self.now));
            if let Some(remove) = lost {
                self.replace_lost(RangeId(range.0), remove);
            } else if record.voters().count() < self.voters {
                self.add_missing(RangeId(range.0));
            } else {
                self.give_zone(RangeId(range.0));
            }
        }
    }

    fn replace_lost(&mut self, range: RangeId, remove: NodeId) {
        let record = self.record(range);
        let silent_us = self.now - self.records.store(remove).heard_us;
        let limit = self.schedule.store_down_us;
        match self.store_for(record, Some(remove)) {
            Some(add) => {
                let goal = Goal::Replace { add, remove };
                self.begin(range, goal, Reason::StoreDown, silent_us, limit);
            }
            None => self.hold(
                range,
                Reason::NoStoreFits,
                None,
                Some(remove),
                silent_us,
                limit,
            ),
        }
    }

    fn add_missing(&mut self, range: RangeId) {
        let record = self.record(range);
        let (figure, limit) = (record.voters().count() as u64, self.voters as u64);
        match self.store_for(record, None) {
            Some(store) => {
                let goal = Goal::Add { store };
                self.begin(range, goal, Reason::TooFewReplicas, figure, limit);
            }
            None => self.hold(range, Reason::NoStoreFits, None, None, figure, limit),
        }
    }

    /// A zone with stores and without a replica takes one from a zone that has several.
    fn give_zone(&mut self, range: RangeId) {
        let record = self.record(range);
        let held = self.by_zone(record, None);
        let empty = |store: &NodeId| held[usize::from(self.records.zone_of(*store).0)] == 0;
        let Some(add) = self
            .free_stores(record)
            .filter(empty)
            .min_by_key(|&node| (self.replica_count(node), node))
        else {
            return;
        };
        let crowded = |node: &NodeId| held[usize::from(self.records.zone_of(*node).0)] > 1;
        let worst = record.voters().filter(crowded).max_by_key(|&node| {
            (
                held[usize::from(self.records.zone_of(node).0)],
                node != record.leader,
                self.replica_count(node),
            )
        });
        let Some(remove) = worst else { return };
        let zones = held.iter().filter(|&&count| count > 0).count() as u64;
        let goal = Goal::Replace { add, remove };
        self.begin(range, goal, Reason::ZoneWithout, zones, zones + 1);
    }

    /// Replica balancing: from the fullest store to the emptiest that may have the range.
    pub(crate) fn spread_replicas(&mut self) {
        let tolerance = u64::from(self.schedule.replicas_tolerance);
        let counts = self.records.replicas();
        let count = |node: NodeId| counts[usize::from(node.0)];
        // (difference, range, add, remove): the best allowed, and the best that a zone forbids.
        let mut best: Option<(u64, u32, NodeId, NodeId)> = None;
        let mut forbidden = best;
        for range in self.idle() {
            let record = self.record(RangeId(range.0));
            if self.held_down(record.moved_us).is_some() {
                continue;
            }
            for add in self.free_stores(record) {
                for remove in record.voters() {
                    let difference = count(remove).saturating_sub(count(add));
                    let known = if self.leaves_zone_empty(record, add, remove) {
                        &mut forbidden
                    } else {
                        &mut best
                    };
                    let better = known.is_none_or(|(greatest, ..)| difference > greatest);
                    if difference > tolerance.max(1) && better {
                        *known = Some((difference, range.0, add, remove));
                    }
                }
            }
        }
        if let Some((_, range, add, remove)) = best {
            let goal = Goal::Replace { add, remove };
            let (more, fewer) = (count(remove), count(add));
            self.begin_if_room(RangeId(range), goal, Reason::ReplicasUneven, more, fewer);
        } else if let Some((difference, range, add, remove)) = forbidden {
            let why = Reason::ZoneWithout;
            self.hold(
                RangeId(range),
                why,
                Some(add),
                Some(remove),
                difference,
                tolerance,
            );
        }
    }

    /// Whether a zone would lose its only replica.
    fn leaves_zone_empty(&self, record: &RangeRecord, add: NodeId, remove: NodeId) -> bool {
        let zone = self.records.zone_of(remove);
        let others = record.voters().filter(|&node| node != remove);
        self.records.zone_of(add) != zone
            && !others.map(|n| self.records.zone_of(n)).any(|z| z == zone)
    }

    /// The best store for one more replica: in the zone with fewest, then with fewest replicas.
    fn store_for(&self, record: &RangeRecord, besides: Option<NodeId>) -> Option<NodeId> {
        let held = self.by_zone(record, besides);
        self.free_stores(record).min_by_key(|&node| {
            let ZoneId(zone) = self.records.zone_of(node);
            (held[usize::from(zone)], self.replica_count(node), node)
        })
    }

    /// Stores that are up and hold no replica of the range.
    pub(crate) fn free_stores<'b>(
        &'b self,
        record: &'b RangeRecord,
    ) -> impl Iterator<Item = NodeId> + 'b {
        let nodes = self.records.stores.iter().map(|store| store.node);
        nodes.filter(|&node| self.is_up(node) && record.member(node).is_none())
    }

    /// Voters of a range by zone, one left out.
    fn by_zone(&self, record: &RangeRecord, besides: Option<NodeId>) -> Vec<u32> {
        let mut held = Vec::new();
        for node in record.voters().filter(|&node| Some(node) != besides) {
            let zone = usize::from(self.records.zone_of(node).0);
            held.resize(held.len().max(zone + 1), 0);
            held[zone] += 1;
        }
        let zones = self
            .records
            .stores
            .iter()
            .map(|s| usize::from(s.zone.0) + 1);
        held.resize(held.len().max(zones.max().unwrap_or(0)), 0);
        held
    }

    fn replica_count(&self, node: NodeId) -> u64 {
        self.records.replicas()[usize::from(node.0)]
    }

    pub(crate) fn begin_if_room(
        &mut self,
        range: RangeId,
        goal: Goal,
        why: Reason,
        figure: u64,
        limit: u64,
    ) {
        if self.has_room_for(goal) {
            self.begin(range, goal, why, figure, limit);
        }
    }
}
