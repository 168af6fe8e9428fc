//! A scenario that uses every key, and ways to spoil it.

use documents::scenario::Scenario;
use serde_json::{Value, json};

/// A scenario that uses every key once.
pub(crate) fn full() -> Value {
    json!({
        "$schema": "scenario.schema.json",
        "format": "raft-atlas/1",
        "title": "Follower reads compared with leader reads",
        "text": "Three zones. One leads.",
        "seed": 7,
        "duration": "30s",
        "speed": 0.5,
        "topology": {
            "zones": [{ "id": "az1", "name": "North", "region": "us-east-1" },
                      { "id": "az2", "region": "us-east-1" }, { "id": "az3" }],
            "stores": [{ "id": "s1", "zone": "az1", "cores": 16, "fsync": "1ms", "disk": "500MBps",
                         "clock_offset": "-3ms", "clock_drift_ppm": 50 },
                       { "id": "s2", "zone": "az2" }, { "id": "s3", "zone": "az3" }],
            "gateways": [{ "id": "g1", "zone": "az1", "cores": 8 },
                         { "id": "g2", "zone": "az2", "clock_offset": "2ms",
                           "clock_drift_ppm": -7 }],
            "balancers": [{ "id": "lb1", "zone": "az2", "cores": 3 }],
            "hosts": [{ "id": "h1", "nodes": ["s1", "g1"], "packet_cores": 4 }],
            "pd": { "zone": "az1" },
            "links": {
                "same_zone": { "rtt": "0.2ms" },
                "cross_zone": { "rtt": "1ms", "jitter": "10us", "loss": 0.001, "window": 65536,
                                "usd_per_gb": 0.02 },
                "between": [{ "zones": ["az3", "az1"], "rtt": "28.001ms",
                              "bandwidth": "297Mbps" }],
                "prices": "aws" },
            "clocks": { "max_skew": "500ms" }
        },
        "data": { "ranges": 2, "replicas": 3, "rows": 10000, "row_bytes": 1000,
                  "leaders": ["az1", "s2"], "place": "spread" },
        "raft": { "tick": "100ms", "heartbeat_ticks": 1, "election_ticks": 10, "log_keep": 1024,
                  "max_size_per_msg": 1_048_576, "max_inflight": 256, "delta_timestamps": false },
        "costs": { "request": "30us", "row": "2us", "message": "500ns", "apply": "5us",
                   "spread": "exponential" },
        "settings": { "read_mode": "leader", "check_quorum": true, "pre_vote": true,
                      "skip_commit_broadcast": true, "apply_delay": "0us",
                      "request_timeout": "5s", "timestamps": "none",
                      "follower_replication": false, "delta_encoding": false,
                      "compression": "none", "location_affinity": false, "lease": "4s" },
        "workload": [
            { "id": "scan", "from": "az2", "op": "scan", "rows": 100, "clients": 8,
              "spread": true, "through": ["lb1"], "think": "0ms", "read_mode": "follower", "running": false, "start": "1s" },
            { "id": "put", "from": "g1", "op": "put", "rate": 50, "keys": [0, 10],
              "value_bytes": 64, "timeout": "1s",
              "distribution": { "kind": "hotspot", "keys": 0.2, "requests": 0.8 },
              "ramp": [{ "at": "5s", "over": "1s", "rate": 10 }],
              "retry": { "attempts": 3, "backoff": "10ms", "backoff_max": "1s",
                         "jitter": 0.5 } }],
        "actions": [{ "at": "10s", "do": "cut", "from": "az1", "to": "az2", "one_way": false },
                    { "at": "20s", "do": "heal" }],
        "proves": "workload.scan.p50_us",
        "variants": { "off": {}, "on": { "title": "At followers",
                                         "text": "With follower reads.",
                                         "settings": { "read_mode": "follower" } } },
        "expect": [{ "metric": "on/bytes.cross_zone.append", "at_most": 0.55,
                     "times": "off/bytes.cross_zone.append" }]
    })
}

/// The full scenario with one place changed; `null` removes it.
pub(crate) fn changed(pointer: &str, value: Value) -> String {
    let mut tree = full();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = tree.pointer_mut(parent).unwrap();
    match (parent, value) {
        (Value::Object(map), Value::Null) => drop(map.remove(key)),
        (Value::Object(map), value) => drop(map.insert(key.to_string(), value)),
        (Value::Array(list), value) => list[key.parse::<usize>().unwrap()] = value,
        _ => panic!("no such place: {pointer}"),
    }
    tree.to_string()
}

pub(crate) fn error_of(text: &str) -> String {
    Scenario::parse(text).expect_err("a mistake").to_string()
}

/// One change must give exactly this error.
pub(crate) fn check(pointer: &str, value: Value, expected: &str) {
    assert_eq!(error_of(&changed(pointer, value)), expected);
}
