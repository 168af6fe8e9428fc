//! The settings that are tried, one for each combination of what a form considers: what `--set` is
//! given to have one, and what it is called. Must not know what came of any.

use format::word::Word;
use model::config::ReadMode;
use serde::Serialize;
use serde_json::{Value, json};
use text::said::said;
use text::{phrase, say};
use ts_rs::TS;

use crate::form::{AdviceEncoding, AdviceForm, AdviceLeaders};
use crate::placed::{Placed, rtt_us};

/// A zone is far where a quorum is so many times as far as from the zone nearest to one.
const FAR_TIMES: u64 = 2;

/// A setting that is tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct AdviceSetting {
    /// What it is called.
    pub title: String,
    /// What it is called inside a sentence.
    #[serde(skip)]
    pub(crate) inside: String,
    /// How reads are served.
    pub mode: ReadMode,
    /// Where leaders are.
    pub leaders: AdviceLeaders,
    /// Replicas of each range.
    pub replicas: u32,
    /// How entries travel.
    pub encoding: AdviceEncoding,
    /// What `--set` is given to have it, in the order of the sweep's axes.
    pub set: Vec<String>,
}

/// An axis of the sweep and the values that it takes, and what else decides about it.
pub(crate) struct Axis {
    pub(crate) path: &'static str,
    pub(crate) name: &'static str,
    /// The value in a setting of these parts.
    pub(crate) of: fn(&AdviceForm, &Parts) -> Value,
    /// The axis before it that decides its value, and why; none: it is chosen.
    pub(crate) goes_by: Option<(&'static str, &'static str)>,
}

/// What a setting is made of.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Parts {
    pub(crate) mode: ReadMode,
    pub(crate) leaders: AdviceLeaders,
    pub(crate) replicas: u32,
    pub(crate) encoding: AdviceEncoding,
}

/// All axes, in the order of the sweep.
pub(crate) const AXES: [Axis; 8] = [
    Axis {
        path: "settings.read_mode",
        name: "mode",
        of: |_, parts| json!(parts.mode.id()),
        goes_by: None,
    },
    Axis {
        path: "settings.safe_time",
        name: "safe times",
        of: |_, parts| json!(safe_time(parts.mode)),
        goes_by: Some(("mode", "Stale reads alone go by safe times.")),
    },
    Axis {
        path: "settings.index_by_lease",
        name: "index by lease",
        of: |_, parts| json!(index_by_lease(parts.mode)),
        goes_by: Some((
            "mode",
            "A lease that answers for a quorum is no confirmation by a quorum.",
        )),
    },
    Axis {
        path: "data.leaders",
        name: "leaders",
        of: |form, parts| json!(leaders(form, parts.leaders)),
        goes_by: None,
    },
    Axis {
        path: "data.replicas",
        name: "replicas",
        of: |_, parts| json!(parts.replicas),
        goes_by: None,
    },
    Axis {
        path: "settings.compression",
        name: "compression",
        of: |_, parts| json!(if is_compact(parts) { "lz4" } else { "none" }),
        goes_by: None,
    },
    Axis {
        path: "settings.delta_encoding",
        name: "delta",
        of: |_, parts| json!(is_compact(parts)),
        goes_by: Some(("compression", "Both or none.")),
    },
    Axis {
        path: "settings.follower_replication",
        name: "follower replication",
        // With one replica in a zone it has nobody to pass entries on to.
        of: |_, parts| json!(is_compact(parts)),
        goes_by: Some(("compression", "Both or none.")),
    },
];

fn is_compact(parts: &Parts) -> bool {
    parts.encoding == AdviceEncoding::Compact
}

/// Whether a leader with a lease answers requests for a read index at once. With reads that a
/// quorum confirms it must not: they would be lease reads by another name.
fn index_by_lease(mode: ReadMode) -> bool {
    mode != ReadMode::Leader
}

/// Only reads of a named time go by safe times, and keeping them costs bytes.
fn safe_time(mode: ReadMode) -> &'static str {
    if mode == ReadMode::Stale {
        "hybrid"
    } else {
        "off"
    }
}

/// Everything that is considered, in the order of the sweep's points.
pub(crate) fn settings(form: &AdviceForm) -> Vec<AdviceSetting> {
    all_parts(form)
        .into_iter()
        .map(|parts| {
            let [title, inside] = mode_words(parts.mode).map(|mode| title(form, &parts, mode));
            AdviceSetting {
                title,
                inside,
                mode: parts.mode,
                leaders: parts.leaders,
                replicas: parts.replicas,
                encoding: parts.encoding,
                set: set(form, &parts),
            }
        })
        .collect()
}

/// The last changes first, as in a sweep.
pub(crate) fn all_parts(form: &AdviceForm) -> Vec<Parts> {
    let consider = &form.consider;
    let mut all = Vec::new();
    for Word(mode) in &consider.read_modes {
        for leaders in &places(form) {
            for replicas in &consider.replicas {
                for Word(encoding) in &consider.encoding {
                    all.push(Parts {
                        mode: *mode,
                        leaders: *leaders,
                        replicas: *replicas,
                        encoding: *encoding,
                    });
                }
            }
        }
    }
    all
}

