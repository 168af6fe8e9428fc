//! A campaign that can be run: each of its seeds by itself. What comes of a seed depends on the
//! scenario, the terms and the seed alone.

use std::ops::Range;

use crate::swarm::{
    Drawn, FaultKind, Feature, ReadPlan, SwarmFailure, draw_reads, run_drawn, same_log,
};
use documents::scenario::{Resolved, Scenario};
use format::error::ScenarioError;
use run::playground::ReadMode;
use serde::{Deserialize, Serialize};

use crate::campaign::chunk::Chunk;
use crate::campaign::found::{FailedSeed, shrunk};
use crate::campaign::options::{parse_faults, parse_features, parse_modes};
use crate::campaign::search::search;
use crate::campaign::sums::Sums;
use crate::campaign::terms::Terms;

/// A campaign that can be run.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The scenario's file, as commands name it.
    file: String,
    text: String,
    scenario: Scenario,
    terms: Terms,
    faults: Vec<FaultKind>,
    features: Vec<Feature>,
    /// Read modes that seeds take in turn; none leaves reads as they are.
    modes: Vec<ReadMode>,
}

/// A campaign as another process takes it.
#[derive(Serialize, Deserialize)]
struct HandedOver {
    file: String,
    text: String,
    terms: Terms,
}

/// Why a campaign cannot be run.
#[derive(Debug)]
pub enum Unfit {
    /// Its scenario is none.
    Scenario(ScenarioError),
    /// Its terms are not fit for it.
    Terms(String),
}

impl From<String> for Unfit {
    fn from(text: String) -> Self {
        Unfit::Terms(text)
    }
}

impl Campaign {
    /// The campaign of these terms over a scenario, by its text; `file` is what commands call it.
    /// What cannot be run is said before anything runs.
    pub fn new(file: String, text: String, terms: Terms) -> Result<Self, Unfit> {
        let scenario = Scenario::parse(&text).map_err(Unfit::Scenario)?;
        let faults = parse_faults(&terms.faults)?;
        let features = parse_features(&terms.with)?;
        let modes = terms.mode.as_deref().map(parse_modes).transpose()?;
        let modes = modes.unwrap_or_default();
        if terms.drift_beyond && modes.is_empty() {
            let text = "found --drift-beyond alone, expected --mode with it";
            return Err(Unfit::Terms(text.to_string()));
        }
        let campaign = Campaign {
            file,
            text,
            scenario,
            terms,
            faults,
            features,
            modes,
        };
        campaign.check()?;
        Ok(campaign)
    }

    /// What decides what comes of a seed, each list in its fixed order.
    pub fn terms(&self) -> Terms {
        let modes: Vec<&str> = self.modes.iter().map(|mode| mode.id()).collect();
        Terms {
            faults: list(self.faults.iter().map(|kind| kind.id())),
            with: list(self.features.iter().map(|feature| feature.id())),
            mode: self.terms.mode.as_ref().map(|_| modes.join(",")),
            ..self.terms.clone()
        }
    }

    /// What commands call the scenario's file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The scenario's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The scenario's title.
    pub fn title(&self) -> &str {
        self.scenario.title()
    }

    /// As it is handed over to another process.
    pub fn hand_over(&self) -> String {
        let handed = HandedOver {
            file: self.file.clone(),
            text: self.text.clone(),
            terms: self.terms(),
        };
        serde_json::to_string(&handed).expect("plain data")
    }

    /// What another process handed over.
    pub fn handed_over(text: &str) -> Result<Self, String> {
        let handed: Result<HandedOver, _> = serde_json::from_str(text);
        let HandedOver { file, text, terms } = handed.map_err(|error| error.to_string())?;
        Campaign::new(file, text, terms).map_err(|unfit| match unfit {
            Unfit::Scenario(error) => error.to_string(),
            Unfit::Terms(text) => text,
        })
    }

    /// Runs neighbouring seeds; up to the first that does not hold unless it shall go on. `at` is
    /// told each seed before it is run.
    pub fn run(&self, seeds: Range<u64>, keep_going: bool, at: impl Fn(u64)) -> Chunk {
        at(seeds.start);
        let mut chunk = self.run_one(seeds.start);
        for seed in seeds.start + 1..seeds.end {
            if !keep_going && !chunk.broken.is_empty() {
                break;
            }
            at(seed);
            chunk.join(self.run_one(seed));
        }
        chunk
    }

