//! A form as a scenario file: the network, the data and the load, as a whole or, where that is too
//! much for a page, a like part of it. Must not know which settings are tried in it.

use serde::Serialize;
use serde_json::{Value, json};
use sim::{MILLIS, Micros, SECONDS};
use text::quantity::duration_text;
use ts_rs::TS;

use crate::form::{AdviceForm, AdviceZone};
use crate::product::Rhythm;
use crate::settings::all_parts;

/// Instant of the first requests: leaders are there.
const START_US: Micros = SECONDS;
/// Warm-up, besides the age of stale reads.
const WARM_UP_US: Micros = 3 * SECONDS;
/// Age of stale reads where the form allows none: they are tried, and tell what the limit costs.
const STALENESS_US: Micros = 5 * SECONDS;
/// Requests of a run in a page, in its measured time: a run is over within about a second.
const PAGE_REQUESTS: f64 = 20_000.0;

/// How much of the form is run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// As much as a page can run while somebody waits.
    Page,
}

/// How much of the form's ranges, rows and load is run; all three by the same factor.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct AdviceShare {
    /// Ranges that are run.
    pub ranges: u32,
    /// Ranges of the form.
    pub of_ranges: u32,
    /// How many times as much the form's load is.
    pub factor: f64,
}

impl AdviceShare {
    /// Ranges are left out until what is left is little enough, but no zone without one: what a
    /// range is asked stays as it is, so that dollars may be multiplied.
    pub(crate) fn of(form: &AdviceForm, extent: Extent) -> Self {
        let of_ranges = form.data.ranges;
        let seconds = form.runs.measured.0 as f64 / SECONDS as f64;
        let requests = (form.load.reads_per_s + form.load.writes_per_s) * seconds;
        let wanted = match extent {
            Extent::Whole => of_ranges,
            Extent::Page if requests <= PAGE_REQUESTS => of_ranges,
            Extent::Page => (f64::from(of_ranges) * PAGE_REQUESTS / requests).ceil() as u32,
        };
        let zones = form.zones.len() as u32;
        // A multiple of the zones, so that each leads as many.
        let even = wanted.div_ceil(zones) * zones;
        let ranges = if even < of_ranges { even } else { of_ranges };
        AdviceShare {
            ranges,
            of_ranges,
            factor: f64::from(of_ranges) / f64::from(ranges),
        }
    }

    /// Whether something is left out.
    pub(crate) fn is_part(&self) -> bool {
        self.ranges < self.of_ranges
    }
}

/// How old stale reads are.
pub(crate) fn staleness_us(form: &AdviceForm) -> Micros {
    form.limits.staleness.map_or(STALENESS_US, |age| age.0)
}

/// Id of the load of reads of a zone's clients.
pub(crate) fn reads_id(zone: &AdviceZone) -> String {
    format!("reads-{}", zone.id)
}

/// Id of the load of writes of a zone's clients.
pub(crate) fn writes_id(zone: &AdviceZone) -> String {
    format!("writes-{}", zone.id)
}

pub(crate) fn with_clients(form: &AdviceForm) -> impl Iterator<Item = &AdviceZone> {
    form.zones.iter().filter(|zone| zone.clients > 0)
}

/// Of all requests a second those of a zone's clients, in a run of this share.
fn rate_of(form: &AdviceForm, zone: &AdviceZone, per_s: f64, share: &AdviceShare) -> f64 {
    let all: f64 = form.zones.iter().map(|zone| f64::from(zone.clients)).sum();
    let rate = per_s * f64::from(zone.clients) / all / share.factor;
    // As a person would write it.
    ((rate * 1e3).round() / 1e3).max(0.001)
}

/// Requests a second that a run is asked.
pub(crate) fn asked_per_s(form: &AdviceForm, share: &AdviceShare) -> f64 {
    (form.load.reads_per_s + form.load.writes_per_s) / share.factor
}

pub(crate) fn duration_us(form: &AdviceForm) -> Micros {
    measure_from_us(form) + form.runs.measured.0
}

fn measure_from_us(form: &AdviceForm) -> Micros {
    let us = WARM_UP_US + staleness_us(form);
    us.div_ceil(MILLIS) * MILLIS
}

