//! `raft-atlas challenge`: plays a challenge with recorded acts and prints what it comes to.

use std::path::{Path, PathBuf};

use documents::challenge::{Challenge, ChallengeRun, Stage, read_acts};
use serde_json::json;

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::input::{BadInput, lines_of, named, read_text};
use crate::out::{Stop, say};

/// Shown by `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  raft-atlas challenge public/challenges/lease-lie.json
  raft-atlas challenge public/challenges/lease-lie.json --actions acts.json
where acts.json is a list of actions with their instants:
  [{ \"at\": \"2s\", \"do\": \"isolate\", \"place\": \"Dublin\" }]";

/// Options of `challenge`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A challenge file.
    file: PathBuf,
    /// What is done in it: a list of actions, each with its instant `at`; nothing by default.
    #[arg(long, value_name = "FILE")]
    actions: Option<PathBuf>,
    /// Where scenarios are that a challenge names; by default the folder `scenarios` beside the
    /// challenges' folder.
    #[arg(long)]
    scenarios: Option<PathBuf>,
    /// Prints what it comes to as JSON.
    #[arg(long)]
    json: bool,
}

/// Plays, prints, and says whether it is solved.
pub(crate) fn play(args: &Args) -> Result<u8, Stop> {
    let text = read_text(&args.file)?;
    let bad = |file: &Path, text: &str, error: &_| BadInput(lines_of(&named(file), text, error));
    let challenge = Challenge::parse(&text).map_err(|error| bad(&args.file, &text, &error))?;
    let acts = match &args.actions {
        None => Vec::new(),
        Some(file) => {
            let text = read_text(file)?;
            read_acts(&text).map_err(|error| bad(file, &text, &error))?
        }
    };
    let scenario = scenario_of(&challenge, args)?;
    let came = run::challenge::play(&challenge, &scenario, &acts);
    let acts_file = args.actions.as_deref().unwrap_or(&args.file);
    let came = came.map_err(|error| BadInput(format!("{}: {error}", acts_file.display())))?;
    if args.json {
        say!("{:#}", json!(came))?;
    } else {
        tell(&challenge, &came)?;
    }
    Ok(if came.score.solved {
        EXIT_OK
    } else {
        EXIT_FAILED
    })
}

fn scenario_of(challenge: &Challenge, args: &Args) -> Result<String, BadInput> {
    let Stage::Named(id) = &challenge.scenario else {
        return Ok(challenge.own_scenario().unwrap_or_default());
    };
    let beside = || args.file.parent().map(|folder| folder.join("../scenarios"));
    let folder = args.scenarios.clone().or_else(beside).unwrap_or_default();
    read_text(&folder.join(format!("{id}.json")))
}

fn tell(challenge: &Challenge, came: &ChallengeRun) -> Result<(), Stop> {
    let ChallengeRun { score, refused, .. } = came;
    say!("{}", challenge.title)?;
    for condition in &score.conditions {
        let sign = if condition.holds() {
            "holds"
        } else {
            "DOES NOT HOLD"
        };
        say!("  {sign}: {}: {}", condition.text, condition.found)?;
    }
    for one in &score.points {
        let got = if one.judged.holds() { one.worth } else { 0 };
        say!("  {got} of {} points: {}", one.worth, one.judged.text)?;
    }
    for act in refused {
        let at_us = act.at_us;
        let (whole, part) = (at_us / 1_000_000, at_us % 1_000_000);
        say!("  NOT ALLOWED at {whole}.{part:06}s: {}", act.text)?;
    }
    let [second, third] = &score.asked;
    say!(
        "  {}: {}; 2 stars: {second}; 3 stars: {third}",
        score.label,
        score.told
    )?;
    let word = if score.solved { "solved" } else { "NOT SOLVED" };
    let stars = if score.solved { score.stars } else { 0 };
    say!(
        "{word}, {stars} of 3 stars, {} acts, digest {}",
        came.acts,
        came.digest
    )
}
