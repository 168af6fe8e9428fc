//! The track record: what people reported of real systems, as scenarios of `public/field`. Each
//! judges itself, and fails when what it expects is turned round; the document is made from the
//! runs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

use documents::scenario::Scenario;
use report::expect::{Verdict, judge};
use report::goal::{Goal, Not};
use report::summary::digest_text;
use run::runner::{self, Outcome};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::common::{check_golden, repository, scenario_text};

/// Ids of the cases' scenarios begin so; the rest is the file's name.
const PREFIX: &str = "field.";

/// A row of the index.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    number: usize,
    reports: Vec<String>,
    title: String,
    standing: Standing,
    why: String,
    scenario: Option<String>,
    breaks: Option<Side>,
    holds: Option<Side>,
}

/// What came of a report.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
enum Standing {
    #[serde(rename = "reproduced")]
    Reproduced,
    #[serde(rename = "explained")]
    Explained,
    #[serde(rename = "refuted")]
    Refuted,
    #[serde(rename = "not-modelled")]
    NotModelled,
}

impl Standing {
    /// As the document says it.
    fn word(self) -> &'static str {
        match self {
            Standing::Reproduced => "reproduced",
            Standing::Explained => "explained",
            Standing::Refuted => "refuted",
            Standing::NotModelled => "not modelled",
        }
    }
}

/// A variant, and what is seen in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    variant: String,
    text: String,
}

/// A case that is run.
struct Played {
    case: Case,
    /// The scenario's file, from the root.
    file: String,
    scenario: Scenario,
    outcome: Outcome,
}

impl Case {
    /// The file of its scenario, from the root, and that file's text.
    fn file(&self) -> Option<(String, String)> {
        let id = self.scenario.as_deref()?;
        let Some(name) = id.strip_prefix(PREFIX) else {
            return Some((format!("public/scenarios/{id}.json"), scenario_text(id)));
        };
        let file = format!("public/field/{name}.json");
        let text = read(&file);
        Some((file, text))
    }
}

fn read(file: &str) -> String {
    let path = repository().join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn cases() -> Vec<Case> {
    let cases: Vec<Case> = serde_json::from_str(&read("public/field/index.json")).expect("a list");
    cases
}

/// Every case that has a scenario, run to its end once for all tests.
fn played() -> &'static [Played] {
    static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
        let played = |case: Case| {
            let (file, text) = case.file()?;
            let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
            let outcome = runner::run_all(&scenario, None, None);
            let outcome = outcome.unwrap_or_else(|error| panic!("{file}: {error}"));
            Some(Played {
                case,
                file,
                scenario,
                outcome,
            })
        };
        cases().into_iter().filter_map(played).collect()
    });
    &PLAYED
}

/// The reports of a case's runs by variant, as expectations read them.
fn reports(outcome: &Outcome) -> Map<String, Value> {
    let report = outcome.to_json();
    report["variants"].as_object().expect("reports").clone()
}

#[test]
fn every_case_shows_what_it_says() {
    for Played { file, outcome, .. } in played() {
        assert!(!outcome.verdicts.is_empty(), "{file} expects nothing");
        let lines: Vec<String> = outcome.verdicts.iter().map(Verdict::to_line).collect();
        assert!(outcome.holds(), "{file}: {lines:#?}");
    }
}

#[test]
fn an_expectation_that_is_turned_round_fails() {
    for played in played() {
        let reports = reports(&played.outcome);
        for goal in played.scenario.expect() {
            let not = Box::new(goal.clone());
            let turned = judge(&[Goal::Not(Not { not, text: None })], &reports);
            assert!(
                !turned.iter().all(Verdict::met),
                "{}: {goal:?}",
                played.file
            );
        }
    }
}

/// Else an expectation would hold whether or not the thing breaks.
#[test]
fn what_breaks_is_told_from_what_holds() {
    for played in played() {
        let Case { breaks, holds, .. } = &played.case;
        let Some((breaks, holds)) = breaks.as_ref().zip(holds.as_ref()) else {
            continue;
        };
        let mut reports = reports(&played.outcome);
        let [one, other] = [breaks, holds].map(|side| reports[&side.variant].clone());
        reports.insert(breaks.variant.clone(), other);
        reports.insert(holds.variant.clone(), one);
        let verdicts = judge(played.scenario.expect(), &reports);
        assert!(!verdicts.iter().all(Verdict::met), "{}", played.file);
    }
}

/// The same file is compared with the module (web/engine/worker/digests.test.ts).
#[test]
fn every_run_has_its_pinned_digest() {
    let mut lines = String::new();
    for Played { case, outcome, .. } in played() {
        let id = case.scenario.as_deref().expect("it is run");
        for run in outcome.variants.iter().filter(|_| id.starts_with(PREFIX)) {
            writeln!(lines, "{id} {} {}", run.name, digest_text(run.digest)).expect("a text");
        }
    }
    check_golden("field-digests.txt", &lines);
}

