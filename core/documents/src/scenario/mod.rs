//! The scenario file, format `raft-atlas/1`: its types, its errors, and its translation into what
//! the cluster takes.
//!
//! Text in, resolved numbers and names out. It must not run anything, and no input makes it panic.

pub(crate) mod action;
pub(crate) mod action_reader;
mod action_rows;
mod at_load;
mod at_point;
mod attempt;
mod beat;
pub mod bounds;
mod by_hand;
mod checkpoint;
mod conclusion;
mod doubts;
mod file;
mod found;
mod overriding;
mod placement;
mod prices;
mod reads;
mod recording;
mod replay;
mod resolve;
mod resolve_loads;
mod resolve_machines;
mod resolve_topology;
mod schedule;
mod show;
mod staleness;
mod standing;
mod topology;
mod validate;
mod validate_loads;
mod validate_machines;
mod validate_places;
mod workload;

use std::mem;

use serde_json::{Map, Value};

pub use action::ActionText;
pub use action_reader::parse_action;
pub use action_rows::action_to_json;
pub use at_load::{LOADS_PERCENT, POINTS_MAX, at_load, loads};
pub use at_point::at_point;
pub use attempt::Attempt;
pub use beat::{Beat, BeatAct};
pub use by_hand::ByHand;
pub(crate) use by_hand::COUNT_FRAMING;
pub use checkpoint::{Asks, Checkpoint};
pub use conclusion::{Concluded, Conclusion, Proof};
pub use found::as_file;
pub use overriding::Override;
pub use replay::{with_actions, with_log};
pub use resolve::{Resolved, network_fault};
pub use show::{Door, Show};

use file::File;
use format::error::{Problems, ScenarioError, found_words, one_of, quoted};
use format::{json, limits, tree};
use report::goal;
use report::goal::Goal;
use text::names::{BY_HAND, PLAIN_RUN};
use text::quantity::duration_text;
use text::say;

/// A scenario file that was read, checked and resolved, variant by variant.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file without `variants` and `expect`.
    tree: Value,
    /// The scenario itself.
    base: Resolved,
    /// Its variants, in the order of the file.
    variants: Vec<Variant>,
    /// What must hold.
    expect: Vec<Goal>,
}

/// One variant of a scenario.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name.
    pub id: String,
    /// What people call it; its name where the file gives no title.
    pub title: String,
    /// What it shows.
    pub text: String,
    /// The file with the variant's patch.
    tree: Value,
    resolved: Resolved,
}

