//! Which stores hold replicas and where leaders are, as constraints and preferences ask for it.

use crate::found::{Found, Product, Rule};
use crate::map::Map;
use crate::note::{Complaint, Notes, counted};

#[derive(Debug, Default)]
pub(crate) struct Placed {
    pub(crate) voters: u32,
    /// Stores that hold voters, by position, rising; all if nothing asks for less.
    pub(crate) stores: Vec<usize>,
    /// Stores that hold replicas without a vote.
    pub(crate) learners: Vec<usize>,
    /// Ids of zones or stores that lead at the start.
    pub(crate) leaders: Vec<String>,
}

/// Places the voters, the replicas without a vote and the leaders.
pub(crate) fn place(found: &Found, map: &Map, notes: &mut Notes) -> Result<Placed, Complaint> {
    let voters = voters(found, map, notes);
    let mut chosen: Vec<usize> = Vec::new();
    for (rule, count) in &found.voters_at {
        choose(rule, *count, voters, map, &mut chosen)?;
    }
    let learners = learners(found, map, &chosen)?;
    if chosen.is_empty() {
        chosen = (0..map.stores.len())
            .filter(|store| !learners.contains(store))
            .collect();
    }
    while (chosen.len() as u32) < voters {
        let free =
            (0..map.stores.len()).filter(|at| !chosen.contains(at) && !learners.contains(at));
        let Some(next) = free.min_by_key(|at| (in_zone(*at, &chosen, map), *at)) else {
            break;
        };
        chosen.push(next);
    }
    if chosen.is_empty() {
        let spot = found.learners_at.first().map(|(rule, _)| rule.spot.clone());
        let text = "found replicas without a vote on every store, expected a store for voters";
        return Err(Complaint {
            spot,
            text: text.to_string(),
        });
    }
    chosen.sort_unstable();
    let voters = voters.min(chosen.len() as u32);
    if !found.voters_at.is_empty() && chosen.len() < map.stores.len() {
        let text = format!(
            "all ranges have their voters on the same {} stores: those keep the constraints",
            chosen.len()
        );
        notes.assumed(None, text);
    }
    let leaders = leaders(found, map, &chosen, notes)?;
    Ok(Placed {
        voters,
        stores: chosen,
        learners,
        leaders,
    })
}

/// Voters of each range: as many as is said, if there are as many stores.
fn voters(found: &Found, map: &Map, notes: &mut Notes) -> u32 {
    let count = map.stores.len() as u32;
    let wanted = match &found.voters {
        Some((voters, spot)) => {
            notes.understood(
                spot.clone(),
                format!("{} of each range", counted(*voters, "voter")),
            );
            *voters
        }
        None if is_of(found, Product::Etcd) => count,
        None => {
            notes.assumed(None, "3 voters of each range: no file says how many");
            3
        }
    };
    let most = format::limits::REPLICAS_MAX;
    let voters = wanted.min(count).min(most);
    if voters < wanted {
        let spot = found.voters.as_ref().map(|(_, spot)| spot.clone());
        let text = format!(
            "{voters} of {wanted} voters: the cluster has {}, and a range at most {most} replicas",
            counted(count, "store")
        );
        notes.assumed(spot, text);
    }
    voters
}

/// Stores of replicas without a vote: each time one of the zone that has fewest.
fn learners(found: &Found, map: &Map, chosen: &[usize]) -> Result<Vec<usize>, Complaint> {
    let mut learners = Vec::new();
    for (rule, count) in &found.learners_at {
        let mut all = chosen.to_vec();
        all.extend(&learners);
        for _ in 0..*count {
            let free = free(rule, map, &all);
            let next = free
                .iter()
                .min_by_key(|at| (in_zone(**at, &all, map), **at));
            let Some(next) = next else {
                let text = format!(
                    "found {count} replicas without a vote in {}, expected fewer: there are no \
                     more stores without a replica",
                    rule.name
                );
                return Err(Complaint {
                    spot: Some(rule.spot.clone()),
                    text,
                });
            };
            all.push(*next);
            learners.push(*next);
        }
    }
    Ok(learners)
}

