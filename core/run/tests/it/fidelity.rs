//! The list of published figures: each is within its band or says why nothing is asked of it, and
//! the list names only what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;
use std::thread;

use crate::common::{outcomes, scenario_text};
use documents::lesson::{Lesson, ShownFigure};
use documents::scenario::Scenario;
use run::fidelity::{List, Ours, Row, Standing, Wanted, reports};
use run::measured::Measured;
use run::runner::Outcome;
use serde_json::{Map, Value, json};

fn public(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../public");
    let path = folder.join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn list() -> List {
    List::parse(&public("fidelity.json")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_published_figure_is_within_its_band_or_says_why_nothing_is_asked_of_it() {
    let list = list();
    let compared = list.compare(all_reports());
    let rows = list.rows.iter().zip(&compared);
    let outside = rows.filter(|(_, found)| found.is_within == Some(false));
    let outside: Vec<String> = outside
        .map(|(row, found)| format!("{}: {:?}, ratio {:?}", row.id, found.value, found.ratio))
        .collect();
    assert_eq!(outside, Vec::<String>::new());
}

/// The page shows our own figure beside each, without running them all.
#[test]
fn what_the_engine_comes_to_beside_each_figure_is_published() {
    let list = list();
    let compared = list.compare(all_reports());
    let rows = list.rows.iter().zip(&compared);
    let ours: Map<String, Value> = rows
        .filter_map(|(row, found)| {
            let (value, ratio) = (found.value?, found.ratio);
            let mut ours = json!({ "value": value, "ratio": ratio });
            if let Some([least, most]) = found.over_seeds {
                ours["over_seeds"] = json!({ "least": least, "most": most });
            }
            Some((row.id.clone(), ours))
        })
        .collect();
    assert!(ours.len() > 100);
    let text = format!("{:#}\n", Value::Object(ours));
    crate::common::check_written("public/fidelity-ours.json", &text, "fidelity");
}

/// The reports of every run that the list names, run once for all tests.
fn all_reports() -> &'static BTreeMap<String, Map<String, Value>> {
    static REPORTS: LazyLock<BTreeMap<String, Map<String, Value>>> = LazyLock::new(|| {
        let list = list();
        let outcomes: BTreeMap<&str, &Outcome> = outcomes()
            .iter()
            .map(|(id, outcome)| (id.as_str(), outcome))
            .collect();
        let wanted = list.runs().into_iter();
        let of_scenario = wanted.map(|(id, runs)| {
            let of_seeds = runs.iter().copied().filter(|run| run.seed.is_some());
            let mut reports = reports_of_seeds(id, &of_seeds.collect::<Vec<_>>());
            let is_wanted = |variant: &str| {
                runs.contains(&Wanted {
                    variant,
                    seed: None,
                })
            };
            let done = outcomes[id].variants.iter();
            let done = done.filter(|run| is_wanted(&run.name));
            reports.extend(done.map(|run| (run.name.clone(), run.to_json())));
            assert_eq!(reports.len(), runs.len(), "{id}");
            (id.to_string(), reports)
        });
        of_scenario.collect()
    });
    &REPORTS
}

/// Runs with seeds of their own, in two threads.
fn reports_of_seeds(id: &str, runs: &[Wanted]) -> Map<String, Value> {
    let scenario = Scenario::parse(&scenario_text(id)).expect("a public scenario");
    let every_second = |first: usize| {
        let runs = runs.iter().copied().skip(first).step_by(2);
        reports(&scenario, runs).expect("the list names what is there")
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| every_second(1));
        let mut all = every_second(0);
        all.extend(other.join().expect("runs of the other half end"));
        all
    })
}

/// The result that a measured row names.
fn result_of(row: &Row) -> Measured {
    let at = row.measured.as_ref().expect("the list says so");
    Measured::parse(&public(&format!("real/{}", at.result))).expect("a result")
}

/// What a row says of a real cluster is what the result has, to the figures that are shown.
#[test]
fn measured_figures_are_those_of_the_results_that_ship() {
    let list = list();
    let measured = |row: &&Row| row.standing == Standing::Measured;
    for row in list.rows.iter().filter(measured) {
        let (id, result) = (&row.id, result_of(row));
        let ours = row.ours.as_ref().expect("the list says so");
        assert_eq!(ours.scenario, result.scenario, "{id}");
        assert_eq!(ours.variant, result.variant, "{id}");
        let figure = &row.measured.as_ref().expect("the list says so").figure;
        let found = result.figure(figure);
        let found = found.unwrap_or_else(|| panic!("{id}: {figure} was not measured"));
        let published = row.published.as_ref().expect("the list says so");
        assert_eq!((published.from, published.most()), found.span(), "{id}");
    }
}

