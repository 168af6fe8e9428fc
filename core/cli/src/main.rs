//! `raft-atlas`: the engine on the command line.
//!
//! It reads files, prints results and sets the exit code; what a run is and what holds of it is
//! the scenario crate's business.
mod advise;
mod bench;
mod challenge;
mod check;
mod clock;
mod compare;
mod completions;
mod csv_files;
mod digest;
mod exit;
mod export;
mod fidelity;
mod futures;
mod import;
mod input;
mod late;
mod lesson;
mod load_sweep;
mod man;
mod out;
mod progress;
mod real;
mod replay;
mod run;
mod swarm;
mod sweep;
mod table;
mod transcript;
mod validate;
mod why;
mod words;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use exit::EXIT_OK;
use out::{Stop, say};

/// Messages and entries come and go by the million, and of many ranges they lie far apart.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The release, and the commit that the build script found.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("RAFT_ATLAS_BUILT_FROM"),
    ")"
);

/// Shown by `--help`.
const EXAMPLES: &str = "\
Examples:
  raft-atlas run public/scenarios/first-look.json
  raft-atlas compare public/scenarios/follower-read.json --until 10s
  raft-atlas swarm public/scenarios/two-cities.json --seeds 0..100
  raft-atlas why public/scenarios/stale-leader.json --at 9s --range 0 --node s2
  raft-atlas completions bash > ~/.local/share/bash-completion/completions/raft-atlas";

/// Real Raft groups on a simulated network: run scenarios, check them, search for faults.
///
/// Exit codes: 0 everything held, 1 an expectation or a check failed, 2 bad input or no room for
/// the output, 3 not known (check and transcript, and run where a check could not judge all), 141
/// nobody reads the output any more.
#[derive(Parser)]
#[command(name = "raft-atlas", version = VERSION, about, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs every variant of a scenario and judges its expectations.
    #[command(after_help = run::EXAMPLES)]
    Run(run::Args),
    /// Runs every variant of a scenario and judges its checkpoints, in the real page too where it
    /// is asked to.
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::Args),
    /// Prints one line per variant of each file: file, variant, digest.
    Digest(digest::Args),
    /// Says whether a history of client operations is linearizable: 0 yes, 1 no, 2 bad input, 3 not
    /// known.
    #[command(after_help = "Examples:\n  raft-atlas check history.edn --format jepsen")]
    Check(check::Args),
    /// Runs two variants of a scenario to the same instant and prints how they differ, and why.
    #[command(
        after_help = "Examples:\n  raft-atlas compare public/scenarios/follower-read.json --variants leader,follower --until 10s"
    )]
    Compare(compare::Args),
    /// Runs one scenario at a series of loads: throughput against latency, the ceiling that the
    /// busiest resource sets, and the knee.
    #[command(
        after_help = "Examples:\n  raft-atlas load-sweep public/scenarios/ladder-tenth.json --variant rung-2\n  raft-atlas load-sweep public/scenarios/hot-key.json --loads 10,50,100 --json"
    )]
    LoadSweep(load_sweep::Args),
    /// Runs a scenario with many values and seeds on all cores, or reports what came of that: which
    /// points keep the limits, and which of these no other is better than.
    #[command(after_help = sweep::EXAMPLES)]
    Sweep(sweep::Args),
    /// Says which setting fits a network: runs what a form considers, on all cores, and tells in
    /// words which to take, and why not the others. 1 if none keeps every limit.
    #[command(after_help = advise::EXAMPLES)]
    Advise(advise::Args),
    /// Plays a run on from an instant with other draws of chance: how often each outcome comes, how
    /// a figure spreads, and from when on an outcome could no longer be avoided.
    #[command(after_help = futures::EXAMPLES)]
    Futures(futures::Args),
    /// Runs a scenario under random faults, seed by seed: safety is checked on every event; then
    /// everything heals and it must converge.
    #[command(
        after_help = "Examples:\n  raft-atlas swarm public/scenarios/first-look.json --seeds 0..500 --with members,splits\n  raft-atlas swarm public/scenarios/first-look.json --seeds 0..50 --mode follower --keep-going"
    )]
    Swarm(swarm::Args),
    /// Measures what the engine costs on this machine, as JSON.
    #[command(
        after_help = "Examples:\n  raft-atlas bench capacity\n  raft-atlas bench --document ranges-100 > ranges-100.json"
    )]
    Bench(bench::Args),
    /// Writes a run down for other programs: the Perfetto UI, ShiViz, or as JSON lines; or its
    /// faults for Chaos Mesh, Toxiproxy or tc.
    #[command(
        after_help = "Examples:\n  raft-atlas export public/scenarios/first-look.json --format perfetto --until 10s --out run.json\n  raft-atlas export public/scenarios/stale-leader.json --variant leader --format jsonl | head\n  raft-atlas export public/scenarios/two-cities.json --format chaos-mesh > workflow.yaml"
    )]
    Export(export::Args),
    /// Makes a scenario of the files of a real cluster and of measured round trips, and tells what
    /// was understood, what was assumed and what was not used.
    #[command(after_help = import::EXAMPLES)]
    Import(import::Args),
    /// Plays transcripts of etcd-raft's interaction tests on raft-rs and says of each block whether
    /// the facts are equal, different, and by which known difference, or not spoken here.
    #[command(after_help = transcript::EXAMPLES)]
    Transcript(transcript::Args),
    /// Tells why: the chain of causes behind something in a run, with the rules it followed.
    #[command(
        after_help = "Examples:\n  raft-atlas why public/scenarios/stale-leader.json --at 9s --range 0 --node s2\n  raft-atlas why public/scenarios/first-look.json --request 20 --slow"
    )]
    Why(why::Args),
    /// Plays what is recorded in lesson files: each step's solution must meet its goal, and its
    /// wrong try must not.
    #[command(
        after_help = "Examples:\n  raft-atlas lesson public/lessons/one-round-trip.json --step together"
    )]
    Lesson(lesson::Args),
    /// Plays a challenge with recorded acts, or with none, and prints its conditions and its score:
    /// 0 it is solved, 1 it is not.
    #[command(after_help = challenge::EXAMPLES)]
    Challenge(challenge::Args),
    /// Runs what the list of published figures names and prints each beside ours: measured,
    /// predicted, fitted or not modelled. 1 if one is outside its band.
    Fidelity(fidelity::Args),
    /// Runs the scenario that a real cluster played and prints both, figure by figure.
    #[command(after_help = real::EXAMPLES)]
    Real(real::Args),
    /// Prints the JSON Schema of scenario files, of lesson files, of challenge files, of sweep
    /// files, of forms, of the list of figures, or of results of real clusters.
    Schema {
        /// Of which files.
        #[arg(long, value_enum, default_value = "scenario")]
        of: validate::Kind,
    },
    /// Prints the completions of a shell: words and options of this program after a tab.
    #[command(
        after_help = "Examples:\n  raft-atlas completions zsh > ~/.zfunc/_raft-atlas\n  \
        raft-atlas completions fish > ~/.config/fish/completions/raft-atlas.fish"
    )]
    Completions {
        /// For which shell.
        shell: clap_complete::Shell,
    },
    /// Writes manual pages into a folder: one of the program, and one of each command.
    #[command(
        after_help = "Example:\n  raft-atlas man ~/.local/share/man/man1 && man raft-atlas-run"
    )]
    Man {
        /// The folder; it is made if there is none.
        folder: PathBuf,
    },
    /// Reads files of any of this program's formats and says what is wrong with them.
    #[command(
        after_help = "Examples:\n  raft-atlas validate public/scenarios/*.json\n  raft-atlas validate - < sweep.json"
    )]
    Validate {
        /// Scenarios, lessons, challenges, sweeps, forms of `advise` or lists of figures: the key
        /// `format` of each says what it is. `-` is standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Clap's codes are 2 on bad usage and 0 after help, as promised above.
        Err(usage) => {
            return match usage.print() {
                Ok(()) => ExitCode::from(usage.exit_code() as u8),
                Err(error) => Stop::Unwritten(error).end(),
            };
        }
    };
    let code = run_command(cli.command).and_then(|code| {
        out::flush()?;
        Ok(code)
    });
    match code {
        Ok(code) => ExitCode::from(code),
        Err(stop) => stop.end(),
    }
}

