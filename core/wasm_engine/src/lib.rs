//! The boundary between the engine and the page. It translates and decides nothing.
//!
//! No JavaScript value of the page is kept in the instance between two calls, only the names of
//! fields, by the serializer: a copy of the linear memory and of these names is a copy of the run.

use documents::lesson::Lesson;
use documents::scenario;
use run::playground::BuildInfo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
mod constant_random;
pub mod dto;
#[cfg(target_arch = "wasm32")]
mod memory;
mod playground;

pub use playground::Playground;

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

/// Facts about the build, for the panel that says what is real.
#[wasm_bindgen(unchecked_return_type = "BuildInfo")]
pub fn build_info() -> Result<JsValue, js_sys::Error> {
    plain(&BuildInfo {
        version: env!("CARGO_PKG_VERSION"),
        raft: run::playground::RAFT_VERSION,
        profile: if cfg!(debug_assertions) {
            "dev"
        } else {
            "release"
        },
    })
}

/// Says what the scenario of a file is, without running it. Throws an `Error` whose message names
/// the path, what was found and what was expected.
#[wasm_bindgen(unchecked_return_type = "ScenarioSummary")]
pub fn describe_scenario(text: &str) -> Result<JsValue, js_sys::Error> {
    plain(&run::playground::describe(text).map_err(into_error)?)
}

/// Reads and checks a lesson file. Throws an `Error` as `describe_scenario` does.
#[wasm_bindgen(unchecked_return_type = "Lesson")]
pub fn read_lesson(text: &str) -> Result<JsValue, js_sys::Error> {
    plain(&Lesson::parse(text).map_err(into_error)?)
}

/// What is wrong with a scenario or lesson file, as JSON text: a list of `{"path", "text"}`, empty
/// when there is nothing. Never throws.
#[wasm_bindgen]
pub fn problems(text: &str) -> String {
    documents::problems::problems(text)
}

/// A run by hand as a scenario file of its own, which replays to the same digest. `log_json` is a
/// list of `{"at_us", "action"}`. Throws an `Error` that says what no file can hold.
#[wasm_bindgen]
pub fn replay_file(
    scenario_json: &str,
    variant: &str,
    seed: f64,
    log_json: &str,
) -> Result<String, js_sys::Error> {
    let seed = scenario::seed_of(seed).map_err(into_error)?;
    let variant = (!variant.is_empty()).then_some(variant);
    scenario::with_log(scenario_json, variant, Some(seed), log_json).map_err(into_error)
}

/// Panics, as a bug would: tests of the page's panic path need a real one.
#[wasm_bindgen]
pub fn force_panic() {
    panic!("a panic was asked for");
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

/// The one error policy: a sentence in a JavaScript `Error`.
fn into_error<E: std::fmt::Display>(error: E) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}
