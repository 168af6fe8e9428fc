//! Which resource limits a load: the busiest one, how much more it could carry, and which would be
//! next. Plain arithmetic on shares of time; it must not know how they were measured.
//!
//! A resource that was busy for a share `u` of the time while the load ran at rate `x` is full at
//! `x / u` (the utilization law: what a request takes of it does not depend on the rate). That is
//! the ceiling which it sets, as long as the mix of requests stays.

use model::machines::ResourceKind;
use serde_json::{Map, Value, json};

/// From this share of its time on, in millionths, a resource is what limits: queues are ten times
/// as long as the work itself (M/M/1).
pub const FULL_PPM: u32 = 900_000;

/// How much of a resource was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceSummary {
    /// What it is.
    pub kind: ResourceKind,
    /// What a person calls it.
    pub id: String,
    /// How many it serves at once.
    pub servers: u32,
    /// Share of its servers' time that was busy, in millionths.
    pub used_ppm: u32,
    /// How long what came at the end would have waited.
    pub queued_us: u64,
}

/// What limits a load, or would first.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Bottleneck {
    /// Position of the busiest resource.
    pub first: usize,
    /// Whether it is full.
    pub limits: bool,
    /// Requests per second at which it is full.
    pub ceiling_qps: f64,
    /// Position of the busiest resource of another kind, and the rate at which it is full: what
    /// would limit if the first were widened.
    pub next: Option<(usize, f64)>,
}

/// The busiest first; equals by what they are and by their ids.
pub fn ranked(mut resources: Vec<ResourceSummary>) -> Vec<ResourceSummary> {
    let key = |one: &ResourceSummary| (u32::MAX - one.used_ppm, one.kind, one.id.clone());
    resources.sort_by_cached_key(key);
    resources
}

/// What limits a load of so many requests per second, from kinds and shares in any order; none
/// while nothing is used.
pub fn bottleneck(used: &[(ResourceKind, u32)], qps: f64) -> Option<Bottleneck> {
    let ceiling_qps = |used_ppm: u32| qps * 1e6 / f64::from(used_ppm);
    let busiest = |but: Option<ResourceKind>| {
        let others = used.iter().enumerate();
        let others = others.filter(|(_, (kind, used))| Some(*kind) != but && *used > 0);
        // The first of equals.
        others.min_by_key(|(place, (_, used))| (u32::MAX - used, *place))
    };
    let (first, (kind, used_ppm)) = busiest(None)?;
    let next = busiest(Some(*kind));
    Some(Bottleneck {
        first,
        limits: *used_ppm >= FULL_PPM,
        ceiling_qps: ceiling_qps(*used_ppm),
        next: next.map(|(place, (_, used_ppm))| (place, ceiling_qps(*used_ppm))),
    })
}

/// `resources` of a report, by id.
pub(crate) fn resources_json(resources: &[ResourceSummary]) -> Value {
    let one = |one: &ResourceSummary| {
        let told = json!({
            "kind": one.kind,
            "servers": one.servers,
            "used": share(one.used_ppm),
            "queued_us": one.queued_us,
        });
        (one.id.clone(), told)
    };
    Value::Object(resources.iter().map(one).collect::<Map<_, _>>())
}

/// `bottleneck` of a report: which of its resources is the busiest, and what it allows.
pub(crate) fn bottleneck_json(resources: &[ResourceSummary], qps: f64) -> Value {
    let used: Vec<_> = resources
        .iter()
        .map(|one| (one.kind, one.used_ppm))
        .collect();
    let found = bottleneck(&used, qps);
    let at = |place: usize| resources[place].id.as_str();
    let rate = |qps: f64| json!((qps * 100.0).round() / 100.0);
    let next = found.and_then(|found| found.next);
    json!({
        "resource": found.map(|found| at(found.first)),
        "kind": found.map(|found| resources[found.first].kind),
        "used": found.map(|found| share(resources[found.first].used_ppm)),
        "limits": found.is_some_and(|found| found.limits),
        "ceiling_qps": found.map(|found| rate(found.ceiling_qps)),
        "next": next.map(|(place, _)| at(place)),
        "next_kind": next.map(|(place, _)| resources[place].kind),
        "next_ceiling_qps": next.map(|(_, qps)| rate(qps)),
    })
}

/// A share of 1, in thousandths.
fn share(ppm: u32) -> f64 {
    (f64::from(ppm) / 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(shares: &[(ResourceKind, u32)], qps: f64) -> Bottleneck {
        bottleneck(shares, qps).expect("something is used")
    }

    const STORE: ResourceKind = ResourceKind::StoreCores;
    const GATEWAY: ResourceKind = ResourceKind::GatewayCores;

    #[test]
    fn the_busiest_resource_sets_the_ceiling_and_another_kind_is_next() {
        let shares = [
            (STORE, 200_000),
            (STORE, 800_000),
            (GATEWAY, 400_000),
            (STORE, 500_000),
        ];
        let found = used(&shares, 1_000.0);
        assert_eq!((found.first, found.limits), (1, false));
        assert!((found.ceiling_qps - 1_250.0).abs() < 1e-6);
        let (next, ceiling_qps) = found.next.expect("gateways are used");
        assert_eq!(next, 2);
        assert!((ceiling_qps - 2_500.0).abs() < 1e-6);
    }

    #[test]
    fn a_resource_limits_when_it_has_no_time_left() {
        assert!(used(&[(STORE, FULL_PPM)], 10.0).limits);
        assert!(!used(&[(STORE, FULL_PPM - 1)], 10.0).limits);
    }

    #[test]
    fn where_nothing_is_used_nothing_limits() {
        assert_eq!(bottleneck(&[(STORE, 0)], 0.0), None);
        assert_eq!(bottleneck(&[], 5.0), None);
        assert_eq!(used(&[(STORE, 5)], 1.0).next, None);
    }

    #[test]
    fn equals_are_told_in_one_order() {
        let one = |id: &str, used_ppm: u32| ResourceSummary {
            kind: STORE,
            id: id.to_string(),
            servers: 1,
            used_ppm,
            queued_us: 0,
        };
        let ranked = ranked(vec![one("s2", 7), one("s1", 7), one("s3", 9)]);
        let ids: Vec<&str> = ranked.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["s3", "s1", "s2"]);
    }
}
