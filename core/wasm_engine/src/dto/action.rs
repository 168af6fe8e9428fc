//! Actions as the page writes them: declared as the schema of files has them, and read by the
//! engine as JSON text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const DECLARATION: &str = include_str!("action.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Something that a person does to the world.
    #[wasm_bindgen(typescript_type = "Action")]
    pub type Action;
}

/// An action that was carried out, to be kept and replayed.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub struct LoggedAction {
    /// Its instant.
    pub at_us: u64,
    /// As it was given.
    #[serde(with = "serde_wasm_bindgen::preserve")]
    #[ts(type = "Action")]
    pub action: JsValue,
    /// One sentence.
    pub text: String,
}
