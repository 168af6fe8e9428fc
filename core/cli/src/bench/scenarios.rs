//! The runs of the benchmark, as scenario files. Must not know how they are timed.

use documents::scenario::{Resolved, Scenario};
use run::runner;
use serde_json::{Value, json};

/// Simulated time of the load run.
pub(super) const LOAD_US: u64 = 4_000_000;
/// Most ranges of a `ranges-N` document.
const DOCUMENT_RANGES_MAX: u32 = 1_000;
/// Stores of a `stores-N` document.
const DOCUMENT_STORES: std::ops::RangeInclusive<u32> = 3..=1_000;
/// Ranges of `busy-tenth`, one row each.
const MANY_RANGES: u32 = 10_000;
/// Each store of a `stores-N` document leads so many ranges.
pub(super) const RANGES_OF_STORE: u32 = 2;
/// Rows of each of them.
pub(super) const ROWS_OF_RANGE: u64 = 10;
/// Puts a second for each store of a `stores-N` document.
pub(super) const PUTS_OF_STORE: u32 = 20;
/// Of each replica, by default.
pub(super) const TICKS_A_SECOND: u32 = 10;
/// Bytes of a written value in the load run and in the bare loop.
pub(super) const VALUE_BYTES: u32 = 100;

/// The capacity lab at full size.
const MILLION_READS: &str = include_str!("../../../../public/scenarios/million-reads.json");

/// A run of the benchmark, as a scenario file.
pub(super) fn document(name: &str) -> Option<String> {
    let document = match name {
        // As many clients as keep one entry in each append, as in the bare loop: more would fill
        // raft-rs's window of appends in flight, and it would batch.
        "load" => five_replicas(&json!({
            "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": VALUE_BYTES
        })),
        "pace" => five_replicas(&json!({
            "id": "puts", "from": "g1", "op": "put", "rate": 100, "value_bytes": VALUE_BYTES
        })),
        "quiet" => three_zones(1, &json!([])),
        "million-reads" => return Some(MILLION_READS.into()),
        "flights" => flights(),
        "hibernating" => {
            let mut document = three_zones(1_000, &json!([]));
            document["settings"] = json!({ "hibernate": true });
            document
        }
        "busy-tenth" => busy_tenth(),
        "busy-tenth-hibernating" => {
            let mut document = busy_tenth();
            document["settings"] = json!({ "hibernate": true });
            document
        }
        _ => numbered(name)?,
    };
    Some(document.to_string())
}

/// A run whose name ends with a count.
fn numbered(name: &str) -> Option<Value> {
    let count = |prefix: &str| {
        let digits = name.strip_prefix(prefix)?;
        let is_number = digits.bytes().all(|sign| sign.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|_| is_number)
    };
    if let Some(ranges) = count("ranges-") {
        let puts = json!([{
            "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": VALUE_BYTES
        }]);
        return (1..=DOCUMENT_RANGES_MAX)
            .contains(&ranges)
            .then(|| three_zones(ranges, &puts));
    }
    let stores = count("stores-")?;
    DOCUMENT_STORES
        .contains(&stores)
        .then(|| equal_stores(stores))
}

/// Many ranges, of which one in ten is used: it takes a put and a read a second. All others only
/// tick, and their leaders send heartbeats.
fn busy_tenth() -> Value {
    let busy = MANY_RANGES / 10;
    let load = |op: &str| {
        json!({
            "id": op, "from": "g1", "op": op, "rate": busy, "keys": [0, busy],
            "value_bytes": VALUE_BYTES
        })
    };
    let loads = json!([load("put"), load("get")]);
    let mut document = document_of(&[10, 10, 10], MANY_RANGES, 3, &loads);
    document["data"]["leaders"] = json!(["z1", "z2", "z3"]);
    document
}

/// So many stores over three zones, each with the same load: it leads two ranges, and they take
/// twenty puts a second.
fn equal_stores(stores: u32) -> Value {
    let puts = json!([{
        "id": "puts", "from": "g1", "op": "put", "rate": stores * PUTS_OF_STORE,
        "value_bytes": VALUE_BYTES
    }]);
    let in_zone = |zone: u32| stores / 3 + u32::from(zone < stores % 3);
    let per_zone = [in_zone(0), in_zone(1), in_zone(2)];
    let ranges = stores * RANGES_OF_STORE;
    let mut document = document_of(&per_zone, ranges, 3, &puts);
    document["data"]["rows"] = json!(u64::from(ranges) * ROWS_OF_RANGE);
    let ids = (1..=stores).map(|store| format!("s{store}"));
    document["data"]["leaders"] = ids.collect();
    document
}

pub(super) fn resolve(name: &str) -> Resolved {
    resolved(&document(name).expect("a document of this benchmark"))
}

/// What a scenario file of the benchmark's own making says.
pub(super) fn resolved(text: &str) -> Resolved {
    let scenario = Scenario::parse(text).expect("the documents are valid");
    let runs = runner::runs(&scenario, None);
    runs.expect("the documents are valid").remove(0)
}

/// Five voters over three zones, one to two to two, led from the first.
fn five_replicas(workload: &Value) -> Value {
    document_of(&[1, 2, 2], 1, 5, &json!([workload]))
}

/// Some 500 messages in flight at any time: far zones and a steady stream of puts.
fn flights() -> Value {
    let mut document = five_replicas(&json!({
        "id": "puts", "from": "g1", "op": "put", "rate": 1_500, "value_bytes": VALUE_BYTES
    }));
    document["topology"]["links"]["cross_zone"]["rtt"] = json!("100ms");
    document
}

/// One store in each of three zones.
fn three_zones(ranges: u32, workload: &Value) -> Value {
    document_of(&[1, 1, 1], ranges, 3, workload)
}

pub(super) fn document_of(
    stores_per_zone: &[u32],
    ranges: u32,
    replicas: u32,
    workload: &Value,
) -> Value {
    let mut zones = Vec::new();
    let mut stores = Vec::new();
    for (position, &count) in stores_per_zone.iter().enumerate() {
        let zone = format!("z{}", position + 1);
        for _ in 0..count {
            let id = format!("s{}", stores.len() + 1);
            stores.push(json!({ "id": id, "zone": zone }));
        }
        zones.push(json!({ "id": zone, "region": "bench" }));
    }
    json!({
        "format": "raft-atlas/1",
        "title": "Benchmark",
        "text": "A run to measure. Nobody looks at it.",
        "seed": 7,
        "duration": "600s",
        "topology": {
            "zones": zones,
            "stores": stores,
            "gateways": [{ "id": "g1", "zone": "z1" }],
            "links": { "same_zone": { "rtt": "0.3ms" }, "cross_zone": { "rtt": "2ms", "jitter": "0.1ms" } }
        },
        "data": { "ranges": ranges, "replicas": replicas, "rows": 10_000, "leaders": ["z1"] },
        "workload": workload
    })
}
