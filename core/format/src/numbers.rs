//! Quantities as a scenario file writes them, without a unit: probabilities and prices.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;
use text::phrase;

use crate::limits;
use crate::tree::{Fault, Read, number_of};

/// A probability in parts per million, written as a number 0..1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratio(pub u32);

/// A price in nano-dollars per GB, written in dollars.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Price(pub u64);

impl Read for Ratio {
    fn read(value: &Value) -> Result<Self, Fault> {
        const EXPECTED: &str = phrase!("a number from 0 to 1, e.g. 0.05 for 5 %");
        let ratio = number_of(value, EXPECTED)?;
        if !(0.0..=1.0).contains(&ratio) {
            return Err(Fault::number(ratio, EXPECTED));
        }
        Ok(Self((ratio * 1e6).round() as u32))
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 1e6)
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "number", "minimum": 0, "maximum": 1,
            "description": "A probability, kept in parts per million.",
        })
    }
}

impl Read for Price {
    fn read(value: &Value) -> Result<Self, Fault> {
        const EXPECTED: &str = phrase!("a price in dollars per GB from 0 to 1000, e.g. 0.02");
        let usd = number_of(value, EXPECTED)?;
        if !(0.0..=limits::USD_PER_GB_MAX).contains(&usd) {
            return Err(Fault::number(usd, EXPECTED));
        }
        Ok(Self((usd * 1e9).round() as u64))
    }
}

impl JsonSchema for Price {
    fn schema_name() -> Cow<'static, str> {
        "Price".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "number", "minimum": 0, "maximum": limits::USD_PER_GB_MAX,
            "description": "US dollars per GB (10^9 bytes) that cross a link.",
        })
    }
}
