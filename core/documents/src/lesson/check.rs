//! Which values of a lesson make sense together. What can only be known with its scenarios at hand
//! (names, actions) is checked by who plays it.

use crate::lesson::schema::PLAY_WALL_US;
use crate::lesson::{Explain, Lesson, Step, Task};
use crate::scenario::bounds::{Ids, check_id, check_new, within_time};
use format::error::{Problems, ScenarioError, one_of, quoted};
use format::shown::check_inserts;
use format::tree::out_of_bounds;
use report::goal;
use report::goal::Scope;
use text::{phrase, say};

pub(super) fn check(lesson: &Lesson) -> Result<(), ScenarioError> {
    let mut problems = out_of_bounds(lesson);
    let mut sources = Ids::default();
    let ids = lesson.sources.iter().map(|source| &source.id);
    check_new("sources", ids, &mut sources, &mut problems);
    let ids = lesson.steps.iter().map(|step| &step.id);
    check_new("steps", ids, &mut Ids::default(), &mut problems);
    for (i, step) in lesson.steps.iter().enumerate() {
        let path = format!("steps[{i}]");
        if i == 0 && step.scenario.is_none() {
            let expected = phrase!("the key \"scenario\": there is no step before this one");
            problems.expected(&path, phrase!("nothing"), expected);
        }
        check_step(step, &path, &sources, &mut problems);
    }
    problems.into_result()
}

fn check_step(step: &Step, path: &str, sources: &Ids<'_>, problems: &mut Problems) {
    let at = |key: &str| format!("{path}.{key}");
    if step.scenario.is_none() {
        let run = [
            ("variant", step.variant.is_some()),
            ("seed", step.seed.is_some()),
        ];
        for (key, is_there) in run {
            if is_there {
                let expected = say!("no \"{key}\": the run of the step before goes on", key);
                problems.expected(at(key), phrase!("a run of its own"), expected);
            }
        }
    }
    let ids = [
        ("scenario", &step.scenario),
        ("show", &step.show),
        ("open", &step.open),
    ];
    for (key, id) in ids {
        if let Some(id) = id {
            check_id(&at(key), id, problems);
        }
    }
    check_play(step, path, problems);
    if let Some(predict) = &step.predict
        && !predict.answers.iter().any(|answer| answer.right)
    {
        problems.expected(
            at("predict.answers"),
            phrase!("no right answer"),
            phrase!("one at least with \"right\": true"),
        );
    }
    match &step.task {
        Some(task) => check_task(task, &at("do"), problems),
        None if step.solution.is_some() || step.wrong.is_some() => {
            let expected =
                phrase!("the key \"do\", whose goal \"solution\" and \"wrong\" are tried on");
            problems.expected(path, phrase!("nothing"), expected);
        }
        None => {}
    }
    if let Some(explain) = &step.explain {
        check_explain(explain, &at("explain"), sources, problems);
    }
}

/// What plays by itself must take a person's time: neither a blink nor a wait.
fn check_play(step: &Step, path: &str, problems: &mut Problems) {
    let Some(play) = step.play else { return };
    let Some(speed) = step.speed else {
        let expected = phrase!("the key \"speed\", which \"play\" needs");
        problems.expected(path, phrase!("nothing"), expected);
        return;
    };
    let simulated_us = |wall_us: u64| (wall_us as f64 * speed) as u64;
    let (least, most) = (simulated_us(PLAY_WALL_US.0), simulated_us(PLAY_WALL_US.1));
    within_time(problems, &format!("{path}.play"), play, least, most);
}

fn check_task(task: &Task, path: &str, problems: &mut Problems) {
    for (key, goal) in [("goal", Some(&task.goal)), ("lost", task.lost.as_ref())] {
        let Some(goal) = goal else { continue };
        if let Err(error) = goal::check(goal, &format!("{path}.{key}"), &Scope::OPEN) {
            problems.absorb(error);
        }
    }
}

fn check_explain(explain: &Explain, path: &str, sources: &Ids<'_>, problems: &mut Problems) {
    check_inserts(&format!("{path}.text"), &explain.text, problems);
    for (i, figure) in explain.figures.iter().enumerate() {
        let at = |key: &str| format!("{path}.figures[{i}].{key}");
        for (key, metric) in [
            ("metric", Some(&figure.metric)),
            ("over", figure.over.as_ref()),
        ] {
            if metric.is_some_and(String::is_empty) {
                let expected = phrase!("a metric such as \"usd\"");
                problems.expected(at(key), phrase!("an empty text"), expected);
            }
        }
        if let Some(published) = &figure.published
            && !sources.contains(&published.source)
        {
            let sources = one_of(sources.iter());
            let expected = say!("one of the lesson's sources: {sources}", sources);
            problems.expected(at("published.source"), quoted(&published.source), expected);
        }
    }
}
