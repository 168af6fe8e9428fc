//! How far a write has to go when a zone is lost: counted from places and round trips, not run.
//! Must not know what any run showed.

use sim::Micros;

use crate::form::AdviceForm;
use crate::placed::{Placed, rtt_us, survives};
use crate::scenario::with_clients;
use crate::settings::{AdviceSetting, leaders};

/// The longest of the writes after a loss.
pub(crate) struct AfterLoss<'a> {
    pub(crate) us: Micros,
    pub(crate) lost: &'a str,
    pub(crate) client: &'a str,
}

/// What a write takes at least, from the farthest clients and with the zone lost that makes it
/// longest: to its leader, and from there to a majority. None where writes stop.
pub(crate) fn after_loss<'a>(
    form: &'a AdviceForm,
    setting: &AdviceSetting,
) -> Option<AfterLoss<'a>> {
    if !survives(form, setting.replicas) {
        return None;
    }
    let placed = Placed::of(form, setting.replicas);
    let own = leaders(form, setting.leaders);
    let mut worst: Option<AfterLoss> = None;
    for (lost, _) in &placed.zones {
        for leader in next_leaders(form, &placed, &own, lost) {
            let commit_us = placed.commit_us(leader, Some(lost))?;
            for client in with_clients(form).filter(|zone| zone.id != *lost) {
                let us = rtt_us(form, &client.id, leader) + commit_us;
                if worst.as_ref().is_none_or(|worst| us > worst.us) {
                    worst = Some(AfterLoss {
                        us,
                        lost,
                        client: &client.id,
                    });
                }
            }
        }
    }
    worst
}

/// Zones that may lead without a lost one: those of the setting, or, where it was the only one,
/// those of the others that stand for election first.
fn next_leaders<'a>(
    form: &'a AdviceForm,
    placed: &Placed<'a>,
    own: &[&'a str],
    lost: &str,
) -> Vec<&'a str> {
    let can = |zone: &&str| placed.commit_us(zone, Some(lost)).is_some();
    let own: Vec<&str> = own
        .iter()
        .copied()
        .filter(|zone| *zone != lost)
        .filter(can)
        .collect();
    if !own.is_empty() {
        return own;
    }
    let patience = |id: &str| {
        let zone = form.zones.iter().find(|zone| zone.id == id);
        zone.and_then(|zone| zone.election_ticks).unwrap_or(0)
    };
    let others = placed.zones.iter().map(|(zone, _)| *zone);
    let others: Vec<&str> = others.filter(|zone| *zone != lost).filter(can).collect();
    let least = others.iter().map(|zone| patience(zone)).min();
    others
        .into_iter()
        .filter(|zone| Some(patience(zone)) == least)
        .collect()
}
