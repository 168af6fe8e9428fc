//! The words in which a campaign is asked for. Must not know what becomes of them.

use std::ops::Range;

use crate::swarm::{FaultKind, Feature, ReadPlan};
use format::limits::SEED_MAX;
use run::playground::ReadMode;

/// Seeds from the first up to the second.
pub fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let expected = "expected two seeds such as 0..500, the first below the second";
    let number = |text: &str| {
        text.parse::<u64>()
            .ok()
            .filter(|seed| *seed <= SEED_MAX + 1)
    };
    let seeds = text
        .split_once("..")
        .and_then(|(a, b)| Some((number(a)?, number(b)?)));
    seeds
        .filter(|(a, b)| a < b)
        .map(|(a, b)| a..b)
        .ok_or_else(|| format!("found {text:?}, {expected}"))
}

/// Read modes that seeds take in turn; all are those that promise something.
pub fn parse_modes(text: &str) -> Result<Vec<ReadMode>, String> {
    if text == "all" {
        return Ok(ReadPlan::promising_modes());
    }
    let parse = |id: &str| {
        let ids = ReadMode::IDS.join(", ");
        ReadMode::parse(id).ok_or_else(|| format!("found {id:?}, expected all or {ids}"))
    };
    text.split(',').map(str::trim).map(parse).collect()
}

/// Kinds of faults, in a fixed order: the draws depend on it.
pub fn parse_faults(text: &str) -> Result<Vec<FaultKind>, String> {
    parse_list(text, &FaultKind::ALL, &FaultKind::ORDERS, FaultKind::id)
}

/// Features, in a fixed order: the draws depend on it.
pub fn parse_features(text: &str) -> Result<Vec<Feature>, String> {
    parse_list(text, &Feature::ALL, &[], Feature::id)
}

/// Some of these by their ids, all, or none; each once, in their order. `by_name` are no part of
/// all.
fn parse_list<T: Copy + Ord>(
    text: &str,
    all: &[T],
    by_name: &[T],
    id_of: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, String> {
    let mut chosen = Vec::new();
    let known = || all.iter().chain(by_name);
    for id in text.split(',').map(str::trim) {
        match (id, known().find(|one| id_of(**one) == id)) {
            ("all", _) => chosen.extend(all),
            ("none", _) => {}
            (_, Some(one)) => chosen.push(*one),
            (_, None) => {
                let ids: Vec<&str> = known().map(|one| id_of(*one)).collect();
                return Err(format!(
                    "found {id:?}, expected all, none or {}",
                    ids.join(", ")
                ));
            }
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}
