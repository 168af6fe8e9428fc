//! `raft-atlas swarm`: a scenario under random faults, seed by seed.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use scenario::format::Scenario;
use scenario::format::limits::SEED_MAX;
use scenario::report::digest_text;
use scenario::runner::{FaultKind, SwarmFailure, swarm_run};
use scenario::watch::words::instant_words;

use crate::input::{BadInput, read_scenario};
use crate::{EXIT_FAILED, EXIT_OK};

/// Lines of progress of a whole swarm.
const PROGRESS_LINES: u64 = 20;

/// Options of `swarm`.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// A scenario file; its own actions are left out.
    file: PathBuf,
    /// Seeds A to B, B excluded.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    seeds: (u64, u64),
    /// Kinds of faults, separated by commas: cuts, one-way, loss, crashes, pauses, delays; or
    /// all, or none.
    #[arg(long, default_value = "all", value_parser = parse_faults)]
    faults: Faults,
    /// Variant; the first by default.
    #[arg(long)]
    variant: Option<String>,
}

/// Kinds of faults, in a fixed order: the draws depend on it.
#[derive(Clone, Debug)]
struct Faults(Vec<FaultKind>);

fn parse_seeds(text: &str) -> Result<(u64, u64), String> {
    let expected = "expected two seeds such as 0..500, the first below the second";
    let number = |text: &str| {
        text.parse::<u64>()
            .ok()
            .filter(|seed| *seed <= SEED_MAX + 1)
    };
    let seeds = text
        .split_once("..")
        .and_then(|(a, b)| Some((number(a)?, number(b)?)));
    seeds
        .filter(|(a, b)| a < b)
        .ok_or_else(|| format!("found {text:?}, {expected}"))
}

fn parse_faults(text: &str) -> Result<Faults, String> {
    let mut kinds = Vec::new();
    for id in text.split(',').map(str::trim) {
        match (id, FaultKind::parse(id)) {
            ("all", _) => kinds.extend(FaultKind::ALL),
            ("none", _) => {}
            (_, Some(kind)) => kinds.push(kind),
            (_, None) => {
                let ids: Vec<&str> = FaultKind::ALL.into_iter().map(FaultKind::id).collect();
                return Err(format!(
                    "found {id:?}, expected all, none or {}",
                    ids.join(", ")
                ));
            }
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Ok(Faults(kinds))
}

/// Runs every seed; stops at the first that does not hold.
pub(crate) fn swarm(args: &Args) -> Result<u8, BadInput> {
    let scenario = read_scenario(&args.file)?;
    let (first, end) = args.seeds;
    let current = name_seed_on_panic(args);
    let report_every = (end - first).div_ceil(PROGRESS_LINES);
    let (mut events, mut ok, mut slowest_us) = (0, 0, 0);
    for seed in first..end {
        current.store(seed, Ordering::Relaxed);
        let resolved = scenario
            .resolve(args.variant.as_deref(), Some(seed))
            .map_err(|error| BadInput(error.to_string()))?;
        match swarm_run(&resolved, &args.faults.0) {
            Ok(run) => {
                events += run.events;
                ok += run.ok;
                slowest_us = slowest_us.max(run.rest_us);
            }
            Err(failure) => {
                print_failure(args, &scenario, &failure);
                return Ok(EXIT_FAILED);
            }
        }
        let done = seed + 1 - first;
        if done % report_every == 0 || seed + 1 == end {
            println!(
                "{done} of {} seeds held: {events} events, {ok} requests answered, \
                 slowest to come to rest {}",
                end - first,
                instant_words(slowest_us)
            );
        }
    }
    Ok(EXIT_OK)
}

/// A panic of the engine is a find too: says which seed replays it.
fn name_seed_on_panic(args: &Args) -> Arc<AtomicU64> {
    let current = Arc::new(AtomicU64::new(args.seeds.0));
    let seen = Arc::clone(&current);
    let args = args.clone();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        usual(info);
        eprintln!("replay: {}", replay(&args, seen.load(Ordering::Relaxed)));
    }));
    current
}

fn print_failure(args: &Args, scenario: &Scenario, failure: &SwarmFailure) {
    println!("FAILED: {} with seed {}", scenario.title(), failure.seed);
    println!("  first violated: {}", failure.what);
    println!(
        "  at {}, digest {}",
        instant_words(failure.at_us),
        digest_text(failure.digest)
    );
    println!("  replay: {}", replay(args, failure.seed));
}

/// The command that runs one seed again.
fn replay(args: &Args, seed: u64) -> String {
    let kinds: Vec<&str> = args.faults.0.iter().map(|kind| kind.id()).collect();
    let kinds = match kinds.as_slice() {
        [] => "none".to_string(),
        kinds => kinds.join(","),
    };
    let variant = args
        .variant
        .as_ref()
        .map_or(String::new(), |id| format!(" --variant {id}"));
    let (file, end) = (args.file.display(), seed + 1);
    format!("raft-atlas swarm {file} --seeds {seed}..{end} --faults {kinds}{variant}")
}
