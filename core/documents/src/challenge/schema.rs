//! The shape of a challenge file. The doc comments are the descriptions in the published JSON
//! Schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::lesson::in_us;
use format::limits;
use format::tree::{Fault, Read};
use format::units::DurationUs;
use report::goal::Goal;
use report::score::Score;
use text::phrase;

/// Longest text, in bytes.
const TEXT_BYTES_MAX: usize = 3000;
/// Most entries, conditions, goals or hints beside each other.
pub(super) const LIST_MAX: usize = 30;
const ACTS_MAX: u32 = 200;

/// A challenge of Raft Atlas: a run, what a person may do in it, what must hold at its end, and a
/// score that the engine computes.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas challenge")]
pub struct Challenge {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: ChallengeFormat,
    /// Shown as the challenge's name.
    #[schemars(length(min = 1, max = limits::TITLE_BYTES_MAX))]
    #[bound]
    pub title: String,
    /// How long it takes, about.
    #[schemars(range(min = 1, max = 60))]
    #[bound(words = phrase!("{least} to {most} minutes"))]
    pub minutes: u32,
    /// What is asked of the person: Markdown.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub ask: String,
    /// What there is to learn from it, told at its end: Markdown.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub why: String,
    /// The run: the id of a scenario that the page brings along, or a scenario of its own.
    #[ts(type = "unknown")]
    pub scenario: Stage,
    /// The variant of the scenario; the first by default.
    #[serde(default)]
    pub variant: Option<String>,
    /// The seed; the scenario's by default.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::SEED_MAX))]
    #[bound]
    pub seed: Option<u64>,
    /// How long it lasts in simulated time; as long as its own scenario by default.
    #[serde(default, rename(serialize = "lasts_us"), serialize_with = "in_us")]
    #[ts(rename = "lasts_us", type = "number")]
    #[bound(min = 1, max = limits::DURATION_US_MAX)]
    pub lasts: Option<DurationUs>,
    /// What may be done. All else is refused.
    #[schemars(length(min = 1, max = LIST_MAX))]
    #[bound(words = phrase!("{least} to {most} kinds of acts"))]
    pub may: Vec<May>,
    /// How many acts there are in all; as many as one likes by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = ACTS_MAX))]
    #[bound(words = phrase!("{least} to {most} acts"))]
    pub acts: Option<u32>,
    /// What must hold at the end.
    #[ts(type = "Record<string, unknown>[]")]
    #[schemars(length(min = 1, max = LIST_MAX))]
    #[bound(words = phrase!("{least} to {most} conditions"))]
    pub conditions: Vec<Goal>,
    /// How well it was done.
    #[ts(type = "Record<string, unknown>")]
    pub score: Score,
    /// Help, shown one by one when it is asked for.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX), inner(length(min = 1, max = TEXT_BYTES_MAX)))]
    #[bound(words = phrase!("{least} to {most} hints"))]
    pub hints: Vec<String>,
    /// What may be done, in words. No file has it: it follows from the rest.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    pub allowed: Vec<String>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
pub enum ChallengeFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-challenge/1")]
    RaftAtlasChallenge1,
}

/// The run of a challenge.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Stage {
    /// The id of a scenario that the page brings along.
    Named(String),
    /// A scenario of its own, as scenario files have it.
    Own(Value),
}

impl Read for Stage {
    fn read(value: &Value) -> Result<Self, Fault> {
        match value {
            Value::String(id) => Ok(Stage::Named(id.clone())),
            Value::Object(_) => Ok(Stage::Own(value.clone())),
            other => Err(Fault::value(other, phrase!("a scenario or the id of one"))),
        }
    }
}

/// One kind of act that a person may do.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "ChallengeMay")]
pub struct May {
    /// The action, as scenario files name it: `set`, `crash`, `transfer`.
    #[serde(rename = "do")]
    pub act: String,
    /// Of `set`: the switches that may be set, each with a list of the values that it may be given;
    /// an empty list = any value. No other switch may be set.
    #[serde(default)]
    #[ts(type = "Record<string, unknown[]>")]
    pub settings: Map<String, Value>,
    /// Of all others: keys of the action, each with a list of the values that it may have. A key
    /// that is not named may have any value.
    #[serde(default, rename = "with")]
    #[ts(type = "Record<string, unknown[]>")]
    pub keys: Map<String, Value>,
    /// How often; as often as one likes by default.
    #[serde(default)]
    #[schemars(range(min = 1, max = ACTS_MAX))]
    #[bound(words = phrase!("{least} to {most} times"))]
    pub times: Option<u32>,
    /// The same in words for people; made from the rest by default.
    #[serde(default)]
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: Option<String>,
}
