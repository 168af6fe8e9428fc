//! `raft-atlas swarm`: a scenario under random faults, seed by seed.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use documents::scenario::{Resolved, Scenario};
use report::summary::digest_text;
use run::playground::ReadMode;
use swarm::same_log;
use swarm::{FaultKind, Feature};
use swarm::{ReadPlan, read_swarm_run};
use swarm::{SwarmFailure, SwarmRun, swarm_run};
use vocabulary::limits::SEED_MAX;
use vocabulary::words::instant_words;

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::history::search;
use crate::input::{BadInput, read_scenario};
use crate::out::{Stop, complain, say};
use crate::progress::Progress;

/// Lines of progress of a whole swarm.
const PROGRESS_LINES: u64 = 20;

/// The search for orders may give up on one history in so many.
const GIVEN_UP_SHARE: usize = 20;

/// Options of `swarm`.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// A scenario file; its own actions are left out.
    file: PathBuf,
    /// Seeds A to B, B excluded.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    seeds: (u64, u64),
    /// Kinds of faults, separated by commas: cuts, one-way, loss, vanish, crashes, pauses, delays,
    /// corruption; or all, or none. Besides, by name only: transfers, campaigns (orders by hand).
    #[arg(long, default_value = "all", value_parser = parse_faults)]
    faults: Faults,
    /// Features that come and go, separated by commas: follower-replication, aggregate-acks,
    /// neighbour-snapshots, delta, compression, group-commit, hibernation, scheduling, members,
    /// splits, merges, transfers; or all, or none.
    #[arg(long, default_value = "none", value_parser = parse_features)]
    with: Features,
    /// Instead: two runs of each seed, one without the features and one with them, must commit the
    /// same log. Few faults then, and only those that leave the load as it is.
    #[arg(long)]
    same_log: bool,
    /// Everything is read in this mode, clocks drift, and a few keys are hot. A mode that promises
    /// nothing is judged as though it promised linearizability: it shall be caught.
    #[arg(long, value_parser = parse_mode, conflicts_with = "same_log")]
    mode: Option<ReadMode>,
    /// Clocks drift further than leases allow: they shall be caught too.
    #[arg(long, requires = "mode")]
    drift_beyond: bool,
    /// Goes on after a seed that does not hold, and counts.
    #[arg(long)]
    keep_going: bool,
    /// Steps after which the search for an order of one key's operations gives up.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    search_steps: u64,
    /// Variant; the first by default.
    #[arg(long)]
    variant: Option<String>,
}

impl Args {
    /// How everything is read, if that is fixed.
    fn plan(&self) -> Option<ReadPlan> {
        self.mode.map(|mode| ReadPlan {
            mode,
            drift_beyond: self.drift_beyond,
        })
    }
}

/// Kinds of faults, in a fixed order: the draws depend on it.
#[derive(Clone, Debug)]
struct Faults(Vec<FaultKind>);

/// Features, in a fixed order: the draws depend on it.
#[derive(Clone, Debug)]
struct Features(Vec<Feature>);

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

fn parse_mode(text: &str) -> Result<ReadMode, String> {
    let ids = ReadMode::IDS;
    ReadMode::parse(text).ok_or_else(|| format!("found {text:?}, expected {}", ids.join(", ")))
}

fn parse_faults(text: &str) -> Result<Faults, String> {
    parse_list(text, &FaultKind::ALL, &FaultKind::ORDERS, FaultKind::id).map(Faults)
}

fn parse_features(text: &str) -> Result<Features, String> {
    parse_list(text, &Feature::ALL, &[], Feature::id).map(Features)
}

