//! How a campaign is told, seed after seed: the same words for any number of threads or machines.
//! Must not know where they are printed.

use std::ops::Range;
use std::path::PathBuf;

use text::words::instant_words;

use crate::campaign::chunk::Chunk;
use crate::campaign::found::{FailedSeed, Shrunk};
use crate::campaign::page_link::page_link;
use crate::campaign::seeds::Campaign;
use crate::campaign::sums::Sums;

/// Lines of progress of a whole campaign.
const PROGRESS_LINES: u64 = 20;

/// Where what did not hold is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The folder of the scenario files.
    pub folder: PathBuf,
    /// Where the page is.
    pub page: String,
}

/// What was told so far.
#[derive(Debug)]
pub struct Telling {
    sums: Sums,
    of: u64,
    keep_going: bool,
    kept: Option<Kept>,
}

impl Telling {
    /// Of a campaign over these seeds, which ends at the first that does not hold unless it shall
    /// go on.
    pub fn new(seeds: &Range<u64>, keep_going: bool, kept: Option<Kept>) -> Self {
        Telling {
            sums: Sums::default(),
            of: seeds.end - seeds.start,
            keep_going,
            kept,
        }
    }

    /// Sums over what was told.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Whether a seed did not hold and nothing shall be run after it.
    pub fn is_stopped(&self) -> bool {
        self.sums.failed > 0 && !self.keep_going
    }

    /// The lines for the seeds that follow those that were told.
    pub fn take(&mut self, campaign: &Campaign, chunk: &Chunk) -> Vec<String> {
        let before = self.sums.done;
        self.sums.add(&chunk.sums);
        let broken = chunk.broken.iter();
        let mut lines: Vec<String> = broken.flat_map(|one| self.failure(campaign, one)).collect();
        let every = self.of.div_ceil(PROGRESS_LINES);
        let is_due = before / every < self.sums.done / every || self.sums.done == self.of;
        if is_due && !self.is_stopped() && !campaign.terms().same_log {
            lines.push(self.sums.progress(self.of));
        }
        lines
    }

    /// The last lines, and whether all held.
    pub fn conclude(&self, campaign: &Campaign) -> (Vec<String>, bool) {
        let mut lines = Vec::new();
        let Sums {
            done, committed, ..
        } = &self.sums;
        if campaign.terms().same_log && self.sums.failed == 0 {
            lines.push(format!(
                "{done} seeds committed the same log twice: {committed} entries"
            ));
        }
        let left_open = !self.is_stopped() && self.sums.left_too_much_open();
        if left_open {
            let what = "the search for an order decided too few histories to prove anything";
            lines.push(format!("FAILED: {what}"));
        }
        (lines, self.sums.failed == 0 && !left_open)
    }

    fn failure(&self, campaign: &Campaign, broken: &FailedSeed) -> Vec<String> {
        let at = instant_words(broken.at_us);
        let title = campaign.title();
        let mut lines = vec![
            format!("FAILED: {title} with seed {}", broken.seed),
            format!("  first violated: {}", broken.what),
            format!("  at {at}, digest {}", broken.digest),
            format!("  replay: {}", campaign.replay(broken.seed)),
        ];
        match (&broken.shrunk, &self.kept) {
            (Some(shrunk), Some(kept)) => lines.extend(left(broken, shrunk, kept)),
            (None, Some(_)) => lines.push("  not shrunk: only the seed replays it".to_string()),
            (_, None) => {}
        }
        lines
    }
}

/// What is left of a run that did not hold, and what leads there.
fn left(broken: &FailedSeed, shrunk: &Shrunk, kept: &Kept) -> Vec<String> {
    let Shrunk {
        actions,
        actions_before,
        tries,
        what,
        at_us,
        file,
    } = shrunk;
    let at = instant_words(*at_us);
    let mut lines = vec![
        format!("  shrunk to {actions} of {actions_before} actions, at {at}, in {tries} runs"),
        format!("  then violated: {what}"),
    ];
    match (file, broken.file()) {
        (Err(why), _) => lines.push(format!("  no file of it: {why}")),
        (Ok(_), Some((name, text))) => {
            let path = kept.folder.join(&name);
            lines.push(format!("  run it: raft-atlas run {}", path.display()));
            let link = page_link(&kept.page, &name, text, *at_us);
            let link = link.unwrap_or_else(|| "the page's “Open…” takes the file".to_string());
            lines.push(format!("  open it: {link}"));
        }
        (Ok(_), None) => {}
    }
    lines
}
