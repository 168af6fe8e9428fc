//! `raft-atlas lesson`: plays what is recorded in lesson files, and says whether each step's
//! solution meets its goal and its wrong try does not.

use std::path::{Path, PathBuf};

use documents::lesson::{Lesson, Recorded};
use run::lesson::{Played, Verdict};

use crate::exit::{EXIT_FAILED, EXIT_OK};
use crate::input::{BadInput, lines_of, named, read_text};
use crate::out::{Stop, say};

/// Options of `lesson`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Lesson files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only this step.
    #[arg(long)]
    step: Option<String>,
    /// Where the scenarios are; by default the folder `scenarios` beside the lessons' folder.
    #[arg(long)]
    scenarios: Option<PathBuf>,
}

/// Plays, prints a line a step, and says whether all is as it should be.
pub(crate) fn play(args: &Args) -> Result<u8, Stop> {
    let mut code = EXIT_OK;
    for file in &args.files {
        let text = read_text(file)?;
        let lesson = Lesson::parse(&text)
            .map_err(|error| BadInput(lines_of(&named(file), &text, &error)))?;
        let beside = || file.parent().map(|folder| folder.join("../scenarios"));
        let folder = args.scenarios.clone().or_else(beside).unwrap_or_default();
        let wanted = |id: &str| args.step.as_deref().is_none_or(|step| step == id);
        if let Some(step) = &args.step
            && lesson.steps.iter().all(|known| known.id != *step)
        {
            let known: Vec<&str> = lesson.steps.iter().map(|step| step.id.as_str()).collect();
            let text = format!(
                "found no step {step:?}, expected one of {}",
                known.join(", ")
            );
            return Err(BadInput(format!("{}: {text}", file.display())).into());
        }
        say!("{}", lesson.title)?;
        for (place, step) in lesson.steps.iter().enumerate() {
            if !wanted(&step.id) {
                continue;
            }
            let solved = tried(&lesson, place, step.solution.as_ref(), &folder, file)?;
            let failed = tried(&lesson, place, step.wrong.as_ref(), &folder, file)?;
            let is_solved = solved
                .as_ref()
                .is_none_or(|played| played.verdict == Verdict::Met);
            let is_failed = failed
                .as_ref()
                .is_none_or(|played| played.verdict != Verdict::Met);
            if !is_solved || !is_failed {
                code = EXIT_FAILED;
            }
            say!(
                "  {:<16} solution {:<20} wrong try {}",
                step.id,
                played_text(solved.as_ref()),
                played_text(failed.as_ref())
            )?;
            for (is_right, played) in [(is_solved, &solved), (is_failed, &failed)] {
                if let (false, Some(played)) = (is_right, played) {
                    say!("    {}: {}", played.judged.text, played.judged.found)?;
                }
            }
        }
    }
    Ok(code)
}

fn tried(
    lesson: &Lesson,
    place: usize,
    recorded: Option<&Recorded>,
    folder: &Path,
    file: &Path,
) -> Result<Option<Played>, BadInput> {
    let Some(recorded) = recorded else {
        return Ok(None);
    };
    let base = &lesson.steps[lesson.base_of(place)];
    let scenario = base.scenario.as_deref().unwrap_or_default();
    let text = read_text(&folder.join(format!("{scenario}.json")))?;
    let played = run::lesson::play(lesson, place, recorded, &text);
    played.map_err(|error| {
        let id = &lesson.steps[place].id;
        BadInput(format!("{}: step {id}: {error}", file.display()))
    })
}

/// "met at 7.115043s".
fn played_text(played: Option<&Played>) -> String {
    let Some(played) = played else {
        return "none".to_string();
    };
    let word = match played.verdict {
        Verdict::Met => "met",
        Verdict::Lost => "lost",
        Verdict::Open => "not met",
    };
    let at_us = played.at_us;
    format!("{word} at {}.{:06}s", at_us / 1_000_000, at_us % 1_000_000)
}
