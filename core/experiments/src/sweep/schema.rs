//! The shape of a sweep file, format `raft-atlas-sweep/1`. The doc comments are the descriptions in
//! its JSON Schema.

use format::bound::{AT_MOST, AT_MOST_BYTES};
use format::limits;
use format::schema::given;
use format::tree::Read;
use schemars::JsonSchema;
use serde_json::{Map, Value};

/// Most values of an axis.
pub(crate) const VALUES_MAX: usize = 10_000;
/// Most seeds of a point.
pub(crate) const SEEDS_MAX: u64 = 1_000_000;

const AXES_MAX: usize = 20;
/// Longest name of an axis, in bytes.
pub(crate) const NAME_BYTES_MAX: usize = 100;
/// Most objectives, limits or exclusions.
const LIST_MAX: usize = 100;

/// A sweep: a scenario, what shall be changed in it, and what is wanted of its runs.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas sweep")]
pub struct Sweep {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: SweepFormat,
    /// Shown as the sweep's name.
    #[schemars(length(max = limits::TITLE_BYTES_MAX))]
    #[bound(words = AT_MOST_BYTES)]
    pub title: String,
    /// What it asks, in a sentence or two.
    #[serde(default)]
    #[schemars(length(max = limits::TEXT_BYTES_MAX))]
    #[bound(words = AT_MOST_BYTES)]
    pub text: Option<String>,
    /// The scenario: a path from this file, or the scenario itself.
    pub scenario: Source,
    /// Its variant; needed if it has any, unless `variant` is an axis.
    #[serde(default)]
    pub variant: Option<String>,
    /// What is changed. A point is one value of each; the last axis changes first.
    #[schemars(length(max = AXES_MAX))]
    #[bound(words = AT_MOST)]
    pub axes: Vec<Axis>,
    /// The seeds of each point; the scenario's own by default.
    #[serde(default)]
    pub seeds: Option<Seeds>,
    /// Points that are left out.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX))]
    #[bound(words = AT_MOST)]
    pub exclude: Vec<Exclusion>,
    /// What makes a point better than another: the median over its seeds counts.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX))]
    #[bound(words = AT_MOST)]
    pub objectives: Vec<Objective>,
    /// What must be so of every run of a point.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX))]
    #[bound(words = AT_MOST)]
    pub limits: Vec<Limit>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
pub enum SweepFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-sweep/1")]
    RaftAtlasSweep1,
}

/// Where the scenario is.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum Source {
    /// A path from the sweep file.
    Path(String),
    /// The scenario itself, as a scenario file says it.
    Inline(Map<String, Value>),
}

/// Something that is changed.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// What: a path of the scenario as `--set` takes it, e.g. `settings.read_mode` or
    /// `workload[reads].clients`; or `variant`.
    pub path: String,
    /// What tables and columns call it; the path by default.
    #[serde(default)]
    #[schemars(length(min = 1, max = NAME_BYTES_MAX))]
    pub name: Option<String>,
    /// Whether one chooses it or meets it: a point is held against those alone whose
    /// circumstances are the same. Without it, links, clocks, sizes of data, faults and load are
    /// circumstances, and all else settings.
    #[serde(default)]
    pub role: Option<Role>,
    /// The values.
    pub values: Values,
}

/// What an axis is to who looks for the best point.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// One chooses it.
    Setting,
    /// One meets it.
    Circumstance,
}

/// Values of an axis.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum Values {
    /// These.
    List(#[schemars(length(min = 1, max = VALUES_MAX))] Vec<Value>),
    /// Numbers at the same distance.
    Range(Range),
}

/// Numbers at the same distance.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The first.
    pub from: f64,
    /// None is greater.
    pub to: f64,
    /// From one to the next.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub step: f64,
    /// Put behind each number, e.g. `ms`: values are texts then.
    #[serde(default)]
    pub unit: Option<String>,
}

/// Seeds of each point.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[serde(untagged)]
pub enum Seeds {
    /// These.
    List(
        #[schemars(
            length(min = 1, max = SEEDS_MAX),
            inner(range(max = limits::SEED_MAX)),
            extend("uniqueItems" = true)
        )]
        Vec<u64>,
    ),
    /// All between two.
    Range(SeedRange),
}

/// Seeds between two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct SeedRange {
    /// The first.
    #[schemars(range(min = 0, max = limits::SEED_MAX))]
    pub from: u64,
    /// The last.
    #[schemars(range(min = 0, max = limits::SEED_MAX))]
    pub to: u64,
}

/// Points that are left out: those of which all conditions are so.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// The conditions.
    #[schemars(length(min = 1))]
    pub when: Vec<Condition>,
    /// Why, for a person.
    #[serde(default)]
    pub why: Option<String>,
}

/// Something that is so of an axis' value: all that is said of it.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [{ "anyOf": given(&["equals", "not", "at_most", "at_least"]) }]))]
pub struct Condition {
    /// The axis, by its name.
    pub axis: String,
    /// It is this value.
    #[serde(default)]
    pub equals: Option<Value>,
    /// It is another value than this.
    #[serde(default)]
    pub not: Option<Value>,
    /// It is a number, and not greater.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// It is a number, and not less.
    #[serde(default)]
    pub at_least: Option<f64>,
}

/// What makes a point better than another.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// A figure of the report by its path, as expectations name it: `workload.reads.p99_us`.
    pub figure: String,
    /// Whether less of it is better, or more.
    pub aim: Aim,
}

/// Which way is better.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Less is better.
    Minimize,
    /// More is better.
    Maximize,
}

/// What must be so of a run.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[serde(untagged)]
pub enum Limit {
    /// A bound on a figure.
    Bound(Bound),
    /// No check is violated.
    Promises(Promises),
}

/// A bound on a figure; a run without such a figure does not keep it.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
#[schemars(extend("allOf" = [{ "anyOf": given(&["at_most", "at_least"]) }]))]
pub struct Bound {
    /// A figure of the report by its path.
    pub figure: String,
    /// It must not be greater.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// It must not be less.
    #[serde(default)]
    pub at_least: Option<f64>,
}

/// No check is violated: neither one of Raft nor what a read mode promises.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub struct Promises {
    /// What of them is asked.
    pub promises: Kept,
}

/// That promises are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// None is broken.
    Kept,
}
