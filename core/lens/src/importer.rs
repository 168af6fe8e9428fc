//! Imports across the boundary: files of a real cluster become a scenario. It translates and
//! decides nothing.

use import::{ClusterFile, LatencyFile, pair_of};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::plain;

/// A scenario of the files of a real cluster and of measured round trips, each with its name and
/// its text, or what is wrong with them. The name of a measurement may begin with its pair of
/// zones, `FROM:TO=`. Never throws for what stands in the files.
#[wasm_bindgen(unchecked_return_type = "ImportAnswer")]
pub fn imported(
    names: Vec<String>,
    texts: Vec<String>,
    latency_names: Vec<String>,
    latency_texts: Vec<String>,
) -> Result<JsValue, js_sys::Error> {
    let files = names.iter().zip(&texts);
    let files: Vec<ClusterFile<'_>> = files
        .map(|(name, text)| ClusterFile { name, text })
        .collect();
    let latencies = latency_names.iter().zip(&latency_texts);
    let latencies: Vec<LatencyFile<'_>> = latencies
        .map(|(given, text)| {
            let (between, name) = pair_of(given);
            LatencyFile {
                name,
                text,
                between,
            }
        })
        .collect();
    plain(&import::answer(&files, &latencies))
}
