//! Forms become sweeps, and runs an answer.

mod answers;
mod forms;
mod published;

use serde_json::{Value, json};

/// A form of three zones.
pub(crate) fn form() -> Value {
    json!({
        "format": "raft-atlas-advice/1",
        "title": "Three zones",
        "zones": [
            { "id": "a", "stores": 1, "clients": 2 },
            { "id": "b", "stores": 1, "clients": 1 },
            { "id": "c", "stores": 1, "clients": 0 },
        ],
        "links": {
            "across_rtt": "20ms",
            "between": [{ "zones": ["a", "b"], "rtt": "5ms", "usd_per_gb": 0.01 }],
        },
        "load": { "reads_per_s": 300, "writes_per_s": 30 },
        "runs": { "seeds": 2 },
    })
}
