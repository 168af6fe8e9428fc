//! Every published lesson as a specification: the recorded solution of each step meets its goal,
//! the recorded wrong try does not, and every figure that its text promises is there.

use std::path::PathBuf;

use documents::lesson::{Lesson, Others, Recorded};
use run::lesson::{Played, Verdict};
use serde_json::Value;

fn public(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public");
    let path = folder.join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn index() -> Vec<Value> {
    serde_json::from_str(&public("lessons/index.json")).expect("a list")
}

/// Every listed lesson by its id.
fn lessons() -> Vec<(String, Lesson)> {
    let listed = index();
    let read = |entry: &Value| {
        let file = entry["file"].as_str().expect("a file");
        let lesson = Lesson::parse(&public(&format!("lessons/{file}")));
        let lesson = lesson.unwrap_or_else(|error| panic!("{file}: {error}"));
        (entry["id"].as_str().expect("an id").to_string(), lesson)
    };
    listed.iter().map(read).collect()
}

fn played(lesson: &Lesson, place: usize, recorded: &Recorded) -> Played {
    let base = &lesson.steps[lesson.base_of(place)];
    let scenario = base.scenario.as_deref().expect("a base has a scenario");
    let text = public(&format!("scenarios/{scenario}.json"));
    let played = run::lesson::play(lesson, place, recorded, &text);
    let id = &lesson.steps[place].id;
    let played = played.unwrap_or_else(|error| panic!("{}, step {id}: {error}", lesson.title));
    played.expect("a step with a task")
}

/// What a report has at `path` or `variant/path`.
fn figure<'a>(played: &'a Played, metric: &str) -> Option<&'a Value> {
    let (variant, path) = metric.split_once('/').unwrap_or((&played.own, metric));
    let mut here = played.reports.get(variant)?;
    for step in path.split('.') {
        here = match here {
            Value::Array(list) => list.get(step.parse::<usize>().ok()?)?,
            value => value.get(step)?,
        };
    }
    Some(here)
}

/// Plays all recorded tries of a lesson and collects what is not as it should be.
fn complaints(id: &str, lesson: &Lesson) -> Vec<String> {
    let mut all = Vec::new();
    for (place, step) in lesson.steps.iter().enumerate() {
        if step.task.is_none() {
            continue;
        }
        let mut complain = |what: String| all.push(format!("{id}, step {}: {what}", step.id));
        let (Some(solution), Some(wrong)) = (&step.solution, &step.wrong) else {
            complain("a task has a recorded solution and a wrong try".to_string());
            continue;
        };
        let right = played(lesson, place, solution);
        if right.verdict != Verdict::Met {
            complain(format!(
                "its solution: {:?}, {:#?}",
                right.verdict, right.judged
            ));
        }
        let failed = played(lesson, place, wrong);
        if failed.verdict == Verdict::Met {
            complain(format!(
                "its wrong try meets the goal: {:#?}",
                failed.judged
            ));
        }
        let Some(explain) = &step.explain else {
            complain("it is not explained".to_string());
            continue;
        };
        for metric in explain.metrics() {
            if figure(&right, metric).is_none_or(Value::is_null) {
                complain(format!("after its solution there is no figure {metric}"));
            }
        }
    }
    all
}

#[test]
fn every_solution_meets_its_goal_and_every_wrong_try_does_not() {
    let all = lessons();
    let complaints: Vec<String> = all
        .iter()
        .flat_map(|(id, lesson)| complaints(id, lesson))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The longest lesson climbs the nine steps of a published ladder; the others have six at most.
const STEPS_MAX: usize = 9;

#[test]
fn the_list_says_what_the_files_say() {
    for (entry, (id, lesson)) in index().iter().zip(lessons()) {
        assert_eq!(entry["title"], lesson.title.as_str(), "{id}");
        assert_eq!(entry["minutes"], lesson.minutes, "{id}");
        assert_eq!(entry["text"], lesson.text.as_str(), "{id}");
        let mut used: Vec<&str> = Vec::new();
        for scenario in lesson
            .steps
            .iter()
            .filter_map(|step| step.scenario.as_deref())
        {
            if !used.contains(&scenario) {
                used.push(scenario);
            }
        }
        assert_eq!(entry["scenarios"], serde_json::json!(used), "{id}");
        let count = lesson.steps.len();
        assert!((3..=STEPS_MAX).contains(&count), "{id} has {count} steps");
        assert!((5..=15).contains(&lesson.minutes), "{id}");
    }
}

#[test]
fn every_source_is_named_where_something_is_taken_from_it() {
    for (id, lesson) in lessons() {
        for source in &lesson.sources {
            let named = lesson
                .steps
                .iter()
                .filter_map(|step| step.explain.as_ref())
                .any(|explain| {
                    let link = format!("(#{})", source.id);
                    let published = |shown: &documents::lesson::ShownFigure| {
                        shown
                            .published
                            .as_ref()
                            .is_some_and(|published| published.source == source.id)
                    };
                    explain.text.contains(&link) || explain.figures.iter().any(published)
                });
            assert!(named, "{id}: nothing is taken from {}", source.id);
        }
    }
}

/// The test above must be able to fail.
#[test]
fn a_goal_that_nobody_meets_and_one_that_everybody_meets_are_found() {
    let (id, mut lesson) = lessons().swap_remove(0);
    let first = &mut lesson.steps[0];
    let (Some(solution), Some(wrong)) = (first.solution.take(), first.wrong.take()) else {
        panic!("the first step has both");
    };
    (first.solution, first.wrong) = (Some(wrong), Some(solution));
    lesson.steps.truncate(1);
    let complaints = complaints(&id, &lesson);
    assert_eq!(complaints.len(), 2, "{}", complaints.join("\n"));
}

/// The step “fifteen” compares four variants; its wrong try turns the encoding off by hand.
#[test]
fn what_a_person_does_happens_in_other_variants_only_where_the_step_says_so() {
    let (_, mut lesson) = lessons()
        .into_iter()
        .find(|(id, _)| id == "zone-crossing")
        .expect("a lesson");
    let is_it = |step: &documents::lesson::Step| step.id == "fifteen";
    let place = lesson.steps.iter().position(is_it).expect("a step");
    let wrong = lesson.steps[place].wrong.clone().expect("a wrong try");
    let untouched = Recorded {
        actions: Vec::new(),
        ..wrong.clone()
    };
    let saved = |played: &Played, metric| figure(played, metric).and_then(Value::as_u64);
    let own = |played: &Played| saved(played, "bytes.saved.delta");
    let other = |played: &Played| saved(played, "large-delta/bytes.saved.delta");

    let left_alone = played(&lesson, place, &untouched);
    let turned_off = played(&lesson, place, &wrong);
    assert!(own(&turned_off) < own(&left_alone));
    assert!(other(&left_alone) > Some(0));
    assert_eq!(other(&turned_off), other(&left_alone));

    lesson.steps[place].others = Others::SameActions;
    let turned_off = played(&lesson, place, &wrong);
    assert!(other(&turned_off) < other(&left_alone));
}
