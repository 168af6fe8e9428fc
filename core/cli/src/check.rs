//! `raft-atlas check`: is a history of client operations linearizable? For histories of this engine
//! and of others.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use linear::parse;
use linear::{History, Offence, Operation, Texts, Verdict};
use run::playground::ReadMode;

use crate::exit::{EXIT_FAILED, EXIT_NOT_KNOWN, EXIT_OK};
use crate::input::{BadInput, named, read_bytes};
use crate::out::{self, Stop, say};

/// Operations of an offence that are printed; the first and the last of them are what tells.
const SHOWN_MAX: usize = 40;

/// What to check.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The history; of etcd's reports the file of each client.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How it is written; by default what the file's beginning says.
    #[arg(long, value_enum)]
    format: Option<Format>,
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
    /// A log of Jepsen, or its history in EDN: reads, writes and compare-and-set of registers, or
    /// locks that are acquired and released.
    Jepsen,
    /// EDN maps: gets, puts and appends of keys with texts.
    Kv,
    /// JSON lines of facts, as `raft-atlas export` writes them: keys that are registers.
    Jsonl,
    /// JSON lines of etcd's robustness tests: ranges and transactions of keys that are registers.
    Etcd,
}

/// What operations work on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// One register or lock, or one for each key.
    Register,
    /// Keys with values.
    Kv,
}

impl Format {
    /// The models that its operations fit.
    fn models(self) -> &'static [Model] {
        match self {
            Format::Jepsen | Format::Etcd => &[Model::Register],
            Format::Kv => &[Model::Kv],
            Format::Jsonl => &[Model::Kv, Model::Register],
        }
    }

    fn of(self) -> parse::Format {
        match self {
            Format::Jepsen => parse::Format::Jepsen,
            Format::Kv => parse::Format::Kv,
            Format::Jsonl => parse::Format::Jsonl,
            Format::Etcd => parse::Format::Etcd,
        }
    }

    /// What the beginning of a text says.
    fn detect(file: &str, text: &str) -> Result<Self, BadInput> {
        match parse::Format::of(text) {
            Some(parse::Format::Jepsen) => Ok(Format::Jepsen),
            Some(parse::Format::Kv) => Ok(Format::Kv),
            Some(parse::Format::Jsonl) => Ok(Format::Jsonl),
            Some(parse::Format::Etcd) => Ok(Format::Etcd),
            None => Err(BadInput(format!(
                "{file}: found the beginning of no history that is understood, expected one in the \
                 format jepsen, kv, jsonl or etcd; --format says which is meant"
            ))),
        }
    }
}

/// Exit code 0 if it is linearizable, 1 if not, 3 if that is not known.
pub(crate) fn check(args: &Args) -> Result<u8, Stop> {
    let (history, texts) = history(args)?;
    let (verdict, given_up) = linear::judge_within(&history, args.search_steps);
    match verdict {
        Verdict::NotLinearizable(offence) => {
            print_offence(&history, &texts, &offence, args.shrink_steps)?;
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
            print_notes(&history)?;
            Ok(EXIT_OK)
        }
        Verdict::Linearizable => {
            let (operations, keys) = (history.len(), history.keys.len());
            say!(
                "linearizable: {operations} operations on {keys} keys{}",
                passed_over(&history)
            )?;
            print_notes(&history)?;
            Ok(EXIT_OK)
        }
    }
}

/// The files' history, and their lines.
fn history(args: &Args) -> Result<(History, Texts), BadInput> {
    let mut texts = Texts::default();
    for path in &args.files {
        texts.push(&named(path), &read(path)?);
    }
    let first = named(&args.files[0]);
    if texts.text.trim().is_empty() {
        let text = format!("{first}: found an empty file, expected a history");
        return Err(BadInput(text));
    }
    let format = match args.format {
        Some(format) => format,
        None => Format::detect(&first, &texts.text)?,
    };
    judgeable(args, format)?;
    let parsed = format.of().parse(&texts.text, args.mode.as_deref());
    let history = parsed.map_err(|error| {
        let (file, line) = texts.place(error.line);
        let file = named(&args.files[file]);
        let (column, text) = (error.column, error.text);
        BadInput(format!("{file}: line {line} column {column}: {text}"))
    })?;
    Ok((history, texts))
}

/// Whether what is asked fits the format.
fn judgeable(args: &Args, format: Format) -> Result<(), BadInput> {
    let models = format.models();
    if let Some(model) = args.model.filter(|model| !models.contains(model)) {
        let expected: Vec<String> = models.iter().map(|model| word(*model)).collect();
        return Err(BadInput(format!(
            "--model: found {} with --format {}, expected {}",
            word(model),
            word(format),
            expected.join(" or ")
        )));
    }
    if args.mode.is_some() && format != Format::Jsonl {
        return Err(BadInput(format!(
            "--mode: found --format {}, expected jsonl, which alone tells how a read was served",
            word(format)
        )));
    }
    if args.files.len() > 1 && format != Format::Etcd {
        return Err(BadInput(format!(
            "FILE: found {} with --format {}, expected one: of etcd alone each client has its own",
            args.files.len(),
            word(format)
        )));
    }
    Ok(())
}

fn print_notes(history: &History) -> Result<(), Stop> {
    for note in &history.notes {
        say!("note: {note}")?;
    }
    Ok(())
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
fn print_offence(
    history: &History,
    texts: &Texts,
    offence: &Offence,
    shrink_steps: u64,
) -> Result<(), Stop> {
    let of_key = match offence.key.as_str() {
        "" => String::new(),
        key => format!(" on key {key:?}"),
    };
    say!(
        "not linearizable: no order{of_key} explains what was seen until {}{}: process {}, {}",
        texts.shown(offence.at.line),
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
        print_one(history, texts, operation)?;
    }
    if !skipped.is_empty() {
        say!("  … {} more …", skipped.len())?;
    }
    for operation in last {
        print_one(history, texts, operation)?;
    }
    print_notes(history)
}

fn print_one(history: &History, texts: &Texts, operation: &Operation) -> Result<(), Stop> {
    let end = match operation.ret {
        Some(ret) => format!("events {} to {ret}", operation.call),
        None => format!("from event {} on, without an end", operation.call),
    };
    say!(
        "  {}: process {}, {}: {}",
        texts.shown(operation.line),
        operation.process,
        end,
        history.words(operation)
    )
}
