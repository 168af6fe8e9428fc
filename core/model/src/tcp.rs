//! Segments of TCP over IPv4, as far as bytes on the wire are reckoned by them.

/// TCP payload of a segment at an MTU of 1500 with timestamps.
pub const SEGMENT_BYTES: u64 = 1_448;
/// IPv4 (20) and TCP with timestamps (32).
pub const SEGMENT_HEADER_BYTES: u64 = 52;

/// What TCP acknowledges a message with, in the other direction: an empty segment for every second
/// one (RFC 5681 section 4.2). What acknowledges the last odd one is part of what goes back anyway.
pub fn transport_ack_bytes(wire_bytes: u64) -> u64 {
    let segments = wire_bytes.div_ceil(SEGMENT_BYTES + SEGMENT_HEADER_BYTES);
    segments / 2 * SEGMENT_HEADER_BYTES
}
