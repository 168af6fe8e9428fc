//! The range that a run is about: the one that most requests ask for, by what its loads are set to.
//! It must not know what is shown of it.

use model::config::{KeyDistribution, Load, WorkloadConfig};
use model::ids::RangeId;

use crate::playground::world::RangeInfo;

/// So many times what the first range is asked for is more than the keys' division makes of an
/// even load.
const CLEARLY: u128 = 2;
const MILLION: u128 = 1_000_000;

/// The number of the range that is asked for most, if that is clearly more than the first is; else
/// the first one's.
pub(super) fn busiest(ranges: &[RangeInfo], loads: &[WorkloadConfig]) -> RangeId {
    let asked = |range: &RangeInfo| loads.iter().map(|load| asked_of(load, range)).sum::<u128>();
    let Some(first) = ranges.first() else {
        return RangeId(0);
    };
    let least = CLEARLY * asked(first).max(1);
    let mut most = (first.id, least);
    for range in &ranges[1..] {
        let requests = asked(range);
        if requests > most.1 {
            most = (range.id, requests);
        }
    }
    most.0
}

/// Millionths of a request per second, or of a client, that a load asks of a range at its height.
fn asked_of(load: &WorkloadConfig, range: &RangeInfo) -> u128 {
    let height = height(load);
    let (first, end) = load.keys;
    match load.distribution {
        KeyDistribution::One { key } => height * u128::from(holds(range, key)),
        KeyDistribution::Hotspot { hot_keys, requests } => {
            let hot = height * u128::from(requests.ppm) / MILLION;
            let edge = first.saturating_add(hot_keys).min(end);
            evenly(hot, (first, edge), range) + evenly(height - hot, (edge, end), range)
        }
        KeyDistribution::Uniform
        | KeyDistribution::Zipfian { .. }
        | KeyDistribution::Latest { .. } => evenly(height, (first, end), range),
    }
}

fn holds(range: &RangeInfo, key: u64) -> bool {
    (range.first_key..=range.last_key).contains(&key)
}

/// A range's part of what is spread over keys.
fn evenly(requests: u128, (first, end): (u64, u64), range: &RangeInfo) -> u128 {
    let from = first.max(range.first_key);
    let until = end.min(range.last_key.saturating_add(1));
    let keys = u128::from(end.saturating_sub(first).max(1));
    requests * u128::from(until.saturating_sub(from)) / keys
}

/// What a load comes to at most, ramps included.
fn height(load: &WorkloadConfig) -> u128 {
    let (unit, begins) = match load.load {
        Load::Open { interval_ns } => (1, 1_000_000_000 * MILLION / u128::from(interval_ns.max(1))),
        Load::Closed { clients, .. } => (MILLION, u128::from(clients) * MILLION),
    };
    let steps = load.ramp.iter().map(|step| u128::from(step.level) * unit);
    steps.fold(begins, u128::max)
}

#[cfg(test)]
mod tests {
    use crate::playground::Playground;
    use crate::playground::tests::SCENARIO;

    #[test]
    fn the_range_that_most_requests_ask_for_is_told_or_the_first_one_where_all_are_alike() {
        let about = |workload: &str| {
            let data = r#""data": { "rows": 1200, "ranges": 12 }, "workload""#;
            let text = SCENARIO.replace(r#""data": { "rows": 100, "leaders": ["az1"] },"#, "");
            let (head, _) = text.split_once(r#""workload""#).expect("it has loads");
            let text = format!("{head}{data}: [{workload}] }}");
            let world = Playground::open(&text, "", None)
                .expect("a right scenario")
                .world();
            world.busiest_range.0 - world.ranges[0].id.0
        };
        let even = r#"{ "id": "even", "from": "g1", "op": "get", "rate": 900 }"#;
        let crowd = r#"{ "id": "crowd", "from": "g1", "op": "get", "rate": 100,
            "ramp": [{ "at": "2s", "rate": 600 }], "distribution": { "kind": "one", "key": 150 } }"#;
        let few = r#"{ "id": "few", "from": "g1", "op": "put", "rate": 300, "keys": [700, 800] }"#;
        assert_eq!(about(even), 0);
        assert_eq!(about(&format!("{even}, {crowd}")), 1);
        assert_eq!(about(&format!("{even}, {few}")), 7);
        assert_eq!(about(&format!("{even}, {few}, {crowd}")), 1);
    }
}
