//! Tests of sweeps: what a file is read into, what is refused, and what its rows say.

mod errors;
mod plan;
mod points;
mod published;

use documents::scenario::Scenario;
use experiments::sweep::Plan;
use experiments::sweep::schema::Sweep;
use serde_json::{Value, json};

/// A scenario of two zones that is run in a moment.
fn scenario() -> Value {
    json!({
        "format": "raft-atlas/1", "title": "Two zones", "text": "For tests.", "seed": 3,
        "duration": "2s",
        "topology": {
            "zones": [{ "id": "a", "region": "r" }, { "id": "b", "region": "r" }],
            "stores": [
                { "id": "s1", "zone": "a" }, { "id": "s2", "zone": "b" }, { "id": "s3", "zone": "b" }
            ],
            "gateways": [{ "id": "g1", "zone": "a" }],
            "links": { "same_zone": { "rtt": "1ms" }, "cross_zone": { "rtt": "5ms" } }
        },
        "data": { "ranges": 1, "replicas": 3, "rows": 100, "row_bytes": 100, "leaders": ["s2"] },
        "workload": [{ "id": "reads", "from": "g1", "op": "get", "clients": 1, "think": "20ms" }]
    })
}

/// A sweep of it: three axes, and a condition.
fn sweep() -> Value {
    json!({
        "format": "raft-atlas-sweep/1", "title": "A test", "scenario": scenario(),
        "axes": [
            { "path": "settings.read_mode", "name": "mode", "values": ["leader", "follower", "lease"] },
            { "path": "topology.links.cross_zone.rtt",
              "values": { "from": 5, "to": 15, "step": 5, "unit": "ms" } },
            { "path": "workload[reads].clients", "name": "clients", "values": [1, 3] }
        ],
        "seeds": [4, 2],
        "exclude": [
            { "when": [{ "axis": "mode", "equals": "lease" }, { "axis": "clients", "at_least": 2 }] }
        ],
        "objectives": [{ "figure": "workload.reads.p50_us", "aim": "minimize" }],
        "limits": [{ "promises": "kept" }, { "figure": "workload.reads.ok", "at_least": 10 }]
    })
}

/// The plan of a sweep file whose scenario stands inline, or what is wrong.
fn plan_of(file: &Value) -> Result<Plan, String> {
    let sweep = Sweep::parse(&file.to_string()).map_err(|error| error.to_string())?;
    let scenario = Scenario::parse(&file["scenario"].to_string());
    let scenario = scenario.map_err(|error| error.to_string())?;
    Plan::new(sweep, scenario).map_err(|error| error.to_string())
}
