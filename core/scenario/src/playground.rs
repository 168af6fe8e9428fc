//! A run that a person plays with: it advances, is acted on, and is looked at. What the page gets,
//! without anything of the page: plain columns and sentences.
//!
//! It must not know JavaScript, frames per second, or wall time.

mod acting;
mod busy;
mod by_text;
mod catalog;
pub(crate) use catalog::message_words;
mod describe;
pub mod encodings;
mod frame;
pub mod inspect;
pub mod log;
mod picture;
pub mod promise;
mod ranges;
mod recording;
mod scan;
mod world;

use cluster::Cluster;
use model::config::{FaultKey, Settings};
use sim::Micros;

use crate::format::{Resolved, ScenarioError};
use crate::handover::{Figures, Prepared};
use crate::report::digest_text;
use crate::runner;
use crate::trace::Row;
use crate::watch::Watch;
use busy::BusyMeter;

pub use crate::format::{Attempt, Conclusion};
pub use crate::handover::VariantInfo;
pub use crate::watch::moments::Come;
pub use crate::watch::narrate::{Notable, NotableKind};
pub use crate::watch::requests::{FreshVerdict, HopView, RequestOutcome, RequestView};
pub use crate::watch::spot::Subject;
pub use describe::describe;
pub use frame::{
    FLIGHTS_MAX, FaultKind, FaultView, Flights, Frame, FrameRequest, NOTABLES_PER_FRAME_MAX,
    Replicas, Series, SettingsView, StoreState, WorkloadState,
};
pub use model::config::{
    AdaptiveBy, Compression, DelegatePolicy, FollowerChoice, OpKind, ReadMode, SafeTime, Timestamps,
};
pub use model::view::StoreStatus;
pub use world::{
    KindInfo, LinkInfo, LoggedAction, MessageTypeInfo, NodeInfo, NodeRole, RangeInfo, ReadModeInfo,
    ScenarioSummary, Target, WorkloadInfo, World, ZoneInfo,
};

/// Version of the consensus library.
pub const RAFT_VERSION: &str = "0.7.0";

/// One variant of a scenario, being played.
pub struct Playground {
    variants: Vec<VariantInfo>,
    resolved: Resolved,
    cluster: Cluster<Watch>,
    busy: BusyMeter,
    /// Whether money counts framing too.
    count_framing: bool,
    /// Switches that actions still to come will set, by instant.
    coming_settings: Vec<(Micros, Settings)>,
    /// Faults of the network that actions still to come will begin.
    coming_faults: Vec<(Micros, FaultKey)>,
    /// What happened before the first event: a record that begins at the start has it.
    start_rows: Vec<Row>,
}

impl Playground {
    /// Starts a run of a scenario that was read: a variant, "" = the first, with a seed of its own
    /// or the file's.
    pub fn start(
        prepared: Prepared,
        variant: &str,
        seed: Option<f64>,
    ) -> Result<Self, ScenarioError> {
        let run = prepared.run(variant, seed)?;
        let (cluster, start_rows) = recording::start(&run);
        let coming_settings = acting::scripted_settings(&run.resolved.actions);
        let coming_faults = acting::scripted_faults(&run.resolved.actions);
        let busy = BusyMeter::new(&cluster);
        Ok(Playground {
            variants: prepared.variants,
            resolved: run.resolved,
            cluster,
            busy,
            count_framing: true,
            coming_settings,
            coming_faults,
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
        // What is sampled between two events is sampled on the way.
        let next_us = self.cluster.next_event_us();
        if let Some(at_us) = next_us.filter(|at_us| *at_us > self.now_us() + 1) {
            self.advance(at_us - 1, u64::MAX);
        }
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

    /// The figures of this variant so far.
    pub fn figures(&self) -> Figures {
        Figures {
            seed: self.resolved.config.seed,
            summary: runner::figures(&self.resolved, &self.cluster),
            settings: self.cluster.settings().clone(),
        }
    }

    /// What is being played.
    pub fn cluster(&self) -> &Cluster<Watch> {
        &self.cluster
    }

    fn watch(&self) -> &Watch {
        self.cluster.observer()
    }
}

#[cfg(test)]
mod tests;
