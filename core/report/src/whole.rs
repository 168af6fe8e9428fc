//! A whole report: the runs of a scenario, and what was expected of them.

use serde_json::{Map, Value, json};

use crate::expect::Verdict;
use crate::summary::VariantSummary;

/// Name and version of the report's format.
pub(crate) const REPORT_FORMAT: &str = "raft-atlas-report/1";

/// Which build made a report.
pub const BUILD: &str = concat!("raft-atlas ", env!("CARGO_PKG_VERSION"), ", raft 0.7.0");

/// The whole report.
pub fn report(title: &str, seed: u64, variants: &[VariantSummary], verdicts: &[Verdict]) -> Value {
    let mut by_name = Map::new();
    for variant in variants {
        by_name.insert(variant.name.clone(), variant.to_json());
    }
    json!({
        "format": REPORT_FORMAT,
        "title": title,
        "seed": seed,
        "build": BUILD,
        "variants": by_name,
        "expect": verdicts.iter().map(Verdict::to_json).collect::<Vec<_>>(),
    })
}
