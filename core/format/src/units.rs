//! Quantities as a scenario file writes them: a decimal number and a unit.
//!
//! Everything becomes an integer here (µs, ns, bits/s); later modules never see
//! a unit or a float.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use text::phrase;
use text::quantity::{
    BIT_UNITS, BYTE_UNITS, TIME_UNITS, bandwidth_text, cost_text, duration_text, throughput_text,
};

use crate::error::{found_words, quoted};
use crate::tree::{Fault, Read, text_of};

/// A quantity that is a text with a unit.
trait Quantity: Sized {
    const NAME: &'static str;
    /// What an error asks for.
    const EXPECTED: &'static str;
    /// Regular expression for the schema.
    const PATTERN: &'static str;
    /// Reads it; `None` = not such a quantity, or not a whole number of the least unit.
    fn parse(text: &str) -> Option<Self>;
    /// Writes it so that reading gives the same.
    fn write(&self) -> String;
}

/// Time in whole µs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DurationUs(pub u64);

/// A signed time in whole µs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetUs(pub i64);

/// Core time in whole ns.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct CostNs(pub u64);

/// Bandwidth in bits per second.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Bandwidth(pub u64);

/// Disk throughput in bytes per second.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Throughput(pub u64);

/// Whole nanoseconds: as many decimals as a unit has.
const TIME_PATTERN: &str = r"^([0-9]+(\.0+)?ns|[0-9]+(\.[0-9]{1,3}0*)?us|[0-9]+(\.[0-9]{1,6}0*)?ms|[0-9]+(\.[0-9]{1,9}0*)?s|[0-9]+(\.[0-9]+)?m)$";
/// Whole microseconds.
const DURATION_PATTERN: &str = r"^((0+|[0-9]+000)(\.0+)?ns|[0-9]+(\.0+)?us|[0-9]+(\.[0-9]{1,3}0*)?ms|[0-9]+(\.[0-9]{1,6}0*)?s|[0-9]+(\.[0-9]+)?m)$";
/// Whole microseconds, of either sign.
const OFFSET_PATTERN: &str = r"^-?((0+|[0-9]+000)(\.0+)?ns|[0-9]+(\.0+)?us|[0-9]+(\.[0-9]{1,3}0*)?ms|[0-9]+(\.[0-9]{1,6}0*)?s|[0-9]+(\.[0-9]+)?m)$";

impl Quantity for DurationUs {
    const NAME: &'static str = "Duration";
    const EXPECTED: &'static str =
        phrase!("a duration in whole microseconds such as \"250us\", \"3ms\", \"1.5s\" or \"2m\"");
    const PATTERN: &'static str = DURATION_PATTERN;

    fn parse(text: &str) -> Option<Self> {
        let ns = scaled(text, &TIME_UNITS)?;
        (ns % 1000 == 0).then_some(Self(ns / 1000))
    }

    fn write(&self) -> String {
        duration_text(self.0)
    }
}

impl Quantity for OffsetUs {
    const NAME: &'static str = "Offset";
    const EXPECTED: &'static str =
        phrase!("an offset in whole microseconds such as \"250us\" or \"-3ms\"");
    const PATTERN: &'static str = OFFSET_PATTERN;

    fn parse(text: &str) -> Option<Self> {
        let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let magnitude = i64::try_from(DurationUs::parse(rest)?.0).ok()?;
        Some(Self(sign * magnitude))
    }

    fn write(&self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        format!("{sign}{}", duration_text(self.0.unsigned_abs()))
    }
}

impl Quantity for CostNs {
    const NAME: &'static str = "Cost";
    const EXPECTED: &'static str = phrase!("a core time such as \"500ns\", \"2.5us\" or \"1ms\"");
    const PATTERN: &'static str = TIME_PATTERN;

    fn parse(text: &str) -> Option<Self> {
        scaled(text, &TIME_UNITS).map(Self)
    }

    fn write(&self) -> String {
        cost_text(self.0)
    }
}

impl Quantity for Bandwidth {
    const NAME: &'static str = "Bandwidth";
    const EXPECTED: &'static str =
        phrase!("a bandwidth such as \"500kbps\", \"297Mbps\" or \"10Gbps\"");
    const PATTERN: &'static str = r"^[0-9]+(\.[0-9]+)?(bps|kbps|Mbps|Gbps)$";

    fn parse(text: &str) -> Option<Self> {
        scaled(text, &BIT_UNITS).map(Self)
    }

