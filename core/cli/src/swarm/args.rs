//! Options of `swarm`, and the words that they are written in.

use std::ops::Range;
use std::path::PathBuf;

use experiments::campaign::{Terms, parse_faults, parse_features, parse_modes, parse_seeds};

use crate::input::local_path;

/// Options of `swarm`.
#[derive(Clone, clap::Args)]
pub(crate) struct Args {
    /// A scenario file; its own actions are left out.
    pub(super) file: PathBuf,
    /// Seeds A to B, B excluded.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    pub(super) seeds: Range<u64>,
    /// Kinds of faults, separated by commas: cuts, one-way, loss, vanish, crashes, pauses, delays,
    /// corruption; or all, or none. Besides, by name only: transfers, campaigns (orders by hand).
    #[arg(long, default_value = "all", value_parser = fit(parse_faults))]
    pub(super) faults: String,
    /// Features that come and go, separated by commas: follower-replication, aggregate-acks,
    /// neighbour-snapshots, delta, compression, group-commit, hibernation, scheduling, members,
    /// splits, merges, transfers; or all, or none.
    #[arg(long, default_value = "none", value_parser = fit(parse_features))]
    pub(super) with: String,
    /// Instead: two runs of each seed, one without the features and one with them, must commit the
    /// same log. Few faults then, and only those that leave the load as it is.
    #[arg(long)]
    pub(super) same_log: bool,
    /// Everything is read in this mode, clocks drift, and a few keys are hot. A mode that promises
    /// nothing is judged as though it promised linearizability: it shall be caught. Of several,
    /// separated by commas, each seed takes the next; all are those that promise something.
    #[arg(long, value_parser = fit(parse_modes), conflicts_with = "same_log")]
    pub(super) mode: Option<String>,
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
    #[arg(long, value_name = "DIR", value_parser = local_path(), conflicts_with = "same_log")]
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
    /// What decides what comes of a seed.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            variant: self.variant.clone(),
            faults: self.faults.clone(),
            with: self.with.clone(),
            mode: self.mode.clone(),
            drift_beyond: self.drift_beyond,
            same_log: self.same_log,
            search_steps: self.search_steps,
            shrink_tries: self.out.is_some().then_some(self.shrink_tries),
        }
    }
}

/// Words that this reads, as they were given.
fn fit<T>(
    reads: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<String, String> + Clone + Send + Sync {
    move |text| reads(text).map(|_| text.to_string())
}
