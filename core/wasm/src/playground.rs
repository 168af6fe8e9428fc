//! The one handle: a run that can be advanced, acted on and looked at.

use scenario::handover;
use scenario::playground as engine;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{dto, incoming, into_error};

/// A run of one variant of a scenario.
#[wasm_bindgen]
pub struct Playground {
    inner: engine::Playground,
}

#[wasm_bindgen]
impl Playground {
    /// Opens a scenario at its start, from the bytes that the reader made of its file. `variant` is
    /// "" when the scenario has none; without `seed` the file's is taken.
    #[wasm_bindgen(constructor)]
    pub fn new(
        prepared: &[u8],
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Playground, js_sys::Error> {
        let prepared = handover::from_bytes(prepared).map_err(into_error)?;
        let inner = engine::Playground::start(prepared, variant, seed).map_err(into_error)?;
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

    /// The switches as they will stand at an instant to come, for the reader. Throws an `Error`
    /// when that instant is over.
    pub fn settings_at(&self, at_us: f64) -> Result<Vec<u8>, js_sys::Error> {
        let settings = self.inner.settings_at(whole(at_us)?).map_err(into_error)?;
        Ok(handover::to_bytes(&settings))
    }

    /// Schedules an action at its instant, from the bytes that the reader made of it. One by hand
    /// is for now + 1 us, so that a replay orders it identically.
    pub fn act(&mut self, at_us: f64, given: &[u8]) -> Result<(), js_sys::Error> {
        let given = handover::from_bytes(given).map_err(into_error)?;
        self.inner.act(whole(at_us)?, given).map_err(into_error)
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

    /// Figures of this variant so far, for the reader, which makes a report of them.
    pub fn figures(&self) -> Vec<u8> {
        handover::to_bytes(&self.inner.figures())
    }
}

/// An instant as JavaScript gives it.
fn whole(at_us: f64) -> Result<u64, js_sys::Error> {
    if (0.0..=incoming::WHOLE_MAX).contains(&at_us) && at_us.fract() == 0.0 {
        return Ok(at_us as u64);
    }
    Err(into_error("at_us: expected a whole number, 0 or more"))
}