    fn write(&self) -> String {
        bandwidth_text(self.0)
    }
}

impl Quantity for Throughput {
    const NAME: &'static str = "Throughput";
    const EXPECTED: &'static str = phrase!("a disk throughput such as \"200MBps\" or \"1.5GBps\"");
    const PATTERN: &'static str = r"^[0-9]+(\.[0-9]+)?(Bps|kBps|MBps|GBps)$";

    fn parse(text: &str) -> Option<Self> {
        scaled(text, &BYTE_UNITS).map(Self)
    }

    fn write(&self) -> String {
        throughput_text(self.0)
    }
}

/// Reads `text` as a duration in µs, e.g. for a command-line option.
pub fn parse_duration_us(text: &str) -> Result<u64, String> {
    DurationUs::parse(text)
        .map(|duration| duration.0)
        .ok_or_else(|| found_words(&format!("{text:?}"), &DurationUs::EXPECTED))
}

/// The number before the unit, times the unit; `None` unless it is a whole number in range.
fn scaled(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    /// More digits than any quantity in range needs.
    const DIGITS_MAX: usize = 18;
    let unit_start = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_start);
    let scale = units.iter().find(|(name, _)| *name == unit)?.1;
    let (whole, fraction) = match number.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (number, ""),
    };
    if whole.is_empty() || whole.len() + fraction.len() > DIGITS_MAX {
        return None;
    }
    let mut mantissa: u128 = 0;
    for digit in whole.chars().chain(fraction.chars()) {
        mantissa = mantissa * 10 + u128::from(digit.to_digit(10)?);
    }
    let divisor = 10u128.pow(fraction.len() as u32);
    let product = mantissa * u128::from(scale);
    if !product.is_multiple_of(divisor) {
        return None;
    }
    u64::try_from(product / divisor).ok()
}

/// Reader, writer and schema of a [`Quantity`].
macro_rules! quantity {
    ($type:ty) => {
        impl Read for $type {
            fn read(value: &Value) -> Result<Self, Fault> {
                let text = text_of(value, <$type>::EXPECTED)?;
                <$type>::parse(text)
                    .ok_or_else(|| Fault::found(&quoted(text), <$type>::EXPECTED))
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.write())
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                <$type>::NAME.into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": "string",
                    "pattern": <$type>::PATTERN,
                    "description": format!("Text: {}", <$type>::EXPECTED),
                })
            }
        }
    };
}

quantity!(DurationUs);
quantity!(OffsetUs);
quantity!(CostNs);
quantity!(Bandwidth);
quantity!(Throughput);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_exact_decimals_of_a_unit() {
        for (text, us) in [
            ("250us", 250),
            ("3ms", 3000),
            ("1.5s", 1_500_000),
            ("2m", 120_000_000),
            ("0us", 0),
            ("0.3ms", 300),
            ("5000ns", 5),
        ] {
            assert_eq!(DurationUs::parse(text), Some(DurationUs(us)), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in [
            "",
            "5",
            "us",
            "1.s",
            ".5s",
            "1 s",
            "-1s",
            "1e3s",
            "500ns",
            "1.0000001s",
            "1us ",
            "1h",
            "٣ms",
            "99999999999999999999s",
            "1.5.5s",
            "+1s",
            "1Ms",
            "1\u{0}s",
        ] {
            assert_eq!(DurationUs::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_written_quantity_reads_as_the_same() {
        for value in [
            0,
            1,
            7,
            999,
            1000,
            1500,
            60_000_000,
            61_000_001,
            86_400_000_000,
        ] {
            assert_eq!(
                DurationUs::parse(&DurationUs(value).write()),
                Some(DurationUs(value))
            );
            assert_eq!(CostNs::parse(&CostNs(value).write()), Some(CostNs(value)));
            assert_eq!(
                Bandwidth::parse(&Bandwidth(value).write()),
                Some(Bandwidth(value))
            );
            assert_eq!(
                Throughput::parse(&Throughput(value).write()),
                Some(Throughput(value))
            );
            let offset = OffsetUs(-(value as i64));
            assert_eq!(OffsetUs::parse(&offset.write()), Some(offset));
        }
    }

    #[test]
    fn bandwidth_is_decimal() {
        assert_eq!(Bandwidth::parse("297Mbps"), Some(Bandwidth(297_000_000)));
        assert_eq!(Bandwidth::parse("2.5Gbps"), Some(Bandwidth(2_500_000_000)));
        assert_eq!(Bandwidth::parse("297MBps"), None);
    }
}
