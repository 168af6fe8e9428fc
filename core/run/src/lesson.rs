//! Plays what was recorded of a step and says what came of it, as the page does when a person acts:
//! the run gets the actions, the variants beside it what the step says, and goals are judged on
//! the way.
//!
//! It must not know files, nor how anything is shown.

use serde_json::{Map, Value};
use sim::Micros;

use crate::playground::Playground;
use documents::lesson::{Lesson, Others, Recorded, Task, WINDOWS};
use documents::lesson::{measured_from, windows};
use format::error::ScenarioError;
use report::goal;
pub use report::goal::Standing;
use report::goal::{Goal, Judged, Reports, Scope};

/// How often goals are judged between a step's beginning and the end of what was recorded. The page
/// judges a few times a second.
const LOOKS: u64 = 50;

/// What came of a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its goal was met in time, and nothing happened before that loses it.
    Met,
    /// What loses it came first, or its time was over.
    Lost,
    /// Neither, at the end of what was recorded.
    Open,
}

/// What came of a recorded try.
#[derive(Clone, Debug)]
pub struct Played {
    /// Met, lost or open.
    pub verdict: Verdict,
    /// When that was decided, in µs.
    pub at_us: Micros,
    /// How the goal stood then.
    pub judged: Judged,
    /// Reports at the end, by variant; the run's own is the first that `own` names.
    pub reports: Map<String, Value>,
    /// Name of the run's own report.
    pub own: String,
}

/// Plays a step's recorded try in this scenario, after the solutions of the steps before it
/// that share its run. A step without a task has nothing to try.
pub fn play(
    lesson: &Lesson,
    place: usize,
    recorded: &Recorded,
    scenario: &str,
) -> Result<Option<Played>, ScenarioError> {
    let step = &lesson.steps[place];
    let Some(task) = &step.task else {
        return Ok(None);
    };
    let base_place = lesson.base_of(place);
    let base = &lesson.steps[base_place];
    let before = &lesson.steps[base_place..place];
    let before: Vec<&Recorded> = before.iter().filter_map(|s| s.solution.as_ref()).collect();
    let begin_us = match before.last() {
        Some(last) => last.until.0,
        None => step.start.map_or(0, |start| start.0),
    };
    let prescribed = in_order(before.iter().copied());
    let actions = in_order(before.iter().copied().chain([recorded]));
    let beside = match step.others {
        Others::Prescribed => prescribed,
        Others::SameActions => actions.clone(),
    };
    let variant = recorded.variant.as_deref().or(base.variant.as_deref());
    let own = || Run::open(scenario, variant, base.seed, actions.clone());
    let mut runs = vec![own()?];
    runs[0].check(task)?;
    for name in &step.variants {
        if *name != runs[0].name {
            runs.push(Run::open(scenario, Some(name), base.seed, beside.clone())?);
        }
    }
    let until_us = recorded.until.0;
    let mut played = watch(&mut runs, task, begin_us, until_us)?;
    let report = &played.reports[&played.own];
    let explain = step.explain.as_ref();
    if let Some(windows) = windows(explain, begin_us, &recorded.actions, report) {
        let before = own()?.report_at(windows.before_us.saturating_sub(1))?;
        let text = measured_from(scenario, windows.since_us);
        let mut run = Run::open(&text, variant, base.seed, actions.clone())?;
        let then = run.report_at(windows.since_us)?;
        let since = goal::counted_since(&run.report_at(until_us)?, &then);
        for (name, report) in WINDOWS.into_iter().zip([before, since]) {
            played.reports.insert(name.to_string(), report);
        }
    }
    Ok(Some(played))
}
/// All actions of these tries by their instants, as texts.
fn in_order<'a>(tries: impl Iterator<Item = &'a Recorded>) -> Vec<(Micros, String)> {
    let mut actions: Vec<(Micros, String)> = tries
        .flat_map(|recorded| &recorded.actions)
        .map(|one| (one.at_us, one.action.to_string()))
        .collect();
    actions.sort_by_key(|(at_us, _)| *at_us);
    actions
}

