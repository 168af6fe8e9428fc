//! What a seed of a swarm drew, before it is run.

use documents::scenario::Resolved;
use sim::Micros;

use crate::pace::Pace;
use crate::swarm::{SwarmFailure, SwarmRun, disturbed_with, run_disturbed};
use crate::{FaultKind, Feature};

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

    /// Whether every read is judged as though its mode promised linearizability.
    pub fn judges_all(&self) -> bool {
        self.judge_all
    }

    /// When everything heals.
    pub(crate) fn faults_end_us(&self) -> Micros {
        Pace::of(&self.resolved).faults_us
    }

    /// Runs it: faults first, then everything heals, and it must come to rest.
    pub fn run(&self) -> Result<SwarmRun, SwarmFailure> {
        run_disturbed(&self.resolved, &self.features, self.judge_all)
    }
}