/// Where leaders are tried; zones that are near, where they are not the same as others.
fn places(form: &AdviceForm) -> Vec<AdviceLeaders> {
    let all: Vec<AdviceLeaders> = form.consider.leaders.iter().map(|Word(one)| *one).collect();
    let is_new = |one: &AdviceLeaders| {
        let mut others = all.iter().filter(|other| **other != AdviceLeaders::Near);
        let own = leaders(form, *one);
        *one != AdviceLeaders::Near || others.all(|other| leaders(form, *other) != own)
    };
    all.iter().copied().filter(is_new).collect()
}

fn set(form: &AdviceForm, parts: &Parts) -> Vec<String> {
    let one = |axis: &Axis| {
        let value = (axis.of)(form, parts);
        let words = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_string);
        format!("{}={words}", axis.path)
    };
    AXES.iter().map(one).collect()
}

/// The zones where leaders are, in turn: those that have stores.
pub(crate) fn leaders(form: &AdviceForm, leaders: AdviceLeaders) -> Vec<&str> {
    let with_stores = form.zones.iter().filter(|zone| zone.stores > 0);
    match leaders {
        AdviceLeaders::Spread => with_stores.map(|zone| zone.id.as_str()).collect(),
        AdviceLeaders::Home => vec![home(form)],
        AdviceLeaders::Near => near(form),
    }
}

/// The zones that are near a majority of replicas; of several numbers of replicas the first counts.
fn near(form: &AdviceForm) -> Vec<&str> {
    let replicas = form.consider.replicas.first().copied().unwrap_or(3);
    let placed = Placed::of(form, replicas);
    let all = leaders(form, AdviceLeaders::Spread).into_iter();
    let to_quorum = all.filter_map(|zone| Some((zone, placed.commit_us(zone, None)?)));
    let to_quorum: Vec<(&str, u64)> = to_quorum.collect();
    let least = to_quorum.iter().map(|(_, us)| *us).min().unwrap_or(0);
    let near = to_quorum.iter().filter(|(_, us)| *us <= FAR_TIMES * least);
    near.map(|(zone, _)| *zone).collect()
}

/// The zone with most clients; of those with as many, the one with the least round trips to all
/// clients.
pub(crate) fn home(form: &AdviceForm) -> &str {
    let far = |id: &str| -> u64 {
        let to = |zone: &crate::form::AdviceZone| rtt_us(form, id, &zone.id);
        form.zones
            .iter()
            .map(|zone| u64::from(zone.clients) * to(zone))
            .sum()
    };
    let with_stores = form.zones.iter().filter(|zone| zone.stores > 0);
    let best = with_stores.min_by_key(|zone| (u32::MAX - zone.clients, far(&zone.id)));
    best.map_or("", |zone| zone.id.as_str())
}

/// What a setting is called: its mode's words, and what others that are considered differ in.
fn title(form: &AdviceForm, parts: &Parts, mode: &str) -> String {
    let mut title = said(mode, &[]);
    if form.consider.leaders.len() > 1 {
        let place = match parts.leaders {
            AdviceLeaders::Spread => phrase!("all zones"),
            AdviceLeaders::Home => home(form),
            AdviceLeaders::Near => &leaders(form, AdviceLeaders::Near).join(", "),
        };
        title = say!("{title}, leaders in {place}", title, place);
    }
    if form.consider.replicas.len() > 1 {
        title = say!(
            "{title}, {replicas} replicas",
            title,
            replicas = parts.replicas
        );
    }
    if form.consider.encoding.len() > 1 && is_compact(parts) {
        title = say!("{title}, compact entries", title);
    }
    title
}

/// How a mode reads: at the beginning of a sentence, and inside one.
fn mode_words(mode: ReadMode) -> [&'static str; 2] {
    match mode {
        ReadMode::Local => [
            phrase!("Unchecked reads at the closest replica"),
            phrase!("unchecked reads at the closest replica"),
        ],
        ReadMode::LeaderUnchecked => [
            phrase!("Unchecked reads at the leader"),
            phrase!("unchecked reads at the leader"),
        ],
        ReadMode::Leader => [
            phrase!("Reads at the leader, confirmed by a quorum"),
            phrase!("reads at the leader, confirmed by a quorum"),
        ],
        ReadMode::Follower => [
            phrase!("Follower reads at the closest replica"),
            phrase!("follower reads at the closest replica"),
        ],
        ReadMode::LeaseUnsafe => [
            phrase!("Reads at the leader by its role"),
            phrase!("reads at the leader by its role"),
        ],
        ReadMode::Lease => [
            phrase!("Lease reads at the leader"),
            phrase!("lease reads at the leader"),
        ],
        ReadMode::Proxy => [
            phrase!("Reads that the closest replica passes on to the leader"),
            phrase!("reads that the closest replica passes on to the leader"),
        ],
        ReadMode::Learner => [phrase!("Reads at learners"), phrase!("reads at learners")],
        ReadMode::Adaptive => [
            phrase!("Reads of large results at the closest replica, of small ones at the leader"),
            phrase!("reads of large results at the closest replica, of small ones at the leader"),
        ],
        ReadMode::Stale => [
            phrase!("Stale reads at the closest replica"),
            phrase!("stale reads at the closest replica"),
        ],
        ReadMode::Version => [
            phrase!("Reads at the closest replica that is new enough"),
            phrase!("reads at the closest replica that is new enough"),
        ],
    }
}
