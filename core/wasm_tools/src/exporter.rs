//! A run as text for other programs, piece by piece.

use explain::export as engine;
use format::tree::unknown_word;
use text::said::in_english;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{into_error, rows, whole_seed};

/// Writes a run down: rows in, text out.
#[wasm_bindgen]
pub struct Exporter {
    inner: engine::Exporter,
}

#[wasm_bindgen]
impl Exporter {
    /// Begins a text in the format of this name. Throws an `Error` on a bad scenario or format.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: Option<f64>,
        format: &str,
    ) -> Result<Exporter, js_sys::Error> {
        let format = engine::Format::parse(format).ok_or_else(|| {
            let fault = unknown_word(format, &engine::Format::IDS);
            into_error(fault.under("format").into_error())
        })?;
        let header = engine::RunHeader::open(scenario_json, variant, whole_seed(seed)?);
        let header = header.map_err(into_error)?;
        let inner = in_english(|| engine::Exporter::new(&header, format));
        Ok(Exporter { inner })
    }

    /// Takes what was recorded after what was taken before.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "TraceColumns")] columns: JsValue,
    ) -> Result<(), js_sys::Error> {
        let rows = rows(columns)?;
        in_english(|| self.inner.push(&rows));
        Ok(())
    }

    /// The run ends here.
    pub fn finish(&mut self) {
        in_english(|| self.inner.finish());
    }

    /// The text made since it was last taken.
    pub fn take(&mut self) -> String {
        self.inner.take()
    }
}
