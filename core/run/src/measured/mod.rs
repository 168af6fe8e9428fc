//! What a real cluster measured beside what the engine simulates, format `raft-atlas-real/1`: each
//! figure of the report that both have, with their ratio.
//!
//! It reads reports; it must not know files, and it runs nothing.

pub mod schema;

#[cfg(test)]
mod tests;

use format::error::{Problems, ScenarioError};
use format::json::parse_json;
use format::tree;
use serde_json::Value;

pub use schema::{
    Lateness, Machine, Measured, MeasuredFormat, MeasuredLoad, MeasuredRun, MemberBytes, Versions,
};

/// What members send each other, by the kinds of a report's bytes.
const BETWEEN_MEMBERS: [&str; 6] = [
    "append",
    "ack",
    "heartbeat",
    "vote",
    "read_index",
    "snapshot",
];

/// One figure of both.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// Which one, as a path: `loads.puts.p50_us`.
    pub figure: String,
    /// What it counts.
    pub unit: BesideUnit,
    /// The simulated run's; `None` where a report has none.
    pub simulated: Option<f64>,
    /// Of each real run that has it, rising; never empty.
    pub measured: Vec<f64>,
}

/// What a figure counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BesideUnit {
    /// Microseconds.
    Us,
    /// Things.
    Count,
    /// Bytes.
    Bytes,
}

impl Beside {
    /// The median of the runs; of an even number the lower of the middle two.
    pub fn median(&self) -> f64 {
        self.measured[(self.measured.len() - 1) / 2]
    }

    /// The least and the most of the runs.
    pub fn span(&self) -> (f64, f64) {
        (self.measured[0], self.measured[self.measured.len() - 1])
    }

    /// Simulated by the median of the measured; `None` where one of them is missing or 0.
    pub fn ratio(&self) -> Option<f64> {
        let median = self.median();
        self.simulated
            .filter(|_| median > 0.0)
            .map(|simulated| simulated / median)
    }
}

impl Measured {
    /// Reads a result. What is wrong comes back as an error that names the place, what was found
    /// and what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let result: Measured = tree::read(&parse_json(text)?)?;
        let mut problems = Problems::default();
        if result.runs.is_empty() {
            problems.expected("runs", "none", "one or more");
        }
        problems.into_result().map(|()| result)
    }

    /// Every figure that the runs have, with the simulated one of the report of the same variant.
    pub fn beside(&self, report: &Value) -> Vec<Beside> {
        let mut rows = Vec::new();
        let ids = self.runs[0].loads.iter().map(|load| load.id.clone());
        for id in ids {
            self.push_load(&mut rows, &id, report);
        }
        let elections = |run: &MeasuredRun| Some(f64::from(run.elections));
        let simulated = report["elections"].as_f64();
        self.push(
            &mut rows,
            "elections",
            BesideUnit::Count,
            simulated,
            elections,
        );
        let no_commit = |run: &MeasuredRun| run.no_commit_longest_us.map(exact);
        let simulated = report["moments"]["no_commit"]["longest_us"].as_f64();
        let figure = "no_commit_longest_us";
        self.push(&mut rows, figure, BesideUnit::Us, simulated, no_commit);
        let no_write = |run: &MeasuredRun| run.no_write_longest_us.map(exact);
        let figure = "no_write_longest_us";
        self.push(&mut rows, figure, BesideUnit::Us, None, no_write);
        let leaderless = |run: &MeasuredRun| Some(exact(run.leaderless_us));
        self.push(&mut rows, "leaderless_us", BesideUnit::Us, None, leaderless);
        let bytes =
            |run: &MeasuredRun| Some(exact(run.member_bytes.iter().map(|of| of.bytes).sum()));
        let kinds = BETWEEN_MEMBERS.iter();
        let simulated = kinds
            .filter_map(|kind| report["bytes"][kind].as_f64())
            .sum();
        let figure = "member_bytes";
        self.push(&mut rows, figure, BesideUnit::Bytes, Some(simulated), bytes);
        rows
    }

    /// One figure by its path, of the runs alone.
    pub fn figure(&self, path: &str) -> Option<Beside> {
        let rows = self.beside(&Value::Null);
        rows.into_iter().find(|row| row.figure == path)
    }

    fn push_load(&self, rows: &mut Vec<Beside>, id: &str, report: &Value) {
        type Of = fn(&MeasuredLoad) -> Option<f64>;
        let of_all: [(&str, BesideUnit, Of); 5] = [
            ("p50_us", BesideUnit::Us, |load| load.p50_us.map(exact)),
            ("p95_us", BesideUnit::Us, |load| load.p95_us.map(exact)),
            ("p99_us", BesideUnit::Us, |load| load.p99_us.map(exact)),
            ("ok", BesideUnit::Count, |load| Some(f64::from(load.ok))),
            ("failed", BesideUnit::Count, |load| {
                Some(f64::from(load.failed))
            }),
        ];
        let simulated = &report["workload"][id];
        for (key, unit, of) in of_all {
            let value = match key {
                // A write without an answer is counted apart there.
                "failed" => {
                    let unknown = simulated["unknown"].as_f64();
                    simulated[key].as_f64().zip(unknown).map(|(a, b)| a + b)
                }
                _ => simulated[key].as_f64(),
            };
            let of_run =
                |run: &MeasuredRun| run.loads.iter().find(|load| load.id == id).and_then(of);
            self.push(rows, &format!("loads.{id}.{key}"), unit, value, of_run);
        }
    }

    fn push(
        &self,
        rows: &mut Vec<Beside>,
        figure: &str,
        unit: BesideUnit,
        simulated: Option<f64>,
        of: impl Fn(&MeasuredRun) -> Option<f64>,
    ) {
        let mut measured: Vec<f64> = self.runs.iter().filter_map(of).collect();
        if measured.is_empty() {
            return;
        }
        measured.sort_by(f64::total_cmp);
        rows.push(Beside {
            figure: figure.to_string(),
            unit,
            simulated,
            measured,
        });
    }
}

/// Counts and times are far below what a float has exactly.
fn exact(count: u64) -> f64 {
    count as f64
}

/// The JSON Schema of a result.
pub fn schema() -> Value {
    format::schema::schema_of::<Measured>("raft-atlas-real/1")
}
