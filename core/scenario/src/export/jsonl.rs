//! JSON lines: the first says what the run is and what its numbers stand for, each other is a fact.

use serde_json::json;

use super::Cast;

/// The first line.
pub(super) fn header(cast: &Cast) -> String {
    let nodes: Vec<_> = cast
        .names
        .nodes
        .iter()
        .map(|node| {
            json!({
                "id": node.id,
                "kind": node.kind.id(),
                "zone": cast.names.zone_id(node.zone),
            })
        })
        .collect();
    let line = json!({
        "format": "raft-atlas-facts/1",
        "title": cast.title,
        "variant": cast.variant,
        "seed": cast.seed,
        "nodes": nodes,
    });
    format!("{line}\n")
}