/// Plays from look to look until it is decided, then to the end.
fn watch(
    runs: &mut [Run],
    task: &Task,
    begin_us: Micros,
    until_us: Micros,
) -> Result<Played, ScenarioError> {
    let slice_us = (until_us.saturating_sub(begin_us) / LOOKS).max(1);
    let own = runs[0].name.clone();
    let mut now_us = begin_us.min(until_us);
    let mut decided = None;
    let mut began = None;
    loop {
        for (place, run) in runs.iter_mut().enumerate() {
            let is_own = place == 0;
            run.advance(now_us, is_own)?;
        }
        let is_end = now_us >= until_us;
        if is_end || decided.is_none() {
            let reports: Map<String, Value> = runs.iter().map(Run::report).collect();
            let looked = look(
                task,
                &Reports {
                    own: &own,
                    by_name: &reports,
                    began: Some(began.get_or_insert_with(|| reports.clone())),
                },
                now_us,
            );
            if decided.is_none() && (looked.verdict != Verdict::Open || is_end) {
                decided = Some(looked);
            }
            if let Some(looked) = decided.take_if(|_| is_end) {
                return Ok(Played {
                    verdict: looked.verdict,
                    at_us: looked.at_us,
                    judged: looked.judged,
                    reports,
                    own,
                });
            }
        }
        now_us = if decided.is_some() {
            until_us
        } else {
            (now_us + slice_us).min(until_us)
        };
    }
}

/// How a task stands when somebody looks.
struct Looked {
    verdict: Verdict,
    /// When that was decided.
    at_us: Micros,
    judged: Judged,
}

/// Judges at an instant. What comes first decides.
fn look(task: &Task, reports: &Reports<'_>, now_us: Micros) -> Looked {
    let goal = goal::judge(&task.goal, reports);
    let lost = task.lost.as_ref().map(|lost| goal::judge(lost, reports));
    let by_us = task.by.map_or(Micros::MAX, |by| by.0);
    let met_us = goal.is_met().then(|| goal.at_us.unwrap_or(now_us));
    let broken = (goal.standing == Standing::Broken).then(|| goal.at_us.unwrap_or(now_us));
    let lost_us = lost
        .filter(Judged::is_met)
        .map(|lost| lost.at_us.unwrap_or(now_us))
        .or(broken);
    let (verdict, at_us) = match (met_us, lost_us) {
        (Some(met_us), _) if met_us <= by_us && lost_us.is_none_or(|lost_us| met_us <= lost_us) => {
            (Verdict::Met, met_us)
        }
        (_, Some(lost_us)) if lost_us <= by_us => (Verdict::Lost, lost_us),
        _ if now_us > by_us => (Verdict::Lost, by_us),
        _ => (Verdict::Open, now_us),
    };
    Looked {
        verdict,
        at_us,
        judged: goal,
    }
}

struct Run {
    name: String,
    playground: Playground,
    /// What is done in it, by instant.
    actions: Vec<(Micros, String)>,
    /// Actions that were handed to it.
    done: usize,
}

impl Run {
    /// A variant at its start; the first without a name.
    fn open(
        text: &str,
        variant: Option<&str>,
        seed: Option<u64>,
        actions: Vec<(Micros, String)>,
    ) -> Result<Self, ScenarioError> {
        // Seeds have 53 bits at most, so they are exact.
        #[expect(clippy::cast_precision_loss, reason = "checked when it was read")]
        let seed = seed.map(|seed| seed as f64);
        let playground = Playground::open(text, variant.unwrap_or_default(), seed)?;
        let name = playground.summary().name;
        Ok(Run {
            name,
            playground,
            actions,
            done: 0,
        })
    }

    /// Places that goals name must be there.
    fn check(&self, task: &Task) -> Result<(), ScenarioError> {
        let scope = Scope {
            places: Some(self.playground.names().place_ids().collect()),
            ..Scope::OPEN
        };
        let goals: [(&str, Option<&Goal>); 2] = [
            ("do.goal", Some(&task.goal)),
            ("do.lost", task.lost.as_ref()),
        ];
        for (path, goal) in goals {
            if let Some(goal) = goal {
                goal::check(goal, path, &scope)?;
            }
        }
        Ok(())
    }

    /// To this instant, with the actions up to it. One that a variant beside the run refuses does
    /// not happen there, as in the page.
    fn advance(&mut self, to_us: Micros, is_own: bool) -> Result<(), ScenarioError> {
        while let Some((at_us, action)) = self.actions.get(self.done) {
            if *at_us > to_us {
                break;
            }
            self.done += 1;
            self.playground.advance(at_us.saturating_sub(1), u64::MAX);
            let acted = self.playground.replay(*at_us, action);
            if is_own {
                acted?;
            }
        }
        self.playground.advance(to_us, u64::MAX);
        Ok(())
    }

    /// What a report says of it at this instant.
    fn report_at(&mut self, us: Micros) -> Result<Value, ScenarioError> {
        self.advance(us, true)?;
        Ok(self.report().1)
    }

    /// What a report says of it so far.
    fn report(&self) -> (String, Value) {
        (self.name.clone(), self.playground.summary().to_json())
    }
}