fn run_command(command: Command) -> Result<u8, Stop> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Replay(args) => replay::replay(&args),
        Command::Digest(args) => digest::digest(&args),
        Command::Check(args) => check::check(&args),
        Command::Compare(args) => compare::compare(&args),
        Command::LoadSweep(args) => load_sweep::load_sweep(&args),
        Command::Sweep(args) => sweep::sweep(&args),
        Command::Advise(args) => advise::advise(&args),
        Command::Futures(args) => futures::futures(&args),
        Command::Swarm(args) => swarm::swarm(&args),
        Command::Bench(args) => bench::bench(&args),
        Command::Export(args) => export::export(&args),
        Command::Import(args) => import::import(&args),
        Command::Transcript(args) => transcript::transcript(&args),
        Command::Why(args) => why::ask(&args),
        Command::Lesson(args) => lesson::play(&args),
        Command::Challenge(args) => challenge::play(&args),
        Command::Fidelity(args) => fidelity::fidelity(&args),
        Command::Real(args) => real::real(&args),
        Command::Schema { of } => {
            say!("{:#}", of.schema())?;
            Ok(EXIT_OK)
        }
        Command::Completions { shell } => {
            out::verbatim(completions::script(shell, Cli::command()).as_bytes())?;
            Ok(EXIT_OK)
        }
        Command::Man { folder } => man::write_pages(&folder, Cli::command()),
        Command::Validate { files } => validate::validate(&files),
    }
}
