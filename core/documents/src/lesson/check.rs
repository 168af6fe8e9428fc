//! Which values of a lesson make sense together. What can only be known with its scenarios at hand
//! (names, actions) is checked by who plays it.

use crate::lesson::shape::{LIST_MAX, PLAY_WALL_US, STEPS_MAX, TEXT_BYTES_MAX};
use crate::lesson::{Explain, Lesson, Predict, Recorded, Step, Task};
use crate::scenario::bounds::{BETWEEN, Ids, check_id, within, within_time};
use report::goal;
use report::goal::Scope;
use vocabulary::error::{Problems, ScenarioError, one_of, quoted, second_time};
use vocabulary::shown::check_inserts;
use vocabulary::units::DurationUs;
use vocabulary::{limits, phrase, say};

pub(super) fn check(lesson: &Lesson) -> Result<(), ScenarioError> {
    let mut problems = Problems::default();
    let title = lesson.title.len();
    within(
        &mut problems,
        "title",
        title,
        1,
        limits::TITLE_BYTES_MAX,
        phrase!("{least} to {most} bytes of text"),
    );
    within(
        &mut problems,
        "minutes",
        lesson.minutes,
        1,
        120,
        phrase!("{least} to {most} minutes"),
    );
    check_text("text", &lesson.text, &mut problems);
    if let Some(takeaway) = &lesson.takeaway {
        check_text("takeaway", takeaway, &mut problems);
    }
    within(
        &mut problems,
        "sources",
        lesson.sources.len(),
        0,
        LIST_MAX,
        phrase!("{least} to {most} sources"),
    );
    let mut sources = Ids::default();
    for (i, source) in lesson.sources.iter().enumerate() {
        let path = format!("sources[{i}].id");
        if check_id(&path, &source.id, &mut problems) && !sources.insert(&source.id) {
            problems.expected(path, second_time(&source.id), phrase!("a new id"));
        }
    }
    within(
        &mut problems,
        "steps",
        lesson.steps.len(),
        1,
        STEPS_MAX,
        phrase!("{least} to {most} steps"),
    );
    let mut ids = Ids::default();
    for (i, step) in lesson.steps.iter().enumerate() {
        let path = format!("steps[{i}]");
        let id_path = format!("{path}.id");
        if check_id(&id_path, &step.id, &mut problems) && !ids.insert(&step.id) {
            problems.expected(id_path, second_time(&step.id), phrase!("a new id"));
        }
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
    let title = step.title.len();
    within(
        problems,
        &at("title"),
        title,
        1,
        limits::TITLE_BYTES_MAX,
        phrase!("{least} to {most} bytes of text"),
    );
    if let Some(text) = &step.text {
        check_text(&at("text"), text, problems);
    }
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
    within(
        problems,
        &at("seed"),
        step.seed.unwrap_or(0),
        0,
        limits::SEED_MAX,
        BETWEEN,
    );
    check_instant(&at("start"), step.start, problems);
    if let Some(speed) = step.speed {
        let (least, most) = (limits::SPEED_MIN, limits::SPEED_MAX);
        within(problems, &at("speed"), speed, least, most, BETWEEN);
    }
    check_play(step, path, problems);
    if let Some(predict) = &step.predict {
        check_predict(predict, &at("predict"), problems);
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
    for (key, recorded) in [("solution", &step.solution), ("wrong", &step.wrong)] {
        if let Some(recorded) = recorded {
            check_recorded(recorded, &at(key), problems);
        }
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

fn check_predict(predict: &Predict, path: &str, problems: &mut Problems) {
    check_text(&format!("{path}.question"), &predict.question, problems);
    let answers = format!("{path}.answers");
    within(
        problems,
        &answers,
        predict.answers.len(),
        2,
        4,
        phrase!("{least} to {most} answers"),
    );
    if !predict.answers.iter().any(|answer| answer.right) {
        problems.expected(
            &answers,
            phrase!("no right answer"),
            phrase!("one at least with \"right\": true"),
        );
    }
    for (i, answer) in predict.answers.iter().enumerate() {
        check_text(&format!("{answers}[{i}].text"), &answer.text, problems);
        check_text(&format!("{answers}[{i}].reply"), &answer.reply, problems);
    }
}

fn check_task(task: &Task, path: &str, problems: &mut Problems) {
    check_text(&format!("{path}.text"), &task.text, problems);
    for (key, goal) in [("goal", Some(&task.goal)), ("lost", task.lost.as_ref())] {
        let Some(goal) = goal else { continue };
        if let Err(error) = goal::check(goal, &format!("{path}.{key}"), &Scope::OPEN) {
            problems.absorb(error);
        }
    }
    check_instant(&format!("{path}.by"), task.by, problems);
    let hints = format!("{path}.hints");
    within(
        problems,
        &hints,
        task.hints.len(),
        0,
        LIST_MAX,
        phrase!("{least} to {most} hints"),
    );
    for (i, hint) in task.hints.iter().enumerate() {
        check_text(&format!("{hints}[{i}]"), hint, problems);
    }
}

fn check_explain(explain: &Explain, path: &str, sources: &Ids<'_>, problems: &mut Problems) {
    let text_path = format!("{path}.text");
    check_text(&text_path, &explain.text, problems);
    check_inserts(&text_path, &explain.text, problems);
    let figures = format!("{path}.figures");
    within(
        problems,
        &figures,
        explain.figures.len(),
        0,
        LIST_MAX,
        phrase!("{least} to {most} figures"),
    );
    for (i, figure) in explain.figures.iter().enumerate() {
        let at = |key: &str| format!("{figures}[{i}].{key}");
        check_text(&at("label"), &figure.label, problems);
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

fn check_recorded(recorded: &Recorded, path: &str, problems: &mut Problems) {
    within_time(
        problems,
        &format!("{path}.until"),
        recorded.until,
        1,
        limits::DURATION_US_MAX,
    );
    let actions = format!("{path}.actions");
    let count = recorded.actions.len();
    within(
        problems,
        &actions,
        count,
        0,
        limits::ACTIONS_MAX,
        phrase!("{least} to {most} actions"),
    );
}

fn check_instant(path: &str, instant: Option<DurationUs>, problems: &mut Problems) {
    if let Some(instant) = instant {
        within_time(problems, path, instant, 0, limits::DURATION_US_MAX);
    }
}

fn check_text(path: &str, text: &str, problems: &mut Problems) {
    within(
        problems,
        path,
        text.len(),
        1,
        TEXT_BYTES_MAX,
        phrase!("{least} to {most} bytes of text"),
    );
}
