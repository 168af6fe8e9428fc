//! Files of others across the boundary: a cluster becomes a scenario, a history gets its verdict,
//! the logs of servers become roles. It translates and decides nothing.

use import::{ClusterFile, LatencyFile, LogFile, pair_of};
use linear::Texts;
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

/// The verdict on a history in files, with so many steps of the search for each key and so much
/// work for the smallest part; its format is told by how it begins. Never throws for what stands in
/// the files.
#[wasm_bindgen(unchecked_return_type = "HistoryAnswer")]
pub fn judged_history(
    names: Vec<String>,
    texts: Vec<String>,
    steps_max: f64,
    work_max: f64,
) -> Result<JsValue, js_sys::Error> {
    let mut all = Texts::default();
    for (name, text) in names.iter().zip(&texts) {
        all.push(name, text);
    }
    plain(&linear::history_answer(
        &all,
        steps_max as u64,
        work_max as u64,
    ))
}

/// What members of Raft groups said of their roles in the logs of servers. Never throws for what
/// stands in the files.
#[wasm_bindgen(unchecked_return_type = "RoleLog")]
pub fn role_log(names: Vec<String>, texts: Vec<String>) -> Result<JsValue, js_sys::Error> {
    let files = names.iter().zip(&texts);
    let files: Vec<LogFile<'_>> = files.map(|(name, text)| LogFile { name, text }).collect();
    plain(&import::role_log(&files))
}