/// Some of these by their ids, all, or none; each once, in their order. `by_name` are no part of
/// all.
fn parse_list<T: Copy + Ord>(
    text: &str,
    all: &[T],
    by_name: &[T],
    id_of: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, String> {
    let mut chosen = Vec::new();
    let known = || all.iter().chain(by_name);
    for id in text.split(',').map(str::trim) {
        match (id, known().find(|one| id_of(**one) == id)) {
            ("all", _) => chosen.extend(all),
            ("none", _) => {}
            (_, Some(one)) => chosen.push(*one),
            (_, None) => {
                let ids: Vec<&str> = known().map(|one| id_of(*one)).collect();
                return Err(format!(
                    "found {id:?}, expected all, none or {}",
                    ids.join(", ")
                ));
            }
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// Sums over the seeds of a swarm.
#[derive(Default)]
struct Sums {
    done: u64,
    failed: u64,
    events: u64,
    ok: u64,
    slowest_us: u64,
    /// Entries committed alike by both of two runs.
    committed: usize,
    /// Keys whose histories were searched for an order, and those on which the search gave up.
    keys: usize,
    given_up: usize,
}

impl Sums {
    fn add(&mut self, run: &SwarmRun) {
        self.events += run.events;
        self.ok += run.ok;
        self.slowest_us = self.slowest_us.max(run.rest_us);
    }

    fn progress(&self, seeds: u64) -> String {
        let Sums {
            done, events, ok, ..
        } = self;
        let held = done - self.failed;
        let broken = self.broken();
        // Of these the search proves nothing; the engine's own verdict on them stands alone.
        let Sums { keys, given_up, .. } = self;
        format!(
            "{held} of {seeds} seeds held{broken}: {events} events, {ok} requests answered, \
             slowest to come to rest {}, search undecided on {given_up} of {keys} keys' histories",
            instant_words(self.slowest_us)
        )
    }

    fn broken(&self) -> String {
        match self.failed {
            0 => String::new(),
            failed => format!(", {failed} did not"),
        }
    }

    fn left_too_much_open(&self) -> bool {
        self.given_up * GIVEN_UP_SHARE > self.keys
    }
}

/// Runs every seed; stops at the first that does not hold unless it shall go on.
pub(crate) fn swarm(args: &Args) -> Result<u8, Stop> {
    let scenario = read_scenario(&args.file)?;
    let (first, end) = args.seeds;
    let current = name_seed_on_panic(args);
    let report_every = (end - first).div_ceil(PROGRESS_LINES);
    let mut sums = Sums::default();
    let template = "{bar:30} {pos} of {len} seeds, {eta} left{msg}";
    let mut bar = Progress::new(end - first, template);
    for seed in first..end {
        bar.at(sums.done, &sums.broken());
        current.store(seed, Ordering::Relaxed);
        let resolved = scenario
            .resolve(args.variant.as_deref(), Some(seed))
            .map_err(|error| BadInput(error.to_string()))?;
        if args.plan().is_some_and(|plan| plan.lacks_oracle(&resolved)) {
            let file = args.file.display();
            let expected = "expected a zone: reads by version need its timestamps";
            let text = format!("{file}: topology.pd: found none, {expected}");
            return Err(Stop::BadInput(text));
        }
        if let Err(failure) = run(args, &resolved, &mut sums) {
            sums.failed += 1;
            bar.aside(|| print_failure(args, &scenario, &failure))?;
            if !args.keep_going {
                return Ok(EXIT_FAILED);
            }
        }
        sums.done += 1;
        if !args.same_log && (sums.done % report_every == 0 || seed + 1 == end) {
            bar.aside(|| say!("{}", sums.progress(end - first)))?;
        }
    }
    drop(bar);
    if args.same_log && sums.failed == 0 {
        say!(
            "{} seeds committed the same log twice: {} entries",
            end - first,
            sums.committed
        )?;
    }
    if sums.left_too_much_open() {
        say!("FAILED: the search for an order decided too few histories to prove anything")?;
    }
    Ok(if sums.failed > 0 || sums.left_too_much_open() {
        EXIT_FAILED
    } else {
        EXIT_OK
    })
}

/// Runs one seed. What the engine says of the clients' history is said once more by a search for an
/// order.
fn run(args: &Args, resolved: &Resolved, sums: &mut Sums) -> Result<(), SwarmFailure> {
    let (faults, features) = (&args.faults.0, &args.with.0);
    let failure = |what: String, digest: u64| SwarmFailure {
        seed: resolved.config.seed,
        check: None,
        what,
        at_us: 0,
        digest,
    };
    if args.same_log {
        sums.committed += same_log(resolved, features).map_err(|what| failure(what, 0))?;
        return Ok(());
    }
    let run = match args.plan() {
        None => swarm_run(resolved, faults, features),
        Some(plan) => read_swarm_run(resolved, plan, faults, features),
    }?;
    sums.add(&run);
    let searched = search(&run.operations, args.search_steps);
    sums.keys += searched.keys;
    sums.given_up += searched.given_up;
    match searched.offence {
        None => Ok(()),
        Some(what) => Err(failure(
            format!("linearizable, by the search alone: {what}"),
            run.digest,
        )),
    }
}

/// A panic of the engine is a find too: says which seed replays it.
fn name_seed_on_panic(args: &Args) -> Arc<AtomicU64> {
    let current = Arc::new(AtomicU64::new(args.seeds.0));
    let seen = Arc::clone(&current);
    let args = args.clone();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        usual(info);
        complain(&format!(
            "replay: {}",
            replay(&args, seen.load(Ordering::Relaxed))
        ));
    }));
    current
}

fn print_failure(args: &Args, scenario: &Scenario, failure: &SwarmFailure) -> Result<(), Stop> {
    say!("FAILED: {} with seed {}", scenario.title(), failure.seed)?;
    say!("  first violated: {}", failure.what)?;
    say!(
        "  at {}, digest {}",
        instant_words(failure.at_us),
        digest_text(failure.digest)
    )?;
    say!("  replay: {}", replay(args, failure.seed))
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
    let mode = args.mode.map(|mode| [" --mode ", mode.id()].concat());
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
