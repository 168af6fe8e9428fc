//! The shape of a lesson file. The doc comments are the descriptions in the published JSON Schema.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Value;
use sim::Micros;
use ts_rs::TS;

use crate::scenario::action::ScriptedAction;
use crate::scenario::action_reader::read_scripted;
use format::limits;
use format::moments::Moment;
use format::schema::{id_pattern, nothing_pattern};
use format::shown::Unit;
use format::tree::{Fault, Read};
use format::units::DurationUs;
use report::goal::Goal;
use text::phrase;

const STEPS_MAX: usize = 30;
/// Longest text of a step, in bytes.
const TEXT_BYTES_MAX: usize = 6000;
/// Shortest and longest that a step may play by itself, in wall time at its speed.
pub(super) const PLAY_WALL_US: (u64, u64) = (3_000_000, 20_000_000);
/// Most hints, figures, sources or goals beside each other.
const LIST_MAX: usize = 20;

/// A lesson of Raft Atlas: steps in which a person predicts, does, sees and reads why.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Raft Atlas lesson")]
pub struct Lesson {
    /// Where this file's JSON Schema is; for editors only.
    #[serde(rename = "$schema", default)]
    pub schema: Option<String>,
    /// Name and version of the format.
    pub format: LessonFormat,
    /// Shown as the lesson's name.
    #[schemars(length(min = 1, max = limits::TITLE_BYTES_MAX))]
    #[bound]
    pub title: String,
    /// How long it takes, about.
    #[schemars(range(min = 1, max = 120))]
    #[bound(words = phrase!("{least} to {most} minutes"))]
    pub minutes: u32,
    /// What one will be able to tell after it: one or two sentences, Markdown.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// What published figures are taken from.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX))]
    #[bound(words = phrase!("{least} to {most} sources"))]
    pub sources: Vec<Source>,
    /// What to take along, told at its end: one or two sentences, Markdown.
    #[serde(default)]
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub takeaway: Option<String>,
    /// Its steps, in order.
    #[schemars(length(min = 1, max = STEPS_MAX))]
    #[bound(words = phrase!("{least} to {most} steps"))]
    pub steps: Vec<Step>,
}

/// Name and version of the format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
pub enum LessonFormat {
    /// The one version.
    #[serde(rename = "raft-atlas-lesson/1")]
    RaftAtlasLesson1,
}

