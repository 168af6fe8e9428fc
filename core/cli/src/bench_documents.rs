//! The runs of the benchmark, as scenario files. Must not know how they are timed.

use serde_json::{Value, json};

/// Simulated time of the load run.
pub(crate) const LOAD_US: u64 = 4_000_000;
/// Most ranges of a document.
const DOCUMENT_RANGES_MAX: u32 = 1_000;
/// Bytes of a written value in the load run and in the bare loop.
pub(crate) const VALUE_BYTES: u32 = 100;

/// The capacity lab at full size.
const MILLION_READS: &str = include_str!("../../../public/scenarios/million-reads.json");

/// A run of the benchmark, as a scenario file.
pub(crate) fn document(name: &str) -> Option<String> {
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
        _ => {
            let ranges = name.strip_prefix("ranges-")?;
            let is_number = ranges.bytes().all(|sign| sign.is_ascii_digit());
            let ranges = ranges.parse().ok().filter(|_| is_number)?;
            if !(1..=DOCUMENT_RANGES_MAX).contains(&ranges) {
                return None;
            }
            three_zones(
                ranges,
                &json!([{
                    "id": "puts", "from": "g1", "op": "put", "clients": 64, "value_bytes": VALUE_BYTES
                }]),
            )
        }
    };
    Some(document.to_string())
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

pub(crate) fn document_of(
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