impl Scenario {
    /// Reads a scenario file. Any text is safe to pass: what is wrong comes back as an error that
    /// names the place, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let (mut tree, order) = json::parse(text)?;
        let file = read_file(&tree)?;
        let base = resolve::resolve(&file, "")?;
        let Value::Object(map) = &mut tree else {
            unreachable!("it was read as an object")
        };
        map.remove("variants");
        map.remove("expect");
        map.remove("$schema");
        let mut problems = Problems::default();
        let variants = variants(&order, &tree, &file, &mut problems);
        let mut scenario = Self {
            tree,
            base,
            variants,
            expect: file.expect,
        };
        scenario.choose(&order, &mut problems);
        problems.into_result()?;
        scenario.check_expect()?;
        Ok(scenario)
    }

    /// Finds which variants its conclusion and its pictures speak of.
    fn choose(&mut self, order: &[String], problems: &mut Problems) {
        for variant in &mut self.variants {
            let Resolved {
                conclusion, show, ..
            } = &mut variant.resolved;
            if let Some(conclusion) = conclusion
                && let Err(error) = conclusion.choose(&variant.id, order, &show.against)
            {
                problems.absorb(error);
            }
            if let Err(error) = show.choose(&variant.id, order, conclusion.as_ref()) {
                problems.absorb(error);
            }
        }
        if order.is_empty()
            && let Err(error) = self.base.show.choose("", order, None)
        {
            problems.absorb(error);
        }
    }

    /// Shown as its name.
    pub fn title(&self) -> &str {
        &self.base.title
    }

    /// Two sentences that say what there is to see.
    pub fn text(&self) -> &str {
        &self.base.text
    }

    /// The file's seed.
    pub fn seed(&self) -> u64 {
        self.base.config.seed
    }

    /// Its variants, in the order of the file; empty if it has none.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// What must hold of the reports.
    pub fn expect(&self) -> &[Goal] {
        &self.expect
    }

    /// The run of a variant; `None` = the first, or the scenario itself if it has none. The seed
    /// is the file's unless one is given.
    pub fn resolve(
        &self,
        variant: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Resolved, ScenarioError> {
        let found = match variant {
            None => self
                .variants
                .first()
                .map_or(&self.base, |variant| &variant.resolved),
            Some("" | PLAIN_RUN) if self.variants.is_empty() => &self.base,
            Some(id) => match self.variants.iter().find(|variant| variant.id == id) {
                Some(variant) => &variant.resolved,
                None => return Err(self.no_such_variant(id)),
            },
        };
        let mut resolved = found.clone();
        if let Some(seed) = seed {
            if seed > limits::SEED_MAX {
                let expected = say!("{least} to {most}", least = 0, most = limits::SEED_MAX);
                return Err(ScenarioError::at("seed", found_words(&seed, &expected)));
            }
            resolved.config.seed = seed;
        }
        Ok(resolved)
    }

    /// The same scenario with one of its variants alone. What it says among several is left out:
    /// what is shown beside another, and what is expected of others.
    pub fn only(mut self, id: &str) -> Result<Self, ScenarioError> {
        if self.variant(id).is_none() {
            return Err(self.no_such_variant(id));
        }
        self.variants.retain(|variant| variant.id == id);
        for variant in &mut self.variants {
            variant.resolved.conclusion = None;
            if let Value::Object(tree) = &mut variant.tree {
                tree.retain(|key, _| !["conclusion", "show"].contains(&key.as_str()));
            }
        }
        let mut expect = mem::take(&mut self.expect);
        self.in_scope(|scope| expect.retain(|goal| goal::check(goal, "", scope).is_ok()));
        self.expect = expect;
        Ok(self)
    }

    /// The same scenario, measured from another instant on, in every variant.
    pub fn measured_from(mut self, from_us: u64) -> Result<Self, ScenarioError> {
        let variants = self
            .variants
            .iter_mut()
            .map(|variant| &mut variant.resolved);
        for run in variants.chain([&mut self.base]) {
            if from_us > 0 && from_us >= run.duration_us {
                let (found, most) = (duration_text(from_us), duration_text(run.duration_us));
                let expected = say!("less than the duration of {most}", most);
                let text = found_words(&found, &expected);
                return Err(ScenarioError::at("measure_from", text));
            }
            run.measure_from_us = from_us;
        }
        Ok(self)
    }

    fn no_such_variant(&self, id: &str) -> ScenarioError {
        let ids = self.variants.iter().map(|variant| variant.id.as_str());
        ScenarioError::at("variant", found_words(&quoted(id), &one_of(ids)))
    }

    /// The file of a variant, without variants and expectations; "" = the scenario itself.
    fn tree(&self, variant: &str) -> Value {
        let found = self.variants.iter().find(|known| known.id == variant);
        found.map_or_else(|| self.tree.clone(), |variant| variant.tree.clone())
    }

    /// The variant of this name.
    fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|known| known.id == id)
    }

    /// Expectations must name runs and places that are there, and each must bound something.
    fn check_expect(&self) -> Result<(), ScenarioError> {
        let mut problems = Problems::default();
        self.in_scope(|scope| {
            for (i, expect) in self.expect.iter().enumerate() {
                if let Err(error) = goal::check(expect, &format!("expect[{i}]"), scope) {
                    problems.absorb(error);
                }
            }
            // What is told is told of the run itself, whatever it is called.
            let own = goal::Scope {
                has_own: true,
                variants: Some(Vec::new()),
                ..scope.clone()
            };
            let told = self.base.conclusion.iter();
            for (path, metric) in told.flat_map(Conclusion::metrics) {
                if let Err(error) = goal::check_metric(metric, path, &own) {
                    problems.absorb(error);
                }
            }
        });
        problems.into_result()
    }

    /// Asks with what a goal may name here.
    fn in_scope(&self, ask: impl FnOnce(&goal::Scope<'_>)) {
        let names: Vec<&str> = match self.variants.as_slice() {
            [] => vec![PLAIN_RUN],
            variants => variants.iter().map(|variant| variant.id.as_str()).collect(),
        };
        let runs = self.variants.iter().map(|variant| &variant.resolved);
        let runs: Vec<&Resolved> = runs.chain([&self.base]).collect();
        let places = runs.iter().flat_map(|run| run.names.place_ids());
        let loads = runs.iter().flat_map(|run| &run.names.workloads);
        let loads = loads.map(|load| load.id.as_str()).chain([BY_HAND]);
        ask(&goal::Scope {
            has_own: self.variants.is_empty(),
            variants: Some(names),
            places: Some(places.collect::<bounds::Ids>().iter().collect()),
            workloads: Some(loads.collect::<bounds::Ids>().iter().collect()),
        });
    }
}

