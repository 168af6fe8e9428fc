//! One run of a comparison: the figures of its report, looked up by path.

use model::fact::ByteKind;
use serde_json::Value;

use crate::whole::REPORT_FORMAT;
use text::say;

/// A run as its report tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    name: String,
    figures: Value,
    simulated_us: u64,
}

/// Bytes from one zone to another.
pub(super) struct ZonePair<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) bytes: u64,
}

impl Side {
    /// The object under `variants.<name>` of a report.
    ///
    /// # Errors
    /// A sentence when it does not say how far the run went.
    pub fn new(name: &str, figures: &Value) -> Result<Self, String> {
        let simulated_us = figures["simulated_us"].as_u64();
        Ok(Side {
            name: name.to_string(),
            simulated_us: simulated_us.ok_or_else(|| {
                say!(
                    "variants.{name}.simulated_us: expected a whole number",
                    name
                )
            })?,
            figures: figures.clone(),
        })
    }

    /// The run of a report of one run.
    ///
    /// # Errors
    /// A sentence when the text is no such report.
    pub fn of_report(text: &str) -> Result<Self, String> {
        let report: Value =
            serde_json::from_str(text).map_err(|error| say!("expected JSON: {error}", error))?;
        if report["format"] != REPORT_FORMAT {
            return Err(say!(
                "format: found {found}, expected \"{format}\"",
                found = report["format"],
                format = REPORT_FORMAT
            ));
        }
        let variants = report["variants"].as_object();
        let mut runs = variants.into_iter().flatten();
        match (runs.next(), runs.next()) {
            (Some((name, figures)), None) => Side::new(name, figures),
            _ => Err(say!("variants: expected one run")),
        }
    }

    /// The variant's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The figure that its scenario is about, if it names one.
    pub(super) fn proves(&self) -> Option<&str> {
        self.figures["proves"].as_str()
    }

    /// How far the run went, in µs.
    pub fn simulated_us(&self) -> u64 {
        self.simulated_us
    }

    /// The value at a path of keys; null when there is none.
    pub(super) fn value(&self, path: &[&str]) -> &Value {
        path.iter().fold(&self.figures, |value, key| &value[*key])
    }

    /// The number at a path of keys.
    pub(super) fn figure(&self, path: &[&str]) -> Option<f64> {
        self.value(path).as_f64()
    }

    /// A count at a path; what is not there is none.
    pub(super) fn count(&self, path: &[&str]) -> u64 {
        self.value(path).as_u64().unwrap_or(0)
    }

    /// Payload bytes of a kind between zones.
    pub(super) fn crossed(&self, kind: ByteKind) -> u64 {
        self.count(&["bytes", "cross_zone", kind.id()])
    }

    /// Bytes of read requests and rows between zones; refusals, which any request may get, are not
    /// among them.
    pub(super) fn reads_crossed(&self) -> u64 {
        self.count(&["bytes", "reads_crossed"])
    }

    /// The workloads, in the order of the report, with their ids.
    pub(super) fn workloads(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.value(&["workload"]).as_object().into_iter().flatten()
    }

    /// A count over all workloads together.
    pub(super) fn of_clients(&self, figure: &str) -> u64 {
        self.workloads()
            .map(|(_, load)| load[figure].as_u64().unwrap_or(0))
            .sum()
    }

    /// The greatest figure of any workload.
    pub(super) fn worst_of_clients(&self, figure: &str) -> u64 {
        self.workloads()
            .map(|(_, load)| load[figure].as_u64().unwrap_or(0))
            .max()
            .unwrap_or(0)
    }

    /// Bytes of a kind from zone to zone.
    pub(super) fn pairs(&self, kind: ByteKind) -> impl Iterator<Item = ZonePair<'_>> {
        let pairs = self.value(&["bytes", "between"]).as_array();
        pairs.into_iter().flatten().filter_map(move |pair| {
            Some(ZonePair {
                from: pair["from"].as_str()?,
                to: pair["to"].as_str()?,
                bytes: pair[kind.id()].as_u64().unwrap_or(0),
            })
        })
    }

    /// Bytes of a kind from one zone to another.
    pub(super) fn between(&self, kind: ByteKind, from: &str, to: &str) -> u64 {
        self.pairs(kind)
            .find(|pair| (pair.from, pair.to) == (from, to))
            .map_or(0, |pair| pair.bytes)
    }
}
