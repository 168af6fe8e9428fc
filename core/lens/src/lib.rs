//! The third module of the page, fetched when somebody exports a run or asks why: it works on
//! what the engine recorded. It translates and decides nothing; it never runs Raft.

use wasm_bindgen::prelude::wasm_bindgen;

mod columns;
mod compare;
mod exporter;
mod why;

pub use compare::{Comparison, ComparisonRow, compare};
pub use exporter::Exporter;
pub use why::{Answer, Lens, Question};

/// Reports panics on the console of the page, with their place in the source.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
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
