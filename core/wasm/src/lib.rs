//! The boundary between the engine and the page. It translates and decides nothing.
//!
//! No JavaScript value of the page is kept in the instance between two calls, only the names of
//! fields, by the serializer: a copy of the linear memory and of these names is a copy of the run.

use scenario::handover;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

mod columns;
#[cfg(target_arch = "wasm32")]
mod constant_random;
pub mod dto;
mod incoming;
#[cfg(target_arch = "wasm32")]
mod memory;
mod playground;

pub use playground::Playground;

/// Reports panics on the console of the page, with their place in the source.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Facts about the build, for the panel that says what is real.
#[wasm_bindgen]
pub fn build_info() -> Result<Ts<dto::BuildInfo>, js_sys::Error> {
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    let info = dto::BuildInfo {
        version: env!("CARGO_PKG_VERSION").into(),
        raft: scenario::playground::RAFT_VERSION.into(),
        profile: profile.into(),
    };
    info.into_ts().map_err(into_error)
}

/// What a scenario is, from the bytes that the reader made of its file.
#[wasm_bindgen]
pub fn describe_scenario(prepared: &[u8]) -> Result<Ts<dto::ScenarioSummary>, js_sys::Error> {
    let prepared = handover::from_bytes(prepared).map_err(into_error)?;
    let summary = scenario::playground::describe(&prepared).map_err(into_error)?;
    dto::ScenarioSummary::from(summary)
        .into_ts()
        .map_err(into_error)
}

/// Panics, as a bug would: tests of the page's panic path need a real one.
#[wasm_bindgen]
pub fn force_panic() {
    panic!("a panic was asked for");
}

/// The one error policy: a sentence in a JavaScript `Error`.
fn into_error<E: std::fmt::Display>(error: E) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}