    /// Runs one seed. What the engine says of the clients' history is said once more by a search
    /// for an order.
    pub fn run_one(&self, seed: u64) -> Chunk {
        let (mut sums, broken) = self.played(seed);
        sums.failed = u64::from(broken.is_some());
        Chunk {
            from: seed,
            until: seed + 1,
            sums,
            broken: broken.into_iter().collect(),
        }
    }

    /// The command that runs one seed again.
    pub fn replay(&self, seed: u64) -> String {
        let terms = self.terms();
        let given = |words: &str, is_given: bool| if is_given { words } else { "" }.to_string();
        let with = given(&[" --with ", &terms.with].concat(), terms.with != "none");
        let same_log = given(" --same-log", terms.same_log);
        let mode = self
            .plan(seed)
            .map(|plan| [" --mode ", plan.mode.id()].concat());
        let mode = mode.unwrap_or_default();
        let drift = given(" --drift-beyond", terms.drift_beyond);
        let id = terms.variant.as_ref();
        let variant = id.map_or(String::new(), |id| [" --variant ", id].concat());
        let (file, end, kinds) = (&self.file, seed + 1, terms.faults);
        let seeds = format!("{file} --seeds {seed}..{end} --faults {kinds}");
        format!("raft-atlas swarm {seeds}{with}{same_log}{mode}{drift}{variant}")
    }

    /// How everything is read with a seed, if that is fixed.
    fn plan(&self, seed: u64) -> Option<ReadPlan> {
        let turn = seed.checked_rem(self.modes.len() as u64)?;
        Some(ReadPlan {
            mode: self.modes[turn as usize],
            drift_beyond: self.terms.drift_beyond,
        })
    }

    /// The variant, and an oracle where reads by version need its timestamps.
    fn check(&self) -> Result<(), String> {
        let resolved = self.resolve(0)?;
        let mut plans = (0..self.modes.len() as u64).filter_map(|seed| self.plan(seed));
        if plans.any(|plan| plan.lacks_oracle(&resolved)) {
            let file = &self.file;
            let expected = "expected a zone: reads by version need its timestamps";
            return Err(format!("{file}: topology.pd: found none, {expected}"));
        }
        Ok(())
    }

    fn resolve(&self, seed: u64) -> Result<Resolved, String> {
        self.scenario
            .resolve(self.terms.variant.as_deref(), Some(seed))
            .map_err(|error| error.to_string())
    }

    fn played(&self, seed: u64) -> (Sums, Option<FailedSeed>) {
        let resolved = self.resolve(seed).expect("it was checked with a seed");
        let failure = |what: String, digest: u64| SwarmFailure {
            seed,
            check: None,
            what,
            at_us: 0,
            digest,
        };
        if self.terms.same_log {
            return match same_log(&resolved, &self.features) {
                Ok(committed) => {
                    let sums = Sums {
                        committed,
                        ..Sums::of_one()
                    };
                    (sums, None)
                }
                Err(what) => (
                    Sums::of_one(),
                    Some(FailedSeed::of(&failure(what, 0), None)),
                ),
            };
        }
        let drawn = match self.plan(seed) {
            None => Drawn::of(&resolved, &self.faults, &self.features),
            Some(plan) => draw_reads(&resolved, plan, &self.faults, &self.features),
        };
        let run = match run_drawn(&drawn) {
            Ok(run) => run,
            Err(failure) => {
                let tries = self.terms.shrink_tries;
                let less = tries.and_then(|most| shrunk(&self.scenario, &drawn, &failure, most));
                return (Sums::of_one(), Some(FailedSeed::of(&failure, less)));
            }
        };
        let searched = search(&run.operations, self.terms.search_steps);
        let sums = Sums {
            keys: searched.keys,
            given_up: searched.given_up,
            ..Sums::of(&run)
        };
        let offence = |what| format!("linearizable, by the search alone: {what}");
        let broken = searched.offence.map(offence);
        let broken = broken.map(|what| FailedSeed::of(&failure(what, run.digest), None));
        (sums, broken)
    }
}

/// Ids as the command line takes them.
fn list(ids: impl Iterator<Item = &'static str>) -> String {
    let ids: Vec<&str> = ids.collect();
    if ids.is_empty() {
        "none".to_string()
    } else {
        ids.join(",")
    }
}
