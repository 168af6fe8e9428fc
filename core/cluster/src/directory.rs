//! The truth about ranges, for the simulator alone: which keys each has and where its replicas are,
//! as views, checks and a person's hand see it. Nodes tell it what they do and never ask it: what a
//! node knows came in a message. It must not know Raft.

use kv::admin::{CommitMerge, Split};
use model::fact::ReplicaRef;
use model::ids::RangeId;
use sim::NodeId;

/// Whether a range serves keys.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    /// Its number was given out; no replica has split for it.
    Reserved,
    Live,
    /// It went into a neighbour.
    Ended,
}

/// A range: its keys as requests find it, and its replicas.
pub(crate) struct Range {
    pub(crate) first_key: u64,
    pub(crate) end_key: u64,
    /// Those that exist, by peer.
    pub(crate) replicas: Vec<ReplicaRef>,
    phase: Phase,
    /// Where its first leader is, as far as it is known when it begins.
    pub(crate) first_leader: NodeId,
}

/// All ranges; ended ones too, numbers are not used again.
#[derive(Default)]
pub(crate) struct Directory {
    ranges: Vec<Range>,
    /// First key and number of every range that serves keys, by first key.
    routes: Vec<(u64, RangeId)>,
    /// Whether any group or range ever changed its shape.
    reshaped: bool,
}

impl Directory {
    /// A range is there from the start, with the next number.
    pub(crate) fn create(&mut self, (first_key, end_key): (u64, u64), first_leader: NodeId) {
        self.routes.push((first_key, RangeId(self.taken())));
        self.ranges.push(Range {
            first_key,
            end_key,
            replicas: Vec::new(),
            phase: Phase::Live,
            first_leader,
        });
    }

    /// A range, if it ever served keys or has replicas.
    pub(crate) fn range(&self, range: RangeId) -> Option<&Range> {
        self.ranges.get(range.0 as usize)
    }

    /// How many numbers of ranges are taken, those of ended ones too.
    pub(crate) fn taken(&self) -> u32 {
        self.ranges.len() as u32
    }

    /// A range's replicas that exist, by peer.
    pub(crate) fn existing(&self, range: RangeId) -> &[ReplicaRef] {
        self.range(range).map_or(&[], |range| &range.replicas)
    }

    /// Whether there is a range of this number that serves keys.
    pub(crate) fn serves(&self, range: RangeId) -> bool {
        self.range(range)
            .is_some_and(|range| range.phase == Phase::Live)
    }

    /// First key and number of every range that serves keys, by first key.
    pub(crate) fn routes(&self) -> &[(u64, RangeId)] {
        &self.routes
    }

    /// The range that holds a key.
    pub(crate) fn range_of(&self, key: u64) -> RangeId {
        let after = self.routes.partition_point(|(first, _)| *first <= key);
        assert!(after > 0, "keys begin at 0");
        self.routes[after - 1].1
    }

    /// Whether any group or range ever changed its shape.
    pub(crate) fn reshaped(&self) -> bool {
        self.reshaped
    }

    /// A replica applies a change of its group or range.
    pub(crate) fn record_reshaped(&mut self) {
        self.reshaped = true;
    }

    /// A replica exists from now on. One that exists already begins anew.
    pub(crate) fn record_created(&mut self, at: ReplicaRef) {
        let replicas = &mut self.entry(at.range).replicas;
        let place = replicas.partition_point(|other| other.peer < at.peer);
        if replicas.get(place) != Some(&at) {
            replicas.insert(place, at);
        }
    }

    /// A replica exists no more.
    pub(crate) fn record_destroyed(&mut self, at: ReplicaRef) {
        self.entry(at.range).replicas.retain(|other| *other != at);
    }

    /// The first replica of a range has split: there is a new range, also for requests.
    pub(crate) fn record_split(&mut self, at: ReplicaRef, split: &Split, end_key: u64) {
        let range = self.entry(RangeId(split.new_range));
        range.phase = Phase::Live;
        range.first_key = split.at_key;
        range.end_key = end_key;
        range.first_leader = at.node;
        self.entry(at.range).end_key = split.at_key;
        let routes = &mut self.routes;
        let place = routes.partition_point(|(first, _)| *first < split.at_key);
        routes.insert(place, (split.at_key, RangeId(split.new_range)));
    }

    /// A replica has merged. With the first, requests for the other range's keys go to this range.
    pub(crate) fn record_merged(&mut self, commit: &CommitMerge, into: RangeId) {
        if !self.serves(RangeId(commit.source)) {
            return;
        }
        self.entry(RangeId(commit.source)).phase = Phase::Ended;
        self.routes.retain(|(_, range)| range.0 != commit.source);
        let target = &mut self.ranges[into.0 as usize];
        if commit.end_key == target.first_key {
            let old = target.first_key;
            target.first_key = commit.first_key;
            let place = self.routes.partition_point(|(first, _)| *first < old);
            self.routes[place].0 = commit.first_key;
        } else {
            target.end_key = commit.end_key;
        }
    }

    fn entry(&mut self, range: RangeId) -> &mut Range {
        let reserved = || Range {
            first_key: 0,
            end_key: 0,
            replicas: Vec::new(),
            phase: Phase::Reserved,
            first_leader: NodeId(0),
        };
        let slot = range.0 as usize;
        if self.ranges.len() <= slot {
            self.ranges.resize_with(slot + 1, reserved);
        }
        &mut self.ranges[slot]
    }
}
