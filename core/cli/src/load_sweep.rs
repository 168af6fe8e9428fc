//! `raft-atlas load-sweep`: one scenario at a series of loads, its throughput against its latency.

use std::fmt::Write;
use std::path::PathBuf;

use documents::scenario::{LOADS_PERCENT, POINTS_MAX, Scenario, at_load, loads};
use report::curve::LoadCurve;

use crate::exit::EXIT_OK;
use crate::input::{BadInput, lines_of, named, read_text};
use crate::out::{self, Stop, say};
use crate::table::millis;

/// Options of `load-sweep`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// A variant; the first if not given.
    #[arg(long)]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// How many loads, from a tenth of the file's to twice it.
    #[arg(long, default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(2..=i64::from(POINTS_MAX)))]
    points: u32,
    /// These loads instead, in percent of the file's.
    #[arg(long, value_delimiter = ',', conflicts_with = "points",
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    loads: Vec<u32>,
    /// Prints the curve as JSON and nothing else.
    #[arg(long)]
    json: bool,
    /// Prints the scenario file of one of these loads, in percent, and runs nothing.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    file_at: Option<u32>,
}

/// Runs every load to the end of its file and prints the curve.
pub(crate) fn load_sweep(args: &Args) -> Result<u8, Stop> {
    let text = read_text(&args.file)?;
    let bad = |error: &_| BadInput(lines_of(&named(&args.file), &text, error));
    let scenario = Scenario::parse(&text).map_err(|error| bad(&error))?;
    let first = scenario
        .variants()
        .first()
        .map(|variant| variant.id.clone());
    let variant = args.variant.clone().or(first);
    let variant = variant.as_deref();
    if let Some(percent) = args.file_at {
        let file = at_load(&text, variant, args.seed, "[]", percent);
        say!("{}", file.map_err(|error| bad(&error))?)?;
        return Ok(EXIT_OK);
    }
    let percents = if args.loads.is_empty() {
        loads(args.points)
    } else {
        args.loads.clone()
    };
    let found = run::load_sweep::load_sweep(&text, variant, args.seed, "[]", &percents);
    let found = found.map_err(|error| bad(&error))?;
    if args.json {
        let json = serde_json::to_value(&found).expect("a curve is plain data");
        say!("{json:#}")?;
    } else {
        out::print(format_args!(
            "{}",
            curve_text(scenario.title(), variant, &found)
        ))?;
    }
    Ok(EXIT_OK)
}

/// The curve as a table.
fn curve_text(title: &str, variant: Option<&str>, found: &LoadCurve) -> String {
    let of = variant.map_or_else(String::new, |id| format!(", {id}"));
    let (least, most) = LOADS_PERCENT;
    let mut text = format!("{title}{of}: from {least} to {most} % of its load\n\n");
    let head = [
        "load",
        "ok/s",
        "in flight",
        "mean ms",
        "p50 ms",
        "p99 ms",
        "no answer",
    ];
    let head: String = head.map(|name| format!(" {name:>10}")).concat();
    let _ = writeln!(text, "{head}  busiest");
    for (place, point) in found.points.iter().enumerate() {
        let us = |us: f64| millis(us.round() as u64);
        let busiest = point.resource.as_deref().unwrap_or("-");
        let mark = if found.best == Some(place as u32) {
            "  < best"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            " {:>8} % {:>10.0} {:>10.1} {:>10} {:>10} {:>10} {:>10}  {busiest} {:.0} %{mark}",
            point.percent,
            point.qps,
            point.in_flight,
            us(point.mean_us),
            us(point.p50_us),
            us(point.p99_us),
            point.unanswered,
            point.used * 100.0,
        );
    }
    let predicted = found
        .predicted_from
        .map(|place| &found.points[place as usize]);
    if let Some(point) = predicted {
        let _ = writeln!(
            text,
            "\nCeiling: {:.0}/s, where {} is full (from {} % of the load, where it is {:.0} % busy).",
            found.ceiling_qps,
            point.resource.as_deref().unwrap_or("-"),
            point.percent,
            point.used * 100.0
        );
        let _ = writeln!(
            text,
            "Knee: {:.1} requests in flight, {:.0}/s times {} ms without queues.",
            found.knee_in_flight,
            found.ceiling_qps,
            millis(found.base_us.round() as u64)
        );
    }
    text
}
