//! Where replicas are and how far from each other: places and round trips of a form. Must not know
//! which settings are tried.

use sim::Micros;

use crate::form::AdviceForm;

/// How many replicas of a range each zone with stores has.
pub(crate) struct Placed<'a> {
    form: &'a AdviceForm,
    pub(crate) zones: Vec<(&'a str, u32)>,
    replicas: u32,
}

impl<'a> Placed<'a> {
    /// Round robin over the zones, as replicas are placed: the fullest zone gets none before the
    /// others have as many, or no room.
    pub(crate) fn of(form: &'a AdviceForm, replicas: u32) -> Self {
        let with_stores = form.zones.iter().filter(|zone| zone.stores > 0);
        let mut room: Vec<u32> = with_stores.clone().map(|zone| zone.stores).collect();
        let mut held = vec![0; room.len()];
        for _ in 0..replicas {
            let open = (0..room.len()).filter(|zone| room[*zone] > 0);
            if let Some(zone) = open.min_by_key(|zone| held[*zone]) {
                room[zone] -= 1;
                held[zone] += 1;
            }
        }
        let ids = with_stores.map(|zone| zone.id.as_str());
        Placed {
            form,
            zones: ids.zip(held).collect(),
            replicas,
        }
    }

    /// The round trip from a leader there to the last of a majority of replicas, perhaps without
    /// those of a lost zone; none where there is no majority or no replica that could lead.
    pub(crate) fn commit_us(&self, leader: &str, lost: Option<&str>) -> Option<Micros> {
        let left = self.zones.iter().filter(|(zone, _)| Some(*zone) != lost);
        let mut ways: Vec<Micros> = Vec::new();
        for (zone, held) in left {
            let ways_there = (0..*held).map(|nth| match nth {
                0 if *zone == leader => 0,
                _ => rtt_us(self.form, leader, zone),
            });
            ways.extend(ways_there);
        }
        ways.sort_unstable();
        let leads = ways.first() == Some(&0);
        let majority = (self.replicas / 2) as usize;
        leads.then(|| ways.get(majority).copied())?
    }
}

/// Whether each range keeps a majority whichever zone is lost.
pub(crate) fn survives(form: &AdviceForm, replicas: u32) -> bool {
    let placed = Placed::of(form, replicas);
    let most = placed.zones.iter().map(|(_, held)| *held).max();
    replicas - most.unwrap_or(replicas) > replicas / 2
}

/// The round trip between two zones.
pub(crate) fn rtt_us(form: &AdviceForm, a: &str, b: &str) -> u64 {
    if a == b {
        return form.links.inside_rtt.0;
    }
    let is_it =
        |(one, other): &(String, String)| (one == a && other == b) || (one == b && other == a);
    let pair = form.links.between.iter().find(|pair| is_it(&pair.zones));
    let own = pair.and_then(|pair| pair.rtt);
    own.unwrap_or(form.links.across_rtt).0
}
