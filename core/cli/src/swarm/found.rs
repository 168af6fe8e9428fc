//! What a swarm found, shrunk and written down: a scenario file for each seed, which the page opens
//! at the instant that broke. It must not know how seeds are run.

use std::fs;
use std::path::{Path, PathBuf};

use documents::scenario::{Scenario, as_file};
use swarm::{Drawn, Shrunk, SwarmFailure, shrink};
use vocabulary::words::instant_words;

use super::args::Args;
use crate::out::{Stop, say};
use crate::page_link::page_link;

/// The file goes on a little after what broke, for whoever looks at what came of it.
const AFTERWARDS_US: u64 = 500_000;

/// A shrunk run and its file, or why there is none.
pub(super) struct Found {
    shrunk: Shrunk,
    file: Result<String, String>,
}

/// Shrinks a failure where somebody asked for it and where that can be done.
pub(super) fn found(
    args: &Args,
    scenario: &Scenario,
    drawn: &Drawn,
    failure: &SwarmFailure,
) -> Option<Found> {
    args.out.as_ref()?;
    let shrunk = shrink(drawn, failure, args.shrink_tries)?;
    let SwarmFailure {
        seed, what, at_us, ..
    } = &shrunk.failure;
    let check = what.split(':').next().unwrap_or_default();
    let title = format!("{}: {check} broken", scenario.title());
    let text = format!(
        "Found with seed {seed} under random faults, and shrunk from {} actions to {}: at {} {}.",
        shrunk.actions_before,
        shrunk.resolved.actions.len(),
        instant_words(*at_us),
        what.split_once(": ").map_or(what.as_str(), |(_, how)| how),
    );
    let words = (title.as_str(), text.as_str());
    let file = as_file(scenario, &shrunk.resolved, at_us + AFTERWARDS_US, words);
    let file = file.map_err(|error| error.to_string());
    Some(Found { shrunk, file })
}

impl Found {
    /// Writes the file and says what is in it, and what leads there.
    pub(super) fn keep(&self, args: &Args, folder: &Path) -> Result<(), Stop> {
        let Shrunk {
            resolved,
            failure,
            actions_before,
            tries,
        } = &self.shrunk;
        let (left, at) = (resolved.actions.len(), instant_words(failure.at_us));
        say!("  shrunk to {left} of {actions_before} actions, at {at}, in {tries} runs")?;
        say!("  then violated: {}", failure.what)?;
        let text = match &self.file {
            Ok(text) => text,
            Err(why) => return say!("  no file of it: {why}"),
        };
        let path: PathBuf = folder.join(format!("seed-{}.json", failure.seed));
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| Stop::UnwrittenFile(path.clone(), error))?;
        say!("  run it: raft-atlas run {}", path.display())?;
        let name = format!("seed-{}.json", failure.seed);
        match page_link(&args.page, &name, text, failure.at_us) {
            Some(link) => say!("  open it: {link}"),
            None => say!("  open it: the page's “Open…” takes the file"),
        }
    }
}
