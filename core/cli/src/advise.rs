//! `raft-atlas advise`: which setting for a network. What a form becomes and what its runs say, the
//! crate `advice` knows; here the runs are made, on all cores, or taken from a sweep's folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use advice::{AdvicePlan, Extent, Seen};
use documents::scenario::Scenario;
use experiments::sweep::{Cell, Plan, Row, Table};
use format::json::parse_json;
use serde_json::{Value, json};

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::input::{BadInput, lines_of, local_path, named, read_text};
use crate::out::{self, Stop, say};
use crate::progress::Progress;
use experiments::folder::SweepFolder;
use terminal::advice_text;

mod terminal;

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas advise public/advice/three-cities.json
  raft-atlas advise form.json --sweep sweep.json
  raft-atlas sweep sweep.json --out runs && raft-atlas advise form.json --from runs";

/// As the main thread has it: a scenario is as deep here as there.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Options of `advise`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A form; docs/advice.md describes it.
    file: PathBuf,
    /// Writes the sweep that tries the settings into this file, and runs nothing.
    #[arg(long, value_name = "FILE", value_parser = local_path(), conflicts_with_all = ["from", "json"])]
    sweep: Option<PathBuf>,
    /// Takes the runs of a sweep's folder, made with that file, instead of making them.
    #[arg(long, value_name = "DIR", value_parser = local_path(), conflicts_with = "part")]
    from: Option<PathBuf>,
    /// Runs as much of the form as a page does, instead of all of it.
    #[arg(long)]
    part: bool,
    /// Prints the answer as JSON and nothing else.
    #[arg(long)]
    json: bool,
    /// Runs at once; as many as there are cores by default. The answer is the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs a form's settings and says which to take: 0 if one keeps every limit, 1 if none does.
pub(crate) fn advise(args: &Args) -> Result<u8, Stop> {
    let text = read_text(&args.file)?;
    let extent = if args.part {
        Extent::Page
    } else {
        Extent::Whole
    };
    let plan = advice::plan(&text, extent);
    let plan = plan.map_err(|error| BadInput(lines_of(&named(&args.file), &text, &error)))?;
    if let Some(file) = &args.sweep {
        let written = fs::write(file, &plan.sweep);
        written.map_err(|error| Stop::UnwrittenFile(file.clone(), error))?;
        let runs = plan.settings.len() * plan.seeds.len();
        say!("{runs} runs: raft-atlas sweep {} --out DIR", file.display())?;
        return Ok(EXIT_OK);
    }
    let seen = match &args.from {
        Some(dir) => from_folder(&plan, dir)?,
        None => run(&plan, args.threads()),
    };
    let answer = plan.answer(&seen);
    if args.json {
        say!("{:#}", json!(answer))?;
    } else {
        out::print(format_args!("{}", advice_text(&plan, &answer)))?;
    }
    Ok(if answer.recommended.is_some() {
        EXIT_OK
    } else {
        EXIT_FAILED
    })
}

impl Args {
    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// The sweep of the plan's scenario, be it the whole or a part.
fn sweep_of(plan: &AdvicePlan) -> Plan {
    let mut tree = parse_json(&plan.sweep).expect("advice writes JSON");
    tree["scenario"] = parse_json(&plan.scenario).expect("advice writes JSON");
    let sweep =
        experiments::sweep::schema::Sweep::parse(&tree.to_string()).expect("advice writes sweeps");
    let scenario = Scenario::parse(&plan.scenario).expect("it was checked");
    Plan::new(sweep, scenario).expect("every setting was looked at")
}

/// Which setting each point of the sweep is.
fn settings_of(plan: &AdvicePlan, sweep: &Plan) -> Option<Vec<usize>> {
    let setting = |point: u32| {
        let (set, _) = sweep.settings(point);
        plan.settings.iter().position(|setting| setting.set == set)
    };
    (0..sweep.points()).map(setting).collect()
}

fn run(plan: &AdvicePlan, threads: usize) -> Vec<Seen> {
    let sweep = sweep_of(plan);
    let settings = settings_of(plan, &sweep).expect("the sweep's points are the settings");
    let runs = sweep.runs();
    let next = AtomicUsize::new(0);
    let mut bar = Progress::new(runs, "{bar:30} {pos} of {len} runs, {eta} left{msg}");
    bar.at(0, "");
    thread::scope(|scope| {
        let (send, rows) = channel();
        for _ in 0..threads.min(runs as usize) {
            let (send, sweep, next) = (send.clone(), &sweep, &next);
            let work = move || {
                loop {
                    let run = next.fetch_add(1, Ordering::Relaxed) as u64;
                    if run >= sweep.runs() || send.send(sweep.row(run)).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread
                .spawn_scoped(scope, work)
                .expect("the system starts a thread");
        }
        drop(send);
        let mut seen = Vec::new();
        for row in rows {
            seen.push(seen_of(plan, &settings, row));
            bar.at(seen.len() as u64, "");
        }
        seen
    })
}

fn seen_of(plan: &AdvicePlan, settings: &[usize], row: Row) -> Seen {
    let mut figures: BTreeMap<String, Value> = row
        .figures
        .iter()
        .map(|(path, cell)| (path.clone(), value(cell)))
        .collect();
    figures.insert("digest".to_string(), json!(row.digest));
    let key = (settings[row.point as usize], row.seed);
    Seen::of(plan, key, &figures).expect("a run has every figure that is asked for")
}

/// The rows that a sweep of this form left.
fn from_folder(plan: &AdvicePlan, dir: &Path) -> Result<Vec<Seen>, Stop> {
    let (folder, given) = SweepFolder::open(dir)?;
    let bad = |text: String| Stop::BadInput(format!("{}: {text}", dir.display()));
    let is_same = parse_json(&given.scenario_text).ok() == parse_json(&plan.scenario).ok();
    let settings = settings_of(plan, &given.plan).filter(|_| is_same);
    let other = "found the runs of another form, expected those of this one";
    let settings = settings.ok_or_else(|| bad(other.to_string()))?;
    let table = folder.rows(&given.plan)?;
    let keys = table.keys().into_iter().enumerate();
    let rows = keys.filter_map(|(row, key)| Some((row, key?)));
    rows.map(|(row, (point, seed))| {
        let key = (settings[point as usize], seed);
        Seen::of(plan, key, &figures_of(&table, row)).map_err(bad)
    })
    .collect()
}

fn figures_of(table: &Table, row: usize) -> BTreeMap<String, Value> {
    let columns = table.columns().iter();
    let there = columns.filter_map(|column| {
        let cell = column.cells[row].as_ref()?;
        Some((column.name.clone(), value(cell)))
    });
    there.collect()
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Whole(whole) => json!(whole),
        Cell::Flag(flag) => json!(flag),
        Cell::Number(number) => json!(number),
        Cell::Text(text) => json!(text),
    }
}
