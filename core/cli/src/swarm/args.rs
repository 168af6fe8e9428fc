//! Options of `swarm`, and the words that they are written in.

use std::path::PathBuf;

use run::playground::ReadMode;
use swarm::{FaultKind, Feature, ReadPlan};
use vocabulary::limits::SEED_MAX;

/// Options of `swarm`.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// A scenario file; its own actions are left out.
    pub(super) file: PathBuf,
    /// Seeds A to B, B excluded.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    pub(super) seeds: (u64, u64),
    /// Kinds of faults, separated by commas: cuts, one-way, loss, vanish, crashes, pauses, delays,
    /// corruption; or all, or none. Besides, by name only: transfers, campaigns (orders by hand).
    #[arg(long, default_value = "all", value_parser = parse_faults)]
    pub(super) faults: Faults,
    /// Features that come and go, separated by commas: follower-replication, aggregate-acks,
    /// neighbour-snapshots, delta, compression, group-commit, hibernation, scheduling, members,
    /// splits, merges, transfers; or all, or none.
    #[arg(long, default_value = "none", value_parser = parse_features)]
    pub(super) with: Features,
    /// Instead: two runs of each seed, one without the features and one with them, must commit the
    /// same log. Few faults then, and only those that leave the load as it is.
    #[arg(long)]
    pub(super) same_log: bool,
    /// Everything is read in this mode, clocks drift, and a few keys are hot. A mode that promises
    /// nothing is judged as though it promised linearizability: it shall be caught. Of several,
    /// separated by commas, each seed takes the next; all are those that promise something.
    #[arg(long, value_parser = parse_modes, conflicts_with = "same_log")]
    pub(super) mode: Option<Modes>,
    /// Clocks drift further than leases allow: they shall be caught too.
    #[arg(long, requires = "mode")]
    pub(super) drift_beyond: bool,
    /// Goes on after a seed that does not hold, and counts.
    #[arg(long)]
    pub(super) keep_going: bool,
    /// How many seeds run at a time; as many as there are cores by default. What is told is the
    /// same.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// What did not hold is shrunk to the fewest acts, as early as can be, and goes there: a
    /// scenario file for each seed.
    #[arg(long, value_name = "DIR", conflicts_with = "same_log")]
    pub(super) out: Option<PathBuf>,
    /// Runs that one shrinking may take.
    #[arg(long, value_name = "N", default_value_t = 1_000, requires = "out")]
    pub(super) shrink_tries: u32,
    /// Where the page is, for links to what was shrunk.
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "http://localhost:4173/",
        requires = "out"
    )]
    pub(super) page: String,
    /// Steps after which the search for an order of one key's operations gives up.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(super) search_steps: u64,
    /// Variant; the first by default.
    #[arg(long)]
    pub(super) variant: Option<String>,
}

impl Args {
    /// How everything is read with a seed, if that is fixed.
    pub(super) fn plan(&self, seed: u64) -> Option<ReadPlan> {
        let Modes(modes) = self.mode.as_ref()?;
        let mode = modes[(seed % modes.len() as u64) as usize];
        let drift_beyond = self.drift_beyond;
        Some(ReadPlan { mode, drift_beyond })
    }

    /// How everything is read, seed after seed.
    pub(super) fn plans(&self) -> impl Iterator<Item = ReadPlan> {
        let modes = self.mode.as_ref().map_or(0, |Modes(modes)| modes.len());
        (0..modes as u64).filter_map(|seed| self.plan(seed))
    }
}

/// Read modes that seeds take in turn; at least one.
#[derive(Clone, Debug)]
pub(super) struct Modes(Vec<ReadMode>);

/// Kinds of faults, in a fixed order: the draws depend on it.
#[derive(Clone, Debug)]
pub(super) struct Faults(pub(super) Vec<FaultKind>);

/// Features, in a fixed order: the draws depend on it.
#[derive(Clone, Debug)]
pub(super) struct Features(pub(super) Vec<Feature>);

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

fn parse_modes(text: &str) -> Result<Modes, String> {
    if text == "all" {
        return Ok(Modes(ReadPlan::promising_modes()));
    }
    let parse = |id: &str| {
        let ids = ReadMode::IDS.join(", ");
        ReadMode::parse(id).ok_or_else(|| format!("found {id:?}, expected all or {ids}"))
    };
    let modes: Result<Vec<ReadMode>, String> = text.split(',').map(str::trim).map(parse).collect();
    modes.map(Modes)
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
