//! Quantities in their units, as files and sentences write them: a number without a fraction before
//! the greatest unit that needs none; and sizes that a person gives. It must not know how they are
//! read.

use model::tuning::{Tunable, Tuned};

use crate::words::bytes_words;
use crate::{counted, say};

/// Units of a time, in ns.
pub const TIME_UNITS: [(&str, u64); 5] = [
    ("ns", 1),
    ("us", 1000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
];
/// Units of a bandwidth, in bits per second.
pub const BIT_UNITS: [(&str, u64); 4] = [
    ("bps", 1),
    ("kbps", 1000),
    ("Mbps", 1_000_000),
    ("Gbps", 1_000_000_000),
];
/// Units of a throughput, in bytes per second.
pub const BYTE_UNITS: [(&str, u64); 4] = [
    ("Bps", 1),
    ("kBps", 1000),
    ("MBps", 1_000_000),
    ("GBps", 1_000_000_000),
];

/// A time of so many µs.
pub fn duration_text(us: u64) -> String {
    unscaled(us, &[("us", 1), ("ms", 1000), ("s", 1_000_000)])
}

/// A bandwidth.
pub fn bandwidth_text(bps: u64) -> String {
    unscaled(bps, &BIT_UNITS)
}

/// A throughput.
pub fn throughput_text(bytes: u64) -> String {
    unscaled(bytes, &BYTE_UNITS)
}

/// A core time.
pub fn cost_text(ns: u64) -> String {
    unscaled(ns, &TIME_UNITS[..4])
}

/// A size that a person gives, in the engine's unit: "8 cores", "40us", "not limited".
pub(crate) fn size_words(of: Tuned, size: u64) -> String {
    match of.what() {
        Tunable::Cores => counted!(size, "1 core", "{n} cores"),
        Tunable::Clients => counted!(size, "1 client", "{n} clients"),
        Tunable::Window | Tunable::Bandwidth if size == 0 => say!("not limited"),
        Tunable::Window => bytes_words(size),
        Tunable::Bandwidth => bandwidth_text(size),
        Tunable::Rate => {
            let (whole, rest) = (size / 1_000_000, size % 1_000_000);
            let text = format!("{whole}.{rest:06}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            say!("{text} requests per second", text)
        }
        Tunable::Cost => cost_text(size),
    }
}

/// `value` in the greatest unit that divides it; units in rising order.
fn unscaled(value: u64, units: &[(&str, u64)]) -> String {
    let (name, scale) = *units
        .iter()
        .rev()
        .find(|(_, scale)| value.is_multiple_of(*scale) && value >= *scale)
        .unwrap_or(&units[0]);
    format!("{}{name}", value / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_unit_without_a_fraction_is_taken() {
        assert_eq!(duration_text(1_500_000), "1500ms");
        assert_eq!(duration_text(0), "0us");
        assert_eq!(bandwidth_text(10_000_000_000), "10Gbps");
        assert_eq!(throughput_text(200_000_000), "200MBps");
        assert_eq!(cost_text(60_000_000_000), "60s");
    }

    #[test]
    fn sizes_are_told_by_what_they_are_of() {
        assert_eq!(
            size_words(Tuned::Rate(0), 1_500_000),
            "1.5 requests per second"
        );
        assert_eq!(size_words(Tuned::Clients(0), 1), "1 client");
        let (from, to) = (sim::ZoneId(0), sim::ZoneId(1));
        assert_eq!(size_words(Tuned::Window(from, to), 0), "not limited");
    }
}
