//! `raft-atlas futures`: a run is played on from an instant with other draws of chance. Which
//! futures those are and what their figures mean, the crate of that name knows; here are its
//! options, its threads and its table.

mod blame;
mod plan;
mod play;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use ::futures::{Asked, Budget, Outcome, Point, Search, Share};
use documents::scenario::Scenario;
use model::chance::{Chance, Chances};
use run::past::{Future, Past};

use crate::exit::EXIT_OK;
use crate::input::{BadInput, local_path, named, parse_until, read_text};
use crate::out::{self, Stop};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas futures public/scenarios/stale-leader.json --at 5s --span 5s
  raft-atlas futures first-look.json --at 3s --count 10000 --of network,elections --out futures/
  raft-atlas futures stale-leader.json --variant check-quorum --no-return stale-read
  raft-atlas futures stale-leader.json --variant check-quorum --blame stale-read
  raft-atlas futures first-look.json --at 3s --count 10000 --plan futures.json
  raft-atlas futures first-look.json --at 3s --outcome '{\"happened\": \"elected\", \"at_least\": 2}'";

/// Instants closer than this are not told apart.
const STEP_US: u64 = 10_000;

/// Options of `futures`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// The variant; without it the first, or the scenario itself.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// The instant from which futures are played, e.g. 9s; what happens counts from then on. With
    /// --no-return the first instant that is asked about.
    #[arg(long, value_parser = parse_until, default_value = "0s")]
    at: u64,
    /// How long they are played; to the end of the run by default. Only there is it known whether
    /// expectations are met.
    #[arg(long, value_parser = parse_until, value_name = "TIME")]
    span: Option<u64>,
    /// How many are played. With --no-return: at each instant.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: Option<u32>,
    /// What is drawn anew: network, elections, arrivals, service; everything by default.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_chance)]
    of: Vec<Chance>,
    /// An outcome to count instead of all: its name, not:NAME, or a goal as JSON; may be given
    /// again.
    #[arg(long = "outcome", value_name = "NAME")]
    outcomes: Vec<String>,
    /// A figure of the report whose spread is told, e.g. workload.reads.stale; may be given again.
    /// By default what the scenario shows.
    #[arg(long = "figure", value_name = "PATH")]
    figures: Vec<String>,
    /// Looks for the instant from which on this outcome of the run could no longer be avoided.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["outcomes", "figures", "out"])]
    no_return: Option<String>,
    /// Tells how often this outcome comes with one act left out, or one switch set as another
    /// variant sets it, each beside how often it comes as the run is.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["outcomes", "figures", "out", "no_return", "at"]
    )]
    blame: Option<String>,
    /// With --no-return: futures in all.
    #[arg(
        long,
        value_name = "N",
        requires = "no_return",
        default_value_t = 3_000
    )]
    runs: u64,
    /// Writes futures.csv, a row for each, into this folder; and for each outcome the first future
    /// with it and the first without as a scenario file, which replays to its digest.
    #[arg(long, value_name = "DIR", value_parser = local_path())]
    out: Option<PathBuf>,
    /// Writes the futures as a sweep instead of playing them. `raft-atlas sweep` plays it and goes
    /// on where it was stopped, a Ray cluster plays it in parts; each run is a row of a Parquet
    /// file, with its number, its figures and its digest.
    #[arg(
        long,
        value_name = "FILE",
        value_parser = local_path(),
        conflicts_with_all = ["outcomes", "figures", "out", "no_return", "blame"]
    )]
    plan: Option<PathBuf>,
    /// Futures at once; as many as there are cores by default. The answer is the same for any
    /// number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// By default so many futures,
const COUNT: u32 = 200;
/// and so many at each instant of a search.
const COUNT_AT_INSTANT: u32 = 100;

fn parse_chance(word: &str) -> Result<Chance, String> {
    Chance::parse(word).ok_or_else(|| format!("expected one of {}", Chance::IDS.join(", ")))
}

/// Plays futures, and prints what came of them.
pub(crate) fn futures(args: &Args) -> Result<u8, Stop> {
    let text = read_text(&args.file)?;
    let wrong = |words: String| BadInput(format!("{}: {words}", named(&args.file)));
    let scenario = Scenario::parse(&text).map_err(|error| wrong(error.to_string()))?;
    let past = past(args, &scenario)?;
    let threads = args.threads();
    if let Some(file) = &args.plan {
        plan::write(args, &past, &text, file)?;
    } else if args.no_return.is_some() {
        no_return(args, &past, threads)?;
    } else if args.blame.is_some() {
        let rows = blame::compared(args, &past, &text, threads)?;
        out::print(format_args!("{}", table::blame(&past, &rows)))?;
    } else {
        shares(args, &past, &text, threads)?;
    }
    Ok(EXIT_OK)
}

