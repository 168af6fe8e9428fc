//! `raft-atlas digest`: the digest of every variant, for comparison between platforms.

use std::path::PathBuf;

use report::summary::digest_text;
use run::runner;

use crate::exit::EXIT_OK;
use crate::input::{BadInput, read_scenario};
use crate::out::{Stop, say};

/// Options of `digest`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scenario files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Seed instead of the files' own.
    #[arg(long)]
    seed: Option<u64>,
}

/// Prints `file variant digest` per variant.
pub(crate) fn digest(args: &Args) -> Result<u8, Stop> {
    for file in &args.files {
        let scenario = read_scenario(file)?;
        let runs =
            runner::runs(&scenario, args.seed).map_err(|error| BadInput(error.to_string()))?;
        for run in &runs {
            let summary = runner::run(run, run.duration_us);
            say!(
                "{} {} {}",
                file.display(),
                summary.name,
                digest_text(summary.digest)
            )?;
        }
    }
    Ok(EXIT_OK)
}
