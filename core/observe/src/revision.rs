//! Whether ranges and replicas are where they were: one number that is another after every
//! change, and the same for the same changes in the same order. A page compares it with the one
//! that it has.

use model::fact::{Change, ReplicaRef};

/// What JavaScript's numbers hold exactly.
const EXACT: u64 = (1 << 53) - 1;
/// Prime of the 64-bit FNV hash.
const PRIME: u64 = 0x0100_0000_01b3;

/// Numbers mixed to one that is another after each of them, and the same for the same ones in the
/// same order; 0 = none yet.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mixed(u64);

impl Mixed {
    pub(crate) fn add(&mut self, parts: &[u64]) {
        for part in parts {
            self.0 = (self.0 ^ part).wrapping_mul(PRIME);
            self.0 ^= self.0 >> 29;
        }
    }

    /// The number, exact in JavaScript.
    pub(crate) fn number(self) -> u64 {
        self.0 & EXACT
    }
}

/// All changes so far, in one number; 0 = none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    mixed: Mixed,
}

impl Revision {
    /// A replica applied a change. Sleep is none: everything stays where it is.
    pub fn change(&mut self, at: ReplicaRef, what: Change, a: u64, b: u64) {
        if matches!(what, Change::Hibernated | Change::Woken) {
            return;
        }
        let place = u64::from(at.range.0) << 16 | u64::from(at.node.0);
        self.mixed.add(&[place, at.peer, what as u64 + 1, a, b]);
    }

    /// The number, exact in JavaScript.
    pub fn number(&self) -> u64 {
        self.mixed.number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ids::RangeId;
    use sim::NodeId;

    fn after(changes: &[(Change, u64)]) -> u64 {
        let mut revision = Revision::default();
        let at = ReplicaRef {
            range: RangeId(3),
            node: NodeId(1),
            peer: 2,
        };
        for (what, a) in changes {
            revision.change(at, *what, *a, 0);
        }
        revision.number()
    }

    #[test]
    fn every_change_makes_another_number_and_the_same_changes_the_same_one() {
        let added = (Change::MemberAdded, 7);
        let removed = (Change::MemberRemoved, 7);
        let all = [
            after(&[]),
            after(&[added]),
            after(&[added, removed]),
            after(&[removed, added]),
            after(&[(Change::MemberAdded, 8)]),
        ];
        for (place, number) in all.iter().enumerate() {
            assert!(!all[..place].contains(number), "{all:?}");
        }
        assert_eq!(after(&[added, removed]), all[2]);
        assert_eq!(all[0], 0);
    }

    #[test]
    fn sleep_moves_nothing() {
        assert_eq!(after(&[(Change::Hibernated, 0), (Change::Woken, 0)]), 0);
    }
}