/// Where ours is more than a tenth beside what every run measured, the row says why.
#[test]
fn a_measured_figure_that_ours_is_not_near_says_why() {
    let list = list();
    for (row, found) in list.rows.iter().zip(list.compare(all_reports())) {
        if row.standing == Standing::Measured {
            let ratio = found.ratio.expect("both are there");
            let is_near = (0.9..=1.1).contains(&ratio);
            assert!(is_near || row.why.is_some(), "{}: ratio {ratio:.2}", row.id);
        }
    }
}

#[test]
fn the_list_names_published_scenarios_and_every_source_with_its_year() {
    let list = list();
    let index: Value = serde_json::from_str(&public("scenarios/index.json")).expect("JSON");
    let listed = index.as_array().expect("a list").iter();
    let listed: BTreeSet<&str> = listed.filter_map(|entry| entry["id"].as_str()).collect();
    for id in list.runs().keys() {
        assert!(listed.contains(id), "{id} is not offered by the page");
    }
    for source in &list.sources {
        assert!(source.year.is_some(), "{}", source.id);
        assert!(
            list.rows.iter().any(|row| row.source == source.id),
            "{}",
            source.id
        );
    }
}

/// A figure that was hit because a parameter was chosen so says which, and no figure that is
/// predicted rests on a parameter that was chosen to hit that figure itself.
#[test]
fn what_is_fitted_is_fitted_to_something_that_was_published() {
    let list = list();
    for row in list
        .rows
        .iter()
        .filter(|row| row.standing == Standing::Fitted)
    {
        for fitted in &row.fitted {
            let to = list
                .rows
                .iter()
                .find(|row| row.id == fitted.to)
                .expect("it was checked");
            assert!(to.published.is_some(), "{}: {}", row.id, fitted.to);
            assert_eq!(to.standing, Standing::Fitted, "{}: {}", row.id, fitted.to);
        }
    }
}

/// Whether a figure's metric is a row's. Without a variant it is the person's own run, which may be
/// any variant by then: what was published tells them apart.
fn is_same(figure: &ShownFigure, ours: &Ours) -> bool {
    let metric = format!("{}/{}", ours.variant, ours.metric);
    let names_it = figure.metric == metric || figure.metric == ours.metric;
    names_it && figure.over == ours.over
}

/// A lesson that shows a published number beside ours says of it what the list says: a figure that
/// was fitted never looks like agreement, nor one that is not modelled like a bad prediction.
#[test]
fn lessons_say_of_published_figures_what_the_list_says() {
    let list = list();
    let index: Value = serde_json::from_str(&public("lessons/index.json")).expect("JSON");
    let mut shown = 0;
    for entry in index.as_array().expect("a list") {
        let file = entry["file"].as_str().expect("a file");
        let lesson = Lesson::parse(&public(&format!("lessons/{file}"))).expect("a lesson");
        for (at, step) in lesson.steps.iter().enumerate() {
            let base = &lesson.steps[lesson.base_of(at)];
            let scenario = base.scenario.as_deref();
            let figures = step.explain.iter().flat_map(|explain| &explain.figures);
            for figure in figures {
                let Some(published) = &figure.published else {
                    continue;
                };
                let Some(value) = published.value else {
                    continue;
                };
                let row = list.rows.iter().find(|row| {
                    let same = |ours: &Ours| {
                        scenario == Some(ours.scenario.as_str()) && is_same(figure, ours)
                    };
                    let told = row.published.as_ref();
                    let told = told.is_some_and(|told| (told.from - value).abs() < 1e-9);
                    told && row.ours.as_ref().is_some_and(same)
                });
                let label = &figure.label;
                let row = row.unwrap_or_else(|| panic!("{file}: no row is {label}"));
                let word = match row.standing {
                    Standing::Predicted => None,
                    Standing::Fitted => Some("fitted"),
                    Standing::NotModelled => Some("not modelled"),
                    Standing::Measured => Some("measured"),
                };
                let says = |word: &str| published.text.contains(word);
                assert!(
                    word.is_none_or(says),
                    "{file}: {label} is {word:?}, see {}",
                    row.id
                );
                shown += 1;
            }
        }
    }
    assert!(shown > 12, "lessons show figures: {shown}");
}
