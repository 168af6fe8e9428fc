//! Every sentence that every goal of every lesson can say, read: for each condition the reports in
//! which there is nothing yet, too little, enough, and too much. What is said has words and units,
//! and nothing of the inside; all of it stands in `testdata/goals.txt`, for people to read.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use crate::common::check_golden;
use documents::lesson::Lesson;
use report::goal::{Figure, Goal, Happening, Judged, Reports, judge};
use serde_json::{Map, Value, json};

/// How much a report has of what a condition speaks of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Nothing,
    Little,
    Enough,
    TooMuch,
}

const LEVELS: [Level; 4] = [Level::Nothing, Level::Little, Level::Enough, Level::TooMuch];
const OWN: &str = "own";

fn lessons() -> Vec<(String, Lesson)> {
    let folder = crate::common::repository().join("public/lessons");
    let list = fs::read_to_string(folder.join("index.json")).expect("the list of lessons");
    let list: Vec<Value> = serde_json::from_str(&list).expect("a list");
    let read = |entry: &Value| {
        let file = entry["file"].as_str().expect("a file");
        let text = fs::read_to_string(folder.join(file)).expect("a lesson");
        let id = entry["id"].as_str().expect("an id").to_string();
        (id, Lesson::parse(&text).expect("a lesson"))
    };
    list.iter().map(read).collect()
}

/// The conditions that a goal is made of.
fn leaves(goal: &Goal) -> Vec<&Goal> {
    let own = match goal {
        Goal::Figure(_) | Goal::Happening(_) => vec![goal],
        _ => Vec::new(),
    };
    let parts = goal.parts().iter().flat_map(leaves);
    own.into_iter().chain(parts).collect()
}

/// Puts a value at `variant/path` or `path`.
fn put(reports: &mut Map<String, Value>, metric: &str, value: Value) {
    let (variant, path) = metric.split_once('/').unwrap_or((OWN, metric));
    let mut here = reports.entry(variant).or_insert_with(|| json!({}));
    for step in path.split('.') {
        if let Ok(place) = step.parse::<usize>() {
            if !here.is_array() {
                *here = json!([{}]);
            }
            here = &mut here[place];
        } else {
            if here.is_null() {
                *here = json!({});
            }
            here = &mut here[step];
        }
    }
    *here = value;
}

fn put_figure(reports: &mut Map<String, Value>, figure: &Figure, level: Level) {
    if level == Level::Nothing {
        return;
    }
    let bound = figure.at_least.or(figure.at_most);
    let wanted = figure.equals.as_ref().and_then(Value::as_f64);
    let scale = if figure.times.is_some() { 1_000.0 } else { 1.0 };
    if let Some(times) = &figure.times {
        put(reports, times, json!(1_000));
    }
    let value = match (bound.or(wanted), &figure.equals) {
        (Some(bound), _) => {
            let number = match level {
                Level::Nothing | Level::Little => (bound * scale / 3.0).floor(),
                Level::Enough => bound * scale,
                Level::TooMuch => bound * scale * 3.0 + 1.0,
            };
            json!(number as u64)
        }
        (None, Some(Value::Bool(is_on))) => json!((level == Level::Enough) == *is_on),
        (None, Some(wanted)) if level == Level::Enough => wanted.clone(),
        (None, _) if figure.metric.contains("checks.") => json!("violated at 3.000000s: r1 of k2"),
        (None, _) => json!("none"),
    };
    let (variant, path) = figure
        .metric
        .split_once('/')
        .unwrap_or((OWN, &figure.metric));
    let parts: Vec<&str> = path.split('.').collect();
    for key in ["ok", "measured", "reads", "entries"] {
        let group = &parts[..parts.len() - 1];
        if ["workload", "modes", "commit"].contains(&parts[0]) {
            let metric = format!("{variant}/{}.{key}", group.join("."));
            put(reports, &metric, json!(40));
        }
    }
    put(reports, &figure.metric, value);
}

fn put_happening(reports: &mut Map<String, Value>, happening: &Happening, level: Level) {
    put(
        reports,
        "modes.leader.reads",
        json!(if level == Level::Nothing { 0 } else { 212 }),
    );
    let first_us = happening
        .after
        .map_or(6_000_000, |after| after.0 + 1_000_000);
    let least = happening.at_least.unwrap_or(1);
    let lasting_us = happening.lasting.map_or(0, |lasting| lasting.0);
    let moment = match level {
        Level::Nothing => return,
        Level::Little => json!({ "count": 1, "first_us": 1_000_000, "last_us": 1_000_000,
                                 "longest_us": lasting_us / 3 }),
        Level::Enough => json!({ "count": least, "first_us": first_us,
                                 "last_us": first_us + (least - 1) * 250_000,
                                 "longest_us": lasting_us }),
        Level::TooMuch => json!({ "count": least * 3, "first_us": first_us,
                                  "last_us": first_us + 5_000_000, "longest_us": lasting_us * 3 }),
    };
    let run = happening.variant.as_deref().unwrap_or(OWN);
    let metric = format!("{run}/moments.{}", happening.happened.words().id);
    match &happening.place {
        Some(place) => put(reports, &format!("{metric}.at.{place}"), moment),
        None => put(reports, &metric, moment),
    }
}

