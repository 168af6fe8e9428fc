//! A recorded run that is asked why.

use documents::scenario::Scenario;
use explain::why as inner;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{given, into_error, plain, rows, whole_seed};

/// A record of a run that can be asked.
#[wasm_bindgen]
pub struct Lens {
    record: inner::Record,
}

#[wasm_bindgen]
impl Lens {
    /// Of a run of which nothing is recorded yet. Throws an `Error` on a bad scenario.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Lens, js_sys::Error> {
        let scenario = Scenario::parse(scenario_json).map_err(into_error)?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, whole_seed(seed)?);
        let record = inner::Record::new(&resolved.map_err(into_error)?);
        Ok(Lens { record })
    }

    /// The run's next action by hand, as it was logged, as JSON text.
    pub fn act(&mut self, at_us: f64, action_json: &str) -> Result<(), js_sys::Error> {
        self.record
            .act(at_us as u64, action_json)
            .map_err(into_error)
    }

    /// Takes what was recorded after what was taken before.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "TraceColumns")] columns: JsValue,
    ) -> Result<(), js_sys::Error> {
        self.record.push(&rows(columns)?);
        Ok(())
    }

    /// Answers a question about the last instant of the record, or something before.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn why(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Question")] question: JsValue,
    ) -> Result<JsValue, js_sys::Error> {
        plain(&inner::why(&self.record, given(question)?))
    }
}
