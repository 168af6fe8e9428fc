//! Timestamps of versions and snapshots: one number that orders commits. It knows no network and
//! nothing of who may draw one (`oracle`).

use sim::Micros;

/// Simulation time in µs, with a counter in the low bits (as TiDB's oracle and YugabyteDB's hybrid
/// time). 0 is none: the newest version.
pub type Timestamp = u64;

/// Low bits, which count timestamps of one µs.
const COUNTER_BITS: u32 = 12;

/// The first timestamp of an instant.
pub const fn at(instant_us: Micros) -> Timestamp {
    instant_us << COUNTER_BITS
}

/// The instant of a timestamp.
pub const fn instant(timestamp: Timestamp) -> Micros {
    timestamp >> COUNTER_BITS
}
