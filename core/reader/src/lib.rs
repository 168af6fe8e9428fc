//! The second module of the page, fetched once the first picture stands: it reads texts for the
//! engine, which has no words: scenario files, actions by hand; and writes its figures down as a
//! report, judges goals on it, and reads lessons. It translates and decides nothing; it never runs
//! Raft.

pub mod dto;

use scenario::{format, handover, lesson, reader as inner};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use dto::{EndOfRun, Expected, Judged, Lesson};

#[cfg(target_arch = "wasm32")]
mod no_random;

/// Reports panics on the console of the page, with their place in the source.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// A scenario that was read.
#[wasm_bindgen]
pub struct Reader {
    inner: inner::Reader,
}

#[wasm_bindgen]
impl Reader {
    /// Reads and checks a scenario file. `variant` is "" when it has none; without `seed` the
    /// file's is taken. Throws an `Error` whose message names the path, what was found and what was
    /// expected.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Reader, js_sys::Error> {
        let inner = inner::Reader::open(scenario_json, variant, seed).map_err(into_error)?;
        Ok(Reader { inner })
    }

    /// The scenario as the engine takes it.
    pub fn prepared(&self) -> Vec<u8> {
        handover::to_bytes(&self.inner.prepared())
    }

    /// Reads an action, given as JSON text, for switches as the engine gave them. Throws an `Error`
    /// when it names what is not there.
    pub fn action(&self, json: &str, settings: &[u8]) -> Result<ReadAction, js_sys::Error> {
        let settings = handover::from_bytes(settings).map_err(into_error)?;
        let given = self.inner.action(json, &settings).map_err(into_error)?;
        Ok(ReadAction {
            bytes: handover::to_bytes(&given),
            text: given.text(),
        })
    }

    /// The report of a run with these figures, as JSON text in the format of the command line; with
    /// the run's part of an earlier one, counts are of the time from there on ("" = of all).
    pub fn report(&self, figures: &[u8], since_json: &str) -> Result<String, js_sys::Error> {
        let figures = handover::from_bytes(figures).map_err(into_error)?;
        self.inner.report(figures, since_json).map_err(into_error)
    }

    /// Judges goals, a JSON list, on a run with these figures. `others_json` has what reports say
    /// of other variants: `{"variant": {…}}`; `began_json` likewise of the instant from which on
    /// things count, the run itself under "", `{}` = a whole run. Throws an `Error` when a goal is
    /// none, or names a place that is not there.
    #[wasm_bindgen(unchecked_return_type = "Judged[]")]
    pub fn judge(
        &self,
        goals_json: &str,
        figures: &[u8],
        others_json: &str,
        began_json: &str,
    ) -> Result<JsValue, js_sys::Error> {
        let figures = handover::from_bytes(figures).map_err(into_error)?;
        let judged = self
            .inner
            .judge(goals_json, figures, others_json, began_json);
        let judged = judged.map_err(into_error)?;
        plain(&judged.into_iter().map(Judged::from).collect::<Vec<_>>())
    }

    /// What came of a run with these figures: expectations in the words of the command line, and
    /// actions that could not be done. `others_json` as for `judge`.
    #[wasm_bindgen(unchecked_return_type = "EndOfRun")]
    pub fn outcome(&self, figures: &[u8], others_json: &str) -> Result<JsValue, js_sys::Error> {
        let figures = handover::from_bytes(figures).map_err(into_error)?;
        let end = self.inner.outcome(figures, others_json);
        plain(&told(end.map_err(into_error)?))
    }
}

/// What came of a run, as a plain object of the page.
fn told(end: inner::EndOfRun) -> EndOfRun {
    let verdict = |verdict: &scenario::expect::Verdict| Expected {
        met: verdict.met(),
        line: verdict.to_line(),
    };
    EndOfRun {
        expects: end.expects as u32,
        missing: end.missing,
        verdicts: end.verdicts.iter().map(verdict).collect(),
        refused: end.refused,
    }
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
    let seed = handover::whole_seed(seed).map_err(into_error)?;
    let variant = (!variant.is_empty()).then_some(variant);
    format::with_log(scenario_json, variant, Some(seed), log_json).map_err(into_error)
}

/// Reads and checks a lesson file. Throws an `Error` whose message names the path, what was found
/// and what was expected.
#[wasm_bindgen(unchecked_return_type = "Lesson")]
pub fn read_lesson(text: &str) -> Result<JsValue, js_sys::Error> {
    let lesson = lesson::Lesson::parse(text).map_err(into_error)?;
    plain(&Lesson::from(lesson))
}

/// A shape as a plain object. By way of JSON, which this module writes anyway.
fn plain<T: Serialize>(shape: &T) -> Result<JsValue, js_sys::Error> {
    let text = serde_json::to_string(shape).map_err(into_error)?;
    js_sys::JSON::parse(&text).map_err(js_sys::Error::from)
}

/// What is wrong with a scenario or lesson file, as JSON text: a list of `{"path", "text"}`, empty
/// when there is nothing. Never throws.
#[wasm_bindgen]
pub fn problems(text: &str) -> String {
    inner::problems(text)
}

/// An action that was read.
#[wasm_bindgen]
pub struct ReadAction {
    bytes: Vec<u8>,
    text: String,
}

#[wasm_bindgen]
impl ReadAction {
    /// As the engine takes it.
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// What was done, in one or two sentences.
    pub fn text(&self) -> String {
        self.text.clone()
    }
}

/// The one error policy: a sentence in a JavaScript `Error`.
fn into_error<E: std::fmt::Display>(error: E) -> js_sys::Error {
    js_sys::Error::new(&error.to_string())
}
