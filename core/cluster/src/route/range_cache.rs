//! What a gateway knows of ranges: their keys, epochs, members and believed leaders (CockroachDB's
//! range cache, TiDB's region cache). Contents begin with the cluster as it was created; all that
//! comes later came in a message, and may be out of date when it is used. A pure structure: it
//! knows neither the cluster nor messages.
//!
//! Every key always has an entry. What a newer descriptor does not cover of an older one stays, as
//! a guess: the stores of a range that was split know best what became of its keys.

use sim::{Micros, NodeId};

use crate::message::{RangeDescriptor, RangeInfo};
use model::config::ClusterConfig;
use model::ids::RangeId;
use model::view::{Epoch, RangeMember};

/// What is known of the keys from one on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The first key that it is used for; it is used up to the next entry's.
    from: u64,
    pub(crate) known: RangeDescriptor,
    /// The store that is asked as the leader.
    pub(crate) leader: NodeId,
    /// Stores that said that they do not have these keys, and until when that keeps reads away.
    absent: Vec<(NodeId, Micros)>,
}

impl Entry {
    /// The first key that it is used for.
    pub(crate) fn from(&self) -> u64 {
        self.from
    }

    /// Members that may have its keys, with their places.
    pub(crate) fn candidates(
        &self,
        now: Micros,
    ) -> impl Iterator<Item = (usize, RangeMember)> + '_ {
        let members = self.known.members.iter().copied().enumerate();
        members.filter(move |(_, member)| !self.is_absent(member.node, now))
    }

    fn is_absent(&self, node: NodeId, now: Micros) -> bool {
        let said = |&(store, until): &(NodeId, Micros)| store == node && until > now;
        self.absent.iter().any(said)
    }

    /// The store to ask after one that could not help: the next member, and when all said that they
    /// do not have these keys, the next of all stores. Somebody has them.
    fn ask_after(&mut self, failed: NodeId, stores: u16) {
        let members = &self.known.members;
        let place = members.iter().position(|member| member.node == failed);
        let begin = place.map_or(0, |place| place + 1);
        let others = (begin..members.len()).chain(0..begin);
        let others = others.map(|place| members[place].node);
        let all = (1..=stores).map(|step| NodeId((failed.0 + step) % stores));
        let is_open =
            |node: &NodeId| *node != failed && self.absent.iter().all(|(store, _)| store != node);
        if let Some(next) = others.chain(all).find(is_open) {
            self.leader = next;
        } else {
            // Once around: what was said is long ago.
            self.absent.clear();
            self.leader = members.first().map_or(failed, |member| member.node);
        }
    }
}

/// All that a gateway knows of ranges.
#[derive(Clone, Debug)]
pub(crate) struct RangeCache {
    /// By first key; together they cover all keys.
    entries: Vec<Entry>,
    /// Their first keys apart, so that a search passes through little memory.
    firsts: Vec<u64>,
    end_key: u64,
    /// Stores are numbered from 0; which there are is configuration.
    stores: u16,
}

impl RangeCache {
    /// Ranges in the order of their keys, with the first leader of each.
    fn new(created: Vec<(RangeDescriptor, NodeId)>, stores: u16) -> Self {
        let end_key = created.last().map_or(0, |(known, _)| known.end_key);
        let entry = |(known, leader): (RangeDescriptor, NodeId)| Entry {
            from: known.first_key,
            known,
            leader,
            absent: Vec::new(),
        };
        RangeCache {
            firsts: created.iter().map(|(known, _)| known.first_key).collect(),
            entries: created.into_iter().map(entry).collect(),
            end_key,
            stores,
        }
    }

    /// What whoever routes requests knows at the start: the cluster as it was created (loaded from
    /// the placement driver before instant 0).
    pub(crate) fn created(config: &ClusterConfig) -> Self {
        let data = &config.data;
        let count = data.placement.len() as u64;
        let member = |(place, &node): (usize, &NodeId)| RangeMember {
            peer: place as u64 + 1,
            node,
            learner: false,
        };
        let created = data.placement.iter().enumerate().map(|(range, stores)| {
            let known = RangeDescriptor {
                range: RangeId(range as u32),
                first_key: data.rows * range as u64 / count,
                end_key: data.rows * (range as u64 + 1) / count,
                epoch: Epoch::default(),
                members: stores.iter().enumerate().map(member).collect(),
            };
            (known, data.first_leaders[range].unwrap_or(stores[0]))
        });
        RangeCache::new(created.collect(), config.stores() as u16)
    }

