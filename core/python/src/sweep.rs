//! Sweeps for Python: a plan with its runs, and the folder of its rows.

use std::path::PathBuf;

use experiments::folder::Given;
use experiments::sweep::{Key, Table};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::apart::{apart, bad_input, trouble};

/// A sweep that can be run.
#[pyclass(frozen)]
pub(crate) struct Sweep {
    given: Given,
}

#[pymethods]
impl Sweep {
    /// Reads and checks a sweep file and the scenario that it names.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let given = py.detach(|| Given::read(&path));
        given.map(|given| Sweep { given }).map_err(bad_input)
    }

    /// What another process read and checked, by its texts.
    #[staticmethod]
    fn handed_over(py: Python<'_>, texts: (String, String)) -> PyResult<Self> {
        let given = py.detach(|| Given::handed_over(texts.0, texts.1));
        given.map(|given| Sweep { given }).map_err(bad_input)
    }

    /// The sweep's and the scenario's text.
    fn texts(&self) -> (&str, &str) {
        (&self.given.sweep_text, &self.given.scenario_text)
    }

    /// How many runs there are.
    #[getter]
    fn runs(&self) -> u64 {
        self.given.plan.runs()
    }

    /// Runs these and gives their rows as the bytes of a Parquet file.
    fn rows<'py>(&self, py: Python<'py>, from: u64, until: u64) -> PyResult<Bound<'py, PyBytes>> {
        let plan = &self.given.plan;
        let words = |run: u64| {
            let Key { point, seed } = plan.key(run);
            let label = plan.label(point);
            format!("in the run of point {point} ({label}) with seed {seed}")
        };
        let work = |now: &crate::apart::Now| {
            let row = |run| {
                now.at(run);
                plan.row(run)
            };
            let table = Table::of_rows((from..until).map(row).collect());
            experiments::sheet::write(&table).expect("a table that was made here can be written")
        };
        let bytes = apart(py, work, words)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// The folder of a sweep that begins or goes on.
#[pyclass(frozen)]
pub(crate) struct SweepFolder {
    folder: experiments::folder::SweepFolder,
    sweep: Py<Sweep>,
}

#[pymethods]
impl SweepFolder {
    /// Holds the folder. One of another sweep is refused.
    #[new]
    fn new(path: PathBuf, sweep: Py<Sweep>) -> PyResult<Self> {
        let folder =
            experiments::folder::SweepFolder::begin(&path, &sweep.get().given).map_err(trouble)?;
        Ok(SweepFolder { folder, sweep })
    }

    /// The runs that are not there yet, from and until.
    fn missing(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64)>> {
        let plan = &self.sweep.get().given.plan;
        let missing = py.detach(|| self.folder.missing(plan)).map_err(trouble)?;
        Ok(missing
            .into_iter()
            .map(|runs| (runs.start, runs.end))
            .collect())
    }

    /// Keeps the rows that a worker made.
    fn add(&self, py: Python<'_>, part: &[u8]) -> PyResult<()> {
        py.detach(|| self.folder.add_part(part)).map_err(trouble)
    }

    /// Makes one file of all rows, unless it is there, and gives its path and one digest for all.
    fn finish(&self, py: Python<'_>) -> PyResult<(PathBuf, String)> {
        let plan = &self.sweep.get().given.plan;
        let finish = || {
            if !self.folder.is_whole() {
                self.folder.finish(plan)?;
            }
            self.folder.digest()
        };
        let digest = py.detach(finish).map_err(trouble)?;
        Ok((self.folder.runs_path(), digest))
    }
}
