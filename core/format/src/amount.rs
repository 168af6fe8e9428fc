//! A size that a person gives a thing while a run goes on: a number, or a text with a unit, by what
//! it is of. It must not know what becomes of it.

use std::borrow::Cow;

use model::tuning::{Tunable, Tuned};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};
use text::quantity::{bandwidth_text, cost_text};
use text::said::said;
use text::{phrase, say};

use crate::limits;
use crate::tree::{Fault, Read, count_of};
use crate::units::{Bandwidth, CostNs};

/// As a file writes it; what it is of says what may stand here.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Amount(Value);

impl Read for Amount {
    fn read(value: &Value) -> Result<Self, Fault> {
        if value.is_number() || value.is_string() {
            return Ok(Amount(value.clone()));
        }
        Err(Fault::value(
            value,
            phrase!("a number, or a text with a unit"),
        ))
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["number", "string"],
            "description": "A number of cores, clients, bytes or arrivals per second; a bandwidth \
                or a core time with its unit.",
        })
    }
}

impl Amount {
    fn other_than(&self, expected: &str) -> Fault {
        Fault::found(&self.0.to_string(), expected)
    }

    /// In the engine's unit.
    pub fn read_as(&self, of: Tuned, clients_max: u32) -> Result<u64, Fault> {
        let whole = |least: u64, most: u64, bounds: &str| {
            let found = count_of(&self.0).filter(|found| (least..=most).contains(found));
            found.ok_or_else(|| {
                self.other_than(&said(bounds, &[("least", &least), ("most", &most)]))
            })
        };
        match of.what() {
            Tunable::Cores => whole(
                1,
                limits::CORES_MAX.into(),
                phrase!("{least} to {most} cores"),
            ),
            Tunable::Window => whole(
                0,
                limits::WINDOW_BYTES_MAX,
                phrase!("{least} to {most} bytes"),
            ),
            Tunable::Clients => whole(1, clients_max.into(), phrase!("{least} to {most} clients")),
            Tunable::Rate => {
                let (least, most) = (limits::RATE_MIN, limits::RATE_MAX);
                let rate = self.0.as_f64().filter(|rate| (least..=most).contains(rate));
                let rate = rate.ok_or_else(|| {
                    let expected = say!("{least} to {most} arrivals per second", least, most);
                    self.other_than(&expected)
                })?;
                Ok((rate * 1e6).round() as u64)
            }
            Tunable::Bandwidth => {
                let bandwidth = Bandwidth::read(&self.0)?.0;
                let bounds = limits::BANDWIDTH_BPS_MIN..=limits::BANDWIDTH_BPS_MAX;
                let fits = bounds.contains(&bandwidth).then_some(bandwidth);
                fits.ok_or_else(|| {
                    self.other_than(&say!(
                        "{least} to {most}",
                        least = "1kbps",
                        most = "10000Gbps"
                    ))
                })
            }
            Tunable::Cost => {
                let cost_ns = CostNs::read(&self.0)?.0;
                let fits = (cost_ns <= limits::COST_NS_MAX).then_some(cost_ns);
                fits.ok_or_else(|| {
                    self.other_than(&say!("{least} to {most}", least = "0ns", most = "60s"))
                })
            }
        }
    }

    /// A size in the engine's unit, so that reading gives the same.
    pub fn written(of: Tuned, size: u64) -> Self {
        Amount(match of.what() {
            Tunable::Cores | Tunable::Window | Tunable::Clients => json!(size),
            Tunable::Rate if size.is_multiple_of(1_000_000) => json!(size / 1_000_000),
            Tunable::Rate => json!(size as f64 / 1e6),
            Tunable::Bandwidth => json!(bandwidth_text(size)),
            Tunable::Cost => json!(cost_text(size)),
        })
    }
}
