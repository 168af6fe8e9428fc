//! `raft-atlas compare`: two variants of a scenario, figure by figure.

use std::fmt::Write;
use std::path::PathBuf;

use documents::scenario::Scenario;
use format::shown::Unit;
use report::compare::{Comparison, compare as compare_sides};
use report::compare::{Row, Side};
use run::runner;

use crate::exit::EXIT_OK;
use crate::input::{BadInput, Values, parse_until, read_measured};
use crate::out::{self, Stop, say};
use crate::table::{bytes, millis, seconds};

/// Options of `compare`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// Two variants, e.g. leader,follower. The first two of the file if not given.
    #[arg(long, value_delimiter = ',', num_args = 1)]
    variants: Vec<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// The instant to which both run, e.g. 10s. The scenario's end if not given.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    until: Option<u64>,
    /// Leaves what is before this instant out of percentiles, rates and a month's cost, instead
    /// of the file's `measure_from`.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    measure_from: Option<u64>,
    #[command(flatten)]
    values: Values,
    /// Prints the comparison as JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Runs two variants to the same instant and prints how they differ.
pub(crate) fn compare(args: &Args) -> Result<u8, Stop> {
    let scenario = read_measured(&args.file, &args.values, None, args.measure_from)?;
    let [a, b] = chosen(&scenario, &args.variants)?;
    let bad = |error: &dyn std::fmt::Display| BadInput(error.to_string());
    let resolved = [&a, &b].map(|name| scenario.resolve(Some(name), args.seed));
    let [a, b] = resolved;
    let (a, b) = (
        a.map_err(|error| bad(&error))?,
        b.map_err(|error| bad(&error))?,
    );
    let until_us = args.until.unwrap_or(a.duration_us.max(b.duration_us));
    let side = |resolved| {
        let summary = runner::run(resolved, until_us);
        Side::new(&summary.name, &summary.to_json()).map_err(BadInput)
    };
    let comparison = compare_sides(&side(&a)?, &side(&b)?).map_err(BadInput)?;
    if args.json {
        say!("{:#}", comparison.to_json())?;
    } else {
        out::print(format_args!("{}", text(scenario.title(), &comparison)))?;
    }
    Ok(EXIT_OK)
}

/// The two variants that are named, or the first two.
fn chosen(scenario: &Scenario, named: &[String]) -> Result<[String; 2], BadInput> {
    let known: Vec<&str> = scenario.variants().iter().map(|v| v.id.as_str()).collect();
    match (named, known.as_slice()) {
        ([a, b], _) => Ok([a.clone(), b.clone()]),
        ([], [a, b, ..]) => Ok([(*a).to_string(), (*b).to_string()]),
        ([], _) => Err(BadInput(format!(
            "found a scenario of {} variants, expected at least two to compare",
            known.len()
        ))),
        (names, _) => Err(BadInput(format!(
            "--variants: found {}, expected two, e.g. leader,follower",
            names.len()
        ))),
    }
}

/// The comparison as a table.
fn text(title: &str, comparison: &Comparison) -> String {
    let mut text = format!(
        "{title}: {} and {} at {} s\n",
        comparison.a,
        comparison.b,
        seconds(comparison.simulated_us)
    );
    for differs in &comparison.differs {
        let _ = writeln!(text, "{differs}");
    }
    let mut group = None;
    for (place, row) in comparison.rows.iter().enumerate() {
        if group != Some(&row.title) {
            group = Some(&row.title);
            let (title, a, b) = (&row.title, &comparison.a, &comparison.b);
            let _ = writeln!(
                text,
                "\n{title:<24} {a:>16} {b:>16} {:>14} {:>18}",
                "difference", "the second has"
            );
        }
        let mark = if comparison.largest == Some(place) {
            "  <"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "  {:<22} {:>16} {:>16} {:>14} {:>18}{mark}",
            row.name,
            figure(row.unit, row.a),
            figure(row.unit, row.b),
            signed(row),
            ratio_words(row)
        );
    }
    text.push('\n');
    if let Some(row) = comparison.proof.map(|place| &comparison.rows[place]) {
        let [a, b] = [row.a, row.b].map(|value| figure(row.unit, value));
        let (group, name, ratio) = (&row.title, &row.name, ratio_words(row));
        let _ = writeln!(
            text,
            "What the scenario is about: {group}, {name}: {a} and {b} ({ratio})"
        );
    }
    let _ = writeln!(text, "The greatest difference (<): {}", comparison.reason);
    text
}

/// A figure with its unit; "-" where a run has none.
fn figure(unit: Unit, value: Option<f64>) -> String {
    let Some(value) = value else {
        return "-".to_string();
    };
    match unit {
        Unit::Bytes => bytes(value as u64),
        Unit::Us => format!("{} ms", millis(value as u64)),
        Unit::Usd => format!("{value:.9} USD"),
        Unit::Count | Unit::Ratio | Unit::Percent => format!("{value}"),
    }
}

/// By how much the second run's figure is more or less: "257 times less", "12 % more".
fn ratio_words(row: &Row) -> String {
    let Some(ratio) = row.ratio else {
        return "-".to_string();
    };
    let (times, word) = match ratio {
        1.0 => return "the same".to_string(),
        0.0 => return "none".to_string(),
        more if more > 1.0 => (more, "more"),
        less => (less.recip(), "less"),
    };
    if times < 2.0 {
        return format!("{:.1} % {word}", (ratio - 1.0).abs() * 100.0);
    }
    let digits = match times {
        small if small < 10.0 => 2,
        middle if middle < 100.0 => 1,
        _ => 0,
    };
    format!("{times:.digits$} times {word}")
}

fn signed(row: &Row) -> String {
    let Some(difference) = row.difference else {
        return "-".to_string();
    };
    let sign = match difference {
        0.0 => "",
        difference if difference < 0.0 => "-",
        _ => "+",
    };
    format!("{sign}{}", figure(row.unit, Some(difference.abs())))
}
