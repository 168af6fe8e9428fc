//! The round trip of each pair of zones: measured, published, or assumed and told so.

use serde_json::{Map as JsonMap, Value, json};
use text::quantity::duration_text;

use crate::found::{Found, Place};
use crate::latency::Measured;
use crate::map::Map;
use crate::note::{Complaint, Notes};
use crate::published;

/// Between two zones of which nothing is known, as a scenario has it by default.
const DEFAULT_US: u64 = 1000;

/// What the scenario says of its links.
pub(crate) fn links(
    map: &Map,
    found: &Found,
    measured: &[Measured],
    notes: &mut Notes,
) -> Result<Value, Vec<Complaint>> {
    let mut taken = vec![false; measured.len()];
    let mut between = Vec::new();
    let mut unknown: Vec<(String, String)> = Vec::new();
    let mut guessed: Vec<String> = Vec::new();
    for a in 0..map.zones.len() {
        for b in a..map.zones.len() {
            let pair = [map.zones[a].id.as_str(), map.zones[b].id.as_str()];
            if let Some(link) = of_pair(map, found, (a, b), measured, &mut taken, notes) {
                let mut link = link;
                link.insert("zones".to_string(), json!(pair));
                between.push(Value::Object(link));
                continue;
            }
            if a == b {
                continue;
            }
            let [here, there] = [a, b].map(|at| region(&map.zones[at].place));
            if let Some(row) = published::between(here, there).filter(|_| !here.is_empty()) {
                let rtt = duration_text(row.rtt_us);
                between.push(json!({ "zones": pair, "rtt": rtt }));
                let text = format!(
                    "{rtt} between {} and {}: {}, {}",
                    row.from, row.to, row.source, row.year
                );
                notes.assumed(None, text);
            } else if here != there && !here.is_empty() && !there.is_empty() {
                let regions = (here.to_string(), there.to_string());
                if !unknown.contains(&regions) {
                    unknown.push(regions);
                }
            } else {
                guessed.push(pair.join(" and "));
            }
        }
    }
    if !unknown.is_empty() {
        return Err(unknown.iter().map(ask).collect());
    }
    if !guessed.is_empty() {
        let text = format!(
            "{} between {}: nothing says it; --latency FILE would",
            duration_text(DEFAULT_US),
            guessed.join("; ")
        );
        notes.assumed(None, text);
    }
    if map.zones.len() > 1 {
        notes.assumed(None, "each way takes half of the round trip");
    }
    for (row, _) in measured.iter().zip(&taken).filter(|(_, taken)| !**taken) {
        let text = format!("{} to {}: not two zones of this cluster", row.from, row.to);
        notes.unused(row.spot.clone(), text);
    }
    let cross = json!({ "rtt": duration_text(DEFAULT_US) });
    Ok(json!({ "cross_zone": cross, "between": between }))
}

/// The region that a file says, or else the zone's name.
fn region(place: &Place) -> &str {
    match place.region.as_str() {
        "" => published::region_of(&place.zone).unwrap_or_default(),
        region => region,
    }
}

fn ask((here, there): &(String, String)) -> Complaint {
    let text = format!(
        "the round trip between {here} and {there} is not known: give it with --latency FILE, for \
         example a CSV with the lines \"from,to,rtt_ms\" and \"{here},{there},…\""
    );
    Complaint { spot: None, text }
}

/// The link of two zones as it was measured: between the zones or machines of them, else between
/// their regions. Both directions of a round trip are one; their mean is taken.
fn of_pair(
    map: &Map,
    found: &Found,
    (a, b): (usize, usize),
    measured: &[Measured],
    taken: &mut [bool],
    notes: &mut Notes,
) -> Option<JsonMap<String, Value>> {
    let is_zone = |name: &str, at: usize| {
        let zone = &map.zones[at];
        let stores = found.stores.iter().zip(&map.zone_of);
        let hosts = |(store, of): (&crate::found::Store, &usize)| {
            *of == at && !name.is_empty() && (store.host == name || store.name == name)
        };
        zone.id == name || zone.place.zone == name || stores.into_iter().any(hosts)
    };
    let is_region = |name: &str, at: usize| {
        let region = &map.zones[at].place.region;
        !region.is_empty() && region == name
    };
    let both = |is: &dyn Fn(&str, usize) -> bool, row: &Measured| {
        (is(&row.from, a) && is(&row.to, b)) || (is(&row.from, b) && is(&row.to, a))
    };
    let chosen = |is: &dyn Fn(&str, usize) -> bool| -> Vec<usize> {
        let rows = 0..measured.len();
        rows.filter(|at| both(is, &measured[*at])).collect()
    };
    let mut rows = chosen(&is_zone);
    if a != b {
        let regions = chosen(&is_region);
        for at in &regions {
            taken[*at] = true;
        }
        if rows.is_empty() {
            rows = regions;
        }
    }
    for at in &rows {
        taken[*at] = true;
    }
    let first = &measured[*rows.first()?];
    let mean = |of: &dyn Fn(&Measured) -> Option<f64>| {
        let all: Vec<f64> = rows.iter().filter_map(|at| of(&measured[*at])).collect();
        (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
    };
    let rtt_us = mean(&|row| Some(row.rtt_us as f64))?.round() as u64;
    let mut link = JsonMap::new();
    link.insert("rtt".to_string(), json!(duration_text(rtt_us)));
    if let Some(us) = mean(&|row| row.jitter_us.map(|us| us as f64)) {
        let most = format::limits::JITTER_US_MAX;
        link.insert(
            "jitter".to_string(),
            json!(duration_text((us.round() as u64).min(most))),
        );
    }
    if let Some(loss) = mean(&|row| row.loss) {
        link.insert("loss".to_string(), json!((loss * 1e6).round() / 1e6));
    }
    let [from, to] = [a, b].map(|at| map.zones[at].id.as_str());
    let text = format!("{} between {from} and {to}", duration_text(rtt_us));
    notes.understood(first.spot.clone(), text);
    if rows.iter().any(|at| measured[*at].rtt_us != first.rtt_us) {
        let text = format!(
            "{from} and {to}: the mean of {} measurements of one round trip",
            rows.len()
        );
        notes.assumed(Some(first.spot.clone()), text);
    }
    Some(link)
}
