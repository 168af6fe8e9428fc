//! Lessons, as the player takes them: instants are numbers, and what is computed stands beside what
//! the file says.

use documents::lesson as inner;
use documents::lesson::{Explain, Predict, Source};
use serde::Serialize;
use ts_rs::TS;
use vocabulary::units::DurationUs;

/// A lesson: steps in which a person predicts, does, sees and reads why.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Lesson {
    /// Its name.
    pub title: String,
    /// How long it takes, about.
    pub minutes: u32,
    /// What one will be able to tell after it: Markdown.
    pub text: String,
    /// What published figures are taken from.
    pub sources: Vec<Source>,
    /// What to take along, told at its end: Markdown.
    pub takeaway: Option<String>,
    /// Its steps, in order.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LessonStep {
    /// Name, unique in the lesson.
    pub id: String,
    /// Shown above it.
    pub title: String,
    /// What there is to know before: Markdown.
    pub text: Option<String>,
    /// Id of the scenario that it begins with; null: the run of the step before goes on.
    pub scenario: Option<String>,
    /// The variant; null: the first, or none.
    pub variant: Option<String>,
    /// The seed; null: the scenario's.
    pub seed: Option<u64>,
    /// The run is brought to this instant.
    pub start_us: Option<u64>,
    /// Simulated seconds per second; null: the scenario's.
    pub speed: Option<f64>,
    /// The view that is opened beside the map.
    pub show: Option<String>,
    /// The part of the controls that is opened.
    pub open: Option<String>,
    /// A question that is answered before anything is done.
    pub predict: Option<Predict>,
    /// What is to be done; null: it is a step to look at.
    #[serde(rename = "do")]
    pub task: Option<LessonTask>,
    /// What is told afterwards.
    pub explain: Option<Explain>,
    /// What meets the goal, as recorded.
    pub solution: Option<LessonRecorded>,
    /// A wrong try, as recorded.
    pub wrong: Option<LessonRecorded>,
    /// Other variants that its goals, figures and texts name.
    pub variants: Vec<String>,
    /// They get what is done by hand in the run itself; else what leads to the step, and no more.
    pub others_act: bool,
}

/// What is to be done.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LessonTask {
    /// What is asked of the person: Markdown.
    pub text: String,
    /// What the run must come to, as JSON text: an element of the list that is judged.
    pub goal: String,
    /// What must not come first, likewise.
    pub lost: Option<String>,
    /// The instant until which the goal must be met.
    pub by_us: Option<u64>,
    /// Help, one by one.
    pub hints: Vec<String>,
}

/// Actions that were recorded, and how far the run went.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LessonRecorded {
    /// The variant in which they were done; null: the step's.
    pub variant: Option<String>,
    /// The actions.
    pub actions: Vec<LessonAction>,
    /// The instant at which the goal is judged.
    pub until_us: u64,
}

/// An action at its instant.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LessonAction {
    /// The instant.
    pub at_us: u64,
    /// The action, as by hand.
    #[ts(type = "Record<string, unknown>")]
    pub action: serde_json::Value,
}

impl From<inner::Lesson> for Lesson {
    fn from(lesson: inner::Lesson) -> Self {
        Lesson {
            title: lesson.title,
            minutes: lesson.minutes,
            text: lesson.text,
            takeaway: lesson.takeaway,
            sources: lesson.sources,
            steps: lesson.steps.into_iter().map(LessonStep::from).collect(),
        }
    }
}

impl From<inner::Step> for LessonStep {
    fn from(step: inner::Step) -> Self {
        let us = |instant: Option<DurationUs>| instant.map(|instant| instant.0);
        LessonStep {
            variants: step.variants(),
            id: step.id,
            title: step.title,
            text: step.text,
            scenario: step.scenario,
            variant: step.variant,
            seed: step.seed,
            start_us: us(step.start),
            speed: step.speed,
            show: step.show,
            open: step.open,
            predict: step.predict,
            task: step.task.map(|task| LessonTask {
                text: task.text,
                goal: task.goal.to_json(),
                lost: task.lost.map(|lost| lost.to_json()),
                by_us: us(task.by),
                hints: task.hints,
            }),
            explain: step.explain,
            solution: step.solution.map(LessonRecorded::from),
            wrong: step.wrong.map(LessonRecorded::from),
            others_act: step.others == inner::Others::SameActions,
        }
    }
}

impl From<inner::Recorded> for LessonRecorded {
    fn from(recorded: inner::Recorded) -> Self {
        let timed = recorded.timed().into_iter();
        LessonRecorded {
            variant: recorded.variant,
            actions: timed
                .map(|(at_us, action)| LessonAction { at_us, action })
                .collect(),
            until_us: recorded.until.0,
        }
    }
}
