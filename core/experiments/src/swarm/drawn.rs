//! What a seed of a swarm drew, before it is run.

use documents::scenario::Resolved;
use sim::Micros;

use crate::swarm::faults::{draw_faults, draw_raft, draw_requests, draw_settings};
use crate::swarm::pace::Pace;
use crate::swarm::{FaultKind, Feature};

/// A scenario with drawn faults, requests and switches in place of its actions, and how it is run.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub(crate) resolved: Resolved,
    pub(crate) features: Vec<Feature>,
    pub(crate) judge_all: bool,
}

impl Drawn {
    /// The scenario with its seed under faults of these kinds, with these features coming and
    /// going.
    pub fn of(resolved: &Resolved, kinds: &[FaultKind], features: &[Feature]) -> Drawn {
        Drawn {
            resolved: disturbed_with(resolved, kinds, features),
            features: features.to_vec(),
            judge_all: false,
        }
    }

    /// What is run, all that was drawn ahead among its actions.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// Features that come and go.
    pub(crate) fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Whether every read is judged as though its mode promised linearizability.
    pub fn judges_all(&self) -> bool {
        self.judge_all
    }

    pub(crate) fn faults_end_us(&self) -> Micros {
        Pace::of(&self.resolved).faults_us
    }
}

/// The scenario with drawn faults, requests and switches in place of its actions.
pub fn disturbed(resolved: &Resolved, kinds: &[FaultKind]) -> Resolved {
    disturbed_with(resolved, kinds, &[])
}

/// The scenario with drawn faults, requests and switches in place of its actions, and with these
/// features coming and going.
pub fn disturbed_with(resolved: &Resolved, kinds: &[FaultKind], features: &[Feature]) -> Resolved {
    let pace = Pace::of(resolved);
    let mut resolved = resolved.clone();
    let config = &mut resolved.config;
    config.raft = draw_raft(config);
    config.oracle = true;
    let mut actions = draw_faults(config, kinds, pace);
    actions.extend(draw_settings(config, features, pace));
    actions.extend(draw_requests(config, pace.end_us()));
    // Stable: what was drawn first happens first.
    actions.sort_by_key(|(at, _)| *at);
    resolved.actions = actions;
    resolved
}
