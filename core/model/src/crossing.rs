//! Ids and hashes as numbers, where data crosses to the page: the kernel, which defines ids, knows
//! no serializer, and a 64-bit hash is no number of JavaScript.

use serde::Serializer;
use sim::{NodeId, ZoneId};

/// A node's index.
pub fn node<S: Serializer>(node: &NodeId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(node.0)
}

/// A node's index, or nothing.
pub fn node_or_none<S: Serializer>(
    node: &Option<NodeId>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match node {
        Some(node) => serializer.serialize_some(&node.0),
        None => serializer.serialize_none(),
    }
}

/// A zone's index, or nothing.
#[expect(clippy::ref_option, reason = "serde gives a field by reference")]
pub(crate) fn zone_or_none<S: Serializer>(
    zone: &Option<ZoneId>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match zone {
        Some(zone) => serializer.serialize_some(&zone.0),
        None => serializer.serialize_none(),
    }
}

/// The lower half of a hash, which tells two things apart that are shown side by side.
pub(crate) fn low_half<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(*hash as u32)
}
