//! Who believed when to lead which range, one change after the other. Two may at once: that is what
//! pictures of it are for.
//!
//! It must not know votes.

use std::collections::BTreeSet;

use model::fact::{ReplicaRef, Role};
use model::ids::RangeId;
use sim::{Micros, NodeId};

use crate::newest::Newest;

/// Changes that are kept; the oldest are forgotten first.
pub(crate) const LEADS_MAX: usize = 1 << 13;

/// A store began or ceased to lead a range, by its own belief.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// When.
    pub at_us: Micros,
    /// The range.
    pub range: RangeId,
    /// The store.
    pub node: NodeId,
    /// Whether it leads from now on.
    pub began: bool,
    /// The term in which it begins, 0 where it ceases.
    pub term: u64,
}

/// Who leads, and the newest changes in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Leaders {
    /// Who leads now.
    leading: BTreeSet<(RangeId, NodeId)>,
    changes: Newest<Lead, LEADS_MAX>,
}

impl Leaders {
    /// A replica has this role now, in this term.
    pub fn role(&mut self, at_us: Micros, at: &ReplicaRef, role: Role, term: u64) {
        let leads = role == Role::Leader;
        let place = (at.range, at.node);
        let is_new = if leads {
            self.leading.insert(place)
        } else {
            self.leading.remove(&place)
        };
        if is_new {
            self.push(at_us, place, leads.then_some(term));
        }
    }

    /// A store lost power, and with it all roles.
    pub fn down(&mut self, at_us: Micros, store: NodeId) {
        let led = |(_, node): &&(RangeId, NodeId)| *node == store;
        let lost: Vec<_> = self.leading.iter().filter(led).copied().collect();
        for place in lost {
            self.leading.remove(&place);
            self.push(at_us, place, None);
        }
    }

    fn push(&mut self, at_us: Micros, (range, node): (RangeId, NodeId), term: Option<u64>) {
        self.changes.push(Lead {
            at_us,
            range,
            node,
            began: term.is_some(),
            term: term.unwrap_or(0),
        });
    }

    /// Whether a replica believes that it leads.
    #[inline]
    pub fn leads(&self, at: &ReplicaRef) -> bool {
        self.leading.contains(&(at.range, at.node))
    }

    /// The changes.
    pub fn changes(&self) -> &Newest<Lead, LEADS_MAX> {
        &self.changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::replica;

    #[test]
    fn two_may_believe_at_once_and_nothing_is_told_twice() {
        let mut leaders = Leaders::default();
        for (at_us, node, role, term) in [
            (1, 0, Role::Follower, 1),
            (2, 0, Role::Leader, 1),
            (3, 0, Role::Leader, 1),
            (4, 1, Role::Leader, 2),
            (5, 0, Role::Follower, 2),
        ] {
            leaders.role(at_us, &replica(node), role, term);
        }
        let told: Vec<_> = leaders
            .changes()
            .from(0)
            .1
            .map(|one| (one.at_us, one.node.0, one.term))
            .collect();
        assert_eq!(told, [(2, 0, 1), (4, 1, 2), (5, 0, 0)]);
        assert_eq!(leaders.changes().from(2).1.len(), 1);
        leaders.down(6, NodeId(1));
        leaders.down(7, NodeId(1));
        assert_eq!(leaders.changes().total(), 4);
    }
}
