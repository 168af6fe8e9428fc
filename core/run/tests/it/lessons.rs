//! Every published lesson as a specification: the recorded solution of each step meets its goal,
//! the recorded wrong try does not, and every figure that its text promises is there.

use std::path::PathBuf;

use documents::lesson::{Explain, Lesson, Others, Recorded};
use format::units::DurationUs;
use report::goal::Reports;
use run::lesson::{Played, Verdict};
use run::playground::Playground;
use serde_json::{Map, Value};

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

/// The scenario that the run of a step began with.
fn scenario_of(lesson: &Lesson, place: usize) -> String {
    let base = &lesson.steps[lesson.base_of(place)];
    let scenario = base.scenario.as_deref().expect("a base has a scenario");
    public(&format!("scenarios/{scenario}.json"))
}

fn played(lesson: &Lesson, place: usize, recorded: &Recorded) -> Played {
    let text = scenario_of(lesson, place);
    let played = run::lesson::play(lesson, place, recorded, &text);
    let id = &lesson.steps[place].id;
    let played = played.unwrap_or_else(|error| panic!("{}, step {id}: {error}", lesson.title));
    played.expect("a step with a task")
}

/// What reports have at `path`, of the run's own, or at `variant/path`; null if there is none.
fn figure(own: &str, by_name: &Map<String, Value>, metric: &str) -> Value {
    let began = None;
    let reports = Reports {
        own,
        by_name,
        began,
    };
    reports.figure(metric)
}

/// Where a step to look at rests: what its explanation shows, after what it plays by itself. The
/// name of its own report, and all reports by variant.
fn where_it_stands(lesson: &Lesson, place: usize) -> (String, Map<String, Value>) {
    let step = &lesson.steps[place];
    let text = scenario_of(lesson, place);
    let us = |at: Option<DurationUs>| at.map_or(0, |at| at.0);
    let at_us = us(step.start) + us(step.play);
    // Seeds have 53 bits at most, so they are exact.
    let seed = step.seed.map(|seed| seed as f64);
    let report = |variant: &str| {
        let run = Playground::open(&text, variant, seed);
        let mut run = run.unwrap_or_else(|error| panic!("{}: {error}", lesson.title));
        run.advance(at_us, u64::MAX);
        run.figures()
    };
    let (own, shown) = report(step.variant.as_deref().unwrap_or_default());
    let mut reports: Map<String, Value> = step.variants.iter().map(|name| report(name)).collect();
    reports.insert(own.clone(), shown);
    (own, reports)
}

/// The figures that a step to look at promises and that are not there where it stands.
fn missing_where_it_stands(lesson: &Lesson, place: usize, explain: &Explain) -> Vec<String> {
    if lesson.steps[place].scenario.is_none() {
        return vec!["a step to look at begins with a scenario of its own".to_string()];
    }
    let (own, reports) = where_it_stands(lesson, place);
    let missing = |metric: &&str| figure(&own, &reports, metric).is_null();
    let missing = explain.metrics().filter(missing);
    missing
        .map(|metric| format!("where it stands there is no figure {metric}"))
        .collect()
}

/// Plays all recorded tries of a lesson and collects what is not as it should be.
fn complaints(id: &str, lesson: &Lesson) -> Vec<String> {
    let mut all = Vec::new();
    for (place, step) in lesson.steps.iter().enumerate() {
        let mut complain = |what: String| all.push(format!("{id}, step {}: {what}", step.id));
        if step.task.is_none() {
            let Some(explain) = &step.explain else {
                complain("it has neither a task nor an explanation".to_string());
                continue;
            };
            missing_where_it_stands(lesson, place, explain)
                .into_iter()
                .for_each(complain);
            continue;
        }
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
            if figure(&right.own, &right.reports, metric).is_null() {
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
        // A long read has up to twenty, one thought each; many of these are looked at.
        assert!((3..=20).contains(&count), "{id} has {count} steps");
        let tasks = lesson.steps.iter().filter(|step| step.task.is_some());
        assert!((3..=10).contains(&tasks.count()), "{id}");
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

/// A step to look at has its figures at its start, also those of another variant.
#[test]
fn a_figure_that_is_not_there_is_found_in_a_step_to_look_at() {
    let (id, mut lesson) = lessons()
        .into_iter()
        .find(|(id, _)| id == "follower-read")
        .expect("a lesson");
    let is_it = |step: &documents::lesson::Step| step.id == "proxy";
    let place = lesson.steps.iter().position(is_it).expect("a step");
    let step = lesson.steps.swap_remove(place);
    lesson.steps = vec![step];
    assert_eq!(complaints(&id, &lesson), Vec::<String>::new());
    let explain = lesson.steps[0].explain.as_mut().expect("an explanation");
    explain.text.push_str(" {{index/modes.nobody.reads|count}}");
    assert_eq!(
        complaints(&id, &lesson),
        ["follower-read, step proxy: where it stands there is no figure index/modes.nobody.reads"]
    );
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
    let saved = |played: &Played, metric| figure(&played.own, &played.reports, metric).as_u64();
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