#[test]
fn the_index_has_every_file_and_says_what_the_file_says() {
    let cases = cases();
    let numbers: Vec<usize> = cases.iter().map(|case| case.number).collect();
    assert_eq!(numbers, (1..=cases.len()).collect::<Vec<_>>());
    let folder = fs::read_dir(repository().join("public/field")).expect("a folder");
    let names = folder.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("text")
    });
    let files: BTreeSet<String> = names.filter(|name| name != "index.json").collect();
    let listed = cases.iter().filter_map(|case| case.scenario.as_deref());
    let listed: BTreeSet<String> = listed
        .filter_map(|id| id.strip_prefix(PREFIX))
        .map(|name| format!("{name}.json"))
        .collect();
    assert_eq!(files, listed);
    for case in &cases {
        check_row(case);
    }
}

/// What a standing asks for is there, and texts that stand twice are the same.
fn check_row(case: &Case) {
    let name = format!("{} {:?}", case.number, case.reports);
    assert!(!case.reports.is_empty(), "{name}");
    let has = (case.breaks.is_some(), case.holds.is_some());
    let expected = match case.standing {
        Standing::Reproduced | Standing::Explained => (true, true),
        Standing::Refuted => (false, true),
        Standing::NotModelled => (false, false),
    };
    assert_eq!(has, expected, "{name}: what breaks, what holds");
    assert!(case.why.ends_with('.'), "{name}: says why");
    let Some((file, text)) = case.file() else {
        assert_eq!(case.standing, Standing::NotModelled, "{name}");
        return;
    };
    let scenario = Scenario::parse(&text).expect("it was run");
    let is_own = file.starts_with("public/field/");
    assert!(!is_own || scenario.title() == case.title, "{file}: title");
    assert!(!is_own || scenario.text() == case.why, "{file}: text");
    let prefix = format!("public/field/{:02}-", case.number);
    assert!(!is_own || file.starts_with(&prefix), "{file}: number");
    for side in [&case.breaks, &case.holds].into_iter().flatten() {
        let mut variants = scenario.variants().iter();
        let found = variants.find(|variant| variant.id == side.variant);
        let found = found.unwrap_or_else(|| panic!("{file}: no variant {}", side.variant));
        assert!(!is_own || found.text == side.text, "{file}: {}", found.id);
    }
}

const HEAD: &str = "# The track record

What people reported of real systems in public threads, told in our words, and what this model shows
of it. Projects and numbers name the threads; what a row says of runs is about this model alone. The
page lists the same under [From the field](../gallery/index.html). Made by a test from the files of
`public/field` and their runs: `UPDATE_GOLDEN=1 cargo test -p run --test it field`. How to add a
case: [adding](adding.md#a-report-from-the-field).

| standing | means |
|---|---|
| *reproduced* | set up as it was told, the run does it; another variant shows what helps |
| *explained* | shown by other means, with the arithmetic |
| *refuted* | set up as it was told, this model does not do it, and says what prevents it: that \
says nothing of the project |
| *not modelled* | what it needs is not here |

| # | report | what was reported | standing |
|---|---|---|---|
";

/// The document, from the cases and their runs.
fn document() -> String {
    let mut text = HEAD.to_string();
    for case in cases() {
        let Case { number, title, .. } = &case;
        let (of, standing) = (case.reports.join(", "), case.standing.word());
        let anchor = anchor(&heading(&case));
        writeln!(
            text,
            "| [{number}](#{anchor}) | {of} | {title} | *{standing}* |"
        )
        .expect("a text");
    }
    for case in cases() {
        let played = played().iter().find(|one| one.case.number == case.number);
        tell(&mut text, &case, played);
    }
    text
}

fn heading(Case { number, title, .. }: &Case) -> String {
    format!("{number}: {title}")
}

/// As the site and GitHub name a heading.
fn anchor(heading: &str) -> String {
    let kept = |sign: &char| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_');
    let lower = heading.to_lowercase();
    lower
        .chars()
        .filter(kept)
        .map(|sign| if sign == ' ' { '-' } else { sign })
        .collect()
}

fn tell(text: &mut String, case: &Case, played: Option<&Played>) {
    let (of, standing) = (case.reports.join(", "), case.standing.word());
    write!(text, "\n## {}\n\n{of}: *{standing}*\n", heading(case)).expect("a text");
    let sides = [("breaks", &case.breaks), ("holds", &case.holds)];
    let told = sides.map(|(word, side)| Some((word, side.as_ref()?)));
    if case.breaks.is_some() || case.holds.is_some() {
        text.push('\n');
    }
    for (word, side) in told.into_iter().flatten() {
        let id = case.scenario.as_deref().expect("a side has a scenario");
        let Side {
            variant,
            text: said,
        } = side;
        let address = format!("../index.html?scenario={id}&variant={variant}");
        writeln!(text, "- What {word} ([open it]({address})): {said}").expect("a text");
    }
    write!(text, "\n{}\n", case.why).expect("a text");
    let Some(played) = played else {
        return;
    };
    write!(text, "\n`raft-atlas run {}` says:\n\n```\n", played.file).expect("a text");
    for verdict in &played.outcome.verdicts {
        writeln!(text, "{}", verdict.to_line()).expect("a text");
    }
    text.push_str("```\n");
}

#[test]
fn the_document_is_made_from_the_cases() {
    crate::common::check_written("docs/track-record.md", &document(), "field");
}