    /// The place of a key's entry. Ranges are about as long as each other, at first at least, so
    /// that a look where it would be then mostly finds it.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let count = self.firsts.len();
        let guess = (key.wrapping_mul(count as u64) / self.end_key.max(1)) as usize;
        if guess < count {
            let is_past = |place: usize| self.firsts.get(place).is_none_or(|first| *first > key);
            if self.firsts[guess] <= key && is_past(guess + 1) {
                return guess;
            }
        }
        self.firsts.partition_point(|first| *first <= key) - 1
    }

    fn end_of(&self, place: usize) -> u64 {
        let next = self.entries.get(place + 1);
        next.map_or(self.end_key, |next| next.from)
    }

    /// What is known of a key's range.
    pub(crate) fn entry(&self, key: u64) -> &Entry {
        &self.entries[self.place(key)]
    }

    /// The keys for which the same is known: the first, and the first after the last.
    pub(crate) fn keys(&self, key: u64) -> (u64, u64) {
        let place = self.place(key);
        (self.entries[place].from, self.end_of(place))
    }

    /// Everything that is known, by first key, with the first key after each.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Entry, u64)> {
        let each = self.entries.iter().enumerate();
        each.map(|(place, entry)| (entry, self.end_of(place)))
    }

    /// A store leads the range that a key is in.
    pub(crate) fn lead(&mut self, key: u64, range: RangeId, leader: NodeId) {
        let place = self.place(key);
        let entry = &mut self.entries[place];
        if entry.known.range == range {
            entry.leader = leader;
            entry.absent.retain(|(store, _)| *store != leader);
        }
    }

    /// A store leads a range, whatever its keys.
    pub(crate) fn lead_range(&mut self, range: RangeId, leader: NodeId) {
        let firsts: Vec<u64> = self
            .entries
            .iter()
            .filter(|entry| entry.known.range == range)
            .map(|entry| entry.from)
            .collect();
        for first in firsts {
            self.lead(first, range, leader);
        }
    }

    /// A store failed: if it was taken for the leader of a key, another is asked next.
    pub(crate) fn failed(&mut self, key: u64, store: NodeId) {
        let (place, stores) = (self.place(key), self.stores);
        let entry = &mut self.entries[place];
        if entry.leader == store {
            entry.ask_after(store, stores);
        }
    }

    /// A store said that it has no replica with this key. It is asked again after `until`.
    pub(crate) fn absent(&mut self, key: u64, store: NodeId, until: Micros) {
        let (place, stores) = (self.place(key), self.stores);
        let entry = &mut self.entries[place];
        entry.absent.retain(|(known, _)| *known != store);
        entry.absent.push((store, until));
        if entry.leader == store {
            entry.ask_after(store, stores);
        }
    }

    /// Takes in what a replica said of its range, unless something newer is known of any of its
    /// keys. False when it was no news.
    pub(crate) fn learn(&mut self, info: &RangeInfo) -> bool {
        let new = &info.descriptor;
        let first = self.place(new.first_key);
        let end = self.firsts.partition_point(|first| *first < new.end_key);
        let overlapping = &self.entries[first..end];
        let is_older = |entry: &Entry| {
            let known = &entry.known;
            if known.range == new.range {
                new.is_newer(known)
            } else {
                // Who splits or merges counts on from the greater of both.
                known.epoch.keys < new.epoch.keys
            }
        };
        if !overlapping.iter().all(is_older) {
            return false;
        }
        let leader = info.leader.unwrap_or_else(|| self.likely_leader(new));
        let entry = Entry {
            from: new.first_key,
            known: new.clone(),
            leader,
            absent: Vec::new(),
        };
        let before = self.entries[first].clone();
        let rest_ends = self.end_of(end - 1);
        let rest = self.entries[end - 1].clone();
        let left = (before.from < new.first_key).then_some(before);
        let right = (new.end_key < rest_ends).then_some(Entry {
            from: new.end_key,
            ..rest
        });
        let put = left.into_iter().chain([entry]).chain(right);
        let put: Vec<Entry> = put.collect();
        self.firsts
            .splice(first..end, put.iter().map(|entry| entry.from));
        self.entries.splice(first..end, put);
        true
    }

    /// Who leads a range of which that was not said: who led its first key, if it is a member.
    fn likely_leader(&self, new: &RangeDescriptor) -> NodeId {
        let before = self.entry(new.first_key).leader;
        let is_member = new.members.iter().any(|member| member.node == before);
        let first = new.members.first().map(|member| member.node);
        first.filter(|_| !is_member).unwrap_or(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epoch(keys: u32, members: u32) -> Epoch {
        Epoch { members, keys }
    }

    fn range(range: RangeId, (first_key, end_key): (u64, u64), epoch: Epoch) -> RangeDescriptor {
        let member = |store: u16| RangeMember {
            peer: u64::from(store) + 1,
            node: NodeId(store),
            learner: false,
        };
        RangeDescriptor {
            range,
            first_key,
            end_key,
            epoch,
            members: (0..3).map(member).collect(),
        }
    }

    fn said(descriptor: RangeDescriptor) -> RangeInfo {
        RangeInfo {
            descriptor,
            leader: Some(NodeId(1)),
        }
    }

    fn cache() -> RangeCache {
        let created = vec![
            (range(RangeId(0), (0, 50), epoch(0, 0)), NodeId(0)),
            (range(RangeId(1), (50, 100), epoch(0, 0)), NodeId(1)),
        ];
        RangeCache::new(created, 5)
    }

    /// First key, range and keys-epoch of each entry.
    fn shape(cache: &RangeCache) -> Vec<(u64, u32, u32)> {
        let each = cache.entries();
        each.map(|(entry, _)| (entry.from, entry.known.range.0, entry.known.epoch.keys))
            .collect()
    }

    #[test]
    fn the_half_of_a_split_that_nobody_told_of_stays_a_guess() {
        let mut cache = cache();
        assert!(cache.learn(&said(range(RangeId(2), (20, 30), epoch(2, 0)))));
        assert_eq!(
            shape(&cache),
            [(0, 0, 0), (20, 2, 2), (30, 0, 0), (50, 1, 0)]
        );
        assert_eq!(cache.keys(25), (20, 30));
        assert_eq!(cache.keys(49), (30, 50));
        assert_eq!(cache.entry(25).leader, NodeId(1));
        assert_eq!(cache.entry(35).leader, NodeId(0));
        assert!(cache.learn(&said(range(RangeId(0), (0, 20), epoch(2, 0)))));
        assert!(cache.learn(&said(range(RangeId(3), (30, 50), epoch(2, 0)))));
        assert_eq!(
            shape(&cache),
            [(0, 0, 2), (20, 2, 2), (30, 3, 2), (50, 1, 0)]
        );
    }

    #[test]
    fn a_merge_replaces_both() {
        let mut cache = cache();
        assert!(cache.learn(&said(range(RangeId(1), (0, 100), epoch(2, 0)))));
        assert_eq!(shape(&cache), [(0, 1, 2)]);
        assert_eq!(cache.keys(99), (0, 100));
    }

    #[test]
    fn what_is_older_or_known_is_no_news() {
        let mut cache = cache();
        assert!(cache.learn(&said(range(RangeId(1), (0, 100), epoch(2, 1)))));
        let late = [
            range(RangeId(0), (0, 50), epoch(1, 0)),
            range(RangeId(0), (0, 50), epoch(2, 5)),
            range(RangeId(1), (50, 100), epoch(1, 4)),
            range(RangeId(1), (0, 100), epoch(2, 1)),
            range(RangeId(1), (0, 100), epoch(2, 0)),
        ];
        for descriptor in late {
            assert!(!cache.learn(&said(descriptor)));
        }
        assert_eq!(shape(&cache), [(0, 1, 2)]);
        assert!(cache.learn(&said(range(RangeId(1), (0, 100), epoch(2, 2)))));
    }

    #[test]
    fn a_leader_is_learned_for_the_range_that_it_leads_only() {
        let mut cache = cache();
        cache.lead(10, RangeId(1), NodeId(2));
        assert_eq!(cache.entry(10).leader, NodeId(0), "another range was meant");
        cache.lead(10, RangeId(0), NodeId(2));
        assert_eq!(cache.entry(10).leader, NodeId(2));
        assert_eq!(cache.entry(60).leader, NodeId(1));
    }

    #[test]
    fn a_leader_is_learned_for_all_keys_that_are_taken_for_its_ranges() {
        let mut cache = cache();
        assert!(cache.learn(&said(range(RangeId(2), (20, 30), epoch(2, 0)))));
        cache.lead_range(RangeId(0), NodeId(4));
        let leaders: Vec<u16> = [10, 25, 35, 60]
            .map(|key| cache.entry(key).leader.0)
            .to_vec();
        assert_eq!(leaders, [4, 1, 4, 1]);
    }

    #[test]
    fn a_leader_that_fails_is_followed_by_the_next_member() {
        let mut cache = cache();
        let mut asked = Vec::new();
        for _ in 0..4 {
            let leader = cache.entry(0).leader;
            asked.push(leader.0);
            cache.failed(0, leader);
        }
        assert_eq!(asked, [0, 1, 2, 0]);
        cache.failed(0, NodeId(2));
        assert_eq!(cache.entry(0).leader, NodeId(1), "not the one that failed");
    }

    #[test]
    fn when_no_member_has_the_keys_every_store_is_asked_in_turn() {
        let mut cache = cache();
        let mut asked = Vec::new();
        for now in 0..7 {
            let leader = cache.entry(0).leader;
            asked.push(leader.0);
            cache.absent(0, leader, now + 100);
        }
        assert_eq!(asked, [0, 1, 2, 3, 4, 0, 1]);
    }

    #[test]
    fn a_member_without_the_keys_is_left_alone_for_a_while() {
        let mut cache = cache();
        cache.absent(0, NodeId(2), 1_000);
        let nodes = |cache: &RangeCache, now| -> Vec<u16> {
            let candidates = cache.entry(0).candidates(now);
            candidates.map(|(_, member)| member.node.0).collect()
        };
        assert_eq!(nodes(&cache, 999), [0, 1]);
        assert_eq!(nodes(&cache, 1_000), [0, 1, 2]);
        cache.absent(0, NodeId(2), 5_000);
        assert!(cache.learn(&said(range(RangeId(0), (0, 50), epoch(0, 1)))));
        assert_eq!(nodes(&cache, 2_000), [0, 1, 2], "it may have come since");
    }
}
