//! What the reader of texts and the engine hand each other, as bytes: a scenario that was read, an
//! action by hand, the switches that stand, the figures of a report.
//!
//! The shapes write and read themselves (serde, in the encoding of postcard), so that a new field
//! of a config, a switch or an action needs nothing here. The bytes have no version: both sides are
//! always of one build. It must not know JSON, nor any word of the scenario format.

use model::config::{Action, Settings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::format::{PLAIN_RUN, Resolved, ScenarioError, limits};
use crate::report::VariantSummary;
use crate::watch::narrate::ActionWords;

/// A scenario that was read, checked and resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prepared {
    /// The file's title.
    pub title: String,
    /// Two sentences.
    pub text: String,
    /// The file's seed.
    pub seed: u64,
    /// Its variants in the order of the file; none when it has none.
    pub variants: Vec<VariantInfo>,
    /// One for each variant, in their order; one in all when there are none.
    pub runs: Vec<Run>,
}

/// A named way to run a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantInfo {
    /// Its id in the file.
    pub id: String,
    /// What people call it; the id where the file gives it no title.
    pub title: String,
    /// What is different in it.
    pub text: String,
}

/// A run that is ready to start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// What it starts from.
    pub resolved: Resolved,
    /// Its scripted actions in words, in their order.
    pub words: Vec<ActionWords>,
}

/// An action by hand that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// What the cluster does; a switch of the meters alone is no action on it.
    pub action: Option<Action>,
    /// The action in words.
    pub words: Option<ActionWords>,
    /// Whether money counts framing from now on, if it says so.
    pub count_framing: Option<bool>,
}

/// The figures of a run that is under way, without the words of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Root of its random streams.
    pub seed: u64,
    /// What was counted.
    pub summary: VariantSummary,
    /// The switches that stand.
    pub settings: Settings,
}

impl Prepared {
    /// The run of a variant, "" = the first, with the file's seed unless one is given. That there is
    /// such a variant is for the reader to say in words.
    pub fn run(&self, variant: &str, seed: Option<f64>) -> Result<Run, ScenarioError> {
        let place = self.variants.iter().position(|known| known.id == variant);
        let is_first = variant.is_empty() || (self.variants.is_empty() && variant == PLAIN_RUN);
        let found = place.or(is_first.then_some(0));
        let Some(run) = found.and_then(|place| self.runs.get(place)) else {
            return Err(ScenarioError::at("variant", "there is no such variant"));
        };
        let mut run = run.clone();
        if let Some(seed) = seed {
            run.resolved.config.seed = whole_seed(seed)?;
        }
        Ok(run)
    }
}

/// A seed as JavaScript gives it.
pub fn whole_seed(seed: f64) -> Result<u64, ScenarioError> {
    if seed >= 0.0 && seed <= limits::SEED_MAX as f64 && seed.fract() == 0.0 {
        return Ok(seed as u64);
    }
    let most = limits::SEED_MAX;
    let text = format!("expected a whole number from 0 to {most}");
    Err(ScenarioError::at("seed", text))
}

/// The bytes of a shape.
pub fn to_bytes<T: Serialize>(shape: &T) -> Vec<u8> {
    postcard::to_allocvec(shape).expect("shapes without open ends can be written")
}

/// The shape that these bytes are of. Bytes of another build may be refused, or be another shape.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ScenarioError> {
    let refused =
        |_| ScenarioError::whole("these bytes are not what the reader of this build wrote");
    postcard::from_bytes(bytes).map_err(refused)
}
