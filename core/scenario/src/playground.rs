//! A run that a person plays with: it advances, is acted on, and is looked at. What the page gets,
//! without anything of the page: plain columns and sentences.
//!
//! It must not know JavaScript, frames per second, or wall time.

mod acting;
mod busy;
mod catalog;
pub(crate) use acting::read_logged;
pub(crate) use catalog::message_words;
mod describe;
pub mod encodings;
mod frame;
pub mod inspect;
pub mod log;
mod picture;
mod ranges;
mod recording;
mod scan;
mod world;

use cluster::Cluster;
use cluster::config::Settings;
use sim::Micros;

use crate::format::{Resolved, Scenario, ScenarioError, limits};
use crate::report::digest_text;
use crate::runner;
use crate::trace::Row;
use crate::watch::Watch;
use busy::BusyMeter;

pub use crate::watch::narrate::{Notable, NotableKind};
pub use crate::watch::requests::{FreshVerdict, HopView, RequestOutcome, RequestView};
pub use crate::watch::spot::Subject;
pub use cluster::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, OpKind, ReadMode, SafeTime, Timestamps,
};
pub use cluster::view::StoreStatus;
pub use describe::describe;
pub use frame::{
    FLIGHTS_MAX, FaultKind, FaultView, Flights, Frame, FrameRequest, NOTABLES_PER_FRAME_MAX,
    Replicas, Series, SettingsView, StoreState, WorkloadState,
};
pub use world::{
    KindInfo, LinkInfo, LoggedAction, MessageTypeInfo, NodeInfo, NodeRole, RangeInfo, ReadModeInfo,
    ScenarioSummary, Target, VariantInfo, WorkloadInfo, World, ZoneInfo,
};

/// Version of the consensus library.
pub const RAFT_VERSION: &str = "0.7.0";

/// One variant of a scenario, being played.
pub struct Playground {
    scenario: Scenario,
    resolved: Resolved,
    cluster: Cluster<Watch>,
    busy: BusyMeter,
    /// Whether money counts framing too.
    count_framing: bool,
    /// Switches that actions still to come will set, by instant.
    coming_settings: Vec<(Micros, Settings)>,
    /// What happened before the first event: a record that begins at the start has it.
    start_rows: Vec<Row>,
}

impl Playground {
    /// Opens a scenario at its start. An empty variant is the first, or the scenario itself when it
    /// has none; without a seed the file's is taken.
    pub fn open(text: &str, variant: &str, seed: Option<f64>) -> Result<Self, ScenarioError> {
        let scenario = Scenario::parse(text)?;
        let seed = seed.map(whole_seed).transpose()?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, seed)?;
        let (cluster, start_rows) = recording::start(&resolved);
        let coming_settings = acting::scripted_settings(&resolved.actions);
        let busy = BusyMeter::new(&cluster);
        let count_framing = false;
        Ok(Playground {
            scenario,
            resolved,
            cluster,
            busy,
            count_framing,
            coming_settings,
            start_rows,
        })
    }

    /// Runs events up to and including `until_us`, at most `max_events` of them, and returns how
    /// many. Unless the limit stopped it, the instant is `until_us` afterwards.
    pub fn advance(&mut self, until_us: Micros, max_events: u64) -> u64 {
        let mut done = 0;
        loop {
            // Stopping at an instant changes nothing in the run.
            let stop_us = self.busy.next_us().min(until_us);
            done += self.cluster.run_until(stop_us, max_events - done);
            if self.cluster.now() < stop_us {
                return done;
            }
            self.busy.sample(&self.cluster);
            if stop_us >= until_us || done == max_events {
                return done;
            }
        }
    }

    /// Processes exactly one event, if there is one.
    pub fn step(&mut self) {
        self.cluster.step();
        self.busy.sample(&self.cluster);
    }

    /// Events processed.
    pub fn events(&self) -> u64 {
        self.cluster.events()
    }

    /// Instant of the next event.
    pub fn next_event_us(&self) -> Option<Micros> {
        self.cluster.next_event_us()
    }

    /// The instant.
    pub fn now_us(&self) -> Micros {
        self.cluster.now()
    }

    /// Digest of the run so far: 16 hex digits.
    pub fn digest(&self) -> String {
        digest_text(self.cluster.observer().digest())
    }

    /// Report of this variant so far, JSON in the format of the command line. Expectations are
    /// left out: they speak of whole runs that nobody interfered with.
    pub fn report(&self) -> String {
        let summary = runner::summary(&self.resolved, &self.cluster);
        let seed = self.resolved.config.seed;
        crate::report::report(&self.resolved.title, seed, &[summary], &[]).to_string()
    }

    /// What is being played.
    pub fn cluster(&self) -> &Cluster<Watch> {
        &self.cluster
    }

    fn watch(&self) -> &Watch {
        self.cluster.observer()
    }
}

/// A seed as JavaScript gives it.
fn whole_seed(seed: f64) -> Result<u64, ScenarioError> {
    let is_whole = seed >= 0.0 && seed <= limits::SEED_MAX as f64 && seed.fract() == 0.0;
    if is_whole {
        return Ok(seed as u64);
    }
    let text = format!(
        "found {seed}, expected a whole number from 0 to {}",
        limits::SEED_MAX
    );
    Err(ScenarioError::at("seed", text))
}

#[cfg(test)]
mod tests;
