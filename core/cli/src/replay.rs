//! `raft-atlas replay`: runs each variant of a scenario and judges its checkpoints; with
//! `--browser` in the real page too, instant by instant.

mod browser;

use std::path::PathBuf;

use documents::scenario::Resolved;
use run::checkpoints::{Stop as Instant, replay as replay_run};
use run::runner;
use text::names::PLAIN_RUN;
use text::quantity::duration_text;

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::input::{BadInput, read_scenario, read_text};
use crate::out::{Stop, say};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas replay my-scenario.json
  raft-atlas replay my-scenario.json --variant leader --browser";

/// Options of `replay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A scenario file.
    file: PathBuf,
    /// Only this variant.
    #[arg(long)]
    variant: Option<String>,
    /// Seed instead of the file's.
    #[arg(long)]
    seed: Option<u64>,
    /// Replays it in the page as well, in Chromium, and compares digests and checkpoints. Needs
    /// Node and the package @raft-atlas/replay, installed where the command is called.
    #[arg(long)]
    browser: bool,
}

/// Runs, prints a line a checkpoint, and says whether all of them are met and alike.
pub(crate) fn replay(args: &Args) -> Result<u8, Stop> {
    let scenario = read_scenario(&args.file)?;
    let bad = |error: format::error::ScenarioError| BadInput(error.to_string());
    let runs = match &args.variant {
        None => runner::runs(&scenario, args.seed).map_err(bad)?,
        some => vec![scenario.resolve(some.as_deref(), args.seed).map_err(bad)?],
    };
    let here: Vec<Vec<Instant>> = runs.iter().map(replay_run).collect();
    let pages = if args.browser {
        let text = read_text(&args.file)?;
        let asked: Vec<(&Resolved, &[Instant])> =
            runs.iter().zip(here.iter().map(Vec::as_slice)).collect();
        browser::replay(&text, &asked)?
            .into_iter()
            .map(Some)
            .collect()
    } else {
        vec![None; runs.len()]
    };
    say!("{}", scenario.title())?;
    let mut holds = true;
    for ((run, stops), page) in runs.iter().zip(&here).zip(&pages) {
        let name = if run.variant.is_empty() {
            PLAIN_RUN
        } else {
            &run.variant
        };
        say!("{name} (seed {})", run.config.seed)?;
        for (i, stop) in stops.iter().enumerate() {
            holds &= print_stop(stop, page.as_ref().map(|page| &page[i]))?;
        }
    }
    Ok(if holds { EXIT_OK } else { EXIT_FAILED })
}

/// Prints an instant; `page` is the same in the page, where it was asked.
fn print_stop(stop: &Instant, page: Option<&browser::Seen>) -> Result<bool, Stop> {
    let at = duration_text(stop.at_us);
    let mut holds = true;
    for found in stop.checkpoints.iter().filter_map(|one| one.found.as_ref()) {
        holds &= found.met;
        say!("  {at}  {}", found.line)?;
    }
    match page {
        None => say!("  {at}  digest {}", stop.digest)?,
        Some(page) => {
            let differences = page.differences(stop);
            if differences.is_empty() {
                say!("  {at}  digest {}, alike in the page", stop.digest)?;
            }
            for difference in &differences {
                say!("  {at}  DIFFERS: {difference}")?;
            }
            holds &= differences.is_empty();
        }
    }
    Ok(holds)
}
