//! What a gateway or the oracle learns when a store would not serve a key.

use model::ids::RangeId;
use sim::{Micros, NodeId};

use super::RangeCache;
use crate::message::News;

/// A store would not serve a key of a range, and said what it knows. True when whoever asked knows
/// more than before. Else the store is left alone for a while, unless it has the key and only does
/// not serve it now: its range goes into another.
pub(crate) fn learn_from_refusal(
    cache: &mut RangeCache,
    (key, range): (u64, RangeId),
    (by, until): (NodeId, Micros),
    news: &News,
) -> bool {
    let stamp = |cache: &RangeCache| {
        let known = &cache.entry(key).known;
        (known.range, known.epoch)
    };
    let before = stamp(cache);
    let mut is_frozen = false;
    for info in news.iter().flat_map(|news| &news.ranges) {
        cache.learn(info);
        if info.is_of(range, key) {
            is_frozen = true;
            // Who leads it may be news where the range itself is none.
            if let Some(leader) = info.leader {
                cache.lead(key, range, leader);
            }
        }
    }
    if stamp(cache) != before {
        return true;
    }
    if !is_frozen {
        cache.absent(key, by, until);
    }
    false
}