fn is_of(found: &Found, product: Product) -> bool {
    found
        .product
        .as_ref()
        .is_some_and(|(known, _)| *known == product)
}

fn free(rule: &Rule, map: &Map, chosen: &[usize]) -> Vec<usize> {
    let zones = map.zones_of(rule);
    let stores = 0..map.stores.len();
    stores
        .filter(|at| zones.contains(&map.zone_of[*at]) && !chosen.contains(at))
        .collect()
}

fn in_zone(store: usize, chosen: &[usize], map: &Map) -> usize {
    chosen
        .iter()
        .filter(|at| map.zone_of[**at] == map.zone_of[store])
        .count()
}

/// Adds stores until so many are where the rule wants them: each time one of the zone that has
/// fewest.
fn choose(
    rule: &Rule,
    count: u32,
    most: u32,
    map: &Map,
    chosen: &mut Vec<usize>,
) -> Result<(), Complaint> {
    let wrong = |text: String| Complaint {
        spot: Some(rule.spot.clone()),
        text,
    };
    let zones = map.zones_of(rule);
    if zones.is_empty() {
        let names = map.names();
        let text = format!("found the place {:?}, expected one of {names}", rule.name);
        return Err(wrong(text));
    }
    let count = count.min(most) as usize;
    let mut held = chosen
        .iter()
        .filter(|at| zones.contains(&map.zone_of[**at]))
        .count();
    while held < count {
        let free = free(rule, map, chosen);
        let next = free
            .iter()
            .min_by_key(|at| (in_zone(**at, chosen, map), **at));
        let Some(next) = next else {
            let text = format!(
                "found {count} replicas in {}, expected at most {held}: there are no more stores",
                rule.name
            );
            return Err(wrong(text));
        };
        chosen.push(*next);
        held += 1;
    }
    Ok(())
}

/// Zones that lead: those that are preferred, without those that must not; else every store in
/// turn, and with one range whoever wins the first election.
fn leaders(
    found: &Found,
    map: &Map,
    chosen: &[usize],
    notes: &mut Notes,
) -> Result<Vec<String>, Complaint> {
    let holds = |zone: usize| chosen.iter().any(|store| map.zone_of[*store] == zone);
    let mut zones: Vec<usize> = Vec::new();
    for rule in &found.leaders {
        let named = map.zones_of(rule);
        if named.is_empty() {
            let text = format!(
                "found the place {:?} for leaders, expected one of {}",
                rule.name,
                map.names()
            );
            return Err(Complaint {
                spot: Some(rule.spot.clone()),
                text,
            });
        }
        let here: Vec<usize> = named.into_iter().filter(|zone| holds(*zone)).collect();
        let is_next = is_of(found, Product::Cockroach) && !zones.is_empty();
        if here.is_empty() || is_next {
            let text = format!(
                "leaders in {}: only where the first choice has no voter",
                rule.name
            );
            notes.unused(rule.spot.clone(), text);
            continue;
        }
        notes.understood(rule.spot.clone(), format!("leaders in {}", rule.name));
        zones.extend(here);
    }
    if !found.no_leaders.is_empty() {
        let mut barred: Vec<usize> = Vec::new();
        for rule in &found.no_leaders {
            let named = map.zones_of(rule);
            if named.is_empty() {
                let text = format!("no leaders in {}: no zone has this name", rule.name);
                notes.unused(rule.spot.clone(), text);
            } else {
                notes.understood(rule.spot.clone(), format!("no leaders in {}", rule.name));
            }
            barred.extend(named);
        }
        if zones.is_empty() {
            zones = (0..map.zones.len()).filter(|zone| holds(*zone)).collect();
        }
        zones.retain(|zone| !barred.contains(zone));
    }
    if !zones.is_empty() {
        return Ok(zones
            .into_iter()
            .map(|zone| map.zones[zone].id.clone())
            .collect());
    }
    if is_of(found, Product::Etcd) {
        notes.assumed(None, "whoever wins the first election leads");
        return Ok(Vec::new());
    }
    notes.assumed(
        None,
        "leaders are spread evenly over the stores at the start",
    );
    Ok(chosen
        .iter()
        .map(|store| map.stores[*store].clone())
        .collect())
}
