//! `raft-atlas swarm`: a scenario under random faults, seed by seed. What does not hold is shrunk
//! and written down where somebody wants it.

mod args;
mod found;
mod seeds;
mod sums;

use std::panic;
use std::thread;

use documents::scenario::{Resolved, Scenario};
use report::summary::digest_text;
use swarm::{Drawn, SwarmFailure, draw_reads, run_drawn, same_log};
use vocabulary::words::instant_words;

pub(crate) use args::Args;
use found::{Found, found};
use sums::{Seen, Sums};

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::history::search;
use crate::input::read_scenario;
use crate::out::{Stop, complain, say};
use crate::progress::Progress;

/// Lines of progress of a whole swarm.
const PROGRESS_LINES: u64 = 20;

/// What came of a seed.
struct Done {
    seen: Seen,
    broken: Option<(SwarmFailure, Option<Found>)>,
}

/// Runs every seed; stops at the first that does not hold unless it shall go on.
pub(crate) fn swarm(args: &Args) -> Result<u8, Stop> {
    let scenario = read_scenario(&args.file)?;
    check_oracle(args, &scenario)?;
    name_seed_on_panic(args);
    let (first, end) = args.seeds;
    let report_every = (end - first).div_ceil(PROGRESS_LINES);
    let mut sums = Sums::default();
    let template = "{bar:30} {pos} of {len} seeds, {eta} left{msg}";
    let mut bar = Progress::new(end - first, template);
    let threads = args.threads.map_or_else(cores, usize::from);
    let run = |seed| run(args, &scenario, seed);
    seeds::each(first..end, threads, run, |seed, Done { seen, broken }| {
        sums.add(&seen);
        let is_broken = broken.is_some();
        if let Some((failure, found)) = broken {
            sums.failed += 1;
            bar.aside(|| print_failure(args, &scenario, &failure, found.as_ref()))?;
            if !args.keep_going {
                return Ok(false);
            }
        }
        bar.at(sums.done, &sums.broken());
        if !args.same_log && (sums.done % report_every == 0 || seed + 1 == end) {
            bar.aside(|| say!("{}", sums.progress(end - first)))?;
        }
        Ok(!is_broken || args.keep_going)
    })?;
    drop(bar);
    conclude(args, &sums)
}

fn conclude(args: &Args, sums: &Sums) -> Result<u8, Stop> {
    if args.same_log && sums.failed == 0 {
        say!(
            "{} seeds committed the same log twice: {} entries",
            sums.done,
            sums.committed
        )?;
    }
    let is_stopped = sums.failed > 0 && !args.keep_going;
    let left_open = !is_stopped && sums.left_too_much_open();
    if left_open {
        say!("FAILED: the search for an order decided too few histories to prove anything")?;
    }
    Ok(if sums.failed > 0 || left_open {
        EXIT_FAILED
    } else {
        EXIT_OK
    })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The variant, and an oracle where reads by version need its timestamps: before anything runs.
fn check_oracle(args: &Args, scenario: &Scenario) -> Result<(), Stop> {
    let resolved = resolve(args, scenario, args.seeds.0)?;
    if args.plans().any(|plan| plan.lacks_oracle(&resolved)) {
        let file = args.file.display();
        let expected = "expected a zone: reads by version need its timestamps";
        let text = format!("{file}: topology.pd: found none, {expected}");
        return Err(Stop::BadInput(text));
    }
    Ok(())
}

fn resolve(args: &Args, scenario: &Scenario, seed: u64) -> Result<Resolved, Stop> {
    scenario
        .resolve(args.variant.as_deref(), Some(seed))
        .map_err(|error| Stop::BadInput(error.to_string()))
}

/// Runs one seed. What the engine says of the clients' history is said once more by a search for an
/// order.
fn run(args: &Args, scenario: &Scenario, seed: u64) -> Done {
    let resolved = resolve(args, scenario, seed).expect("it was checked with another seed");
    let mut seen = Seen::default();
    let (faults, features) = (&args.faults.0, &args.with.0);
    let failure = |what: String, digest: u64| SwarmFailure {
        seed,
        check: None,
        what,
        at_us: 0,
        digest,
    };
    if args.same_log {
        let broken = match same_log(&resolved, features) {
            Ok(entries) => {
                seen.committed = entries;
                None
            }
            Err(what) => Some((failure(what, 0), None)),
        };
        return Done { seen, broken };
    }
    let drawn = match args.plan(seed) {
        None => Drawn::of(&resolved, faults, features),
        Some(plan) => draw_reads(&resolved, plan, faults, features),
    };
    let run = match run_drawn(&drawn) {
        Ok(run) => run,
        Err(failure) => {
            let found = found(args, scenario, &drawn, &failure);
            let broken = Some((failure, found));
            return Done { seen, broken };
        }
    };
    seen = Seen::of(&run);
    let searched = search(&run.operations, args.search_steps);
    (seen.keys, seen.given_up) = (searched.keys, searched.given_up);
    let offence = |what| format!("linearizable, by the search alone: {what}");
    let broken = searched.offence.map(offence);
    let broken = broken.map(|what| (failure(what, run.digest), None));
    Done { seen, broken }
}

/// A panic of the engine is a find too: says which seed replays it.
fn name_seed_on_panic(args: &Args) {
    let args = args.clone();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        usual(info);
        if let Some(seed) = seeds::here() {
            complain(&format!("replay: {}", replay(&args, seed)));
        }
    }));
}

fn print_failure(
    args: &Args,
    scenario: &Scenario,
    failure: &SwarmFailure,
    found: Option<&Found>,
) -> Result<(), Stop> {
    say!("FAILED: {} with seed {}", scenario.title(), failure.seed)?;
    say!("  first violated: {}", failure.what)?;
    say!(
        "  at {}, digest {}",
        instant_words(failure.at_us),
        digest_text(failure.digest)
    )?;
    say!("  replay: {}", replay(args, failure.seed))?;
    match (found, &args.out) {
        (Some(found), Some(folder)) => found.keep(args, folder),
        (None, Some(_)) => say!("  not shrunk: only the seed replays it"),
        (_, None) => Ok(()),
    }
}

/// The command that runs one seed again.
fn replay(args: &Args, seed: u64) -> String {
    let list = |ids: Vec<&str>| {
        if ids.is_empty() {
            "none".to_string()
        } else {
            ids.join(",")
        }
    };
    let kinds = list(args.faults.0.iter().map(|kind| kind.id()).collect());
    let features = list(args.with.0.iter().map(|feature| feature.id()).collect());
    let with = if features == "none" {
        String::new()
    } else {
        [" --with ", &features].concat()
    };
    let same_log = if args.same_log { " --same-log" } else { "" };
    let plan = args.plan(seed);
    let mode = plan.map(|plan| [" --mode ", plan.mode.id()].concat());
    let mode = mode.unwrap_or_default();
    let drift = if args.drift_beyond {
        " --drift-beyond"
    } else {
        ""
    };
    let id = args.variant.as_ref();
    let variant = id.map_or(String::new(), |id| [" --variant ", id].concat());
    let (file, end) = (args.file.display(), seed + 1);
    let seeds = format!("{file} --seeds {seed}..{end} --faults {kinds}");
    format!("raft-atlas swarm {seeds}{with}{same_log}{mode}{drift}{variant}")
}
