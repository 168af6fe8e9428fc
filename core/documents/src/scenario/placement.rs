//! Which stores hold each range's replicas, and who leads at the start.
//!
//! A pure function of counts and zones; it must not know names or JSON.

use sim::{NodeId, ZoneId};

/// Where a leader is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum LeaderWish {
    Store(NodeId),
    /// On a store of this zone.
    Zone(ZoneId),
}

/// The replicas of all ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Placed {
    /// By range: its stores, rising.
    pub placement: Vec<Vec<NodeId>>,
    /// By range: its first leader.
    pub first_leaders: Vec<Option<NodeId>>,
}

/// Places `replicas` of each range on the stores, given by zone. Round robin over the zones, so
/// that each zone has a replica of each range if there are enough; within a zone on the store that
/// holds fewest. Wishes are taken in turn, one per range; the wished store gets a replica first.
pub(super) fn spread(
    store_zones: &[ZoneId],
    zones: u16,
    ranges: u32,
    replicas: u32,
    wishes: &[LeaderWish],
) -> Placed {
    assert!(replicas as usize <= store_zones.len());
    let mut placed = Placed::default();
    let mut load = Load {
        replicas: vec![0; store_zones.len()],
        leaders: vec![0; store_zones.len()],
    };
    for range in 0..ranges {
        let wish = match wishes {
            [] => None,
            _ => Some(wishes[range as usize % wishes.len()]),
        };
        let leader = wish.and_then(|wish| load.leader(wish, store_zones));
        let mut chosen: Vec<usize> = leader.into_iter().collect();
        while chosen.len() < replicas as usize {
            let first_zone = range % u32::from(zones);
            chosen.push(load.next(&chosen, store_zones, zones, first_zone));
        }
        for store in &chosen {
            load.replicas[*store] += 1;
        }
        if let Some(leader) = leader {
            load.leaders[leader] += 1;
        }
        let rising = (0..store_zones.len()).filter(|store| chosen.contains(store));
        placed.placement.push(rising.map(node).collect());
        placed.first_leaders.push(leader.map(node));
    }
    placed
}

fn node(store: usize) -> NodeId {
    NodeId(store as u16)
}

/// What each store holds so far.
struct Load {
    replicas: Vec<u32>,
    leaders: Vec<u32>,
}

impl Load {
    /// The store that shall lead: of a zone, the one that leads fewest.
    fn leader(&self, wish: LeaderWish, store_zones: &[ZoneId]) -> Option<usize> {
        match wish {
            LeaderWish::Store(store) => Some(usize::from(store.0)),
            LeaderWish::Zone(zone) => (0..store_zones.len())
                .filter(|store| store_zones[*store] == zone)
                .min_by_key(|store| (self.leaders[*store], self.replicas[*store], *store)),
        }
    }

    /// The next store of a range: in the zone with fewest of its replicas (in turn, starting at
    /// `first_zone`), the store with fewest replicas of all.
    fn next(&self, chosen: &[usize], store_zones: &[ZoneId], zones: u16, first_zone: u32) -> usize {
        let in_zone = |zone: ZoneId| {
            chosen
                .iter()
                .filter(|store| store_zones[**store] == zone)
                .count()
        };
        let turn =
            |zone: ZoneId| (u32::from(zone.0) + u32::from(zones) - first_zone) % u32::from(zones);
        (0..store_zones.len())
            .filter(|store| !chosen.contains(store))
            .min_by_key(|store| {
                let zone = store_zones[*store];
                (in_zone(zone), turn(zone), self.replicas[*store], *store)
            })
            .expect("there are at least as many stores as replicas")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zones(list: &[u16]) -> Vec<ZoneId> {
        list.iter().map(|zone| ZoneId(*zone)).collect()
    }

    fn nodes(list: &[u16]) -> Vec<NodeId> {
        list.iter().map(|node| NodeId(*node)).collect()
    }

    #[test]
    fn each_zone_gets_a_replica_of_each_range() {
        let stores = zones(&[0, 0, 1, 1, 2, 2]);
        let placed = spread(&stores, 3, 12, 3, &[]);
        for range in &placed.placement {
            let mut held: Vec<u16> = range
                .iter()
                .map(|node| stores[usize::from(node.0)].0)
                .collect();
            held.sort_unstable();
            assert_eq!(held, [0, 1, 2]);
        }
        assert!(placed.first_leaders.iter().all(Option::is_none));
    }

    #[test]
    fn stores_hold_equal_shares() {
        let placed = spread(&zones(&[0, 0, 1, 1, 2, 2]), 3, 100, 3, &[]);
        let mut held = [0; 6];
        for node in placed.placement.iter().flatten() {
            held[usize::from(node.0)] += 1;
        }
        assert_eq!(held, [50; 6]);
    }

    #[test]
    fn with_fewer_replicas_than_zones_the_ranges_take_turns() {
        let placed = spread(&zones(&[0, 1, 2, 3]), 4, 4, 3, &[]);
        let expected = [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]];
        assert_eq!(
            placed.placement,
            expected.map(|stores| nodes(&stores)).to_vec()
        );
    }

    #[test]
    fn a_wished_leader_always_holds_a_replica() {
        let wishes = [LeaderWish::Zone(ZoneId(3)), LeaderWish::Store(NodeId(0))];
        let placed = spread(&zones(&[0, 1, 2, 3, 3]), 4, 6, 3, &wishes);
        for (stores, leader) in placed.placement.iter().zip(&placed.first_leaders) {
            assert!(stores.contains(&leader.unwrap()));
        }
        let leaders: Vec<u16> = placed
            .first_leaders
            .iter()
            .map(|leader| leader.unwrap().0)
            .collect();
        assert_eq!(leaders, [3, 0, 4, 0, 4, 0]);
    }

    #[test]
    fn one_two_two_stores_hold_five_replicas() {
        let placed = spread(&zones(&[0, 1, 1, 2, 2]), 3, 1, 5, &[]);
        assert_eq!(placed.placement, [nodes(&[0, 1, 2, 3, 4])]);
    }
}
