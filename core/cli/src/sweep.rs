//! `raft-atlas sweep`: a scenario over many values and seeds. What a sweep is, the crate of that
//! name knows; here are its options, and which of its works is asked for.

mod report;
mod work;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use experiments::folder::{Given, SweepFolder};
use experiments::sweep::Plan;

use crate::clock::Stopwatch;
use crate::exit::EXIT_OK;
use crate::input::local_path;
use crate::out::{Stop, say};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas sweep public/sweeps/read-modes.json --plan
  raft-atlas sweep public/sweeps/read-modes.json --out read-modes
  raft-atlas sweep report read-modes";

/// Values of an axis that are listed.
const LISTED_MAX: usize = 12;
/// What a run takes is known well enough after so long,
const TIMED: Duration = Duration::from_millis(500);
/// or after so many.
const TIMED_MAX: u32 = 50;

/// Options of `sweep`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// A sweep file; docs/sweeps.md describes it.
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Says how many runs it is and about how long they take, and runs but one.
    #[arg(long)]
    plan: bool,
    /// Runs what is not there yet, and puts the rows into this folder. A sweep that was stopped or
    /// killed goes on by the same command.
    #[arg(
        long,
        value_name = "DIR",
        value_parser = local_path(),
        required_unless_present = "plan",
        conflicts_with = "plan"
    )]
    out: Option<PathBuf>,
    /// Runs at once; as many as there are cores by default. The rows are the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What else there is to do with sweeps.
#[derive(clap::Subcommand)]
enum What {
    /// Prints the table by point, which points keep the limits, and which of these no other is
    /// better than.
    Report(report::Args),
}

impl Args {
    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(crate) fn sweep(args: &Args) -> Result<u8, Stop> {
    if let Some(What::Report(args)) = &args.what {
        return report::report(args);
    }
    let file = args.file.as_deref().expect("clap asks for it");
    let given = Given::read(file)?;
    match &args.out {
        None => plan(&given.plan, args.threads())?,
        Some(out) => {
            let folder = SweepFolder::begin(out, &given)?;
            let done = work::work(&given.plan, &folder, args.threads())?;
            let (runs, path) = (given.plan.runs(), folder.runs_path());
            say!(
                "{runs} runs in {}, {done} of them made now; digest of all: {}",
                path.display(),
                folder.digest()?
            )?;
            say!("what they say: raft-atlas sweep report {}", out.display())?;
        }
    }
    Ok(EXIT_OK)
}

/// How many runs there are, and about how long they take.
fn plan(plan: &Plan, threads: usize) -> Result<(), Stop> {
    say!("{}", plan.sweep().title)?;
    let met: Vec<&str> = plan.circumstances().collect();
    for (name, values) in plan.axes() {
        let role = if met.contains(&name) {
            ", a circumstance"
        } else {
            ""
        };
        say!("  {name}: {} ({}){role}", listed(&values), values.len())?;
    }
    let left_out = match plan.left_out() {
        0 => String::new(),
        count => format!(", {count} left out"),
    };
    say!("  points   {}{left_out}", plan.points())?;
    say!("  seeds    {}", plan.seeds().len())?;
    say!("  runs     {}", plan.runs())?;
    let (timed, seconds) = one_run(plan);
    say!("  one run  {seconds:.4} s, the mean of {timed}")?;
    let all = seconds * plan.runs() as f64 / threads as f64;
    say!("  in all   about {} on {threads} cores", long(all))
}

/// All values, or the first and the last of many.
fn listed(values: &[String]) -> String {
    match values {
        [first @ .., last] if first.len() >= LISTED_MAX => {
            format!("{}, … {last}", first[..LISTED_MAX - 1].join(", "))
        }
        all => all.join(", "),
    }
}

/// How many were run, and how long one took: one in the middle of the plan, since the first may be
/// the cheapest of all, and where that is over at once, others on the way to its end.
fn one_run(plan: &Plan) -> (u32, f64) {
    let middle = plan.runs() / 2;
    let step = (middle / u64::from(TIMED_MAX)).max(1);
    let watch = Stopwatch::start();
    let mut timed = 0;
    let mut run = middle;
    loop {
        plan.row(run);
        timed += 1;
        run += step;
        let is_enough = watch.passed() >= TIMED || timed == TIMED_MAX || run >= plan.runs();
        if is_enough {
            return (timed, watch.passed().as_secs_f64() / f64::from(timed));
        }
    }
}

fn long(seconds: f64) -> String {
    match seconds {
        few if few < 120.0 => format!("{few:.1} s"),
        some if some < 7200.0 => format!("{:.0} min", some / 60.0),
        many => format!("{:.1} h", many / 3600.0),
    }
}
