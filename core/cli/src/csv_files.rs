//! `raft-atlas run --csv DIR`: a run's figures, its traffic and its latency over time as CSV files
//! for spreadsheets and notebooks. The columns are described in docs/csv.md.

use std::fs::File;
use std::path::{Path, PathBuf};

use report::leaves::leaves;
use report::summary::WorkloadSummary;
use run::runner::{Outcome, Second};
use serde_json::Value;

use crate::input::BadInput;

/// What is written while the runs run, and what at their end.
pub(crate) struct CsvFiles {
    folder: PathBuf,
    traffic: csv::Writer<File>,
    latency: csv::Writer<File>,
}

impl CsvFiles {
    /// Makes the folder if there is none, and begins the files; those of before are written over.
    pub(crate) fn begin(folder: &Path) -> Result<Self, BadInput> {
        std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
        let mut files = CsvFiles {
            folder: folder.to_path_buf(),
            traffic: writer(&folder.join("traffic.csv"))?,
            latency: writer(&folder.join("latency.csv"))?,
        };
        let head = ["variant", "from_us", "to_us", "kind", "wire_bytes"];
        files.put(|files| files.traffic.write_record(head))?;
        let head = [
            "variant", "load", "from_us", "to_us", "ok", "failed", "unknown", "measured",
            "mean_us", "p50_us", "p90_us", "p95_us", "p99_us", "p999_us", "p9999_us", "max_us",
        ];
        files.put(|files| files.latency.write_record(head))?;
        Ok(files)
    }

    /// One second of a run.
    pub(crate) fn second(&mut self, second: &Second<'_>) -> Result<(), BadInput> {
        let variant = second.variant;
        for bucket in &second.traffic {
            let (from, to) = (bucket.from_us.to_string(), bucket.to_us.to_string());
            for (kind, bytes) in bucket.kinds() {
                let row = [variant, &from, &to, kind, &bytes.to_string()];
                self.put(|files| files.traffic.write_record(row))?;
            }
        }
        for load in &second.loads {
            self.load(second, load)?;
        }
        Ok(())
    }

    fn load(&mut self, second: &Second<'_>, load: &WorkloadSummary) -> Result<(), BadInput> {
        let figures = [
            second.from_us,
            second.to_us,
            load.ok,
            load.failed,
            load.unknown,
            load.measured,
            load.latency.mean_us,
            load.latency.p50_us,
            load.latency.p90_us,
            load.latency.p95_us,
            load.latency.p99_us,
            load.latency.p999_us,
            load.latency.p9999_us,
            load.latency.max_us,
        ];
        let mut row = vec![second.variant.to_string(), load.id.clone()];
        row.extend(figures.iter().map(u64::to_string));
        self.put(|files| files.latency.write_record(&row))
    }

    /// All figures of the report, and the files are whole.
    pub(crate) fn end(mut self, outcome: &Outcome) -> Result<(), BadInput> {
        let path = self.folder.join("figures.csv");
        let mut figures = writer(&path)?;
        let bad = |error: csv::Error| unwritten(&path, &error);
        figures
            .write_record(["variant", "metric", "value"])
            .map_err(bad)?;
        for variant in &outcome.variants {
            for (metric, value) in leaves(&variant.to_json()) {
                figures
                    .write_record([&variant.name, &metric, &text_of(value)])
                    .map_err(bad)?;
            }
        }
        figures.flush().map_err(|error| unwritten(&path, &error))?;
        self.put(|files| Ok(files.traffic.flush()?))?;
        self.put(|files| Ok(files.latency.flush()?))
    }

    fn put(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), csv::Error>,
    ) -> Result<(), BadInput> {
        write(self).map_err(|error| unwritten(&self.folder, &error))
    }
}

fn text_of(leaf: &Value) -> String {
    match leaf {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn writer(path: &Path) -> Result<csv::Writer<File>, BadInput> {
    csv::Writer::from_path(path).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &impl std::fmt::Display) -> BadInput {
    BadInput(format!("{}: cannot be written: {error}", path.display()))
}
