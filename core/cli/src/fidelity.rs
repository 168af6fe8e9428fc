//! `raft-atlas fidelity`: published figures beside our own, and where each stands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use documents::scenario::Scenario;
use run::fidelity::{Compared, reports};
pub(crate) use run::fidelity::{List, Published, Row, Standing, Unit};
use serde_json::{Value, json};

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::input::{BadInput, lines_of, named, read_scenario, read_text};
use crate::out::{Stop, say};

/// The list of published figures.
const LIST: &str = include_str!("../../../public/fidelity.json");

/// Scenarios by their names.
macro_rules! built_in {
    ($($id:literal)+) => {
        [$(($id, include_str!(concat!("../../../public/scenarios/", $id, ".json")))),+]
    };
}

/// The scenarios that the list names.
const BUILT_IN: [(&str, &str); 21] = built_in! {
    "bounded-staleness" "cross-az-scan" "delta-encoding" "first-look" "follower-read"
    "follower-replication" "group-commit" "interactive-transaction" "ladder" "lease-unsafe"
    "location-affinity" "members-change" "one-rtt-read" "one-way-cut" "same-city"
    "snapshot-from-neighbour" "two-cities" "ycsb-s1" "ycsb-s2" "ycsb-s3" "ycsb-s4"
};

/// Name and version of what `--json` prints.
const FORMAT: &str = "raft-atlas-fidelity-report/1";

/// Options of `fidelity`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A list of published figures; the one that this program was built with by default.
    file: Option<PathBuf>,
    /// Where the scenarios are; by default the folder `scenarios` beside the list, or those that
    /// this program was built with.
    #[arg(long)]
    scenarios: Option<PathBuf>,
    /// Only the figures of this scenario, by its name in the list.
    #[arg(long, value_name = "SCENARIO")]
    of: Option<String>,
    /// Prints JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Runs what the list names, prints, and says whether every figure is within its band.
pub(crate) fn fidelity(args: &Args) -> Result<u8, Stop> {
    let mut list = read_list(args.file.as_deref())?;
    // All of them are read before the first runs.
    let mut scenarios = BTreeMap::new();
    for id in list.runs().into_keys() {
        scenarios.insert(id.to_string(), read_one(args, id)?);
    }
    if let Some(of) = &args.of {
        if !scenarios.contains_key(of) {
            let known: Vec<&str> = scenarios.keys().map(String::as_str).collect();
            let known = known.join(", ");
            let text = format!("--of: found {of:?}, expected one of {known}");
            return Err(Stop::BadInput(text));
        }
        let is_of = |row: &Row| row.ours.as_ref().is_some_and(|ours| ours.scenario == *of);
        list.rows.retain(is_of);
    }
    let mut by_scenario = BTreeMap::new();
    for (id, runs) in list.runs() {
        let bad = |error| BadInput(lines_of(id, "", &error));
        let reports = reports(&scenarios[id], runs).map_err(bad)?;
        by_scenario.insert(id.to_string(), reports);
    }
    let compared = list.compare(&by_scenario);
    if args.json {
        let rows = list.rows.iter().zip(&compared);
        let rows: Vec<Value> = rows.map(|(row, found)| row_json(row, found)).collect();
        say!("{:#}", json!({ "format": FORMAT, "rows": rows }))?;
    } else {
        table(&list, &compared)?;
    }
    let is_outside = |found: &Compared| found.is_within == Some(false);
    Ok(if compared.iter().any(is_outside) {
        EXIT_FAILED
    } else {
        EXIT_OK
    })
}

/// The list of a file, or the one that is built in.
fn read_list(file: Option<&Path>) -> Result<List, BadInput> {
    let (name, text) = match file {
        Some(file) => (named(file), read_text(file)?),
        None => ("the list that is built in".to_string(), LIST.to_string()),
    };
    List::parse(&text).map_err(|error| BadInput(lines_of(&name, &text, &error)))
}

