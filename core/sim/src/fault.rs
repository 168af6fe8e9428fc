//! Faults of the network: what is impaired, between which places, and how faults add up.
//!
//! A fault is one-directional unless it isolates a place. It must not know of time or queues.

use crate::node::{NodeId, ZoneId};
use crate::rng::Ratio;
use crate::time::Micros;

/// One end of a fault.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Every node of a zone.
    Zone(ZoneId),
    /// One node.
    Node(NodeId),
}

/// What a fault does to the messages that it meets.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Impairment {
    /// None gets through.
    Cut,
    /// They get through late, slowly or not always.
    Degrade(Degrade),
}

/// How a link is worse than usual; the default is not at all.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Degrade {
    /// Added to the one-way delay, in µs.
    pub delay_us: Micros,
    /// Added to the bound of the jitter, in µs.
    pub jitter_us: Micros,
    /// Chance that a packet is lost, independent of the link's own.
    pub loss: Ratio,
    /// Chance that a message vanishes, independent of the link's own.
    pub vanish: Ratio,
    /// Cap in bits per second, 0 for none. Between two zones it lowers the link's own bandwidth;
    /// where an end is a node, it is one more queue, shared by the connections that it meets.
    pub bandwidth_bps: u64,
}

/// Names one fault until it is healed; never used again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FaultId(pub u32);

/// Which directed connections a fault meets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// From anywhere in the first place to anywhere in the second.
    Directed(Place, Place),
    /// Between the inside and the outside of a place, both ways.
    Border(Place),
}

impl Reach {
    /// Whether the fault meets the connection between two nodes, given with their zones.
    /// A node's messages to itself never leave it.
    pub(crate) fn meets(self, from: (NodeId, ZoneId), to: (NodeId, ZoneId)) -> bool {
        let met = match self {
            Reach::Directed(source, target) => source.holds(from) && target.holds(to),
            Reach::Border(place) => place.holds(from) != place.holds(to),
        };
        met && from.0 != to.0
    }

    /// The zones, if the fault meets exactly the link between two zones.
    pub(crate) fn zone_link(self) -> Option<(ZoneId, ZoneId)> {
        match self {
            Reach::Directed(Place::Zone(from), Place::Zone(to)) => Some((from, to)),
            _ => None,
        }
    }
}

impl Place {
    pub(crate) fn holds(self, (node, zone): (NodeId, ZoneId)) -> bool {
        match self {
            Place::Zone(place) => place == zone,
            Place::Node(place) => place == node,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: (NodeId, ZoneId) = (NodeId(0), ZoneId(0));
    const A2: (NodeId, ZoneId) = (NodeId(1), ZoneId(0));
    const B: (NodeId, ZoneId) = (NodeId(2), ZoneId(1));

    #[test]
    fn a_directed_fault_meets_one_direction() {
        let zones = Reach::Directed(Place::Zone(ZoneId(0)), Place::Zone(ZoneId(1)));
        assert!(zones.meets(A, B));
        assert!(zones.meets(A2, B));
        assert!(!zones.meets(B, A));
        assert!(!zones.meets(A, A2));
        assert_eq!(zones.zone_link(), Some((ZoneId(0), ZoneId(1))));
    }

    #[test]
    fn a_node_may_be_impaired_towards_its_own_zone_but_not_towards_itself() {
        let inward = Reach::Directed(Place::Node(NodeId(0)), Place::Zone(ZoneId(0)));
        assert!(inward.meets(A, A2));
        assert!(!inward.meets(A2, A));
        assert!(!inward.meets(A, A));
        assert!(!inward.meets(A, B));
        assert_eq!(inward.zone_link(), None);
    }

    #[test]
    fn an_isolated_place_goes_on_inside_and_meets_nobody_outside() {
        let zone = Reach::Border(Place::Zone(ZoneId(0)));
        assert!(zone.meets(A, B));
        assert!(zone.meets(B, A2));
        assert!(!zone.meets(A, A2));
        let node = Reach::Border(Place::Node(NodeId(0)));
        assert!(node.meets(A, A2));
        assert!(node.meets(B, A));
        assert!(!node.meets(A2, B));
        assert!(!node.meets(A, A));
    }
}
