//! One scenario at a series of loads, natively: what the page does in a worker of its own. It must
//! not know files, nor who looks at the curve.

use documents::scenario::{Scenario, at_load};
use format::error::ScenarioError;
use report::curve::{LoadCurve, LoadPoint, curve};

use crate::runner;

/// Runs each load, in percent of the file's, to the end of its file. `log` as a page keeps it.
pub fn load_sweep(
    text: &str,
    variant: Option<&str>,
    seed: Option<u64>,
    log: &str,
    percents: &[u32],
) -> Result<LoadCurve, ScenarioError> {
    let point = |percent: &u32| {
        let file = at_load(text, variant, seed, log, *percent)?;
        let run = Scenario::parse(&file)?.resolve(variant, None)?;
        let report = runner::run(&run, run.duration_us).to_json();
        LoadPoint::of_run(*percent, &report).map_err(ScenarioError::whole)
    };
    let points: Result<Vec<LoadPoint>, ScenarioError> = percents.iter().map(point).collect();
    Ok(curve(points?))
}
