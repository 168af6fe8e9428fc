//! Lesson files, format `raft-atlas-lesson/1`: their shape, their errors, their schema.
//!
//! A lesson is data and text over scenarios. It must not know how it is shown, nor files.

mod check;
mod inserts;
mod schema;
mod windows;

#[cfg(test)]
mod tests;

use serde_json::Value;

use format::error::ScenarioError;
use format::json::parse_json;
use format::tree;
use report::goal::split;

pub(crate) use schema::in_us;
pub use schema::{
    Answer, Explain, Lesson, LessonFormat, Others, Predict, Published, Recorded, RecordedAction,
    ShownFigure, Source, Step, Task,
};
pub use windows::{WINDOWS, Windows, measured_from, windows};

impl Lesson {
    /// Reads a lesson file. Any text is safe to pass: what is wrong comes back as an error that
    /// names the place, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let mut lesson: Lesson = tree::read(&parse_json(text)?)?;
        check::check(&lesson)?;
        for step in &mut lesson.steps {
            step.variants = step.named_variants();
        }
        Ok(lesson)
    }
}

impl Lesson {
    /// Place of the step whose scenario this step's run began with.
    pub fn base_of(&self, place: usize) -> usize {
        let begins = |step: &Step| step.scenario.is_some();
        let steps = &self.steps[..=place];
        steps.iter().rposition(begins).unwrap_or(0)
    }
}

impl Step {
    fn named_variants(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            let is_window = WINDOWS.contains(&name);
            if !is_window && all.iter().all(|known| known != name) {
                all.push(name.to_string());
            }
        };
        if let Some(task) = &self.task {
            for goal in [Some(&task.goal), task.lost.as_ref()].into_iter().flatten() {
                goal.variants().into_iter().for_each(&mut add);
            }
        }
        if let Some(explain) = &self.explain {
            for metric in explain.metrics() {
                split(metric).0.into_iter().for_each(&mut add);
            }
        }
        all
    }
}

/// The JSON Schema of lesson files.
pub fn schema() -> Value {
    format::schema::schema_of::<Lesson>("raft-atlas-lesson/1")
}
