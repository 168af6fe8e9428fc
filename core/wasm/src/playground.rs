//! The one handle: a run that can be advanced, acted on and looked at.

use scenario::playground as engine;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{dto, incoming, into_error};

/// A run of one variant of a scenario.
#[wasm_bindgen]
pub struct Playground {
    inner: engine::Playground,
}

#[wasm_bindgen]
impl Playground {
    /// Opens a scenario at its start. `variant` is "" when the scenario has none; without `seed`
    /// the file's is taken. Throws an `Error` on a bad scenario.
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
        target: Option<Ts<dto::Target>>,
        range: u32,
        until_us: f64,
        max_events: f64,
        stop_at_first: bool,
    ) -> Result<f64, js_sys::Error> {
        let target = target.map(|target| incoming::target(&target.js_value()));
        let target = target.transpose()?.map(engine::Target::from);
        let subject = engine::Subject::of(target, range);
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

    /// Instant of the next event, -1 when there is none.
    pub fn next_event_us(&self) -> f64 {
        self.inner
            .next_event_us()
            .map_or(-1.0, |at_us| at_us as f64)
    }

    /// The instant.
    pub fn now_us(&self) -> f64 {
        self.inner.now_us() as f64
    }

    /// Schedules the action for now + 1 us, so that a replay orders it identically. Throws an
    /// `Error` when it names what is not there.
    pub fn apply(
        &mut self,
        action: Ts<dto::Action>,
    ) -> Result<Ts<dto::LoggedAction>, js_sys::Error> {
        let text = json_from_value(&action.js_value())?;
        let logged = self.inner.apply(&text).map_err(into_error)?;
        let action = js_sys::JSON::parse(&logged.action).map_err(into_thrown)?;
        let logged = dto::LoggedAction {
            at_us: logged.at_us,
            action,
            text: logged.text,
        };
        logged.into_ts().map_err(into_error)
    }

    /// Appends a logged action during a replay, at its own instant.
    pub fn replay(&mut self, action: Ts<dto::LoggedAction>) -> Result<(), js_sys::Error> {
        let logged = action.js_value();
        let at_us = incoming::whole(&logged, "at_us")?;
        let text = json_from_value(&incoming::field(&logged, "action")?)?;
        self.inner.replay(at_us, &text).map_err(into_error)
    }

    /// Topology and names: constant during a run.
    pub fn world(&self) -> Result<Ts<dto::World>, js_sys::Error> {
        dto::World::from(self.inner.world())
            .into_ts()
            .map_err(into_error)
    }

    /// The picture of this instant.
    pub fn frame(&self, request: Ts<dto::FrameRequest>) -> Result<Ts<dto::Frame>, js_sys::Error> {
        let request = incoming::frame_request(&request.js_value())?;
        dto::Frame::from(self.inner.frame(request.into()))
            .into_ts()
            .map_err(into_error)
    }

    /// All that is known of one thing, as numbers in the layout of `scenario::playground::inspect`;
    /// empty when it no longer exists.
    pub fn inspect(&self, target: Ts<dto::Target>) -> Result<Vec<f64>, js_sys::Error> {
        let target = incoming::target(&target.js_value())?;
        Ok(self.inner.inspect(target.into()))
    }

    /// Starts to record every fact with its cause, or ends it; what was recorded before goes.
    /// Changes nothing in the run.
    pub fn record(&mut self, on: bool) {
        self.inner.record(on);
    }

    /// Hands over what was recorded since the last time: one column of numbers after the other, in
    /// the layout of `scenario::trace::columns`.
    pub fn take_trace(&mut self) -> js_sys::Float64Array {
        let mut numbers = self.inner.take_flat();
        let crossed = js_sys::Float64Array::from(numbers.as_slice());
        // Copies of the memory are kept as history: nothing that nobody reads shall differ in them.
        numbers.fill(0.0);
        std::hint::black_box(&numbers);
        crossed
    }

    /// The logs of a range's replicas, `count` indexes from one on (the last ones when `from` is
    /// negative), in the layout of `scenario::playground::log`.
    pub fn log(&self, range: u32, from: f64, count: f64) -> Vec<f64> {
        self.inner.log(range, from as i64, count as u64)
    }

    /// The last stale reads, three numbers each: request, by how many us, writes that it missed.
    pub fn stale_reads(&self) -> Vec<f64> {
        self.inner.stale_reads()
    }

    /// The first read that broke what its mode promises, and the fewest operations that show it, in
    /// the layout of `scenario::playground::promise`; empty while every promise is kept.
    pub fn broken_promise(&self) -> Vec<f64> {
        self.inner.broken_promise()
    }

    /// Digest of the run so far: 16 hex digits.
    pub fn digest(&self) -> String {
        self.inner.digest()
    }

    /// Report of this variant so far, as JSON text in the format of the command line.
    pub fn report(&self) -> String {
        self.inner.report()
    }
}

/// Plain data as JSON text, which is what the scenario format reads.
fn json_from_value(value: &JsValue) -> Result<String, js_sys::Error> {
    let text = js_sys::JSON::stringify(value).map_err(into_thrown)?;
    text.as_string()
        .ok_or_else(|| into_error("an action is plain data"))
}

/// An exception of JavaScript's own, passed on.
fn into_thrown(thrown: JsValue) -> js_sys::Error {
    js_sys::Error::from(thrown)
}
