//! The boundary between the engine and the page. It translates and decides nothing.

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
mod constant_random;

/// Reports panics on the console of the page, with their place in the source.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
