//! `raft-atlas check`: is a history of client operations linearizable? For histories of this engine
//! and of others.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use linear::parse::{self, Parsed};
use linear::{History, Offence, Operation, Verdict};
use run::playground::ReadMode;

use crate::exit::{EXIT_FAILED, EXIT_NOT_KNOWN, EXIT_OK};
use crate::input::{BadInput, named, read_bytes};
use crate::out::{self, Stop, say};

/// Operations of an offence that are printed; the first and the last of them are what tells.
const SHOWN_MAX: usize = 40;

/// What to check.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The history.
    file: PathBuf,
    /// How it is written.
    #[arg(long, value_enum)]
    format: Format,
    /// What its operations work on; by default what the format is for: a register for jepsen, keys
    /// with values for the others.
    #[arg(long, value_enum)]
    model: Option<Model>,
    /// Of the reads those alone that were served in this mode, by its word in scenario files;
    /// writes all. With --format jsonl, which tells modes: each promises something else.
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(ReadMode::IDS))]
    mode: Option<String>,
    /// Steps after which the search for an order of one key's operations gives up. A million take
    /// a second or two.
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    search_steps: u64,
    /// Steps after which looking for the smallest part of what has no order gives up; 0 = the part
    /// is shown as it was found.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    shrink_steps: u64,
}

/// A file format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A log of Jepsen, or its history in EDN: reads, writes and compare-and-set of registers.
    Jepsen,
    /// EDN maps: gets, puts and appends of keys with texts.
    Kv,
    /// JSON lines of facts, as `raft-atlas export` writes them: keys that are registers.
    Jsonl,
}

/// What operations work on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// One register, or one for each key.
    Register,
    /// Keys with values.
    Kv,
}

impl Format {
    /// The models that its operations fit.
    fn models(self) -> &'static [Model] {
        match self {
            Format::Jepsen => &[Model::Register],
            Format::Kv => &[Model::Kv],
            Format::Jsonl => &[Model::Kv, Model::Register],
        }
    }

    fn parse(self, text: &str, mode: Option<&str>) -> Parsed {
        match self {
            Format::Jepsen => parse::jepsen(text),
            Format::Kv => parse::kv(text),
            Format::Jsonl => parse::jsonl(text, mode),
        }
    }
}

/// Exit code 0 if it is linearizable, 1 if not, 3 if that is not known.
pub(crate) fn check(args: &Args) -> Result<u8, Stop> {
    let history = history(args)?;
    let (verdict, given_up) = linear::judge_within(&history, args.search_steps);
    match verdict {
        Verdict::NotLinearizable(offence) => {
            print_offence(&history, &offence, args.shrink_steps)?;
            Ok(EXIT_FAILED)
        }
        Verdict::Linearizable if given_up > 0 => {
            say!(
                "not known: the search for an order gave up on {given_up} of {} keys after {} steps",
                history.keys.len(),
                args.search_steps
            )?;
            Ok(EXIT_NOT_KNOWN)
        }
        Verdict::Linearizable if history.is_empty() => {
            say!(
                "linearizable: no operation of a client may have happened, so there is nothing to \
                 put in order{}",
                passed_over(&history)
            )?;
            Ok(EXIT_OK)
        }
        Verdict::Linearizable => {
            let (operations, keys) = (history.len(), history.keys.len());
            say!(
                "linearizable: {operations} operations on {keys} keys{}",
                passed_over(&history)
            )?;
            Ok(EXIT_OK)
        }
    }
}

/// The file's history.
fn history(args: &Args) -> Result<History, BadInput> {
    let models = args.format.models();
    if let Some(model) = args.model.filter(|model| !models.contains(model)) {
        let expected: Vec<String> = models.iter().map(|model| word(*model)).collect();
        return Err(BadInput(format!(
            "--model: found {} with --format {}, expected {}",
            word(model),
            word(args.format),
            expected.join(" or ")
        )));
    }
    if args.mode.is_some() && args.format != Format::Jsonl {
        return Err(BadInput(format!(
            "--mode: found --format {}, expected jsonl, which alone tells how a read was served",
            word(args.format)
        )));
    }
    let text = read(&args.file)?;
    let file = named(&args.file);
    let history = args
        .format
        .parse(&text, args.mode.as_deref())
        .map_err(|error| BadInput(format!("{file}: {error}")))?;
    if text.trim().is_empty() {
        let text = format!("{file}: found an empty file, expected a history");
        return Err(BadInput(text));
    }
    Ok(history)
}

/// What of the file told nothing about clients, if anything.
fn passed_over(history: &History) -> String {
    match history.passed_over {
        0 => String::new(),
        1 => " (1 line or map of no client passed over)".to_string(),
        count => format!(" ({count} lines or maps of no client passed over)"),
    }
}

fn word(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

fn read(path: &Path) -> Result<String, BadInput> {
    let bad = |what: String| BadInput(format!("{}: {what}", named(path)));
    let bytes = read_bytes(path, u64::MAX)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        let column = before
            .iter()
            .rev()
            .take_while(|byte| **byte != b'\n')
            .count()
            + 1;
        bad(format!(
            "line {line} column {column}: found bytes that are no UTF-8 text, expected text"
        ))
    })
}

/// Prints at once that there is no order, and where; then as few operations as show it.
fn print_offence(history: &History, offence: &Offence, shrink_steps: u64) -> Result<(), Stop> {
    let of_key = match offence.key.as_str() {
        "" => String::new(),
        key => format!(" on key {key:?}"),
    };
    say!(
        "not linearizable: no order{of_key} explains what was seen until line {}{}: process {}, {}",
        offence.at.line,
        passed_over(history),
        offence.at.process,
        history.words(&offence.at)
    )?;
    out::flush()?;
    let part = offence.part(history, shrink_steps);
    let (found, left) = (offence.operations.len(), part.operations.len());
    if part.is_smallest {
        say!("smallest part without an order, {left} of {found} operations:")?;
    } else {
        say!(
            "no order explains these {left} of {found} operations; perhaps fewer would show it, \
             the search for the smallest part gave up after {shrink_steps} steps:"
        )?;
    }
    let cut = left.saturating_sub(SHOWN_MAX);
    let (first, rest) = part.operations.split_at(left.min(SHOWN_MAX / 2));
    let (skipped, last) = rest.split_at(cut);
    for operation in first {
        print_one(history, operation)?;
    }
    if !skipped.is_empty() {
        say!("  … {} more …", skipped.len())?;
    }
    for operation in last {
        print_one(history, operation)?;
    }
    Ok(())
}

fn print_one(history: &History, operation: &Operation) -> Result<(), Stop> {
    let end = match operation.ret {
        Some(ret) => format!("events {} to {ret}", operation.call),
        None => format!("from event {} on, without an end", operation.call),
    };
    say!(
        "  line {}: process {}, {}: {}",
        operation.line,
        operation.process,
        end,
        history.words(operation)
    )
}
