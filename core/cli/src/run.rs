//! `raft-atlas run`: every variant of a scenario, its report, and whether it is as expected.

use std::path::PathBuf;

use documents::scenario::Scenario;
use run::runner;
use run::runner::{Outcome, Second};

use crate::csv_files::CsvFiles;
use crate::exit::{EXIT_FAILED, EXIT_NOT_KNOWN, EXIT_OK};
use crate::input::{BadInput, Values, local_path, parse_until, read_measured};
use crate::out::{self, Stop, say};
use crate::progress::Progress;
use crate::{late, table};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas run public/scenarios/stale-leader.json
  raft-atlas run first-look.json --seed 7 --until 10s --json
  raft-atlas run two-cities.json --csv figures/
  raft-atlas run public/scenarios/follower-read.json --variant follower --seed 9
  raft-atlas run first-look.json --set settings.read_mode=lease --set workload[0].clients=50";

/// Options of `run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// Runs this variant alone. Of what the file expects that is judged which speaks of it alone.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// Ends the run at this instant, e.g. 10s. Expectations speak of the run as long as the file
    /// says, so they are not judged of one that ends elsewhere.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    until: Option<u64>,
    /// Leaves what is before this instant out of percentiles, rates and a month's cost, instead
    /// of the file's `measure_from`.
    #[arg(long, value_parser = parse_until, allow_hyphen_values = true)]
    measure_from: Option<u64>,
    #[command(flatten)]
    values: Values,
    /// Prints the report as JSON and nothing else.
    #[arg(long)]
    json: bool,
    /// Writes figures.csv, traffic.csv and latency.csv into this folder; docs/csv.md describes
    /// their columns.
    #[arg(long, value_name = "DIR", value_parser = local_path())]
    csv: Option<PathBuf>,
}

/// Runs, prints, and says whether everything held.
pub(crate) fn run(args: &Args) -> Result<u8, Stop> {
    let variant = args.variant.as_deref();
    let scenario = read_measured(&args.file, &args.values, variant, args.measure_from)?;
    let mut csv = args.csv.as_deref().map(CsvFiles::begin).transpose()?;
    late::warn(&args.file, &scenario);
    let outcome = run_all(args, &scenario, csv.as_mut())?;
    if let Some(csv) = csv {
        csv.end(&outcome)?;
    }
    if args.json {
        say!("{:#}", outcome.to_json())?;
    } else {
        out::print(format_args!("{}", table::outcome(&outcome)))?;
    }
    Ok(code(&outcome))
}

/// Runs every variant second by second, for the bar and the files; that changes nothing in them.
fn run_all(
    args: &Args,
    scenario: &Scenario,
    mut csv: Option<&mut CsvFiles>,
) -> Result<Outcome, BadInput> {
    let mut unwritten = None;
    let mut progress: Option<Progress> = None;
    let look = |second: &Second<'_>| {
        let bar = progress.get_or_insert_with(|| {
            let template = "{bar:30} {percent}% of {msg}, {eta} left";
            Progress::new(second.all_us, template)
        });
        bar.at(second.done_us, second.variant);
        if let Some(csv) = csv.as_deref_mut() {
            unwritten = csv.second(second).err();
        }
        unwritten.is_none()
    };
    let outcome = runner::run_all_seen(scenario, args.seed, args.until, look);
    let outcome = outcome.map_err(|error| BadInput(error.to_string()))?;
    unwritten.map_or(Ok(outcome), Err)
}

fn code(outcome: &Outcome) -> u8 {
    match (outcome.holds(), outcome.is_judged()) {
        (true, true) => EXIT_OK,
        (true, false) => EXIT_NOT_KNOWN,
        (false, _) => EXIT_FAILED,
    }
}
