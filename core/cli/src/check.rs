//! `raft-atlas check`: is a history of client operations linearizable? For histories of this engine
//! and of others.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use linear::parse::{self, Parsed};
use linear::{History, Offence, Verdict};

use crate::input::BadInput;
use crate::{EXIT_FAILED, EXIT_OK};

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
}

/// A file format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A log of Jepsen: reads, writes and compare-and-set of one register.
    Jepsen,
    /// One EDN-like map a line: gets, puts and appends of keys with texts.
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

    fn parse(self, text: &str) -> Parsed {
        match self {
            Format::Jepsen => parse::jepsen(text),
            Format::Kv => parse::kv(text),
            Format::Jsonl => parse::jsonl(text),
        }
    }
}

/// Exit code 0 if it is linearizable, 1 if not.
pub(crate) fn check(args: &Args) -> Result<u8, BadInput> {
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
    let text = read(&args.file)?;
    let history = args
        .format
        .parse(&text)
        .map_err(|error| BadInput(format!("{}: {error}", args.file.display())))?;
    match linear::judge(&history) {
        Verdict::Linearizable => {
            let (operations, keys) = (history.len(), history.keys.len());
            println!("linearizable: {operations} operations on {keys} keys");
            Ok(EXIT_OK)
        }
        Verdict::NotLinearizable(offence) => {
            tell(&history, &offence);
            Ok(EXIT_FAILED)
        }
    }
}

fn word(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_string())
}

fn read(path: &Path) -> Result<String, BadInput> {
    let bad = |what: String| BadInput(format!("{}: {what}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| bad(format!("cannot be read: {error}")))?;
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

/// Prints what cannot be ordered, by the order of beginnings.
fn tell(history: &History, offence: &Offence) {
    let of_key = match offence.key.as_str() {
        "" => String::new(),
        key => format!(" on key {key:?}"),
    };
    println!("not linearizable: no order explains what these operations{of_key} saw");
    for operation in &offence.operations {
        let end = match operation.ret {
            Some(ret) => format!("events {} to {ret}", operation.call),
            None => format!("from event {} on, without an end", operation.call),
        };
        println!(
            "  line {}: process {}, {}: {}",
            operation.line,
            operation.process,
            end,
            history.words(operation)
        );
    }
}