/// The scenario, with the first setting that is considered.
pub(crate) fn scenario(form: &AdviceForm, share: &AdviceShare) -> Value {
    let first = all_parts(form).into_iter().next();
    let rhythm = Rhythm::of(&form.raft);
    json!({
        "format": "raft-atlas/1",
        "title": form.title,
        "text": "The network and the load of a form, as advice tries settings on them.",
        "seed": 1,
        "duration": duration_text(duration_us(form)),
        "measure_from": duration_text(measure_from_us(form)),
        "topology": topology(form),
        "data": {
            "ranges": share.ranges,
            "replicas": first.map_or(3, |parts| parts.replicas),
            "rows": rows(form, share),
            "row_bytes": form.data.value_bytes,
        },
        "raft": {
            "tick": rhythm.tick,
            "heartbeat_ticks": rhythm.heartbeat_ticks,
            "election_ticks": rhythm.election_ticks,
        },
        "settings": {
            "hibernate": rhythm.hibernate,
            "staleness": duration_text(staleness_us(form)),
        },
        "workload": workload(form, share),
    })
}

/// As many rows in each range as the form says.
fn rows(form: &AdviceForm, share: &AdviceShare) -> u32 {
    if !share.is_part() {
        return form.data.rows;
    }
    let rows = (f64::from(form.data.rows) / share.factor).round() as u32;
    rows.max(share.ranges)
}

fn topology(form: &AdviceForm) -> Value {
    let mut stores = Vec::new();
    let mut gateways = Vec::new();
    for (place, zone) in form.zones.iter().enumerate() {
        for _ in 0..zone.stores {
            let id = format!("s{}", stores.len() + 1);
            let mut store = json!({ "id": id, "zone": zone.id });
            if let Some(ticks) = zone.election_ticks {
                store["election_ticks"] = json!(ticks);
            }
            stores.push(store);
        }
        gateways.push(json!({ "id": format!("g{}", place + 1), "zone": zone.id }));
    }
    let zone = |zone: &AdviceZone| json!({ "id": zone.id, "region": zone.region });
    let links = &form.links;
    let between: Vec<Value> = links
        .between
        .iter()
        .map(|pair| {
            let mut link = json!({ "zones": pair.zones });
            let times = [
                ("rtt", pair.rtt),
                ("there", pair.there),
                ("jitter", pair.jitter),
            ];
            for (key, time) in times {
                if let Some(time) = time {
                    link[key] = json!(time);
                }
            }
            if let Some(usd) = pair.usd_per_gb {
                link["usd_per_gb"] = json!(usd);
            }
            link
        })
        .collect();
    let mut cross_zone = json!({ "rtt": links.across_rtt, "usd_per_gb": links.across_usd_per_gb });
    if links.across_jitter.0 > 0 {
        cross_zone["jitter"] = json!(links.across_jitter);
    }
    json!({
        "zones": form.zones.iter().map(zone).collect::<Vec<_>>(),
        "stores": stores,
        "gateways": gateways,
        "links": {
            "same_zone": { "rtt": links.inside_rtt },
            "cross_zone": cross_zone,
            "between": between,
        },
    })
}

/// Arrivals at a rate: what a slow setting delays it does not make fewer.
fn workload(form: &AdviceForm, share: &AdviceShare) -> Vec<Value> {
    let load = &form.load;
    let mut all = Vec::new();
    for zone in with_clients(form) {
        let mut reads = json!({
            "id": reads_id(zone),
            "from": zone.id,
            "rate": rate_of(form, zone, load.reads_per_s, share),
            "op": if load.rows_per_read > 1 { "scan" } else { "get" },
            "start": duration_text(START_US),
        });
        if load.rows_per_read > 1 {
            reads["rows"] = json!(load.rows_per_read);
        }
        all.push(reads);
        all.push(json!({
            "id": writes_id(zone),
            "from": zone.id,
            "op": "put",
            "rate": rate_of(form, zone, load.writes_per_s, share),
            "values": form.data.values,
            "start": duration_text(START_US),
        }));
    }
    all
}
