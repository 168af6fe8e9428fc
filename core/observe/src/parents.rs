//! Requests that are made of others: a statement is as fresh as the stalest of its parts. It must
//! not know what the parts are for.

use model::ids::RequestId;

use crate::staleness::Freshness;

/// Parents of which a part has ended, with the worst freshness so far, in the order of their first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parents {
    begun: Vec<(RequestId, Freshness)>,
}

impl Parents {
    pub(crate) fn part_ended(&mut self, parent: RequestId, part: Freshness) {
        match self.begun.iter_mut().find(|(begun, _)| *begun == parent) {
            Some((_, freshness)) => *freshness = freshness.worse(part),
            None => self.begun.push((parent, part)),
        }
    }

    /// The parent ended; it is as fresh as its stalest part.
    pub(crate) fn ended(&mut self, parent: RequestId) -> Freshness {
        let place = self.begun.iter().position(|(begun, _)| *begun == parent);
        place.map_or(Freshness::NotJudged, |place| self.begun.remove(place).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_is_as_fresh_as_its_stalest_part() {
        let stale = |stale_us| Freshness::Stale {
            stale_us,
            commits: 1,
        };
        let mut parents = Parents::default();
        parents.part_ended(RequestId(7), Freshness::Fresh);
        parents.part_ended(RequestId(9), stale(50));
        parents.part_ended(RequestId(7), stale(20));
        parents.part_ended(RequestId(7), stale(10));
        assert_eq!(parents.ended(RequestId(7)), stale(20));
        assert_eq!(parents.ended(RequestId(9)), stale(50));
        assert_eq!(
            parents.ended(RequestId(9)),
            Freshness::NotJudged,
            "no part ended"
        );
    }
}