/// Something published.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonSource")]
pub struct Source {
    /// What figures name it by.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub by: String,
    /// When it was published.
    #[serde(default)]
    pub year: Option<u32>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonStep")]
pub struct Step {
    /// Name, unique in the lesson; links name it.
    #[schemars(regex(pattern = id_pattern()))]
    pub id: String,
    /// Shown above it.
    #[schemars(length(min = 1, max = limits::TITLE_BYTES_MAX))]
    #[bound]
    pub title: String,
    /// What there is to know before: Markdown.
    #[serde(default)]
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: Option<String>,
    /// The scenario that it begins with, by the id of one that the page brings along. Absent: the
    /// run of the step before goes on.
    #[serde(default)]
    #[schemars(regex(pattern = id_pattern()))]
    pub scenario: Option<String>,
    /// The variant of the scenario; the first by default.
    #[serde(default)]
    pub variant: Option<String>,
    /// The seed; the scenario's by default.
    #[serde(default)]
    #[schemars(range(min = 0, max = limits::SEED_MAX))]
    #[bound]
    pub seed: Option<u64>,
    /// The run is brought to this instant, then it waits.
    #[serde(default, rename(serialize = "start_us"), serialize_with = "in_us")]
    #[ts(rename = "start_us", type = "number | null")]
    #[bound(max = limits::DURATION_US_MAX)]
    pub start: Option<DurationUs>,
    /// Playback: simulated seconds per second; the scenario's by default.
    #[serde(default)]
    #[schemars(range(min = limits::SPEED_MIN, max = limits::SPEED_MAX))]
    #[bound]
    pub speed: Option<f64>,
    /// The run plays by itself for so long, in simulated time, and then rests: as soon as the step
    /// has nothing left to ask. That is from where the step begins, or from where its goal was met.
    /// Needs `speed`, at which it must take 3 to 20 seconds. Absent: the run waits for the person.
    #[serde(default, rename(serialize = "play_us"), serialize_with = "in_us")]
    #[ts(rename = "play_us", type = "number | null")]
    pub play: Option<DurationUs>,
    /// The view that is opened beside the map.
    #[serde(default)]
    #[schemars(regex(pattern = id_pattern()))]
    pub show: Option<String>,
    /// The part of the controls that is opened.
    #[serde(default)]
    #[schemars(regex(pattern = id_pattern()))]
    pub open: Option<String>,
    /// A question that is answered before anything is done.
    #[serde(default)]
    pub predict: Option<Predict>,
    /// What is to be done. Without it the step is one to look at.
    #[serde(default, rename = "do")]
    pub task: Option<Task>,
    /// What is told afterwards.
    #[serde(default)]
    pub explain: Option<Explain>,
    /// What meets the goal, as recorded: a test plays it.
    #[serde(default)]
    pub solution: Option<Recorded>,
    /// A wrong try, as recorded: a test plays it, and the goal must not be met.
    #[serde(default)]
    pub wrong: Option<Recorded>,
    /// What is done in the other variants that its goals and figures speak of.
    #[serde(default)]
    pub others: Others,
    /// Names of the variants that its goals and figures speak of, each once; windows of the run
    /// itself are none. No file has it: it follows from the rest.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    pub variants: Vec<String>,
}

/// What is done in a run that stands beside the person's own.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "LessonOthers")]
pub enum Others {
    /// What leads to the step: the recorded solutions of the steps before it whose run goes on.
    /// Nothing of what the person does, so the figures are those that the lesson speaks of.
    #[default]
    Prescribed,
    /// The same as the person does in the step's own run, at the same instants: for a step that
    /// compares what comes of a fault.
    SameActions,
}

/// A question with answers to choose from.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonPredict")]
pub struct Predict {
    /// The question.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub question: String,
    /// Two to four answers, of which one at least is right.
    #[schemars(length(min = 2, max = 4))]
    #[bound(words = phrase!("{least} to {most} answers"))]
    pub answers: Vec<Answer>,
}

/// An answer to choose.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonAnswer")]
pub struct Answer {
    /// The answer.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// Whether it is right.
    #[serde(default)]
    pub right: bool,
    /// Why, or why not.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub reply: String,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonTask")]
pub struct Task {
    /// What is asked of the person: Markdown.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// What the run must come to.
    #[ts(type = "Record<string, unknown>")]
    pub goal: Goal,
    /// What must not come first.
    #[serde(default)]
    #[ts(type = "Record<string, unknown> | null")]
    pub lost: Option<Goal>,
    /// The instant until which the goal must be met.
    #[serde(default, rename(serialize = "by_us"), serialize_with = "in_us")]
    #[ts(rename = "by_us", type = "number | null")]
    #[bound(max = limits::DURATION_US_MAX)]
    pub by: Option<DurationUs>,
    /// Help, shown one by one when it is asked for.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX), inner(length(min = 1, max = TEXT_BYTES_MAX)))]
    #[bound(words = phrase!("{least} to {most} hints"))]
    pub hints: Vec<String>,
}

/// What is told afterwards.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonExplain")]
pub struct Explain {
    /// Markdown; `{{metric|unit}}` puts a figure of this run into the sentence.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub text: String,
    /// Figures of this run, beside what was published. `before/path` is of the time before the
    /// first switch that was set in the step, `since/path` of the time from the last one on.
    #[serde(default)]
    #[schemars(length(max = LIST_MAX))]
    #[bound(words = phrase!("{least} to {most} figures"))]
    pub figures: Vec<ShownFigure>,
    /// What takes a while to follow from a switch: `since/` begins with the last such moment.
    #[serde(default)]
    #[ts(type = "string | null")]
    pub since: Option<Moment>,
}

/// A figure of the run, beside what was published.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonFigure")]
pub struct ShownFigure {
    /// What it is.
    #[schemars(length(min = 1, max = TEXT_BYTES_MAX))]
    #[bound]
    pub label: String,
    /// Where the report has it: `path.in.report`, or `variant/path.in.report` for another variant.
    #[schemars(length(min = 1))]
    pub metric: String,
    /// Another metric: the figure is divided by its value.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub over: Option<String>,
    /// What it counts.
    pub unit: Unit,
    /// What was published.
    #[serde(default)]
    pub published: Option<Published>,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonPublished")]
pub struct Published {
    /// As it was published.
    pub text: String,
    /// The same in the unit of the figure, where it is one number.
    #[serde(default)]
    pub value: Option<f64>,
    /// Where: the id of one of the lesson's sources.
    pub source: String,
}

/// Actions that were recorded, and how far the run went.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read, Serialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(rename = "LessonRecorded")]
pub struct Recorded {
    /// The variant in which they were done; the step's by default.
    #[serde(default)]
    pub variant: Option<String>,
    /// The actions, at instants of the run.
    #[schemars(with = "Vec<ScriptedAction>", length(max = limits::ACTIONS_MAX))]
    #[bound(words = phrase!("{least} to {most} actions"))]
    pub actions: Vec<RecordedAction>,
    /// The instant at which the goal is judged.
    #[serde(rename(serialize = "until_us"), serialize_with = "in_us")]
    #[ts(rename = "until_us", type = "number")]
    #[schemars(extend("not" = nothing_pattern()))]
    #[bound(min = 1, max = limits::DURATION_US_MAX)]
    pub until: DurationUs,
}

/// An action at its instant. Its own keys are left as text, since a `set` depends on what was set
/// before it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "LessonAction")]
pub struct RecordedAction {
    /// The instant.
    pub at_us: Micros,
    /// The action, as by hand.
    #[ts(type = "Record<string, unknown>")]
    pub action: Value,
}

impl Read for RecordedAction {
    fn read(value: &Value) -> Result<Self, Fault> {
        let (at_us, action) = read_scripted(value)?;
        Ok(RecordedAction { at_us, action })
    }
}

/// Files write instants as text, the page takes them as numbers.
pub(crate) fn in_us<S: Serializer>(
    at: &(impl Copy + Into<Option<DurationUs>>),
    to: S,
) -> Result<S::Ok, S::Error> {
    let at: Option<DurationUs> = (*at).into();
    at.map(|at| at.0).serialize(to)
}
