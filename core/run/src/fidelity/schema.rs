//! The shape of the list of published figures. The doc comments are the descriptions in its JSON
//! Schema.

use format::tree::Read;
use schemars::JsonSchema;
use text::phrase;

use documents::lesson::Source;

/// Longest text, in bytes.
const TEXT_BYTES_MAX: usize = 1500;
const ROWS_MAX: usize = 500;

/// Most seeds of a row.
const SEEDS_MAX: u64 = 99;

/// Published figures, and what becomes of each in this engine.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas fidelity list")]
pub struct List {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: ListFormat,
    /// What the list is, for a person.
    pub text: String,
    /// What figures are taken from.
    pub sources: Vec<Source>,
    /// The figures.
    #[bound(min = 1, max = ROWS_MAX, words = phrase!("{least} to {most} rows"))]
    pub rows: Vec<Row>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
pub enum ListFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-fidelity/1")]
    RaftAtlasFidelity1,
}

/// One figure.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Name, unique in the list.
    pub id: String,
    /// The id of the source that it is of.
    pub source: String,
    /// What is measured, in a few words.
    #[bound(min = 1, max = TEXT_BYTES_MAX)]
    pub title: String,
    /// What is measured, and what our figure rests on: one sentence or a few.
    #[bound(min = 1, max = TEXT_BYTES_MAX)]
    pub text: String,
    /// What it counts.
    pub unit: Unit,
    /// What was published. Absent: the source does not say, and ours is a prediction.
    #[serde(default)]
    pub published: Option<Published>,
    /// Where the engine has the same figure. Absent: nowhere.
    #[serde(default)]
    pub ours: Option<Ours>,
    /// How far ours may be from what was published.
    #[serde(default)]
    pub band: Option<Band>,
    /// What agreement, or its absence, means.
    pub standing: Standing,
    /// Of a fitted figure: which parameters were chosen, and to hit which row.
    #[serde(default)]
    pub fitted: Vec<Fitted>,
    /// Of a figure that is not modelled: why. Of a measured one: why ours is another.
    #[serde(default)]
    pub why: Option<String>,
    /// Of a measured figure: which result has it.
    #[serde(default)]
    pub measured: Option<MeasuredAt>,
}

/// What a figure counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Microseconds.
    Us,
    /// Requests, statements or transactions a second.
    PerSecond,
    /// Things.
    Count,
    /// How many times as much.
    Ratio,
    /// A share, 1 = 100 %.
    Share,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// As it was published.
    pub text: String,
    /// In the row's unit: the figure, or the least that was seen.
    pub from: f64,
    /// The most that was seen; `from` by default.
    #[serde(default)]
    pub to: Option<f64>,
}

/// Where the engine has a figure.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Ours {
    /// The scenario, by its id.
    pub scenario: String,
    /// The variant of it; `run` for a scenario without any.
    pub variant: String,
    /// Where that variant's report has the figure.
    pub metric: String,
    /// It is divided by this: `variant/path.in.report`.
    #[serde(default)]
    pub over: Option<String>,
    /// Where chance decides much of it: it is the median of runs with so many seeds, from 1 on.
    /// Absent: it is that of the file's own seed.
    #[serde(default)]
    #[bound(min = 3, max = SEEDS_MAX, words = phrase!("{least} to {most} seeds"))]
    pub seeds: Option<u64>,
}

/// A figure of a real cluster.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct MeasuredAt {
    /// The file of the result, in the folder `real`.
    pub result: String,
    /// Which figure of it, as `raft-atlas real` names it.
    pub figure: String,
}

/// Bounds on our figure, as shares of the published one. They are such that a figure can miss them.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Of the least that was published.
    pub at_least: f64,
    /// Of the most.
    pub at_most: f64,
}

/// What agreement with a figure means.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// No parameter was chosen to hit it, and what it is held against was measured on a real
    /// cluster that played the same scenario.
    Measured,
    /// No parameter was chosen to hit it.
    Predicted,
    /// A parameter was chosen to hit it.
    Fitted,
    /// What makes it is not in the engine.
    NotModelled,
}

/// A parameter that was chosen.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// Its place in the scenario file, with its value.
    pub parameter: String,
    /// The id of the row that it was chosen to hit: this one, or another.
    pub to: String,
}

impl Published {
    /// The most that was seen.
    pub fn most(&self) -> f64 {
        self.to.unwrap_or(self.from)
    }
}
