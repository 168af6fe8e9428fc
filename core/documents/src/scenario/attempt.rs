//! One thing that a scenario asks a person to try: as files write it, and as the engine takes it.
//! It must not know how it is shown.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use format::error::{Problems, ScenarioError, found_words};
use format::limits;
use format::tree::Read;
use report::goal;
use report::goal::{Goal, Scope};
use text::names::Names;
use text::{phrase, say};

/// One thing to try, and when it is done: shown to who opens the scenario for the first time.
#[derive(Clone, Debug, PartialEq, JsonSchema, Read)]
#[serde(deny_unknown_fields)]
pub(super) struct AttemptText {
    /// What to do, with where on the page.
    #[bound(max = limits::TEXT_BYTES_MAX)]
    pub text: String,
    /// Shown once the goal has begun to come true: when `happened` is so and `then` is not yet, or
    /// one goal of several.
    #[serde(default)]
    #[bound(max = limits::TEXT_BYTES_MAX)]
    pub wait: String,
    /// What was seen, when the goal is met.
    #[bound(max = limits::TEXT_BYTES_MAX)]
    pub done: String,
    /// When it is done: happenings alone, also under `all` and `any`, of the run itself.
    pub goal: Goal,
    /// What to try after it, offered when it is done.
    #[serde(default)]
    pub next: Option<Box<AttemptText>>,
}

/// Most things to try, one after the other.
const ATTEMPTS_MAX: usize = 5;

/// One thing to try, ready for the engine.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Attempt {
    /// What to do.
    pub text: String,
    /// Shown while it has begun; may be empty.
    pub wait: String,
    /// What was seen.
    pub done: String,
    /// When it is done.
    #[serde(skip)]
    pub goal: Goal,
}

impl AttemptText {
    /// Checks it and what is to be tried after it, and puts numbers in the place of names.
    pub(super) fn resolve(&self, names: &Names) -> Result<Vec<Attempt>, ScenarioError> {
        let mut attempts = Vec::new();
        let mut path = "try".to_string();
        let mut here = Some(self);
        while let Some(attempt) = here {
            if attempts.len() == ATTEMPTS_MAX {
                let expected = say!("at most {most} in a row", most = ATTEMPTS_MAX);
                let text = found_words(&phrase!("one more"), &expected);
                return Err(ScenarioError::at(path, text));
            }
            attempts.push(attempt.resolve_one(&path, names)?);
            path.push_str(".next");
            here = attempt.next.as_deref();
        }
        Ok(attempts)
    }

    fn resolve_one(&self, path: &str, names: &Names) -> Result<Attempt, ScenarioError> {
        let mut problems = Problems::default();
        let scope = Scope {
            has_own: true,
            variants: Some(Vec::new()),
            places: Some(names.place_ids().collect()),
            workloads: None,
        };
        let goal = format!("{path}.goal");
        if let Err(error) = goal::check(&self.goal, &goal, &scope) {
            problems.absorb(error);
        }
        if !goal::tells_instants(&self.goal) {
            let expected = phrase!("happenings, alone or under \"all\" and \"any\"");
            problems.expected(&goal, phrase!("a goal without instants"), expected);
        }
        problems.into_result()?;
        Ok(Attempt {
            text: self.text.clone(),
            wait: self.wait.clone(),
            done: self.done.clone(),
            goal: self.goal.clone(),
        })
    }
}
