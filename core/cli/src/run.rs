//! `raft-atlas run`: every variant of a scenario, its report, and whether it is as expected.

use std::path::PathBuf;

use scenario::runner::{self, Outcome};

use crate::input::{BadInput, parse_until, read_measured};
use crate::out::{self, Stop, say};
use crate::{EXIT_FAILED, EXIT_OK, table};

/// Options of `run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// Ends the run at this instant, e.g. 10s. Expectations speak of the whole run, so they are
    /// not judged.
    #[arg(long, value_parser = parse_until)]
    until: Option<u64>,
    /// Leaves what is before this instant out of percentiles, rates and a month's cost, instead
    /// of the file's `measure_from`.
    #[arg(long, value_parser = parse_until)]
    measure_from: Option<u64>,
    /// Prints the report as JSON and nothing else.
    #[arg(long)]
    json: bool,
}

/// Runs, prints, and says whether everything held.
pub(crate) fn run(args: &Args) -> Result<u8, Stop> {
    let scenario = read_measured(&args.file, args.measure_from)?;
    let outcome = runner::run_all(&scenario, args.seed, args.until)
        .map_err(|error| BadInput(error.to_string()))?;
    if args.json {
        say!("{:#}", outcome.to_json())?;
    } else {
        out::print(format_args!("{}", table::outcome(&outcome)))?;
    }
    Ok(code(&outcome))
}

fn code(outcome: &Outcome) -> u8 {
    if outcome.holds() {
        EXIT_OK
    } else {
        EXIT_FAILED
    }
}
