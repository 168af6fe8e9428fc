//! A person who never rests: adds, moves and removes replicas, splits and merges ranges at drawn
//! instants of a swarm. What cannot be done at the moment is left.
//!
//! Unlike faults these cannot all be drawn ahead: which ranges and replicas there are depends on
//! the run. They depend on nothing else, so the seed still replays everything.

use cluster::AnyCluster;
use model::ids::RangeId;
use model::operation::Operation;
use sim::{NodeId, Stream};

use crate::swarm::Feature;

/// Fewest voters that the operator leaves a range.
const VOTERS_MIN: usize = 3;
/// Most ranges that it makes.
const RANGES_MAX: usize = 12;
/// The operator does something about once in so many looks.
const LOOKS: u64 = 4;

/// It lets a leader hand over about once in so many looks.
const TRANSFER_LOOKS: u64 = 3;

pub(super) struct Operator {
    stream: Stream,
    kinds: Vec<Feature>,
    /// Draws transfers, if there are any.
    transfers: Option<Stream>,
    stores: u16,
}

impl Operator {
    /// One for those of these features that are operations.
    pub(super) fn new(seed: u64, features: &[Feature], stores: u16) -> Self {
        let operations = features.iter().filter(|feature| feature.is_operation());
        Operator {
            stream: Stream::fork(seed, "swarm operations", 0),
            kinds: operations.copied().collect(),
            transfers: features
                .contains(&Feature::Transfers)
                .then(|| Stream::fork(seed, "swarm transfers", 0)),
            stores,
        }
    }

    /// Looks at the cluster and perhaps begins something.
    pub(super) fn look(&mut self, cluster: &mut AnyCluster) {
        self.look_at_leaders(cluster);
        if self.kinds.is_empty() || self.stream.below(LOOKS) != 0 {
            return;
        }
        let ranges = cluster.ranges();
        let kind = self.kinds[self.stream.below(self.kinds.len() as u64) as usize];
        let place = self.stream.below(ranges.len() as u64) as usize;
        let chosen = &ranges[place];
        let step = match kind {
            Feature::Splits if ranges.len() < RANGES_MAX => {
                let keys = chosen.end_key - chosen.first_key;
                Some(Operation::Split {
                    at_key: chosen.first_key + self.stream.below(keys),
                })
            }
            Feature::Merges => {
                let right = self.stream.below(2) == 0;
                let other = if right {
                    place + 1
                } else {
                    place.wrapping_sub(1)
                };
                ranges.get(other).map(|neighbour| Operation::Merge {
                    into: neighbour.range,
                })
            }
            Feature::Members => Some(self.draw_member(cluster, chosen.range)),
            _ => None,
        };
        if let Some(step) = step {
            // Refused is as good as done: the cluster says why it cannot be now.
            let _ = cluster.operate(chosen.range, step);
        }
    }

    fn look_at_leaders(&mut self, cluster: &mut AnyCluster) {
        let Some(stream) = &mut self.transfers else {
            return;
        };
        if stream.below(TRANSFER_LOOKS) != 0 {
            return;
        }
        let ranges = cluster.ranges();
        let chosen = &ranges[stream.below(ranges.len() as u64) as usize];
        let to = NodeId(stream.below(u64::from(self.stores)) as u16);
        let _ = cluster.operate(chosen.range, Operation::MoveLeader { to });
    }

    fn draw_member(&mut self, cluster: &AnyCluster, range: RangeId) -> Operation {
        let store = NodeId(self.stream.below(u64::from(self.stores)) as u16);
        let members = cluster.members(range);
        let there = members.iter().any(|(_, node)| *node == store);
        let other = members[self.stream.below(members.len() as u64) as usize].1;
        match self.stream.below(4) {
            0 if there => Operation::MoveLeader { to: store },
            1 if !there => Operation::AddLearner { store },
            2 if there && members.len() <= VOTERS_MIN => Operation::Promote { store },
            _ if there && members.len() > VOTERS_MIN => Operation::Remove { store },
            3 if !there => Operation::Replace {
                add: store,
                remove: other,
            },
            _ if !there => Operation::Add { store },
            _ => Operation::Promote { store },
        }
    }
}