/// Reports in which each condition has as much as is said of it.
fn reports(leaves: &[&Goal], level: &dyn Fn(usize) -> Level) -> Map<String, Value> {
    let mut reports = Map::new();
    put(&mut reports, "simulated_us", json!(9_000_000));
    for (place, leaf) in leaves.iter().enumerate() {
        match leaf {
            Goal::Figure(figure) => put_figure(&mut reports, figure, level(place)),
            Goal::Happening(happening) => put_happening(&mut reports, happening, level(place)),
            _ => {}
        }
    }
    reports
}

fn read_aloud(judged: &Judged, said: &mut BTreeSet<String>) {
    // Of a goal of several conditions the page says what each has come to.
    if !judged.parts.is_empty() {
        for part in &judged.parts {
            read_aloud(part, said);
        }
        return;
    }
    let line = format!(
        "{:<9} {} | {}",
        judged.standing.id(),
        judged.text,
        judged.found
    );
    said.insert(line.replace(['\u{a0}', '\u{2009}'], " "));
}

/// All that a goal can say, each with how it stands.
fn sentences(goal: &Goal) -> BTreeSet<String> {
    let mut said = BTreeSet::new();
    let leaves = leaves(goal);
    for rest in LEVELS {
        for one in 0..leaves.len() {
            for own in LEVELS {
                let level = |place: usize| if place == one { own } else { rest };
                let now = reports(&leaves, &level);
                for began in LEVELS {
                    let began = reports(&leaves, &|_| began);
                    let reports = Reports {
                        own: OWN,
                        by_name: &now,
                        began: Some(&began),
                    };
                    read_aloud(&judge(goal, &reports), &mut said);
                }
            }
        }
    }
    said
}

/// What is wrong with a sentence.
fn complaints(found: &str) -> Vec<&'static str> {
    let mut all = Vec::new();
    let mut complain = |is_so: bool, what: &'static str| {
        if is_so {
            all.push(what);
        }
    };
    let signs: Vec<char> = found.chars().collect();
    let around = |test: &dyn Fn(&[char]) -> bool, long: usize| signs.windows(long).any(test);
    complain(!found.ends_with('.'), "it ends without a full stop");
    complain(
        found.contains('_') || found.contains('"'),
        "it has signs of the inside",
    );
    complain(
        around(
            &|three| three[0].is_alphabetic() && three[1] == '.' && three[2].is_alphabetic(),
            3,
        ),
        "it has a path",
    );
    complain(
        around(&|five| five.iter().all(char::is_ascii_digit), 5),
        "it has a raw number",
    );
    for word in [
        "expected", "report", "null", "false", "true", " us", "..", "  ",
    ] {
        complain(found.contains(word), "it has a word of the inside");
    }
    let first = signs.first().copied().unwrap_or(' ');
    complain(
        first.is_lowercase() || first == ' ',
        "it begins without a capital",
    );
    all
}

#[test]
fn every_sentence_of_every_goal_has_words_and_units() {
    let mut book = String::new();
    let mut wrong = Vec::new();
    for (id, lesson) in lessons() {
        for step in &lesson.steps {
            let Some(task) = &step.task else { continue };
            for (name, goal) in [("goal", Some(&task.goal)), ("lost", task.lost.as_ref())] {
                let Some(goal) = goal else { continue };
                writeln!(book, "{id}, {}, {name}", step.id).unwrap();
                for line in sentences(goal) {
                    let (_, found) = line.split_once(" | ").expect("both");
                    for what in complaints(found) {
                        wrong.push(format!("{id}, {}: {what}: {line}", step.id));
                    }
                    writeln!(book, "  {line}").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    check_golden("goals.txt", &book);
}

#[test]
fn a_sentence_of_the_inside_is_found() {
    for sentence in [
        "settings.follower_replication is false; false expected.",
        "workload.by_hand.stale is not in the report.",
        "Bytes of reads: 8227131; the goal is 5.",
        "bytes of reads: 8.",
        "Bytes of reads: 8",
    ] {
        assert!(!complaints(sentence).is_empty(), "{sentence}");
    }
}
