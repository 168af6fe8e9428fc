//! How far each leader knows its log to be committed, one step after the other. Two lines of it at
//! once, of which one stands still, are a leader that does not know that it leads no more.
//!
//! It must not know who is right.

use model::fact::ReplicaRef;
use model::ids::RangeId;
use sim::{Micros, NodeId};

use crate::leaders::Leaders;
use crate::newest::Newest;

/// Steps that are kept; the oldest are forgotten first.
pub(crate) const COMMITS_MAX: usize = 1 << 14;

/// A leader, by its own belief, learned that its log is committed further.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// When.
    pub at_us: Micros,
    /// The range.
    pub range: RangeId,
    /// The store.
    pub node: NodeId,
    /// Its commit index from now on.
    pub index: u64,
}

/// The newest steps, in the order in which they came.
pub type Commits = Newest<Commit, COMMITS_MAX>;

impl Commits {
    /// A replica knows that entries up to this one are committed: followers repeat it only.
    #[inline]
    pub fn committed(&mut self, at_us: Micros, at: &ReplicaRef, index: u64, leaders: &Leaders) {
        if leaders.leads(at) {
            self.push(Commit {
                at_us,
                range: at.range,
                node: at.node,
                index,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use model::fact::Role;

    use super::*;
    use crate::testing::replica;

    #[test]
    fn only_who_believes_to_lead_counts_and_two_may() {
        let mut leaders = Leaders::default();
        let mut commits = Commits::default();
        leaders.role(1, &replica(0), Role::Leader, 1);
        commits.committed(2, &replica(0), 7, &leaders);
        commits.committed(3, &replica(1), 7, &leaders);
        leaders.role(4, &replica(1), Role::Leader, 1);
        commits.committed(5, &replica(1), 8, &leaders);
        let told: Vec<_> = commits
            .from(0)
            .1
            .map(|one| (one.at_us, one.node.0, one.index))
            .collect();
        assert_eq!(told, [(2, 0, 7), (5, 1, 8)]);
    }
}
