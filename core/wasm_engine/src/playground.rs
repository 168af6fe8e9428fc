//! The one handle: a run that can be advanced, acted on and looked at.

use js_sys::JSON;
use run::playground as engine;
use text::said::in_english;
use text::say;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{dto, given, into_error, plain};

/// A run of one variant of a scenario.
#[wasm_bindgen]
pub struct Playground {
    inner: engine::Playground,
}

#[wasm_bindgen]
impl Playground {
    /// Opens a scenario file at its start. `variant` is "" when it has none; without `seed` the
    /// file's is taken. Throws an `Error` whose message names the path, what was found and what was
    /// expected.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Playground, js_sys::Error> {
        let inner = engine::Playground::open(scenario_json, variant, seed).map_err(into_error)?;
        Ok(Playground { inner })
    }

    /// Runs events up to and including `until_us`, at most `max_events` of them, and returns how
    /// many were processed. `now_us()` is `until_us` when it returned because time was reached.
    pub fn advance(&mut self, until_us: f64, max_events: f64) -> f64 {
        self.inner.advance(until_us as u64, max_events as u64) as f64
    }

    /// Runs on like `advance` and returns the number of the last event that touched the thing (the
    /// range, where no target is given or an event is), 0 when none did; stops after the first
    /// when told so.
    pub fn scan(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Target | undefined")] target: JsValue,
        range: u32,
        until_us: f64,
        max_events: f64,
        stop_at_first: bool,
    ) -> Result<f64, js_sys::Error> {
        let subject = engine::Subject::of(given(target)?, engine::RangeId(range));
        let last = self
            .inner
            .scan(subject, until_us as u64, max_events as u64, stop_at_first);
        Ok(last as f64)
    }

    /// Processes exactly one event: jumps to its instant.
    pub fn step(&mut self) {
        self.inner.step();
    }

    /// Events processed.
    pub fn events(&self) -> f64 {
        self.inner.events() as f64
    }

    /// Instant of the next event, if there is one.
    pub fn next_event_us(&self) -> Option<f64> {
        self.inner.next_event_us().map(|at_us| at_us as f64)
    }

    /// The instant.
    pub fn now_us(&self) -> f64 {
        self.inner.now_us() as f64
    }

    /// Schedules an action for now + 1 us, so that a replay orders it identically, and returns what
    /// is to be logged. Throws an `Error` when the action names what is not there.
    #[wasm_bindgen(unchecked_return_type = "LoggedAction")]
    pub fn apply(&mut self, action: dto::Action) -> Result<JsValue, js_sys::Error> {
        let json = json_of(&action)?;
        let logged = self.inner.apply(&json).map_err(into_error)?;
        plain(&dto::LoggedAction {
            at_us: logged.at_us,
            // A copy: what is logged stays as it is.
            action: JSON::parse(&json)?,
            text: logged.text,
        })
    }

    /// Schedules a logged action at its own instant, and says what it does, in one or two
    /// sentences. Throws an `Error` when that instant is over.
    pub fn replay(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "LoggedAction")] logged: JsValue,
    ) -> Result<String, js_sys::Error> {
        let logged: dto::LoggedAction = given(logged)?;
        let json = json_of(&logged.action)?;
        self.inner.replay(logged.at_us, &json).map_err(into_error)
    }

    /// Topology and names: constant during a run.
    #[wasm_bindgen(unchecked_return_type = "World")]
    pub fn world(&self) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.world())
    }

    /// The picture of this instant.
    #[wasm_bindgen(unchecked_return_type = "Frame")]
    pub fn frame(
        &self,
        #[wasm_bindgen(unchecked_param_type = "FrameRequest")] request: JsValue,
    ) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.frame(given(request)?))
    }

    /// All that is known of one thing; null when it no longer exists.
    #[wasm_bindgen(unchecked_return_type = "Inspection | null")]
    pub fn inspect(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Target")] target: JsValue,
    ) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.inspect(given(target)?))
    }

    /// Starts to record every fact with its cause, or ends it; what was recorded before goes.
    /// Changes nothing in the run.
    pub fn record(&mut self, on: bool) {
        self.inner.record(on);
    }

    /// The same as `record(true)`, with all rows that reads find: for exports.
    pub fn record_with_rows(&mut self) {
        self.inner.record_with_rows();
    }

    /// Hands over what was recorded since the last time.
    #[wasm_bindgen(unchecked_return_type = "TraceColumns")]
    pub fn take_trace(&mut self) -> Result<JsValue, js_sys::Error> {
        let mut columns = self.inner.take_columns();
        let crossed = plain(&columns);
        columns.wipe();
        crossed
    }

    /// The logs of a range's replicas, `count` indexes from one on (the last ones when `from` is
    /// negative); null for a range that does not exist.
    #[wasm_bindgen(unchecked_return_type = "LogView | null")]
    pub fn log(&self, range: u32, from: f64, count: f64) -> Result<JsValue, js_sys::Error> {
        plain(
            &self
                .inner
                .log(engine::RangeId(range), from as i64, count as u64),
        )
    }

    /// The last stale reads, oldest first.
    #[wasm_bindgen(unchecked_return_type = "StaleRead[]")]
    pub fn stale_reads(&self) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.stale_reads())
    }

    /// The first read that broke what its mode promises, and the fewest operations that show it;
    /// null while every promise is kept.
    #[wasm_bindgen(unchecked_return_type = "BrokenPromise | null")]
    pub fn broken_promise(&self) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.broken_promise())
    }

    /// Digest of the run so far: 16 hex digits.
    pub fn digest(&self) -> String {
        self.inner.digest()
    }

    /// The report of this variant so far, as JSON text in the format of the command line. With the
    /// run's part of an earlier one, counts are of the time from there on.
    pub fn report(&self, since_json: Option<String>) -> Result<String, js_sys::Error> {
        match since_json {
            None => Ok(in_english(|| self.inner.report())),
            Some(since) => in_english(|| self.inner.report_since(&since)).map_err(into_error),
        }
    }

    /// Judges goals, a JSON list, on the run so far. `others_json` has what reports say of other
    /// variants: `{"variant": {…}}`; `began_json` likewise of the instant from which on things
    /// count, the run itself under "", `{}` = a whole run. Throws an `Error` when a goal is none,
    /// or names a place that is not there.
    #[wasm_bindgen(unchecked_return_type = "Judged[]")]
    pub fn judge(
        &self,
        goals_json: &str,
        others_json: &str,
        began_json: &str,
    ) -> Result<JsValue, js_sys::Error> {
        let judged = self.inner.judge(goals_json, others_json, began_json);
        plain(&judged.map_err(into_error)?)
    }

    /// What the scenario asks of instants; of the present one, whether it is so.
    #[wasm_bindgen(unchecked_return_type = "Checkpoint[]")]
    pub fn checkpoints(&self) -> Result<JsValue, js_sys::Error> {
        plain(&self.inner.checkpoints())
    }

    /// What came of the run: expectations in the words of the command line, and actions that could
    /// not be done. `others_json` as for `judge`; `own_json` are goals of a person, a list.
    #[wasm_bindgen(unchecked_return_type = "EndOfRun")]
    pub fn outcome(&self, others_json: &str, own_json: &str) -> Result<JsValue, js_sys::Error> {
        plain(
            &self
                .inner
                .outcome(others_json, own_json)
                .map_err(into_error)?,
        )
    }
}

/// An action of the page as JSON text.
fn json_of(action: &JsValue) -> Result<String, js_sys::Error> {
    // `undefined` and functions have no text.
    let text = JSON::stringify(action).map(JsValue::from)?;
    let text: Option<String> = text.as_string();
    text.ok_or_else(|| into_error(say!("an action is plain data")))
}
