//! Zones, ids and which names mean which zone. It must not know files.

use format::limits;

use crate::found::{Found, Place, Rule};
use crate::note::Complaint;

/// A zone of the scenario.
pub(crate) struct Zone {
    pub(crate) id: String,
    pub(crate) place: Place,
}

/// All names of a cluster.
pub(crate) struct Map {
    pub(crate) zones: Vec<Zone>,
    /// The id of each store, by its position.
    pub(crate) stores: Vec<String>,
    /// The zone of each store, by its position.
    pub(crate) zone_of: Vec<usize>,
}

impl Map {
    /// Names the zones and stores that were found.
    pub(crate) fn of(found: &Found) -> Result<Self, Complaint> {
        let servers = found.gateways.iter().chain(&found.drivers);
        let places = found
            .stores
            .iter()
            .map(|store| &store.place)
            .chain(servers.filter_map(|server| server.place.as_ref()));
        let mut distinct: Vec<&Place> = Vec::new();
        for place in places {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        let (most, count) = (limits::ZONES_MAX, distinct.len());
        if count > most {
            let text = format!("found {count} zones, expected at most {most}: leave some out");
            return Err(Complaint { spot: None, text });
        }
        let (most, count) = (limits::STORES_MAX, found.stores.len());
        if count > most {
            let text = format!("found {count} stores, expected at most {most}: leave some out");
            return Err(Complaint { spot: None, text });
        }
        let mut ids = Ids::default();
        let mut zones = Vec::new();
        for place in &distinct {
            let alike = distinct
                .iter()
                .filter(|other| other.zone == place.zone)
                .count();
            let name = if alike > 1 && !place.region.is_empty() {
                format!("{}-{}", place.region, place.zone)
            } else {
                place.zone.clone()
            };
            zones.push(Zone {
                id: ids.take(&name),
                place: (*place).clone(),
            });
        }
        let stores = found
            .stores
            .iter()
            .map(|store| ids.take(&store.name))
            .collect();
        let zone_of = found.stores.iter().map(|store| {
            let at = distinct.iter().position(|place| **place == store.place);
            at.unwrap_or_default()
        });
        Ok(Map {
            zone_of: zone_of.collect(),
            zones,
            stores,
        })
    }

    /// The zones that a rule means: one zone, or all zones of a region.
    pub(crate) fn zones_of(&self, rule: &Rule) -> Vec<usize> {
        let is = |zone: &&Zone| {
            let place = &zone.place;
            let in_region = rule.region.is_empty() || rule.region == place.region;
            (place.zone == rule.name && in_region) || place.region == rule.name
        };
        let zones = self.zones.iter().enumerate();
        zones
            .filter(|(_, zone)| is(zone))
            .map(|(at, _)| at)
            .collect()
    }

    /// The zone of this place.
    pub(crate) fn zone_at(&self, place: &Place) -> Option<usize> {
        self.zones.iter().position(|zone| zone.place == *place)
    }

    /// The ids of the zones, and of regions, for a message.
    pub(crate) fn names(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        for zone in &self.zones {
            for name in [zone.place.region.as_str(), zone.place.zone.as_str()] {
                if !name.is_empty() && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names.join(", ")
    }
}

/// Ids that a scenario may have, each once.
#[derive(Default)]
struct Ids(Vec<String>);

impl Ids {
    fn take(&mut self, name: &str) -> String {
        let allowed = |sign: char| {
            if sign.is_ascii_alphanumeric() || "-_".contains(sign) {
                sign
            } else {
                '-'
            }
        };
        let most = limits::ID_BYTES_MAX - 4;
        let plain: String = name.chars().map(allowed).take(most).collect();
        let plain = if plain.is_empty() {
            "x".to_string()
        } else {
            plain
        };
        let mut id = plain.clone();
        let mut number = 1;
        while self.0.contains(&id) {
            number += 1;
            id = format!("{plain}-{number}");
        }
        self.0.push(id.clone());
        id
    }
}
