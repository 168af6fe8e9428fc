//! What shall be so of a run at one of its instants: as files write it, and as the engine takes it.
//! A checkpoint is a bound on a figure, or a fact that a picture of that instant shows. It must not
//! know how either is found out.

use model::ids::RangeId;
use schemars::JsonSchema;
use serde_json::Value;
use sim::{Micros, NodeId, ZoneId};

use crate::scenario::bounds::within_time;
use format::error::{Problems, ScenarioError, one_of, quoted};
use format::tree::Read;
use format::units::DurationUs;
use report::goal;
use report::goal::{Figure, Goal, Scope};
use text::names::{BY_HAND, Names, NodeRole};
use text::phrase;

/// What shall be so at an instant: one of `metric`, `leader`, `cut` and `down`.
#[derive(Clone, Debug, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckpointText {
    /// The instant, up to the end of the run.
    pub at: DurationUs,
    /// A figure of the run's report at that instant, as expectations name them, without a variant:
    /// `path.in.report`.
    #[serde(default)]
    pub metric: Option<String>,
    /// The figure must not be greater.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// The figure must not be less.
    #[serde(default)]
    pub at_least: Option<f64>,
    /// The figure must be this number, text or boolean.
    #[serde(default)]
    pub equals: Option<Value>,
    /// The store that leads the range.
    #[serde(default)]
    pub leader: Option<String>,
    /// The range that `leader` speaks of; 0 by default.
    #[serde(default)]
    pub range: Option<u32>,
    /// Two zones: nothing passes from the first to the second.
    #[serde(default)]
    pub cut: Option<(String, String)>,
    /// The store that is down.
    #[serde(default)]
    pub down: Option<String>,
}

/// What shall be so at an instant, ready for the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The instant.
    pub at_us: Micros,
    /// What shall be so then.
    pub asks: Asks,
}

/// What a checkpoint asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Asks {
    /// A bound on a figure.
    Figure(Goal),
    /// The store leads the range.
    Leader(NodeId, RangeId),
    /// Nothing passes from the first zone to the second.
    Cut(ZoneId, ZoneId),
    /// The store is down.
    Down(NodeId),
}

/// Checks the checkpoints of a run, puts numbers in the place of names, and sorts them by instant.
pub(super) fn resolve(
    given: &[CheckpointText],
    names: &Names,
    duration_us: Micros,
) -> Result<Vec<Checkpoint>, ScenarioError> {
    let mut problems = Problems::default();
    let mut all = Vec::new();
    for (i, one) in given.iter().enumerate() {
        let mut place = At {
            path: format!("checkpoints[{i}]"),
            names,
            problems: &mut problems,
        };
        let at = format!("{}.at", place.path);
        within_time(place.problems, &at, one.at, 0, duration_us);
        if let Some(asks) = place.asks(one) {
            let at_us = one.at.0;
            all.push(Checkpoint { at_us, asks });
        }
    }
    problems.into_result()?;
    all.sort_by_key(|checkpoint| checkpoint.at_us);
    Ok(all)
}

/// One checkpoint, where it stands in the file.
struct At<'a> {
    path: String,
    names: &'a Names,
    problems: &'a mut Problems,
}

impl At<'_> {
    fn asks(&mut self, one: &CheckpointText) -> Option<Asks> {
        let bounds = [one.at_most.is_some(), one.at_least.is_some()];
        let has_bound = bounds.contains(&true) || one.equals.is_some();
        match (&one.metric, &one.leader, &one.cut, &one.down) {
            (Some(metric), None, None, None) if one.range.is_none() => self.figure(metric, one),
            (None, Some(leader), None, None) if !has_bound => {
                let store = self.store("leader", leader)?;
                Some(Asks::Leader(store, RangeId(one.range.unwrap_or(0))))
            }
            (None, None, Some((from, to)), None) if !has_bound && one.range.is_none() => {
                Some(Asks::Cut(self.zone(0, from)?, self.zone(1, to)?))
            }
            (None, None, None, Some(down)) if !has_bound && one.range.is_none() => {
                Some(Asks::Down(self.store("down", down)?))
            }
            _ => {
                let expected = phrase!(
                    "one of \"metric\" with its bounds, \"leader\" with or without \"range\", \
                     \"cut\" and \"down\""
                );
                let found = phrase!("other keys");
                self.problems.expected(&self.path, found, expected);
                None
            }
        }
    }

    fn figure(&mut self, metric: &str, one: &CheckpointText) -> Option<Asks> {
        let goal = Goal::Figure(Figure {
            metric: metric.to_string(),
            at_most: one.at_most,
            at_least: one.at_least,
            equals: one.equals.clone(),
            times: None,
            text: None,
        });
        let loads = self.names.workloads.iter().map(|load| load.id.as_str());
        let scope = Scope {
            has_own: true,
            variants: Some(Vec::new()),
            places: Some(self.names.place_ids().collect()),
            workloads: Some(loads.chain([BY_HAND]).collect()),
        };
        match goal::check(&goal, &self.path, &scope) {
            Ok(()) => Some(Asks::Figure(goal)),
            Err(error) => {
                self.problems.absorb(error);
                None
            }
        }
    }

    fn store(&mut self, key: &str, id: &str) -> Option<NodeId> {
        let found = self.names.store(id);
        if found.is_none() {
            let expected = one_of(self.names.ids_of(NodeRole::Store));
            let path = format!("{}.{key}", self.path);
            self.problems.expected(path, quoted(id), expected);
        }
        found
    }

    fn zone(&mut self, place: usize, id: &str) -> Option<ZoneId> {
        let found = self.names.zone(id);
        if found.is_none() {
            let expected = one_of(self.names.zone_ids());
            let path = format!("{}.cut[{place}]", self.path);
            self.problems.expected(path, quoted(id), expected);
        }
        found
    }
}