/// A scenario that the list names: of the folder that goes with the list, or built in.
fn read_one(args: &Args, id: &str) -> Result<Scenario, BadInput> {
    let beside = || {
        args.file
            .as_deref()?
            .parent()
            .map(|folder| folder.join("scenarios"))
    };
    if let Some(folder) = args.scenarios.clone().or_else(beside) {
        return read_scenario(&folder.join(format!("{id}.json")));
    }
    built_in(id).unwrap_or_else(|| {
        Err(BadInput(format!(
            "found the scenario {id:?}, which is not built in, expected --scenarios"
        )))
    })
}

/// A scenario that this program was built with, by its name.
pub(crate) fn built_in(id: &str) -> Option<Result<Scenario, BadInput>> {
    let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == id)?;
    let bad = |error| BadInput(lines_of(id, text, &error));
    Some(Scenario::parse(text).map_err(bad))
}

fn row_json(row: &Row, found: &Compared) -> Value {
    let span = |published: &Published| json!([published.from, published.most()]);
    json!({
        "id": row.id,
        "standing": row.standing.id(),
        "published": row.published.as_ref().map(span),
        "value": found.value,
        "ratio": found.ratio,
        "within": found.is_within,
        "over_seeds": found.over_seeds,
    })
}

/// A line for each figure, by source, and a last one that counts.
fn table(list: &List, compared: &[Compared]) -> Result<(), Stop> {
    for source in &list.sources {
        let year = source
            .year
            .map(|year| format!(", {year}"))
            .unwrap_or_default();
        say!("{} ({}{year})", source.title, source.by)?;
        say!(
            "  {:<52} {:>16} {:>10} {:>6} {:>11}  standing",
            "figure",
            "published",
            "ours",
            "ratio",
            "band"
        )?;
        let rows = list.rows.iter().zip(compared);
        for (row, found) in rows.filter(|(row, _)| row.source == source.id) {
            line(row, found)?;
        }
        say!("")?;
    }
    let count = |is_it: &dyn Fn(&Row, &Compared) -> bool| {
        let rows = list.rows.iter().zip(compared);
        rows.filter(|(row, found)| is_it(row, found)).count()
    };
    let standing = |standing: Standing| count(&|row, _| row.standing == standing);
    say!(
        "{} figures: {} measured, {} predicted, {} fitted, {} not modelled; {} outside their bands",
        list.rows.len(),
        standing(Standing::Measured),
        standing(Standing::Predicted),
        standing(Standing::Fitted),
        standing(Standing::NotModelled),
        count(&|_, found| found.is_within == Some(false))
    )
}

fn line(row: &Row, found: &Compared) -> Result<(), Stop> {
    let none = || "-".to_string();
    let ours = found
        .value
        .map_or_else(none, |value| figure(value, row.unit));
    let ratio = found.ratio.map_or_else(none, |ratio| format!("{ratio:.2}"));
    let published = row.published.as_ref();
    let published = published.map_or_else(none, |published| published.text.clone());
    let band = row.band.as_ref();
    let band = band.map_or_else(none, |band| format!("{}..{}", band.at_least, band.at_most));
    let mark = if found.is_within == Some(false) {
        "OUTSIDE"
    } else {
        ""
    };
    let seeds = row.ours.as_ref().and_then(|ours| ours.seeds);
    let seeds = seeds.map_or_else(String::new, |seeds| format!("median of {seeds} seeds "));
    let title = format!(
        "{:<52} {published:>16} {ours:>10} {ratio:>6} {band:>11}",
        row.title
    );
    say!(
        "  {title}  {:<12} {seeds}{mark}",
        row.standing.id().replace('_', " ")
    )
}

/// A figure for a person.
fn figure(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Us => format!("{:.2} ms", value / 1e3),
        Unit::PerSecond if value >= 100.0 => format!("{value:.0}/s"),
        Unit::PerSecond => format!("{value:.1}/s"),
        Unit::Count => format!("{value}"),
        Unit::Ratio => format!("{value:.3}"),
        Unit::Share => format!("{:.1} %", value * 100.0),
    }
}