impl Args {
    fn chances(&self) -> Chances {
        if self.of.is_empty() {
            Chances::ALL
        } else {
            self.of.iter().copied().collect()
        }
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// What is asked of which run.
fn past<'a>(args: &Args, scenario: &'a Scenario) -> Result<Past<'a>, BadInput> {
    let first = scenario.variants().first().map(|one| one.id.as_str());
    let variant = args.variant.as_deref().or(first);
    let resolved = scenario.resolve(variant, args.seed);
    let resolved = resolved.map_err(|error| BadInput(error.to_string()))?;
    let end_us = match args.span {
        Some(span) => args.at + span,
        None => resolved.duration_us,
    };
    if args.at >= end_us {
        let text = "found an instant at or after the end of the run, expected an earlier one";
        return Err(BadInput(format!("--at: {text}; or give --span")));
    }
    let mut asked = Asked::of(scenario, &resolved, end_us);
    let read = |option: &str, name: &String| {
        Outcome::parse(name, &asked.outcomes)
            .map_err(|error| BadInput(format!("{option}: {error}")))
    };
    if let Some(name) = &args.no_return {
        asked.outcomes = vec![read("--no-return", name)?];
    } else if let Some(name) = &args.blame {
        asked.outcomes = vec![read("--blame", name)?];
    } else if !args.outcomes.is_empty() {
        let given = args.outcomes.iter();
        let given = given.map(|name| read("--outcome", name));
        asked.outcomes = given.collect::<Result<_, _>>()?;
    }
    if !args.figures.is_empty() {
        asked.figures.clone_from(&args.figures);
    }
    Ok(Past::new(
        scenario,
        resolved,
        (args.chances(), end_us),
        asked,
    ))
}

fn shares(args: &Args, past: &Past<'_>, text: &str, threads: usize) -> Result<(), Stop> {
    let count = args.count.unwrap_or(COUNT);
    let asked: Vec<(u64, u32)> = (1..=count).map(|stream| (args.at, stream)).collect();
    let futures = play::play(past, None, &asked, threads);
    let own = past.as_it_is(args.at);
    out::print(format_args!(
        "{}",
        table::shares(past, args.at, &own, &futures)
    ))?;
    if let Some(folder) = &args.out {
        write(folder, args.at, past, text, &futures)?;
    }
    Ok(())
}

fn no_return(args: &Args, past: &Past<'_>, threads: usize) -> Result<(), Stop> {
    let own = past.as_it_is(0);
    let outcome = &past.asked().outcomes[0];
    if !own.future.answer.came[0] {
        let text = format!("--no-return: {} did not come in this run", outcome.id);
        return Err(BadInput(format!("{text}: {}", outcome.text)).into());
    }
    let budget = Budget {
        futures: args.count.unwrap_or(COUNT_AT_INSTANT),
        runs: args.runs,
        step_us: STEP_US,
    };
    let last_us = own.future.answer.came_us[0]
        .unwrap_or(past.end_us())
        .min(past.end_us());
    let mut search = Search::new((args.at.min(last_us), last_us), budget);
    while let Some(wanted) = search.wanted() {
        let instants = wanted.at_us.iter().copied();
        let streams = |at_us| (1..=wanted.futures).map(move |stream| (at_us, stream));
        let asked: Vec<(u64, u32)> = instants.flat_map(streams).collect();
        let futures = play::play(past, Some(0), &asked, threads);
        let by_instant = futures.chunks(wanted.futures as usize);
        let points = wanted.at_us.iter().zip(by_instant);
        search.take(points.map(|(at_us, futures)| Point {
            at_us: *at_us,
            share: share(futures, 0),
        }));
    }
    let found = search.found();
    out::print(format_args!("{}", table::no_return(past, &own, &found)))
}

/// In how many of them an outcome came.
fn share(futures: &[Future], outcome: usize) -> Share {
    let mut share = Share::default();
    for future in futures {
        share.add(future.answer.came[outcome]);
    }
    share
}

/// A row for each future, and an example of each outcome and of its opposite.
fn write(
    folder: &Path,
    at_us: u64,
    past: &Past<'_>,
    text: &str,
    futures: &[Future],
) -> Result<(), BadInput> {
    let unwritten = |path: &Path, error: &dyn std::fmt::Display| {
        BadInput(format!("{}: {error}", path.display()))
    };
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let path = folder.join("futures.csv");
    let mut rows = csv::Writer::from_path(&path).map_err(|error| unwritten(&path, &error))?;
    let ids = past.asked().outcomes.iter().map(|one| one.id.clone());
    let head = ["stream", "digest"].map(str::to_string).into_iter();
    let head: Vec<String> = head
        .chain(ids)
        .chain(past.asked().figures.clone())
        .collect();
    let written = rows.write_record(&head).and_then(|()| {
        for future in futures {
            let came = future
                .answer
                .came
                .iter()
                .map(|came| u8::from(*came).to_string());
            let figures = future.answer.figures.iter();
            let figures = figures.map(|one| one.map_or(String::new(), |one| one.to_string()));
            let keys = [future.stream.to_string(), future.digest.clone()].into_iter();
            rows.write_record(keys.chain(came).chain(figures))?;
        }
        rows.flush().map_err(csv::Error::from)
    });
    written.map_err(|error| unwritten(&path, &error))?;
    for (place, outcome) in past.asked().outcomes.iter().enumerate() {
        for (came, name) in [(true, "with"), (false, "without")] {
            let Some(future) = futures.iter().find(|one| one.answer.came[place] == came) else {
                continue;
            };
            let file = past.file(text, at_us, future.stream);
            let file = file.map_err(|error| BadInput(error.to_string()))?;
            let id = outcome.id.replace(':', "-");
            let path = folder.join(format!("{name}-{id}.json"));
            fs::write(&path, file).map_err(|error| unwritten(&path, &error))?;
        }
    }
    Ok(())
}
