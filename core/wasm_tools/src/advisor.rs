//! Advice across the boundary: a form becomes what is to be run, reports of runs an answer. It
//! translates and decides nothing.

use advice::Extent;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{into_error, plain};

/// What is to be run for a form while a person waits, or what is wrong with the form. Never throws
/// for what stands in the text.
#[wasm_bindgen(unchecked_return_type = "Advised")]
pub fn advised(form: &str) -> Result<JsValue, js_sys::Error> {
    plain(&advice::advised(form, Extent::Page))
}

/// What runs say: of each the place of its setting, its seed, and its report.
#[wasm_bindgen(unchecked_return_type = "AdviceAnswer")]
pub fn advice_answer(
    form: &str,
    settings: &[u32],
    seeds: &[f64],
    reports: Vec<String>,
) -> Result<JsValue, js_sys::Error> {
    let mut runs = Vec::new();
    for ((setting, seed), report) in settings.iter().zip(seeds).zip(reports) {
        let seed = documents::scenario::seed_of(*seed).map_err(into_error)?;
        runs.push((*setting as usize, seed, report));
    }
    plain(&advice::answer(form, Extent::Page, &runs).map_err(into_error)?)
}
