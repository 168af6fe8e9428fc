//! What happened, by kind and by place: counted as it happens, for reports and goals. It knows
//! numbers only, no words.
//!
//! It runs on every fact of a replica: a few words of memory each, and no allocation for a fact.

mod ranges;
mod requests;

use model::config::{ClusterConfig, FaultKey, FaultPlaces, FaultTarget, NodeKind};
use model::fact::Refusal;
use sim::{Micros, NodeId, Place};

use crate::pending::Pending;
use format::moments::Moment;
use ranges::RangeMoments;
use report::moments::{MomentSummary, Tally};

/// Counts of all kinds.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    totals: [Tally; Moment::ALL.len()],
    /// By place; empty until something happens at one.
    places: [Vec<Tally>; Moment::ALL.len()],
    /// By node.
    zone_of: Vec<u16>,
    zones: usize,
}

#[derive(Copy, Clone)]
struct Seen {
    kind: Moment,
    /// When it happened, or began.
    from_us: Micros,
    lasted_us: Micros,
}

impl Counts {
    fn total(&mut self, seen: Seen, count: u64) {
        self.totals[seen.kind as usize].add(seen.from_us, seen.lasted_us, count);
    }

    fn at(&mut self, seen: Seen, count: u64, place: usize) {
        let places = &mut self.places[seen.kind as usize];
        if places.is_empty() {
            places.resize(self.zones + self.zone_of.len(), Tally::default());
        }
        places[place].add(seen.from_us, seen.lasted_us, count);
    }

    /// Everywhere, and at a node and its zone if there is one.
    fn add(&mut self, seen: Seen, node: Option<NodeId>) {
        self.total(seen, 1);
        let Some(node) = node else { return };
        let node = usize::from(node.0);
        self.at(seen, 1, usize::from(self.zone_of[node]));
        self.at(seen, 1, self.zones + node);
    }

    /// As reports tell it.
    pub fn summaries(&self) -> Vec<MomentSummary> {
        let happened = |kind: &Moment| self.totals[*kind as usize].count > 0;
        let summary = |kind: Moment| MomentSummary {
            kind,
            total: self.totals[kind as usize],
            places: self.places[kind as usize]
                .iter()
                .enumerate()
                .filter(|(_, tally)| tally.count > 0)
                .map(|(place, tally)| (place as u16, *tally))
                .collect(),
        };
        Moment::ALL
            .into_iter()
            .filter(happened)
            .map(summary)
            .collect()
    }
}

#[derive(Copy, Clone, Debug, Default)]
struct ZoneStores {
    stores: u32,
    down: u32,
    /// Since when all are down.
    since_us: Micros,
}

#[derive(Clone, Debug)]
pub(crate) struct Moments {
    counts: Counts,
    is_store: Vec<bool>,
    down: Vec<bool>,
    zones: Vec<ZoneStores>,
    ranges: Vec<RangeMoments>,
    /// The last event in which a request was refused for good, and why.
    refused: (u64, Option<Refusal>),
}

impl Moments {
    /// Nothing has happened yet.
    pub(crate) fn new(config: &ClusterConfig) -> Self {
        let zone_of: Vec<u16> = config.nodes.iter().map(|node| node.zone.0).collect();
        let kinds = config.nodes.iter().map(|node| &node.kind);
        let is_store: Vec<bool> = kinds
            .map(|kind| matches!(kind, NodeKind::Store(_)))
            .collect();
        let mut zones = vec![ZoneStores::default(); usize::from(config.zones)];
        for (zone, _) in zone_of
            .iter()
            .zip(&is_store)
            .filter(|(_, is_store)| **is_store)
        {
            zones[usize::from(*zone)].stores += 1;
        }
        Moments {
            down: vec![false; zone_of.len()],
            counts: Counts {
                zone_of,
                zones: zones.len(),
                ..Counts::default()
            },
            ranges: vec![RangeMoments::default(); config.data.placement.len()],
            refused: (0, None),
            is_store,
            zones,
        }
    }