/// Reads the tree of a file or of a patched file.
fn read_file(tree: &Value) -> Result<File, ScenarioError> {
    tree::read(tree)
}

/// Merges and resolves every variant.
fn variants(order: &[String], base: &Value, file: &File, problems: &mut Problems) -> Vec<Variant> {
    if file.variants.len() > limits::VARIANTS_MAX {
        let expected = say!("at most {most} variants", most = limits::VARIANTS_MAX);
        problems.expected("variants", file.variants.len(), expected);
        return Vec::new();
    }
    let mut variants = Vec::new();
    for id in order {
        let path = format!("variants.{id}");
        if !bounds::check_id(&path, id, problems) {
            continue;
        }
        match variant(id, base, &file.variants[id]) {
            Ok(variant) => variants.push(variant),
            Err(error) => problems.absorb(error),
        }
    }
    variants
}

/// Merges and resolves one variant.
fn variant(id: &str, base: &Value, patch: &Value) -> Result<Variant, ScenarioError> {
    let path = format!("variants.{id}");
    let mut map: Map<String, Value> = tree::read(patch).map_err(|error| error.under(&path))?;
    let title = own_text(&mut map, &path, ("title", limits::VARIANT_TITLE_BYTES_MAX))?;
    let text = own_text(&mut map, &path, ("text", limits::TEXT_BYTES_MAX))?;
    for key in file::UNCHANGED {
        if map.contains_key(key) {
            let text = say!("a variant cannot change this key");
            return Err(ScenarioError::at(format!("{path}.{key}"), text));
        }
    }
    let patch = Value::Object(map);
    let mut tree = base.clone();
    json::merge(&mut tree, &patch);
    let place = |at: &str| {
        if json::holds(&patch, at) {
            format!("{path}.{at}")
        } else {
            // The patch made another part of the file wrong.
            format!("{path}: {at}")
        }
    };
    let file = read_file(&tree).map_err(|error| error.renamed(place))?;
    let mut resolved = resolve::resolve(&file, id).map_err(|error| error.renamed(place))?;
    let title = title.unwrap_or_else(|| id.to_string());
    resolved.variant_title.clone_from(&title);
    Ok(Variant {
        id: id.to_string(),
        title,
        text: text.unwrap_or_default(),
        tree,
        resolved,
    })
}

/// Takes what a variant says of itself out of its patch.
fn own_text(
    map: &mut Map<String, Value>,
    path: &str,
    (key, most): (&str, usize),
) -> Result<Option<String>, ScenarioError> {
    match map.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) if text.len() <= most => Ok(Some(text)),
        Some(other) => {
            let expected = say!("a text of at most {most} bytes", most);
            let text = found_words(&json::kind_of(&other), &expected);
            Err(ScenarioError::at(format!("{path}.{key}"), text))
        }
    }
}

/// A seed as JavaScript gives it.
pub fn seed_of(number: f64) -> Result<u64, ScenarioError> {
    let most = limits::SEED_MAX;
    if number >= 0.0 && number <= most as f64 && number.fract() == 0.0 {
        return Ok(number as u64);
    }
    let expected = say!("a whole number from 0 to {most}", most);
    Err(ScenarioError::at("seed", found_words(&number, &expected)))
}

/// The JSON Schema of scenario files.
pub fn schema() -> Value {
    format::schema::schema_of::<File>("raft-atlas/1")
}
