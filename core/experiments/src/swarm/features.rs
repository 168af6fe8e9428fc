//! Features that a swarm turns on and off while faults come and go, and what it does with them.
//! Drawn from the seed before the run begins, like the faults.

use format::tree::Read;
use model::config::{Compression, DelegatePolicy, Settings, Zones};
use sim::Stream;

/// A feature of the replication lab that a swarm may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Read)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Appends to a zone go through a delegate: some zones or all, each policy.
    FollowerReplication,
    /// Delegates bundle acknowledgements.
    AggregateAcks,
    /// Snapshots come from the nearest replica that can serve them.
    NeighbourSnapshots,
    /// Commands travel as differences.
    Delta,
    /// Raft messages are compressed.
    Compression,
    /// An entry needs two zones.
    GroupCommit,
    /// Quiet ranges stop ticking.
    Hibernation,
    /// The placement driver decides: leaders, replicas, ranges.
    Scheduling,
    /// Replicas are added, promoted, moved and removed by hand.
    Members,
    /// Ranges are split by hand.
    Splits,
    /// Neighbours are merged by hand.
    Merges,
    /// Leaders hand over by hand.
    Transfers,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; Self::WORDS.len()] = {
        let mut all = [Feature::Transfers; Self::WORDS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Self::WORDS[place].1;
            place += 1;
        }
        all
    };

    /// Those that change how entries travel and not which: with the same load the same log.
    pub const OF_TRANSPORT: [Feature; 6] = {
        let mut those = [Feature::Transfers; 6];
        let (mut place, mut found) = (0, 0);
        while place < Self::ALL.len() {
            if Self::ALL[place].is_of_transport() {
                those[found] = Self::ALL[place];
                found += 1;
            }
            place += 1;
        }
        assert!(found == those.len(), "the list has a place for each");
        those
    };

    const fn is_of_transport(self) -> bool {
        match self {
            Feature::FollowerReplication
            | Feature::AggregateAcks
            | Feature::NeighbourSnapshots
            | Feature::Delta
            | Feature::Compression
            | Feature::GroupCommit => true,
            Feature::Hibernation
            | Feature::Scheduling
            | Feature::Members
            | Feature::Splits
            | Feature::Merges
            | Feature::Transfers => false,
        }
    }

    /// Whether it is no switch but something to do, of which the operator chooses one at a time.
    /// Transfers come beside them.
    pub(super) const fn is_operation(self) -> bool {
        match self {
            Feature::Members | Feature::Splits | Feature::Merges => true,
            Feature::FollowerReplication
            | Feature::AggregateAcks
            | Feature::NeighbourSnapshots
            | Feature::Delta
            | Feature::Compression
            | Feature::GroupCommit
            | Feature::Hibernation
            | Feature::Scheduling
            | Feature::Transfers => false,
        }
    }

    /// Switches it on, in one of the ways that it can be on.
    pub(super) fn switch_on(self, settings: &mut Settings, stream: &mut Stream) {
        match self {
            Feature::FollowerReplication => {
                settings.follower_replication = if stream.below(2) == 0 {
                    Zones::ALL
                } else {
                    Zones::from_bits(stream.below(1 << 16))
                };
                let policies = DelegatePolicy::ALL;
                let policy = stream.below(policies.len() as u64) as usize;
                settings.delegate_policy = policies[policy];
            }
            Feature::AggregateAcks => settings.aggregate_acks = true,
            Feature::NeighbourSnapshots => settings.neighbour_snapshots = true,
            Feature::Delta => settings.delta_encoding = true,
            Feature::Compression => settings.compression = Compression::Lz4,
            Feature::GroupCommit => settings.group_commit = true,
            Feature::Hibernation => settings.hibernate = true,
            Feature::Scheduling => {
                settings.location_affinity = stream.below(2) == 0;
                settings.balance_leaders = stream.below(2) == 0;
                settings.balance_replicas = stream.below(2) == 0;
                settings.schedule_hot = stream.below(2) == 0;
                settings.split_merge = stream.below(2) == 0;
                settings.hot_learners = stream.below(2) == 0;
            }
            // No switches: the operator's.
            Feature::Members | Feature::Splits | Feature::Merges | Feature::Transfers => {}
        }
    }
}

/// Switches each of these on three times out of four.
pub(super) fn draw_features(features: &[Feature], settings: &mut Settings, stream: &mut Stream) {
    // Transfers came later and draw nothing here, so that they shift no seed.
    let drawn = features.iter().filter(|f| **f != Feature::Transfers);
    for feature in drawn {
        if stream.below(4) != 0 {
            feature.switch_on(settings, stream);
        }
    }
}