    /// What happened up to an instant, that which still lasts included.
    pub(crate) fn counts(&self, now_us: Micros, pending: &Pending) -> Counts {
        let mut counts = self.counts.clone();
        for range in &self.ranges {
            range.standing(now_us, &mut counts);
        }
        for asked in pending.iter() {
            if let Some((since_us, store)) = asked.steps.waiting() {
                let seen = lasting(Moment::WaitedForApply, since_us, now_us);
                counts.add(seen, Some(store));
            }
        }
        for (place, zone) in self.zones.iter().enumerate() {
            if zone.stores > 0 && zone.down == zone.stores {
                let seen = lasting(Moment::ZoneDown, zone.since_us, now_us);
                counts.total(seen, 1);
                counts.at(seen, 1, place);
            }
        }
        counts
    }

    /// Something happened at this instant, everywhere or at a node.
    fn count(&mut self, kind: Moment, at_us: Micros, node: Option<NodeId>) {
        self.counts.add(lasting(kind, at_us, at_us), node);
    }

    fn zone(&self, place: Place) -> usize {
        usize::from(match place {
            Place::Zone(zone) => zone.0,
            Place::Node(node) => self.counts.zone_of[usize::from(node.0)],
        })
    }

    /// A fault began, or ended.
    pub(super) fn fault(&mut self, at_us: Micros, fault: FaultKey, began: bool) {
        let kind = fault.kind();
        let FaultPlaces { from, to, .. } = fault.places();
        if let (FaultTarget::Server, Place::Node(node)) = (kind.target(), from) {
            return self.power(at_us, node, began);
        }
        if !kind.is_of_network() || !kind.blocks() {
            return;
        }
        let kind = if began { Moment::Cut } else { Moment::Healed };
        let to = to.unwrap_or(from);
        let seen = lasting(kind, at_us, at_us);
        let (one, other) = (self.zone(from), self.zone(to));
        self.counts.total(seen, 1);
        self.counts.at(seen, 1, one);
        if other != one {
            self.counts.at(seen, 1, other);
        }
    }

    /// A store or gateway crashed, or restarted.
    fn power(&mut self, at_us: Micros, node: NodeId, crashed: bool) {
        let kind = if crashed {
            Moment::Crashed
        } else {
            Moment::Restarted
        };
        self.count(kind, at_us, Some(node));
        let place = usize::from(node.0);
        self.down[place] = crashed;
        if !self.is_store[place] {
            return;
        }
        let zone_place = usize::from(self.counts.zone_of[place]);
        let zone = &mut self.zones[zone_place];
        let was = zone.down == zone.stores;
        let since_us = zone.since_us;
        if crashed {
            zone.down += 1;
            if zone.down == zone.stores {
                zone.since_us = at_us;
            }
            self.stopped(at_us, node);
        } else {
            zone.down -= 1;
            if was {
                let seen = lasting(Moment::ZoneDown, since_us, at_us);
                self.counts.total(seen, 1);
                self.counts.at(seen, 1, zone_place);
            }
        }
    }

    pub(super) fn set(&mut self, at_us: Micros) {
        if at_us > 0 {
            self.count(Moment::Set, at_us, None);
        }
    }

    /// A leader ordered another replica to stand for election.
    #[cold]
    pub(super) fn handed_over(&mut self, at_us: Micros) {
        self.count(Moment::MovedLeader, at_us, None);
    }

    /// A request met a lock.
    pub(super) fn met_lock(&mut self, at_us: Micros) {
        self.count(Moment::MetLock, at_us, None);
    }
}

fn lasting(kind: Moment, from_us: Micros, until_us: Micros) -> Seen {
    Seen {
        kind,
        from_us,
        lasted_us: until_us - from_us,
    }
}

#[cfg(test)]
mod tests;
