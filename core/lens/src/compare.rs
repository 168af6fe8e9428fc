//! Two runs side by side, as the page draws them.

use report::compare as engine;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::into_error;

/// Two runs to the same instant.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Comparison {
    /// Name of the first run's variant.
    pub a: String,
    /// Name of the second's.
    pub b: String,
    /// The instant of both.
    pub simulated_us: u64,
    /// Figures, in the order in which they are read.
    pub rows: Vec<ComparisonRow>,
    /// Position in `rows` of the greatest difference; null = every figure is the same.
    pub largest: Option<u32>,
    /// Position of the figure that the scenario is about; null = it names none.
    pub proof: Option<u32>,
    /// Positions of all rows, the most telling first.
    pub ranks: Vec<u32>,
    /// What the greatest difference is and why it is there.
    pub reason: String,
}

/// One figure of both runs.
#[derive(Clone, Debug, Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct ComparisonRow {
    /// Id of what it is about, as in the command line's JSON.
    pub group: String,
    /// What a table writes above the figures of its group.
    pub title: String,
    /// The workload that it is about; null elsewhere.
    pub of: Option<String>,
    /// What it is called in its group; a byte kind by its id.
    pub name: String,
    /// What it counts.
    #[tsify(type = "\"bytes\" | \"usd\" | \"us\" | \"count\"")]
    pub unit: &'static str,
    /// The first run's; null = it has no such figure.
    pub a: Option<f64>,
    /// The second run's.
    pub b: Option<f64>,
    /// The second's less the first's.
    pub difference: Option<f64>,
    /// The second's in terms of the first's; null where that is 0.
    pub ratio: Option<f64>,
}

/// Compares the runs of two reports. Throws an `Error` when they are of different instants.
#[wasm_bindgen]
pub fn compare(report_a: &str, report_b: &str) -> Result<Ts<Comparison>, js_sys::Error> {
    let comparison = engine::compare_reports(report_a, report_b).map_err(into_error)?;
    Comparison::from(comparison).into_ts().map_err(into_error)
}

impl From<engine::Comparison> for Comparison {
    fn from(comparison: engine::Comparison) -> Self {
        Comparison {
            a: comparison.a,
            b: comparison.b,
            simulated_us: comparison.simulated_us,
            rows: comparison.rows.iter().map(ComparisonRow::from).collect(),
            largest: comparison.largest.map(|place| place as u32),
            proof: comparison.proof.map(|place| place as u32),
            ranks: comparison.ranks.iter().map(|place| *place as u32).collect(),
            reason: comparison.reason,
        }
    }
}

impl From<&engine::Row> for ComparisonRow {
    fn from(row: &engine::Row) -> Self {
        ComparisonRow {
            group: row.group.id().to_string(),
            title: row.group.title(),
            of: match &row.group {
                engine::Group::Workload(id) => Some(id.clone()),
                _ => None,
            },
            name: row.name.clone(),
            unit: row.unit.id(),
            a: row.a,
            b: row.b,
            difference: row.difference(),
            ratio: row.ratio(),
        }
    }
}
