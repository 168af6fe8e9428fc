//! `raft-atlas real`: what a real cluster measured beside the simulated run of the same scenario.

use std::path::PathBuf;

use documents::scenario::Scenario;
use run::fidelity::{Wanted, reports};
use run::measured::{Beside, BesideUnit, Measured};
use serde_json::{Value, json};

use crate::exit::EXIT_OK;
use crate::fidelity::built_in;
use crate::input::{BadInput, lines_of, named, read_scenario, read_text};
use crate::out::{Stop, say};
use crate::table::bytes;

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  npm run real -- etcd public/scenarios/first-look.json --out first-look.json
  raft-atlas real first-look.json
  raft-atlas real measured.json --scenario my-scenario.json --json";

/// Name and version of what `--json` prints.
const FORMAT: &str = "raft-atlas-real-report/1";

/// From this ratio on, or below its inverse, a row is marked.
const DIFFERS: f64 = 1.1;

/// Options of `real`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What `npm run real` wrote.
    result: PathBuf,
    /// The scenario; by default the one of its name that this program was built with, or the one
    /// in the folder `scenarios` beside the result's folder.
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// Prints JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Runs the scenario that was measured and prints both, figure by figure.
pub(crate) fn real(args: &Args) -> Result<u8, Stop> {
    let text = read_text(&args.result)?;
    let bad = |error| BadInput(lines_of(&named(&args.result), &text, &error));
    let result = Measured::parse(&text).map_err(bad)?;
    let scenario = scenario_of(args, &result)?;
    let bad = |error| BadInput(lines_of(&result.scenario, "", &error));
    let wanted = Wanted {
        variant: &result.variant,
        seed: None,
    };
    let reports = reports(&scenario, [wanted]).map_err(bad)?;
    let rows = result.beside(&reports[&result.variant]);
    if args.json {
        let rows: Vec<Value> = rows.iter().map(row_json).collect();
        say!("{:#}", json!({ "format": FORMAT, "rows": rows }))?;
    } else {
        table(&result, &rows)?;
    }
    Ok(EXIT_OK)
}

/// The scenario that was measured.
fn scenario_of(args: &Args, result: &Measured) -> Result<Scenario, BadInput> {
    if let Some(file) = &args.scenario {
        return read_scenario(file);
    }
    if let Some(built_in) = built_in(&result.scenario) {
        return built_in;
    }
    let folder = args.result.parent().and_then(|folder| folder.parent());
    let beside = folder.map(|folder| folder.join(format!("scenarios/{}.json", result.scenario)));
    match beside {
        Some(file) if file.exists() => read_scenario(&file),
        _ => Err(BadInput(format!(
            "{}: found the scenario {:?}, which is not built in, expected --scenario",
            named(&args.result),
            result.scenario
        ))),
    }
}

fn row_json(row: &Beside) -> Value {
    let (least, most) = row.span();
    json!({
        "figure": row.figure,
        "simulated": row.simulated,
        "measured": row.median(),
        "least": least,
        "most": most,
        "ratio": row.ratio(),
    })
}

/// Where it was measured, a line for each figure, and what was left out.
fn table(result: &Measured, rows: &[Beside]) -> Result<(), Stop> {
    let Measured {
        scenario, variant, ..
    } = result;
    say!(
        "{scenario}, {variant}: {} {} on {}, {} cores, {}",
        result.system,
        result.versions.etcd,
        result.machine.cpu,
        result.machine.cores,
        result.date
    )?;
    say!(
        "{} runs count; {} do not, because the machine was too busy",
        result.runs.len(),
        result.refused_runs
    )?;
    say!(
        "\n  {:<28} {:>12} {:>12} {:>25} {:>6}",
        "figure",
        "simulated",
        "measured",
        "least to most",
        "ratio"
    )?;
    for row in rows {
        let none = || "-".to_string();
        let (least, most) = row.span();
        let ratio = row.ratio();
        let differs = ratio.is_some_and(|ratio| !(1.0 / DIFFERS..=DIFFERS).contains(&ratio));
        say!(
            "  {:<28} {:>12} {:>12} {:>25} {:>6}{}",
            row.figure,
            row.simulated
                .map_or_else(none, |value| shown(value, row.unit)),
            shown(row.median(), row.unit),
            format!("{} to {}", shown(least, row.unit), shown(most, row.unit)),
            ratio.map_or_else(none, |ratio| format!("{ratio:.2}")),
            if differs { "  <" } else { "" }
        )?;
    }
    say!("\nratio: simulated by the median of the measured; < = more than 10 % apart")?;
    for sentence in &result.left_out {
        say!("not carried over: {sentence}")?;
    }
    for run in &result.runs {
        for sentence in &run.not_done {
            say!("not done: {sentence}")?;
        }
    }
    Ok(())
}

/// A figure for a person.
fn shown(value: f64, unit: BesideUnit) -> String {
    match unit {
        BesideUnit::Us => format!("{:.2} ms", value / 1e3),
        BesideUnit::Count => format!("{value}"),
        BesideUnit::Bytes => bytes(value as u64),
    }
}
