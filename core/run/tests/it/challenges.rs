//! Every published challenge as a specification: each recorded solution solves it, each recorded
//! wrong try and doing nothing do not, and what each comes to is kept, for the page's module too.

use std::collections::BTreeSet;
use std::path::PathBuf;

use documents::challenge::{Challenge, ChallengeRun, read_acts};
use documents::lesson::RecordedAction;
use report::goal;
use report::score::asked;
use run::challenge::play;
use serde_json::{Value, json};

use crate::common::{check_golden, scenario_text};

fn file(path: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn index() -> Vec<Value> {
    serde_json::from_str(&file("../../public/challenges/index.json")).expect("a list")
}

fn ids() -> Vec<String> {
    let id = |entry: &Value| entry["id"].as_str().expect("an id").to_string();
    index().iter().map(id).collect()
}

fn challenge(id: &str) -> Challenge {
    let text = file(&format!("../../public/challenges/{id}.json"));
    Challenge::parse(&text).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// What was recorded of a kind, by name.
fn recorded(id: &str, kind: &str) -> Vec<(String, Vec<RecordedAction>)> {
    let all: Value =
        serde_json::from_str(&file(&format!("testdata/challenges/{id}.json"))).expect("JSON");
    let acts = |(name, acts): (&String, &Value)| {
        let acts = read_acts(&acts.to_string()).expect("acts");
        (name.clone(), acts)
    };
    all[kind]
        .as_object()
        .expect("runs")
        .iter()
        .map(acts)
        .collect()
}

fn played(challenge: &Challenge, acts: &[RecordedAction]) -> ChallengeRun {
    let text = challenge
        .own_scenario()
        .unwrap_or_else(|| scenario_text("no challenge names one yet"));
    play(challenge, &text, acts).expect("acts that can be done")
}

/// A run's line in the kept table.
fn line(id: &str, name: &str, run: &ChallengeRun) -> String {
    let ChallengeRun { score, digest, .. } = run;
    let value = score
        .value
        .map_or_else(|| "none".to_string(), |value| value.to_string());
    let (solved, stars) = (score.solved, score.stars);
    format!("{id} {name} {solved} {stars} {value} {digest}\n")
}

#[test]
fn each_solution_solves_it_and_no_wrong_try_does_nor_doing_nothing() {
    let mut table = String::new();
    let mut complaints = Vec::new();
    for id in ids() {
        let challenge = challenge(&id);
        let nothing = ("nothing".to_string(), Vec::new());
        let wrong = recorded(&id, "wrong").into_iter().chain([nothing]);
        let tries = recorded(&id, "solutions")
            .into_iter()
            .map(|run| (true, run));
        for (solves, (name, acts)) in tries.chain(wrong.map(|run| (false, run))) {
            let run = played(&challenge, &acts);
            if run.score.solved != solves || !run.refused.is_empty() {
                complaints.push(format!("{id} {name}: {run:#?}"));
            }
            table.push_str(&line(&id, &name, &run));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    check_golden("challenges.txt", &table);
}

/// What the acts of a run are, without their instants and places.
fn kinds(acts: &[RecordedAction]) -> BTreeSet<String> {
    let keys = |act: &RecordedAction| {
        let word = act.action["do"].as_str().expect("a word").to_string();
        let settings = act.action["settings"].as_object();
        match settings {
            None => vec![word],
            Some(settings) => settings
                .iter()
                .map(|(key, to)| format!("{key} {to}"))
                .collect(),
        }
    };
    acts.iter().flat_map(keys).collect()
}

#[test]
fn its_solutions_are_different_ones_and_the_best_earns_three_stars() {
    for id in ids() {
        let solutions = recorded(&id, "solutions");
        assert!(solutions.len() >= 2, "{id}");
        assert!(!recorded(&id, "wrong").is_empty(), "{id}");
        let each: BTreeSet<BTreeSet<String>> =
            solutions.iter().map(|(_, acts)| kinds(acts)).collect();
        assert!(each.len() >= 2, "{id}: {each:?}");
        let challenge = challenge(&id);
        let stars = solutions
            .iter()
            .map(|(_, acts)| played(&challenge, acts).score.stars);
        let stars: Vec<u8> = stars.collect();
        assert_eq!(stars.iter().max(), Some(&3), "{id}: {stars:?}");
        assert!(stars.iter().any(|stars| *stars < 3), "{id}: {stars:?}");
    }
}

#[test]
fn the_list_says_what_the_files_say() {
    for entry in index() {
        let id = entry["id"].as_str().expect("an id");
        let challenge = challenge(id);
        assert_eq!(entry["file"], format!("{id}.json"));
        assert_eq!(entry["title"], challenge.title.as_str());
        assert_eq!(entry["minutes"], challenge.minutes);
    }
}

/// Whole numbers in a text.
fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let is_number = |part: &&str| part.chars().all(|sign| sign.is_ascii_digit());
    let numbers = parts.filter(|part| !part.is_empty()).filter(is_number);
    numbers.map(str::to_string).collect()
}

/// A number in a text is a limit, an instant or a size of the file: who changes one finds the
/// other.
#[test]
fn each_number_of_a_text_stands_in_its_conditions_or_its_scenario() {
    for entry in index() {
        let id = entry["id"].as_str().expect("an id");
        let challenge = challenge(id);
        let mut known = vec![asked(&challenge.score).join(" ")];
        known.extend(challenge.conditions.iter().map(goal::asked));
        known.extend(challenge.acts.map(|acts| acts.to_string()));
        let scenario: Value =
            serde_json::from_str(&challenge.own_scenario().expect("its own")).expect("JSON");
        let instants = scenario["actions"].as_array().into_iter().flatten();
        for at in instants
            .map(|act| &act["at"])
            .chain([&scenario["measure_from"]])
        {
            let text = at.as_str().unwrap_or_default();
            known.push(text.trim_end_matches('s').to_string());
            let seconds = text.trim_end_matches('s').parse::<u64>();
            known.push(seconds.map_or(String::new(), |seconds| (seconds / 60).to_string()));
        }
        // The percentile, and 30 days of a month.
        let known = numbers(&format!("{} 99 30", known.join(" ")));
        let list = entry["text"].as_str().expect("a text");
        let texts = [&challenge.ask, &challenge.why, &challenge.title, list];
        for number in texts.iter().flat_map(|text| numbers(text)) {
            assert!(known.contains(&number), "{id} says {number}: {known:?}");
        }
    }
}

#[test]
fn what_is_not_allowed_is_refused_and_loses_a_run_that_would_be_solved() {
    let challenge = challenge("three-regions");
    let (_, mut acts) = recorded("three-regions", "solutions").swap_remove(0);
    acts.push(RecordedAction {
        at_us: 9_000_000,
        action: json!({ "do": "stop", "workload": "india" }),
    });
    let run = played(&challenge, &acts);
    assert_eq!(run.refused.len(), 1);
    assert!(
        run.refused[0]
            .text
            .starts_with("Not allowed in this challenge: Stop a load. You may:")
    );
    assert!(!run.score.solved && run.score.lost && run.score.stars == 0);
}

#[test]
fn the_page_and_the_command_line_read_the_same_acts() {
    let log = json!([{ "at_us": 1_000_000, "action": { "do": "transfer", "to": "s-europe" } }]);
    let read = documents::challenge::read_log(&log.to_string()).expect("a log");
    let (_, acts) = recorded("three-regions", "solutions").swap_remove(1);
    assert_eq!(read, acts[..1]);
}
