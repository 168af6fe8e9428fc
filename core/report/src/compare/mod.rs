//! Two runs side by side: what they came to, by how much they differ, and why the greatest
//! difference is there. Pure: it reads two reports and nothing else.
//!
//! It must not know how a figure was counted, nor how a comparison is shown.

mod ranks;
mod reading;
mod reason;
mod rows;
mod side;
mod switch;
mod travel;

use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

use text::say;

pub use rows::{Group, Row, is_figure};
pub use side::Side;

/// Name and version of a comparison as JSON.
pub(crate) const COMPARISON_FORMAT: &str = "raft-atlas-comparison/1";

/// Two runs to the same instant.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Comparison {
    /// Name of the first run's variant.
    pub a: String,
    /// Name of the second's.
    pub b: String,
    /// The instant of both, in µs.
    pub simulated_us: u64,
    /// Switches that differ, as words: "read mode: leader, follower".
    pub differs: Vec<String>,
    /// Figures, in the order in which they are read.
    pub rows: Vec<Row>,
    /// Position in `rows` of the greatest difference; `None` = every figure is the same.
    pub largest: Option<usize>,
    /// Position of the figure that the scenario is about; `None` = it names none.
    pub proof: Option<usize>,
    /// Positions of all rows, the most telling first: the proof, then what was answered, failed and
    /// stale, then the rest by how many times the greater is the lesser.
    pub ranks: Vec<usize>,
    /// What the greatest difference is and why it is there, in a sentence or two.
    pub reason: String,
}

/// Compares the only run of each of two reports (`raft-atlas-report/1`, as JSON).
///
/// # Errors
/// A sentence when a text is no report of one run, or when the runs are at different instants.
pub fn compare_reports(report_a: &str, report_b: &str) -> Result<Comparison, String> {
    let a = Side::of_report(report_a).map_err(|error| say!("first report: {error}", error))?;
    let b = Side::of_report(report_b).map_err(|error| say!("second report: {error}", error))?;
    compare(&a, &b)
}

/// Compares two runs.
///
/// # Errors
/// A sentence when they are at different instants: their figures would not speak of the same time.
pub fn compare(a: &Side, b: &Side) -> Result<Comparison, String> {
    if a.simulated_us() != b.simulated_us() {
        return Err(say!(
            "found runs to {first} µs and to {second} µs, expected the same instant",
            first = a.simulated_us(),
            second = b.simulated_us()
        ));
    }
    let rows = rows::rows(a, b);
    let proof = ranks::proof(&rows, a.proves());
    let largest = rows::largest(&rows, proof);
    let reason = reason::reason(a, b, largest.map(|place| &rows[place]));
    Ok(Comparison {
        a: a.name().to_string(),
        b: b.name().to_string(),
        simulated_us: a.simulated_us(),
        differs: switch::differing(a, b)
            .into_iter()
            .map(|switch| switch.words())
            .collect(),
        ranks: ranks::ranks(&rows, proof),
        rows,
        largest,
        proof,
        reason,
    })
}

impl Comparison {
    /// As `raft-atlas compare --json` prints it.
    pub fn to_json(&self) -> Value {
        let mut json = json!(self);
        json["format"] = json!(COMPARISON_FORMAT);
        json
    }
}

#[cfg(test)]
mod tests;
