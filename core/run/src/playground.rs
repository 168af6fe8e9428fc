//! A run that a person plays with: it advances, is acted on, and is looked at. What the page gets,
//! without anything of the page: plain columns and sentences.
//!
//! It must not know JavaScript, frames per second, or wall time.

mod acting;
mod busiest;
mod catalog;
mod describe;
mod encodings;
mod frame;
mod inspect;
mod limits;
mod log;
mod picture;
mod recording;
mod reporting;
mod scan;
mod world;

use cluster::Cluster;
use model::config::{FaultKey, Settings};
use sim::Micros;

use crate::resources::ResourceMeter;
use documents::scenario::Resolved;
use documents::scenario::{Scenario, seed_of};
use format::error::ScenarioError;
use observe::Watch;
use record::Row;
use report::goal::Goal;
use report::summary::digest_text;
use text::names::Names;

pub use describe::describe;
pub use documents::scenario::{Attempt, Conclusion};
pub use encodings::{CommandForm, CommandForms};
pub use frame::{
    Commits, Completions, FaultSpan, FaultView, Flights, Frame, FrameRequest, Leads, LogTerms,
    Replicas, Series, StoreState, WorkloadState,
};
pub use inspect::Inspection;
pub use limits::{Limit, ResourceColumns, ResourceInfo, TunableInfo};
pub use log::{LogView, ReplicaLog};
pub use model::config::{FaultKind, OpKind, ReadMode};
pub use model::ids::RangeId;
pub use model::target::Target;
pub use model::view::StoreStatus;
pub use observe::completions::Came;
pub use observe::narrate::{Notable, NotableKind};
pub use observe::promise::BrokenPromise;
pub use observe::requests::{FreshVerdict, HopView, RequestOutcome, RequestView, StaleRead};
pub use observe::spot::Subject;
pub use report::goal::Come;
pub use reporting::EndOfRun;
pub use world::{
    BuildInfo, KindInfo, LinkInfo, LoggedAction, MessageTypeInfo, NodeInfo, Placement, RangeInfo,
    ReadModeInfo, ScenarioSummary, SwitchGroupInfo, VariantInfo, WorkloadInfo, World, ZoneInfo,
};

/// Version of the consensus library.
pub const RAFT_VERSION: &str = "0.7.0";

/// One variant of a scenario, being played.
pub struct Playground {
    variants: Vec<VariantInfo>,
    expect: Vec<Goal>,
    resolved: Resolved,
    cluster: Cluster<Watch>,
    resources: ResourceMeter,
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
    /// Opens a scenario file at its start. An empty variant is the first, or the scenario itself
    /// when it has none; without a seed the file's is taken.
    pub fn open(text: &str, variant: &str, seed: Option<f64>) -> Result<Self, ScenarioError> {
        let scenario = Scenario::parse(text)?;
        let seed = seed.map(seed_of).transpose()?;
        let variant = (!variant.is_empty()).then_some(variant);
        let resolved = scenario.resolve(variant, seed)?;
        Ok(Playground::of(&scenario, resolved))
    }

    /// One variant of a scenario at its start.
    pub fn of(scenario: &Scenario, resolved: Resolved) -> Self {
        let (cluster, start_rows) = recording::start(&resolved);
        let coming_settings = acting::scripted_settings(&resolved.actions);
        let coming_faults = acting::scripted_faults(&resolved.actions);
        let resources = ResourceMeter::new(&cluster, resolved.measure_from_us);
        Playground {
            variants: world::variants(scenario),
            expect: scenario.expect().to_vec(),
            resolved,
            cluster,
            resources,
            count_framing: true,
            coming_settings,
            coming_faults,
            start_rows,
        }
    }

    /// Runs events up to and including `until_us`, at most `max_events` of them, and returns how
    /// many. Unless the limit stopped it, the instant is `until_us` afterwards.
    pub fn advance(&mut self, until_us: Micros, max_events: u64) -> u64 {
        self.resources
            .run_until(&mut self.cluster, until_us, max_events)
    }

    /// Processes exactly one event, if there is one.
    pub fn step(&mut self) {
        // What is sampled between two events is sampled on the way.
        let next_us = self.cluster.next_event_us();
        if let Some(at_us) = next_us.filter(|at_us| *at_us > self.now_us() + 1) {
            self.advance(at_us - 1, u64::MAX);
        }
        self.cluster.step();
        self.resources.sample(&self.cluster);
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

    /// The first read that broke what its mode promises, and the fewest operations that show it;
    /// none while every promise is kept.
    pub fn broken_promise(&self) -> Option<&BrokenPromise> {
        self.watch().broken_promise()
    }

    /// Digest of the run so far: 16 hex digits.
    pub fn digest(&self) -> String {
        digest_text(self.cluster.observer().digest())
    }

    /// What things are called in it.
    pub(crate) fn names(&self) -> &Names {
        &self.resolved.names
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
