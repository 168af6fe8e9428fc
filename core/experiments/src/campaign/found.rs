//! What did not hold, as plain data, and shrunk to a scenario file that the page opens at the
//! instant that broke. It must not know how seeds are run.

use crate::swarm::{Drawn, SwarmFailure, shrink};
use documents::scenario::{Scenario, as_file};
use report::summary::digest_text;
use serde::{Deserialize, Serialize};
use text::words::instant_words;

/// The file goes on a little after what broke, for whoever looks at what came of it.
const AFTERWARDS_US: u64 = 500_000;

/// A seed that did not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedSeed {
    /// The seed.
    pub seed: u64,
    /// What did not hold first, and how.
    pub what: String,
    /// When.
    pub at_us: u64,
    /// Digest of its trace up to where it was seen.
    pub digest: String,
    /// The shortest that breaks the same, where that was asked for and can be had.
    pub shrunk: Option<Shrunk>,
}

/// What is left of a run that did not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrunk {
    /// Actions that are left,
    pub actions: usize,
    /// of so many.
    pub actions_before: usize,
    /// Runs that were tried for it.
    pub tries: u32,
    /// What does not hold, and how.
    pub what: String,
    /// When.
    pub at_us: u64,
    /// The scenario file, or why there is none.
    pub file: Result<String, String>,
}

impl FailedSeed {
    pub(crate) fn of(failure: &SwarmFailure, shrunk: Option<Shrunk>) -> Self {
        FailedSeed {
            seed: failure.seed,
            what: failure.what.clone(),
            at_us: failure.at_us,
            digest: digest_text(failure.digest),
            shrunk,
        }
    }

    /// Name and text of the scenario file that breaks the same.
    pub fn file(&self) -> Option<(String, &str)> {
        let text = self.shrunk.as_ref()?.file.as_ref().ok()?;
        Some((format!("seed-{}.json", self.seed), text))
    }
}

/// Shrinks a failure where that can be done.
pub(crate) fn shrunk(
    scenario: &Scenario,
    drawn: &Drawn,
    failure: &SwarmFailure,
    tries_max: u32,
) -> Option<Shrunk> {
    let left = shrink(drawn, failure, tries_max)?;
    let SwarmFailure {
        seed, what, at_us, ..
    } = &left.failure;
    let check = what.split(':').next().unwrap_or_default();
    let title = format!("{}: {check} broken", scenario.title());
    let text = format!(
        "Found with seed {seed} under random faults, and shrunk from {} actions to {}: at {} {}.",
        left.actions_before,
        left.resolved.actions.len(),
        instant_words(*at_us),
        what.split_once(": ").map_or(what.as_str(), |(_, how)| how),
    );
    let words = (title.as_str(), text.as_str());
    let file = as_file(scenario, &left.resolved, at_us + AFTERWARDS_US, words);
    Some(Shrunk {
        actions: left.resolved.actions.len(),
        actions_before: left.actions_before,
        tries: left.tries,
        what: what.clone(),
        at_us: *at_us,
        file: file.map_err(|error| error.to_string()),
    })
}
