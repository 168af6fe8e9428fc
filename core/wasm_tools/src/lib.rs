//! The third module of the page, fetched when somebody exports a run, asks why, plays a challenge
//! or imports a cluster: it works on what the engine recorded and reported. It translates and
//! decides nothing; it never runs Raft.

use documents::challenge;
use documents::challenge::Challenge;
use record::Row;
use record::columns::Columns;
use report::curve::LoadPoint;
use serde::Serialize;
use serde::de::DeserializeOwned;
use text::say;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

mod advisor;
mod exporter;
mod futures;
mod importer;
mod why;

pub use advisor::{advice_answer, advised};
pub use exporter::Exporter;
pub use futures::{FutureSearch, Futures, future_changes, future_differences, future_shares};
pub use importer::{imported, judged_history, role_log};
pub use why::Lens;

/// The types that cross, written by the test of that name.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Reports panics on the console of the page, with their place in the source.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// From now on, sentences carry their templates, or are plain English: `text::said`.
#[wasm_bindgen]
pub fn keep_templates(keep: bool) {
    text::said::keep_templates(keep);
}

/// Compares the runs of two reports. Throws an `Error` when they are of different instants.
#[wasm_bindgen(unchecked_return_type = "Comparison")]
pub fn compare(report_a: &str, report_b: &str) -> Result<JsValue, js_sys::Error> {
    plain(&report::compare::compare_reports(report_a, report_b).map_err(into_error)?)
}

/// So many loads of a sweep, in percent of the file's.
#[wasm_bindgen]
pub fn loads(points: u32) -> Vec<u32> {
    documents::scenario::loads(points)
}

/// The scenario at so many percent of its load, as a file of its own. `log_json` is a list of
/// `{"at_us", "action"}`: what was switched or sized by hand holds from the start.
#[wasm_bindgen]
pub fn at_load(
    scenario_json: &str,
    variant: &str,
    seed: f64,
    log_json: &str,
    percent: u32,
) -> Result<String, js_sys::Error> {
    let seed = whole_seed(Some(seed))?;
    let variant = (!variant.is_empty()).then_some(variant);
    let file = documents::scenario::at_load(scenario_json, variant, seed, log_json, percent);
    file.map_err(into_error)
}

/// The scenario at a point of a sweep, as a file of its own: with these values, each as
/// `path=value`, and this seed. `label` is what its title begins with.
#[wasm_bindgen]
pub fn at_point(
    scenario_json: &str,
    variant: &str,
    seed: f64,
    set: Vec<String>,
    label: &str,
) -> Result<String, js_sys::Error> {
    let seed = whole_seed(Some(seed))?;
    let variant = (!variant.is_empty()).then_some(variant);
    let file = documents::scenario::at_point(scenario_json, variant, seed, &set, label);
    file.map_err(into_error)
}

/// Throughput against latency, from the reports of runs at these loads, in percent.
#[wasm_bindgen(unchecked_return_type = "LoadCurve")]
pub fn load_curve(percents: &[u32], reports: Vec<String>) -> Result<JsValue, js_sys::Error> {
    let points = percents.iter().zip(&reports);
    let points = points.map(|(percent, report)| LoadPoint::of_report(*percent, report));
    let points: Result<Vec<LoadPoint>, String> = points.collect();
    plain(&report::curve::curve(points.map_err(into_error)?))
}

/// Reads and checks a challenge file. Throws an `Error` whose message names the path, what was
/// found and what was expected.
#[wasm_bindgen(unchecked_return_type = "Challenge")]
pub fn read_challenge(text: &str) -> Result<JsValue, js_sys::Error> {
    plain(&Challenge::parse(text).map_err(into_error)?)
}

/// How a run stands in a challenge, whose file's text this is, by the run's report: its score, and
/// what was done in it that is not allowed. `log_json` is a list of `{"at_us", "action"}`: all that
/// was done. Throws an `Error` when the challenge is none.
#[wasm_bindgen(unchecked_return_type = "ChallengeRun")]
pub fn challenge_run(
    challenge: &str,
    report: &str,
    log_json: &str,
) -> Result<JsValue, js_sys::Error> {
    let challenge = Challenge::parse(challenge).map_err(into_error)?;
    let log = challenge::read_log(log_json).map_err(into_error)?;
    plain(
        &challenge
            .stand_of_report(report, &log)
            .map_err(into_error)?,
    )
}

/// Plain data as a plain object; what is missing is null.
fn plain<T: Serialize>(data: &T) -> Result<JsValue, js_sys::Error> {
    let serializer = serde_wasm_bindgen::Serializer::new()
        .serialize_missing_as_null(true)
        .serialize_maps_as_objects(true);
    data.serialize(&serializer).map_err(into_error)
}

/// What the page handed over. An error says what was found and what was expected.
fn given<T: DeserializeOwned>(value: JsValue) -> Result<T, js_sys::Error> {
    serde_wasm_bindgen::from_value(value).map_err(into_error)
}

/// The rows of columns. An `Error` says which column is missing or that no row is like that.
fn rows(columns: JsValue) -> Result<Vec<Row>, js_sys::Error> {
    let rows = given::<Columns>(columns)?.rows();
    rows.ok_or_else(|| into_error(say!("the columns differ in length or hold what no row has")))
}

/// The one error policy: a sentence in a JavaScript `Error`.
fn into_error<E: std::fmt::Display>(error: E) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}

/// A seed as JavaScript gives it.
fn whole_seed(seed: Option<f64>) -> Result<Option<u64>, js_sys::Error> {
    seed.map(documents::scenario::seed_of)
        .transpose()
        .map_err(into_error)
}
