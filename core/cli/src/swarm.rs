//! `raft-atlas swarm`: a scenario under random faults, seed by seed, on all cores. What a campaign
//! finds and how it is told, the crate of that name knows.

mod args;
mod seeds;

use std::panic;
use std::path::Path;
use std::thread;
use std::time::Duration;

use experiments::campaign::{Campaign, Chunk, Kept, Piece, Telling, pieces};
use experiments::folder::{CampaignFolder, read_campaign};

pub(crate) use args::Args;

use crate::clock::Stopwatch;
use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::out::{Stop, complain, say};
use crate::progress::Progress;

/// Seeds that held are kept after so long: a kill costs no more than that.
const KEEP_WAIT: Duration = Duration::from_secs(1);

/// Runs every seed; stops at the first that does not hold unless it shall go on.
pub(crate) fn swarm(args: &Args) -> Result<u8, Stop> {
    let campaign = read_campaign(&args.file, args.terms())?;
    name_seed_on_panic(&campaign);
    let out = args.out.as_deref();
    let (keeping, known) = Keeping::begin(out, &campaign)?;
    let kept = out.map(|folder| Kept {
        folder: folder.to_path_buf(),
        page: args.page.clone(),
    });
    let mut swarm = Swarm {
        campaign: &campaign,
        telling: Telling::new(&args.seeds, args.keep_going, kept),
        bar: Progress::new(
            args.seeds.end - args.seeds.start,
            "{bar:30} {pos} of {len} seeds, {eta} left{msg}",
        ),
        keeping,
    };
    let threads = args.threads.map_or_else(cores, usize::from);
    for piece in pieces(args.seeds.clone(), known) {
        match piece {
            Piece::Known(chunk) => swarm.tell(&chunk)?,
            Piece::Missing(range) => {
                let run = |seed| campaign.run_one(seed);
                seeds::each(range, threads, run, |chunk| swarm.take(chunk))?;
                swarm.keeping.write()?;
            }
        }
        if swarm.telling.is_stopped() {
            break;
        }
    }
    let Swarm { telling, bar, .. } = swarm;
    drop(bar);
    let (lines, all_held) = telling.conclude(&campaign);
    print_lines(&lines)?;
    Ok(if all_held { EXIT_OK } else { EXIT_FAILED })
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

struct Swarm<'a> {
    campaign: &'a Campaign,
    telling: Telling,
    bar: Progress,
    keeping: Keeping,
}

impl Swarm<'_> {
    /// Keeps and tells what came of the next seed; says whether to go on.
    fn take(&mut self, chunk: Chunk) -> Result<bool, Stop> {
        self.keeping.add(chunk.clone())?;
        self.tell(&chunk)?;
        Ok(!self.telling.is_stopped())
    }

    fn tell(&mut self, chunk: &Chunk) -> Result<(), Stop> {
        let lines = self.telling.take(self.campaign, chunk);
        let sums = self.telling.sums();
        self.bar.at(sums.done, &sums.broken());
        if lines.is_empty() {
            return Ok(());
        }
        self.bar.aside(|| print_lines(&lines))
    }
}

fn print_lines(lines: &[String]) -> Result<(), Stop> {
    lines.iter().try_for_each(|line| say!("{line}"))
}

/// Keeps what came of seeds where somebody wants it: now and then, and what did not hold at once.
struct Keeping {
    folder: Option<CampaignFolder>,
    held: Option<Chunk>,
    since: Stopwatch,
}

impl Keeping {
    /// And what is known of the campaign.
    fn begin(out: Option<&Path>, campaign: &Campaign) -> Result<(Self, Vec<Chunk>), Stop> {
        let begun = out.map(|path| CampaignFolder::begin(path, campaign));
        let (folder, known) = begun.transpose()?.unzip();
        let keeping = Keeping {
            folder,
            held: None,
            since: Stopwatch::start(),
        };
        Ok((keeping, known.unwrap_or_default()))
    }

    fn add(&mut self, chunk: Chunk) -> Result<(), Stop> {
        let is_due = self.since.passed() >= KEEP_WAIT || !chunk.broken.is_empty();
        match &mut self.held {
            Some(held) => held.join(chunk),
            None => self.held = Some(chunk),
        }
        if is_due { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Stop> {
        self.since = Stopwatch::start();
        if let (Some(folder), Some(held)) = (&self.folder, self.held.take()) {
            folder.add(&held)?;
        }
        Ok(())
    }
}

/// A panic of the engine is a find too: says which seed replays it.
fn name_seed_on_panic(campaign: &Campaign) {
    let campaign = campaign.clone();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        usual(info);
        if let Some(seed) = seeds::here() {
            complain(&format!("replay: {}", campaign.replay(seed)));
        }
    }));
}
