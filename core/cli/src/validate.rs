//! `raft-atlas validate`: what is wrong with files, each judged as what its `format` says it is.

use std::path::{Path, PathBuf};

use advice::Extent;
use clap::ValueEnum as _;
use documents::challenge::Challenge;
use documents::lesson::Lesson;
use documents::scenario::Scenario;
use experiments::folder::Given;
use format::error::ScenarioError;
use format::json::parse_json;
use run::fidelity::List;
use run::measured::Measured;
use serde_json::Value;

use crate::exit::EXIT_OK;
use crate::input::{BadInput, lines_of, named, read_text};
use crate::out::{Stop, say};
use crate::{late, table};

/// A kind of file, which has a format and a schema.
#[derive(Copy, Clone, Debug, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Scenario files.
    Scenario,
    /// Lesson files.
    Lesson,
    /// Challenge files.
    Challenge,
    /// The list of published figures.
    Fidelity,
    /// Sweep files.
    Sweep,
    /// Forms of `advise`.
    Advice,
    /// Results of real clusters.
    Real,
}

impl Kind {
    /// The JSON Schema of such files.
    pub(crate) fn schema(self) -> Value {
        match self {
            Kind::Scenario => documents::scenario::schema(),
            Kind::Challenge => documents::challenge::schema(),
            Kind::Lesson => documents::lesson::schema(),
            Kind::Sweep => experiments::sweep::schema(),
            Kind::Advice => advice::schema(),
            Kind::Fidelity => run::fidelity::schema(),
            Kind::Real => run::measured::schema(),
        }
    }

    /// The kind whose schema has this format for its id. A file that says none is read as a
    /// scenario, which tells that.
    fn of(text: &str) -> Result<Self, ScenarioError> {
        let tree = parse_json(text)?;
        let Some(Value::String(format)) = tree.get("format") else {
            return Ok(Kind::Scenario);
        };
        let kinds = Kind::value_variants().iter();
        let ids: Vec<_> = kinds
            .map(|kind| (kind, kind.schema()["$id"].clone()))
            .collect();
        let known = ids.iter().find(|(_, id)| id == format.as_str());
        known.map(|(kind, _)| **kind).ok_or_else(|| {
            let expected: Vec<String> = ids.iter().map(|(_, id)| id.to_string()).collect();
            let expected = expected.join(", ");
            ScenarioError::at(
                "format",
                format!("found {format:?}, expected one of {expected}"),
            )
        })
    }
}

/// Complains about every bad file, not only the first.
pub(crate) fn validate(files: &[PathBuf]) -> Result<u8, Stop> {
    let mut complaints = Vec::new();
    for file in files {
        let judged = read_text(file).and_then(|text| judge(file, &text));
        match judged {
            Ok(Some(scenario)) => {
                say!("{}: ok", named(file))?;
                for variant in scenario.variants() {
                    say!("  {}", table::heading(&variant.id, &variant.title))?;
                }
                for (variant, doubt) in scenario.doubts() {
                    let of = if variant.is_empty() {
                        String::new()
                    } else {
                        format!("{variant}: ")
                    };
                    say!("  warning: {of}{doubt}")?;
                }
                late::warn(file, &scenario);
            }
            Ok(None) => say!("{}: ok", named(file))?,
            Err(BadInput(message)) => complaints.push(message),
        }
    }
    match complaints.as_slice() {
        [] => Ok(EXIT_OK),
        _ => Err(Stop::BadInput(complaints.join("\n"))),
    }
}

/// What is wrong with the file, if anything; the scenario that it is, if it is one.
fn judge(file: &Path, text: &str) -> Result<Option<Scenario>, BadInput> {
    let bad = |error: ScenarioError| BadInput(lines_of(&named(file), text, &error));
    match Kind::of(text).map_err(bad)? {
        Kind::Scenario => return Scenario::parse(text).map(Some).map_err(bad),
        Kind::Lesson => drop(Lesson::parse(text).map_err(bad)?),
        Kind::Challenge => drop(Challenge::parse(text).map_err(bad)?),
        Kind::Fidelity => drop(List::parse(text).map_err(bad)?),
        Kind::Real => drop(Measured::parse(text).map_err(bad)?),
        // The scenario that it names is read too.
        Kind::Sweep => drop(Given::of(file, text)?),
        Kind::Advice => drop(advice::plan(text, Extent::Whole).map_err(bad)?),
    }
    Ok(None)
}
